"""Placing: five dice on the spaces of an investigation (TM-D6, TM-D10)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import product
from typing import Final, NamedTuple, TypeAlias

from miskatonic.games.tower.names import ALL_DICE, BIT, DICE
from miskatonic.games.tower.tray import Tray, hand_in
from miskatonic.kernel.hands import UNIT
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
    """The set of dice on the Discovery spaces."""
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


@cache
def placing(spaces: Spaces, bonus: Bonus, distinct: bool, lowest_leads: bool) -> Kept[Tray, Placed]:
    """The placement that counts, by tray; kept for all who are bound alike."""
    return Kept(Placing(spaces, bonus, distinct, lowest_leads).place)


class Placing:
    """How five dice are placed by those who are bound alike."""

    def __init__(self, spaces: Spaces, bonus: Bonus, distinct: bool, lowest_leads: bool) -> None:
        self.spaces = spaces
        self.standing = standing(spaces)
        self.bonus = bonus
        self.distinct = distinct
        self.lowest_leads = lowest_leads

    def place(self, dice: Tray) -> Placed:
        """All placements of five dice: the best total, then Gate, Heart and Mind by the lowest dice."""
        if len(dice) < DICE or hand_in(dice, ALL_DICE) not in self.standing:
            return NOT_PLACED
        flat, pair, per_face = self.bonus
        best: tuple[int, Placed] | None = None
        fitting = [[die for die in range(DICE) if dice[die] in space] for space in self.spaces[:3]]
        for symbols in product(*fitting):
            rest = [die for die in range(DICE) if die not in symbols]
            if len(rest) != 2 or not all(dice[die] in self.spaces[3] for die in rest):
                continue
            one, two = dice[rest[0]], dice[rest[1]]
            total = one + two + flat + (pair if one == two else 0) + per_face[one] + per_face[two]
            worth = -total if self.lowest_leads else total
            if best is None or worth > best[0]:
                needs_met = one != two or not self.distinct
                best = worth, Placed(True, BIT[rest[0]] | BIT[rest[1]], total, needs_met)
        return best[1] if best else NOT_PLACED
