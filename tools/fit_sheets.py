"""Fit the outlook of Unlocking Insanity, a small network that weighs sheets, to games of its sensible player.

    python -m tools.fit_sheets play --seats 2 --games 30000     play, and keep the signs in miskatonic-runs/sheets
    python -m tools.fit_sheets play --seats 4 --games 3000
    python -m tools.fit_sheets fit                              fit to all that is kept, tell, and write the weights

Now and then the players stray for a turn (they do what they do not think best, or anything), so that the network sees
what comes of unusual answers too. From every turn without that it learns what it thinks of the next one itself, and the
result: a weighted mean (`LOOK_AHEAD`), because who wins in the end is mostly luck.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from random import Random
from typing import Final

import numpy as np
from joblib import Parallel, delayed

from miskatonic.games.insanity.appraisal import appraise
from miskatonic.games.insanity.outlook import sheets
from miskatonic.games.insanity.state import Cult
from miskatonic.kernel import Ask, Match
from miskatonic.lab.figures import Numbers
from tools.fit_outlook import Network, Rows, write

KEPT = Path("miskatonic-runs") / "sheets"
WEIGHTS = Path("src/miskatonic/games/insanity/outlook/weights.py")
CHUNK = 1000
STRAYS: Final = (0.0, 0.05, 0.15, 0.3)
"""In how many turns players stray, one of these in each game."""
WIDE: Final = (2, 4, 8, 1000)
"""Among how many answers they then choose, the best first."""
SLIPS = 0.5
UNITS = 24
LOOK_AHEAD: Final = ((1.0, 3, 1.0), (0.8, 2, 0.7), (0.6, 2, 0.5), (0.5, 3, 0.3), (0.5, 3, 0.1))
"""Rounds of fitting: how much later turns count beyond the next one, how often all rows are gone through, and how
quickly it learns. In the first round nothing is known yet, and only results count."""
PACE, PENALTY, BATCH = 3e-3, 3e-4, 512
HELD_BACK = 16
"""Of so many games one is not used for the fit."""


COLUMNS: Final = ("signs", "strayed", "game", "won", "glance")


class Tables(Rows):
    """Tables with the same number of seats: the signs of all sheets, and also what `appraise` thought at a glance."""

    def __init__(self, signs: Numbers, strayed: Numbers, game: Numbers, won: Numbers, glance: Numbers) -> None:
        super().__init__(signs, strayed, game, won)
        self.glance = glance

    def of(self, chosen: Numbers) -> Tables:
        """Some of them."""
        return Tables(*(getattr(self, column)[chosen] for column in COLUMNS))


class Sheets(Network):
    """A network that weighs sheets: the chances of a table's seats are in the ratio of what theirs weigh."""

    def __init__(self, signs: Numbers, random: np.random.Generator) -> None:
        super().__init__(signs, random, UNITS, PENALTY)

    def chances(self, signs: Numbers) -> Numbers:
        """How likely every seat of every table wins."""
        _, worth = self.weigh((signs - self.middle) / self.scale)
        shares = np.exp(worth - worth.max(axis=1, keepdims=True))
        chances: Numbers = shares / shares.sum(axis=1, keepdims=True)
        return chances

    def learn(self, signs: Numbers, aims: Numbers, pace: float) -> None:
        """One step."""
        off = (self.chances(signs) - aims) / len(aims)
        self.follow(signs.reshape(-1, signs.shape[-1]), off.ravel(), pace)


def played(seats: int, number: int) -> list[tuple[list[list[float]], bool, int, list[float], tuple[float, ...]]]:
    """The rows of one game."""
    random = Random(f"sheets {seats} {number}")
    strays = random.choice(STRAYS)
    match = Match("insanity", seats=seats, seed=f"sheets {seats} {number}", quiet=True)
    ranking = match.game.ranking
    assert ranking is not None
    seen: list[tuple[list[list[float]], bool, tuple[float, ...]]] = []
    turn = wide = 0

    def choose(ask: Ask) -> int:
        nonlocal turn, wide
        state = match._state
        assert isinstance(state, Cult)
        if state.turn != turn:
            turn = state.turn
            wide = random.choice(WIDE) if random.random() < strays else 0
            seen.append((sheets(state), wide > 0, appraise(state)))
        if len(ask.options) == 1:
            return ask.options[0]
        if not wide or random.random() >= SLIPS:
            return match.sensible(ask)
        return random.choice(ranking(match.view(ask.actor), ask)[:wide])

    match.play(choose)
    winners = [float(won > 0) for won in match.returns]
    won = [share / sum(winners) for share in winners]
    return [(signs, strayed, number, won, glance) for signs, strayed, glance in seen]


