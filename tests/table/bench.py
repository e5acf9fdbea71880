"""A match without a server: deeds on one hand, the log on the other."""

from __future__ import annotations

from typing import Any

from miskatonic.table import ledger
from miskatonic.table.hall import _absorb
from miskatonic.table.ledger import write_line
from miskatonic.table.live import Live
from miskatonic.table.plan import Plan, make_plan
from miskatonic.table.showing import Viewer, show
from miskatonic.table.store import Entry
from miskatonic.table.wire import NewMatch, Place

HOST = "session 0"
Log = list[Entry]


def plan_of(game: str, people: int, bots: int = 0, **more: Any) -> Plan:
    """A plan for people in the first seats and bots in the others."""
    places = [Place() for _ in range(people)] + [Place("bot", bot="random") for _ in range(bots)]
    return make_plan(NewMatch(game, places, **more), HOST, "watch")


def session(seat: int) -> str:
    """Who sits in a seat at first."""
    return f"session {seat}"


def opened(plan: Plan) -> tuple[Live, Log]:
    """A table with invitations that everybody is about to follow."""
    live = Live("match", plan)
    live.do(1.0, ledger.Opened())
    people = [seat for seat, place in enumerate(plan.seats) if place.kind == "person"]
    live.do(1.0, *(ledger.Invited(seat=seat, token=f"token {seat}") for seat in people))
    log = saved(live, 1.0)
    for seat in people:
        live.claim(2.0, seat, session(seat), f"token {seat}", f"Guest {seat}", f"{seat:032x}")
        log += saved(live, 2.0)
    return live, log


def saved(live: Live, at: float) -> Log:
    """The fresh lines as entries of the log, taken off the match."""
    entries = [Entry(seq, at, write_line(line)) for seq, line in live.fresh]
    live.fresh.clear()
    return entries


def rebuilt(live: Live, log: Log) -> Live:
    """The same match, built again from its log alone."""
    again = Live(live.id, live.plan)
    _absorb(again, log)
    return again


def catch_up(live: Live, log: Log) -> None:
    """Take in what another server has written."""
    _absorb(live, [entry for entry in log if entry.seq > live.seq])


def facts(live: Live) -> dict[str, Any]:
    """Everything about a live match that anybody could ever notice."""
    match = live.match
    seats = range(len(live.chairs))
    audiences = [(), *((seat,) for seat in seats), (0, len(live.chairs) - 1)]
    sessions = {"", HOST, *(chair.session for chair in live.chairs)}
    found: dict[str, Any] = {
        "table": (live.seq, live.status, live.wish, live.agreed, live.rematch, live.asked_at, live.due, live.marks),
        "chairs": live.chairs,
        "undo": [live.may_undo(seat) for seat in seats],
        "story": {ears: live.story.since(0, ears, match) for ears in audiences},
        "shown": {who: show(live, Viewer(who, live.seats_of(who)), 0, (), fully=True) for who in sessions},
    }
    if match is not None:
        found["match"] = (match.fingerprint(), match.log, match._held, match.undone, match.over, repr(match.news))
        found["asks"] = [(match.ask_id(ask), ask) for ask in live.asks]
    return found
