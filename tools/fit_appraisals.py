"""Fit the weights of a game's appraisal to games of its sensible player, and write them into its module.

    python tools/fit_appraisals.py arkham --games 4000 --solved

Cthulhu Mash has networks instead: `tools/fit_outlook.py`.

Every rest of every game at which it can be appraised is a row: the signs as a seat saw them, and whether it won in the
end; or, where the game is solved, how often the best player wins from there. The weights are those of a logistic
regression with a small penalty. A part of the games is held back, to tell how good the fit is.
"""

from __future__ import annotations

import argparse
import re
from importlib import import_module
from math import exp
from pathlib import Path
from random import Random
from typing import TypeAlias

import numpy as np
from joblib import Parallel, delayed

from miskatonic.kernel import Ask, Match
from miskatonic.lab.figures import Numbers

PENALTY = 1.0
STEPS = 12
"""So many steps of Newton's method are more than enough."""
HELD_BACK = 5
"""Of so many games one is not used for the fit."""
SLIPS = 0.2
SOBER = 0.03
"""In every second game the player first does something at random now and then, so that unusual tables are met too. At
every answer he may sober up for good, and only from there on his game is looked at: slips to come would be a bias.
With `--late` he does not begin with that, but at any of so many rests."""


Rows: TypeAlias = tuple[list[list[float]], list[float], list[int]]
"""Signs, what came of them, and the number of the game."""


def rows(game: str, seats: int, options: dict[str, str], number: int, every: int, soft: float, late: int) -> Rows:
    """The signs at some rests of a game, with the results."""
    signs = import_module(f"miskatonic.games.{game}.appraisal").signs
    random = Random(f"fit {game} {seats} {number}")
    match = Match(game, seats=seats, seed=f"fit {number}", options=options, quiet=True)
    seen: list[tuple[int, list[float]]] = []
    sober = number % 2 == 0
    wait = random.randrange(late) if late and not sober else 0
    looked_at = -1

    def choose(ask: Ask) -> int:
        nonlocal looked_at, sober, wait
        sober = sober or (not wait and random.random() < SOBER)
        if match.rested_at != looked_at:
            looked_at = match.rested_at
            if match.appraisal:
                wait -= wait > 0
                if sober and random.random() * every < 1:
                    seen.extend((seat, signs(match._state, seat)) for seat in range(seats))
        if len(ask.options) == 1:
            return ask.options[0]
        slip = not sober and not wait and random.random() < SLIPS
        return random.choice(ask.options) if slip else match.sensible(ask)

    match.play(choose)
    won = [(value + 1) / 2 for value in match.returns]
    if soft and seats > 1:
        points = match.standings
        others = [max(points[:seat] + points[seat + 1 :]) for seat in range(seats)]
        won = [1 / (1 + exp((other - mine) / soft)) for mine, other in zip(points, others, strict=True)]
    return [row for _, row in seen], [won[seat] for seat, _ in seen], [number] * len(seen)


def solved_rows(number: int, every: int) -> Rows:
    """The signs at some rests of a game of Dice of Arkham, with the chance of the best player."""
    from miskatonic.bots.optimal import judge_of
    from miskatonic.games.arkham.appraisal import signs
    from miskatonic.games.arkham.state import Investigator

    random = Random(f"fit solved {number}")
    match = Match("arkham", seed=f"fit {number}", quiet=True)
    book = judge_of(match.view(0)).book
    slips = random.choice((0.0, SLIPS, 1.0))
    found: Rows = ([], [], [])
    looked_at = -1

    def choose(ask: Ask) -> int:
        nonlocal looked_at
        if match.rested_at != looked_at:
            looked_at = match.rested_at
            state = match.rest
            assert isinstance(state, Investigator)
            if not state.event and random.random() * every < 1:
                found[0].append(signs(state, 0))
                found[1].append(book.value_of(state))
                found[2].append(number)
        return random.choice(ask.options) if random.random() < slips else match.sensible(ask)

    match.play(choose)
    return found


