"""The territories of monsters: how far each kind gets on each tile, and whom it menaces from there (CM-M4, CM-M5)."""

from __future__ import annotations

from typing import Final

from miskatonic.games.mash.box import Box, Kind
from miskatonic.games.mash.grid import BIT, CELLS
from miskatonic.games.mash.hazards import tissue_cells
from miskatonic.games.mash.sight import within_reach
from miskatonic.games.mash.state import Mash
from miskatonic.games.mash.tiles import Tile
from miskatonic.games.mash.walking import Classes, flooded, prowl_classes
from miskatonic.kernel.kept import Kept


class Roaming:
    """CM-M4, CM-B10: how far monsters that go alike get on one tile, from every cell; worked out once.

    Monsters pass each other, so only characters and tissue are ever in the way of those that go on foot.
    """

    __slots__ = ("around", "barred", "classes", "closed", "floor", "move", "passed", "past", "reach", "step")

    def __init__(self, tile: Tile, fly: bool, move: int, classes: Classes, closed: int) -> None:
        self.floor = tile.floor
        self.step = tile.fly if fly else tile.step
        self.move = move
        self.classes = classes
        self.closed = closed
        self.reach = [self.within(move, cell, 0) for cell in range(CELLS)]
        """From every cell the cells where a move may end, if nothing is in the way."""
        self.passed = [self.within(move - 1, cell, 0) for cell in range(CELLS)]
        """From every cell those that are reached with a point left: who stands elsewhere is not in the way."""
        self.barred = [0] * CELLS if fly else self.passed
        """From every cell those where a character is in the way; of flyers nobody is."""
        self.around: Kept[int, int] = Kept(self._around)
        """The same as `reach` around characters, by their cells and then that of the start, as one number."""
        self.past: Kept[int, int] = Kept(self._past)
        """The same around a single one, by its number and then that of the start: small keys are found at once."""

    def within(self, points: int, cell: int, in_the_way: int) -> int:
        """The cells that are reached from one cell with some points, around whatever is in the way."""
        if points < 1:
            return 0
        start = BIT[cell]
        blocked = (self.closed | in_the_way) & ~start
        return flooded(start, points, self.classes, self.step, blocked, 0)[1] & self.floor & ~start

    def _around(self, way: int) -> int:
        in_the_way, cell = divmod(way, CELLS)
        return self.within(self.move, cell, in_the_way)

    def _past(self, way: int) -> int:
        who, cell = divmod(way, CELLS)
        in_the_way = BIT[who] & self.barred[cell]
        return self.within(self.move, cell, in_the_way) if in_the_way else self.reach[cell]


def _roaming(of: tuple[Tile, bool, int, Classes, int]) -> Roaming:
    return Roaming(*of)


_ROAMINGS: Final[Kept[tuple[Tile, bool, int, Classes, int], Roaming]] = Kept(_roaming)


class Territory:
    """CM-M4, CM-M5: where monsters of one kind get to on one tile, and whom they menace from there."""

    __slots__ = (
        "aimed", "around", "barred", "charged", "closed", "kind", "menaced", "passed", "past", "reach", "struck",
        "tile",
    )  # fmt: skip

    def __init__(self, tile: Tile, kind: Kind, pays: bool) -> None:
        self.tile = tile
        self.kind = kind
        self.closed = (
            tile.air_trouble if kind.fly else tile.dry_trouble if kind.swim or kind.waterproof else tile.trouble
        )
        roaming = _ROAMINGS[tile, kind.fly, kind.move, prowl_classes(tile, kind, pays), self.closed]
        self.reach, self.passed, self.barred = roaming.reach, roaming.passed, roaming.barred
        self.around, self.past = roaming.around, roaming.past
        """How far they get: many kinds share these tables."""
        self.struck = tile.touch if kind.melee else [0] * CELLS
        self.aimed = [self._aimed(cell) if kind.ranged else 0 for cell in range(CELLS)]
        self.charged = self.passed if kind.charge else [0] * CELLS
        """CM-M5, CM-M11, CM-M10: from every cell those that a blow, a shot or a charge can ever reach."""
        self.menaced = [self.struck[cell] | self.aimed[cell] | self.charged[cell] for cell in range(CELLS)]
        """From every cell those where a character may have something else to fear than company."""

    def _aimed(self, cell: int) -> int:
        """CM-A11, CM-M11: the cells that are in sight and not beside, as far as a shot or a tentacle goes."""
        aim, reach = self.tile.aim[cell], self.kind.reach
        return aim & within_reach(cell, reach) if reach else aim


def _territory(of: tuple[Tile, Kind, bool]) -> Territory:
    return Territory(*of)


_TERRITORIES: Final[Kept[tuple[Tile, Kind, bool], Territory]] = Kept(_territory)


def territory_of(s: Mash, tile: Tile, kind: Kind) -> Territory:
    """Where monsters of a kind get to on a tile by the rules that are played."""
    return _TERRITORIES[tile, kind, s.rules.monsters_pay_boots]


def _haunt(of: tuple[Box, int, int, bool]) -> Territory:
    box, tile, kind, pays = of
    return _TERRITORIES[box.tiles[tile], box.monsters[kind], pays]


HAUNTS: Final[Kept[tuple[Box, int, int, bool], Territory]] = Kept(_haunt)
"""The territories of monsters as they are printed, by the numbers of tile and kind and whether rough ground costs."""


def prowled(s: Mash, slot: int, cell: int, territory: Territory) -> int:
    """CM-M4, CM-B10: the cells where a monster's move from a cell may end, free or not; never beyond a gate."""
    in_the_way = s.stands[slot] & territory.barred[cell]
    if s.tissue and not territory.kind.fly:
        in_the_way |= tissue_cells(s, slot)
    return territory.around[in_the_way * CELLS + cell] if in_the_way else territory.reach[cell]
