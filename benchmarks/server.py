"""A real server to measure: `miskatonic serve` in a process group of its own, and a private PostgreSQL if wanted."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

PATIENCE = 30.0
"""Seconds in which a server must have started."""
DURABLE = ("-c", "fsync=on", "-c", "synchronous_commit=on")


class Usage(NamedTuple):
    """What a group of processes has used: seconds of processor time, and bytes of memory."""

    server: float
    others: float
    memory: int

    def since(self, before: Usage) -> Usage:
        """What was used since; of memory, what is used now."""
        return Usage(self.server - before.server, self.others - before.others, self.memory)


def free_port() -> int:
    """A port that nobody listens at."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class Server:
    """A table at a port of its own, with its bots: started, killed and started again."""

    def __init__(self, database: str, log: Path) -> None:
        self.port = free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        self._database = database
        self._log = log
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start the server; see `wait` for when it is ready."""
        command = [sys.executable, "-m", "miskatonic", "serve", "--port", str(self.port), "--no-browser"]
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(
                [*command, "--database", self._database], stdout=log, stderr=log, start_new_session=True
            )

    def wait(self) -> None:
        """Wait until the server answers."""
        until = time.monotonic() + PATIENCE
        while not self._answers():
            if self._process is None or self._process.poll() is not None or time.monotonic() > until:
                raise SystemExit(f"the server did not start:\n{self._log.read_text()[-2000:]}")
            time.sleep(0.02)

    def _answers(self) -> bool:
        try:
            with urllib.request.urlopen(f"{self.address}/healthz", timeout=1) as reply:
                return bool(reply.status == 200)
        except OSError:
            return False

    def kill(self) -> None:
        """SIGKILL to the server and its bots, without a word of warning."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        """Let the server close in order."""
        self._end(signal.SIGTERM)

    def _end(self, how: signal.Signals) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        with suppress(ProcessLookupError):
            os.killpg(process.pid, how)
        try:
            process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()

    def usage(self) -> Usage:
        """What the server itself and its other processes have used so far; zeros where Linux does not tell."""
        server = others = 0.0
        memory = 0
        group = self._process.pid if self._process is not None else -1
        for stat in Path("/proc").glob("[0-9]*/stat"):
            try:
                fields = stat.read_text().rpartition(")")[2].split()
            except OSError:
                continue
            if int(fields[2]) == group:
                spent = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
                memory += int(fields[21]) * os.sysconf("SC_PAGE_SIZE")
                if stat.parent.name == str(group):
                    server = spent
                else:
                    others += spent
        return Usage(server, others, memory)

    def trouble(self) -> str:
        """The end of what the server wrote, if it tells of failures."""
        written = self._log.read_text(errors="replace")
        return written[-3000:] if "Traceback" in written or "ERROR" in written else ""


@contextmanager
def running(database: str) -> Iterator[Server]:
    """A server that is ready, on a database: an address, `postgres` for a private one, or nothing for a fresh file."""
    with tempfile.TemporaryDirectory(prefix="miskatonic-") as folder:
        if database == "postgres":
            with private_postgres() as address:
                yield from _running(address, Path(folder))
        else:
            yield from _running(database or f"{folder}/table.sqlite3", Path(folder))


def _running(database: str, folder: Path) -> Iterator[Server]:
    server = Server(database, folder / "server.log")
    server.start()
    try:
        server.wait()
        yield server
    finally:
        server.stop()


@contextmanager
def private_postgres() -> Iterator[str]:
    """A PostgreSQL of our own on a free port, which flushes every commit to disk as it does by default."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[4]))
    program = str(found[-1]) if found else shutil.which("initdb")
    if program is None:
        raise SystemExit("there is no PostgreSQL here; install it, or name one with --database postgresql://...")
    programs = Path(program).parent
    # directly under the system's folder, because PostgreSQL's own user must be able to reach it
    folder = Path(tempfile.mkdtemp(prefix="pg-"))
    data, port = folder / "data", free_port()
    user = _other_user(folder)
    settings = [*DURABLE, "-c", "listen_addresses=127.0.0.1", "-c", f"unix_socket_directories={folder}"]
    server: subprocess.Popen[bytes] | None = None
    try:
        subprocess.run(
            [*user, programs / "initdb", "-D", data, "-U", "bench", "-A", "trust", "-E", "UTF8", "--no-instructions"],
            check=True,
            capture_output=True,
            cwd="/",
        )
        server = subprocess.Popen(
            [*user, str(programs / "postgres"), "-D", str(data), "-p", str(port), *settings],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            cwd="/",
        )
        ready = [str(programs / "pg_isready"), "-q", "-h", "127.0.0.1", "-p", str(port)]
        until = time.monotonic() + PATIENCE
        while subprocess.run(ready, check=False).returncode:
            if server.poll() is not None or time.monotonic() > until:
                raise SystemExit("PostgreSQL did not start")
            time.sleep(0.1)
        yield f"postgresql://bench@127.0.0.1:{port}/postgres"
    finally:
        if server is not None and server.poll() is None:
            # the postmaster itself, not the program that changed the user: a fast shutdown
            os.kill(int((data / "postmaster.pid").read_text().split()[0]), signal.SIGINT)
            server.wait(PATIENCE)
        shutil.rmtree(folder, ignore_errors=True)


def _other_user(folder: Path) -> list[str]:
    """PostgreSQL refuses to run as root: the words in front of a command that make it run as somebody else."""
    if os.geteuid() != 0:
        return []
    shutil.chown(folder, "postgres")
    return ["runuser", "-u", "postgres", "--"]


def raise_file_limit(wanted: int) -> None:
    """Let this process, and those it starts, open as many files as the measurement needs; say so if they may not."""
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft < wanted:
        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (min(wanted, hard), hard))
        soft = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    if soft < wanted:
        raise SystemExit(
            f"{wanted} open files are needed, this system allows {hard}: "
            "raise the limit (ulimit -Hn) or use fewer sockets"
        )


def load_average() -> str:
    """How busy the machine is, beside every figure."""
    return "load average " + " ".join(f"{figure:.1f}" for figure in os.getloadavg())
