"""The store: what the table keeps and looks up."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

from miskatonic.table.store.backend import APPEND, Backend, Row, Statement, Writer

PLAYER, WATCHER = "player", "watcher"


class Entry(NamedTuple):
    """One entry of a match's log."""

    seq: int
    at: float
    body: str


class Kept(NamedTuple):
    """What is kept of a match besides its log."""

    match: str
    plan: str
    created: float


class Summary(NamedTuple):
    """A match in a list."""

    match: str
    status: str
    created: float
    changed: float


class Store:
    """Matches, sessions and guests in a database."""

    def __init__(self, backend: Backend, readers: int = 4) -> None:
        self.backend = backend
        self._writer = Writer(backend)
        self._readers = ThreadPoolExecutor(readers, "reader")

    def open(self) -> None:
        """Connect and begin to write."""
        self.backend.open()
        self._writer.start()

    def close(self) -> None:
        """Write what is waiting, then let go."""
        self._writer.stop()
        self._readers.shutdown()
        self.backend.close()

    @property
    def batches(self) -> tuple[int, int]:
        """How many transactions there were, and how many writes went into them."""
        return self._writer.batches, self._writer.writes

    async def _read(self, text: str, *values: object) -> list[Row]:
        return await asyncio.get_running_loop().run_in_executor(self._readers, self.backend.read, (text, values))

    # -- matches ------------------------------------------------------------------------------------------------------

    async def create(self, match: str, game: str, plan: str, listed: bool, entry: str, host: str | None) -> None:
        """A new match with the first entry of its log."""
        now = time.time()
        statements: list[Statement] = [
            ("INSERT INTO matches VALUES (?, ?, ?, 'gathering', ?, ?, NULL)", (match, game, plan, int(listed), now)),
            (APPEND, (match, 1, now, entry)),
        ]
        if host is not None:
            statements.append(_guest(match, host, PLAYER))
        await self._writer.write(statements)

    async def append(
        self,
        match: str,
        entries: Iterable[Entry],
        status: str | None = None,
        due: float | None = None,
        timed: bool = False,
        players: Iterable[str] = (),
    ) -> None:
        """Entries of a log, with what changes in the index; a `Conflict` if somebody else was first."""
        statements: list[Statement] = [(APPEND, (match, *entry)) for entry in entries]
        if status is not None:
            statements.append(("UPDATE matches SET status = ? WHERE id = ?", (status, match)))
        if timed:
            statements.append(("UPDATE matches SET due = ? WHERE id = ?", (due, match)))
        statements += [_guest(match, player, PLAYER) for player in players]
        await self._writer.write(statements)

    async def load(self, match: str, since: int = 0) -> tuple[Kept, list[Entry]] | None:
        """A match with the entries of its log after `since`."""
        kept = await self._read("SELECT id, plan, created FROM matches WHERE id = ?", match)
        if not kept:
            return None
        return Kept(*kept[0]), await self.entries(match, since)

    async def entries(self, match: str, since: int) -> list[Entry]:
        """The entries of a log after `since`."""
        found = await self._read("SELECT seq, at, body FROM log WHERE match = ? AND seq > ? ORDER BY seq", match, since)
        return [Entry(*row) for row in found]

    async def heads(self, matches: list[str]) -> dict[str, int]:
        """How long the logs of some matches are."""
        if not matches:
            return {}
        marks = ", ".join("?" * len(matches))
        text = f"SELECT match, MAX(seq) FROM log WHERE match IN ({marks}) GROUP BY match"
        return dict(await self._read(text, *matches))

    async def due(self, now: float) -> list[str]:
        """The matches in which somebody's time is up."""
        return [row[0] for row in await self._read("SELECT id FROM matches WHERE due <= ?", now)]

    async def unfinished(self, session: str) -> int:
        """How many matches of a session are not over."""
        found = await self._read(
            "SELECT COUNT(*) FROM guests JOIN matches ON matches.id = guests.match "
            "WHERE session = ? AND role = 'player' AND status <> 'over'",
            session,
        )
        return int(found[0][0])

    async def matches_of(self, session: str, most: int = 50) -> list[Summary]:
        """The matches a session plays in, the latest first."""
        found = await self._read(
            "SELECT matches.id, status, created, (SELECT MAX(at) FROM log WHERE match = matches.id) AS changed "
            "FROM guests JOIN matches ON matches.id = guests.match "
            "WHERE session = ? AND role = 'player' ORDER BY changed DESC LIMIT ?",
            session,
            most,
        )
        return [Summary(*row) for row in found]

    async def open_tables(self, most: int = 50) -> list[Summary]:
        """Tables that everybody may join."""
        found = await self._read(
            "SELECT id, status, created, created FROM matches "
            "WHERE status = 'gathering' AND listed = 1 ORDER BY created DESC LIMIT ?",
            most,
        )
        return [Summary(*row) for row in found]

    async def forget(self, match: str) -> None:
        """Drop a match with everything that belongs to it."""
        await self._writer.write([("DELETE FROM matches WHERE id = ?", (match,))])

    async def forget_gatherings(self, before: float) -> int:
        """Drop tables that nobody came to."""
        idle = await self._read("SELECT id FROM matches WHERE status = 'gathering' AND created < ?", before)
        if idle:
            await self._writer.write([("DELETE FROM matches WHERE id = ?", row) for row in idle])
        return len(idle)

    # -- people -------------------------------------------------------------------------------------------------------

    async def watch(self, match: str, session: str) -> None:
        """Let a session look on."""
        await self._writer.write([_guest(match, session, WATCHER)])

    async def role(self, match: str, session: str) -> str | None:
        """What a session is at a match: player, watcher or nothing."""
        found = await self._read("SELECT role FROM guests WHERE session = ? AND match = ?", session, match)
        return found[0][0] if found else None

    async def add_session(self, session: str) -> None:
        """A new session."""
        now = time.time()
        await self._writer.write([("INSERT INTO sessions VALUES (?, ?, ?)", (session, now, now))])

    async def knows(self, session: str) -> bool:
        """Whether there is such a session."""
        return bool(await self._read("SELECT 1 FROM sessions WHERE id = ?", session))

    async def forget_sessions(self, before: float) -> None:
        """Drop sessions that were made long ago and never sat at a table."""
        unused = (
            "DELETE FROM sessions WHERE created < ? AND NOT EXISTS (SELECT 1 FROM guests WHERE session = sessions.id)"
        )
        await self._writer.write([(unused, (before,))])

    # -- keeping ------------------------------------------------------------------------------------------------------

    async def healthy(self) -> bool:
        """Whether the database answers."""
        return bool(await self._read("SELECT version FROM miskatonic"))

    def back_up(self, path: str) -> None:
        """A copy of everything in a file."""
        self.backend.back_up(path)


def _guest(match: str, session: str, role: str) -> Statement:
    """A session at a match; who plays does not become a spectator."""
    return (
        "INSERT INTO guests VALUES (?, ?, ?) ON CONFLICT (session, match) DO UPDATE SET role = "
        "CASE WHEN guests.role = 'player' THEN 'player' ELSE excluded.role END",
        (match, session, role),
    )
