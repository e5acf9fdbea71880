"""Locations, Spells and Investigators as content: every mistake is named with its line."""

from __future__ import annotations

import json
import tomllib
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from games.damage import refused_and_played

import miskatonic as mk
from miskatonic.games.tower import GAME
from miskatonic.games.tower.clauses import CLAUSES
from miskatonic.games.tower.desk import desk_for
from miskatonic.games.tower.effects import EFFECTS
from miskatonic.games.tower.names import NONE, TIMINGS
from miskatonic.games.tower.plans import HIGHEST, plan, success_plan

TOML = files("miskatonic.games.tower").joinpath("content/standard.toml").read_text("utf-8")
JSON = Path(__file__).with_name("standard.json").read_text("utf-8")
DESK = desk_for(GAME.schema.named().data)


def problems(text: str) -> tuple[str, ...]:
    with pytest.raises(mk.ContentError) as caught:
        GAME.schema.load(text, "mine.toml")
    return caught.value.problems


@pytest.mark.rule("TM-S6", "TM-C2", "TM-S5", "TM-D1")
def test_the_shipped_file_holds_the_cards_of_the_rules() -> None:
    def without_provenance(thing: Any) -> Any:
        if isinstance(thing, dict):
            return {key: without_provenance(value) for key, value in thing.items() if key != "provenance"}
        return [without_provenance(item) for item in thing] if isinstance(thing, list) else thing

    shipped = without_provenance(tomllib.loads(TOML))
    assert {key: shipped[key] for key in json.loads(JSON)} == json.loads(JSON)
    assert set(shipped) - set(json.loads(JSON)) == {"title", "origin"}
    assert GAME.schema.named("standard").warnings == ()
    numbers = len(DESK.cards.locations), len(DESK.cards.spells), len(DESK.cards.investigators)
    assert numbers == (24, 22, 10)


def test_json_is_read_like_toml() -> None:
    content = GAME.schema.load(JSON, "mine.json")[0]
    match = mk.Match(GAME, content=content, seats=3, seed=3)
    match.play(lambda ask: ask.options[0])
    again = mk.read_record(mk.write_record(match)).match()
    assert (again.result, again.content.text) == (match.result, JSON)


@pytest.mark.rule("TM-D5", "TM-D6", "TM-D9")
@pytest.mark.parametrize(
    ("place", "chance"),
    [
        ("clock_tower", 0.735),
        ("blasted_heath", 0.55),
        ("dance_hall", 0.56),
        ("black_reef", 0.52),
        ("back_room", 0.57),
        ("dead_orrery", 0.56),
        ("blind_steeple", 0.66),
        ("moor_gate", 0.46),
        ("witch_attic", 0.49),
        ("ice_tunnels", 0.59),
        ("plateau_leng", 0.62),
        ("exham_vault", 0.53),
        ("nameless_city", 0.52),
        ("high_house", 0.55),
        ("cold_rooms", 0.64),
        ("under_chapel", 0.58),
        ("shunned_cellar", 0.74),
        ("standing_stones", 0.69),
        ("risen_quay", 0.74),
        ("colour_well", 0.56),
        ("closed_stacks", 0.74),
        ("rest_home", 0.74),
        ("painters_cellar", 0.86),
        ("cats_inn", 0.735),
    ],
)
def test_the_best_chance_of_success_is_that_of_the_rules(place: str, chance: float) -> None:
    binding = DESK.binding_of(False, DESK.location_names.index(place), False, (), NONE)
    assert success_plan(binding, 0).ahead(0, 0) == pytest.approx(chance, abs=0.0051)


@pytest.mark.rule("TM-D10")
def test_the_best_expected_total_is_that_of_the_rules() -> None:
    binding = DESK.binding_of(False, 0, False, (), NONE)
    totals = tuple(float(total) for total in range(HIGHEST + 1))
    assert plan(binding, totals, 0.0, 0).ahead(0, 0) == pytest.approx(6.85, abs=0.005)


