"""Vocabulary: every answer a game can ever take, as one fixed range of codes.

An answer is an `int` in play, a word such as `reroll=2,2` in records and scripts. Words belong to *families*, one per
kind of question; each family turns small values into consecutive codes.

>>> from miskatonic.kernel.vocabulary import Choice, Number, Vocabulary
>>> words = Vocabulary(Choice("stance", "fight", "flee"), Number("lore", 0, 9))
>>> words.encode("lore", 3), words.text(5), words.decode(1)
(5, 'lore=3', ('stance', 'flee'))
>>> len(words)
12
"""

from __future__ import annotations

from collections.abc import Iterator
from math import comb
from typing import TypeAlias

from miskatonic.kernel.errors import MalformedWord
from miskatonic.kernel.hands import faces, hand_of, rank, unrank

Value: TypeAlias = int | str | tuple[int, ...]


class Family:
    """One kind of answer: a name, and values numbered from 0."""

    def __init__(self, name: str, size: int) -> None:
        self.name = name
        self.size = size
        self.base = 0

    def index(self, value: Value) -> int:
        """The number of a value within the family."""
        raise NotImplementedError

    def value(self, index: int) -> Value:
        """The value with a number."""
        raise NotImplementedError

    def text(self, value: Value) -> str:
        """A value as written."""
        return str(value)

    def parse(self, text: str) -> Value:
        """The value that a text names; `ValueError` or `KeyError` if none."""
        return text


class Choice(Family):
    """One of a few names."""

    def __init__(self, name: str, *values: str) -> None:
        super().__init__(name, len(values))
        self.values = values

    def index(self, value: Value) -> int:
        """The place of a name."""
        return self.values.index(str(value))

    def value(self, index: int) -> str:
        """The name at a place."""
        return self.values[index]


class Words(Family):
    """One of many fixed texts, some of several parts: `blue R2`."""

    def __init__(self, name: str, *values: str) -> None:
        super().__init__(name, len(values))
        self.values = values
        self._places = {value: place for place, value in enumerate(values)}

    def index(self, value: Value) -> int:
        """The place of a text."""
        return self._places[str(value)]

    def value(self, index: int) -> str:
        """The text at a place."""
        return self.values[index]

    def parse(self, text: str) -> str:
        """Commas and white space between the parts do not matter."""
        return " ".join(text.replace(",", " ").split())


class Number(Family):
    """A whole number from `low` to `high`."""

    def __init__(self, name: str, low: int, high: int) -> None:
        super().__init__(name, high - low + 1)
        self.low = low

    def index(self, value: Value) -> int:
        """How far above the lowest."""
        if not isinstance(value, int):
            raise ValueError(value)
        return value - self.low

    def value(self, index: int) -> int:
        """The number itself."""
        return index + self.low

    def parse(self, text: str) -> int:
        """A plain number."""
        return int(text)


class Tuple(Family):
    """A few whole numbers, each from 0 to a limit of its own: `3,1`."""

    def __init__(self, name: str, *limits: int) -> None:
        size = 1
        for limit in limits:
            size *= limit + 1
        super().__init__(name, size)
        self.limits = limits

    def index(self, value: Value) -> int:
        """Mixed radix, the last number fastest."""
        if not isinstance(value, tuple) or len(value) != len(self.limits):
            raise ValueError(value)
        index = 0
        for number, limit in zip(value, self.limits, strict=True):
            if not 0 <= number <= limit:
                raise ValueError(value)
            index = index * (limit + 1) + number
        return index

    def value(self, index: int) -> tuple[int, ...]:
        """The numbers back."""
        numbers = []
        for limit in reversed(self.limits):
            index, number = divmod(index, limit + 1)
            numbers.append(number)
        return tuple(reversed(numbers))

    def text(self, value: Value) -> str:
        """Numbers with commas."""
        return ",".join(map(str, value)) if isinstance(value, tuple) else str(value)

    def parse(self, text: str) -> tuple[int, ...]:
        """Numbers with commas."""
        return tuple(int(part) for part in text.split(","))


class Hand(Family):
    """Some of the dice on the table, as a hand: `2,2,L`; the empty hand has a name of its own."""

    def __init__(self, name: str, kinds: str, dice: int, empty: str) -> None:
        super().__init__(name, comb(dice + len(kinds), len(kinds)))
        self.kinds = kinds
        self.faces = {kind: face for face, kind in enumerate(kinds, 1)}
        self.dice = dice
        self.empty = empty

    def index(self, value: Value) -> int:
        """Smaller hands first; the empty hand is 0."""
        if not isinstance(value, int):
            raise ValueError(value)
        return rank(value, len(self.kinds))

    def value(self, index: int) -> int:
        """The hand back."""
        return unrank(index, len(self.kinds))

    def text(self, value: Value) -> str:
        """Faces in ascending order."""
        return ",".join(self.kinds[face - 1] for face in faces(int(str(value)))) or self.empty

    def parse(self, text: str) -> int:
        """Faces in any order."""
        if text == self.empty:
            return 0
        shown = [self.faces[part] for part in text.split(",")]
        if len(shown) > self.dice:
            raise ValueError(text)
        return hand_of(shown)


class Vocabulary:
    """All families of a game, in a fixed order; `len()` is the number of codes."""

    def __init__(self, *families: Family) -> None:
        self.families = {family.name: family for family in families}
        size = 0
        for family in families:
            family.base = size
            size += family.size
        self._size = size

    def __len__(self) -> int:
        return self._size

    def __iter__(self) -> Iterator[int]:
        return iter(range(self._size))

    def family(self, code: int) -> Family:
        """The family that a code belongs to."""
        if 0 <= code < self._size:
            for family in self.families.values():
                if code < family.base + family.size:
                    return family
        raise MalformedWord(f"{code} is not a code of this game (0 to {self._size - 1})")

    def encode(self, name: str, value: Value) -> int:
        """The code of a value."""
        family = self.families[name]
        index = family.index(value)
        if not 0 <= index < family.size:
            raise MalformedWord(f"{name}={family.text(value)} is beyond what this game can ask")
        return family.base + index

    def decode(self, code: int) -> tuple[str, Value]:
        """Family and value of a code."""
        family = self.family(code)
        return family.name, family.value(code - family.base)

    def text(self, code: int) -> str:
        """A code as a word: `reroll=2,2`."""
        return f"{self.family(code).name}={self.short(code)}"

    def short(self, code: int) -> str:
        """A code without its family's name: `2,2`."""
        family = self.family(code)
        return family.text(family.value(code - family.base))

    def parse(self, word: str) -> int:
        """The code that a word names."""
        name, equals, text = word.strip().partition("=")
        if not equals or name not in self.families:
            raise MalformedWord(f"{word!r} is not an answer; write it like {self.text(0)!r}")
        try:
            return self.encode(name, self.families[name].parse(text.strip()))
        except (ValueError, KeyError, IndexError):
            raise MalformedWord(f"{text.strip()!r} is not an answer to {name!r}") from None
