"""The tower: where its tentacles stick, and the chance of a draw (section 5 of the rules).

Nobody knows where the marbles are, so the state holds no places: only which tentacles are left and how many marbles of
each kind are inside (TM-T5). What falls is a chance like any other; whoever answers it may be the fast model here, a
physical tower that keeps the same history, or a record.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Sequence
from itertools import accumulate, product, repeat
from math import comb, prod
from operator import mul
from typing import Final, NamedTuple, Self

from miskatonic.games.tower.names import BIT, KINDS, LETTERS, MANY, MARBLES, ONE, PLACE, counts_of, heap_of, marbles_in
from miskatonic.kernel import Chance, FortuneError
from miskatonic.kernel.chance import Below, Uniform
from miskatonic.kernel.kept import Kept

REMOVED: Final = (3, 9, 15, 21, 27)
"""TM-V2: the tentacles that are left out."""


WIDTH: Final = 90.0
TALL: Final = 320.0
MARBLE: Final = 14.0
THICK: Final = 4.0
"""Inner width and height of the shaft, diameters of marbles and tentacles, in millimetres."""


class Stick(NamedTuple):
    """TM-T1: a tentacle: its number from the bottom, its row, where it points, its place in the row, its storey.

    `EW` lies along x and `NS` along y, `NE` and `NW` are the diagonals. `height` is that of its axis above the exit,
    `offset` how far it is from the middle, to the north (EW) or to the east (NS), in millimetres.
    """

    number: int
    row: int
    direction: str
    position: int
    storey: int
    height: float
    offset: float


LOTS: Final = 1 << 24
"""Probabilities of the number of fallen marbles are whole numbers out of this."""
SHAKE: Final = 1.03
WEAR: Final = 1.13
"""Marbles that fall for each tentacle's share of those inside: at the start, and what is added as the tower empties."""
CROWD: Final = 1.95
"""How much more a storey with many tentacles holds: the power of their number."""
SPREAD: Final = 11.3
"""How even falls are: the shape of the distribution; smaller means more avalanches."""
BARE: Final = 0.60
"""How likely a tentacle holds nothing at all, when nearly all others are gone."""
GRAIN: Final = 24
"""Means are rounded to this part of a marble: the last digit of a computed mean decides nothing."""


class Storey:
    """Tentacles at about one height; their numbers follow each other. `rows` are sets with the grip of a tentacle."""

    __slots__ = ("first", "grips", "loads", "mask", "spots")

    def __init__(self, rows: Sequence[tuple[int, float]], load: float) -> None:
        self.mask = sum([row for row, _ in rows])
        self.first = (self.mask & -self.mask).bit_length() - 1
        self.spots = self.mask >> self.first
        lefts = [left << self.first for left in range(self.spots + 1)]
        self.loads: tuple[float, ...] = tuple([load * (left.bit_count() * 1.0) ** CROWD for left in lefts])
        """By the tentacles left, counted from the first: what they hold of all marbles, compared with other storeys."""
        self.grips = tuple([sum([(row & left).bit_count() * held for row, held in rows], 0.0) for left in lefts])
        """By the same: how firm all of them are together."""


class Worn:
    """A tower of which a part is gone: how much it is shaken by a draw, and what its tentacles hold."""

    __slots__ = ("bare", "laws", "shake")

    def __init__(self, gone: float) -> None:
        self.shake = SHAKE + WEAR * gone
        self.bare = BARE * gone
        """How likely a tentacle holds nothing."""
        self.laws = Kept(self._law)
        """By the mean number of fallen marbles, in parts of a marble: the law of what falls, if the tentacle holds any.

        By number: the chance that so many or fewer fall; the negative binomial law.
        """

    def _law(self, parts: int) -> array[float]:
        kept = SPREAD / (SPREAD + parts / GRAIN / (1 - self.bare))
        chances = map(mul, _WAYS, accumulate(repeat(1 - kept, sum(MARBLES)), mul, initial=kept**SPREAD))
        return array("d", accumulate(chances))


_WAYS: Final = tuple(accumulate(((SPREAD + number) / (number + 1) for number in range(sum(MARBLES))), mul, initial=1.0))
"""By number of fallen marbles: the coefficient of the negative binomial law."""


