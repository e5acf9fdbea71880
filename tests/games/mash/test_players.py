"""What is said and drawn, what learners see, positions, odds, and the sensible player."""

from __future__ import annotations

import re
from random import Random

import pytest
from games.mash.stage import table

import miskatonic as mk
from miskatonic.games.mash import GAME, drawing
from miskatonic.games.mash.features import FEATURES
from miskatonic.games.mash.odds import chance_to_hit
from miskatonic.games.mash.phrases import PROMPTS
from miskatonic.games.mash.pieces import GENERATOR
from miskatonic.kernel.state import facts

CASES = [
    (1, {}),
    (2, {"mode": "death_match"}),
    (3, {"mode": "capture_flag", "q_facing": "true", "q_monsters_use_objects": "true"}),
    (4, {"mode": "team_death_match", "q_ready_weapon": "true"}),
    (2, {"mode": "cooperative", "sanity": "true", "characters": "roll"}),
    (4, {"mode": "cooperative", "coop_start": "true", "sanity": "true"}),
]


@pytest.mark.rule("CM-OG3")
@pytest.mark.parametrize(("seats", "options"), CASES)
def test_everything_can_be_said_and_drawn(seats: int, options: dict[str, str]) -> None:
    words = GAME.phrases
    assert GAME.draw is not None
    assert GAME.facts is not None
    assert GAME.odds is not None
    for seed in range(2):
        match = mk.Match(GAME, seats=seats, seed=seed, options=options | {"last_round": "10"})
        random = Random(seed)
        while not match.over and len(match.log) < 700:
            ask = match.ask
            view = match.view(ask.actor)
            assert words.prompt(ask, view).endswith(("?", ".", ")"))
            assert all(rule in GAME.rules for rule in words.rules(ask))
            labels = [words.label(code, view) for code in ask.options]
            assert len(set(labels)) == len(labels), labels
            drawing = GAME.draw(view, lambda text, colour: text)
            assert max(map(len, drawing.splitlines())) <= 80
            assert all(fact.endswith(".") for fact in GAME.facts(view))
            assert len(match.features(ask.actor)) == len(FEATURES)
            assert set(GAME.odds(view, ask)) <= set(ask.options)
            match.answer(ask.actor, random.choice(ask.options))
        assert all(isinstance(words.sentence(news), str) for news in match.story())
        if match.over:
            assert words.ending(match.view()).endswith(".")


@pytest.mark.parametrize(("left", "said"), [(0, "no actions left"), (1, "1 action left"), (2, "2 actions left")])
def test_what_is_left_is_said_in_words(left: int, said: str) -> None:
    match = mk.Match(GAME, seed=1)
    view = {**match.view(0), "pool": left, "mp": left}
    assert f"You have {said}." in GAME.phrases.prompt(mk.Ask(0, "act", (0,)), view)
    assert f"You have {said.replace('action', 'movement point')}." in GAME.phrases.prompt(mk.Ask(0, "move", (0,)), view)


def test_every_prompt_has_rules() -> None:
    assert all(rule in GAME.rules for _, rules in PROMPTS.values() for rule in rules)


def test_the_rules_are_complete() -> None:
    assert len(GAME.rules) == 269


@pytest.mark.parametrize(("seats", "options"), CASES)
def test_a_position_is_the_whole_table(seats: int, options: dict[str, str]) -> None:
    for seed in range(3):
        match = mk.Match(GAME, seats=seats, seed=seed, options=options | {"last_round": "10"}, quiet=True)
        random = Random(seed)
        for n in range(300):
            if match.over:
                break
            match.answer(match.ask.actor, random.choice(match.ask.options))
            over: bool = match.over
            if n % 25 or over or not match.position:
                continue
            again = mk.Match(GAME, seats=seats, options=match.options, position=match.position)
            assert again.position == match.position
            before, after = dict(facts(match.rest)), dict(facts(again.rest))
            for name in ("at", "pieces", "loose", "piles", "tissue", "tomes"):
                before[name], after[name] = sorted(before[name]), sorted(after[name])
            assert before == after


def test_a_position_that_says_no_more_is_the_begin_of_a_turn() -> None:
    match = mk.Match(GAME, seats=1, seed=1, position="mode=solo tile.1=BC/0/up/rolled A=arctic_explorer@1:C6R1/hp:3")
    assert match.ask.prompt == "act"
    assert match.view(0)["heroes"][0]["hp"] == 3


