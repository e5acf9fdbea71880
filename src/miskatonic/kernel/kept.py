"""Kept: things that are made when they are first wanted."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")


class Kept(dict[int, T]):
    """What a function makes of whole numbers, made once and looked up like in any dictionary: quicker than a call.

    >>> squares = Kept(lambda number: number * number)
    >>> squares[12]
    144
    """

    def __init__(self, make: Callable[[int], T]) -> None:
        super().__init__()
        self.make = make

    def __missing__(self, key: int) -> T:
        made = self[key] = self.make(key)
        return made
