"""Measuring: several workloads in turns in one run, so that their ratios mean something on a busy machine."""

from __future__ import annotations

import gc
import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeAlias

Workload: TypeAlias = Callable[[], int]
"""Does a slice of work and returns how many units it did."""
Timed: TypeAlias = Callable[[float], float]
"""Works for so many seconds of process time and returns units per second of it."""


@dataclass
class Rates:
    """Units per second of process time, one figure per repeat."""

    figures: list[float] = field(default_factory=list)

    @property
    def best(self) -> float:
        """The least disturbed repeat."""
        return max(self.figures)

    @property
    def median(self) -> float:
        """The typical repeat."""
        return statistics.median(self.figures)


def timed(work: Workload) -> Timed:
    """A workload with a clock; it has been done once before."""
    work()

    def turn(seconds: float) -> float:
        # as timeit does: garbage of one workload is not collected at the expense of another
        gc.collect()
        gc.disable()
        done = 0
        start = time.process_time()
        while (spent := time.process_time() - start) < seconds:
            done += work()
        gc.enable()
        return done / spent

    return turn


def measure(workloads: dict[str, Timed], repeats: int, seconds: float) -> dict[str, Rates]:
    """Give every workload its turn, one after the other, again and again."""
    rates = {name: Rates() for name in workloads}
    for _ in range(repeats):
        for name, turn in workloads.items():
            rates[name].figures.append(turn(seconds))
    return rates
