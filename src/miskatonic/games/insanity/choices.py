"""Choices in words, whatever the sheets look like: for whoever looks at thousands of matches at once."""

from __future__ import annotations

from collections.abc import Callable

from miskatonic.games.insanity.labels import bonus
from miskatonic.games.insanity.vocabulary import VOCABULARY
from miskatonic.kernel import View


def choice(code: int, still: View) -> str:
    """An answer in words; First cards have the names of the sheet."""
    name, word = VOCABULARY.decode(code)
    return bonus(str(word), still) if name == "bonus" else CHOICES[name](str(word))


def _place(word: str) -> str:
    """UI-N1: where the matching and the adjacent copy go."""
    matching, adjacent = word.split()
    if matching == adjacent == "-":
        return "write no copy"
    if matching == "-" or adjacent == "-":
        return f"write the adjacent copy in {adjacent}" if matching == "-" else f"write the matching copy in {matching}"
    return f"write copies in {matching} and {adjacent}"


CHOICES: dict[str, Callable[[str], str]] = {
    "dice": lambda pair: f"roll {pair.replace('+', ' and ')}",
    "commit": lambda colour: f"name the {colour} die",
    "write": lambda row: row.replace("fallback", "write the fallback") if " " in row else _write(row),
    "place": _place,
    "extra": lambda space: f"write one more copy in {space}",
    "cross": lambda colour: f"cross out a space in {colour}",
    "order": lambda colour: f"lose {colour} first",
    "outburst": lambda colour: f"let the {colour} die loose",
    "put": lambda space: f"take the number in {space}",
}


def _write(row: str) -> str:
    return "write nothing" if row == "nothing" else f"write in {row}"
