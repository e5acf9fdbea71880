"""PostgreSQL: for several servers at one database."""

from __future__ import annotations

import os
import shutil
import subprocess
import threading
import time
from collections.abc import Sequence
from typing import Any
from urllib.parse import urlsplit, urlunsplit

import psycopg

from miskatonic.table.errors import Conflict, DatabaseError
from miskatonic.table.store.backend import Row, Statement
from miskatonic.table.store.schema import steps_from

LOCK = 0x6D69736B
"""Migrations of several servers that start at once wait for each other."""


class Postgres:
    """A PostgreSQL database; each thread has a connection of its own, made again when it broke."""

    shared = True

    def __init__(self, address: str) -> None:
        self._address = address
        parts = urlsplit(address)
        self.where = urlunsplit(parts._replace(netloc=parts.netloc.rpartition("@")[2], query=""))
        self._local = threading.local()
        self._all: list[psycopg.Connection[Any]] = []

    def open(self) -> None:
        """Connect, and bring the tables up to date."""
        try:
            with self._connection.transaction():
                self._execute("SELECT pg_advisory_xact_lock(%s)", (LOCK,))
                self._execute("CREATE TABLE IF NOT EXISTS miskatonic (version INTEGER NOT NULL)")
                found = self._execute("SELECT version FROM miskatonic").fetchone()
                if found is None:
                    self._execute("INSERT INTO miskatonic VALUES (0)")
                for statement in steps_from(found[0] if found else 0, self.where):
                    self._execute(statement)
        except psycopg.Error as error:
            self.close()
            reason = str(error).strip().splitlines()[0] if str(error).strip() else type(error).__name__
            raise DatabaseError(f"the database {self.where} cannot be used: {reason}") from None
        except DatabaseError:
            self.close()
            raise

    @property
    def _connection(self) -> psycopg.Connection[Any]:
        connection: psycopg.Connection[Any] | None = getattr(self._local, "connection", None)
        if connection is None or connection.closed:
            connection = psycopg.connect(self._address, autocommit=True, connect_timeout=5)
            self._local.connection = connection
            self._all.append(connection)
        return connection

    def _execute(self, text: str, values: Sequence[Any] = ()) -> psycopg.Cursor[Any]:
        return self._connection.execute(text, values)

    def close(self) -> None:
        """Let go of every connection."""
        for connection in self._all:
            connection.close()
        self._all.clear()

    def write(self, statements: Sequence[Statement]) -> None:
        """All statements in one transaction and one round trip."""
        connection = self._connection
        theirs = [(text.replace("?", "%s"), values) for text, values in statements]
        try:
            if len(theirs) == 1:
                connection.execute(*theirs[0])
                return
            with connection.pipeline(), connection.transaction():
                for text, values in theirs:
                    connection.execute(text, values)
        except psycopg.IntegrityError as error:
            raise Conflict(str(error)) from None
        except psycopg.OperationalError:
            connection.close()
            raise

    def read(self, statement: Statement) -> list[Row]:
        """The rows a question finds; a connection that broke meanwhile is made again once."""
        text, values = statement
        for last in (False, True):
            try:
                return self._execute(text.replace("?", "%s"), values).fetchall()
            except psycopg.OperationalError:
                self._connection.close()
                if last:
                    raise
                time.sleep(0.2)
        return []

    def back_up(self, path: str) -> None:
        """A dump in PostgreSQL's own format, for `pg_restore`."""
        program = shutil.which("pg_dump")
        if program is None:
            raise DatabaseError("a backup of PostgreSQL needs its program pg_dump, which is not on the path")
        made = subprocess.run(
            [program, "--format=custom", f"--file={path}", f"--dbname={self._address}"],
            capture_output=True,
            text=True,
            check=False,
            env=dict(os.environ),
        )
        if made.returncode:
            raise DatabaseError(f"pg_dump failed: {made.stderr.strip()}")
