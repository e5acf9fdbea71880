"""Placing: five dice on the spaces of an investigation (TM-D6, TM-D10)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import product
from typing import Final, NamedTuple, TypeAlias

from miskatonic.games.tower.names import DICE
from miskatonic.games.tower.tray import dice_in, highest, number_in
from miskatonic.games.tower.vocabulary import LOCKED
from miskatonic.kernel.hands import UNIT, faces
from miskatonic.kernel.kept import Kept

Spaces: TypeAlias = tuple[frozenset[int], ...]
"""The faces that fit Gate, Heart, Mind and the two Discovery spaces."""


class Bonus(NamedTuple):
    """TM-D10: what is added to the faces of the two Discovery dice."""

    flat: int
    pair: int
    per_face: tuple[int, ...]


@dataclass(frozen=True)
class Placed:
    """TM-D6: five dice on their spaces; nothing is placed where they cannot stand together."""

    stands: bool
    discovery: int
    """The hand on the Discovery spaces. Of equal faces, those with the highest numbers lie there."""
    total: int
    """TM-D10: their faces and bonuses, without the modifiers of the Round."""
    needs_met: bool
    """Whether the two dice differ where they have to."""


NOT_PLACED: Final = Placed(False, 0, 0, False)


@cache
def standing(spaces: Spaces) -> frozenset[int]:
    """The hands that can stand together on the five spaces, or on some of them."""
    hands = {0}
    for space in (*spaces, spaces[-1]):
        hands |= {hand + UNIT[face] for hand in hands for face in space}
    return frozenset(hands)


class Placing:
    """How five dice are placed by those who are bound alike."""

    def __init__(self, spaces: Spaces, bonus: Bonus, distinct: bool, lowest_leads: bool) -> None:
        self.spaces = spaces
        self.bonus = bonus
        self.distinct = distinct
        self.lowest_leads = lowest_leads
        self._by_hand = Kept(self._only_one)
        self._by_tray = Kept(self._by_lowest_dice)

    def of(self, tray: int) -> Placed:
        """The placement that counts: the best total, then Gate, Heart and Mind by the lowest dice."""
        found = self._by_hand[number_in(tray)]
        return self._by_tray[tray] if found is None else found

    def discovery(self, tray: int) -> int:
        """The set of dice on the Discovery spaces, while the others lie on Gate, Heart and Mind; none if none stand."""
        placed = self.of(tray)
        return highest(tray, placed.discovery) if placed.stands else 0

    def _only_one(self, number: int) -> Placed | None:
        """The placement with the best total, unless several have it: then it matters where the dice lie."""
        found = self._best(faces(LOCKED[number]))
        return found.pop() if len(found) == 1 else None

    def _by_lowest_dice(self, tray: int) -> Placed:
        return self._best(dice_in(tray))[0]

    def _best(self, dice: tuple[int, ...]) -> list[Placed]:
        """All placements with the best total, those with the lowest dice for Gate, Heart and Mind first."""
        best: dict[Placed, None] = {}
        if len(dice) == DICE:
            for placed in self._ways(dice):
                leads = self._worth(placed) - self._worth(next(iter(best), placed))
                if leads > 0:
                    best = {}
                if leads >= 0:
                    best[placed] = None
        return list(best) or [NOT_PLACED]

    def _worth(self, placed: Placed) -> int:
        return -placed.total if self.lowest_leads else placed.total

    def _ways(self, dice: tuple[int, ...]) -> Iterator[Placed]:
        """All placements of five dice, those with the lowest dice for Gate, Heart and Mind first."""
        flat, pair, per_face = self.bonus
        fitting = [[die for die in range(DICE) if dice[die] in space] for space in self.spaces[:3]]
        for symbols in product(*fitting):
            rest = [dice[die] for die in range(DICE) if die not in symbols]
            if len(rest) == 2 and self.spaces[3].issuperset(rest):
                one, two = rest
                total = one + two + flat + (pair if one == two else 0) + per_face[one] + per_face[two]
                yield Placed(True, UNIT[one] + UNIT[two], total, one != two or not self.distinct)


@cache
def placing(spaces: Spaces, bonus: Bonus, distinct: bool, lowest_leads: bool) -> Placing:
    """How dice are placed; kept for all who are bound alike."""
    return Placing(spaces, bonus, distinct, lowest_leads)
