"""Simulate: have a run played, and keep what is done."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from functools import partial

from miskatonic.lab.crews import Played, crew_of
from miskatonic.lab.judge import Judge
from miskatonic.lab.keep import Results
from miskatonic.lab.play import play_chunk
from miskatonic.lab.run import Run

Told = Callable[[int], None]
"""Hears how many matches more are done."""


def simulate(run: Run, results: Results, jobs: int = -1, cluster: str = "", told: Told = lambda done: None) -> None:
    """Play whatever of a run is not done yet, until all is or its sequential test has decided."""
    judge = Judge(results)

    def enough() -> bool:
        return run.sprt is not None and judge.decided_after() is not None

    if enough():
        return
    with crew_of(cluster, jobs) as crew, closing(crew(partial(numbered, run), results.left())) as played:
        for chunk, rows in played:
            results.add(chunk, rows)
            told(len(chunk))
            if enough():
                return


def numbered(run: Run, chunk: range) -> Played:
    """Some matches of a run, with their numbers."""
    return chunk, play_chunk(run, chunk)
