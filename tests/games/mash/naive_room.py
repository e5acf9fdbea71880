"""A tile read naively: lines, sight, reach and ways, worked out cell by cell and without tables (CM-B, CM-L).

It is slow and shares nothing with the rules it is compared with (`test_naive.py`) but the facts of tiles and cards.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable
from fractions import Fraction

from miskatonic.games.mash.grid import CELL, CELL_NAMES, CELLS, NONE
from miskatonic.games.mash.pieces import ALIVE, CUFFS, GENERATOR, ICON, MONSTER, NET, Hero, Piece
from miskatonic.games.mash.state import Mash

WAYS = ((0, 1), (1, 0), (0, -1), (-1, 0))
"""North, east, south, west in the tile's own orientation, as columns and rows."""
HALF = Fraction(1, 2)
GATES = ({"C3R6", "C4R6"}, {"C6R3", "C6R4"}, {"C3R1", "C4R1"}, {"C1R3", "C1R4"})


def spot(cell: int) -> tuple[int, int]:
    """Column and row of a cell."""
    return int(CELL_NAMES[cell][1]), int(CELL_NAMES[cell][3])


def cell_of(column: int, row: int) -> int:
    """The cell of a column and a row, NONE off the tile."""
    return CELL.get(f"C{column}R{row}", NONE)


