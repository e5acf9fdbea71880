"""Effects: how often something occurs, and how much more often those win who meet it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
import polars as pl

from miskatonic.lab.dice import dice_of
from miskatonic.lab.figures import Interval, Numbers, difference, share
from miskatonic.lab.keep import Results

FEWEST = 20
"""So many seats must have met something, and so many must not, before its effect is told."""
ONE = ["number", "seat"]
"""What names a seat of a match."""


class Effect(NamedTuple):
    """Something that occurs: a card, an object, a place, a penalty, a choice."""

    what: str
    times: float
    """How often a match has it, on average."""
    met: Interval
    """The share of seats that met it."""
    more: Interval | None
    """How much more often these won than the others; None where too few did or did not meet it."""

    @property
    def weight(self) -> float:
        """How far the difference surely lies from none; negative where it may be chance."""
        if self.more is None:
            return float("-inf")
        return self.more.low if self.more.value > 0 else -self.more.high


def effects(results: Results, kind: str) -> list[Effect]:
    """Everything of a kind that occurred (`answer`, `event`, `chance`), the most frequent first."""
    found = sorted(_effects(results, kind), key=lambda effect: effect.what)
    return sorted(found, key=lambda effect: -effect.times)


def _effects(results: Results, kind: str) -> Iterator[Effect]:
    seats = results.table("seats").select(*ONE, "won", dice=dice_of(results.run))
    marks = results.table("marks").filter(pl.col("kind") == kind)
    matches = seats["number"].n_unique()
    # what is told to everybody has no seat: all have met it
    everybody = seats.join(marks.filter(pl.col("seat").is_null()).drop("seat"), on="number")
    own = seats.join(marks.filter(pl.col("seat").is_not_null()), on=ONE)
    met = pl.concat([part.select(*seats.columns, "what") for part in (everybody, own)]).unique()
    times = dict(marks.group_by("what").agg(pl.col("times").sum()).iter_rows())
    dice = int(str(seats["dice"].max())) + 1
    won, total = _on_dice(seats, dice)
    for (what,), having in met.group_by("what"):
        had_won, had = _on_dice(having, dice)
        enough = FEWEST <= had.sum() <= total.sum() - FEWEST
        more = difference(had_won, had, won - had_won, total - had) if enough else None
        yield Effect(str(what), times[what] / matches, share(had, total), more)


def _on_dice(seats: pl.DataFrame, dice: int) -> tuple[Numbers, Numbers]:
    """How many of these seats won with all dice in turn, and how many there were."""
    at = seats["dice"].to_numpy()
    won = np.bincount(at, seats["won"].to_numpy(), minlength=dice).astype(np.float64)
    return won, np.bincount(at, minlength=dice).astype(np.float64)