@pytest.mark.rule("CM-T2", "CM-M3", "CM-O19")
def test_a_position_in_an_activation_need_not_say_who_is_to_act() -> None:
    words = (
        "mode=solo phase=activation tile.1=CT/0/up/rolled A=arctic_explorer@1:C1R1 "
        "m4=cultist@1:C6R5 m5=cultist@1:C1R2 m6=cultist@1:C2R1/idle:1"
    )
    s = table(mk.Match(GAME, seats=1, position=words))
    assert (s.awake, s.queue) == (5, (4,))


def test_wrong_positions_are_refused() -> None:
    nobody = "mode=solo phase=activation tile.1=BC/0/up A=arctic_explorer@1:C1R1 queue=9"
    for text in (
        "mode=solo A=nobody@1:C1R1",
        "A=arctic_explorer@1:C1R1",
        "mode=solo tile.1=ZZ/0/up",
        "mode=solo x=1",
        "mode=chess A=arctic_explorer",
        "mode=solo active=1 A=arctic_explorer",
        "mode=solo A=arctic_explorer m4=cultist@99:C1R1",
        "mode=solo tile.1=BC/0/up A=arctic_explorer@1:C1R1 m4=star_vampire@1:C1R1/host:2",
        "mode=solo A=arctic_explorer crystal=1",
        "mode=solo A=arctic_explorer crystal=9+9",
        nobody,
    ):
        with pytest.raises(mk.SetupError):
            mk.Match(GAME, seats=1, position=text)


@pytest.mark.rule("CM-A12", "CM-B15")
def test_odds() -> None:
    assert chance_to_hit(8, 0, 4) == 5 / 8
    assert chance_to_hit(8, 0, 9) == 1 / 8
    assert chance_to_hit(8, 1, 2) == 7 / 8
    assert chance_to_hit(6, 0, 6, bound=True, melee=True) == 1
    assert chance_to_hit(10, 0, 6, bound=True) == 9 / 10
    match = mk.Match(GAME, seats=1, seed=1, position=(
        "mode=solo phase=actions pool=4 tile.1=BC/0/up/rolled tile.8=MS/0/up/rolled A=arctic_explorer@1:C1R1 "
        "m4=deep_one@1:C1R2 m5=cultist@1:C2R1"
    ))  # fmt: skip
    assert GAME.odds is not None
    remarks = GAME.odds(match.view(0), match.ask)
    melee = GAME.vocabulary.parse("melee=unarmed")
    assert "Deep One on C1R2 62%" in remarks[melee]
    match.say("melee=unarmed")
    assert match.ask.prompt == "target"
    remarks = GAME.odds(match.view(0), match.ask)
    assert remarks[GAME.vocabulary.parse("target=C2R1")] == "hits 75%"


@pytest.mark.rule("CM-A12")
def test_odds_against_a_rival() -> None:
    match = mk.Match(GAME, seats=2, seed=1, position=(
        "mode=death_match active=0 phase=actions pool=4 tile.1=BC/0/up/rolled tile.8=MS/0/up/rolled "
        "A=arctic_explorer@1:C1R1 B=mariner_merchant@1:C1R2"
    ))  # fmt: skip
    assert GAME.odds is not None
    view = match.view(0)
    rival = view["heroes"][1]
    hit = chance_to_hit(view["box"]["characters"]["arctic_explorer"]["melee"], 0, rival["defense"])
    remarks = GAME.odds(view, match.ask)
    assert f"{rival['name']} on C1R2 {hit:.0%}" in remarks[GAME.vocabulary.parse("melee=unarmed")]


def play(match: mk.Match, players: list[str], random: Random) -> None:
    assert GAME.heuristic is not None
    while not match.over:
        ask = match.ask
        if players[ask.actor] == "sensible":
            match.answer(ask.actor, GAME.heuristic(match.view(ask.actor), ask))
        else:
            match.answer(ask.actor, random.choice(ask.options))


@pytest.mark.parametrize(("seats", "options"), CASES)
def test_the_sensible_player_plays_everything(seats: int, options: dict[str, str]) -> None:
    for seed in range(2):
        match = mk.Match(GAME, seats=seats, seed=seed, options=options | {"last_round": "10"}, quiet=True)
        play(match, ["sensible"] * seats, Random(seed))
        assert match.result


