"""Fit the outlook of Cthulhu Mash, a small network for friends and one for rivals, to games of its sensible player.

    python tools/fit_outlook.py play cooperative --seats 1 --games 8000    play; signs go to miskatonic-runs/outlook
    python tools/fit_outlook.py play cooperative --seats 2 --games 4000
    python tools/fit_outlook.py fit friends                                fit to them, tell, and write the weights
    python tools/fit_outlook.py play death_match --seats 2 --games 3000
    python tools/fit_outlook.py fit rivals

Now and then the player strays for a turn (it does what it does not think best, or anything), so that the network sees
what comes of unusual answers too. From every begin of a turn on which the player did not stray, it learns what it
thinks of the next one itself, and the result: a weighted mean (`LOOK_AHEAD`), because who wins in the end is mostly
luck. Friends look at a game together, rivals each for itself.

A small log loss is not enough: search finds every table that is thought better than it is. So the tool also tells by
how much the appraisal changes within a turn, on the average over tables of a kind. That should be nothing.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from random import Random
from typing import Final

import numpy as np
from joblib import Parallel, delayed

from miskatonic.games.mash.outlook import OUTLOOK, outlook
from miskatonic.games.mash.outlook.rivals import RIVALRY, rivalry
from miskatonic.games.mash.ranking import conceivable
from miskatonic.games.mash.state import Mash
from miskatonic.kernel import Ask, Match
from miskatonic.lab.figures import Numbers

KEPT = Path("miskatonic-runs") / "outlook"
WEIGHTS = Path("src/miskatonic/games/mash/outlook")
MODES: Final = {
    "friends": ("cooperative",),
    "rivals": ("death_match", "team_death_match", "capture_flag", "team_capture_flag"),
}
"""Who learns from which games; what each of them has learnt is in a file of its name."""
CHUNK = 500
STRAYS: Final = (0.0, 0.05, 0.05, 0.15)
"""How many turns a player strays, one of these in each game."""
WILD, SLIPS = 0.2, 0.6
"""How many of such turns are wild, and how many of their answers are slips."""
UNITS = 16
LOOK_AHEAD: Final = ((1.0, 3, 1.0), (0.8, 2, 0.7), (0.5, 2, 0.5), (0.5, 2, 0.3), (0.5, 2, 0.15))
"""Rounds of fitting: how much later turns count beyond the next one, how often all rows are gone through, and how
quickly it learns. In the first round nothing is known yet, and only results count."""
PACE, PENALTY, BATCH = 3e-3, 1e-3, 512
HELD_BACK = 8
"""Of so many games one is not used for the fit."""


class Rows:
    """Tables at the begin of a turn in order: signs, whether the player then strayed, the game, and what it was worth.

    A game that rivals play is one for each of them.
    """

    def __init__(self, signs: Numbers, strayed: Numbers, game: Numbers, won: Numbers) -> None:
        self.signs = signs
        self.strayed = strayed.astype(bool)
        self.game = game
        self.won = won
        self.last = np.append(game[1:] != game[:-1], True)
        """Whether the game ended within that turn."""

    def of(self, chosen: Numbers) -> Rows:
        """Some games of it."""
        return Rows(self.signs[chosen], self.strayed[chosen], self.game[chosen], self.won[chosen])

    def aims(self, chances: Numbers, ahead: float) -> Numbers:
        """What each table is worth, by the chances of those after it; what follows a stray turn is cut off."""
        aims = np.empty_like(chances)
        for at in range(len(chances) - 1, -1, -1):
            if self.last[at]:
                aims[at] = self.won[at]
            else:
                far = 0.0 if self.strayed[at + 1] else ahead
                aims[at] = (1 - far) * chances[at + 1] + far * aims[at + 1]
        return aims

    def undisturbed(self) -> Numbers:
        """From which tables on nobody strayed again."""
        found = np.zeros(len(self.game), bool)
        calm = True
        for at in range(len(found) - 1, -1, -1):
            calm = (calm or bool(self.last[at])) and not self.strayed[at]
            found[at] = calm
        return found


def played(mode: str, seats: int, number: int) -> list[tuple[list[float], bool, int, float]]:
    """The rows of one game, as everybody sees it."""
    friends = mode in MODES["friends"]
    name = f"learn {seats} {number}" if friends else f"learn {mode} {seats} {number}"
    random = Random(name)
    strays = random.choice(STRAYS)
    options = {"mode": mode} if friends else {"mode": mode, "keeper": "auto"}
    match = Match("mash", seats=seats, seed=name, options=options if seats > 1 else {}, quiet=True)
    seen: list[tuple[list[list[float]], bool]] = []
    turn = wide = 0

    def choose(ask: Ask) -> int:
        nonlocal turn, wide
        if match.turn != turn and match.appraisal:
            turn = match.turn
            state = match._state
            assert isinstance(state, Mash)
            wide = 0
            if random.random() < strays:
                wide = 1000 if random.random() < WILD else random.choice((2, 4, 8))
            seen.append(([outlook(state)] if state.friendly else rivalry(state), wide > 0))
        if len(ask.options) == 1:
            return ask.options[0]
        if not wide or random.random() >= SLIPS:
            return match.sensible(ask)
        return random.choice(ask.options if wide == 1000 else conceivable(match.view(ask.actor), ask)[:wide])

    match.play(choose)
    watchers = range(1 if friends else seats)
    return [
        (signs[seat], strayed, number * 10 + seat, (match.returns[seat] + 1) / 2)
        for seat in watchers
        for signs, strayed in seen
    ]


def play(mode: str, seats: int, games: int, jobs: int) -> None:
    """Play, a chunk at a time, and keep what was seen."""
    KEPT.mkdir(parents=True, exist_ok=True)
    for first in range(0, games, CHUNK):
        path = KEPT / f"{mode}-{seats}-{first}.npz"
        if path.exists():
            continue
        work = (delayed(played)(mode, seats, number) for number in range(first, first + CHUNK))
        signs, strayed, game, won = zip(*[row for rows in Parallel(n_jobs=jobs)(work) for row in rows], strict=True)
        np.savez_compressed(path, signs=np.array(signs, np.float32), strayed=strayed, game=game, won=won)
        print(f"{path}: {len(signs)} rows", flush=True)


def kept(who: str) -> Rows:
    """Everything that was played by friends, or by rivals."""
    parts = []
    for mode in MODES[who]:
        for path in sorted(KEPT.glob(f"{mode}-*.npz")):
            part = np.load(path)
            parts.append((part["signs"], part["strayed"], part["game"], part["won"]))
    return Rows(*(np.concatenate(column) for column in zip(*parts, strict=True)))


class Network:
    """A layer of units beside straight weights; it learns by Adam from the cross-entropy."""

    def __init__(
        self, signs: Numbers, random: np.random.Generator, units: int = UNITS, penalty: float = PENALTY
    ) -> None:
        number = signs.shape[1]
        self.penalty = penalty
        self.middle, self.scale = signs.mean(axis=0), signs.std(axis=0) + 1e-3
        self.weights: list[Numbers] = [
            random.normal(0, number**-0.5, (number, units)),
            np.zeros(units),
            random.normal(0, 0.3 * units**-0.5, units),
            np.zeros(1),
            np.zeros(number),
        ]
        self._slope = [np.zeros_like(part) for part in self.weights]
        self._square = [np.zeros_like(part) for part in self.weights]
        self._steps = 0

    def weigh(self, scaled: Numbers) -> tuple[Numbers, Numbers]:
        """What the units make of scaled signs, and the evidence of all together."""
        into, lean, out, base, straight = self.weights
        units = np.tanh(scaled @ into + lean)
        return units, units @ out + base[0] + scaled @ straight

    def chances(self, signs: Numbers) -> Numbers:
        """How likely each table is won."""
        _, evidence = self.weigh((signs - self.middle) / self.scale)
        chances: Numbers = 1 / (1 + np.exp(-np.clip(evidence, -30, 30)))
        return chances

    def learn(self, signs: Numbers, aims: Numbers, pace: float) -> None:
        """One step."""
        self.follow(signs, (self.chances(signs) - aims) / len(aims), pace)

    def follow(self, signs: Numbers, off: Numbers, pace: float) -> None:
        """Make what is off smaller: by how much the evidence of some signs is too large."""
        scaled = (signs - self.middle) / self.scale
        units, _ = self.weigh(scaled)
        back = np.outer(off, self.weights[2]) * (1 - units * units)
        slopes = [scaled.T @ back, back.sum(axis=0), units.T @ off, off.sum(keepdims=True), scaled.T @ off]
        self._steps += 1
        for at, slope in enumerate(slopes):
            if at in (0, 2, 4):
                slope = slope + self.penalty * self.weights[at]
            self._slope[at] = 0.9 * self._slope[at] + 0.1 * slope
            self._square[at] = 0.999 * self._square[at] + 0.001 * slope * slope
            even = np.sqrt(self._square[at] / (1 - 0.999**self._steps)) + 1e-8
            self.weights[at] -= pace * self._slope[at] / (1 - 0.9**self._steps) / even

    def plain(self) -> tuple[Numbers, Numbers]:
        """The units and the last row, for signs as they are."""
        into, lean, out, base, straight = self.weights
        units = np.vstack([lean - (self.middle / self.scale) @ into, into / self.scale[:, None]]).T
        return units, np.concatenate([base - (self.middle / self.scale) @ straight, straight / self.scale, out])


def fitted(rows: Rows) -> Network:
    """A network that was taught all rows."""
    random = np.random.default_rng(0)
    network = Network(rows.signs, random)
    for number, (ahead, times, slower) in enumerate(LOOK_AHEAD):
        aims = rows.aims(network.chances(rows.signs), ahead) if number else rows.won
        usable = ~rows.strayed if number else rows.undisturbed()
        for _ in range(times):
            order = random.permutation(np.flatnonzero(usable))
            for first in range(0, len(order), BATCH):
                chosen = order[first : first + BATCH]
                network.learn(rows.signs[chosen], aims[chosen], PACE * slower)
    return network


def tell(network: Network, rows: Rows, names: tuple[str, ...]) -> None:
    """How good it is for games that were not used."""
    chances = np.clip(network.chances(rows.signs), 1e-6, 1 - 1e-6)
    used = rows.undisturbed()
    loss = -(rows.won * np.log(chances) + (1 - rows.won) * np.log(1 - chances))[used].mean()
    print(f"{len(set(rows.game))} games held back: log loss {loss:.4f}, spread of the chances {chances.std():.3f}")
    change = np.where(rows.last, rows.won, np.append(chances[1:], 0.0)) - chances
    sign = {name.removeprefix("my_"): rows.signs[:, at] for at, name in enumerate(names)}
    hunted, nested = sign["monsters"] > 0, sign["nests"] > 0
    kinds = {
        "quiet, whole": (sign["quiet"] == 1) & (sign["lacking"] <= 0),
        "quiet, hurt": (sign["quiet"] == 1) & (sign["lacking"] > 0),
        "monsters alone": hunted & ~nested,
        "generators alone": nested & ~hunted,
        "both": hunted & nested,
        "near death": hunted & (sign["health_1"] > 0),
        "after straying": np.append(False, rows.strayed[:-1] & ~rows.last[:-1]),
    }
    if names == RIVALRY:
        kinds |= {
            "can kill now": sign["kill_now"] > 0,
            "can be killed now": sign["their_kill_now"] > 0,
            "can kill next": (sign["kill"] > 0) & (sign["turn"] == 0),
            "can be killed next": (sign["their_kill"] > 0) & (sign["turn"] == 1),
        }
    for name, chosen in kinds.items():
        found = change[chosen & ~rows.strayed]
        print(f"  {name}: {found.mean():+.4f} (standard error {found.std() / len(found) ** 0.5:.4f})")


def written(numbers: Numbers, indent: str) -> str:
    """A row of weights, in lines."""
    lines, line = [], indent
    for number in numbers:
        word = f" {number:.4g}," if line != indent else f"{number:.4g},"
        if len(line) + len(word) > 120:
            lines.append(line)
            line, word = indent, word.lstrip()
        line += word
    return "\n".join([*lines, line])


def write(network: Network, path: Path, among: str = "") -> None:
    """Put the weights into their module; `among` says for whom they are."""
    units, last = network.plain()
    rows = "\n".join(f"    (\n{written(unit, ' ' * 8)}\n    )," for unit in units)
    path.write_text(
        f'"""What the signs of the outlook weigh{among}; written by `tools/{Path(sys.argv[0]).name}`."""\n\n'
        f"from typing import Final\n\n# fmt: off\nUNITS: Final = (\n{rows}\n)\n"
        f"LAST: Final = (\n{written(last, ' ' * 4)}\n)\n",
        "utf-8",
    )


def main() -> None:
    """Play, or fit, tell and write."""
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    what = words.add_subparsers(dest="what", required=True)
    games = what.add_parser("play")
    games.add_argument("mode", choices=[mode for modes in MODES.values() for mode in modes])
    games.add_argument("--seats", type=int, default=1)
    games.add_argument("--games", type=int, default=CHUNK)
    games.add_argument("--jobs", type=int, default=1)
    what.add_parser("fit").add_argument("who", choices=MODES)
    said = words.parse_args()
    if said.what == "play":
        play(said.mode, said.seats, said.games, said.jobs)
        return
    rows = kept(said.who)
    held = rows.game // 10 % HELD_BACK == 0
    tell(fitted(rows.of(~held)), rows.of(held), OUTLOOK if said.who == "friends" else RIVALRY)
    write(fitted(rows), WEIGHTS / f"{said.who}_weights.py", f" among {said.who}")


if __name__ == "__main__":
    main()
