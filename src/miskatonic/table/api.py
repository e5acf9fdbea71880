"""The HTTP interface: tables, seats and deeds. See `library` for games and records."""

from __future__ import annotations

import time

from miskatonic.bots import Glimpse
from miskatonic.bots.optimal import is_solved
from miskatonic.kernel import SetupError
from miskatonic.table.deeds import perform
from miskatonic.table.errors import NoSuchMatch, NotYours, TooSlow
from miskatonic.table.live import Live
from miskatonic.table.room import Room
from miskatonic.table.routes import Call, Refused, route
from miskatonic.table.sessions import hashed, new_token
from miskatonic.table.showing import seats, show
from miskatonic.table.store import Summary
from miskatonic.table.tables import open_rematch, open_table
from miskatonic.table.wire import (
    Ack,
    Answer,
    Claim,
    Deed,
    Hint,
    Invitation,
    Listed,
    Matches,
    NewMatch,
    Opened,
    StandIn,
    Table,
    Watch,
)

MATCH = "/api/matches/{match}"
SEAT = MATCH + "/seats/{seat:int}"
HINT_BOT = "mcts:0.2s"


@route("POST", "/api/matches", body=NewMatch, reply=Opened, status=201)
async def open_match(call: Call) -> Opened:
    """Open a table."""
    session = await call.begin_session()
    if not call.service.openings.take(session):
        raise Refused(429, "you are opening tables too quickly; wait a little")
    return await open_table(call.service, session, call.body)


@route("GET", "/api/matches", reply=Matches)
async def list_matches(call: Call) -> Matches:
    """List your matches and the open tables."""
    store = call.service.store
    mine = await store.matches_of(call.session) if call.session else []
    known = {summary.match for summary in mine}
    free = [summary for summary in await store.open_tables() if summary.match not in known]
    return Matches(
        [listed for summary in mine if (listed := await _listed(call, summary))],
        [listed for summary in free if (listed := await _listed(call, summary))],
    )


async def _listed(call: Call, summary: Summary) -> Listed | None:
    try:
        room = await call.service.hall.room(summary.match)
    except (SetupError, NoSuchMatch):
        # made with other rules, or just deleted: nothing to offer
        return None
    async with call.service.hall.reading(room) as live:
        own = live.seats_of(call.session)
        return Listed(
            match=live.id,
            game=live.plan.game,
            title=live.game.title,
            status=live.status,
            seats=seats(live, own, room.present),
            created=summary.created,
            changed=summary.changed,
            yours=bool(own),
            waiting=any(ask.actor in own for ask in live.asks),
        )


@route("GET", MATCH, reply=Table)
async def look(call: Call) -> Table:
    """Look at a match as you may see it."""
    return await _picture(call, await call.service.room_for(call.match, call.session))


async def _picture(call: Call, room: Room) -> Table:
    async with call.service.hall.reading(room, freshly=True) as live:
        return show(live, room.viewer(call.session), 0, room.present, fully=True)


@route("POST", SEAT, body=Claim, reply=Table)
async def claim(call: Call) -> Table:
    """Take a seat."""
    room = await call.service.hall.room(call.match)
    session = await call.begin_session()
    body: Claim = call.body
    seat, token, luck = call.number("seat"), hashed(body.token), body.luck or ""
    await call.service.hall.do(
        room, lambda live: live.claim(time.time(), seat, session, token, body.name.strip() or "Somebody", luck)
    )
    return await _picture(call, room)


@route("DELETE", SEAT, reply=Table)
async def leave(call: Call) -> Table:
    """Leave a seat: before play begins it is free again, later a bot takes it."""
    room = await call.service.room_for(call.match, call.session)
    seat = call.number("seat")
    await call.service.hall.do(room, lambda live: live.leave(time.time(), seat, call.session))
    return await _picture(call, room)


@route("POST", SEAT + "/bot", body=StandIn, reply=Table)
async def stand_in(call: Call) -> Table:
    """Let a bot take a seat."""
    room = await call.service.room_for(call.match, call.session)
    seat, bot = call.number("seat"), call.body.bot

    def hand_over(live: Live) -> None:
        live.hand_over(time.time(), seat, call.session, bot, room.present)

    await call.service.hall.do(room, hand_over)
    return await _picture(call, room)


@route("POST", SEAT + "/invitation", reply=Invitation)
async def invite(call: Call) -> Invitation:
    """Make a new invitation to a seat that nobody holds; earlier ones are void."""
    room = await call.service.room_for(call.match, call.session)
    seat, token = call.number("seat"), new_token()
    await call.service.hall.do(room, lambda live: live.invite(time.time(), seat, call.session, hashed(token)))
    return Invitation(seat, token)


@route("POST", MATCH + "/watch", body=Watch, reply=Table)
async def watch(call: Call) -> Table:
    """Become a spectator by the spectators' link."""
    room = await call.service.hall.room(call.match)
    session = await call.begin_session()
    if not await call.service.let_watch(room, session, call.body.token):
        raise NotYours("this link does not let you watch; ask for a new one")
    return await _picture(call, room)


@route("POST", MATCH + "/answers", body=Answer, reply=Ack)
async def answer(call: Call) -> object:
    """Answer a question."""
    return await _perform(call)


@route("POST", MATCH + "/deeds", body=Deed, reply=Ack)
async def do_deed(call: Call) -> object:
    """Answer, withdraw, undo, consent, hold or say something."""
    return await _perform(call)


async def _perform(call: Call) -> object:
    room = await call.service.room_for(call.match, call.session)
    return await perform(call.service.hall, room, call.session, call.body)


@route("POST", MATCH + "/rematch", reply=Opened)
async def rematch(call: Call) -> Opened:
    """Open the next match of the same people, or find it."""
    room = await call.service.room_for(call.match, call.session)
    return await open_rematch(call.service, call.session, room)


@route(
    "GET",
    MATCH + "/hint",
    reply=Hint,
    query={"seat": {"schema": {"type": "integer", "minimum": 0, "maximum": 9}, "required": True}},
)
async def hint(call: Call) -> Hint:
    """Ask a bot what it would do in your place."""
    room = await call.service.room_for(call.match, call.session)
    said = call.request.query_params.get("seat", "")
    seat = int(said) if said.isdecimal() and len(said) < 3 else -1
    async with call.service.hall.reading(room) as live:
        if seat not in live.seats_of(call.session):
            raise NotYours("hints are for your own seats")
        match = live.playing
        ask = match.ask_of(seat)
        if ask is None:
            raise SetupError("you are not asked anything now")
        seen = Glimpse(match.fork(), seat)
    adviser = "optimal" if is_solved(match.game, seen.view) else HINT_BOT
    try:
        code, why, wins = await call.service.hall.thinkers.advise(match.game.name, adviser, "hint", seen, ask)
    except TooSlow as slow:
        raise Refused(503, str(slow)) from None
    label = match.named(match.game.phrases.label(code, seen.view))
    return Hint(code, label, why, dict(wins))
