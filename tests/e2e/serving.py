"""A table server in a process of its own, which can be killed and started again."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from types import TracebackType
from typing import Self

ROOT = Path(__file__).parents[2]
SERVE = "from miskatonic.cli import main; main()"


class Serving:
    """The server with its database; `url` stays the same over restarts."""

    def __init__(self, database: Path, start: str = SERVE) -> None:
        self._database = database
        self._start = start
        self._port = "0"
        self.url = ""
        self._process = self._run()

    def _run(self) -> subprocess.Popen[str]:
        arguments = ["serve", "--no-browser", "--port", self._port, "--database", str(self._database)]
        process = subprocess.Popen([sys.executable, "-c", self._start, *arguments], stdout=subprocess.PIPE, text=True)
        assert process.stdout is not None
        line = process.stdout.readline()
        found = re.search(r"http://127\.0\.0\.1:(\d+)", line)
        assert found, f"the server did not say where it is, but: {line!r}"
        self.url, self._port = found[0], found[1]
        return process

    def kill(self) -> None:
        """End it as a power cut would."""
        self._process.kill()
        self._process.communicate()

    def restart(self) -> None:
        """Start it again, with the same address and database."""
        self._process = self._run()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._process.terminate()
        self._process.communicate(timeout=20)
