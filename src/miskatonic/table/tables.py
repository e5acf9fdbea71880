"""Opening tables: new ones, the next of the same people, one from the middle of another match, one from a record."""

from __future__ import annotations

import secrets
import time
from asyncio import to_thread

from miskatonic import __version__
from miskatonic.kernel import Match, Record, SetupError, read_record, write_record
from miskatonic.table import ledger
from miskatonic.table.errors import Conflict, NoSuchMatch, NotYours, TooMany
from miskatonic.table.live import Live
from miskatonic.table.plan import Plan, Planned, make_plan, plan_again
from miskatonic.table.room import Room
from miskatonic.table.service import Service
from miskatonic.table.sessions import hashed, new_token
from miskatonic.table.tutorials import is_tutorial, tutorial_match
from miskatonic.table.wire import Invitation, NewMatch, Opened

ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"
ARCHIVE = "archive"
"""Whoever sits at a match that is only looked at."""


def new_id() -> str:
    """A name for a match that nobody can guess, without letters that look alike: about 59 random bits."""
    return "".join(secrets.choice(ALPHABET) for _ in range(12))


async def open_table(service: Service, session: str, wanted: NewMatch) -> Opened:
    """A new table, or one that goes on from a step of another match."""
    await _check_number(service, session)
    watch = new_token()
    prefix: list[int] = []
    if wanted.origin:
        past = await past_match(service, wanted.origin, session)
        wanted.game = past.game.name
        plan = make_plan(wanted, session, hashed(watch))
        plan.options, plan.content, plan.text = dict(past.options), past.content.name, past.content.text
        prefix = _prefix(past, wanted.at)
        if len(plan.seats) != len(past.players):
            raise SetupError(f"the match to go on from has {len(past.players)} seats, not {len(plan.seats)}")
    else:
        plan = make_plan(wanted, session, hashed(watch))
    return await _open(service, session, plan, prefix, watch)


async def _open(service: Service, session: str, plan: Plan, prefix: list[int], watch: str) -> Opened:
    match = new_id()
    tokens = {n: new_token() for n, seat in enumerate(plan.seats) if seat.kind == "person" and not seat.keeper}
    invited: list[ledger.Line] = [ledger.Invited(seat=n, token=hashed(token)) for n, token in tokens.items()]
    await service.hall.open(match, plan, session, invited, prefix)
    return Opened(match, plan.commitment(match), [Invitation(n, token) for n, token in tokens.items()], watch)


async def _check_number(service: Service, session: str) -> None:
    most = service.limits.matches_per_session
    if await service.store.unfinished(session) >= most:
        raise TooMany(f"you have {most} matches that are not over; finish or leave some first")


def _prefix(past: Match, at: int) -> list[int]:
    """The log up to a step; simultaneous answers belong together, so it ends before them rather than among them."""
    if at > len(past.log):
        raise SetupError(f"that match has only {len(past.log)} steps")
    asked_at = next((step.asked_at for step in past.steps() if step.n == at), at)
    return past.log[:asked_at]


async def past_match(service: Service, match: str, session: str) -> Match:
    """A match that may be looked at step by step: it is over, or it came from a record."""
    if is_tutorial(match):
        return tutorial_match(match)
    room = await service.room_for(match, session)
    async with service.hall.reading(room) as live:
        if live.match is None or not (live.match.over or live.plan.record):
            raise SetupError("this match is not over yet; its steps can be seen afterwards")
        return live.match


async def open_rematch(service: Service, session: str, room: Room) -> Opened:
    """The next match of the same people: the first who asks opens it, all others find it."""
    while True:
        opened = None
        try:
            async with service.hall.changing(room) as live:
                if not live.seats_of(session):
                    raise NotYours("only those who played can ask for another match")
                if live.status != "over":
                    raise SetupError("the match is not over yet")
                if live.rematch:
                    break
                await _check_number(service, session)
                opened = await _open_again(service, session, live)
                live.do(time.time(), ledger.Rematched(match=opened.match))
            return opened
        except Conflict:
            # another server was quicker; if it has opened the next match, that one is found now
            if opened is not None:
                await service.hall.forget(opened.match)
    following = (await service.hall.room(room.live.rematch)).live
    return Opened(following.id, following.plan.commitment(following.id), [], "")


async def _open_again(service: Service, session: str, live: Live) -> Opened:
    """The same table once more; whoever asks for it is its host."""
    watch = new_token()
    names, sessions = [chair.name for chair in live.chairs], [chair.session for chair in live.chairs]
    plan = plan_again(live.plan, names, sessions, hashed(watch))
    plan.host = session
    return await _open(service, session, plan, [], watch)


def play_again(text: str) -> tuple[Record, Match]:
    """A record and its match; playing a long one takes a while, so this is for a thread."""
    record = read_record(text)
    return record, record.match()


async def open_record(service: Service, session: str, text: str) -> str:
    """A record from elsewhere, played again and checked; its replay has an address from now on."""
    await _check_number(service, session)
    record, match = await to_thread(play_again, text)
    seats = [Planned("person", name) for name in match.players]
    plan = Plan(
        game=match.game.name,
        version=match.game.version,
        seats=seats,
        options=dict(match.options),
        content=match.content.name,
        text=match.content.text,
        dice=record.header["fortune"].get("kind", ""),
        secret="",
        host=session,
        watch="",
        open=True,
        record=text,
    )
    if match.start:
        raise SetupError("a record that begins in the middle of a game cannot be kept here; replay it in the terminal")
    archived = new_id()
    came = [ledger.Claimed(seat=n, session=ARCHIVE, name=seat.name) for n, seat in enumerate(seats)]
    await service.hall.open(archived, plan, None, [*came, ledger.Began(tail=list(match.log))], [])
    return archived


def record_of(room: Room, session: str) -> str:
    """The record of a match; while it is being played, only what this session has been told."""
    live = room.live
    if live.plan.record:
        return live.plan.record
    if live.match is None:
        raise NoSuchMatch("the match has not begun; there is nothing to record yet")
    if live.match.over:
        return write_record(live.match, __version__)
    _, news = live.story.since(0, live.seats_of(session), live.match)
    return "".join(f"{line.text}\n" for line in news if line.text)
