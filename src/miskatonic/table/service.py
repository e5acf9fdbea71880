"""The table as a whole: everything a request may need, started and stopped together."""

from __future__ import annotations

import asyncio
import gc
import logging
import signal
import sys
import threading
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from functools import partial
from types import FrameType
from typing import Literal, TypeAlias

from miskatonic.table import metrics
from miskatonic.table.errors import NoSuchMatch
from miskatonic.table.hall import Hall
from miskatonic.table.hints import Hints
from miskatonic.table.limits import Buckets, Limits
from miskatonic.table.room import Room
from miskatonic.table.sessions import Sessions, hashed
from miskatonic.table.store import open_store
from miskatonic.table.thinkers import Thinkers
from miskatonic.table.wire import Closing

Chore: TypeAlias = Callable[[], Awaitable[None]]
log = logging.getLogger("miskatonic.table")

YOUNG_ONLY = 5_000, 5, 1_000_000
"""How many objects of each age call for a search for garbage: few, because nobody is served meanwhile; old ones are
searched once an hour."""
TURN = 0.0005
"""Seconds after which a busy thread lets another one run: the one that saves has a turn for every statement."""
MOMENTS = 20
"""How many twentieths of a second the server waits for its followers to go."""


@dataclass(frozen=True)
class Settings:
    """How a table is run."""

    database: str
    redis: str = ""
    origins: tuple[str, ...] = ()
    """Further origins from which the table may be used, such as `https://play.example`."""
    hosts: tuple[str, ...] = ("localhost", "127.0.0.1", "[::1]")
    """Names under which the table may be addressed; `*` is any."""
    secure: bool = False
    """Whether people reach the table by TLS, so that cookies are for TLS only."""
    log: Literal["text", "json"] = "text"
    bot_processes: int = 1
    bot_seconds: float = 10.0
    limits: Limits = field(default_factory=Limits)


class Service:
    """A running table."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.limits = settings.limits
        self.store = open_store(settings.database)
        self.sessions = Sessions(self.store)
        self.hall = Hall(self.store, Thinkers(settings.bot_processes, settings.bot_seconds), settings.limits)
        self.hints = Hints(settings.redis, self.hall)
        self.requests = Buckets(self.limits.requests_per_second, self.limits.requests_at_once)
        self.openings = Buckets(self.limits.openings_per_minute / 60, self.limits.openings_at_once)
        self.sockets: dict[str, int] = {}
        """How many connections every address has."""
        self.closing = False

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Open the database, keep house while the server runs, and leave everything in order."""
        self.store.open()
        await self.hints.open()
        chores = [asyncio.create_task(self._every(*chore)) for chore in self._chores()]
        try:
            with self._hearing_of_the_end(), _undisturbed():
                yield
        finally:
            self.closing = True
            for chore in chores:
                chore.cancel()
            self.say_goodbye()
            await asyncio.gather(*chores, return_exceptions=True)
            await self.hints.close()
            await self.hall.close()
            self.store.close()
            metrics.leave()

    @contextmanager
    def _hearing_of_the_end(self) -> Iterator[None]:
        """Say goodbye at the first sign of the end: the server closes connections before it tells the application."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        loop = asyncio.get_running_loop()
        before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}

        def end(number: int, frame: FrameType | None) -> None:
            handler = before[signal.Signals(number)]
            if not callable(handler):
                return
            if self.closing:
                handler(number, frame)
            else:
                self.closing = True
                loop.call_soon_threadsafe(self.hall.in_background, self._take_leave(partial(handler, number, None)))

        for number in before:
            signal.signal(number, end)
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    async def _take_leave(self, then: Callable[[], object]) -> None:
        """Give everybody a moment to hear the goodbye."""
        self.say_goodbye()
        for _ in range(MOMENTS):
            if not any(room.followers for room in self.hall.rooms.values()):
                break
            await asyncio.sleep(0.05)
        then()

    def say_goodbye(self) -> None:
        """Tell every follower that this server goes down; they will connect again."""
        self.closing = True
        for room in self.hall.rooms.values():
            for follower in room.followers:
                follower.dismiss(Closing("The table is being closed for a moment; you will be connected again."))

    def _chores(self) -> Iterator[tuple[float, Chore]]:
        yield 1.0, self.hall.keep_house
        yield 3600.0, self._tidy_up
        if self.store.backend.shared:
            yield (5.0 if self.settings.redis else 0.5), self.hall.compare_heads

    async def _every(self, seconds: float, chore: Chore) -> None:
        while True:
            try:
                await chore()
            except Exception:
                log.exception("a chore failed")
            await asyncio.sleep(seconds)

    async def _tidy_up(self) -> None:
        """Drop what nobody came back to."""
        gc.collect()
        now = time.time()
        await self.store.forget_gatherings(now - self.limits.gathering_hours * 3600)
        await self.store.forget_sessions(now - self.limits.session_days * 86_400)

    # -- who may see what ---------------------------------------------------------------------------------------------

    async def room_for(self, match: str, session: str) -> Room:
        """The room of a match that this session may look at; for others there is no such match."""
        room = await self.hall.room(match)
        if not await self.may_look(room, session):
            raise NoSuchMatch("there is no such match, or it is not open to you; ask for an invitation")
        return room

    async def may_look(self, room: Room, session: str) -> bool:
        """Players, the host, spectators with the link; at open tables everybody."""
        live = room.live
        if live.plan.open or (session and (session == live.plan.host or live.seats_of(session))):
            return True
        if not session:
            return False
        if session in room.watchers:
            return True
        if await self.store.role(live.id, session) is None:
            return False
        room.watchers.add(session)
        return True

    async def let_watch(self, room: Room, session: str, token: str) -> bool:
        """Let a session look on if its token is that of the spectators' link."""
        if await self.may_look(room, session):
            return True
        if not token or hashed(token) != room.live.plan.watch:
            return False
        await self.store.watch(room.live.id, session)
        room.watchers.add(session)
        return True


@contextmanager
def _undisturbed() -> Iterator[None]:
    """Take turns quickly, and look for garbage among young objects only: all of a thousand matches take too long."""
    usual, turn = gc.get_threshold(), sys.getswitchinterval()
    gc.set_threshold(*YOUNG_ONLY)
    sys.setswitchinterval(TURN)
    try:
        yield
    finally:
        gc.set_threshold(*usual)
        sys.setswitchinterval(turn)
