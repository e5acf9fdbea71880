"""The commands `serve` and `backup`: their options, known also where the table itself is not installed."""

from __future__ import annotations

import argparse
import os
from importlib.util import find_spec
from pathlib import Path

from miskatonic.kernel import SetupError

PORT = 1928


def default_database() -> str:
    """The embedded database, in the user's own folder for data."""
    base = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return str(Path(base) / "miskatonic" / "table.sqlite3")


def add_serve_options(parser: argparse.ArgumentParser) -> None:
    """The options of `serve`."""
    parser.add_argument("--host", default="127.0.0.1", help="the address to listen at; 0.0.0.0 is every one")
    parser.add_argument("--port", type=int, default=PORT, help=f"the port to listen at ({PORT}); 0 is any free one")
    parser.add_argument("--database", default="", help="an SQLite file or postgresql://... (a file of your own)")
    parser.add_argument("--workers", type=int, default=1, help="server processes; more than one needs PostgreSQL")
    parser.add_argument("--redis", default="", help="redis://..., so that several servers hear of each other at once")
    parser.add_argument("--origin", action="append", default=[], help="a further address of this table, as https://...")
    parser.add_argument("--bots", type=int, default=1, help="processes in which bots think")
    parser.add_argument("--log", choices=("text", "json"), default="text", help="how to write logs")
    parser.add_argument("--no-browser", action="store_true", help="do not open a browser")


def add_backup_options(parser: argparse.ArgumentParser) -> None:
    """The options of `backup`."""
    parser.add_argument("file", metavar="FILE", help="where the copy goes")
    parser.add_argument("--database", default="", help="an SQLite file or postgresql://... (a file of your own)")


def do_serve(words: argparse.Namespace) -> None:
    """`miskatonic serve`."""
    _check_installed()
    from miskatonic.table.serve import serve

    serve(words)


def do_backup(words: argparse.Namespace) -> None:
    """`miskatonic backup FILE`."""
    _check_installed()
    from miskatonic.table.serve import back_up

    back_up(words)


def _check_installed() -> None:
    for needed in ("msgspec", "prometheus_client", "starlette", "uvicorn", "websockets"):
        if find_spec(needed) is None:
            raise SetupError(f"the table needs {needed}, which is not installed: pip install 'miskatonic[table]'")
