"""The geometry of a tile: 36 cells in reading order, sets of cells as 36-bit masks, straight lines between cells.

A cell is a number from 0 (C1R6) to 35 (C6R1): the reading order of the rules. All cells are named in the tile's own
orientation; `turned` and `turned_back` lead to positions on the board.
"""

from __future__ import annotations

from typing import Final, NamedTuple

SIDE: Final = 6
CELLS: Final = 36
ALL: Final = (1 << CELLS) - 1
CELL_NAMES: Final = tuple(f"C{c}R{r}" for r in range(SIDE, 0, -1) for c in range(1, SIDE + 1))
CELL: Final = {name: cell for cell, name in enumerate(CELL_NAMES)}
BIT: Final = tuple(1 << cell for cell in range(CELLS))

NORTH: Final = 0
EAST: Final = 1
SOUTH: Final = 2
WEST: Final = 3
DIRECTIONS: Final = (NORTH, EAST, SOUTH, WEST)
DIRECTION_NAMES: Final = ("N", "E", "S", "W")
WAYS: Final = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")
"""The eight directions of CM-P13."""
WAY_STEPS: Final = ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1))
"""Columns and lines of the drawing; lines count from the top."""
NONE: Final = -1


def tables(base: int) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """Numbers for the cells of every set of twelve cells, three times: quick tuples for 36. C1R6 has the number `base`.

    All sets share the same 36 numbers, which are then at hand in the processor's cache.
    """
    numbers = tuple(range(base, base + CELLS))
    return tuple(
        tuple(tuple([numbers[12 * part + bit] for bit in range(12) if low >> bit & 1]) for low in range(4096))
        for part in range(3)
    )


_LOW, _MIDDLE, _HIGH = tables(0)


def cells_of(mask: int) -> tuple[int, ...]:
    """The cells of a set in reading order."""
    return _LOW[mask & 4095] + _MIDDLE[mask >> 12 & 4095] + _HIGH[mask >> 24]


def column(cell: int) -> int:
    """The column, 0 for C1."""
    return cell % SIDE


def line(cell: int) -> int:
    """The line of the drawing, 0 for R6."""
    return cell // SIDE


def cell_at(x: int, y: int) -> int:
    """The cell at a column and a line, or NONE beyond the border."""
    return y * SIDE + x if 0 <= x < SIDE and 0 <= y < SIDE else NONE


def _beside(cell: int, way: int) -> int:
    dx, dy = WAY_STEPS[way]
    return cell_at(column(cell) + dx, line(cell) + dy)


BESIDE: Final = tuple(tuple(_beside(cell, way) for way in range(8)) for cell in range(CELLS))
"""The neighbour in each of the eight ways."""
NEXT: Final = tuple(tuple(BESIDE[cell][2 * d] for d in DIRECTIONS) for cell in range(CELLS))
"""The neighbour in each of the four directions."""
ADJACENT: Final = tuple(sum(BIT[n] for n in NEXT[cell] if n != NONE) for cell in range(CELLS))
AROUND: Final = tuple(sum(BIT[n] for n in BESIDE[cell] if n != NONE) for cell in range(CELLS))
INSIDE: Final = tuple(sum(BIT[cell] for cell in range(CELLS) if NEXT[cell][d] != NONE) for d in DIRECTIONS)
"""The cells that have a neighbour in a direction."""
SHIFT: Final = (-SIDE, 1, SIDE, -1)


def mask_of(cells: list[int] | tuple[int, ...]) -> int:
    """The set of some cells."""
    mask = 0
    for cell in cells:
        mask |= BIT[cell]
    return mask


def distance(a: int, b: int) -> int:
    """Columns plus rows between two cells."""
    return abs(column(a) - column(b)) + abs(line(a) - line(b))


def direction_to(a: int, b: int) -> int:
    """The direction in which an adjacent cell lies."""
    return NEXT[a].index(b)


# -- rotation ---------------------------------------------------------------------------------------------------------


def _turned(cell: int, quarters: int) -> int:
    x, y = column(cell), line(cell)
    for _ in range(quarters):
        x, y = SIDE - 1 - y, x
    return cell_at(x, y)


TURNED: Final = tuple(tuple(_turned(cell, q) for cell in range(CELLS)) for q in range(4))
"""Where an own cell lies on the board after some quarters clockwise."""
TURNED_BACK: Final = tuple(tuple(TURNED[q].index(cell) for cell in range(CELLS)) for q in range(4))

GATE_CELLS: Final = tuple(
    tuple(CELL[name] for name in names)
    for names in (("C3R6", "C4R6"), ("C6R4", "C6R3"), ("C3R1", "C4R1"), ("C1R4", "C1R3"))
)
"""CM-B3: a gate covers the two middle cells of its edge; by own edge N, E, S, W."""
EDGE_OF: Final = {cell: edge for edge, cells in enumerate(GATE_CELLS) for cell in cells}
"""The edge to whose middle a cell belongs."""


def facing(cell: int, quarters: int, direction: int, other_quarters: int) -> int:
    """CM-B4: the own cell of the neighbouring tile that faces a cell at the border, in a board direction."""
    place = TURNED[quarters][cell]
    x, y = column(place), line(place)
    if direction in (NORTH, SOUTH):
        y = SIDE - 1 - y
    else:
        x = SIDE - 1 - x
    return TURNED_BACK[other_quarters][cell_at(x, y)]


# -- straight lines ---------------------------------------------------------------------------------------------------


class Segment(NamedTuple):
    """What the straight line between the middles of two cells meets.

    `inner` is the set of cells whose inside it runs through, without its ends; `crossed` are unit lines as (cell,
    direction); `corners` are points passed exactly, as (cell, first direction, second direction).
    """

    inner: int
    crossed: tuple[tuple[int, int], ...]
    corners: tuple[tuple[int, int, int], ...]


def _segment(a: int, b: int) -> Segment:
    """CM-L1: a walk from line to line in whole numbers."""
    wide, high = abs(column(b) - column(a)), abs(line(b) - line(a))
    across = EAST if column(b) > column(a) else WEST
    along = SOUTH if line(b) > line(a) else NORTH
    at, inner = a, 0
    crossed: list[tuple[int, int]] = []
    corners: list[tuple[int, int, int]] = []
    i = j = 0
    while at != b:
        # the next vertical line is met at (2i + 1) / 2 wide of the way, the next horizontal at (2j + 1) / 2 high
        vertical = (2 * i + 1) * high if i < wide else None
        horizontal = (2 * j + 1) * wide if j < high else None
        if vertical is not None and vertical == horizontal:
            corners.append((at, across, along))
            at = NEXT[NEXT[at][across]][along]
            i, j = i + 1, j + 1
        elif horizontal is None or (vertical is not None and vertical < horizontal):
            crossed.append((at, across))
            at = NEXT[at][across]
            i += 1
        else:
            crossed.append((at, along))
            at = NEXT[at][along]
            j += 1
        if at != b:
            inner |= BIT[at]
    return Segment(inner, tuple(crossed), tuple(corners))


SEGMENTS: Final = tuple(tuple(_segment(a, b) for b in range(CELLS)) for a in range(CELLS))
BETWEEN: Final = tuple(tuple(SEGMENTS[a][b].inner for b in range(CELLS)) for a in range(CELLS))
"""The cells whose pieces stop the sight between two cells (CM-L4)."""
