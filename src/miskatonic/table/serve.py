"""`miskatonic serve`: open the table, say where, and close it in order."""

from __future__ import annotations

import argparse
import contextlib
import errno
import os
import signal
import socket
import sys
import tempfile
import threading
import webbrowser
from pathlib import Path

import msgspec
import uvicorn
from uvicorn.supervisors import Multiprocess

from miskatonic.kernel import SetupError
from miskatonic.table.app import ENVIRONMENT
from miskatonic.table.command import default_database
from miskatonic.table.limits import Limits
from miskatonic.table.logs import set_up_logs
from miskatonic.table.metrics import FOLDER
from miskatonic.table.pulse import Pulse
from miskatonic.table.service import Settings
from miskatonic.table.store import open_store

LOOPBACK = ("127.0.0.1", "localhost", "::1")
FILES = 20_000
"""How many files and sockets the server wants to have open at most."""


def settings_of(words: argparse.Namespace) -> Settings:
    """The settings that the options describe; what cannot work is refused here."""
    if words.workers < 1:
        raise SetupError("--workers must be at least 1")
    database = words.database or default_database()
    store = open_store(database)
    if words.workers > 1 and not store.backend.shared:
        raise SetupError("several workers need a database they can share: --database postgresql://...")
    store.backend.open()
    store.backend.close()
    if words.redis:
        _check_redis(words.redis)
    hosts = {"localhost", "127.0.0.1", "[::1]", words.host.lower()}
    hosts |= {origin.split("//")[-1].rpartition(":")[0] or origin.split("//")[-1] for origin in words.origin}
    everywhere = words.host in ("0.0.0.0", "::")
    return Settings(
        database=database,
        redis=words.redis,
        origins=tuple(words.origin),
        hosts=("*",) if everywhere and not words.origin else tuple(sorted(hosts)),
        secure=bool(words.origin) and all(origin.startswith("https://") for origin in words.origin),
        bot_processes=words.bots,
        log=words.log,
        limits=Limits(),
    )


def _check_redis(address: str) -> None:
    import redis

    try:
        redis.from_url(address).ping()
    except (redis.exceptions.RedisError, ValueError, OSError) as error:
        raise SetupError(f"Redis cannot be reached at {address.rpartition('@')[2]}: {error}") from None


def listen(host: str, port: int) -> socket.socket:
    """A listening socket; a port that is taken is explained."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
    except OSError as error:
        listener.close()
        reason = (
            "is used by another program" if error.errno == errno.EADDRINUSE else f"cannot be used ({error.strerror})"
        )
        raise SetupError(f"port {port} of {host} {reason}; choose another with --port, or any with --port 0") from None
    except OverflowError:
        listener.close()
        raise SetupError(f"there is no port {port}; ports go from 0 to 65535") from None
    listener.listen(1024)
    return listener


def serve(words: argparse.Namespace) -> None:
    """Open the table and keep it open until somebody stops it."""
    settings = settings_of(words)
    set_up_logs(words.log)
    _allow_many_sockets()
    listener = listen(words.host, words.port)
    port = listener.getsockname()[1]
    shown = "127.0.0.1" if words.host in ("0.0.0.0", "::") else f"[{words.host}]" if ":" in words.host else words.host
    address = words.origin[0] if words.origin else f"http://{shown}:{port}"
    os.environ[ENVIRONMENT] = msgspec.json.encode(settings).decode()
    config = uvicorn.Config(
        "miskatonic.table.app:from_environment",
        factory=True,
        workers=words.workers,
        log_config=None,
        access_log=False,
        ws=Pulse,
        ws_max_size=settings.limits.message_bytes,
        ws_ping_interval=None,
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=5,
        server_header=False,
    )
    print(f"The table is open at {address} (Ctrl-C closes it)", flush=True)
    print(f"Matches are kept in {open_store(settings.database).backend.where}", file=sys.stderr, flush=True)
    if words.host not in LOOPBACK:
        print("Everybody who can reach this machine can play here.", file=sys.stderr, flush=True)
    if not words.no_browser and _has_display():
        threading.Timer(1.0, webbrowser.open, (address,)).start()
    # the server ends in order at these, and then lets them have their way: all is well
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda number, frame: sys.exit(0))
    if words.workers > 1:
        with tempfile.TemporaryDirectory() as os.environ[FOLDER]:
            Multiprocess(config, sockets=[listener]).run()
    else:
        uvicorn.Server(config).run(sockets=[listener])


def _allow_many_sockets() -> None:
    """Every socket is an open file, of which many systems allow a thousand unless asked for more."""
    if sys.platform == "win32":
        return
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = FILES if hard == resource.RLIM_INFINITY else min(FILES, hard)
    if soft < wanted:
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def _has_display() -> bool:
    if sys.platform in ("win32", "darwin"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def back_up(words: argparse.Namespace) -> None:
    """`miskatonic backup`: a copy of everything, while the table may be open."""
    target = Path(words.file)
    if target.exists():
        raise SetupError(f"{target} exists already; choose another name for the backup")
    store = open_store(words.database or default_database())
    if not store.backend.shared and not Path(store.backend.where).exists():
        raise SetupError(f"there is no database {store.backend.where}; name yours with --database")
    store.backend.open()
    try:
        store.back_up(str(target))
    finally:
        store.backend.close()
    print(f"{store.backend.where} is copied to {target}")
