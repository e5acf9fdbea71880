"""What the store needs from a database, and the thread that writes.

Everything that is to be written goes through one thread: whatever is waiting goes into one transaction (group commit),
so that many matches share the price of one flush to disk.
"""

from __future__ import annotations

import asyncio
import contextlib
import queue
import threading
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, groupby
from operator import itemgetter
from typing import Any, Protocol, TypeAlias

Statement: TypeAlias = tuple[str, Sequence[Any]]
Row: TypeAlias = tuple[Any, ...]

APPEND = "INSERT INTO log VALUES (?, ?, ?, ?)"
"""An entry of a log: its match, its number, when it was written, and what it says."""
ROWS = 100
"""The most entries in one statement: far from any database's limit, and few enough texts for them to be remembered."""


class Backend(Protocol):
    """A database: writes in transactions, reads from any thread."""

    where: str
    """How to name it to a person, without secrets."""
    shared: bool
    """Whether several servers may use it at once."""

    def open(self) -> None:
        """Connect, and bring the tables up to date."""

    def close(self) -> None:
        """Let go of every connection."""

    def write(self, statements: Sequence[Statement]) -> None:
        """All statements in one transaction, or none; a doubled key is a `Conflict`.

        A single statement is a transaction by itself.
        """

    def read(self, statement: Statement) -> list[Row]:
        """The rows a question finds."""

    def back_up(self, path: str) -> None:
        """A copy of the whole database in a file, while it is in use."""


@dataclass
class Write:
    """Statements that belong together, and who waits for them."""

    statements: Sequence[Statement]
    done: asyncio.Future[None]

    def settle(self, error: BaseException | None) -> None:
        """Tell the waiting task, which may have gone."""
        if self.done.cancelled():
            return
        if error is None:
            self.done.set_result(None)
        else:
            self.done.set_exception(error)


def _settle(batch: list[Write], error: BaseException | None) -> None:
    """Tell all waiting tasks, in their loop; it may have ended."""

    def tell() -> None:
        for write in batch:
            write.settle(error)

    with contextlib.suppress(RuntimeError):
        batch[0].done.get_loop().call_soon_threadsafe(tell)


def merged(statements: Iterable[Statement]) -> Iterator[Statement]:
    """The same statements in the same order, entries of logs that stand together as one.

    For every statement the thread that writes must have its turn among all others, which costs more than the writing.
    """
    for text, group in groupby(statements, itemgetter(0)):
        if text != APPEND:
            yield from group
            continue
        rows = [values for _, values in group]
        for first in range(0, len(rows), ROWS):
            some = rows[first : first + ROWS]
            yield APPEND + ", (?, ?, ?, ?)" * (len(some) - 1), tuple(chain.from_iterable(some))


class Writer:
    """The one thread that writes."""

    def __init__(self, backend: Backend, most: int = 500) -> None:
        self._backend = backend
        self._most = most
        self._waiting: queue.SimpleQueue[Write | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="writer", daemon=True)
        self.batches = 0
        self.writes = 0

    def start(self) -> None:
        """Begin to write."""
        self._thread.start()

    def stop(self) -> None:
        """Write what is waiting, then end."""
        self._waiting.put(None)
        self._thread.join()

    async def write(self, statements: Sequence[Statement]) -> None:
        """Write all of it or nothing; when this returns, it is on disk."""
        write = Write(statements, asyncio.get_running_loop().create_future())
        self._waiting.put(write)
        await write.done

    def _run(self) -> None:
        while (batch := self._take()) is not None:
            self.batches += 1
            self.writes += len(batch)
            self._commit(batch)

    def _take(self) -> list[Write] | None:
        """Everything that is waiting; None when nothing more will come."""
        first = self._waiting.get()
        if first is None:
            return None
        batch = [first]
        while len(batch) < self._most:
            try:
                further = self._waiting.get_nowait()
            except queue.Empty:
                break
            if further is None:
                self._waiting.put(None)
                break
            batch.append(further)
        return batch

    def _commit(self, batch: list[Write]) -> None:
        """One transaction for all; if somebody's part cannot be written, one for each."""
        try:
            self._backend.write(list(merged(statement for write in batch for statement in write.statements)))
        except Exception as error:
            if len(batch) == 1:
                _settle(batch, error)
                return
            for write in batch:
                self._commit([write])
            return
        _settle(batch, None)
