"""The names of things: colours, spaces, seats. Sets of colours, spaces or seats are integers, one bit each."""

from __future__ import annotations

from typing import Final

from miskatonic.kernel.sets import members

COLOURS: Final = ("purple", "yellow", "green", "blue", "red")
"""The colour order of the rules, whatever a content file calls or paints them."""
LETTERS: Final = "PYGBR"
SEATS: Final = "ABCDE"
"""UI-S1: seats clockwise."""
EVERY_SEAT: Final = range(len(SEATS))

MOST_SPACES: Final = 9
"""The most spaces of one colour; a space is named by its colour's letter and a number from 1 to this."""
MOST_FREE: Final = 6
"""The most free spaces of a row."""
MOST_DELTA: Final = 8
"""The most by which a bonus may change a number."""

SPACES: Final = tuple(f"{letter}{number}" for letter in LETTERS for number in range(1, MOST_SPACES + 1))
"""Every space a sheet may have; a space is its place in this list."""
SPACE: Final = {name: space for space, name in enumerate(SPACES)}
COLOUR_OF: Final = tuple(space // MOST_SPACES for space in range(len(SPACES)))
BIT: Final = tuple(1 << n for n in range(len(SPACES)))
NONE: Final = -1
"""No colour, no space, nobody."""
EVERY_COLOUR: Final = (1 << len(COLOURS)) - 1


COLOUR_SETS: Final = tuple(tuple(members(colours)) for colours in range(EVERY_COLOUR + 1))
"""The members of every set of colours."""


def colour_names(mask: int) -> list[str]:
    """The names of a set of colours, in colour order."""
    return [COLOURS[colour] for colour in members(mask)]


def space_names(mask: int) -> list[str]:
    """The names of a set of spaces."""
    return [SPACES[space] for space in members(mask)]