def test_the_sensible_player_clears_more_rooms_than_a_random_one() -> None:
    wrecks = {"sensible": 0, "random": 0}
    for name in wrecks:
        for seed in range(12):
            match = mk.Match(GAME, seats=1, seed=seed, options={"last_round": "30"}, quiet=True)
            play(match, [name], Random(seed))
            s = table(match)
            placed = sum(nest.count for nest in s.box.generators) - sum(s.nests)
            wrecks[name] += placed - sum(piece.kind == GENERATOR for piece in s.pieces.values())
    assert wrecks["sensible"] > 2 * wrecks["random"]


@pytest.mark.parametrize(
    ("told", "said"),
    [
        (mk.Told("spawned", (2, 0, 0)), "An Elder Thing appears on C1R6."),
        (mk.Told("spawned", (0, 0, 0)), "A Cultist appears on C1R6."),
        (mk.Told("missed", (0, 1, 8)), "{0} misses {1} with an 8."),
        (mk.Told("missed", (0, 1, 10)), "{0} misses {1} with a 10."),
    ],
)
def test_the_log_has_the_right_articles(told: mk.Told, said: str) -> None:
    assert GAME.phrases.sentence(told) == said


@pytest.mark.rule("CM-O10")
def test_a_block_is_named_by_all_its_cells() -> None:
    code = GAME.vocabulary.parse("block=C2R3")
    assert GAME.phrases.label(code, {}) == "C2R3, C3R3, C2R2 and C3R2"


@pytest.mark.rule("CM-V5")
@pytest.mark.parametrize(
    ("life", "said"), [("alive", "The last round is over: a draw."), ("out", "Nobody is left to win: a draw.")]
)
def test_a_draw_says_why(life: str, said: str) -> None:
    view = mk.Match(GAME, seats=2, seed=1).view()
    heroes = [{**hero, "life": life} for hero in view["heroes"]]
    assert GAME.phrases.ending({**view, "over": "draw", "heroes": heroes}) == said


@pytest.mark.rule("CM-S7", "CM-U1")
def test_the_log_names_tiles_and_the_card_tells_what_power_ups_do() -> None:
    match = mk.Match(GAME, seed=1)
    match.answer(0, match.ask.options[0])
    fallen = [match.sentence(news) for news in match.story() if isinstance(news, mk.Fell)]
    names = [tile["name"] for tile in match.view()["box"]["tiles"].values() if tile["owner"]]
    assert any(f"A start tile without an owner lies there: {name}." in fallen for name in names)
    view = match.view(0)
    gained = {**view["heroes"][0], "powerups": ["Thick Furs"]}
    assert GAME.draw is not None
    drawn = GAME.draw({**view, "heroes": [gained]}, lambda text, colour: text)
    assert "Thick Furs (+1 defense)" in " ".join(drawn.split())


@pytest.mark.rule("CM-B4", "CM-B6", "CM-O52")
@pytest.mark.parametrize(
    ("told", "said"),
    [
        (mk.Told("revealed", (2, 7)), "Elder City (tile 3) is turned up."),
        (mk.Told("passed", (0, 2, 0, 7)), "{0} comes to Elder City (tile 3), on C1R6."),
        (mk.Told("swapped", (100, 0, 35, 1)), "The Cultist changes places, to C6R1 of Mariner's Ship (tile 1)."),
        (mk.Told("painted", (0, 7, 0, 6)), "A picture takes {0} to C1R6 of Cultist Temple (tile 8)."),
    ],
)
def test_the_log_names_the_tile_that_somebody_comes_to(told: mk.Told, said: str) -> None:
    assert GAME.phrases.sentence(told) == said


@pytest.mark.rule("CM-B3", "CM-B4")
def test_tiles_are_named_wherever_they_are_spoken_of() -> None:
    match = mk.Match(GAME, seats=1, seed=1)
    assert GAME.heuristic is not None
    words: list[str] = []
    for _ in range(400):
        ask = match.ask
        words += [GAME.phrases.label(code, match.view(0)) for code in ask.options]
        match.answer(0, GAME.heuristic(match.view(0), ask))
        if match.over:
            break
    words += [match.sentence(news) for news in match.story()] + drawing.facts(match.view(0))
    assert not [said for said in words if "slot" in said.casefold()]
    assert any("through the north gate to tile 3, face down" in said for said in words)
    assert any(re.fullmatch(r"Seat 1 comes to [A-Z].* \(tile 3\), on C\dR\d\.", said) for said in words)
