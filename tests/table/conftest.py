"""Servers for the tests of the table: databases, hints between servers, and tables that are open.

A database or Redis is taken from the environment, else started here on a free port, else the test is skipped; with `CI`
set, its absence is an error.
"""

from __future__ import annotations

import os
import secrets
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import NoReturn

import psycopg
import pytest
from table.house import House
from table.odd import install, paths
from table.served import Served

from miskatonic.bots import BOTS
from miskatonic.kernel import game
from miskatonic.table.limits import Limits
from miskatonic.table.service import Settings

PLENTY = Limits(
    requests_per_second=1e6,
    requests_at_once=10**6,
    messages_per_second=1e6,
    messages_at_once=10**6,
    openings_per_minute=1e6,
    openings_at_once=10**6,
)
"""Tests are quicker than people."""


def absent(what: str) -> NoReturn:
    if os.environ.get("CI"):
        pytest.fail(f"CI must have {what}")
    pytest.skip(f"no {what} here")


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def as_other_user(folder: Path) -> list[str]:
    """PostgreSQL refuses to run as root: hand the folder to an ordinary user and run as that one."""
    if os.name == "nt" or os.geteuid() != 0:
        return []
    for user in ("postgres", "nobody"):
        if subprocess.run(["id", user], capture_output=True, check=False).returncode == 0:
            shutil.chown(folder, user)
            return ["runuser", "-u", user, "--"]
    return []


def wait_for(what: Callable[[], bool], seconds: float = 30.0) -> None:
    end = time.monotonic() + seconds
    while not what():
        assert time.monotonic() < end, "it did not come in time"
        time.sleep(0.05)


def answers(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def takes_queries(url: str) -> bool:
    try:
        psycopg.connect(url, connect_timeout=2).close()
    except psycopg.OperationalError:
        return False
    return True


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[str]:
    """The address of a PostgreSQL server in which databases can be made."""
    if url := os.environ.get("MISKATONIC_TEST_POSTGRES"):
        yield url
        return
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[4]))
    initdb = found[-1] if found else shutil.which("initdb")
    if not initdb:
        absent("PostgreSQL server (apt-get install postgresql)")
    programs = Path(initdb).parent
    # not under pytest's own folder, which only its owner may enter
    folder = Path(tempfile.mkdtemp(prefix="pg-"))
    prefix, port = as_other_user(folder), free_port()
    data = folder / "data"
    try:
        words = ["-D", str(data), "-U", "test", "-A", "trust", "-E", "UTF8", "--no-sync", "--no-instructions"]
        subprocess.run([*prefix, str(programs / "initdb"), *words], check=True, capture_output=True, cwd="/")
        settings = ["fsync=off", "full_page_writes=off", "listen_addresses=127.0.0.1", "max_connections=200"]
        options = [word for setting in settings for word in ("-c", setting)]
        server = subprocess.Popen(
            [*prefix, str(programs / "postgres"), "-D", str(data), "-k", str(folder), "-p", str(port), *options],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            cwd="/",
        )
        url = f"postgresql://test@127.0.0.1:{port}/postgres"
        wait_for(lambda: takes_queries(url))
        yield url
        # runuser would pass on a gentle end only; this one does not wait for clients
        os.kill(int((data / "postmaster.pid").read_text("utf-8").split()[0]), signal.SIGINT)
        server.wait(30)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture
def postgres(postgres_server: str) -> Iterator[str]:
    """The address of an empty database of its own."""
    name = f"test_{secrets.token_hex(6)}"
    with psycopg.connect(postgres_server, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
        yield f"{postgres_server.rpartition('/')[0]}/{name}"
        connection.execute(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")


@pytest.fixture(scope="session")
def redis_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a Redis server."""
    if url := os.environ.get("MISKATONIC_TEST_REDIS"):
        yield url
        return
    program = shutil.which("redis-server") or shutil.which("valkey-server")
    if not program:
        absent("Redis server (apt-get install redis-server)")
    port = free_port()
    words = ["--port", str(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]
    folder = tmp_path_factory.mktemp("redis")
    server = subprocess.Popen([program, *words, "--dir", str(folder)], stdout=subprocess.DEVNULL)
    try:
        wait_for(lambda: answers(port))
        yield f"redis://127.0.0.1:{port}/0"
    finally:
        server.terminate()
        server.wait(10)


@pytest.fixture(params=["sqlite", "postgres"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A database of each kind."""
    if request.param == "sqlite":
        return str(tmp_path / "table.sqlite3")
    return str(request.getfixturevalue("postgres"))


OpenHouse = Callable[..., House]


@pytest.fixture
def open_house(tmp_path: Path) -> Iterator[OpenHouse]:
    """Open tables in this process; settings and limits may be given by name."""
    with ExitStack() as stack:

        def open_one(database: str = "", limits: Limits = PLENTY, **settings: object) -> House:
            where = database or str(tmp_path / "table.sqlite3")
            chosen = Settings(database=where, limits=limits, **settings)  # type: ignore[arg-type]
            return stack.enter_context(House(chosen))

        yield open_one


@pytest.fixture
def house(open_house: OpenHouse) -> House:
    """A table that is open."""
    return open_house()


@pytest.fixture
def odd(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The toy game and the odd bots, in this process and in those it starts."""
    monkeypatch.setattr(game, "_KNOWN", dict(game._KNOWN))
    install(lambda name, bot: monkeypatch.setitem(BOTS, name, bot))
    folder = tmp_path / "customs"
    folder.mkdir()
    (folder / "sitecustomize.py").write_text("from table.odd import install\n\ninstall()\n", "utf-8")
    monkeypatch.setenv("PYTHONPATH", paths(folder))


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Callable[..., Served]]:
    """Start server processes with `miskatonic serve`."""
    with ExitStack() as stack:

        def start_one(*words: str) -> Served:
            return stack.enter_context(Served(tmp_path, *words))

        yield start_one
