"""How far a piece gets: movement points over a tile, as layers of cells by cost (CM-A4, CM-B13, CM-M4, CM-M7)."""

from __future__ import annotations

from typing import Final, TypeAlias

from miskatonic.games.mash.box import Box, Kind
from miskatonic.games.mash.figures import ICY, surcharge
from miskatonic.games.mash.grid import ALL, BIT, CELLS, NEXT, NONE
from miskatonic.games.mash.hazards import avoided
from miskatonic.games.mash.options import Rules
from miskatonic.games.mash.pieces import Hero
from miskatonic.games.mash.state import Mash
from miskatonic.games.mash.tiles import Tile
from miskatonic.kernel.kept import Kept

Layers: TypeAlias = list[int]
"""`layers[c]` is the set of cells that cost exactly `c` points."""
Classes: TypeAlias = tuple[tuple[int, int], ...]
"""Costs of entering, with the cells that have them."""

EVERYWHERE: Final[Classes] = ((1, ALL),)
"""What flyers pay, and everybody on even ground."""
_CLASSES: dict[tuple[int, int, int, bool, bool], Classes] = {}


def classes_of(tile: Tile, extra: int, boots: bool, swims: bool) -> Classes:
    """CM-B13: what entering each cell costs: 1, the tile's surcharge, the cell's boots; swimmers pay 1 in water."""
    if not extra and not tile.rough:
        return EVERYWHERE
    key = (id(tile), extra, len(tile.rough), boots, swims)
    if key not in _CLASSES:
        costs: dict[int, int] = {}
        left = ALL
        if swims:
            costs[1] = tile.water
            left &= ~tile.water
        for more, cells in tile.rough if boots else ():
            cost = max(1, 1 + extra + more)
            costs[cost] = costs.get(cost, 0) | cells & left
            left &= ~cells
        costs[1 + extra] = costs.get(1 + extra, 0) | left
        _CLASSES[key] = tuple(sorted((cost, cells) for cost, cells in costs.items() if cells))
    return _CLASSES[key]


_FLOODS: dict[tuple[int, int, int, int, int, int], tuple[Layers, int]] = {}
"""Floods that were made already: the same question is asked again and again."""
KEPT: Final = 50_000
"""How much of what comes again and again is kept."""


def flood(start: int, points: int, classes: Classes, step: list[int], blocked: int, halt: int) -> tuple[Layers, int]:
    """The same as `flooded`, kept: steps and classes are known by identity, they belong to tiles and never change."""
    key = (start, points, id(classes), id(step), blocked, halt)
    found = _FLOODS.get(key)
    if found is None:
        if len(_FLOODS) > KEPT:
            _FLOODS.clear()
        found = _FLOODS[key] = flooded(start, points, classes, step, blocked, halt)
    return found


def flooded(start: int, points: int, classes: Classes, step: list[int], blocked: int, halt: int) -> tuple[Layers, int]:
    """Every cell within some points, by cost and all together.

    Nobody goes on from a cell of `halt`, nobody comes onto a `blocked` one. What comes back is never changed.
    """
    if not plain(classes):
        return _flooded_anyhow(start, points, classes, step, blocked, halt)
    onward = [cells & ~halt for cells in step] if halt else step
    return spread(start, grown(start, step), points, classes, onward, blocked)


def plain(classes: Classes) -> bool:
    """Whether all cells cost the same, or some 2 and all others 1."""
    return len(classes) == 1 or (len(classes) == 2 and classes[0][0] == 1 and classes[1][0] == 2)


def grown(front: int, step: list[int]) -> int:
    """The cells that are one step away from some."""
    north, east, south, west = step
    return (front & north) >> 6 | (front & east) << 1 | (front & south) << 6 | (front & west) >> 1


def spread(start: int, grow: int, points: int, classes: Classes, step: list[int], blocked: int) -> tuple[Layers, int]:
    """The same where costs are plain: `grow` is one step away from the start, `step` leads on from any other cell."""
    layers = [0] * (points + 1)
    layers[0] = start
    north, east, south, west = step
    unblocked = left = ALL & ~(blocked | start)
    if len(classes) == 1:
        price = classes[0][0]
        last = points - points % price
        if not last:
            return layers, start
        for cost in range(price, last, price):
            layers[cost] = front = grow & left
            if not front:
                break
            left ^= front
            grow = (front & north) >> 6 | (front & east) << 1 | (front & south) << 6 | (front & west) >> 1
        layers[last] = front = grow & left
        return layers, unblocked ^ left | front | start
    # some cells cost 2 instead of 1: whoever steps onto them arrives one point later
    rough = classes[1][1]
    late = 0
    for cost in range(1, points):
        grow &= left
        slow = grow & rough
        layers[cost] = front = (grow ^ slow | late) & left
        left ^= front
        late = slow
        grow = (front & north) >> 6 | (front & east) << 1 | (front & south) << 6 | (front & west) >> 1
    layers[points] = front = (grow & ~rough | late) & left
    return layers, unblocked ^ left | front | start


