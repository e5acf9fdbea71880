"""Figures of a run over its dice: all seats of all matches with the same dice are one observation."""

from __future__ import annotations

import polars as pl

from miskatonic.lab.figures import Interval, Numbers, mean, share
from miskatonic.lab.run import Run


def dice_of(run: Run) -> pl.Expr:
    """Which dice the match of a row has, as a number."""
    return pl.col("number") // len(run.lineups)


def share_of(run: Run, rows: pl.DataFrame, what: pl.Expr) -> Interval:
    """The share of rows for which something holds."""
    return share(*_added_up(run, rows, what))


def mean_of(run: Run, rows: pl.DataFrame, what: str) -> Interval:
    """The mean of a column."""
    return mean(*_added_up(run, rows, pl.col(what)))


def _added_up(run: Run, rows: pl.DataFrame, what: pl.Expr) -> tuple[Numbers, Numbers]:
    """The sum of a figure and the number of rows, on all dice in turn."""
    sums = rows.group_by(dice_of(run), maintain_order=True).agg(sum=what.cast(pl.Float64).sum(), rows=pl.len())
    return sums["sum"].to_numpy(), sums["rows"].cast(pl.Float64).to_numpy()
