"""Thoughts: what came of each answer that was tried, and which of them to give."""

from __future__ import annotations

from math import sqrt
from typing import NamedTuple

DOUBT = 1.5
"""By how many standard errors an answer must be better than the sensible one."""
CLEAR = 3.0
"""By how many standard errors one answer must be better than all others to end the search early."""
ENOUGH = 6
"""How many answers must have been tried before the search may end early."""
FEW = 8
"""Fewer values than this tell nothing about how much they vary."""
HOPE = 0.5
"""By how many standard errors an answer must seem better than the sensible one to be worth a duel with it."""
ROUNDS = 16
"""So many worlds at least must tell how a duel ends."""


class Thought(NamedTuple):
    """An answer, how often it was tried, and the share of imagined games that it wins."""

    code: int
    tries: int
    share: float


class Tally:
    """How often an answer was tried, and what came of it."""

    __slots__ = ("total", "tries")

    def __init__(self) -> None:
        self.tries = 0
        self.total = 0.0

    def add(self, value: float) -> None:
        """Count one more playout."""
        self.tries += 1
        self.total += value

    @property
    def mean(self) -> float:
        """The mean value; nothing where nothing is known."""
        return self.total / self.tries if self.tries else 0.0


class Spread:
    """Values, and how much they vary."""

    __slots__ = ("squares", "total", "tries")

    def __init__(self) -> None:
        self.tries = 0
        self.total = self.squares = 0.0

    def add(self, value: float) -> None:
        """One more value."""
        self.tries += 1
        self.total += value
        self.squares += value * value

    @property
    def mean(self) -> float:
        """The mean value; nothing where nothing is known."""
        return self.total / self.tries if self.tries else 0.0

    @property
    def deviation(self) -> float:
        """The standard deviation; that of a coin while little is known."""
        if self.tries < FEW:
            return 0.5
        return sqrt(max(0.0, self.squares / self.tries - (self.total / self.tries) ** 2))


class Thoughts:
    """What is known about the answers to one question; `usual` is the sensible one, `blur` how far appraisals are off.

    `values` are the shares of imagined games that an answer wins, `leads` its leads over the sensible answer in the
    same worlds.
    """

    def __init__(self, usual: int, options: int, blur: float = 0.0, doubt: float = DOUBT) -> None:
        self.usual = usual
        self.options = options
        self.blur = blur
        self.doubt = doubt
        self.values: dict[int, Tally] = {}
        self.leads: dict[int, Tally] = {}
        self.spread = Spread()
        """How much the leads vary: of all answers together, because of a single one too little is known."""
        self.rival = usual
        """The answer that has a duel with the sensible one."""
        self.duel = Spread()
        """What it leads by in the worlds of the duel."""
        self._base: dict[int, float] = {}

    def add(self, code: int, world: int, value: float) -> None:
        """What came of an answer in one of the worlds; the sensible answer comes first in each."""
        self.values.setdefault(code, Tally()).add(value)
        if code == self.usual:
            self._base[world] = value
        elif world in self._base:
            lead = value - self._base[world]
            self.leads.setdefault(code, Tally()).add(lead)
            self.spread.add(lead)

    def error(self, code: int) -> float:
        """The standard error of a lead."""
        return self.spread.deviation / sqrt(self.leads[code].tries)

    def challenge(self) -> int | None:
        """The answer that shall have a duel with the sensible one, if any gives hope."""
        hopes = {code: lead.mean - HOPE * self.error(code) for code, lead in self.leads.items()}
        self.rival = max(hopes, key=hopes.__getitem__, default=self.usual)
        if hopes.get(self.rival, 0.0) <= 0:
            self.rival = self.usual
            return None
        return self.rival

    def fight(self, sensible: float, other: float) -> None:
        """What came of both answers of the duel in the same world."""
        self.values.setdefault(self.usual, Tally()).add(sensible)
        self.values.setdefault(self.rival, Tally()).add(other)
        self.duel.add(other - sensible)

    def _won_by(self, errors: float) -> bool:
        """Whether the duel is won, with so many standard errors to spare."""
        duel = self.duel
        return duel.tries > 0 and duel.mean - errors * duel.deviation / sqrt(duel.tries) > self.blur

    @property
    def proven(self) -> bool:
        """Whether the duel need not go on."""
        return self.duel.tries >= ROUNDS and (self.duel.mean <= 0 or self._won_by(CLEAR))

    @property
    def best(self) -> int:
        """The sensible answer, unless another one is better beyond doubt."""
        if self.rival != self.usual:
            return self.rival if self._won_by(self.doubt) else self.usual
        surely = {code: lead.mean - DOUBT * self.error(code) - self.blur for code, lead in self.leads.items()}
        best = max(surely, key=surely.__getitem__, default=self.usual)
        return best if surely.get(best, 0.0) > 0 else self.usual

    @property
    def settled(self) -> bool:
        """Whether one answer is clearly better than all others, so that more playouts would change nothing."""
        if len(self.leads) < min(self.options - 1, ENOUGH) or self.spread.tries < FEW:
            return False
        # what the sensible answer leads over itself is nothing, and known without error
        leads = [(lead.mean, self.error(code)) for code, lead in self.leads.items()] + [(0.0, 0.0)]
        best, error = max(leads)
        return all(best - lead >= CLEAR * max(error, other) for lead, other in leads if lead != best)

    def ranked(self) -> list[Thought]:
        """All answers that were tried, the one to give first."""
        best = self.best
        order = sorted(self.values, key=lambda code: (code != best, -self.values[code].mean))
        return [Thought(code, self.values[code].tries, self.values[code].mean) for code in order]


def reason(thoughts: list[Thought]) -> str:
    """Why the first answer is given: its share of imagined games, beside the best of the others."""
    best, *others = thoughts
    if not best.tries:
        return ""
    said = f"wins {best.share:.0%} of imagined games"
    if not others:
        return said
    other = max(thought.share for thought in others)
    if round(other, 2) >= round(best.share, 2):
        return f"{said}, and nothing is clearly better"
    return f"{said}, the next best {other:.0%}"
