"""Chance: questions that nobody decides.

A chance knows its possible outcomes and their probabilities; a `Fortune` answers it. Rules never draw a random number.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import copy
from functools import cache, lru_cache
from itertools import combinations_with_replacement
from math import factorial, prod
from typing import Final, Self, TypeAlias

from miskatonic.kernel.errors import FortuneError
from miskatonic.kernel.hands import UNIT, faces, hand_of

Below: TypeAlias = Callable[[int], int]
"""A source of luck: `below(n)` is one of 0 .. n - 1, all equally likely."""

Uniform: TypeAlias = Callable[[], float]
"""A quick source of luck: a number from 0 (included) to 1 (excluded)."""


LEAST_BITS: Final = 12
"""Tables are at least so long that few draws have to be repeated."""


def bits_for(lots: int) -> int:
    """How many random bits draw one of so many lots."""
    return max(LEAST_BITS, (lots - 1).bit_length())


@lru_cache(maxsize=1_000)
def _laid_out(lots: tuple[int, ...]) -> tuple[int | None, ...]:
    """The table of these lots; equal dice share it, so that it is at hand in the processor's cache."""
    copies, over = divmod(1 << bits_for(len(lots)), len(lots))
    return (*lots * copies, *[None] * over)


class Chance:
    """A question to chance; subclasses say what can come out.

    `label` names the occasion in scripts, records and phrases. Requests with the same non-empty `key` share their
    luck: whoever meets the same occasion meets the same dice. `audience` is the only seat that sees the outcome, or
    None where everybody does.
    """

    __slots__ = ("audience", "bits", "key", "label", "table")

    def __init__(self, label: str) -> None:
        self.label = label
        self.key = ""
        self.audience: int | None = None
        self.table: tuple[int | None, ...] = ()
        """The outcome for every number of `bits` random bits, None where one has to draw again; see `lay_out`."""
        self.bits = 0
        """How many bits draw it; 0 as long as it was never drawn."""

    def outcomes(self) -> list[tuple[int, float]]:
        """Every outcome with its probability, ascending."""
        raise FortuneError(f"the outcomes of {self.label} cannot be listed")

    def draw(self, below: Below) -> int:
        """One outcome, drawn with exact luck."""
        raise FortuneError(f"{self.label} cannot be drawn")

    def sample(self, uniform: Uniform) -> int:
        """One outcome, drawn quickly: for simulations."""
        return self.draw(lambda n: int(uniform() * n))

    def lots(self) -> tuple[int, ...]:
        """The outcomes as lots that are all equally likely; none where there would be too many."""
        return ()

    def lay_out(self, lots: tuple[int, ...]) -> None:
        """Make the table, for quick draws."""
        self.bits = bits_for(len(lots))
        self.table = _laid_out(lots)

    def keyed(self, key: str) -> Self:
        """The same chance with a key of its own."""
        other = copy(self)
        other.key = key
        other.table = ()
        return other

    def private(self, audience: int) -> Self:
        """The same chance, seen by one seat only."""
        other = copy(self)
        other.audience = audience
        return other

    def only(self, outcome: int) -> Self:
        """The same chance as others may hear of it, when what else could have come out may be hidden from them."""
        return self

    def possible(self, outcome: int) -> bool:
        """Whether this outcome can come out at all."""
        return any(outcome == code for code, _ in self.outcomes())

    def text(self, outcome: int) -> str:
        """An outcome as written in records and scripts."""
        return str(outcome)

    def parse(self, text: str) -> int:
        """The outcome that a text of a record or script names."""
        try:
            outcome = int(text)
        except ValueError:
            outcome = None
        if outcome is None or not self.possible(outcome):
            raise FortuneError(f"{text!r} is not an outcome of {self}")
        return outcome

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self})"

    def __str__(self) -> str:
        return self.label


AT_ONCE: Final = 6
"""How many dice are thrown by one look-up."""
TABLED: Final = 50_000
"""The most lots that are kept in a table."""