class Room:
    """A tile as one piece on it finds it."""

    def __init__(self, s: Mash, piece: Piece) -> None:
        self.s, self.me, self.rules, self.slot = s, piece, s.rules, piece.slot
        self.tile = s.tile(piece.slot)
        everybody: list[Piece] = [hero for hero in s.heroes if hero.life == ALIVE]
        self.pieces = [one for one in (*everybody, *s.pieces.values()) if one.slot == piece.slot]
        self.taken = {one.cell for one in self.pieces}
        self.walls = {cell for cell in range(CELLS) if not self.tile.floor >> cell & 1}
        self.things = [s.box.objects[number] for number in dict.fromkeys(piece.objects)]
        self.names = {thing.id for thing in self.things}
        kind = s.kind_of(piece) if piece.kind == MONSTER else None
        self.flies = piece.flying if isinstance(piece, Hero) else kind is not None and kind.fly
        self.swims = kind is not None and kind.swim
        self.high = self.rules.q_terrain_heights and bool(self.tile.heights["height"] >> piece.cell & 1)

    # -- lines and sight ----------------------------------------------------------------------------------------------

    def next_to(self, cell: int, way: int) -> int:
        column, row = spot(cell)
        return cell_of(column + WAYS[way][0], row + WAYS[way][1])

    def solid(self, cell: int, way: int) -> bool:
        return self.next_to(cell, way) == NONE or bool(self.tile.solid[way] >> cell & 1)

    def dotted(self, cell: int, way: int) -> bool:
        return bool(self.tile.dotted[way] >> cell & 1)

    def beside(self, one: int, two: int) -> bool:
        """Orthogonally adjacent."""
        return any(self.next_to(one, way) == two for way in range(4))

    def touch(self, one: int, two: int) -> bool:
        """Adjacent without a blue line between."""
        return any(
            self.next_to(one, way) == two and not self.solid(one, way) and not self.dotted(one, way) for way in range(4)
        )

    def sees(self, one: int, two: int, over: bool) -> bool:
        """CM-L1..L5: along the straight line, crossing by crossing; `over` if pieces do not matter."""
        if one == two:
            return True
        (x, y), (to_x, to_y) = spot(one), spot(two)
        wide, high = to_x - x, to_y - y
        crossings = {Fraction(2 * i + 1 - 2 * x, 2 * wide) for i in range(min(x, to_x), max(x, to_x))}
        crossings |= {Fraction(2 * j + 1 - 2 * y, 2 * high) for j in range(min(y, to_y), max(y, to_y))}
        right, up = (1 if wide > 0 else 3), (0 if high > 0 else 2)
        here = one
        for part in sorted(crossings):
            upright = (x + part * wide - HALF).denominator == 1
            level = (y + part * high - HALF).denominator == 1
            if upright and level:
                if self._corner_stops(here, right, up, over):
                    return False
                here = self.next_to(self.next_to(here, right), up)
            else:
                way = right if upright else up
                if self.solid(here, way):
                    return False
                here = self.next_to(here, way)
            if not over and here != two and here in self.taken:
                return False
        return True

    def _corner_stops(self, here: int, right: int, up: int, over: bool) -> bool:
        one, two = self.next_to(here, right), self.next_to(here, up)
        by_one = self.solid(here, right) or self.solid(one, up)
        by_two = self.solid(here, up) or self.solid(two, right)
        if self.rules.los_piece_corner_blocks and not over:
            by_one, by_two = by_one or one in self.taken, by_two or two in self.taken
        return by_one and by_two

    def ahead(self, cell: int) -> bool:
        """CM-Q1: not behind."""
        if not self.rules.q_facing or self.me.kind == GENERATOR:
            return True
        way = WAYS[(self.me.face - self.s.turns[self.slot]) % 4]
        (x, y), (to_x, to_y) = spot(self.me.cell), spot(cell)
        return (to_x - x) * way[0] + (to_y - y) * way[1] >= 0

    # -- reach --------------------------------------------------------------------------------------------------------

    def strikes(self, cell: int) -> bool:
        """CM-A10."""
        return self.touch(self.me.cell, cell) and self.ahead(cell)

    def shoots(self, cell: int) -> bool:
        """CM-A11, CM-L6, CM-Q5."""
        here = self.me.cell
        if cell == here or not self.ahead(cell):
            return False
        if self.beside(here, cell):
            way = next(way for way in range(4) if self.next_to(here, way) == cell)
            if not self.rules.adjacent_ranged_over_dotted or self.solid(here, way) or not self.dotted(here, way):
                return False
        if self.high and self.tile.heights["blind"] >> cell & 1:
            return False
        return self.sees(here, cell, self.flies or self.high)

    def grips(self, piece: Piece) -> bool:
        """CM-A10: next to it, or attached to it."""
        return self.strikes(piece.cell) or piece.host == self.me.id

    def pushes(self, piece: Piece) -> bool:
        """CM-A15, CM-L10: whether there is somewhere to push a neighbour."""
        if piece.kind == GENERATOR or not self.grips(piece):
            return False
        x, y = spot(piece.cell)
        for dx, dy in ((a, b) for a in (-1, 0, 1) for b in (-1, 0, 1) if a or b):
            there, one, two = cell_of(x + dx, y + dy), cell_of(x + dx, y), cell_of(x, y + dy)
            if there == NONE or there in self.taken or there in self.walls:
                continue
            corners = (one, two) if dx and dy else (there,)
            if any(self.touch(piece.cell, way) and (way == there or self.touch(way, there)) for way in corners):
                return True
        return piece.host == NONE and any(CELL_NAMES[piece.cell] in GATES[edge] for edge in self.tile.gates)

    def frees(self) -> bool:
        """CM-A21: whether breaking free may be tried."""
        me = self.me
        if me.tie == CUFFS or me.host != NONE or (self.rules.escape_moves == "icons" and me.tie not in (ICON, NET)):
            return True
        return any(
            there not in self.taken and there not in self.walls and (self.flies or not self.dotted(me.cell, way))
            for way in range(4)
            if not self.solid(me.cell, way) and (there := self.next_to(me.cell, way)) != NONE
        )

    # -- walking ------------------------------------------------------------------------------------------------------

    def cost(self, cell: int) -> int:
        """CM-B13, CM-C2, CM-M8, CM-O43."""
        s, tile = self.s, self.tile
        monster = self.me.kind == MONSTER
        if self.flies or (self.swims and tile.water >> cell & 1) or (monster and not self.rules.monsters_pay_boots):
            return 1
        gear = not monster and "winter_gear" in s.box.characters[self.me.type].abilities
        spared = tile.surface in ("snow", "ice") and (gear or "ice_boots" in self.names)
        spared = spared or (tile.surface == "mud" and gear and self.rules.winter_gear_swamp)
        return 1 + (0 if spared else tile.surcharge) + tile.boot[cell]

    def troubles(self, cell: int) -> bool:
        """CM-B16: whether moving in does anything."""
        tile = self.tile
        enters = bool(tile.immob[cell] and tile.enter >> cell & 1)
        if self.flies:
            return enters and bool(tile.flyers >> cell & 1)
        if self.slot * CELLS + cell in self.s.tissue:
            return True
        immune = tile.water >> cell & 1 and (self.swims or "deep_one_necklace" in self.names)
        return enters if tile.immob[cell] else bool(tile.hurt[cell] or tile.dead >> cell & 1) and not immune

    def steps(self, cell: int) -> Iterable[int]:
        """CM-A4, CM-M7: the neighbours that no line or wall keeps off."""
        for way in range(4):
            there = self.next_to(cell, way)
            if self.solid(cell, way) or (self.dotted(cell, way) and not self.flies):
                continue
            if there not in self.walls or (self.flies and self.tile.mask("wall_dotted") >> there & 1):
                yield there

    def walks(self, points: int, passes: Callable[[int], bool], goes_on: Callable[[int], bool]) -> set[int]:
        """Where somebody may end who goes through some cells, and does not go on from others."""
        start = self.me.cell
        costs = {start: 0}
        queue = [(0, start)]
        while queue:
            spent, here = heapq.heappop(queue)
            if spent > costs[here] or (here != start and not goes_on(here)):
                continue
            for there in self.steps(here):
                total = spent + self.cost(there)
                if passes(there) and total <= points and total < costs.get(there, points + 1):
                    costs[there] = total
                    heapq.heappush(queue, (total, there))
        return set(costs) - self.taken - self.walls
