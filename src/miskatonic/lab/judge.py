"""The sequential test of a run: of which pairs it is known who is stronger, and since when.

It looks at the first matches only, as far as they are done without a gap, and decides at the ends of chunks. So it
makes no difference how many play at once, what is done already, and what was played beyond.
"""

from __future__ import annotations

from collections import deque
from itertools import combinations
from typing import NamedTuple

import numpy as np
import polars as pl

from miskatonic.lab.compare import scores
from miskatonic.lab.figures import Numbers, Sprt
from miskatonic.lab.keep import Results


class Decision(NamedTuple):
    """Whether the first of two bots is stronger."""

    first: str
    second: str
    points: Numbers
    ratio: float
    """The log likelihood ratio when it was decided, or by now."""
    verdict: str
    games: int | None
    """After how many games of the run it was decided."""


class Judge:
    """Follows a run."""

    def __init__(self, results: Results) -> None:
        self._results = results
        self._run = results.run
        self._sprt = Sprt(*self._run.sprt or ())
        self._left = deque(self._run.chunks())
        self._seats: list[pl.DataFrame] = []
        self._ends: list[int] = []

    def decisions(self) -> list[Decision]:
        """Every pair that was compared, by what is done now."""
        while self._left and self._results.has(self._left[0]):
            chunk = self._left.popleft()
            self._seats.append(self._results.part("seats", chunk))
            self._ends.append(chunk.stop)
        if not self._seats:
            return []
        seats = pl.concat(self._seats)
        found = [self._decision(seats, *pair) for pair in combinations(self._run.bots, 2)]
        return [decision for decision in found if len(decision.points)]

    def _decision(self, seats: pl.DataFrame, first: str, second: str) -> Decision:
        points = scores(self._run, seats, first, second)
        dice = np.array(self._ends) // len(self._run.lineups)
        ratios = self._sprt.ratios(points)[dice]
        decided = [at for at, ratio in enumerate(ratios) if self._sprt.verdict(ratio) != "open"]
        at = decided[0] if decided else -1
        games = self._ends[at] if decided else None
        return Decision(first, second, points, float(ratios[at]), self._sprt.verdict(ratios[at]), games)

    def decided_after(self) -> int | None:
        """After how many games all pairs are decided; None as long as one is not."""
        games = [decision.games for decision in self.decisions()]
        known = [number for number in games if number is not None]
        return max(known) if known and len(known) == len(games) else None


def told(results: Results) -> Results:
    """What is told of a run: nothing beyond the game after which its test has decided."""
    games = None if results.run.sprt is None else Judge(results).decided_after()
    return results if games is None else results.first(games)
