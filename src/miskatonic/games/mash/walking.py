"""How far a piece gets: movement points over a tile, as layers of cells by cost (CM-A4, CM-B13, CM-M4, CM-M7)."""

from __future__ import annotations

from typing import Final, TypeAlias

from miskatonic.games.mash.box import Kind
from miskatonic.games.mash.figures import surcharge
from miskatonic.games.mash.grid import ALL, BIT, NEXT, NONE
from miskatonic.games.mash.hazards import avoided
from miskatonic.games.mash.pieces import ALIVE, Hero
from miskatonic.games.mash.state import Mash
from miskatonic.games.mash.tiles import Tile

Layers: TypeAlias = list[int]
"""`layers[c]` is the set of cells that cost exactly `c` points."""
Classes: TypeAlias = tuple[tuple[int, int], ...]
"""Costs of entering, with the cells that have them."""

EVERYWHERE: Final[Classes] = ((1, ALL),)
"""What flyers pay."""
_CLASSES: dict[tuple[int, int, int, bool, bool], Classes] = {}


def classes_of(tile: Tile, extra: int, boots: bool, swims: bool) -> Classes:
    """CM-B13: what entering each cell costs: 1, the tile's surcharge, the cell's boots; swimmers pay 1 in water."""
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
KEPT: Final = 100_000


def flood(start: int, points: int, classes: Classes, step: list[int], blocked: int, halt: int) -> tuple[Layers, int]:
    """Every cell within some points, by cost and all together.

    Nobody goes on from a cell of `halt`, nobody comes onto a `blocked` one. What comes back is never changed. Steps and
    classes are known by identity: they belong to tiles and are kept for ever.
    """
    key = (start, points, id(classes), id(step), blocked, halt)
    found = _FLOODS.get(key)
    if found is None:
        if len(_FLOODS) > KEPT:
            _FLOODS.clear()
        layers = _flood(start, points, classes, step, blocked, halt)
        reached = 0
        for cells in layers:
            reached |= cells
        found = _FLOODS[key] = (layers, reached)
    return found


def _flood(start: int, points: int, classes: Classes, step: list[int], blocked: int, halt: int) -> Layers:
    layers = [0] * (points + 1)
    layers[0] = start
    north, east, south, west = step
    open_cells = ALL & ~blocked & ~start
    front = start
    for cost in range(points + 1):
        if cost:
            front = layers[cost] & open_cells
            layers[cost] = front
            if not front:
                continue
            open_cells &= ~front
            front &= ~halt
        grow = (front & north) >> 6 | (front & east) << 1 | (front & south) << 6 | (front & west) >> 1
        grow &= open_cells
        if grow:
            for price, cells in classes:
                if cost + price <= points:
                    layers[cost + price] |= grow & cells
    return layers


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


def heroes_on(s: Mash, slot: int, but: int = NONE) -> int:
    """The cells of a tile on which characters stand."""
    mask = 0
    for hero in s.heroes:
        if hero.slot == slot and hero.life == ALIVE and hero.id != but:
            mask |= BIT[hero.cell]
    return mask


class Walk:
    """Where a character can go now, with some movement points."""

    __slots__ = ("classes", "halt", "layers", "step", "stops")

    classes: Classes

    def __init__(self, s: Mash, hero: Hero, points: int) -> None:
        slot = hero.slot
        tile = s.tile(slot)
        start = BIT[hero.cell]
        occupied = s.occ[slot] & ~start
        if hero.flying:
            self.step, self.classes = tile.fly, EVERYWHERE
            blocked = 0
        else:
            self.step = tile.step
            self.classes = classes_of(tile, surcharge(s, hero, slot), True, False)
            blocked = occupied & ~heroes_on(s, slot, hero.id) if s.friendly else occupied
        self.halt = avoided(s, hero, slot)
        self.layers, reached = flood(start, points, self.classes, self.step, blocked, self.halt)
        self.stops = reached & tile.floor & ~occupied & ~start

    def cost(self, cell: int) -> int:
        """What a cell costs."""
        return cost_in(self.layers, cell)

    def path(self, cell: int) -> list[int]:
        """The way to a cell, the start left out."""
        return path_to(self.layers, self.classes, self.step, self.halt, cell)


class Prowl:
    """Where a monster of some kind could go from a cell: it avoids whatever would harm it (CM-M4)."""

    __slots__ = ("classes", "layers", "step", "stops")

    def __init__(self, s: Mash, kind: Kind, slot: int, cell: int, points: int, closed: int) -> None:
        tile = s.tile(slot)
        start = BIT[cell]
        self.classes = prowl_classes(s, kind, tile)
        if kind.fly:
            self.step = tile.fly
            blocked = closed
        else:
            self.step = tile.step
            blocked = closed | heroes_on(s, slot)
        self.layers, reached = flood(start, points, self.classes, self.step, blocked & ~start, 0)
        self.stops = reached & tile.floor & ~(s.occ[slot] & ~start)

    def cost(self, cell: int) -> int:
        """What a cell costs, -1 if it is out of reach."""
        return cost_in(self.layers, cell)

    def path(self, cell: int) -> list[int]:
        """The way to a cell, the start left out."""
        return path_to(self.layers, self.classes, self.step, 0, cell)


def prowl_classes(s: Mash, kind: Kind, tile: Tile) -> Classes:
    """CM-B13, CM-M7, CM-M8: what entering each cell costs a monster."""
    if kind.fly:
        return EVERYWHERE
    pays = s.rules.monsters_pay_boots
    return classes_of(tile, tile.surcharge if pays else 0, pays, kind.swim)


def enter_cost(classes: Classes, cell: int) -> int:
    """What entering one cell costs."""
    return next(price for price, cells in classes if cells & BIT[cell])
