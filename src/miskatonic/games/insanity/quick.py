"""The greedy player once more, straight from the state: for those who play thousands of imagined games.

It answers the three frequent questions exactly as `heuristic.greedy` does, in a quarter of the time; a test compares
them.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Final

from miskatonic.games.insanity.asks import Desk, desk_of
from miskatonic.games.insanity.heuristic import FADE, SPARED, TEMPO, potential, risk
from miskatonic.games.insanity.markers import usable
from miskatonic.games.insanity.names import BIT, COLOUR_OF, COLOUR_SETS, COLOURS, NONE
from miskatonic.games.insanity.placing import face_of, required
from miskatonic.games.insanity.state import Cult, Novice
from miskatonic.games.insanity.vocabulary import DICE, FALLBACK, NOTHING, PAIRS, PLACE, SPOTS, WRITE
from miskatonic.games.insanity.writing import face_for
from miskatonic.kernel import Ask


def quick(s: Cult, ask: Ask) -> int | None:
    """The greedy answer to a frequent question; nothing to all others."""
    judge = JUDGES.get(ask.prompt)
    return judge(s, ask) if judge else None


def gain(desk: Desk, n: Novice, margin: int, colour: int, added: int) -> float:
    """What one more entry does to a row, and to the dread of its colour."""
    row = n.rows[colour]
    return _growth(
        desk.start[colour] + sum(row), desk.free[colour] - len(row), desk.target[colour], desk.sheet.positive, added
    ) + _relief(margin, added)


@cache
def _growth(total: int, left: int, target: int, faces: tuple[int, ...], added: int) -> float:
    return potential(total + added, left - 1, target, faces) - potential(total, left, target, faces)


@cache
def _relief(margin: int, added: int) -> float:
    return risk(margin) - risk(margin + added)


def dice(s: Cult, ask: Ask) -> int:
    """The pair with the best expected gain."""
    desk, n = desk_of(s), s.novices[ask.actor]
    faces = desk.sheet.positive
    able = usable(desk, n)
    margins = n.margins
    gains = [
        [gain(desk, n, margins[colour], colour, face) for face in faces]
        if able & BIT[colour]
        else [-TEMPO] * len(faces)
        for colour in range(len(COLOURS))
    ]

    def worth(code: int) -> float:
        one, two = PAIRS[code - DICE]
        return sum([max(a, b) for a in gains[one] for b in gains[two]])

    return max(ask.options, key=worth)


def write(s: Cult, ask: Ask) -> int:
    """What the row gains; a small number is better than none."""
    desk, n = desk_of(s), s.novices[ask.actor]
    margins = n.margins

    def worth(code: int) -> float:
        if code == NOTHING:
            return 0.0
        if code >= FALLBACK:
            return TEMPO + gain(desk, n, margins[code - FALLBACK], code - FALLBACK, desk.sheet.fallback)
        colour = code - WRITE
        return gain(desk, n, margins[colour], colour, desk.results[colour][face_for(s, n, colour)][n.insane])

    return max(ask.options, key=worth)


def place(s: Cult, ask: Ask) -> int:
    """Little dread, few pairs left; on a neighbour's sheet the contrary."""
    desk, n = desk_of(s), s.novices[ask.seat]
    numbers = desk.copies[s.die][face_of(s, n)][n.insane][:2]
    margins = n.margins
    fears = [risk(margin) for margin in margins]
    sign = 1 if ask.actor == ask.seat else -1
    nearest = desk.nearest[s.die][n.open]
    lost = -max((gain(desk, n, margins[colour], colour, 0) for colour in COLOUR_SETS[nearest]), default=0.0)
    owed = min(2, required(s, n))

    def worth(code: int) -> float:
        empty = n.empty
        added: dict[int, int] = {}
        written = 0
        for space, number in zip(SPOTS[code - PLACE], numbers, strict=True):
            if space != NONE:
                written += 1
                empty &= ~BIT[space]
                colour = COLOUR_OF[space]
                added[colour] = added.get(colour, 0) + number
        more = sum((risk(margins[colour] + number) - fears[colour] for colour, number in added.items()), 0.0)
        fear = sum(fears) + more
        return sign * (crowding(desk, empty) - fear - (lost if written < owed else 0.0))

    return max(ask.options, key=worth)


@cache
def crowding(desk: Desk, empty: int) -> float:
    """How near every colour is to having no pair of empty neighbours left."""
    pairs = [0] * len(COLOURS)
    for one, two in desk.sheet.lines:
        if empty & BIT[one] and empty & BIT[two]:
            for colour in {COLOUR_OF[one], COLOUR_OF[two]}:
                pairs[colour] += 1
    return sum((SPARED * FADE**number for number in pairs), 0.0)


JUDGES: Final[dict[str, Callable[[Cult, Ask], int]]] = {"dice": dice, "write": write, "place": place}