class Layout:
    """All tentacles of a tower, by number; sets of them have one bit for each."""

    def __init__(self, name: str, sticks: Sequence[Stick], grips: Sequence[float], loads: Sequence[float]) -> None:
        self.name = name
        self.sticks = tuple(sticks)
        self.grips = tuple(grips)
        """By row: how much of its storey's marbles one tentacle holds, compared with others there."""
        self.loads = tuple(loads)
        """By storey: how much falls from it, compared with others."""
        self.all = sum(BIT[stick.number] for stick in sticks)
        self.rows = _masks(sticks, [stick.row for stick in sticks])
        """The sets of tentacles by row, from the bottom."""
        storey_of = {stick.row: stick.storey - 1 for stick in sticks}
        self.storeys = tuple(
            Storey([(mask, grips[row]) for row, mask in enumerate(self.rows) if storey_of[row + 1] == storey], load)
            for storey, load in enumerate(loads)
        )
        self.places = tuple((self.storeys[stick.storey - 1], grips[stick.row - 1]) for stick in sticks)
        """By tentacle: its storey, and its grip."""
        self.worn = tuple(Worn(1 - left / len(sticks)) for left in range(len(sticks) + 1))
        """By the number of tentacles left."""

    def allowed(self, left: int, rows: str) -> int:
        """TM-F7: the tentacles that may be chosen, where only a row may be drawn from."""
        if rows == "any":
            return left
        order = self.rows if rows == "lowest" else reversed(self.rows)
        return next(row & left for row in order if row & left)

    def stick(self, number: int) -> Stick:
        """A tentacle by its number."""
        return self.sticks[number - 1]


def _masks(sticks: Sequence[Stick], levels: list[int]) -> list[int]:
    masks = [0] * max(levels)
    for stick, level in zip(sticks, levels, strict=True):
        masks[level - 1] |= BIT[stick.number]
    return masks


def _stacked(
    name: str,
    storeys: Sequence[tuple[float, Sequence[tuple[str, Sequence[float]]]]],
    grips: Sequence[float],
    loads: Sequence[float],
) -> Layout:
    """A tower from its storeys: their heights, and their rows with the offsets of tentacles, from the bottom."""
    sticks: list[Stick] = []
    row = 0
    for storey, (height, rows) in enumerate(storeys, 1):
        for level, (direction, offsets) in enumerate(rows):
            row += 1
            for position, offset in enumerate(offsets, 1):
                number = len(sticks) + 1
                sticks.append(Stick(number, row, direction, position, storey, height + level * APART, offset))
    return Layout(name, sticks, grips, loads)


APART: Final = 4.5
"""From one row of a storey to the next, in millimetres."""
FOUR_STOREYS: Final = _stacked(
    "four storeys",
    (
        (60.0, (("NE", (0,)), ("EW", (-16, 0, 16)), ("NS", (-20, 0, 20)), ("NW", (0,)))),
        (114.0, (("EW", (-16, 0, 16)), ("NS", (-16, 0, 16)), ("NE", (0,)))),
        (168.0, (("NE", (0,)), ("EW", (-16, 0, 16)), ("NS", (-20, 0, 20)), ("NW", (0,)))),
        (222.0, (("NS", (-30, 0, 30)), ("EW", (-16, 0, 16)), ("NW", (0,)))),
    ),
    grips=(1.30, 1.77, 0.55, 0.79, 2.61, 6.67, 0.06, 1.15, 1.19, 0.62, 1.19, 1.17, 1.68, 0.51),
    loads=(1.00, 2.14, 0.84, 1.96),
)
"""The tower of the game: 24 straight tentacles and 6 diagonals in four storeys."""
SIX_ROWS: Final = _stacked(
    "six rows",
    [(40.0 + 40 * row, [("NS" if row % 2 else "EW", (-30, -15, 0, 15, 30))]) for row in range(6)],
    grips=(1.0,) * 6,
    loads=(1.0,) * 6,
)
"""A plain tower of six rows with five tentacles each, for worked examples."""
LAYOUTS: Final = {layout.name: layout for layout in (FOUR_STOREYS, SIX_ROWS)}

# -- the fast model ---------------------------------------------------------------------------------------------------


def mean_fall(layout: Layout, left: int, stick: int, inside: int) -> float:
    """How many marbles a tentacle lets fall on average: its share of those inside, more where few others hold them."""
    storey, held = layout.places[stick - 1]
    there = left >> storey.first & storey.spots
    share = storey.loads[there] * held / storey.grips[there]
    whole = 0.0
    for storey in layout.storeys:
        whole += storey.loads[left >> storey.first & storey.spots]
    return inside * share / whole * layout.worn[left.bit_count()].shake


def _scaled(layout: Layout, left: int, stick: int, inside: int) -> tuple[array[float], float, float]:
    """The law of what a tentacle holds, the share of holding nothing in the same measure, and how many lots it gives.

    The tentacle holds nothing, or what it holds falls by a negative binomial law, cut off at what is inside.
    """
    worn = layout.worn[left.bit_count()]
    law = worn.laws[int(mean_fall(layout, left, stick, inside) * GRAIN + 0.5) or 1]
    nothing = law[inside] * worn.bare / (1 - worn.bare)
    # every number of marbles keeps one lot at least
    return law, nothing, (LOTS - inside - 1) / (law[inside] + nothing)


