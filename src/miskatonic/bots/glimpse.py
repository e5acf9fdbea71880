"""A glimpse: what one seat knows of a match, and worlds that could be the real one as far as it knows.

Bots get nothing else. A glimpse that goes to another process takes an imagined world along in place of the match.
"""

from __future__ import annotations

from functools import cached_property
from random import Random
from typing import Any, Self

from miskatonic.kernel import Match, View


class Glimpse:
    """A match through the eyes of one seat."""

    def __init__(self, match: Match, seat: int) -> None:
        self._match = match
        self.seat = seat

    @classmethod
    def of_view(cls, view: View, seat: int) -> Self:
        """What the seat sees and no more, light to send: for bots that go by the view alone."""
        glimpse = cls.__new__(cls)
        glimpse.__dict__ |= {"view": view, "seat": seat}
        return glimpse

    @cached_property
    def view(self) -> View:
        """What the seat sees."""
        return self._match.view(self.seat)

    def world(self, random: Random) -> Match:
        """A match that could be this one; its dice and whatever the seat cannot know are made up."""
        return self._match.imagined(self.seat, random)

    def __getstate__(self) -> dict[str, Any]:
        if "_match" not in self.__dict__:
            return {"view": self.view, "seat": self.seat}
        return {"view": self.view, "seat": self.seat, "_match": self._match.imagined(self.seat, Random())}
