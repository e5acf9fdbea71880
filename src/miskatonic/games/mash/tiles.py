"""A printed tile: its map as text, checked and turned into sets of cells (CM-B12, CM-B16, CM-B19).

The map is thirteen lines of thirteen signs: cells at even places, the lines between them at odd places.
"""

from __future__ import annotations

import re
from typing import Final

from miskatonic.games.mash.grid import (
    ADJACENT,
    ALL,
    AROUND,
    BIT,
    CELL,
    CELL_NAMES,
    CELLS,
    DIRECTION_NAMES,
    DIRECTIONS,
    EAST,
    GATE_CELLS,
    INSIDE,
    NEXT,
    NONE,
    SEGMENTS,
    SHIFT,
    SIDE,
    SOUTH,
    mask_of,
)
from miskatonic.kernel import Table
from miskatonic.kernel.content import PROVENANCE
from miskatonic.kernel.kept import Kept
from miskatonic.kernel.sets import members

EVERYTHING: Final = 99
"""What `heal:all` restores: more than anybody can lack."""
SURFACES: Final = ("none", "snow", "ice", "mud")
SIGNS: Final = {
    ".": "", "#": "wall:solid", "%": "wall:dotted", "1": "hurt:1", "2": "hurt:2", "3": "hurt:3", "4": "hurt:4",
    "X": "dead", "w": "water", "v": "water hurt:1", "V": "water dead", "b": "boot:1", "i": "immob:3", "j": "immob:2",
    "k": "immob:1", "t": "immob:2 on:enter", "q": "immob:2 on:enter doom lose:1", "h": "heal:1", "m": "mind:1",
    "H": "spawn heal:all", "M": "spawn mind:all", "@": "",
}  # fmt: skip
"""What a sign of the map means; `@` is explained by a feature."""
_TOKEN: Final = re.compile(
    r"(wall):(solid|dotted)|(hurt|immob|lose|boot):(-?\d+)|(heal|mind):(\d+|all)|(op):([a-z_]+):(\d+|def|-)"
    r"|(see):([a-z_]+)|(dead|on:enter|flyers|doom|water|spawn|ceiling|chest|red)"
)
_LINES: Final = {" ": 0, "-": 1, "|": 1, ":": 2}
_LOSS: Final = r"\d+(d\d+)?/\d+(d\d+)?"


