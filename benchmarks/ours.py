"""Our side of the comparison: random play, forks and the bare rules, through the public Python interface."""

from __future__ import annotations

import copy
from collections.abc import Callable
from random import Random

import miskatonic as mk
from benchmarks.measure import Workload

SEATS = {"arkham": 1, "insanity": 4, "mash": 2, "tower": 3}
"""The number of seats that is measured, by game."""
GAMES_A_SLICE = {"arkham": 20, "insanity": 5, "mash": 1, "tower": 2}
"""How many games a slice of work has, so that a slice is short."""
MIDWAY = 300
"""How many matches are forked."""
WARM_UP = {"arkham": 1_500_000, "insanity": 300_000, "mash": 100_000, "tower": 100_000}
"""Nodes played beforehand: the questions that are kept and used again have then been made."""


def warm_up(name: str, share: float = 1.0) -> None:
    """Play until everything that is made once has been made, or a share of it."""
    player = mk.anybody(0)
    fortune = mk.Seeded(0)
    nodes = 0
    while nodes < WARM_UP[name] * share:
        match = mk.Match(name, seats=SEATS[name], fortune=fortune, quiet=True)
        match.play(player)
        nodes += len(match.log)


def whole_matches(name: str, seats: int = 0) -> Workload:
    """Random play of whole matches by `Match.play`; the unit is a node, a decision or a chance."""
    player = mk.anybody(1)
    fortune = mk.Seeded(1)
    game = mk.game_named(name)

    def work() -> int:
        nodes = 0
        for _ in range(GAMES_A_SLICE[name]):
            match = mk.Match(game, seats=seats or SEATS[name], fortune=fortune, quiet=True)
            match.play(player)
            nodes += len(match.log)
        return nodes

    return work


def decisions(name: str) -> Workload:
    """The same; the unit is a decision, as with peers that do not tell their chances apart."""
    fortune = mk.Seeded(1)
    game = mk.game_named(name)
    bits = Random(5).getrandbits
    made = 0

    def choose(ask: mk.Ask) -> int:
        nonlocal made
        made += 1
        options = ask.options
        return options[bits(30) * len(options) >> 30]

    def work() -> int:
        before = made
        for _ in range(GAMES_A_SLICE[name]):
            mk.Match(game, seats=SEATS[name], fortune=fortune, quiet=True).play(choose)
        return made - before

    return work


def step_by_step(name: str) -> Workload:
    """The same with one call of `Match.answer` per decision, as a front end plays."""
    player = mk.anybody(2)
    fortune = mk.Seeded(2)
    game = mk.game_named(name)

    def work() -> int:
        nodes = 0
        for _ in range(GAMES_A_SLICE[name]):
            match = mk.Match(game, seats=SEATS[name], fortune=fortune, quiet=True)
            while not match.over:
                ask = match.ask
                match.answer(ask.actor, player(ask))
            nodes += len(match.log)
        return nodes

    return work


def midway(name: str) -> list[mk.Match]:
    """Matches stopped at every question of a few random games."""
    found: list[mk.Match] = []
    player = mk.anybody(4)
    for seed in range(5):
        match = mk.Match(name, seats=SEATS[name], seed=seed, quiet=True)
        while not match.over and len(found) < MIDWAY:
            found.append(match.fork())
            ask = match.ask
            match.answer(ask.actor, player(ask))
    return found


def forks(name: str) -> Workload:
    """Forks of matches at all points of a game."""
    matches = midway(name)

    def work() -> int:
        for match in matches:
            match.fork()
        return len(matches)

    return work


def deep_copies(name: str) -> Workload:
    """The same matches copied by `copy.deepcopy`."""
    matches = midway(name)[::10]

    def work() -> int:
        for match in matches:
            copy.deepcopy(match)
        return len(matches)

    return work


WORKLOADS: dict[str, Callable[[str], Workload]] = {
    "play": whole_matches,
    "step": step_by_step,
    "decisions": decisions,
    "fork": forks,
    "deepcopy": deep_copies,
}
"""What is measured of every game."""