def numbers_for(layout: Layout, left: int, stick: int, inside: int) -> list[int]:
    """The chances of 0, 1, 2, ... fallen marbles, summed up, out of `LOTS`; TM-T4: the last tentacle frees all."""
    if left == BIT[stick]:
        return [*[0] * inside, LOTS]
    law, nothing, scale = _scaled(layout, left, stick, inside)
    return [number + 1 + int(scale * (law[number] + nothing) + 0.5) for number in range(inside + 1)]


def number_drawn(layout: Layout, left: int, stick: int, inside: int, at: int) -> int:
    """How many marbles fall by a lot: the first number whose chances reach it; no more is computed than needed."""
    if left == BIT[stick]:
        return inside
    law, nothing, scale = _scaled(layout, left, stick, inside)
    number = 0
    while at > number + int(scale * (law[number] + nothing) + 0.5):
        number += 1
    return number


class Falls(Chance):
    """TM-T2: what falls when a tentacle is drawn; the outcome is the heap of fallen marbles.

    It carries what everybody knows (TM-T5): the tentacles in place, the marbles inside, and all draws so far with what
    fell. A physical tower that has seen the same history can answer it as well as the fast model does. Marbles fall by
    draws only (TM-V6), and the same luck makes the same marbles fall (TM-T6).
    """

    __slots__ = ("history", "inside", "layout", "left", "stick")

    def __init__(
        self, layout: Layout, left: int, stick: int, inside: int, history: tuple[tuple[int, int], ...]
    ) -> None:
        super().__init__("tower")
        self.layout = layout.name
        self.left = left
        self.stick = stick
        self.inside = inside
        self.history = history

    def draw(self, below: Below) -> int:
        """A number of marbles, then which."""
        return self.which(self._number(below(LOTS)), below)

    def sample(self, uniform: Uniform) -> int:
        """The same; often nothing falls."""
        number = self._number(int(uniform() * LOTS))
        return self.which(number, lambda n: int(uniform() * n)) if number else 0

    def _number(self, at: int) -> int:
        return number_drawn(LAYOUTS[self.layout], self.left, self.stick, marbles_in(self.inside), at)

    def which(self, number: int, below: Below) -> int:
        """A heap of so many marbles: all that are inside are equally likely to be among them."""
        inside = self.inside
        whole = marbles_in(inside)
        fallen = 0
        for already in range(number):
            at = below(whole - already)
            left = inside - fallen
            for one in ONE:
                at -= left & MANY
                if at < 0:
                    fallen += one
                    break
                left >>= PLACE
        return fallen

    def outcomes(self) -> list[tuple[int, float]]:
        """Every heap that may fall."""
        inside = counts_of(self.inside)
        whole = sum(inside)
        sums = tuple(numbers_for(LAYOUTS[self.layout], self.left, self.stick, whole))
        shares = [(high - low) / LOTS for low, high in zip((0, *sums), sums, strict=False)]
        found = []
        for counts in product(*(range(number + 1) for number in inside)):
            number = sum(counts)
            if shares[number]:
                ways = prod(map(comb, inside, counts)) / comb(whole, number)
                found.append((heap_of(*counts), shares[number] * ways))
        return sorted(found)

    def possible(self, outcome: int) -> bool:
        """TM-T3, TM-T4: not more than is inside; with the last tentacle, all."""
        if outcome < 0 or outcome >= ONE[-1] << 5:
            return False
        if self.left == BIT[self.stick]:
            return outcome == self.inside
        return all(fell <= there for fell, there in zip(counts_of(outcome), counts_of(self.inside), strict=True))

    def only(self, outcome: int) -> Self:
        """Everything about it is known to everybody."""
        return self

    def text(self, outcome: int) -> str:
        """Kinds with numbers: `D2 M1`, or `-` if nothing fell."""
        return heap_text(outcome)

    def parse(self, text: str) -> int:
        """The heap that a text names."""
        try:
            outcome = heap_in(text)
        except ValueError:
            outcome = -1
        if not self.possible(outcome):
            raise FortuneError(f"{text!r} cannot fall when tentacle {self.stick} is drawn")
        return outcome

    def __str__(self) -> str:
        return f"{self.label}:{self.stick}"


def heap_text(heap: int) -> str:
    """A heap of marbles as written: `D2 M1`."""
    return (
        " ".join(f"{letter}{number}" for letter, number in zip(LETTERS, counts_of(heap), strict=True) if number) or "-"
    )


def heap_in(text: str) -> int:
    """The heap that a text names; a `ValueError` if it is none."""
    heap = 0
    for part in text.split() if text.strip() != "-" else []:
        found = re.fullmatch(rf"([{LETTERS}])(\d+)", part)
        if found is None:
            raise ValueError(text)
        heap += int(found[2]) * ONE[LETTERS.index(found[1])]
    return heap


def in_words(heap: int) -> str:
    """A heap of marbles in words: `2 Discovery, 1 Madness`."""
    names = [name.upper() if name == "doom" else name.capitalize() for name in KINDS]
    return ", ".join(f"{number} {name}" for number, name in zip(counts_of(heap), names, strict=True) if number)
