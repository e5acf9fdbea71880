"""Five dice, each in its place: some of them as a hand of faces, and a hand put back into places."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import itemgetter
from typing import Final, TypeAlias

from miskatonic.games.tower.names import ALL_DICE, BIT, DICE
from miskatonic.games.tower.vocabulary import LOCK, LOCKED
from miskatonic.kernel.hands import UNIT, count, faces, hand_of
from miskatonic.kernel.kept import Kept
from miskatonic.kernel.sets import members

Tray: TypeAlias = tuple[int, ...]
"""The faces of a player's dice, by their places."""


def _taking(places: Sequence[int]) -> Callable[[Tray], Tray]:
    """Takes what is in these places."""
    if len(places) > 1:
        return itemgetter(*places)
    return itemgetter(slice(places[0], places[0] + 1) if places else slice(0))


_SETS: Final = tuple(tuple(members(dice)) for dice in range(ALL_DICE + 1))
_TAKE: Final = tuple(_taking(places) for places in _SETS)
"""By set of dice: takes their faces."""
_PUT: Final = tuple(
    _taking([DICE + places.index(die) if die in places else die for die in range(DICE)]) for places in _SETS
)
"""By set of dice: takes all faces out of the old ones followed by the new ones of this set."""
_AMONG: Final = tuple(
    tuple(sum(BIT[places[rank]] for rank in ranks if rank < len(places)) for ranks in _SETS) for places in _SETS
)
"""By set of dice, and a part of it as if its dice were the lowest: which dice are meant."""


class Shown:
    """Some dice side by side, wherever they came from."""

    __slots__ = ("hand", "lowest", "shown")

    def __init__(self, shown: Tray) -> None:
        self.shown = shown
        self.hand = hand_of(shown)
        self.lowest = Kept(self._lowest)
        """Q1: by the code of a lock: the dice that it means; of equal faces the first are locked."""

    def _lowest(self, code: int) -> int:
        wanted = LOCKED[code - LOCK]
        dice = 0
        for die, face in enumerate(self.shown):
            if count(wanted, face):
                wanted -= UNIT[face]
                dice |= BIT[die]
        return dice


_SHOWN: Final = Kept(Shown)


def some_of(tray: Tray, dice: int) -> Shown:
    """Some of the dice, lowest numbers first."""
    return _SHOWN[_TAKE[dice](tray)]


def hand_in(tray: Tray, dice: int) -> int:
    """Some of the dice as a hand."""
    return _SHOWN[_TAKE[dice](tray)].hand if dice else 0


def give_faces(tray: Tray, dice: int, hand: int) -> Tray:
    """The dice after some were thrown: the faces in ascending order go to the thrown dice in ascending order."""
    return _PUT[dice](tray + faces(hand))


def locked_by(loose: int, shown: Shown, code: int) -> int:
    """Q1: the dice that a lock means; of equal faces the lowest numbers are locked."""
    return _AMONG[loose][shown.lowest[code]]
