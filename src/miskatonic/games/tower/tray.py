"""Five dice, each in its place, as one number: three bits for each die, the first die lowest; 0 before any throw.

>>> from miskatonic.games.tower.vocabulary import NUMBER
>>> from miskatonic.kernel.hands import hand_of
>>> tray = tray_of((4, 4, 2, 6, 1))
>>> dice_in(give_faces(tray, 0b00101, NUMBER[hand_of((5, 3))]))
(3, 4, 5, 6, 1)
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final

from miskatonic.games.tower.names import ALL_DICE, BIT, DICE
from miskatonic.games.tower.vocabulary import LOCKED, NUMBER
from miskatonic.kernel.hands import MANY, UNIT, faces
from miskatonic.kernel.kept import Kept
from miskatonic.kernel.sets import members

PLACE: Final = 3
FACE: Final = (1 << PLACE) - 1
PLACES: Final = tuple(PLACE * die for die in range(DICE))
_SETS: Final = tuple(tuple(members(dice)) for dice in range(ALL_DICE + 1))
SPOTS: Final = tuple(sum(FACE << PLACES[die] for die in some) for some in _SETS)
"""By set of dice: the bits of their places."""
_ALL: Final = tuple(MANY * unit for unit in UNIT)
"""By face: the bits of all dice in a hand that show it."""


def tray_of(shown: Sequence[int]) -> int:
    """The tray with these faces, by places."""
    return sum([face << PLACES[die] for die, face in enumerate(shown)])


def dice_in(tray: int) -> tuple[int, ...]:
    """The faces of all dice, by places; none before any throw."""
    return tuple([tray >> place & FACE for place in PLACES]) if tray else ()


def _hands_of_all_trays() -> list[int]:
    found = [0]
    for _ in range(DICE):
        found = [hand + unit for unit in UNIT[: FACE + 1] for hand in found]
    return found


_NUMBERS: Final = tuple([NUMBER.get(hand, 0) for hand in _hands_of_all_trays()])
"""By tray, also with some dice only: the number of the hand that it shows."""


def number_in(tray: int, dice: int = ALL_DICE) -> int:
    """Some of the dice as a hand, by its number (see `LOCKED`): what is kept for hands is soon found by that."""
    return _NUMBERS[tray & SPOTS[dice]]


def _put(dice: int, number: int) -> int:
    return sum([face << PLACES[die] for die, face in zip(_SETS[dice], faces(LOCKED[number]), strict=True)])


_PUT: Final = tuple(Kept(partial(_put, dice)) for dice in range(ALL_DICE + 1))


def give_faces(tray: int, dice: int, number: int) -> int:
    """The dice after some were thrown, which show the hand with a number: lower faces go to lower dice."""
    return tray & SPOTS[ALL_DICE ^ dice] | _PUT[dice][number]


def lowest(tray: int, dice: int, hand: int) -> int:
    """Those of some dice that show a hand; of equal faces the lowest numbers."""
    found = 0
    for die in _SETS[dice]:
        face = tray >> PLACES[die] & FACE
        if hand & _ALL[face]:
            hand -= UNIT[face]
            found |= BIT[die]
            if not hand:
                break
    return found


def highest(tray: int, hand: int) -> int:
    """The dice that show a hand; of equal faces the highest numbers."""
    return ALL_DICE & ~lowest(tray, ALL_DICE, LOCKED[number_in(tray)] - hand)


def turned(tray: int, die: int, face: int) -> int:
    """The dice after one was turned to a face."""
    return tray & ~SPOTS[BIT[die]] | face << PLACES[die]
