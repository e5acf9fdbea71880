"""Sets of small numbers as one whole number, a bit for each member."""

from __future__ import annotations


def members(mask: int) -> list[int]:
    """The members of a set, ascending.

    >>> members(0b10110)
    [1, 2, 4]
    """
    found = []
    while mask:
        lowest = mask & -mask
        found.append(lowest.bit_length() - 1)
        mask ^= lowest
    return found