@cache
def _table(number: int, sides: int) -> tuple[int, ...]:
    """The hand of every ordered throw of a few dice, so that one random number throws them all."""
    table = [0]
    for _ in range(number):
        table = [hand + UNIT[face] for hand in table for face in range(1, sides + 1)]
    # equal hands share one object: the table then fits into the processor's cache
    same: dict[int, int] = {}
    return tuple(same.setdefault(hand, hand) for hand in table)


class Dice(Chance):
    """A throw of equal dice; the outcome is the hand of faces shown (see `hands`)."""

    __slots__ = ("number", "sides")

    def __init__(self, label: str, number: int, sides: int = 6) -> None:
        super().__init__(label)
        self.number = number
        self.sides = sides

    def outcomes(self) -> list[tuple[int, float]]:
        """All hands by the multinomial law."""
        found = []
        for shown in combinations_with_replacement(range(1, self.sides + 1), self.number):
            same = prod(factorial(shown.count(face)) for face in set(shown))
            found.append((hand_of(shown), factorial(self.number) // same / self.sides**self.number))
        return sorted(found)

    def draw(self, below: Below) -> int:
        """Die by die, so that the first dice do not depend on how many follow."""
        return sum(UNIT[below(self.sides) + 1] for _ in range(self.number))

    def sample(self, uniform: Uniform) -> int:
        """All dice by one look-up, up to six at a time."""
        hand = 0
        for start in range(0, self.number, AT_ONCE):
            table = _table(min(AT_ONCE, self.number - start), self.sides)
            hand += table[int(uniform() * len(table))]
        return hand

    def lots(self) -> tuple[int, ...]:
        """Every ordered throw of a few dice."""
        few = 0 < self.number <= AT_ONCE and self.sides**self.number <= TABLED
        return _table(self.number, self.sides) if few else ()

    def possible(self, outcome: int) -> bool:
        """The right number of dice, no face too high."""
        shown = faces(outcome) if outcome >= 0 else ()
        return len(shown) == self.number and max(shown, default=1) <= self.sides

    def text(self, outcome: int) -> str:
        """The faces, ascending: `1,1,5`."""
        return ",".join(map(str, faces(outcome)))

    def parse(self, text: str) -> int:
        """Faces in any order."""
        try:
            shown = [int(face) for face in text.split(",")]
        except ValueError:
            shown = []
        if len(shown) != self.number or not all(1 <= face <= self.sides for face in shown):
            raise FortuneError(f"{text!r} is not a throw of {self}")
        return hand_of(shown)

    def __str__(self) -> str:
        return f"{self.label}:{self.number}" if self.sides == 6 else f"{self.label}:{self.number}d{self.sides}"


class Draw(Chance):
    """One of several outcomes, each with a whole-number weight: a card from a stack, a die from a bag."""

    __slots__ = ("names", "weights")

    def __init__(self, label: str, weights: Sequence[tuple[int, int]], names: Callable[[int], str] = str) -> None:
        super().__init__(label)
        self.weights = tuple(sorted((code, weight) for code, weight in weights if weight > 0))
        self.names = names

    def outcomes(self) -> list[tuple[int, float]]:
        """The outcomes by their weights."""
        total = sum(weight for _, weight in self.weights)
        return [(code, weight / total) for code, weight in self.weights]

    def only(self, outcome: int) -> Self:
        """Without the weights: they tell what is left in the stack."""
        other = copy(self)
        other.weights = ((outcome, 1),)
        return other

    def draw(self, below: Below) -> int:
        """One outcome by its weight."""
        at = below(sum(weight for _, weight in self.weights))
        for code, weight in self.weights:
            at -= weight
            if at < 0:
                return code
        raise FortuneError(f"nothing left to draw for {self.label}")

    def lots(self) -> tuple[int, ...]:
        """Every outcome as often as it weighs."""
        if sum(weight for _, weight in self.weights) > TABLED:
            return ()
        return tuple(code for code, weight in self.weights for _ in range(weight))

    def text(self, outcome: int) -> str:
        """The name of an outcome."""
        return self.names(outcome)

    def parse(self, text: str) -> int:
        """The outcome of that name."""
        for code, _ in self.weights:
            if self.names(code) == text:
                return code
        raise FortuneError(f"{text!r} cannot be drawn for {self.label}")
