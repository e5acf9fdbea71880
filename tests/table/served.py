"""A server in a process of its own, started as people start it."""

from __future__ import annotations

import contextlib
import os
import queue
import re
import signal
import subprocess
import sys
import threading
from pathlib import Path
from types import TracebackType
from typing import Self

from table.guest import Guest


class Served:
    """`miskatonic serve`, and what it prints."""

    def __init__(self, folder: Path, *words: str) -> None:
        command = [sys.executable, "-m", "miskatonic", "serve", "--port", "0", "--no-browser", *words]
        home = {**os.environ, "XDG_DATA_HOME": str(folder / "share")}
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=home, cwd=folder
        )
        self.out: queue.Queue[str] = queue.Queue()
        self.errors: list[str] = []
        self._readers = [
            threading.Thread(target=self._read_out, daemon=True),
            threading.Thread(target=self._read_errors, daemon=True),
        ]
        for reader in self._readers:
            reader.start()
        self._guests: list[Guest] = []
        line = self.out.get(timeout=60)
        found = re.search(r"The table is open at (http://\S+)", line)
        if found is None:
            self.process.wait(20)
            raise AssertionError(f"it said {line!r}: {self.errors}")
        self.address = found[1]
        self._wait_until_it_answers()

    def _read_out(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.out.put(line)
        self.out.put("")

    def _read_errors(self) -> None:
        assert self.process.stderr is not None
        self.errors.extend(self.process.stderr)

    def _wait_until_it_answers(self) -> None:
        # the socket listens before the address is said: the first request waits until the server is ready
        guest = self.guest()
        assert guest.raw("GET", "/healthz", timeout=60).status_code == 200

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for guest in self._guests:
            guest.close()
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(15)
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        for reader in self._readers:
            reader.join(10)
        for pipe in (self.process.stdout, self.process.stderr):
            if pipe is not None:
                pipe.close()

    def guest(self) -> Guest:
        """Somebody who comes to this server."""
        guest = Guest(self.address)
        self._guests.append(guest)
        return guest

    def stop(self, number: int = signal.SIGTERM) -> int:
        """End it, and say with which status it ended."""
        self.process.send_signal(number)
        return self.process.wait(20)
