"""The layout of slots: which lie beside which, also round the edge of the board (CM-S5, CM-S6, CM-B2, CM-Q3)."""

from __future__ import annotations

from functools import cache
from typing import Final

from miskatonic.games.mash.grid import NONE

STEPS: Final = ((0, 1), (1, 0), (0, -1), (-1, 0))
"""X and Y of a step N, E, S, W on the board."""


class Board:
    """A set of slots; `starts` are the start slots in the order of the seats. It never changes."""

    __slots__ = ("beside", "neighbour", "slots", "starts")

    def __init__(self, slots: tuple[tuple[int, int], ...], starts: tuple[int, ...]) -> None:
        self.slots = slots
        self.starts = starts
        number = {slot: n for n, slot in enumerate(slots)}
        self.beside = tuple(tuple(number.get((x + dx, y + dy), NONE) for dx, dy in STEPS) for x, y in slots)
        """The slot directly beside, or NONE."""
        self.neighbour = tuple(tuple(_round_the_edge(slots, number, slot, d) for d in range(4)) for slot in slots)
        """CM-B2: the slot behind each edge, also round the board, or NONE."""


def _round_the_edge(
    slots: tuple[tuple[int, int], ...], number: dict[tuple[int, int], int], slot: tuple[int, int], direction: int
) -> int:
    """CM-B2: the adjacent slot, or the first one met when entering from the opposite side."""
    (x, y), (dx, dy) = slot, STEPS[direction]
    if (x + dx, y + dy) in number:
        return number[x + dx, y + dy]
    row = sorted((a * dx + b * dy, (a, b)) for a, b in slots if (a == x if dy else b == y))
    first = row[0][1]
    return NONE if first == slot else number[first]


@cache
def board_of(slots: tuple[tuple[int, int], ...], starts: tuple[int, ...]) -> Board:
    """The board with these slots, made once."""
    return Board(slots, starts)


SMALL: Final = ((2, 1), (1, 2), (2, 2), (3, 2), (1, 3), (2, 3), (3, 3), (2, 4))
LARGE: Final = tuple((x, y) for y in range(1, 5) for x in range(1, 5))


def small_board() -> Board:
    """CM-S5, CM-S7: eight slots for one or two players."""
    return board_of(SMALL, (0, 7))


def large_board() -> Board:
    """CM-S6, CM-S7: sixteen slots for three or four players."""
    return board_of(LARGE, tuple(LARGE.index(slot) for slot in ((1, 1), (1, 4), (4, 4), (4, 1))))


def door_board(others: int) -> Board:
    """CM-N1: the start tile at (2,1), the others behind it in rows of three; seven make the small layout."""
    slots = [(2, 1)]
    y = 2
    while others:
        xs = (1, 2, 3) if others >= 3 else (2, 3)[:others]
        slots += [(x, y) for x in xs]
        others -= len(xs)
        y += 1
    return board_of(tuple(slots), (0,))
