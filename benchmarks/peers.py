"""Speed beside the peers, as ratios measured in one run: `python benchmarks/peers.py [--games arkham ...]`.

Exit status 1 if a goal is missed. Needs the extra `bench` (`pip install -e ".[bench]"`).
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks import openspiel, ours
from benchmarks.measure import Rates, measure


@dataclass(frozen=True)
class Goal:
    """A ratio of two rates that must be reached."""

    what: str
    rate: str
    against: str
    least: float


GOALS = {
    "arkham": (
        Goal("random play against pig", "arkham play", "pig", 0.6),
        Goal("random play against backgammon", "arkham play", "backgammon", 5.0),
        Goal("fork against deepcopy", "arkham fork", "arkham deepcopy", 10.0),
    ),
    "insanity": (
        Goal("random play against backgammon", "insanity play", "backgammon", 4.0),
        Goal("fork against deepcopy", "insanity fork", "insanity deepcopy", 10.0),
    ),
}
LEAST_FORKS = {"arkham": 50_000, "insanity": 50_000}


def main() -> int:
    """Measure, print the tables, and say whether every goal is reached."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", nargs="+", choices=sorted(ours.SEATS), default=sorted(ours.SEATS))
    parser.add_argument("--repeats", type=int, default=15, help="how often every workload has its turn (15)")
    parser.add_argument("--seconds", type=float, default=0.2, help="how long a turn lasts (0.2)")
    arguments = parser.parse_args()

    workloads = {name: openspiel.random_play(name) for name in openspiel.NAMES}
    workloads["backgammon clone"] = openspiel.clones("backgammon")
    for name in arguments.games:
        ours.warm_up(name)
        workloads |= {
            f"{name} play": ours.whole_matches(name),
            f"{name} step": ours.step_by_step(name),
            f"{name} rules": ours.bare_rules(name),
            f"{name} fork": ours.forks(name),
            f"{name} deepcopy": ours.deep_copies(name),
        }
    rates = measure(workloads, arguments.repeats, arguments.seconds)
    print_rates(rates)
    return print_goals(rates, arguments.games)


def print_rates(rates: dict[str, Rates]) -> None:
    """Every workload with its rate, and beside the two yardsticks."""
    print(f"{'per second':<20}{'best':>12}{'median':>12}{'x pig':>9}{'x backgammon':>14}")
    for name, rate in rates.items():
        pig, backgammon = rate.best / rates["pig"].best, rate.best / rates["backgammon"].best
        print(f"{name:<20}{rate.best:>12,.0f}{rate.median:>12,.0f}{pig:>9.2f}{backgammon:>14.2f}")


def print_goals(rates: dict[str, Rates], games: list[str]) -> int:
    """The goals; the exit status says whether all are reached."""
    missed = 0
    print(f"\n{'goal':<46}{'wanted':>10}{'reached':>10}")
    for game in games:
        for goal in GOALS[game]:
            ratio = rates[goal.rate].best / rates[goal.against].best
            missed += ratio < goal.least
            verdict = "" if ratio >= goal.least else "  missed"
            print(f"{game + ': ' + goal.what:<46}{goal.least:>10.1f}{ratio:>10.2f}{verdict}")
        kernel = 1 - rates[f"{game} play"].best / rates[f"{game} rules"].best
        print(f"{game + ': share of time in the kernel':<46}{'':>10}{kernel:>10.0%}")
        forks = rates[f"{game} fork"].best
        missed += forks < LEAST_FORKS[game]
        print(f"{game + ': forks a second':<46}{LEAST_FORKS[game]:>10,}{forks:>10,.0f}")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
