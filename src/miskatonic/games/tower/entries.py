"""Entries of a content file in the words of this game: faces, count patterns, flags."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, NamedTuple, Self

from miskatonic.kernel import Table
from miskatonic.kernel.content import Report
from miskatonic.kernel.places import Path

NO_LIMIT: Final = 1_000
_PATTERN: Final = re.compile(r"(\d+)([+-]?)")


class Pattern(NamedTuple):
    """A count pattern: `2` exactly two, `2+` two or more, `2-` at most two."""

    low: int
    high: int

    def fits(self, number: int) -> bool:
        """Whether a number fits."""
        return self.low <= number <= self.high


@dataclass
class CardReport(Report):
    """The mistakes found in one card: each is noted with the card's id (section 3.1 of the rules)."""

    card: str = ""

    def error(self, path: Path, message: str) -> None:
        """Note a mistake among those of the file."""
        super().error(path, f"{self.card}: {message}")

    def warning(self, path: Path, message: str) -> None:
        """Note something odd among what is odd in the file."""
        super().warning(path, f"{self.card}: {message}")


class Entries(Table):
    """A table that also reads this game's own kinds of entries."""

    def cards(self, key: str) -> Iterator[Self]:
        """The cards of a list."""
        file = self.report
        for card in self.tables(key):
            if isinstance(card.raw("id"), str):
                card.report = CardReport(file.source, file.places, file.errors, file.warnings, card.raw("id"))
            yield card

    def faces(self, key: str) -> tuple[int, ...]:
        """A list of faces of a die."""
        found = self.integers(key)
        if not found or not all(1 <= face <= 6 for face in found):
            self.error(key, f"{list(found)} must hold faces from 1 to 6")
        return found

    def flag(self, key: str) -> bool:
        """An entry that is true, or not there."""
        value = self._get(key, bool, "true", False)
        if self.has(key) and value is not True:
            self.error(key, "it must be true, or not be there")
        return bool(value)

    def pattern(self, key: str) -> Pattern:
        """A count pattern."""
        text = self.text(key)
        found = _PATTERN.fullmatch(text)
        if found is None:
            if isinstance(self.raw(key), str):
                self.error(key, f"{text!r} is not a count pattern; write 2, 2+ (or more) or 2- (at most)")
            return Pattern(0, NO_LIMIT)
        number, sign = int(found[1]), found[2]
        return Pattern(0 if sign == "-" else number, NO_LIMIT if sign == "+" else number)
