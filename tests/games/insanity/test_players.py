"""What is said and drawn, what learners see, and the greedy player."""

from __future__ import annotations

import inspect
import json
import re
import tomllib
from importlib.resources import files
from pathlib import Path
from random import Random

import pytest

import miskatonic as mk
from miskatonic.games import insanity
from miskatonic.games.insanity import GAME
from miskatonic.games.insanity.features import FEATURES
from miskatonic.games.insanity.scoring import RATINGS, rating

STANDARD = files("miskatonic.games.insanity").joinpath("content/standard.toml").read_text("utf-8")
PACKS = {path.stem: path.read_text("utf-8") for path in Path(__file__).with_name("packs").glob("*.toml")}


def table(position: str = "", seats: int = 2, **options: str) -> mk.Match:
    return mk.Match(GAME, seats=seats, position=position, options=options)


def test_every_rule_is_cited_where_it_is_implemented() -> None:
    source = "\n".join(path.read_text("utf-8") for path in Path(inspect.getfile(insanity)).parent.glob("*.py"))
    assert [rule for rule in GAME.rules if not re.search(rf"{rule}\b", source)] == []
    assert len(GAME.rules) == 88


@pytest.mark.parametrize("name", ["standard", *PACKS])
def test_greedy_plays_every_content(name: str) -> None:
    content = GAME.schema.load(PACKS[name], name)[0] if name in PACKS else name
    assert GAME.heuristic is not None
    for seed in range(10):
        match = mk.Match(GAME, seats=1 + seed % 5, seed=seed, content=content, quiet=True)
        while not match.over:
            ask = match.ask
            match.answer(ask.actor, GAME.heuristic(match.view(ask.actor), ask))
        assert match.result


def test_greedy_clearly_beats_random() -> None:
    assert GAME.heuristic is not None
    random = Random(7)
    won = 0.0
    games = 300
    for seed in range(games):
        match = mk.Match(GAME, seats=2, seed=seed, quiet=True)
        greedy = seed % 2
        while not match.over:
            ask = match.ask
            code = GAME.heuristic(match.view(ask.actor), ask) if ask.actor == greedy else random.choice(ask.options)
            match.answer(ask.actor, code)
        won += match.returns[greedy] > match.returns[1 - greedy]
    assert won / games > 0.72


@pytest.mark.parametrize("name", ["standard", *PACKS])
def test_everything_can_be_said_and_drawn(name: str) -> None:
    content = GAME.schema.load(PACKS[name], name)[0] if name in PACKS else name
    words = GAME.phrases
    assert GAME.draw is not None
    assert GAME.facts is not None
    for seed in range(4):
        match = mk.Match(GAME, seats=2 + seed, seed=seed, content=content)
        random = Random(seed)
        while not match.over:
            ask = match.ask
            view = match.view(ask.actor)
            assert words.prompt(ask, view).endswith(("?", "."))
            assert all(rule in GAME.rules for rule in words.rules(ask))
            labels = [words.label(code, view) for code in ask.options]
            assert len(set(labels)) == len(labels)
            drawing = GAME.draw(view, lambda text, colour: text)
            assert max(map(len, drawing.splitlines())) <= 80
            assert all(fact.endswith(".") for fact in GAME.facts(view))
            assert len(match.features(ask.actor)) == len(FEATURES)
            match.answer(ask.actor, random.choice(ask.options))
        assert all(isinstance(words.sentence(news), str) for news in match.story())
        ending = words.ending(match.view())
        assert "win" in ending
        assert max(map(len, ending.splitlines())) <= 78, "a small screen has a margin on both sides"


@pytest.mark.rule("UI-B2", "UI-P1")
def test_labels_say_what_follows() -> None:
    match = table("active=A step=write A.purple=4,6 roll=purple:6,red:8")
    labels = {GAME.phrases.label(code, match.view(0)) for code in match.asks[0].options}
    assert labels == {"6 in purple (full at 24: target hit, counts 48)", "8 in red (24 of 44, 2 spaces left)"}


