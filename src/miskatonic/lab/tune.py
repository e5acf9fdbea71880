"""Tune: look for the option or the figure of content that brings a share of wins to a target."""

from __future__ import annotations

import json
import re
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from functools import partial
from itertools import product
from math import prod
from typing import Any, NamedTuple

import numpy as np

from miskatonic.kernel import ContentError, SetupError, game_named
from miskatonic.lab.crews import Crew
from miskatonic.lab.figures import Interval, share
from miskatonic.lab.run import CHUNK, Run
from miskatonic.lab.simulate import numbered

Trial = dict[str, str]
RANGE = re.compile(r"^(-?\d+)\.\.(-?\d+)(?::([1-9]\d*))?$", re.ASCII)
FEWEST = 50
"""So many games every setting is tried with, if so many are wanted."""
MOST = 10_000
"""So many settings are tried, at most."""


class Tried(NamedTuple):
    """A setting that was tried, how often it won, and how far that is from the target."""

    setting: Trial
    won: Interval
    games: int
    off: float


def settings(wishes: list[str]) -> Iterator[Trial]:
    """Every combination of `name=low..high[:step]` and `name=a|b|c`."""
    values: dict[str, Sequence[int | str]] = {}
    for wish in wishes:
        name, equals, said = wish.partition("=")
        if not name or not equals or not said:
            raise SetupError(f"--vary {wish}: write it as name=4..8, name=4..8:2 or name=yes|no")
        if name in values:
            raise SetupError(f"--vary {wish}: {name} varies already; name all its values at once")
        values[name] = _values(said)
    number = prod(map(len, values.values()))
    if number > MOST:
        raise SetupError(f"{number} settings are too many to try; let less vary, up to {MOST} settings")
    for combination in product(*values.values()):
        yield dict(zip(values, map(str, combination), strict=True))


def _values(said: str) -> Sequence[int | str]:
    found = RANGE.match(said)
    if found is None:
        return said.split("|")
    low, high, step = int(found[1]), int(found[2]), int(found[3] or 1)
    if low > high:
        raise SetupError(f"{said} is empty: {low} is more than {high}")
    if high - low >= MOST * step:
        raise SetupError(f"{said} has too many values; {MOST} settings can be tried, no more")
    return range(low, high + 1, step)


def with_setting(run: Run, setting: Trial) -> Run:
    """The run with other options or other content."""
    game = game_named(run.game)
    known = {option.name for option in game.options}
    options = {name: value for name, value in setting.items() if name in known}
    figures = {name: value for name, value in setting.items() if name not in known}
    tuned = replace(run, options=run.options | options)
    return replace(tuned, text=_retouched(run, figures)) if figures else tuned


def _retouched(run: Run, figures: Trial) -> str:
    """The content with some figures changed, as JSON; `name` or `table.name` says where."""
    game = game_named(run.game)
    pack = run.pack().name
    text = run.text or game.schema.source(pack)
    data: Any = json.loads(text) if text.lstrip().startswith("{") else tomllib.loads(text)
    for path, value in figures.items():
        _set(data, path, int(value) if value.lstrip("-").isdecimal() else value, pack)
    return json.dumps(data)


def _set(data: Any, path: str, value: int | str, pack: str) -> None:
    """Change one figure of the pack in use; one that the file leaves out is put there, if the game knows it."""
    *way, last = path.split(".")
    for place in (_pack_in(data, pack), data):
        for step in way:
            place = _inside(place, step)
        if isinstance(place, dict):
            place[last] = value
            return
        if isinstance(place, list) and last.isdecimal() and int(last) < len(place):
            place[int(last)] = value
            return
    raise SetupError(f"--vary {path}: neither a rule option nor a figure of this content")


def _pack_in(data: Any, pack: str) -> Any:
    """The table of a pack in a file with a list of packs; otherwise the file is the pack."""
    lists = [part for part in data.values() if isinstance(part, list)]
    packs = [item for part in lists for item in part if isinstance(item, dict) and item.get("name") == pack]
    return packs[0] if packs else data


def _inside(place: Any, step: str) -> Any:
    """The table or list of that name or number; None if there is none."""
    if isinstance(place, list):
        return place[int(step)] if step.isdecimal() and int(step) < len(place) else None
    return place.get(step) if isinstance(place, dict) else None


def in_words(setting: Trial) -> str:
    """A setting as it is written: `time_end=5 gift_die=own`."""
    return " ".join(f"{name}={value}" for name, value in setting.items())


class Candidate:
    """A setting that is still in question, and what is known of it."""

    def __init__(self, run: Run, setting: Trial) -> None:
        self.setting = setting
        self.run = with_setting(run, setting)
        try:
            self.run.check()
        except ContentError as error:
            raise SetupError(f"{in_words(setting)} cannot be played: {error}") from None
        self.played = 0
        self.won: list[int] = []
        """How many of the seats that matter won, match by match."""

    def play(self, games: int, crew: Crew, judged: Sequence[int]) -> None:
        """Play on until so many games are played, and count who won in the seats that matter."""
        left = [range(first, min(first + CHUNK, games)) for first in range(self.played, games, CHUNK)]
        with closing(crew(partial(numbered, self.run), left)) as played:
            for _, rows in played:
                won = Counter(row["number"] for row in rows.seats if row["won"] and row["seat"] in judged)
                self.won += [won[row["number"]] for row in rows.matches]
        self.played = games

    def tried(self, target: float, judged: Sequence[int]) -> Tried:
        """What was found so far."""
        found = share(np.array(self.won, float), np.full(self.played, float(len(judged))))
        return Tried(self.setting, found, self.played, abs(found.value - target))


def tune(
    run: Run,
    wishes: list[str],
    target: float,
    crew: Crew,
    judged: Sequence[int],
    told: Callable[[Tried], None] = lambda tried: None,
) -> list[Tried]:
    """Try all settings with few games, the better half with twice as many, and so on; the best comes first.

    The share of wins that shall reach the target is that of the seats in `judged`.
    """
    left = [Candidate(run, setting) for setting in settings(wishes)]
    games = min(run.games, max(FEWEST, run.games // 2 ** (len(left) - 1).bit_length()))
    best: list[Tried] = []
    while True:
        tried = []
        for candidate in left:
            candidate.play(games, crew, judged)
            found = candidate.tried(target, judged)
            tried.append((found, candidate))
            told(found)
        tried.sort(key=lambda item: item[0].off)
        best = [item[0] for item in tried] + best
        if games >= run.games:
            return _unique(best)
        left = [candidate for _, candidate in tried[: (len(tried) + 1) // 2]]
        games = min(run.games, games * 2)


def _unique(tried: list[Tried]) -> list[Tried]:
    """Every setting once, with the most games it was tried with."""
    found: dict[str, Tried] = {}
    for item in tried:
        found.setdefault(json.dumps(item.setting, sort_keys=True), item)
    return list(found.values())