def _flooded_anyhow(
    start: int, points: int, classes: Classes, step: list[int], blocked: int, halt: int
) -> tuple[Layers, int]:
    """The same for any costs."""
    layers = [0] * (points + 1 + classes[-1][0])
    layers[0] = start
    north, east, south, west = step
    unblocked = left = ALL & ~blocked | start
    onward = ALL ^ halt | start
    for cost in range(points):
        layers[cost] = front = layers[cost] & left
        if front:
            left ^= front
            front &= onward
            grow = (front & north) >> 6 | (front & east) << 1 | (front & south) << 6 | (front & west) >> 1
            grow &= left
            if grow:
                for price, cells in classes:
                    layers[cost + price] |= grow & cells
    layers[points] &= left
    left ^= layers[points]
    del layers[points + 1 :]
    return layers, unblocked ^ left


def cost_in(layers: Layers, cell: int) -> int:
    """What a cell costs, -1 if it is out of reach."""
    bit = BIT[cell]
    for cost, cells in enumerate(layers):
        if cells & bit:
            return cost
    return NONE


def path_to(layers: Layers, classes: Classes, step: list[int], halt: int, cell: int) -> list[int]:
    """The cheapest way to a cell, the start left out; ties go by reading order."""
    at = cost_in(layers, cell)
    path = [cell]
    while at:
        price = next(price for price, cells in classes if cells & BIT[cell])
        at -= price
        for direction in (2, 1, 3, 0):
            before = NEXT[cell][direction]
            back = (direction + 2) % 4
            if before == NONE or not layers[at] & BIT[before] & step[back]:
                continue
            if not at or not halt & BIT[before]:
                cell = before
                break
        if at:
            path.append(cell)
    path.reverse()
    return path


class Gait:
    """How somebody goes over a tile: the open steps, what cells cost, where one has to stop."""

    __slots__ = ("alone", "classes", "first", "floor", "flying", "halt", "onward", "plain", "step")

    def __init__(self, flying: bool, floor: int, step: list[int], classes: Classes, halt: int) -> None:
        self.flying = flying
        self.floor = floor
        self.step = step
        self.classes = classes
        self.halt = halt
        self.plain = plain(classes)
        self.onward = [cells & ~halt for cells in step]
        """The open steps of whoever has come that far."""
        self.first: Kept[int, int] = Kept(self._first)
        """The cells one step away from every cell."""
        self.alone: Kept[int, tuple[Layers, int, int]] = Kept(self._alone)
        """With some points from a cell (as one number), if nobody else were there: the cells by cost, and all together.

        The last are those that are reached with a point left: who stands elsewhere is not in the way. Nobody is in
        the way of a flyer.
        """

    def _first(self, cell: int) -> int:
        return grown(BIT[cell], self.step)

    def _alone(self, way: int) -> tuple[Layers, int, int]:
        points, cell = divmod(way, CELLS)
        layers, reached = self.flooded(cell, points, 0)
        return layers, reached, 0 if self.flying else reached & ~layers[points] & ~self.halt & ~BIT[cell]

    def flooded(self, cell: int, points: int, blocked: int) -> tuple[Layers, int]:
        """Every cell within some points, by cost and all together."""
        if self.plain:
            return spread(BIT[cell], self.first[cell], points, self.classes, self.onward, blocked)
        return flooded(BIT[cell], points, self.classes, self.step, blocked, self.halt)


def _gait_over(of: tuple[Tile, bool, Classes, int]) -> Gait:
    tile, flying, classes, halt = of
    return Gait(flying, tile.floor, tile.fly if flying else tile.step, classes, halt)


_GAITS_OVER: Final[Kept[tuple[Tile, bool, Classes, int], Gait]] = Kept(_gait_over)
"""The gaits over every tile: few, since most characters go alike."""
_GAITS: dict[tuple[Box, int, int, Rules, int, bool], Gait] = {}