class Tile:
    """One printed tile; it never changes.

    Sets of cells are masks. `step`, `fly` and `see` are by direction: the cells that can be left that way on foot, in
    flight, and by sight. `line[a]` is the set of cells in line sight of a cell (CM-L7).
    """

    def __init__(self, table: Table) -> None:
        self.id = table.text("id")
        self.name = table.text("name", self.id)
        self.owner = table.text("owner", "")
        self.flavour = table.text("flavour", "")
        self.surcharge = table.integer("surcharge", 0, low=0, high=4)
        self.surface = table.text("surface", "none", among=SURFACES)
        self.sanity = table.text("sanity", "")
        table.text("provenance", "house", among=PROVENANCE)
        self.gates = self._edges(table, "gates")
        self.name_side = (self._edges(table, "name_side", "S") or (SOUTH,))[0]
        self.hurt = [0] * CELLS
        self.immob = [0] * CELLS
        self.lose = [0] * CELLS
        self.boot = [0] * CELLS
        self.heal = [0] * CELLS
        self.mind = [0] * CELLS
        self.masks: dict[str, int] = {}
        self.operated: dict[int, tuple[str, str]] = {}
        """Operating cells with their machine and the number to reach."""
        self.seen: dict[str, int] = {}
        """Cells that may shock whoever sees them, by the name of the sight."""
        self.areas: dict[str, int] = {}
        self.solid = [0] * 4
        self.dotted = [0] * 4
        self.map = table.text("map").strip("\n")
        self._read_map(table)
        self._read_features(table)
        self._read_areas(table)
        self.heights = {kind: self._cells(table, kind) for kind in ("hindrance", "height", "blind")}
        """CM-Q5: the agreed lists of cells."""
        table.done()
        self._derive()
        self._check(table)

    # -- reading ------------------------------------------------------------------------------------------------------

    def _edges(self, table: Table, key: str, default: str | None = None) -> tuple[int, ...]:
        words = table.text(key, default).split()
        wrong = [word for word in words if word not in DIRECTION_NAMES]
        if wrong:
            table.error(key, f"{wrong[0]!r} is no edge; write some of N E S W")
        return tuple(sorted({DIRECTION_NAMES.index(word) for word in words if word in DIRECTION_NAMES}))

    def _cells(self, table: Table, key: str) -> int:
        mask = 0
        for word in table.text(key, "").split():
            if word in CELL:
                mask |= BIT[CELL[word]]
            else:
                table.error(key, f"{word!r} is no cell; cells are C1R1 to C6R6")
        return mask

    def _map_error(self, table: Table, row: int, message: str) -> None:
        """A mistake with the very line of the map."""
        report = table.report
        found = report.places.get((*table.path, "map"), 1)
        report.errors.append(f"{report.source}, line {found + 1 + row}: map of {self.id}, line {row + 1}: {message}")

    def _read_map(self, table: Table) -> None:
        rows = self.map.split("\n")
        if len(rows) != 2 * SIDE + 1:
            table.error("map", f"there are {len(rows)} lines; a map has {2 * SIDE + 1}")
            return
        for y, row in enumerate(rows):
            if len(row) != 2 * SIDE + 1:
                self._map_error(table, y, f"{len(row)} signs; every line of a map has {2 * SIDE + 1}")
                continue
            for x, sign in enumerate(row):
                self._read_sign(table, x, y, sign)

    def _read_sign(self, table: Table, x: int, y: int, sign: str) -> None:
        if x % 2 and y % 2:
            if sign in SIGNS:
                self._add(SIGNS[sign], (y // 2) * SIDE + x // 2)
            else:
                self._map_error(table, y, f"{sign!r} is no cell; known signs: {' '.join(SIGNS)}")
        elif x % 2 == y % 2:
            if sign != "+":
                self._map_error(table, y, f"{sign!r} in place {x + 1}; corners are always +")
        else:
            self._read_line(table, x, y, sign)

    def _read_line(self, table: Table, x: int, y: int, sign: str) -> None:
        outer = x in (0, 2 * SIDE) or y in (0, 2 * SIDE)
        if outer:
            # the border is solid; a gate is drawn as G at the two middle cells of its edge
            edge = 0 if y == 0 else 2 if y == 2 * SIDE else 3 if x == 0 else 1
            middle = (y if edge % 2 else x) in (5, 7)
            if (sign == "G") != (middle and edge in self.gates):
                should = "a gate (G)" if middle and edge in self.gates else "a wall (- or |)"
                self._map_error(table, y, f"{sign!r} in place {x + 1}; by its gates here is {should}")
            elif sign not in "G|-":
                self._map_error(table, y, f"{sign!r} in place {x + 1}; the border is - or | or G")
            return
        if sign not in _LINES:
            self._map_error(table, y, f"{sign!r} in place {x + 1} is no line; write a space, - or |, or :")
            return
        here = (y // 2) * SIDE + (x - 1) // 2 if y % 2 else (y // 2 - 1) * SIDE + x // 2
        self._rule(here, EAST if y % 2 else SOUTH, _LINES[sign])

    def _rule(self, cell: int, direction: int, kind: int) -> None:
        """Draw a line on one side of a cell, as seen from both cells: 1 solid, 2 dotted."""
        if not kind:
            return
        lines = self.solid if kind == 1 else self.dotted
        lines[direction] |= BIT[cell]
        if (other := NEXT[cell][direction]) != NONE:
            lines[(direction + 2) % 4] |= BIT[other]

    def _add(self, tokens: str, cell: int) -> str:
        """Add tokens to a cell; the first one that is not known comes back."""
        for token in tokens.split():
            found = _TOKEN.fullmatch(token)
            if found is None:
                return token
            name, *values = [part for part in found.groups() if part is not None]
            if name == "wall":
                self._mark(f"wall_{values[0]}", cell)
                for direction in DIRECTIONS:
                    self._rule(cell, direction, 1 if values[0] == "solid" else 2)
            elif name in ("hurt", "immob", "lose", "boot", "heal", "mind"):
                getattr(self, name)[cell] = EVERYTHING if values[0] == "all" else int(values[0])
            elif name == "op":
                self.operated[cell] = (values[0], values[1])
            elif name == "see":
                self.seen[values[0]] = self.seen.get(values[0], 0) | BIT[cell]
            else:
                self._mark(name, cell)
        return ""

    def _mark(self, name: str, cell: int) -> None:
        self.masks[name] = self.masks.get(name, 0) | BIT[cell]

    def _read_features(self, table: Table) -> None:
        """`C5R2 immob:2 on:enter # tentacles`: tokens for single cells, one cell on each line."""
        explained = 0
        for number, text in enumerate(table.text("features", "").strip("\n").split("\n")):
            words = text.partition("#")[0].split()
            if not words:
                continue
            if words[0] not in CELL:
                table.error("features", f"line {number + 1}: {words[0]!r} is no cell; cells are C1R1 to C6R6")
                continue
            explained |= BIT[CELL[words[0]]]
            if wrong := self._add(" ".join(words[1:]), CELL[words[0]]):
                table.error("features", f"line {number + 1}: {wrong!r} is no token")
        signs = [row[1::2] for row in self.map.split("\n")[1::2]]
        for cell in range(CELLS):
            drawn = len(signs) == SIDE and signs[cell // SIDE][cell % SIDE : cell % SIDE + 1] == "@"
            if drawn and not explained & BIT[cell]:
                table.error("features", f"{CELL_NAMES[cell]} is drawn as @, but nothing explains it")

    def _read_areas(self, table: Table) -> None:
        """`drill = "C3R1 C4R1"`: the cells that a machine reaches."""
        if table.has("areas"):
            areas = table.table("areas")
            for name in areas.data:
                self.areas[name] = self._cells(areas, name)

    # -- what follows -------------------------------------------------------------------------------------------------

    def mask(self, name: str) -> int:
        """The cells with a token that has no number."""
        return self.masks.get(name, 0)

    def _derive(self) -> None:
        solid_walls, dotted_walls = self.mask("wall_solid"), self.mask("wall_dotted")
        self.leaps: Kept[int, list[int]] = Kept(self._leaps)
        """CM-A14: for every cell where a jump over at most so many others can end."""
        self.floor = ALL & ~(solid_walls | dotted_walls)
        """Where a piece may stand."""
        self.water = self.mask("water")
        self.dead = self.mask("dead")
        self.caught = mask_of([cell for cell in range(CELLS) if self.immob[cell]])
        self.enter = self.mask("on:enter")
        self.flyers = self.mask("flyers")
        self.doom = self.mask("doom")
        self.hurting = mask_of([cell for cell in range(CELLS) if self.hurt[cell]])
        self.eventful = self.caught | self.hurting | self.dead
        """Cells that may do something to whoever comes onto them (CM-B16)."""
        self.red = self.hurting | self.dead | self.doom | self.mask("red")
        self.spawn = members(self.mask("spawn"))[0] if self.mask("spawn") else NONE
        self.ceiling = members(self.mask("ceiling"))[0] if self.mask("ceiling") else NONE
        self.chest = self.mask("chest")
        self.barred = ~self.floor & ALL | self.red | self.mask("spawn") | self.mask("ceiling")
        """Where no generator may stand (CM-G3)."""
        harm = (self.hurting | self.dead) & ~self.caught
        self.trouble = harm | self.enter & self.caught
        """Cells that do something to a walker who moves in."""
        self.dry_trouble = self.trouble & ~(harm & self.water)
        """The same for whoever is immune to water."""
        self.air_trouble = self.flyers & self.enter & self.caught
        rough: dict[int, int] = {}
        for cell, extra in enumerate(self.boot):
            if extra:
                rough[extra] = rough.get(extra, 0) | BIT[cell]
        self.rough = tuple(sorted(rough.items()))
        """Boots, and the cells that have them."""
        self.step = [self._open(d, self.solid[d] | self.dotted[d], self.floor) for d in DIRECTIONS]
        self.fly = [self._open(d, self.solid[d], ALL & ~solid_walls) for d in DIRECTIONS]
        self.touch = [self._touch(cell) for cell in range(CELLS)]
        """The adjacent cells with no line between: reached by melee, push and hand-over."""
        self.line = [self._line_sight(cell) for cell in range(CELLS)]
        self.aim = [self.line[cell] & ~ADJACENT[cell] & ~BIT[cell] for cell in range(CELLS)]
        """The cells in sight that are far enough for a shot (CM-A11)."""
        self.rests = mask_of([cell for cell in range(CELLS) if self.heal[cell] or self.mind[cell]])
        self.rests |= mask_of([cell for cell, (name, _) in self.operated.items() if name == "psychotherapy"])
        """Cells where one may rest (CM-A17)."""
        self.served = self.rests | mask_of(list(self.operated))
        """Cells with a machine, or where one may rest."""
        self.threshold = mask_of([cell for cell in range(CELLS) if self.touch[cell] & self.mask("spawn")])
        """Cells from which the spawn space can be struck (CM-A23)."""
        self.aside = [self._aside(cell) for cell in range(CELLS)]
        """CM-L10: the cells around that a push can reach."""

    def _open(self, direction: int, shut: int, floor: int) -> int:
        shift = SHIFT[direction]
        there = floor >> shift if shift > 0 else floor << -shift
        return INSIDE[direction] & ~shut & there

    def _touch(self, cell: int) -> int:
        open_sides = [d for d in DIRECTIONS if NEXT[cell][d] != NONE and not self.ruled(cell, d)]
        return mask_of([NEXT[cell][d] for d in open_sides])

    def ruled(self, cell: int, direction: int) -> bool:
        """Whether a blue line of any kind is on that side of a cell."""
        return bool((self.solid[direction] | self.dotted[direction]) & BIT[cell])

    def _line_sight(self, a: int) -> int:
        """CM-L2, CM-L3, CM-L5, CM-L7: the cells in sight, pieces ignored."""
        return mask_of([b for b in range(CELLS) if self._clear(a, b)])

    def _clear(self, a: int, b: int) -> bool:
        segment = SEGMENTS[a][b]
        if any(self.solid[direction] & BIT[cell] for cell, direction in segment.crossed):
            return False
        return not any(all(self.corner_cut(*corner)) for corner in segment.corners)

    def corner_cut(self, cell: int, first: int, second: int) -> tuple[bool, bool]:
        """CM-L3: whether solid lines cut the way round a corner by the first neighbour, and by the second."""
        solid = self.solid
        one, two = NEXT[cell][first], NEXT[cell][second]
        by_one = bool(solid[first] & BIT[cell] or solid[second] & BIT[one])
        by_two = bool(solid[second] & BIT[cell] or solid[first] & BIT[two])
        return by_one, by_two

    def _leaps(self, most: int) -> list[int]:
        return [self._jumps(cell, most) for cell in range(CELLS)]

    def _jumps(self, cell: int, most: int) -> int:
        """CM-A14: the cells behind one to `most` others in a straight line; solid lines stop a jump."""
        found = 0
        for direction in DIRECTIONS:
            at, over = cell, 0
            while over <= most and not self.solid[direction] & BIT[at]:
                at = NEXT[at][direction]
                if at == NONE:
                    break
                if over and self.floor & BIT[at]:
                    found |= BIT[at]
                over += 1
        return found

    def _aside(self, cell: int) -> int:
        """CM-A15, CM-L10: straight cells without a line between, slanting ones round at least one free corner."""
        found = self.touch[cell]
        for other in members(AROUND[cell] & ~ADJACENT[cell]):
            first = EAST if other % SIDE > cell % SIDE else 3
            second = SOUTH if other > cell else 0
            one, two = NEXT[cell][first], NEXT[cell][second]
            by_one = not self.ruled(cell, first) and not self.ruled(one, second)
            by_two = not self.ruled(cell, second) and not self.ruled(two, first)
            if by_one or by_two:
                found |= BIT[other]
        return found & self.floor

    # -- checking -----------------------------------------------------------------------------------------------------

    def _check(self, table: Table) -> None:
        if table.report.errors:
            return
        if self.owner and (self.spawn == NONE or len(self.gates) != 2 or self.gates[0] + 2 == self.gates[1]):
            table.error("", "a start tile has a spawn space (H or M) and two gates on edges that meet in a corner")
        if not self.gates:
            table.error("gates", "a tile needs at least one gate")
        for edge in self.gates:
            for cell in GATE_CELLS[edge]:
                if self.trouble & BIT[cell] or not self.floor & BIT[cell]:
                    table.error("map", f"the gate cell {CELL_NAMES[cell]} must be open and harmless")
        if self.ceiling != NONE and self.name_side in self.gates:
            table.error("gates", "a tile with a ceiling entrance has no gate on its name side")
        if self.ceiling == NONE:
            self._check_reach(table)
        for loss in re.findall(r"\d\S*/\S+", self.sanity):
            if not re.fullmatch(_LOSS, loss):
                table.error("sanity", f"{loss!r} is no loss; write it like 0/1d3")
        named = re.fullmatch(rf"(enter|see ([a-z_]+)) {_LOSS}", self.sanity)
        if self.sanity and (not named or (named[2] and named[2] not in self.seen)):
            table.error("sanity", f"{self.sanity!r}: write `enter a/b`, or `see NAME a/b` with a cell see:NAME")

    def _check_reach(self, table: Table) -> None:
        """Every open cell should be reached on foot from every gate without harm."""
        safe = self.floor & ~self.trouble
        for edge in self.gates:
            reached = BIT[GATE_CELLS[edge][0]]
            while True:
                grown = reached
                for direction in DIRECTIONS:
                    moved = reached & self.step[direction]
                    shift = SHIFT[direction]
                    grown |= moved << shift if shift > 0 else moved >> -shift
                grown &= safe
                if grown == reached:
                    break
                reached = grown
            if missed := members(safe & ~reached):
                names = ", ".join(CELL_NAMES[cell] for cell in missed[:4])
                table.warning("map", f"nobody walks unharmed from gate {DIRECTION_NAMES[edge]} to {names}")
