"""SQLite: the embedded default, one file and nothing to configure."""

from __future__ import annotations

import contextlib
import sqlite3
import threading
from collections.abc import Sequence
from pathlib import Path

from miskatonic.table.errors import Conflict, DatabaseError
from miskatonic.table.store.backend import Row, Statement
from miskatonic.table.store.schema import steps_from


class Sqlite:
    """A file in WAL mode, flushed at every commit; each thread has a connection of its own."""

    shared = False

    def __init__(self, path: str) -> None:
        self.path = Path(path).expanduser()
        self.where = str(self.path)
        self._local = threading.local()
        self._all: list[sqlite3.Connection] = []

    def open(self) -> None:
        """Make the file if there is none, and bring its tables up to date."""
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            connection = self._connection
            connection.execute("CREATE TABLE IF NOT EXISTS miskatonic (version INTEGER NOT NULL)")
            connection.execute("BEGIN IMMEDIATE")
            found = connection.execute("SELECT version FROM miskatonic").fetchone()
            if found is None:
                connection.execute("INSERT INTO miskatonic VALUES (0)")
            for statement in steps_from(found[0] if found else 0, self.where):
                connection.execute(statement)
            connection.execute("COMMIT")
        except (sqlite3.Error, OSError) as error:
            self.close()
            raise DatabaseError(f"{self.where} cannot be used as a database: {error}") from None
        except DatabaseError:
            self.close()
            raise

    @property
    def _connection(self) -> sqlite3.Connection:
        if not hasattr(self._local, "connection"):
            connection = sqlite3.connect(self.path, timeout=10, isolation_level=None, check_same_thread=False)
            self._local.connection = connection
            self._all.append(connection)
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("PRAGMA synchronous = FULL")
            connection.execute("PRAGMA foreign_keys = ON")
        found: sqlite3.Connection = self._local.connection
        return found

    def close(self) -> None:
        """Let go of every connection."""
        for connection in self._all:
            connection.close()
        self._all.clear()
        self._local = threading.local()

    def write(self, statements: Sequence[Statement]) -> None:
        """All statements in one transaction."""
        connection = self._connection
        try:
            if len(statements) == 1:
                connection.execute(*statements[0])
                return
            connection.execute("BEGIN IMMEDIATE")
            for text, values in statements:
                connection.execute(text, values)
            connection.execute("COMMIT")
        except sqlite3.IntegrityError as error:
            raise Conflict(str(error)) from None
        finally:
            if connection.in_transaction:
                connection.execute("ROLLBACK")

    def read(self, statement: Statement) -> list[Row]:
        """The rows a question finds."""
        return self._connection.execute(*statement).fetchall()

    def back_up(self, path: str) -> None:
        """A copy made page by page while others go on writing."""
        try:
            with contextlib.closing(sqlite3.connect(path)) as copy:
                self._connection.backup(copy)
        except sqlite3.Error as error:
            raise DatabaseError(f"{path} cannot be written: {error}") from None