def _gait(s: Mash, hero: Hero) -> Gait:
    """CM-B13, CM-B16: how a character goes over the tile it is on; kept, unless there is tissue (CM-O53)."""
    slot = hero.slot
    tile = s.tile(slot)
    classes = EVERYWHERE if hero.flying else classes_of(tile, surcharge(s, hero, slot), True, False)
    gait = _GAITS_OVER[tile, hero.flying, classes, avoided(s, hero, slot)]
    if not s.tissue:
        if len(_GAITS) > KEPT:
            _GAITS.clear()
        _GAITS[s.box, s.tiles[slot], hero.type, s.rules, hero.qualities, hero.flying] = gait
    return gait


class Walk:
    """Where somebody can go with some movement points; friends may be passed, and a flyer passes everybody."""

    __slots__ = ("gait", "layers", "stops")

    def __init__(self, gait: Gait, cell: int, points: int, occupied: int, blocked: int) -> None:
        """The own cell is one of the occupied ones, and it does not matter whether it is blocked."""
        self.gait = gait
        self.layers, reached, passed = gait.alone[points * CELLS + cell]
        if blocked & passed:
            if gait.plain:
                self.layers, reached = spread(BIT[cell], gait.first[cell], points, gait.classes, gait.onward, blocked)
            else:
                self.layers, reached = gait.flooded(cell, points, blocked)
        self.stops = reached & gait.floor & ~occupied

    def cost(self, cell: int) -> int:
        """What a cell costs."""
        return cost_in(self.layers, cell)

    def path(self, cell: int) -> list[int]:
        """The way to a cell, the start left out."""
        return path_to(self.layers, self.gait.classes, self.gait.step, self.gait.halt, cell)


def walk_of(s: Mash, hero: Hero, points: int) -> Walk:
    """CM-A4, CM-A5: where a character can go now."""
    slot, cell = hero.slot, hero.cell
    gait = _GAITS.get((s.box, s.tiles[slot], hero.type, s.rules, hero.qualities, hero.flying))
    if gait is None or s.tissue:
        gait = _gait(s, hero)
    occupied = blocked = s.occ[slot]
    if s.stands[slot] != BIT[cell] and s.friendly:
        blocked &= ~company(s, slot)
    return Walk(gait, cell, points, occupied, blocked)


def company(s: Mash, slot: int) -> int:
    """CM-A4, CM-A5, CM-M9: the cells of characters that others may step through: not those with a monster in them."""
    cells = s.stands[slot]
    if s.clinging:
        for piece in s.pieces.values():
            if piece.host != NONE and piece.slot == slot:
                cells &= ~BIT[piece.cell]
    return cells


class Prowl:
    """Where a monster of some kind could go from a cell: it avoids whatever would harm it (CM-M4)."""

    __slots__ = ("classes", "layers", "step", "stops")

    def __init__(self, s: Mash, kind: Kind, slot: int, cell: int, points: int, closed: int, left: int = 0) -> None:
        """`left` are cells that would be empty by then."""
        tile = s.tile(slot)
        start = BIT[cell]
        self.classes = prowl_classes(tile, kind, s.rules.monsters_pay_boots)
        if kind.fly:
            self.step = tile.fly
            blocked = closed
        else:
            self.step = tile.step
            blocked = closed | s.stands[slot]
        self.layers, reached = flood(start, points, self.classes, self.step, blocked & ~start, 0)
        self.stops = reached & tile.floor & ~(s.occ[slot] & ~start & ~left)

    def cost(self, cell: int) -> int:
        """What a cell costs, -1 if it is out of reach."""
        return cost_in(self.layers, cell)

    def path(self, cell: int) -> list[int]:
        """The way to a cell, the start left out."""
        return path_to(self.layers, self.classes, self.step, 0, cell)


def prowl_classes(tile: Tile, kind: Kind, pays: bool) -> Classes:
    """CM-B13, CM-M7, CM-M8, CM-O43: what entering each cell costs a monster; `pays` if rough ground costs it more."""
    if kind.fly:
        return EVERYWHERE
    extra = tile.surcharge if pays and not (kind.iceproof and tile.surface in ICY) else 0
    return classes_of(tile, extra, pays, kind.swim)


def enter_cost(classes: Classes, cell: int) -> int:
    """What entering one cell costs."""
    return next(price for price, cells in classes if cells & BIT[cell])
