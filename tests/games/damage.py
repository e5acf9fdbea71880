"""Content files with random damage: whatever is wrong with them is said in sentences, and nothing else happens."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

import miskatonic as mk

JUNK: tuple[Any, ...] = (None, 0, -1, 99, "x", "", [], {}, [1], True, 1.5, {"kind": "x"})


def refused_and_played(game: mk.Game[Any], text: str, seats: int, files: int, junk: Sequence[Any]) -> tuple[int, int]:
    """How many damaged copies of a JSON file are refused with file and line, and how many can be played to the end."""
    random = Random(1)
    refused = played = 0
    for seed in range(files):
        data = json.loads(text)
        *path, last = random.choice([path for path in _paths(data) if path])
        inside = data
        for key in path:
            inside = inside[key]
        if random.random() < 0.3:
            del inside[last]
        else:
            inside[last] = random.choice([*JUNK, *junk])
        try:
            (content,) = game.schema.load(json.dumps(data), "mine.json")
        except mk.ContentError as error:
            refused += all(re.match(r"mine.json, line \d+: ", problem) for problem in error.problems)
        else:
            match = mk.Match(game, seats=seats, seed=seed, content=content, quiet=True)
            match.play(lambda ask: random.choice(ask.options))
            played += 1
    return refused, played


def _paths(data: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    yield path
    items = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, value in items:
        yield from _paths(value, (*path, key))