def fit(x: Numbers, y: Numbers) -> Numbers:
    """Logistic regression by Newton's method; results may be anything from 0 to 1."""
    varies = x.std(axis=0) > 1e-9
    scale = np.where(varies, x.std(axis=0), 1.0)
    middle = x.mean(axis=0)
    z = np.column_stack([np.ones(len(x)), (x - middle) / scale])
    penalty = np.diag([0.0, *[PENALTY] * x.shape[1]])
    w = np.zeros(z.shape[1])
    for _ in range(STEPS):
        p = 1 / (1 + np.exp(-(z @ w)))
        slope = z.T @ (p - y) + penalty @ w
        w -= np.linalg.solve((z * (p * (1 - p))[:, None]).T @ z + penalty, slope)
    plain = np.where(varies, w[1:] / scale, 0.0)
    weights: Numbers = np.append(w[0] - plain @ middle, plain)
    return weights


def quality(x: Numbers, y: Numbers, weights: Numbers) -> str:
    """How well the chances describe games that were not used: log loss beside that of the plain share."""
    p = np.clip(1 / (1 + np.exp(-(weights[0] + x @ weights[1:]))), 1e-6, 1 - 1e-6)
    share = y.mean()
    loss = -(y * np.log(p) + (1 - y) * np.log(1 - p)).mean()
    plain = -(share * np.log(share) + (1 - share) * np.log(1 - share))
    return f"log loss {loss:.4f} (plain share {share:.3f}: {plain:.4f}), spread of the chances {p.std():.3f}"


def main() -> None:
    """Play, fit, tell and write."""
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("game")
    words.add_argument("--games", type=int, default=1000)
    words.add_argument("--seats", default="")
    words.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    words.add_argument("--every", type=int, default=2, help="use one of so many rests")
    words.add_argument("--late", type=int, default=0, help="slips begin at one of so many rests, not at the first")
    words.add_argument("--soft", type=float, default=0.0, help="a lead of so many points counts as 73 % of a win")
    words.add_argument("--solved", action="store_true", help="arkham: fit to the solved values of the standard sheet")
    words.add_argument("--name", default="WEIGHTS", help="the constant that is written")
    words.add_argument("--jobs", type=int, default=1)
    said = words.parse_args()
    options = dict(word.split("=", 1) for word in said.option)
    seats = [int(number) for number in said.seats.split(",")] if said.seats else [1]
    work = (
        delayed(solved_rows)(number, said.every)
        if said.solved
        else delayed(rows)(said.game, seats[number % len(seats)], options, number, said.every, said.soft, said.late)
        for number in range(said.games)
    )
    found = Parallel(n_jobs=said.jobs)(work)
    x = np.array([row for part in found for row in part[0]])
    y = np.array([won for part in found for won in part[1]])
    held = np.array([number % HELD_BACK == 0 for part in found for number in part[2]])
    weights = fit(x[~held], y[~held])
    print(f"{said.game}: {said.games} games, {len(x)} rows, {quality(x[held], y[held], weights)}")
    write(said.game, said.name, fit(x, y))


def write(game: str, name: str, weights: Numbers) -> None:
    """Put the weights into the game's module."""
    path = Path("src/miskatonic/games") / game / "appraisal.py"
    numbers = [f"{weight:.4g}" for weight in weights]
    lines = "\n".join("    " + ", ".join(numbers[at : at + 10]) + "," for at in range(0, len(numbers), 10))
    text = re.sub(
        rf"{name}: Final = \(.*?\n?\)[^\n]*\n",
        f"{name}: Final = (\n{lines}\n)  # fmt: skip\n",
        path.read_text("utf-8"),
        flags=re.DOTALL,
    )
    path.write_text(text, "utf-8")


if __name__ == "__main__":
    main()
