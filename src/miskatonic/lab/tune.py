"""Tune: look for the option or the figure of content that brings a share of wins to a target."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import product
from typing import Any, NamedTuple

from miskatonic.kernel import ContentError, SetupError, game_named
from miskatonic.lab.figures import Interval, share
from miskatonic.lab.play import play_chunk
from miskatonic.lab.run import Run

Trial = dict[str, str]
RANGE = re.compile(r"^(-?\d+)\.\.(-?\d+)(?::(\d+))?$")


class Tried(NamedTuple):
    """A setting that was tried, how often it won, and how far that is from the target."""

    setting: Trial
    won: Interval
    games: int
    off: float


def settings(wishes: list[str]) -> Iterator[Trial]:
    """Every combination of `name=low..high[:step]` and `name=a|b|c`."""
    names, values = [], []
    for wish in wishes:
        name, equals, said = wish.partition("=")
        if not equals or not said:
            raise SetupError(f"--vary {wish}: write it as name=4..8 or name=yes|no")
        names.append(name)
        values.append(_values(said))
    for combination in product(*values):
        yield dict(zip(names, combination, strict=True))


def _values(said: str) -> list[str]:
    found = RANGE.match(said)
    if found is None:
        return said.split("|")
    low, high, step = int(found[1]), int(found[2]), int(found[3] or 1)
    if low > high:
        raise SetupError(f"{said} is empty: {low} is more than {high}")
    return [str(value) for value in range(low, high + 1, step)]


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
    text = run.text or game.schema.source(run.content or game.schema.default)
    data: Any = json.loads(text) if text.lstrip().startswith("{") else tomllib.loads(text)
    for path, value in figures.items():
        _set(data, path, int(value) if value.lstrip("-").isdecimal() else value, run.content)
    return json.dumps(data)


def _set(data: Any, path: str, value: int | str, content: str) -> None:
    """Change one figure; in a list of packs it is that of the pack in use."""
    *way, last = path.split(".")
    place = data
    for step in way:
        place = place[int(step)] if isinstance(place, list) else place.get(step)
    found = [place] if isinstance(place, dict) and last in place else []
    if not found and not way:
        lists = [item for part in data.values() if isinstance(part, list) for item in part if isinstance(item, dict)]
        found = [item for item in lists if last in item and (not content or item.get("name") == content)]
    if not found:
        raise SetupError(f"--vary {path}: neither a rule option nor a figure of this content")
    for item in found:
        item[last] = value


def tune(
    run: Run,
    wishes: list[str],
    target: float,
    won: Callable[[dict[str, Any]], bool],
    told: Callable[[Tried], None] = lambda tried: None,
) -> list[Tried]:
    """Try all settings with few games, the better half with twice as many, and so on; the best comes first."""
    left = [(setting, 0, 0) for setting in settings(wishes)]
    games = max(50, run.games // 2 ** max(0, (len(left) - 1).bit_length()))
    best: list[Tried] = []
    while True:
        tried = []
        for setting, hits, played in left:
            trial = with_setting(run, setting)
            try:
                rows = play_chunk(trial, range(played, games))
            except ContentError as error:
                raise SetupError(f"{setting} cannot be played: {error}") from None
            hits += sum(won(row) for row in rows.seats)
            of = games * len(run.lineups[0])
            found = share(hits, of)
            tried.append((Tried(setting, found, games, abs(found.value - target)), hits))
            told(tried[-1][0])
        tried.sort(key=lambda item: item[0].off)
        best = [item[0] for item in tried] + best
        if games >= run.games:
            return _unique(best)
        half = tried[: (len(tried) + 1) // 2]
        left = [(item.setting, hits, games) for item, hits in half]
        games = min(run.games, games * 2)


def _unique(tried: list[Tried]) -> list[Tried]:
    """Every setting once, with the most games it was tried with."""
    found: dict[str, Tried] = {}
    for item in tried:
        found.setdefault(json.dumps(item.setting, sort_keys=True), item)
    return list(found.values())
