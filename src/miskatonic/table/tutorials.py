"""Tutorials: a bundled record of each game, with remarks."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files

from miskatonic.kernel import Match, SetupError, game_named, read_record
from miskatonic.table.wire import Lesson, Tutorial

PREFIX = "tutorial-"


def is_tutorial(match: str) -> bool:
    """Whether this is the address of a tutorial's replay."""
    return match.startswith(PREFIX)


@cache
def tutorial_match(match: str) -> Match:
    """The match of a tutorial, by its address."""
    return read_record(_text(match.removeprefix(PREFIX), "record.jsonl")).match()


def tutorial_of(game: str) -> Tutorial:
    """The tutorial of a game."""
    said = tomllib.loads(_text(game, "lessons.toml"))
    lessons = [Lesson(item["n"], item["say"], item.get("wrong", "")) for item in said["lesson"]]
    return Tutorial(f"{PREFIX}{game}", said.get("seat", 0), lessons)


def _text(game: str, name: str) -> str:
    found = game_named(game)
    file = files(f"miskatonic.games.{found.name}").joinpath("tutorial", name)
    if not file.is_file():
        raise SetupError(f"{found.title} has no tutorial")
    return file.read_text("utf-8")