@pytest.mark.rule("UI-I4", "UI-N1")
def test_a_label_warns_of_madness() -> None:
    match = table("active=A step=negative A.brain=P1:-8 B.brain=P1:-8")
    assert match.chance is not None
    match.fall(match.chance.parse("purple"))
    match.fall(-2)
    view = match.view(0)
    assert view["novices"][0]["forecast"]["purple"] == "tied"
    label = GAME.phrases.label(GAME.vocabulary.parse("place=P2 P3"), view)
    assert label == "P2 and P3 (purple 12 against 8, madness wins)"


@pytest.mark.rule("UI-I5", "UI-I3", "UI-I4")
def test_forecasts_say_what_the_next_check_will_do() -> None:
    match = table(
        "active=B first.purple=A,used first.yellow=A,used first.green=A,used A.insane=purple,yellow,green "
        "A.brain=P1:-8,Y1:-8,Y2:-2,G1:-8,B1:-8,B2:-4,R1:-8,R2:-8,R3:-2"
    )
    assert match.view()["novices"][0]["forecast"] == {
        "purple": "insane",  # tied, and the card stays
        "yellow": "insane",
        "green": "will_recover",
        "blue": "tied",
        "red": "will_go_insane",
    }
    assert GAME.draw is not None
    drawing = GAME.draw(match.view(1), lambda text, colour: text)
    assert "P* 8:8" in drawing, "a star marks insanity"


@pytest.mark.rule("UI-C4", "UI-C6", "UI-C9", "UI-I7")
def test_whoever_holds_a_card_reads_what_it_does() -> None:
    match = table("active=A step=dice A.insane=blue first.blue=A,used first.purple=A")
    assert GAME.facts is not None
    suffers = "{0} suffers Rotting Numbers (blue)"
    holds = "{0} holds Deaf Ear (purple, unused)"
    mine, others = ([fact for fact in GAME.facts(match.view(seat)) if "(blue" in fact] for seat in (0, 1))
    assert mine == [
        f"{suffers}: Every positive die result you record is 2 lower (never below 2).",
        f"{holds}: After the negative die is rolled: record it only once, in a space of its own colour; "
        "Recalculation (blue, used).",
    ]
    assert others == [f"{suffers}.", f"{holds}; Recalculation (blue, used)."]


@pytest.mark.rule("UI-S7", "UI-C3", "UI-C6", "UI-C8", "UI-C10")
def test_the_drawing_shows_what_holds_in_this_turn() -> None:
    match = table("active=A step=dice A.insane=green first.green=B first.red=B", seats=3)
    match.say("dice=purple+red")
    match.say("commit=red")
    match.fall(6)
    match.fall(8)
    match.say("bonus=green blue")
    match.fall(10)
    match.say("bonus=red")
    assert GAME.facts is not None
    facts = GAME.facts(match.view(2))
    assert {"{0} has named the red die.", "{1} has a third die: blue 10.", "{1} writes both results."} <= set(facts)
    match = table("active=A step=negative first.purple=B")
    dark_die_asks(match, "yellow", -8, "bonus=purple")
    assert "{1} writes one copy." in GAME.facts(match.view(0))


def dark_die_asks(match: mk.Match, die: str, *falls: int | str) -> list[mk.Ask]:
    """Draw a dark die and let faces fall and bonuses be used, up to the questions where to place it."""
    assert match.chance is not None
    match.fall(match.chance.parse(die))
    for fall in falls:
        if isinstance(fall, str):
            match.say(fall)
        else:
            match.fall(fall)
    return list(match.asks)


