"""Deeds: what a player's message does to a match, and how a refusal is put."""

from __future__ import annotations

import time

from miskatonic.kernel import (
    ForeignAnswer,
    IllegalAnswer,
    MatchOver,
    MiskatonicError,
    StaleAnswer,
    UndoRefused,
)
from miskatonic.table import ledger
from miskatonic.table.errors import NotYet, NotYours
from miskatonic.table.hall import Hall
from miskatonic.table.live import Live
from miskatonic.table.metrics import REFUSALS
from miskatonic.table.room import Room
from miskatonic.table.wire import Ack, Answer, Consent, Deed, Hold, Nack, Say, Undo, Why, Withdraw

WHY: dict[type[MiskatonicError], Why] = {
    StaleAnswer: "stale",
    IllegalAnswer: "illegal",
    ForeignAnswer: "not_yours",
    NotYours: "not_yours",
    MatchOver: "over",
    NotYet: "not_yet",
    UndoRefused: "refused",
}


async def perform(hall: Hall, room: Room, session: str, deed: Deed) -> Ack | Nack:
    """Carry out a deed and acknowledge it when it is saved; or say why not."""
    done = 0

    def carry_out(live: Live) -> None:
        nonlocal done
        seat = _seat(live, session, deed)
        mark = f"{seat}:{deed.id}"
        if mark not in live.marks:
            _carry_out(live, seat, mark, deed)
        done = live.marks.get(mark, live.seq)

    try:
        await hall.do(room, carry_out)
    except MiskatonicError as error:
        return refusal(deed.id, error)
    return Ack(deed.id, done)


def refusal(id: str, error: MiskatonicError) -> Nack:
    """An error as an answer to the client."""
    why: Why = next((WHY[kind] for kind in type(error).__mro__ if kind in WHY), "refused")
    REFUSALS.labels(why).inc()
    text = str(error)
    return Nack(id, why, text[:1].upper() + text[1:] + ("" if text.endswith((".", "!", "?")) else "."))


def _seat(live: Live, session: str, deed: Deed) -> int:
    """The seat a deed is done for, which must be the sender's own."""
    if isinstance(deed, Answer):
        actor = deed.ask.rpartition(".")[2]
        seat = int(actor) if actor.isdecimal() and len(actor) < 3 else -1
        if seat not in range(len(live.chairs)):
            raise StaleAnswer("there is no such question; look at the table again")
    else:
        seat = deed.seat
        live.check_seat(seat)
    if not session or live.chairs[seat].session != session:
        raise NotYours("this is not your seat")
    return seat


def _carry_out(live: Live, seat: int, mark: str, deed: Deed) -> None:
    now = time.time()
    match deed:
        case Answer():
            live.answer(now, seat, deed.code, deed.ask, mark)
        case Withdraw():
            if not live.playing.has_answered(seat):
                raise StaleAnswer("there is no answer to take back")
            live.do(now, ledger.Withdrawn(mark, seat))
        case Undo():
            live.undo(now, seat, mark)
        case Consent():
            if live.wish is None or seat not in live.others(live.wish):
                raise StaleAnswer("nobody asks you for an undo")
            live.do(now, ledger.Consented(mark, seat, deed.yes))
        case Hold():
            live.do(now, ledger.Held(mark, seat, deed.on))
        case Say():
            live.do(now, ledger.Said(mark, seat, deed.phrase))
