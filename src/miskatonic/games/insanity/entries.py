"""Entries of a content file in the words of this game: colours, names, pairs."""

from __future__ import annotations

from typing import Any

from miskatonic.games.insanity.names import BIT, COLOURS, EVERY_COLOUR
from miskatonic.kernel import Table


class Entries(Table):
    """A table that also reads lists of names; an entry of null is as good as none."""

    @classmethod
    def of(cls, table: Table) -> Entries:
        """The same table."""
        data = {key: value for key, value in table.data.items() if value is not None}
        return cls(data, table.report, table.path)

    def inner(self, key: str) -> Entries:
        """A table inside this one."""
        return self.of(self.table(key))

    def each(self, key: str) -> list[Entries]:
        """The tables of a list."""
        return [self.of(table) for table in self.tables(key)]

    def names(self, key: str, among: tuple[str, ...]) -> tuple[str, ...]:
        """A list of names, each one of a few."""
        found = self._get(key, list, "a list of names", [])
        for name in found:
            if name not in among:
                self.report.error((*self.path, key), f"{key}: {name!r} is not one of: {', '.join(among)}")
        return tuple(name for name in found if name in among)

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

    def raw(self, key: str) -> Any:
        """An entry as it stands in the file, to be looked at before it is read."""
        return self.data.get(key)
