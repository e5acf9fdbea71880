"""The end of the game and the score (UI-E)."""

from __future__ import annotations

from typing import Final

from miskatonic.games.insanity.asks import Desk, desk_of
from miskatonic.games.insanity.markers import row_total, values
from miskatonic.games.insanity.names import COLOURS, SEATS
from miskatonic.games.insanity.state import Cult, Novice

RATINGS: Final = (
    (120, "Voice of the Worm"),
    (90, "Magister"),
    (60, "Adept"),
    (30, "Initiate"),
    (0, "Dabbler"),
)
"""UI-S6: titles by the least score; below the last is a Gibbering Husk."""
HUSK: Final = "Gibbering Husk"
FEWER: Final = "lost: fewer points"
TIED: Final = "lost: equal points"


def triggers(s: Cult) -> tuple[str, ...]:
    """UI-E1: whose positive or negative spaces are all filled."""
    found = []
    for n in s.novices:
        if not n.open:
            found.append(f"{SEATS[n.seat]}:positive")
        if not n.empty:
            found.append(f"{SEATS[n.seat]}:negative")
    return tuple(found)


def score(s: Cult, n: Novice) -> int:
    """UI-E3: row values and negative numbers, with points from effects (UI-V14, UI-V28)."""
    desk = desk_of(s)
    return sum(n.margins) + n.points + desk.burdens[n.insane].points


def numbers_written(n: Novice) -> int:
    """UI-E4: positive spaces filled with numbers; X's and start values are none."""
    return sum(1 for row in n.rows for number in row if number)


def positive_score(s: Cult, n: Novice) -> int:
    """UI-E4: the row values without negatives; without doubling by option `tiebreak_positive=plain`."""
    desk = desk_of(s)
    return plain_total(desk, n) if s.rules.tiebreak_plain else sum(values(desk, n))


def plain_total(desk: Desk, n: Novice) -> int:
    """The totals of all rows, not doubled."""
    return sum(row_total(desk, n, colour) for colour in range(len(COLOURS)))


def merit(s: Cult, n: Novice) -> tuple[int, int, int]:
    """UI-E3, UI-E4: what is compared, in this order."""
    return score(s, n), numbers_written(n), positive_score(s, n)


def winners(s: Cult) -> list[int]:
    """UI-E5: everybody whom nobody surpasses; they win together."""
    merits = [merit(s, n) for n in s.novices]
    best = max(merits)
    return [seat for seat, mine in enumerate(merits) if mine == best]


def rating(points: int) -> str:
    """UI-S6, UI-E5: the title of a player alone."""
    return next((title for least, title in RATINGS if points >= least), HUSK)


def result(s: Cult) -> str:
    """The outcome: the seats of the winners (`A`, `A+C`), or a player's title when alone."""
    if not s.over:
        return ""
    if len(s.novices) == 1:
        return rating(score(s, s.novices[0]))
    return "+".join(SEATS[seat] for seat in winners(s))


def standings(s: Cult) -> tuple[float, ...]:
    """UI-E3: everybody's score as it would be now."""
    return tuple(float(score(s, n)) for n in s.novices)


def fates(s: Cult) -> tuple[str, ...]:
    """By what everybody won or lost: points, or what decides where they are equal (UI-E4); a title when alone."""
    if len(s.novices) == 1:
        return (result(s),)
    won, best = winners(s), max(score(s, n) for n in s.novices)
    return tuple("won" if n.seat in won else FEWER if score(s, n) < best else TIED for n in s.novices)


def returns(s: Cult) -> tuple[float, ...]:
    """1 for everybody who wins, also together with others, -1 for all others.

    Alone it is the score: 0 at 45 points, where half the titles are reached, up to 1 at 165 and down to -1 at -75.
    """
    if not s.over:
        return (0.0,) * len(s.novices)
    if len(s.novices) == 1:
        return (max(-1.0, min(1.0, (score(s, s.novices[0]) - 45) / 120)),)
    won = winners(s)
    return tuple(1.0 if n.seat in won else -1.0 for n in s.novices)
