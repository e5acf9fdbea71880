"""A glimpse: what one seat knows of a match, and worlds that could be the real one as far as it knows.

Bots get nothing else. A glimpse that goes to another process takes an imagined world along in place of the match.
"""

from __future__ import annotations

from functools import cached_property
from random import Random
from typing import Any

from miskatonic.kernel import Match, View


class Glimpse:
    """A match through the eyes of one seat."""

    def __init__(self, match: Match, seat: int) -> None:
        self._match = match
        self.seat = seat

    @cached_property
    def view(self) -> View:
        """What the seat sees."""
        return self._match.view(self.seat)

    def world(self, random: Random) -> Match:
        """A match that could be this one; its dice and whatever the seat cannot know are made up."""
        return self._match.imagined(self.seat, random)

    def __getstate__(self) -> dict[str, Any]:
        return {"view": self.view, "seat": self.seat, "_match": self._match.imagined(self.seat, Random())}
