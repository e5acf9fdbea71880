"""All handfuls of up to so many dice, numbered, with what comes of taking one die more or less."""

from __future__ import annotations

from functools import cache
from itertools import combinations_with_replacement
from math import comb, factorial, prod

import numpy as np

from miskatonic.bots.optimal.compiled import Floats, Whole
from miskatonic.kernel.hands import hand_of


class Handfuls:
    """Handfuls of six-sided dice by size, then in lexical order; the empty handful is number 0.

    `first[k]` is the number of the first handful of k dice, `more[x, f]` the handful with one die of face f + 1 more
    (only below the full size), `less[x, f]` the one with such a die less, or `len` where there is none. `fewer[x]` is
    `less[x]` sorted: first the one without a 1, then the others, those that exist in front; `kinds[x]` says how many
    others exist.
    """

    def __init__(self, most: int) -> None:
        self.most = most
        self.shown = [shown for size in range(most + 1) for shown in combinations_with_replacement(range(1, 7), size)]
        self.packed = [hand_of(shown) for shown in self.shown]
        self.index = {hand: number for number, hand in enumerate(self.packed)}
        self.first: Whole = np.array([comb(size + 5, 6) for size in range(most + 2)])
        full, every = int(self.first[most]), len(self.shown)
        self.full = full
        """The number of the first handful of all dice."""
        self.more: Whole = np.zeros((full, 6), np.int64)
        self.less: Whole = np.full((every, 6), every, np.int64)
        for number, hand in enumerate(self.packed):
            for face in range(1, 7):
                if number < full:
                    self.more[number, face - 1] = self.index[hand + hand_of([face])]
                if face in self.shown[number]:
                    self.less[number, face - 1] = self.index[hand - hand_of([face])]
        others = np.sort(self.less[:, 1:], axis=1)
        self.fewer: Whole = np.ascontiguousarray(np.column_stack([self.less[:, 0], others]))
        self.kinds: Whole = (others < every).sum(axis=1)
        self.chance: Floats = np.array([_chance(shown) for shown in self.shown])
        """The probability that so many dice fall like this."""

    def __len__(self) -> int:
        return len(self.shown)


def _chance(shown: tuple[int, ...]) -> float:
    same = prod(factorial(shown.count(face)) for face in set(shown))
    return float(factorial(len(shown)) // same / 6 ** len(shown))


@cache
def handfuls(most: int) -> Handfuls:
    """The handfuls of up to so many dice, made once."""
    return Handfuls(most)
