"""What must be reached: ratios of two rates of the same run, and forks a second.

The rates of our games are nodes a second. Catanatron's unit is a tick: rolling the dice is one of them.
"""

from __future__ import annotations

from typing import NamedTuple

from benchmarks.measure import Rates


class Goal(NamedTuple):
    """A rate that must be at least so many times another one; alone, at least so many a second."""

    rate: str
    least: float
    against: str = ""


GOALS = (
    Goal("arkham play", 0.6, "pig"),
    Goal("arkham play", 5.0, "backgammon"),
    Goal("insanity play", 4.0, "backgammon"),
    Goal("tower play", 2.0, "backgammon"),
    Goal("mash play", 1.0, "backgammon"),
    Goal("mash play", 4.0, "catanatron"),
    Goal("arkham play, compiled", 1.5, "pig"),
    Goal("insanity play, compiled", 1.0, "pig"),
    Goal("tower play, compiled", 0.6, "pig"),
    Goal("mash play, compiled", 3.0, "backgammon"),
    Goal("arkham fork", 50_000),
    Goal("insanity fork", 50_000),
    Goal("tower fork", 50_000),
    Goal("mash fork", 10_000),
    Goal("arkham fork", 10.0, "arkham deepcopy"),
    Goal("insanity fork", 10.0, "insanity deepcopy"),
    Goal("Arkham ManyMatches", 1.0, "Arkham SyncVectorEnv"),
    Goal("MashSolo ManyMatches", 1.0, "MashSolo SyncVectorEnv"),
)


def reached(goal: Goal, rates: dict[str, Rates]) -> float | None:
    """What was reached of a goal; None if it was not measured."""
    if goal.rate not in rates or (goal.against and goal.against not in rates):
        return None
    return rates[goal.rate].best / (rates[goal.against].best if goal.against else 1.0)


def print_goals(rates: dict[str, Rates]) -> int:
    """The goals that were measured; the exit status says whether all are reached."""
    missed = 0
    print(f"\n{'goal':<54}{'wanted':>10}{'reached':>10}")
    for goal in GOALS:
        figure = reached(goal, rates)
        if figure is None:
            continue
        missed += figure < goal.least
        what = f"{goal.rate} against {goal.against}" if goal.against else f"{goal.rate} a second"
        shape = ".2f" if goal.against else ",.0f"
        verdict = "" if figure >= goal.least else "  missed"
        print(f"{what:<54}{format(goal.least, shape):>10}{format(figure, shape):>10}{verdict}")
    return 1 if missed else 0