@pytest.mark.rule("UI-V13", "UI-V24")
def test_who_places_for_another_reads_the_face_of_that_sheet() -> None:
    data = tomllib.loads(STANDARD)
    data["penalties"]["red"]["effects"] = [{"kind": "placed_by", "who": "left"}]
    data["bonuses"]["red"]["effect"] = {"kind": "reroll_negative", "scope": "self"}
    content = GAME.schema.load(json.dumps(data), "mine.json")[0]
    start = "active=A step=negative A.insane=red first.red=A"
    match = mk.Match(GAME, seats=3, position=start, content=content)
    dark_die_asks(match, "yellow", -8, "bonus=red", -2)
    match.answer(1, GAME.vocabulary.parse("place=Y1 Y2"))
    match.answer(2, GAME.vocabulary.parse("place=Y1 Y2"))
    (ask,) = match.asks
    assert (ask.actor, ask.seat) == (1, 0)
    assert GAME.phrases.prompt(ask, match.view(1)) == "The yellow die shows -2. Where do its two copies go?"


@pytest.mark.rule("UI-V27", "UI-F2")
def test_only_who_goes_insane_is_called_the_first_to_break() -> None:
    data = tomllib.loads(STANDARD)
    data["bonuses"]["green"]["effect"] = {"kind": "outburst"}
    content = GAME.schema.load(json.dumps(data), "mine.json")[0]
    match = mk.Match(GAME, seats=2, position="active=A first.green=B A.brain=P1:-8,P2:-8", content=content)
    match.say("bonus=green")
    assert GAME.phrases.prompt(match.ask, match.view(1)) == "Which dark die strikes the others?"
    match.say("outburst=red")
    match.fall(-2)
    match.say("put=R1")
    assert GAME.phrases.prompt(match.ask, match.view(0)).startswith("You are the first to break")


@pytest.mark.rule("UI-V13", "UI-N6", "UI-S7")
def test_who_fills_two_sheets_does_not_hear_the_others_in_between() -> None:
    data = tomllib.loads(STANDARD)
    data["penalties"]["red"]["effects"] = [{"kind": "placed_by", "who": "left"}]
    content = GAME.schema.load(json.dumps(data), "mine.json")[0]
    match = mk.Match(GAME, seats=3, position="active=A step=negative A.insane=red", content=content)
    dark_die_asks(match, "yellow", -8)
    place = GAME.vocabulary.parse
    match.answer(1, place("place=Y1 Y2"))
    match.answer(2, place("place=Y2 Y1"))
    assert [told.code for told in match.story(1) if isinstance(told, mk.Answered)] == [place("place=Y1 Y2")]
    assert [told.code for told in match.story(2) if isinstance(told, mk.Answered)] == [place("place=Y2 Y1")]
    assert match.view(1) == match.at(len(match.log) - 2).view(1)
    match.answer(1, place("place=Y3 Y1"))
    put = [told.figures for told in match.story(2) if isinstance(told, mk.Told) and told.what == "put"]
    assert [seat for seat, *_ in put] == [0, 0, 1, 1, 2, 2]


@pytest.mark.rule("UI-V17", "UI-C6")
def test_deaf_ear_is_asked_for_one_copy() -> None:
    match = table("active=A step=negative first.purple=A")
    asks = dark_die_asks(match, "yellow", -8, "bonus=purple")
    prompts = [GAME.phrases.prompt(ask, match.view(ask.actor)) for ask in asks]
    assert prompts[0] == "The yellow die shows -8. Where does its only copy go?"
    assert prompts[1] == "The yellow die shows -8. Where do its two copies go?"


@pytest.mark.rule("UI-S6", "UI-E5")
@pytest.mark.parametrize(
    ("score", "title"),
    [(-1, "Gibbering Husk"), (0, "Dabbler"), (30, "Initiate"), (89, "Adept"), (90, "Magister"), (120, RATINGS[0][1])],
)
def test_titles_of_a_player_alone(score: int, title: str) -> None:
    assert rating(score) == title


def test_a_position_comes_back_as_its_own_text() -> None:
    text = (
        "turn=6 active=B step=negative bag=purple,green,red A.purple=4,X A.brain=P1:-4,Y3:-6 A.insane=yellow "
        "B.red=10 B.points=5 first.yellow=A,used first.red=B"
    )
    assert table(text).position == text