@pytest.mark.parametrize(
    ("old", "new", "at", "reason"),
    [
        ('format = "tower-content/1"', 'format = "tower/2"', "format =", "'tower/2' is not one of: tower-content/1"),
        ('id = "clock_tower"', 'id = "clock"', "[[locations]]", "clock_tower is missing"),
        ("points = 7", "points = 21", "points = 21", "21 is too large; the most is 20"),
        ('id = "dance_hall"', 'id = "black_reef"', 'id = "black_reef"', "black_reef is there twice"),
        ('kind = "lock_count", min = 2', 'kind = "lock_size", min = 2', "lock_size", "there is no rule 'lock_size'"),
        ('n = "2+"', 'n = "2*"', 'n = "2*"', "'2*' is not a count pattern"),
        ('faces = [4], n = "2+"', "faces = [4]", "faces = [4]", "faces and n belong together"),
        ("faces = [4]", "faces = [7]", "faces = [7]", "must hold faces from 1 to 6"),
        ("then = { fail = true }", "then = { fail = false }", "fail = false", "it must be true, or not be there"),
        ("then = { fail = true }", "then = {}", "then = {}", "nothing happens; name a consequence"),
        (
            'kind = "on_fail", then = { draw = 1 }',
            'kind = "on_fail", then = { fail = true }',
            "on_fail",
            "only an on_throw rule may fail",
        ),
        ('chooser = "left"', 'chooser = "top"', 'chooser = "top"', "'top' is not one of: drawer, left, right"),
        ('kind = "insanity_at", n = 5', 'kind = "ban", what = ["spells"]', '"ban"', "ban cannot be a rule of an Inv"),
        ('kind = "throw_limit", max = 3', 'kind = "shield", times = 1', '"shield"', "shield cannot be a rule of a Loc"),
        (
            'rule = { kind = "lock_count", min = 2 }',
            'rule = { kind = "ban" }',
            "impose",
            "ban cannot be a rule of a Spell",
        ),
        ('timing = "end_round"', 'timing = "dawn"', 'timing = "dawn"', "'dawn' is not one of: location_revealed"),
        ('do = "points", amount = 2', 'do = "score", amount = 2', '"score"', "there is no effect 'score'"),
        ('do = "points", amount = 2', 'do = "points", amount = 0', "amount = 0", "0 changes nothing"),
        ('do = "points", amount = 2', 'do = "prevent_draw"', "prevent_draw", "needs the timing before_your_draw or"),
        ('do = "draw", who = "leader"', 'do = "draw", who = "them"', '"them"', "nobody to be called them"),
        ('do = "draw", who = "leader"', 'do = "draw", who = "chosen"', '"chosen"', "chosen needs a target"),
        ('dice = "discovery", to = 6', 'dice = "thrown", to = 6', "thrown", "nothing is thrown at end_your_turn"),
        ('dice = "discovery", to = 6', 'dice = "discovery", to = 7', "to = 7", "7 is too large"),
        ('count = "up_to_2"', 'count = "two"', 'count = "two"', "'two' is not a number of dice"),
        ('target = { state = "sane" }', 'target = { state = "mad" }', "target", "'mad' is not one of: sane, insane"),
        ('only_if = "sane"', 'only_if = "asleep"', "asleep", "'asleep' is not one of: sane, insane"),
        ('role = "Archivist"', 'job = "Archivist"', "job =", "there is no such entry"),
    ],
)
def test_mistakes_are_explained(old: str, new: str, at: str, reason: str) -> None:
    text = TOML.replace(old, new, 1)
    assert text != TOML
    found = [problem for problem in problems(text) if reason in problem]
    assert found, problems(text)
    lines = {number for number, line in enumerate(text.split("\n"), 1) if at in line}
    near = {number + step for number in lines for step in range(-3, 2)}
    assert any(f"mine.toml, line {number}:" in found[0] for number in near), (found[0], lines)


@pytest.mark.rule("TM-S6", "TM-C7", "TM-V3")
@pytest.mark.parametrize(
    ("old", "new", "card"),
    [
        ('"points": 12', '"points": 21', "moor_gate"),
        ('{"kind": "alias", "face": 4, "symbol": "mind"}', '"alias"', "painters_cellar"),
        ('"max": 6', '"most": 6', "under_chapel"),
        ('"to": "choice"', '"to": []', "grave_dust"),
        ('{"do": "ignore_location", "who": "you"}', '{"do": "ignore_location", "who": "all"}', "pnakotic_shorthand"),
        ('"times": 2', '"times": 0', "flint"),
    ],
)
def test_mistakes_are_named_with_the_card(old: str, new: str, card: str) -> None:
    text = JSON.replace(old, new, 1)
    assert text != JSON
    assert all(f": {card}: " in problem for problem in problems(text)), problems(text)


@pytest.mark.parametrize(
    ("kind", "least", "reason"),
    [("locations", 14, "it takes 15 to"), ("spells", 10, "it takes 11 to"), ("investigators", 4, "have no ability")],
)
def test_there_must_be_enough_cards(kind: str, least: int, reason: str) -> None:
    data = json.loads(JSON)
    data[kind] = data[kind][:least]
    assert any(reason in problem for problem in problems(json.dumps(data)))


@pytest.mark.rule("TM-V3", "TM-S5")
@pytest.mark.parametrize("able", [2, 4])
def test_too_few_abilities_are_remarked_and_refused(able: int) -> None:
    """Five are wanted, however many play."""
    data = json.loads(JSON)
    data["investigators"] = data["investigators"][: 5 + able]
    (content,) = GAME.schema.load(json.dumps(data), "mine.json")
    assert any("games with abilities are not possible" in warning for warning in content.warnings)
    with pytest.raises(mk.SetupError, match="games with abilities need 5"):
        mk.Match(GAME, seats=3, content=content, options={"abilities": "choose"})
    assert mk.Match(GAME, seats=3, content=content).view()["step"] == "setup"


@pytest.mark.rule("TM-C6")
def test_a_target_without_use_is_remarked() -> None:
    text = JSON.replace('"to": "chosen", "count": 1', '"to": "leader", "count": 1', 1)
    (content,) = GAME.schema.load(text, "mine.json")
    (warning,) = content.warnings
    assert "poppy_draught: target: no effect says chosen" in warning


@pytest.mark.rule("TM-S4", "TM-C8")
def test_no_more_spells_are_dealt_than_there_are() -> None:
    data = json.loads(JSON)
    for card in data["investigators"][5:]:
        card["rules"] = [{"kind": "start_spells", "n": 5}]
    (content,) = GAME.schema.load(json.dumps(data), "mine.json")
    match = mk.Match(GAME, seats=5, content=content, seed=1, options={"abilities": "random", "first_player": "0"})
    players = match.view()["players"]
    assert [player["cards"] for player in players] == [7, 7, 7, 1, 0]
    assert match.view()["deck"] == 0


def test_the_vocabulary_of_cards() -> None:
    assert (len(CLAUSES), len(EFFECTS), len(TIMINGS)) == (21, 22, 15)


def test_whatever_is_wrong_is_said_in_a_sentence() -> None:
    refused, played = refused_and_played(GAME, JSON, 3, 80, [{"do": "draw"}, "2+", ["gate"], "you"])
    assert refused + played == 80
    assert min(refused, played) > 5
