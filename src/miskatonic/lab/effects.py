"""Effects: how often something occurs, and how much more often those win who meet it."""

from __future__ import annotations

from collections.abc import Iterator
from math import sqrt
from typing import NamedTuple

import polars as pl

from miskatonic.lab.figures import Z95, Interval, share
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
    seats = results.table("seats").select(*ONE, "won")
    marks = results.table("marks").filter(pl.col("kind") == kind)
    matches = seats["number"].n_unique()
    total, won = len(seats), int(seats["won"].sum())
    # what is told to everybody has no seat: all have met it
    everybody = seats.join(marks.filter(pl.col("seat").is_null()).drop("seat"), on="number")
    own = seats.join(marks.filter(pl.col("seat").is_not_null()), on=ONE)
    met = pl.concat([part.select(*ONE, "won", "what") for part in (everybody, own)]).unique()
    times = dict(marks.group_by("what").agg(pl.col("times").sum()).iter_rows())
    for what, had, had_won in met.group_by("what").agg(pl.len(), pl.col("won").sum()).iter_rows():
        more = _difference(had_won, had, won - had_won, total - had)
        yield Effect(what, times[what] / matches, share(had, total), more)


def _difference(first_won: int, first: int, second_won: int, second: int) -> Interval | None:
    if min(first, second) < FEWEST:
        return None
    one, other = first_won / first, second_won / second
    reach = Z95 * sqrt(one * (1 - one) / first + other * (1 - other) / second)
    return Interval(one - other, one - other - reach, one - other + reach)