@pytest.mark.parametrize(
    "position",
    [
        "active=C",
        "A.purple=4,4,4,4",
        "A.brain=P9:-2",
        "A.brain=P1:2",
        "A.brain=P1:-2,P1:-2",
        "bag=purple",
        "first.pink=A",
        "first.red=A,lost",
        "step=write active=A",
        "step=dice",
        "step=end active=A",
        "luck=7",
        "A.insane=mad",
        "turn=0",
    ],
)
def test_impossible_positions_are_refused(position: str) -> None:
    with pytest.raises(mk.SetupError):
        table(position)


@pytest.mark.rule("UI-S3")
def test_the_first_player_is_drawn_or_named() -> None:
    match = table(seats=3)
    assert match.chance is not None
    assert dict(match.chance.outcomes()) == pytest.approx({0: 1 / 3, 1: 1 / 3, 2: 1 / 3})
    match.fall(2)
    assert match.view()["active"] == 2
    assert table(seats=3, first_player="B").view()["active"] == 1
    assert table(seats=2, first_player="D").view()["active"] == 1, "counted on round the table"
    assert table(seats=1).view()["active"] == 0


@pytest.mark.rule("UI-T3", "UI-T4")
def test_dice_fall_as_the_rules_say() -> None:
    match = table(seats=1)
    match.say("dice=purple+red")
    assert match.chance is not None
    assert dict(match.chance.outcomes()) == pytest.approx({4: 1 / 6, 6: 1 / 3, 8: 1 / 3, 10: 1 / 6})
    match = table("active=A step=negative bag=purple,green")
    assert match.chance is not None
    assert [(match.chance.text(code), p) for code, p in match.chance.outcomes()] == [("purple", 0.5), ("green", 0.5)]
    match.fall(0)
    assert dict(match.chance.outcomes()) == pytest.approx({-2: 1 / 6, -4: 1 / 3, -6: 1 / 3, -8: 1 / 6})


@pytest.mark.rule("UI-S7", "UI-N6", "UI-P1")
def test_simultaneous_answers_are_sealed() -> None:
    match = table("active=A step=write roll=purple:6,red:8", seats=3)
    before = match.view(2)
    match.say("write=red", actor=1)
    assert match.view(2) == before
    assert [ask.actor for ask in match.asks] == [0, 2]
    match.say("write=purple", actor=0)
    match.say("write=purple", actor=2)
    assert [novice["rows"]["red"] for novice in match.view()["novices"]] == [[], [8], []]


@pytest.mark.rule("UI-V13")
def test_a_neighbour_with_two_sheets_is_asked_for_his_own_first() -> None:
    text = PACKS["every_effect_1"]
    content = GAME.schema.load(text, "pack.toml")[0]
    match = mk.Match(GAME, seats=3, content=content, position="active=A step=negative A.insane=red first.red=B,used")
    assert match.chance is not None
    match.fall(match.chance.parse("purple"))
    match.fall(-2)
    assert [(ask.seat, ask.actor) for ask in match.asks] == [(1, 1), (2, 2)]
    match.answer(1, match.asks[0].options[0])
    match.answer(2, match.asks[0].options[0])
    assert not match.view()["novices"][1]["brain"], "nothing is written before all answers are in"
    assert [(ask.seat, ask.actor) for ask in match.asks] == [(0, 2)]
    match.answer(2, match.ask.options[0])
    assert all(novice["brain"] for novice in match.view()["novices"])


@pytest.mark.parametrize(("rank", "said"), [("Adept", "You are an Adept."), ("Novice", "You are a Novice.")])
def test_a_rank_has_the_right_article(rank: str, said: str) -> None:
    view = mk.Match(GAME, seats=1, seed=1).view(0)
    assert GAME.phrases.ending({**view, "result": rank, "over": []}).splitlines()[-1] == said
