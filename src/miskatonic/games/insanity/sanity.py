"""The sanity check, First cards and outbursts (UI-I, UI-F1, UI-F2, UI-F3, UI-F4)."""

from __future__ import annotations

from typing import Final

from miskatonic.games.insanity import asks, markers
from miskatonic.games.insanity.asks import ORDERS, OUTBURSTS, Desk
from miskatonic.games.insanity.names import BIT, COLOUR_SETS, NONE, exceeding
from miskatonic.games.insanity.state import Cult, Novice
from miskatonic.games.insanity.vocabulary import ORDER, OUTBURST, PUT
from miskatonic.kernel import Ask, Flow, ask_all

SETTLED: Final = (0, 0)
"""Nothing changes."""


def verdict(n: Novice) -> tuple[int, int]:
    """UI-I1, UI-I5: the colours in which a player recovers, and those in which he goes insane; ties change nothing."""
    mastery, madness, insane = n.mastery, n.madness, n.insane
    recovered = exceeding(mastery, madness) & insane if insane else 0
    return recovered, exceeding(madness, mastery) & ~insane


def check(s: Cult, desk: Desk) -> Flow[None]:
    """UI-I2: the active player only, all five colours by the totals at the start: first recoveries, then insanities."""
    n = s.novices[s.active]
    recovered, lost = verdict(n)
    for colour in COLOUR_SETS[recovered]:  # UI-I3
        markers.return_card(s, desk, n, colour)
    while lost:  # UI-I6
        answer = ORDERS[n.seat][lost]
        colour = (answer if isinstance(answer, int) else (yield answer)) - ORDER
        lost ^= BIT[colour]
        markers.take_card(s, desk, n, colour)  # UI-I4
        if s.first[colour] == NONE:
            yield from be_first(s, desk, n, colour)


def be_first(s: Cult, desk: Desk, n: Novice, colour: int) -> Flow[None]:
    """UI-F1, UI-S6: for the first of all players the First card, with its outburst if there is anybody else."""
    markers.take_first(s, n.seat, colour)
    if len(s.novices) > 1:
        yield from outburst(s, desk, n)


def outburst(s: Cult, desk: Desk, owner: Novice) -> Flow[None]:
    """UI-F2, UI-F3, UI-F4: any negative die is rolled and returned; all others write the result once, unchanged."""
    die = (yield OUTBURSTS[owner.seat]) - OUTBURST
    number = yield desk.outburst[die]
    yield from put_down(s, desk, [n for n in s.clockwise() if n is not owner], die, number)


def put_down(s: Cult, desk: Desk, receivers: list[Novice], colour: int, number: int) -> Flow[None]:
    """UI-F3, UI-V20: each writes the number in an empty space of the colour; who has none writes nothing."""
    asked: list[Ask] = []
    places: dict[int, int] = {}
    s.incoming = number
    for n in receivers:
        room = n.empty & desk.sheet.areas[colour]
        answer = asks.put(n.seat, room) if room else NONE
        if isinstance(answer, Ask):
            asked.append(answer)
        elif room:
            places[n.seat] = answer - PUT
    if asked:
        for ask, code in zip(asked, (yield from ask_all(tuple(asked))), strict=True):
            places[ask.seat] = code - PUT
    for n in receivers:
        if n.seat in places:
            markers.put(s, n, places[n.seat], number)
    s.incoming = 0


def forecast(n: Novice, colour: int) -> str:
    """What the next check of a player will do to a colour, by the totals as they stand."""
    return _forecast(n.size[colour], n.value[colour], bool(n.insane & BIT[colour]))


def _forecast(madness: int, mastery: int, insane: bool) -> str:
    if madness == mastery:
        return "tied"
    if insane:
        return "insane" if madness > mastery else "will_recover"
    return "will_go_insane" if madness > mastery else "sane"


def all_forecasts(n: Novice) -> list[str]:
    """The forecast of every colour."""
    return [
        _forecast(size, value, bool(n.insane & BIT[colour]))
        for colour, (size, value) in enumerate(zip(n.size, n.value, strict=True))
    ]
