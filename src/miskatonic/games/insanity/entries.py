"""Entries of a content file in the words of this game: colours, pairs."""

from __future__ import annotations

from miskatonic.games.insanity.names import BIT, COLOURS, EVERY_COLOUR
from miskatonic.kernel import Table


class Entries(Table):
    """A table that also reads sets of colours and lists of pairs."""

    def colours(self, key: str, own: int, default: str) -> int:
        """A set of colours: `all`, `own` (the card's colour) or a list."""
        value = self.data.get(key, default)
        if isinstance(value, list):
            return sum(BIT[COLOURS.index(name)] for name in set(self.names(key, COLOURS)))
        return EVERY_COLOUR if self.text(key, default, ("all", "own")) == "all" else BIT[own]

    def pairs(self, key: str, what: str) -> list[tuple[int, str, str]]:
        """A list of pairs of names, each with its place in the list."""
        found = []
        for place, pair in enumerate(self._get(key, list, f"a list of pairs of {what}", None) or []):
            if isinstance(pair, list) and len(pair) == 2 and all(isinstance(name, str) for name in pair):
                found.append((place, pair[0], pair[1]))
            else:
                self.report.error((*self.path, key, place), f"{key}: {pair!r} is not a pair of {what}")
        return found

    def wrong(self, key: str, place: int, message: str) -> None:
        """A mistake in one item of a list."""
        self.report.error((*self.path, key, place), f"{key}: {message}")
