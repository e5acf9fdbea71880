"""Runs that were really played, and what can be compared of them."""

from __future__ import annotations

from pathlib import Path

import polars as pl

from miskatonic.lab.keep import Results
from miskatonic.lab.run import Run
from miskatonic.lab.simulate import simulate


def played(run: Run, folder: Path, jobs: int = 1) -> Results:
    """A run, played into a folder."""
    results = Results.of(run, folder)
    simulate(run, results, jobs=jobs)
    return results


def figures(results: Results) -> pl.DataFrame:
    """Everything that does not depend on the clock."""
    return results.table("seats").drop("seconds").join(results.table("matches"), on="number").sort("number", "seat")
