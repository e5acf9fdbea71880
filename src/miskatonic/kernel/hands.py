"""A handful of dice as one integer.

Dice have no identity: only how many show each face matters. A *hand* keeps these counts in five bits per face, face 1
lowest, so taking dice away is `-`, adding dice is `+`, and two hands are equal when the numbers are.

>>> from miskatonic.kernel.hands import faces, hand_of
>>> roll = hand_of((4, 4, 2))
>>> faces(roll - hand_of((2,)) + hand_of((6,)))
(4, 4, 6)
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from math import comb
from typing import Final

BITS: Final = 5
MANY: Final = (1 << BITS) - 1
"""The most dice that may show one face."""

UNIT: Final = tuple(1 << BITS * (face - 1) if face else 0 for face in range(13))
"""`UNIT[face]` is the hand of a single die showing that face."""


def hand_of(shown: Iterable[int]) -> int:
    """The hand with these faces."""
    return sum(UNIT[face] for face in shown)


_CHOICES: Final = tuple(tuple(comb(lower + index, index + 1) for index in range(MANY)) for lower in range(12))
"""How many hands of `index + 1` dice show only the `lower` lowest faces: tabled for hands of up to 31 dice."""


def count(hand: int, face: int) -> int:
    """How many dice of a hand show a face."""
    return hand >> BITS * (face - 1) & MANY


@cache
def faces(hand: int) -> tuple[int, ...]:
    """The faces of a hand, ascending."""
    shown: list[int] = []
    face = 1
    while hand:
        shown += [face] * (hand & MANY)
        hand >>= BITS
        face += 1
    return tuple(shown)


def size(hand: int) -> int:
    """The number of dice in a hand."""
    return len(faces(hand))


def parts(hand: int, most: dict[int, int] | None = None) -> list[int]:
    """Every hand that can be picked out of this one, the empty one included; `most` caps single faces."""
    found = [0]
    for face in sorted(set(faces(hand))):
        limit = count(hand, face)
        if most is not None and face in most:
            limit = min(limit, most[face])
        unit = UNIT[face]
        found = [picked + number * unit for number in range(limit + 1) for picked in found]
    return found


def rank(hand: int, kinds: int) -> int:
    """The number of a hand among all hands of `kinds` faces: smaller hands first, the empty hand is 0."""
    shown = faces(hand)
    place = comb(len(shown) - 1 + kinds, kinds) if shown else 0
    for index, face in enumerate(shown):
        place += _CHOICES[face - 1][index]
    return place


def unrank(place: int, kinds: int) -> int:
    """The hand with a given number: the inverse of `rank`."""
    dice = 0
    while comb(dice + kinds, kinds) <= place:
        dice += 1
    place -= comb(dice - 1 + kinds, kinds) if dice else 0
    hand = 0
    for index in range(dice - 1, -1, -1):
        face = kinds
        while comb(face - 1 + index, index + 1) > place:
            face -= 1
        place -= comb(face - 1 + index, index + 1)
        hand += UNIT[face]
    return hand
