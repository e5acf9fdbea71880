"""Fit the fast tower to games of the physical one, by the greatest likelihood of all that fell."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize
from scipy.special import betainc, gammaln

from miskatonic.games.tower.names import BIT, MARBLES
from miskatonic.games.tower.tower import FOUR_STOREYS as TOWER

Floats: TypeAlias = NDArray[np.float64]
ROWS = len(TOWER.rows)
STOREYS = len(TOWER.storeys)
STOREY_OF = [next(stick.storey for stick in TOWER.sticks if stick.row == row + 1) - 1 for row in range(ROWS)]
IN_STOREY = np.eye(STOREYS)[STOREY_OF]
CAUTION = 0.125
"""How strongly rows are taken for alike as long as games do not say otherwise."""
BOUNDS = [(-3, 3)] * (STOREYS - 1) + [(-4, 4)] * ROWS + [(0.2, 4), (-4, 4), (0, 4), (-1.5, 4), (-4, 4)]
START = [0.0] * (STOREYS - 1 + ROWS) + [1.1, 0.8, 0.5, 0.7, 0.2]


class Draws:
    """All draws of some games: the tentacles left in every row, the row drawn from, what was inside, what fell."""

    def __init__(self, games: list[list[tuple[int, int]]]) -> None:
        seen = []
        for game in games:
            left, inside = TOWER.all, sum(MARBLES)
            # the last tentacle frees all, and nothing falls from an empty tower
            for stick, number in game[:-1]:
                if inside:
                    row = TOWER.stick(stick).row - 1
                    seen.append([*((mask & left).bit_count() for mask in TOWER.rows), row, inside, number])
                left, inside = left ^ BIT[stick], inside - number
        table = np.array(seen)
        self.left: Floats = table[:, :ROWS].astype(np.float64)
        self.row, self.inside, self.number = table[:, ROWS:].T


def likelihood(figures: Floats, draws: Draws) -> float:
    """The logarithm of how likely the fast model makes all these draws; its formulas are those of `tower.py`."""
    loads = np.exp(np.append(0.0, figures[: STOREYS - 1]))
    grips = np.exp(figures[STOREYS - 1 : STOREYS - 1 + ROWS])
    shake, wear, crowd, spread, bare = figures[STOREYS - 1 + ROWS :]
    number = draws.left @ IN_STOREY
    held = (draws.left * grips) @ IN_STOREY
    load = loads * number**crowd
    here = np.arange(len(number)), np.array(STOREY_OF)[draws.row]
    worn = 1 - number.sum(1) / len(TOWER.sticks)
    share = load[here] / load.sum(1) * grips[draws.row] / held[here]
    expected = np.maximum(0.02, draws.inside * share * (shake + wear * worn))
    empty = worn / (1 + np.exp(-bare))
    size = np.exp(spread)
    kept = size / (size + expected / (1 - empty))
    chance = np.exp(
        gammaln(draws.number + size)
        - gammaln(size)
        - gammaln(draws.number + 1)
        + size * np.log(kept)
        + draws.number * np.log1p(-kept)
    )
    whole = (1 - empty) * chance / betainc(size, draws.inside + 1, kept) + empty * (draws.number == 0)
    return float(np.log(whole + 1e-9).sum() - CAUTION * (np.log(grips) ** 2).sum())


def fit(games: list[list[tuple[int, int]]]) -> str:
    """The figures of `tower.py` that fit these games best."""
    draws = Draws(games)
    found = minimize(lambda figures: -likelihood(figures, draws), START, method="L-BFGS-B", bounds=BOUNDS)
    figures = found.x
    shake, wear, crowd, spread, bare = figures[STOREYS - 1 + ROWS :]
    loads = ", ".join(f"{load:.2f}" for load in np.exp(np.append(0.0, figures[: STOREYS - 1])))
    grips = ", ".join(f"{grip:.2f}" for grip in np.exp(figures[STOREYS - 1 : STOREYS - 1 + ROWS]))
    return (
        f"{len(games)} games, logarithm of the likelihood {-found.fun / len(games):.2f} a game\n"
        f"grips=({grips})\nloads=({loads})\n"
        f"SHAKE = {shake:.2f}\nWEAR = {wear:.2f}\nCROWD = {crowd:.2f}\n"
        f"SPREAD = {np.exp(spread):.1f}\nBARE = {1 / (1 + np.exp(-bare)):.2f}"
    )
