"""Sheets and cards as content: every mistake is named with its line."""

from __future__ import annotations

import json
import tomllib
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from games.damage import refused_and_played

import miskatonic as mk
from miskatonic.games.insanity import GAME
from miskatonic.games.insanity.effects import BONUSES, PENALTIES
from miskatonic.games.insanity.names import SPACES
from miskatonic.games.insanity.sheet import sheet_of

TOML = files("miskatonic.games.insanity").joinpath("content/standard.toml").read_text("utf-8")
JSON = Path(__file__).with_name("standard.json").read_text("utf-8")


def problems(text: str) -> tuple[str, ...]:
    with pytest.raises(mk.ContentError) as caught:
        GAME.schema.load(text, "mine.toml")
    return caught.value.problems


def line_of(text: str, part: str) -> int:
    return text[: text.index(part)].count("\n") + 1


@pytest.mark.rule("UI-S2", "UI-S5")
def test_the_shipped_file_is_the_sheet_of_the_rules() -> None:
    def without_provenance(thing: Any) -> Any:
        if isinstance(thing, dict):
            return {key: without_provenance(value) for key, value in thing.items() if key != "provenance"}
        return [without_provenance(item) for item in thing] if isinstance(thing, list) else thing

    assert without_provenance(tomllib.loads(TOML)) == json.loads(JSON)
    assert GAME.schema.named("standard").warnings == ()


def test_json_is_read_like_toml() -> None:
    content = GAME.schema.load(JSON, "mine.json")[0]
    match = mk.Match(GAME, content=content, seats=2, seed=3)
    match.play(lambda ask: ask.options[0])
    again = mk.read_record(mk.write_record(match)).match()
    assert (again.result, again.content.text) == (match.result, JSON)


@pytest.mark.rule("UI-X2")
def test_colours_are_neighbours_by_lines_or_as_the_file_says() -> None:
    sheet = sheet_of(GAME.schema.named("standard").data)
    assert sheet.rings == [(1, 30), (2, 5, 24), (4, 11, 16), (8, 21, 2), (16, 9, 6)]
    said = TOML.replace('"from_edges"', '[["purple", "yellow"], ["yellow", "red"]]', 1)
    sheet = sheet_of(GAME.schema.load(said, "mine.toml")[0].data)
    assert sheet.rings[0] == (1, 2, 16, 12), "colours out of reach come last"


