"""How likely everybody is to win, by what a small network has learnt about sheets at the beginning of a turn.

Every sheet is weighed for itself, and whoever has the weightier one is the likelier to win. What its signs are worth
together, `weights.py`, is written by `tools/fit_sheets.py`.
"""

from __future__ import annotations

from functools import cache, lru_cache
from math import exp
from typing import Final, NamedTuple

from miskatonic.games.appraisal import evidence
from miskatonic.games.insanity.appraisal import NEAR, POINTS
from miskatonic.games.insanity.asks import Desk, desk_of
from miskatonic.games.insanity.heuristic import DREAD, potential, risk
from miskatonic.games.insanity.names import BIT, COLOUR_OF, COLOURS, NONE
from miskatonic.games.insanity.outlook.weights import LAST, UNITS
from miskatonic.games.insanity.scoring import score
from miskatonic.games.insanity.state import WRITE, Cult, Novice

FEW: Final = 6
"""So few empty spaces, pairs of them or points are worth a closer look."""
BRAINS: Final = 1 << 14
"""So many brains are kept in mind: imagined games meet the same ones again and again."""


class Middle(NamedTuple):
    """What is the same for everybody: how much of the fullest sheet is empty, and what lies in the middle."""

    room: float
    bag: tuple[float, ...]
    """For every colour whether its negative die is in the bag."""
    first: tuple[float, ...]
    """For every colour whether its First card is still to be had."""


def outlook(s: Cult) -> tuple[float, ...]:
    """The chance of everybody to win; nothing in the middle of a turn, when half of it is done."""
    if s.step >= WRITE:
        return ()
    worth = [evidence(signs, UNITS, LAST) for signs in sheets(s)]
    best = max(worth)
    shares = [exp(one - best) for one in worth]
    total = sum(shares)
    return tuple(share / total for share in shares)


def sheets(s: Cult) -> list[list[float]]:
    """The signs of all sheets."""
    desk = desk_of(s)
    room = min(sum(desk.free) - sum(map(len, n.rows)) for n in s.novices) / sum(desk.free)
    bag = tuple(float(s.bag >> colour & 1) for colour in range(len(COLOURS)))
    middle = Middle(room, bag, tuple(float(owner == NONE) for owner in s.first))
    return [sheet(s, desk, n, middle) for n in s.novices]


def sheet(s: Cult, desk: Desk, n: Novice, middle: Middle) -> list[float]:
    """What a sheet has and promises, colour by colour and as a whole; what lies in the middle; and how full it is."""
    faces, room = desk.sheet.positive, middle.room
    found: list[float] = []
    promise = hopes = fear = lost = near = 0.0
    for colour, margin in enumerate(n.margins):
        row = n.rows[colour]
        free = desk.free[colour]
        of_row = _row(desk.start[colour] + sum(row), free - len(row), free, desk.target[colour], faces)
        of_margin = _margin(margin)
        promise += of_row[0]
        hopes += of_row[1]
        fear += of_margin[1]
        lost += of_margin[2]
        near += 0 <= margin <= NEAR
        insane = float(n.insane >> colour & 1)
        unused = s.first[colour] == n.seat and not s.used & BIT[colour]
        found += of_row
        found += of_margin
        found += (
            insane,
            insane * room,
            float(unused),
            middle.first[colour] * of_margin[1],
            middle.bag[colour] * of_margin[1],
        )
    found += _brain(desk, n.empty)
    points = score(s, n) / POINTS
    ahead = points + promise / 2
    cards = float(n.insane.bit_count())
    active = float(n.seat == s.active)
    found += (
        points,
        promise,
        points * room,
        ahead * room,
        points * room * room,
        ahead * room * room,
        fear,
        lost,
        near,
        fear * room,
        hopes,
        cards,
        cards * room,
        sum(map(len, n.rows)) / 5,
        active,
        active * room,
        active * lost,
        room,
        room * room,
        *middle.bag,
    )
    return found


@cache
def _row(total: int, left: int, free: int, target: int, faces: tuple[int, ...]) -> tuple[float, ...]:
    """What a row promises beyond what it has, its chance to hit the target, and its empty spaces."""
    open_row = float(left > 0)
    return (
        (potential(total, left, target, faces) - total) / 10 * open_row,
        hope(total, left, target, faces) * open_row,
        left / free,
        float(left == 1),
        float(left == 0),
    )


@cache
def hope(total: int, left: int, target: int, faces: tuple[int, ...]) -> float:
    """The chance that a row hits its target, if of two dice each time the better one for that is written."""
    if left == 0:
        return float(total == target)
    after = sorted(hope(total + face, left - 1, target, faces) for face in faces)
    number = len(after)
    return sum(value * ((place + 1) ** 2 - place**2) for place, value in enumerate(after)) / number**2


@cache
def _margin(margin: int) -> tuple[float, ...]:
    """By how much mastery exceeds madness, and how bad that is."""
    return (
        max(-10, min(40, margin)) / 20,
        risk(margin) / DREAD,
        float(margin < 0),
        max(0, -margin) / 10,
        max(0, FEW - max(margin, 0)) / FEW,
    )


@lru_cache(maxsize=BRAINS)
def _brain(desk: Desk, empty: int) -> tuple[float, ...]:
    """For every colour its empty spaces and the pairs of neighbours where two copies of a number still find room."""
    pairs = [0] * len(COLOURS)
    together = 0
    for one, two in desk.sheet.lines:
        if empty & BIT[one] and empty & BIT[two]:
            together += 1
            for colour in {COLOUR_OF[one], COLOUR_OF[two]}:
                pairs[colour] += 1
    found: list[float] = []
    for area, number in zip(desk.sheet.areas, pairs, strict=True):
        inside = (empty & area).bit_count()
        found += [inside / 4, float(inside == 0), min(number, FEW) / FEW, float(number == 0)]
    spaces = empty.bit_count()
    return (*found, spaces / 10, together / 20, max(0, FEW - spaces) / FEW)
