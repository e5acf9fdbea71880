"""The hall: all matches that somebody is playing or following now.

A match is loaded when it is wanted and forgotten when nobody has followed it for a while; the log in the database is
the truth. Deeds follow one path: change in memory, save, then tell. Nothing is told that is not saved.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Coroutine
from typing import Any

from miskatonic.bots import Glimpse, goes_by_view
from miskatonic.kernel import Ask, MiskatonicError
from miskatonic.table.errors import Busy, Conflict, NoSuchMatch, TooSlow
from miskatonic.table.ledger import Answered, Line, Opened, read_line, write_line
from miskatonic.table.limits import Limits
from miskatonic.table.live import Live
from miskatonic.table.metrics import ANSWERS, COMMIT, CONFLICTS, LIVE, REBUILDS
from miskatonic.table.plan import Plan, read_plan, write_plan
from miskatonic.table.room import Follower, Room
from miskatonic.table.store import Entry, Store
from miskatonic.table.thinkers import Thinkers, quick_answer

log = logging.getLogger("miskatonic.table")


ATTEMPTS = 20
"""How often a deed is tried when other servers are quicker."""


class Reading:
    """A match while it does not change; see `Hall.reading`."""

    def __init__(self, hall: Hall, room: Room, freshly: bool = False) -> None:
        self._hall = hall
        self._room = room
        self._freshly = freshly

    async def __aenter__(self) -> Live:
        room = self._room
        await room.lock.acquire()
        try:
            if room.lost or (self._freshly and self._hall.store.backend.shared):
                await self._hall.catch_up(room)
        except BaseException:
            room.lock.release()
            raise
        room.used = time.monotonic()
        return room.live

    async def __aexit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        self._room.lock.release()


class Changing(Reading):
    """A match to be changed; see `Hall.changing`."""

    async def __aexit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        room = self._room
        live = room.live
        try:
            if live.fresh and error is None:
                await self._hall.save(room)
        finally:
            if live.fresh:
                # perhaps not saved: what is in memory is not the truth any more, and whoever follows looks again
                room.lost = True
                room.announce()
            room.lock.release()


class Hall:
    """The live matches of this server process."""

    def __init__(self, store: Store, thinkers: Thinkers, limits: Limits) -> None:
        self.store = store
        self.thinkers = thinkers
        self.limits = limits
        self.rooms: dict[str, Room] = {}
        self.on_saved: Callable[[str, int], None] = lambda match, seq: None
        """Called when a match has moved on, to hint to other servers."""
        self._loading: dict[str, asyncio.Lock] = {}
        self._tasks: set[asyncio.Task[Any]] = set()

    # -- coming and going ---------------------------------------------------------------------------------------------

    async def open(self, match: str, plan: Plan, host: str | None, lines: list[Line], prefix: list[int]) -> Room:
        """A new match."""
        await self.store.create(match, plan.game, write_plan(plan), plan.open, write_line(Opened(tail=prefix)), host)
        room = await self.room(match)
        async with self.changing(room) as live:
            live.do(time.time(), *lines)
        return room

    async def forget(self, match: str) -> None:
        """Drop a match that nobody has heard of yet."""
        await self.store.forget(match)
        self.rooms.pop(match, None)

    async def room(self, match: str) -> Room:
        """The room of a match, loaded if need be."""
        room = self.rooms.get(match)
        if room is not None:
            room.used = time.monotonic()
            return room
        async with self._loading.setdefault(match, asyncio.Lock()):
            try:
                if match not in self.rooms:
                    self.rooms[match] = Room(await self._load(match))
                    self._prompt_bots(self.rooms[match])
            finally:
                self._loading.pop(match, None)
        LIVE.set(len(self.rooms))
        return self.rooms[match]

    async def _load(self, match: str) -> Live:
        found = await self.store.load(match) if match.isascii() and match.isalnum() else None
        if found is None:
            raise NoSuchMatch("there is no such match")
        kept, entries = found
        REBUILDS.inc()
        live = Live(match, read_plan(kept.plan))
        _absorb(live, entries)
        return live

    async def catch_up(self, room: Room) -> None:
        """Take in what others have written; the caller holds the lock."""
        if room.lost:
            room.rebuilt(await self._load(room.live.id))
        elif entries := await self.store.entries(room.live.id, room.live.seq):
            _absorb(room.live, entries)
        else:
            return
        room.announce()
        self._prompt_bots(room)

    async def refresh(self, match: str) -> None:
        """Somebody else says that this match has moved on."""
        if room := self.rooms.get(match):
            async with room.lock:
                await self.catch_up(room)

    def reading(self, room: Room, freshly: bool = False) -> Reading:
        """The match while it does not change: exactly what is saved, `freshly` also by other servers."""
        return Reading(self, room, freshly)

    async def picture(self, room: Room, follower: Follower) -> str:
        """What a follower is shown next; nobody waits for a match of which everything is saved."""
        if room.lost or room.lock.locked():
            async with self.reading(room):
                return room.picture(follower)
        return room.picture(follower)

    # -- changing -----------------------------------------------------------------------------------------------------

    def changing(self, room: Room) -> Changing:
        """The match to be changed: what the block does is saved at its end, or has not happened."""
        return Changing(self, room)

    async def do(self, room: Room, deed: Callable[[Live], None]) -> int:
        """Carry out a deed; the number of the last event."""
        for _ in range(ATTEMPTS):
            try:
                async with self.changing(room) as live:
                    deed(live)
                return live.seq
            except Conflict:
                CONFLICTS.inc()
            except MiskatonicError:
                if not await self._was_behind(room):
                    raise
        raise Busy("this match is being changed by others all the time; try again")

    async def _was_behind(self, room: Room) -> bool:
        """Whether another server knew more of the match, so that a refusal may have been wrong; it is known now."""
        if not self.store.backend.shared:
            return False
        async with room.lock:
            known = room.live.seq - len(room.live.fresh)
            await self.catch_up(room)
            return room.live.seq > known

    async def save(self, room: Room) -> None:
        """Save the fresh lines, then tell everybody."""
        live = room.live
        at, began = time.time(), time.perf_counter()
        status, players = live.status, live.players
        await self.store.append(
            live.id,
            [Entry(seq, at, write_line(line)) for seq, line in live.fresh],
            status=status if status != room.status else None,
            due=live.due,
            timed=bool(live.plan.deadline),
            players=players - room.players,
        )
        COMMIT.observe(time.perf_counter() - began)
        room.status, room.players = status, players
        ANSWERS.inc(sum(isinstance(line, Answered) for _, line in live.fresh))
        live.fresh.clear()
        room.announce()
        self._prompt_bots(room)
        self.on_saved(live.id, live.seq)

    # -- bots and clocks ----------------------------------------------------------------------------------------------

    def _prompt_bots(self, room: Room) -> None:
        """Let bots think about the questions that are open to them."""
        live = room.live
        for ask in live.asks:
            if live.chairs[ask.actor].bot and live.match is not None:
                ask_id = live.match.ask_id(ask)
                if ask_id not in room.thinking:
                    room.thinking.add(ask_id)
                    self.in_background(self._bot_answers(room, ask, ask_id))

    async def _bot_answers(self, room: Room, ask: Ask, ask_id: str) -> None:
        """A bot thinks and answers; a bot that fails is answered for."""
        try:
            async with self.reading(room) as live:
                if live.match is None or ask not in live.asks:
                    return
                bot, game = live.chairs[ask.actor].bot, live.plan.game
                if goes_by_view(bot):
                    seen = Glimpse.of_view(live.match.view(ask.actor), ask.actor)
                else:
                    seen = Glimpse(live.match.fork(), ask.actor)
            try:
                code = await self.thinkers.choose(game, bot, f"{live.id}/{ask_id}", seen, ask)
            except TooSlow as slow:
                log.warning("bot failed", extra={"match": live.id, "why": str(slow)})
                # a sensible player that hangs must not be tried once more, and here
                code = ask.options[0] if bot == "heuristic" else quick_answer(game, seen.view, ask)
            await self.do(room, lambda live: live.answer(time.time(), ask.actor, code, ask_id, by="bot"))
        except MiskatonicError as error:
            # the question was taken back or answered while the bot was thinking
            log.info("bot too late", extra={"match": room.live.id, "why": str(error)})
        finally:
            room.thinking.discard(ask_id)

    async def time_is_up(self, match: str) -> None:
        """Answer for everybody whose time is up."""
        room = await self.room(match)

        def answer(live: Live) -> None:
            now = time.time()
            while live.due is not None and live.due <= now and live.match is not None:
                late = [ask for ask in live.asks if live.chairs[ask.actor].session]
                for ask in late:
                    code = quick_answer(live.plan.game, live.match.view(ask.actor), ask)
                    live.answer(now, ask.actor, code, by="clock")

        await self.do(room, answer)

    def in_background(self, work: Coroutine[Any, Any, None]) -> None:
        """Do something beside; a failure is logged."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()):
            log.error("background work failed", exc_info=error)

    # -- keeping house ------------------------------------------------------------------------------------------------

    async def keep_house(self) -> None:
        """What has to be done every second: clocks, forgotten matches."""
        for match in await self.store.due(time.time()):
            try:
                await self.time_is_up(match)
            except MiskatonicError as error:
                log.warning("clock", extra={"match": match, "why": str(error)})
            except Exception:
                # one match that cannot be built must not stop the clocks of all others
                log.exception("clock", extra={"match": match})
        self.evict(time.monotonic() - self.limits.evict_after)

    def evict(self, before: float) -> None:
        """Forget matches that nobody has followed or used since."""
        for match, room in list(self.rooms.items()):
            if not room.followers and not room.thinking and room.used < before and not room.lock.locked():
                del self.rooms[match]
        LIVE.set(len(self.rooms))

    async def compare_heads(self) -> None:
        """Look whether other servers have written something that nobody hinted at."""
        heads = await self.store.heads(list(self.rooms))
        for match, seq in heads.items():
            if match in self.rooms and seq > self.rooms[match].live.seq:
                await self.refresh(match)

    async def close(self) -> None:
        """End what runs beside; everything told is saved already."""
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self.thinkers.close()


def _absorb(live: Live, entries: list[Entry]) -> None:
    for entry in entries:
        live.absorb(entry.seq, entry.at, read_line(entry.body))
    live.complete()
