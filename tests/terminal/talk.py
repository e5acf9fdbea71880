"""Talking to the real program: through pipes (`run`) or at a real pseudo-terminal (`Terminal`)."""

from __future__ import annotations

import codecs
import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from pathlib import Path
from types import TracebackType

PROGRAM = [sys.executable, "-m", "miskatonic"]
PATIENCE = 20.0
_ESCAPES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|\x1b[()][A-Z0-9]|\x1b[=>]")


def surroundings(home: Path) -> dict[str, str]:
    """The environment of the program, with a folder of saves of its own."""
    kept = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "COLUMNS", "LINES")}
    return kept | {"MISKATONIC_HOME": str(home), "TERM": "xterm-256color", "PYTHONIOENCODING": "utf-8"}


def run(home: Path, *words: str | Path, typed: str = "") -> subprocess.CompletedProcess[str]:
    """Run the program with pipes; a traceback is never the right answer."""
    done = subprocess.run(
        [*PROGRAM, *map(str, words)],
        input=typed,
        capture_output=True,
        text=True,
        timeout=60,
        env=surroundings(home),
        check=False,
    )
    assert "Traceback" not in done.stderr + done.stdout, done.stderr
    return done


class Terminal:
    """The program at a terminal of its own; every wait fails with what is on the screen."""

    def __init__(self, home: Path, *words: str | Path, columns: int = 80, rows: int = 24) -> None:
        self._near, far = pty.openpty()
        fcntl.ioctl(far, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        self.process = subprocess.Popen(
            [*PROGRAM, *map(str, words)],
            stdin=far,
            stdout=far,
            stderr=far,
            env=surroundings(home),
            start_new_session=True,
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),  # so that Ctrl-C reaches it as from a keyboard
        )
        os.close(far)
        self.raw = ""
        """Everything since the last answer, escape codes included."""
        self._decoder = codecs.getincrementaldecoder("utf-8")()
        """A letter of several bytes may come in two pieces."""

    def __enter__(self) -> Terminal:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        os.close(self._near)

    @property
    def text(self) -> str:
        """Everything since the last answer, without escape codes."""
        return _ESCAPES.sub("", self.raw).replace("\r", "")

    def _read(self) -> bool:
        """Take what has come; False when the program has closed the terminal."""
        if not select.select([self._near], [], [], 0.05)[0]:
            return True
        try:
            data = os.read(self._near, 65536)
        except OSError:
            return False
        self.raw += self._decoder.decode(data)
        return bool(data)

    def wait_for(self, ending: str, *parts: str) -> str:
        """Wait until the program stops at a prompt with this ending, having shown these parts since the last answer."""
        until = time.monotonic() + PATIENCE
        while not self.text.endswith(ending):
            assert self._read(), f"the program ended, but {ending!r} was awaited:\n{self.text}"
            assert time.monotonic() < until, f"no {ending!r} came:\n{self.text}"
        for part in parts:
            assert part in self.text, f"{part!r} is not on the screen:\n{self.text}"
        return self.text

    def asked(self, *parts: str) -> str:
        """Wait for a question that shows these parts."""
        return self.wait_for(" > ", *parts)

    def type(self, line: str) -> None:
        """Type a line and press Enter."""
        self.press(line + "\n")

    def press(self, keys: str) -> None:
        """Press keys; the screen starts anew."""
        self.raw = ""
        os.write(self._near, keys.encode())

    def kill(self) -> None:
        """End the program without any warning."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def interrupt(self) -> None:
        """Press Ctrl-C, again every second: Python misses one that comes in the instant before it waits for a key."""
        until = time.monotonic() + PATIENCE
        pressed = 0.0
        while self.process.poll() is None and time.monotonic() < until:
            if time.monotonic() - pressed > 1:
                self.press("\x03")
                pressed = time.monotonic()
            self._read()

    def ended(self, status: int, *parts: str) -> str:
        """Wait until the program has ended with this status, having shown these parts."""
        until = time.monotonic() + PATIENCE
        while self._read():
            assert time.monotonic() < until, f"the program goes on:\n{self.text}"
        assert self.process.wait(PATIENCE) == status, self.text
        assert "Traceback" not in self.text, self.text
        for part in parts:
            assert part in self.text, f"{part!r} is not on the screen:\n{self.text}"
        return self.text