@pytest.mark.parametrize(
    ("old", "new", "at", "reason"),
    [
        ("target = 24", "target = 25", "target = 25", "25 cannot be reached"),
        ("free = 3", "free = 0", "free = 0", "0 is too small"),
        ("free = 3", "free = 7", "free = 7", "7 is too large"),
        ('kind = "third_die"', 'kind = "third_eye"', 'kind = "third_eye"', "there is no bonus 'third_eye'"),
        ('kind = "forced_result"', 'kind = "forced"', 'kind = "forced"', "there is no penalty 'forced'"),
        ('which = "lower"', 'which = "lowest"', 'which = "lowest"', "'lowest' is not one of: lower, higher"),
        ('which = "lower"', 'which = "lower"\nmuch = 3', "much = 3", "there is no such entry"),
        ("deltas = [-2, 2]", "deltas = [-2, 0]", "deltas = [-2, 0]", "none of them 0"),
        ("copies = 1", "copies = 3", "copies = 3", "3 is too large"),
        ("amount = -2", "amount = 2", "amount = 2", "2 is too large; the most is -1"),
        ('["P1", "P2"]', '["P1", "P9"]', "edges = [", "there is no space 'P9'"),
        ('["P1", "P2"]', '["P1", "P1"]', "edges = [", "a line from P1 to itself"),
        ('["P1", "P2"]', '["P3", "P2"]', "edges = [", "between P2 and P3 is there twice"),
        ('["P1", "P2"]', '["P1"]', "edges = [", "is not a pair of spaces"),
        ('["R1", "R2"], ["R1", "R3"],', "", 'id = "R1"', "no line leads to R1"),
        ('id = "P2"', 'id = "P1"', 'id = "P1"', "P1 is there twice"),
        ('id = "P2"', 'id = "Q2"', 'id = "Q2"', "'Q2' is no purple space"),
        ('id = "P2"', 'id = "R9"', 'id = "R9"', "'R9' is no purple space"),
        ('id = "yellow"', 'id = "purple"', 'id = "purple"', "purple is there twice"),
        ('id = "yellow"', 'id = "orange"', 'id = "orange"', "'orange' is not one of"),
        ('pointer = "P4"', 'pointer = "P7"', 'pointer = "P7"', "there is no space 'P7'"),
        ("positive = [4, 6, 6, 8, 8, 10]", "positive = [4, 6]", "positive = [4, 6]", "must be six positive numbers"),
        ("negative = [-2, -4, -4, -6, -6, -8]", "negative = [2, 4, 4, 6, 6, 8]", "negative = [2", "six negative"),
        (
            'colour_adjacency = "from_edges"',
            'colour_adjacency = [["red", "pink"]]',
            "colour_adjacency",
            "not two colours",
        ),
        ('origin = "house', 'origins = "house', "# The sheet and the cards", "origin is missing"),
    ],
)
def test_mistakes_are_explained(old: str, new: str, at: str, reason: str) -> None:
    text = TOML.replace(old, new, 1)
    assert text != TOML
    found = [problem for problem in problems(text) if reason in problem]
    assert found, problems(text)
    lines = {number for number, line in enumerate(text.split("\n"), 1) if at in line}
    near = {number + step for number in lines for step in (0, -1)}
    assert any(f"mine.toml, line {number}:" in found[0] for number in near), (found[0], lines)


@pytest.mark.parametrize("cards", ["penalties", "bonuses"])
def test_every_colour_needs_its_cards(cards: str) -> None:
    data = json.loads(JSON)
    del data[cards]["red"]
    assert any("red is missing" in problem for problem in problems(json.dumps(data)))


def test_a_colour_needs_spaces() -> None:
    data = json.loads(JSON)
    data["spaces"] = [space for space in data["spaces"] if space["colour"] != "red"]
    data["edges"] = [edge for edge in data["edges"] if "R" not in edge[0] + edge[1]]
    assert any("there is no red space" in problem for problem in problems(json.dumps(data)))


def test_mistakes_in_json_have_lines_too() -> None:
    text = json.dumps(json.loads(JSON), indent=1).replace('"third_die"', '"third_eye"')
    (problem,) = problems(text)
    assert f"mine.toml, line {line_of(text, 'third_eye')}:" in problem


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("x = 19", "x = 190", "P1 lies outside the drawing"),
        ('["P1", "R3"]', '["P1", "B7"]', "cross in the drawing"),
    ],
)
def test_oddities_are_only_remarked(old: str, new: str, reason: str) -> None:
    (content,) = GAME.schema.load(TOML.replace(old, new, 1), "mine.toml")
    assert any(reason in warning for warning in content.warnings)


def test_an_area_that_no_line_leaves_is_remarked() -> None:
    data = json.loads(JSON)
    data["edges"] = [edge for edge in data["edges"] if (edge[0][0] == "Y") == (edge[1][0] == "Y")]
    (content,) = GAME.schema.load(json.dumps(data), "mine.json")
    assert any("from the yellow area to another colour" in warning for warning in content.warnings)


def test_there_are_29_kinds_of_effects() -> None:
    assert len(PENALTIES) + len(BONUSES) - 1 == 29
    assert len(SPACES) == 45


def test_whatever_is_wrong_is_said_in_a_sentence() -> None:
    refused, played = refused_and_played(GAME, JSON, 2, 400, [["P1"], "red", ["red", "blue"]])
    assert refused + played == 400
    assert min(refused, played) > 20
