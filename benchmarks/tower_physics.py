"""The fast tower beside the physical one: empty towers by random draws, fit the fast model, compare.

    python benchmarks/tower_physics.py play 300      empty physical towers; what fell goes to tower_falls.txt
    python benchmarks/tower_physics.py fit           the figures of the fast model that fit the even games best
    python benchmarks/tower_physics.py compare       both side by side, on the odd games, which were not used to fit

A line of `tower_falls.txt` is one game: its seed, then every tentacle drawn with the number of marbles that fell.
Playing needs the extra `physics`, fitting the extra `lab` and SciPy; comparing needs nothing.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from math import comb
from pathlib import Path
from random import Random
from statistics import mean
from typing import TypeAlias

from miskatonic.games.tower.names import BIT, MARBLES
from miskatonic.games.tower.tower import FOUR_STOREYS, LOTS, number_drawn
from miskatonic.kernel.sets import members

FALLS = Path(__file__).with_name("tower_falls.txt")
ALL = sum(MARBLES)
STICKS = len(FOUR_STOREYS.sticks)
FAST = 20
"""Fast games beside every physical one, to make their own noise small."""

Emptied: TypeAlias = list[tuple[int, int]]
"""A game: tentacles in the order of drawing, each with the number of marbles that fell."""


def order(seed: int) -> list[int]:
    """The tentacles in random order."""
    sticks = members(FOUR_STOREYS.all)
    Random(seed).shuffle(sticks)
    return sticks


def empty_physical(seed: int) -> Emptied:
    """Empty a physical tower."""
    from miskatonic.physics.shaft import Shaft

    shaft = Shaft(FOUR_STOREYS, FOUR_STOREYS.all, ALL, seed)
    return [(stick, len(shaft.pull(stick).paths)) for stick in order(seed)]


def empty_fast(seed: int) -> Emptied:
    """Empty a tower of the fast model."""
    below = Random(f"fast {seed}").randrange
    left, inside, game = FOUR_STOREYS.all, ALL, []
    for stick in order(seed):
        number = number_drawn(FOUR_STOREYS, left, stick, inside, below(LOTS))
        game.append((stick, number))
        left, inside = left ^ BIT[stick], inside - number
    return game


def play(games: int) -> None:
    """Play more games; those that are written already are left out."""
    done = read()
    with FALLS.open("a", encoding="utf-8") as file:
        for seed in range(games):
            if seed in done:
                continue
            game = empty_physical(seed)
            if sum(number for _, number in game) != ALL:
                raise AssertionError(f"a marble is stuck in tower {seed}")
            file.write(f"{seed} {' '.join(f'{stick}:{number}' for stick, number in game)}\n")
            file.flush()


def read() -> dict[int, Emptied]:
    """The games that were played, by seed."""
    games = {}
    for line in FALLS.read_text("utf-8").splitlines() if FALLS.exists() else []:
        seed, *words = line.split()
        games[int(seed)] = [(int(a), int(b)) for a, b in (word.split(":") for word in words)]
    return games


def of_parity(parity: int) -> list[Emptied]:
    """The even games, to fit with, or the odd ones, to compare with."""
    return [game for seed, game in sorted(read().items()) if seed % 2 == parity]


# -- figures ----------------------------------------------------------------------------------------------------------


def falls(games: list[Emptied], draws: int = STICKS) -> list[int]:
    """How many marbles fell with each of the first draws."""
    return [number for game in games for _, number in game[:draws]]


def fallen(games: list[Emptied], draws: int) -> float:
    """The share of all marbles that is out after so many draws."""
    return mean(sum(number for _, number in game[:draws]) for game in games) / ALL


def doomed(games: list[Emptied]) -> list[float]:
    """By draw: how likely the third DOOM marble has fallen; any three of the marbles may be those."""
    chances = []
    for draws in range(1, STICKS + 1):
        out = [sum(number for _, number in game[:draws]) for game in games]
        chances.append(mean(comb(number, MARBLES[-1]) for number in out) / comb(ALL, MARBLES[-1]))
    return chances


def summed(numbers: list[int]) -> list[float]:
    """The share of draws with at most 0, 1, 2, ... marbles."""
    counted = Counter(numbers)
    shares, total = [], 0
    for number in range(ALL + 1):
        total += counted[number]
        shares.append(total / len(numbers))
    return shares


def distance(one: list[float], other: list[float]) -> float:
    """The greatest difference of two distribution functions (Kolmogorov and Smirnov)."""
    return max(abs(a - b) for a, b in zip(one, other, strict=True))


def quantile(chances: list[float], share: float) -> int:
    """The first draw after which a chance is reached."""
    return next(draw for draw, chance in enumerate(chances, 1) if chance >= share)


def by_row(games: list[Emptied]) -> list[float]:
    """How many marbles a tentacle of every row let fall on average."""
    rows = [stick.row for stick in FOUR_STOREYS.sticks]
    fell: dict[int, list[int]] = {row: [] for row in rows}
    for game in games:
        for stick, number in game:
            fell[rows[stick - 1]].append(number)
    return [mean(numbers) for numbers in fell.values()]


def distances(one: list[Emptied], other: list[Emptied]) -> dict[str, float]:
    """How far two heaps of games are from each other."""
    rows = zip(by_row(one), by_row(other), strict=True)
    return {
        "falls in draws 1 to 20": distance(summed(falls(one, 20)), summed(falls(other, 20))),
        "falls in all draws": distance(summed(falls(one)), summed(falls(other))),
        "the third DOOM marble": distance(doomed(one), doomed(other)),
        "marbles of a tentacle, by row (mean difference)": mean(abs(a - b) for a, b in rows),
    }


def compare(physical: list[Emptied], fast: list[Emptied], fitted: list[Emptied]) -> str:
    """Both models side by side; and how far the physical games are from the others of their kind."""
    early = [falls(games, 5) for games in (physical, fast)]
    twenty = [falls(games, 20) for games in (physical, fast)]
    doom = [doomed(games) for games in (physical, fast)]

    def share(numbers: list[int], low: int, high: int) -> str:
        return f"{sum(low <= number <= high for number in numbers) / len(numbers):.1%}"

    lines: list[tuple[str, ...]] = [("", "physics", "fast model")]
    for name, low, high in (("nothing", 0, 0), ("1 or 2", 1, 2), ("3 to 5", 3, 5), ("6 or more", 6, ALL)):
        lines.append((f"draws 1 to 5: {name}", *(share(numbers, low, high) for numbers in early)))
    lines.append(("draws 1 to 20: marbles a draw", *(f"{mean(numbers):.2f}" for numbers in twenty)))
    lines.append(("draws 1 to 20: nothing falls", *(share(numbers, 0, 0) for numbers in twenty)))
    for draws in (5, 10, 15, 20, 25):
        lines.append((f"out after {draws} draws", *(f"{fallen(games, draws):.1%}" for games in (physical, fast))))
    for chance in (0.1, 0.5, 0.9):
        lines.append((f"third DOOM: {chance:.0%} by draw", *(str(quantile(chances, chance)) for chances in doom)))
    biggest = [mean(max(number for _, number in game) for game in games) for games in (physical, fast)]
    lines.append(("greatest avalanche of a game, mean", *(f"{number:.1f}" for number in biggest)))
    head, *body = (f"| {' | '.join(line)} |" for line in lines)
    said = [f"{len(physical)} physical and {len(fast)} fast games", "", head, "|---|---|---|", *body, ""]
    said += ["| distance | fast model to physics | physics to other games of physics |", "|---|---|---|"]
    noise = distances(physical, fitted)
    said += [f"| {name} | {figure:.3f} | {noise[name]:.3f} |" for name, figure in distances(physical, fast).items()]
    return "\n".join(said)


def main() -> None:
    """Do what the command line says."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["play", "fit", "compare"])
    parser.add_argument("games", type=int, nargs="?", default=300)
    wanted = parser.parse_args()
    if wanted.what == "play":
        play(wanted.games)
    elif wanted.what == "fit":
        sys.path.insert(0, str(FALLS.parents[1]))
        from benchmarks.tower_fit import fit

        print(fit(of_parity(0)))
    else:
        held_out = of_parity(1)
        fast = [empty_fast(seed) for seed in range(FAST * len(held_out))]
        print(compare(held_out, fast, of_parity(0)))


if __name__ == "__main__":
    main()
