"""Tutorials: a bundled record of each game, and what is said at which of its steps."""

from __future__ import annotations

import re
import tomllib
from importlib.resources import files
from typing import Any

import pytest

from miskatonic.kernel import Ask, Match, read_record

GAMES = ("arkham", "insanity", "mash", "tower")
MINUTES = 5
READING = 200
"""Words that people read in a minute."""


def text(game: str, name: str) -> str:
    return files(f"miskatonic.games.{game}").joinpath("tutorial", name).read_text("utf-8")


def lessons(game: str) -> dict[str, Any]:
    return tomllib.loads(text(game, "lessons.toml"))


@pytest.fixture(params=GAMES)
def game(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def match(game: str) -> Match:
    return read_record(text(game, "record.jsonl")).match()


def test_the_record_is_a_whole_match_of_that_game(game: str, match: Match) -> None:
    assert match.game.name == game
    assert match.over
    assert match.returns[lessons(game)["seat"]] > 0, "a first match should be won"


def test_lessons_are_in_order_and_have_nothing_but_words(game: str, match: Match) -> None:
    said = lessons(game)
    assert set(said) == {"seat", "lesson"}
    numbers = [lesson["n"] for lesson in said["lesson"]]
    assert numbers == sorted(set(numbers))
    assert numbers[0] == 0, "somebody must say what this is"
    assert numbers[-1] == len(match.log), "somebody must say how it ended"
    for lesson in said["lesson"]:
        assert set(lesson) <= {"n", "say", "wrong"}, lesson
        assert lesson["say"].strip(), lesson


def test_every_question_to_the_learner_has_a_lesson(game: str, match: Match) -> None:
    said = lessons(game)
    asked = {step.n for step in match.steps() if isinstance(step.question, Ask) and step.question.actor == said["seat"]}
    told = {lesson["n"]: lesson for lesson in said["lesson"]}
    assert asked <= set(told)
    for n, lesson in told.items():
        assert bool(lesson.get("wrong")) == (n in asked), f"step {n}: only a question can be answered wrongly"


def test_what_the_lessons_name_is_what_the_record_answers(game: str, match: Match) -> None:
    """Every space, die, colour or stance that the right answer names is named by the lesson as well."""
    said = lessons(game)
    told = {lesson["n"]: lesson["say"].lower() for lesson in said["lesson"]}
    for step in match.steps():
        if isinstance(step.question, Ask) and step.question.actor == said["seat"]:
            names = re.findall(r"[a-z]\w+", match.game.vocabulary.short(step.code).lower().replace("_", " "))
            assert all(name in told[step.n] for name in names), f"step {step.n} does not speak of {names}"


def test_it_takes_a_few_minutes(game: str, match: Match) -> None:
    said = lessons(game)
    words = sum(len(lesson["say"].split()) for lesson in said["lesson"])
    seconds = 60 * words / READING + 4 * len(said["lesson"])
    assert 90 <= seconds <= 60 * MINUTES
