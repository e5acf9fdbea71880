"""How games of Tower of Madness end among sensible players: `python benchmarks/tower_outcomes.py [--games N]`.

Beside the shares of the rules' own balance check, which was made with a tower whose tentacles are all alike. Here they
are not, and the sensible player knows it; `--blind` lets tentacles be picked at random instead.
"""

from __future__ import annotations

import argparse
from collections import Counter
from math import sqrt
from random import Random

import miskatonic as mk
from miskatonic.games.tower import GAME

ENDS = {"saved": "world saved", "doom_bringer": "DOOM bringer wins", "consumed": "nobody wins"}
RULES = {
    3: {"saved": 59.3, "doom_bringer": 16.4, "consumed": 24.3},
    4: {"saved": 54.8, "doom_bringer": 11.9, "consumed": 33.3},
    5: {"saved": 46.8, "doom_bringer": 11.1, "consumed": 42.1},
}
"""Section 6 of the rules: 1000 games each, standard error about 1.6."""


def interval(hits: int, of: int) -> tuple[float, float]:
    """Between which shares the true one lies with 95 % (Wilson)."""
    z = 1.96
    share = hits / of
    middle = (share + z * z / (2 * of)) / (1 + z * z / of)
    half = z / (1 + z * z / of) * sqrt(share * (1 - share) / of + z * z / (4 * of * of))
    return middle - half, middle + half


def play(seats: int, seed: int, blind: bool, options: dict[str, str]) -> mk.Match:
    """One game of sensible players."""
    match = mk.Match(GAME, seats=seats, seed=seed, options=options, quiet=True)
    random = Random(seed)
    if GAME.heuristic is None:
        raise AssertionError("the game has no sensible player")
    while not match.over:
        ask = match.ask
        by_chance = blind and ask.prompt == "stick"
        code = random.choice(ask.options) if by_chance else GAME.heuristic(match.view(ask.actor), ask)
        match.answer(ask.actor, code)
    return match


def main() -> None:
    """Play, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=200, help="for every number of players")
    parser.add_argument("--blind", action="store_true", help="tentacles are picked at random")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    wanted = parser.parse_args()
    options = dict(text.split("=", 1) for text in wanted.option)
    print("| players | outcome | share | 95 % interval | the rules' check | tentacles drawn |")
    print("|---|---|---|---|---|---|")
    for seats, figures in RULES.items():
        ends: Counter[str] = Counter()
        drawn = 0
        for seed in range(wanted.games):
            match = play(seats, seed, wanted.blind, options)
            ends[match.result.split()[0]] += 1
            drawn += len(match.view()["tower"]["drawn"])
        for end, said in ENDS.items():
            low, high = interval(ends[end], wanted.games)
            draws = f"{drawn / wanted.games:.1f}" if end == "saved" else ""
            share = ends[end] / wanted.games
            print(
                f"| {seats} | {said} | {share:.1%} | {low:.1%} to {high:.1%} | {figures[end]} % | {draws} |", flush=True
            )


if __name__ == "__main__":
    main()
