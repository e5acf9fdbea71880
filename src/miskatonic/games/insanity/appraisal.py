"""How likely a novice is to win, at a glance (see `games/appraisal.py`)."""

from __future__ import annotations

from functools import cache
from typing import Final

from miskatonic.games.appraisal import likelihood
from miskatonic.games.insanity.asks import Desk, desk_of
from miskatonic.games.insanity.heuristic import DREAD, potential, risk
from miskatonic.games.insanity.markers import row_total
from miskatonic.games.insanity.names import BIT
from miskatonic.games.insanity.scoring import score
from miskatonic.games.insanity.state import Cult, Novice

# fitted by tools/fit_appraisals.py
WEIGHTS: Final = (
    0.05619, 0.3755, 0.8478, -0.0545, -0.1335, 0.01997, -0.2122, 0.295, -0.5712, 0.3371,
    0.531, -0.006484, -0.5392, -0.3113, -0.1011, -0.4163,
)  # fmt: skip
ALONE: Final = (
    0.3949, 0.07489, 0.2474, 0.01664, -0.1119, -0.1165, -0.1719, -0.007507, 0.1148, -0.3204,
    -0.008945, 0, -0.04749, 0.06603, 0.0322, 0,
)  # fmt: skip

NEAR: Final = 4
"""Mastery that exceeds madness only by so much is soon lost."""
POINTS: Final = 20.0
"""Points are given in units of this size."""
PAR: Final = (45 / POINTS, 45 / POINTS, *[0.0] * 9)
"""Whom a player alone is compared with: at so many points half the titles are reached."""


def signs(s: Cult, seat: int) -> list[float]:
    """What speaks for a novice, in numbers."""
    desk = desk_of(s)
    return _compared(s, desk, [outlook(s, desk, n) for n in s.novices], seat)


def _compared(s: Cult, desk: Desk, outlooks: list[tuple[float, ...]], seat: int) -> list[float]:
    """The own sheet against the best of the others, and how that changes as the sheets fill up."""
    mine = outlooks[seat]
    best = max(outlooks[:seat] + outlooks[seat + 1 :], default=PAR)
    room = min(sum(desk.free) - sum(map(len, n.rows)) for n in s.novices) / sum(desk.free)
    ahead = [one - other for one, other in zip(mine, best, strict=True)]
    return [*ahead, ahead[0] * room, ahead[0] * room * room, room, float(len(s.novices) - 2)]


def outlook(s: Cult, desk: Desk, n: Novice) -> tuple[float, ...]:
    """What a sheet promises: points with those that full rows will bring, points now, fears, cards and spaces."""
    faces = desk.sheet.positive
    promise = fear = lost = near = 0.0
    for colour, margin in enumerate(n.margins):
        left = desk.free[colour] - len(n.rows[colour])
        if left:
            total = row_total(desk, n, colour)
            promise += potential(total, left, desk.target[colour], faces) - total
        fear += risk(margin) / DREAD
        lost += margin < 0
        near += 0 <= margin <= NEAR
    points = score(s, n) / POINTS
    unused = sum(owner == n.seat and not s.used & BIT[colour] for colour, owner in enumerate(s.first))
    return (
        points + promise / POINTS,
        points,
        fear,
        lost,
        near,
        float(n.insane.bit_count()),
        float(unused),
        n.empty.bit_count() / 10,
        _pairs(desk, n.empty) / 10,
        sum(len(row) for row in n.rows) / 5,
        float(n.seat == s.active),
    )


@cache
def _pairs(desk: Desk, empty: int) -> int:
    """Empty neighbours: where two copies of a number still find room."""
    return sum(bool(empty & BIT[one] and empty & BIT[two]) for one, two in desk.sheet.lines)


def appraise(s: Cult) -> tuple[float, ...]:
    """The chance of everybody to win; of a player alone, the titles to be reached."""
    weights = ALONE if len(s.novices) == 1 else WEIGHTS
    desk = desk_of(s)
    outlooks = [outlook(s, desk, n) for n in s.novices]
    return tuple(likelihood(_compared(s, desk, outlooks, n.seat), weights) for n in s.novices)