def play(seats: int, games: int, jobs: int) -> None:
    """Play, a chunk at a time, and keep what was seen."""
    KEPT.mkdir(parents=True, exist_ok=True)
    for first in range(0, games, CHUNK):
        path = KEPT / f"{seats}-{first}.npz"
        if path.exists():
            continue
        work = (delayed(played)(seats, number) for number in range(first, first + CHUNK))
        columns = zip(*[row for rows in Parallel(n_jobs=jobs)(work) for row in rows], strict=True)
        signs, strayed, game, won, glance = map(np.array, columns)
        np.savez_compressed(path, signs=signs.astype(np.float32), strayed=strayed, game=game, won=won, glance=glance)
        print(f"{path}: {len(signs)} rows", flush=True)


def kept() -> list[Tables]:
    """Everything that was played, by the number of seats."""
    found: dict[int, list[list[Numbers]]] = {}
    for path in sorted(KEPT.glob("*.npz")):
        part = np.load(path)
        found.setdefault(int(path.name[0]), []).append([part[column] for column in COLUMNS])
    return [Tables(*(np.concatenate(column) for column in zip(*parts, strict=True))) for parts in found.values()]


def fitted(tables: list[Tables]) -> Sheets:
    """A network that was taught all rows."""
    random = np.random.default_rng(0)
    network = Sheets(np.concatenate([rows.signs.reshape(-1, rows.signs.shape[-1]) for rows in tables]), random)
    for number, (ahead, times, slower) in enumerate(LOOK_AHEAD):
        aims = [rows.aims(network.chances(rows.signs), ahead) if number else rows.won for rows in tables]
        usable = [~rows.strayed if number else rows.undisturbed() for rows in tables]
        for _ in range(times):
            for table, chosen in _batches(usable, random):
                network.learn(tables[table].signs[chosen], aims[table][chosen], PACE * slower)
    return network


def _batches(usable: list[Numbers], random: np.random.Generator) -> list[tuple[int, Numbers]]:
    """All usable rows in any order, those with the same number of seats together."""
    orders = [random.permutation(np.flatnonzero(rows)) for rows in usable]
    batches = [
        (table, order[first : first + BATCH])
        for table, order in enumerate(orders)
        for first in range(0, len(order), BATCH)
    ]
    return [batches[at] for at in random.permutation(len(batches))]


def loss(chances: Numbers, won: Numbers) -> float:
    """The log loss, for every table."""
    return float(-(won * np.log(np.clip(chances / chances.sum(axis=1, keepdims=True), 1e-6, 1))).sum(axis=1).mean())


def main() -> None:
    """Play, or fit, tell and write."""
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("what", choices=("play", "fit"))
    words.add_argument("--seats", type=int, default=2)
    words.add_argument("--games", type=int, default=CHUNK)
    words.add_argument("--jobs", type=int, default=1)
    said = words.parse_args()
    if said.what == "play":
        play(said.seats, said.games, said.jobs)
        return
    tables = kept()
    network = fitted([rows.of(rows.game % HELD_BACK != 0) for rows in tables])
    for rows in tables:
        held = rows.of((rows.game % HELD_BACK == 0) & rows.undisturbed())
        learnt, glance = loss(network.chances(held.signs), held.won), loss(held.glance, held.won)
        print(f"{held.won.shape[1]} seats, {len(set(held.game))} games held back: log loss {learnt:.4f}", end="; ")
        print(f"at a glance {glance:.4f}")
    write(fitted(tables), WEIGHTS)


if __name__ == "__main__":
    main()
