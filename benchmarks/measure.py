"""Measuring: several workloads in turns in one process, so that their ratios mean something on a busy machine."""

from __future__ import annotations

import gc
import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeAlias

Workload: TypeAlias = Callable[[], int]
"""Does a slice of work and returns how many units it did."""


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


def measure(workloads: dict[str, Workload], repeats: int, seconds: float) -> dict[str, Rates]:
    """Run every workload for a moment, one after the other, again and again."""
    for work in workloads.values():
        work()
    rates = {name: Rates() for name in workloads}
    for _ in range(repeats):
        for name, work in workloads.items():
            # as timeit does: garbage of one workload is not collected at the expense of another
            gc.collect()
            gc.disable()
            done = 0
            start = time.process_time()
            while (spent := time.process_time() - start) < seconds:
                done += work()
            gc.enable()
            rates[name].figures.append(done / spent)
    return rates
