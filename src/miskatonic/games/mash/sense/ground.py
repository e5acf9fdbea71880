"""A printed tile as the sensible player sees it: sets of cells as masks, and how far one comes on it."""

from __future__ import annotations

from functools import cache
from typing import Any, Final

from miskatonic.games.mash.box import SCHEMA
from miskatonic.games.mash.grid import ADJACENT, ALL, BIT, CELL, CELLS, DIRECTIONS, NEXT, NONE, mask_of
from miskatonic.games.mash.tiles import Tile
from miskatonic.kernel.sets import members

Printed = dict[str, Any]
FAR: Final = 40
"""More steps than any way on a tile has."""


class Ground:
    """The floor of one tile: where one can stand, walk, fly, strike and see."""

    def __init__(self, name: str, tile: Printed) -> None:
        self.tile = tile
        self.surcharge: int = tile["surcharge"]
        self.surface: str = tile["surface"]
        self.floor = _mask(tile["floor"])
        self.trouble = _mask(tile["trouble"])
        self.red = _mask(tile["red"])
        self.caught = _mask(tile["catching"])
        self.water = _mask(tile["water"])
        self.heal = _mask(tile["heal"])
        self.mind = _mask(tile["mind"])
        machines = {CELL[cell]: machine[0] for cell, machine in tile["operated"].items()}
        self.couch = mask_of([cell for cell, machine in machines.items() if machine == "psychotherapy"])
        self.transporter = mask_of([cell for cell, machine in machines.items() if machine == "transporter"])
        self.touch = [_mask(tile["touch"][cell]) for cell in CELL]
        known = _by_heart(name, "\n".join(tile["map"]))
        self.line: list[int] = known.line if known else [ALL] * CELLS
        self.dead: int = known.dead if known else 0
        self.hurting: int = known.hurting if known else 0
        self.shore = mask_of([cell for cell in members(self.floor) if ADJACENT[cell] & self.water])
        self._walk = _ways([near & self.floor for near in self.touch])
        self._strike = _ways(self.touch)
        self._fly = _ways([ADJACENT[cell] & self.line[cell] for cell in range(CELLS)])
        self.safe = self.floor & ~self.trouble
        beside = [(near & self.floor).bit_count() for near in self.touch]
        self.rooms = [mask_of([cell for cell in range(CELLS) if beside[cell] == room]) for room in range(5)]
        """The cells by how many others are beside them."""

    def steps(self, start: int, most: int, blocked: int, flying: bool = False) -> list[int]:
        """The cells that are reached with 0, 1, 2 ... steps from some cells, round what is blocked."""
        north, east, south, west = self._fly if flying else self._walk
        layers = [start]
        left = ALL & ~blocked & ~start
        while most and start and left:
            start = (start & north) >> 6 | (start & east) << 1 | (start & south) << 6 | (start & west) >> 1
            start &= left
            left &= ~start
            layers.append(start)
            most -= 1
        return layers

    def reach(self, start: int, most: int, blocked: int, flying: bool = False) -> int:
        """All cells within some steps from some cells."""
        north, east, south, west = self._fly if flying else self._walk
        found = start
        open_cells = ALL & ~blocked
        while most and start:
            start = (start & north) >> 6 | (start & east) << 1 | (start & south) << 6 | (start & west) >> 1
            start &= open_cells & ~found
            found |= start
            most -= 1
        return found

    def struck_from(self, cells: int) -> int:
        """The cells that melee reaches from some cells."""
        north, east, south, west = self._strike
        return (cells & north) >> 6 | (cells & east) << 1 | (cells & south) << 6 | (cells & west) >> 1


def _mask(cells: list[str] | dict[str, Any]) -> int:
    return mask_of([CELL[cell] for cell in cells])


def _ways(near: list[int]) -> list[int]:
    """For each direction the cells that can be left that way."""
    return [mask_of([c for c in range(CELLS) if NEXT[c][d] != NONE and near[c] & BIT[NEXT[c][d]]]) for d in DIRECTIONS]


@cache
def _by_heart(name: str, drawn: str) -> Tile | None:
    """Sight and hazards of the printed tiles of the standard box are known by heart, of others they are not."""
    return next((tile for tile in SCHEMA.named().data.tiles if tile.id == name and tile.map == drawn), None)


_GROUNDS: Final[dict[str, Ground]] = {}


def ground_of(box: Printed, name: str) -> Ground:
    """The ground of a tile, worked out once for each box."""
    tile = box["tiles"][name]
    found = _GROUNDS.get(name)
    if found is None or (found.tile is not tile and found.tile != tile):
        found = _GROUNDS[name] = Ground(name, tile)
    return found
