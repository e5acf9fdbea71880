"""The sanity check, First cards and outbursts (UI-I, UI-F1, UI-F2, UI-F3, UI-F4)."""

from __future__ import annotations

from typing import Final

from miskatonic.games.insanity import markers
from miskatonic.games.insanity.areas import OWN
from miskatonic.games.insanity.asks import ORDERS, OUTBURSTS, Desk
from miskatonic.games.insanity.names import BIT, COLOUR_SETS, NONE
from miskatonic.games.insanity.state import Cult, Novice
from miskatonic.games.insanity.vocabulary import ORDER, OUTBURST, PUT
from miskatonic.kernel import AskAll, Flow, RoundFlow

SETTLED: Final = (0, 0)
"""Nothing changes."""


def verdict(n: Novice) -> tuple[int, int]:
    """UI-I1, UI-I5: the colours in which a player recovers, and those in which he goes insane; ties change nothing."""
    if not n.insane and min(n.margins) >= 0:
        return SETTLED
    recovered = lost = 0
    for colour, margin in enumerate(n.margins):
        if margin < 0:
            lost |= BIT[colour]
        elif margin:
            recovered |= BIT[colour]
    return recovered & n.insane, lost & ~n.insane


def check(s: Cult, desk: Desk, n: Novice, recovered: int, lost: int) -> Flow[None]:
    """UI-I2: the active player only, all five colours by the totals at the start: first recoveries, then insanities."""
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
    yield from put_down(s, desk, [n for n in s.everybody if n is not owner], die, number)


def put_down(s: Cult, desk: Desk, receivers: list[Novice], colour: int, number: int) -> RoundFlow[None]:
    """UI-F3, UI-V20: each writes the number in an empty space of the colour; who has none writes nothing."""
    area = desk.areas[colour]
    able = [n for n in receivers if n.empty & area.spaces]
    s.incoming = number
    answers = [area.puts[n.seat][n.empty >> area.first & OWN] for n in able]
    codes: list[int] = yield AskAll(answers)
    for place, n in enumerate(able):
        markers.put(s, n, codes[place] - PUT, number)
    s.incoming = 0


def forecasts(n: Novice) -> list[str]:
    """What the next check of a player will do to every colour, by the totals as they stand."""
    return [_forecast(margin, bool(n.insane & BIT[colour])) for colour, margin in enumerate(n.margins)]


def _forecast(margin: int, insane: bool) -> str:
    """UI-I5: whoever is insane and tied keeps the card."""
    if insane:
        return "will_recover" if margin > 0 else "insane"
    if margin == 0:
        return "tied"
    return "will_go_insane" if margin < 0 else "sane"
