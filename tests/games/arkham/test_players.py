"""The sensible player, features, phrases and odds, over whole games."""

from __future__ import annotations

from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from os import cpu_count

import pytest

import miskatonic as mk
from miskatonic.bots import Glimpse, bot_named
from miskatonic.games.arkham import GAME
from miskatonic.games.arkham.features import FEATURES

CHUNK = 1_250


def wins(sheet: str, first: int, games: int) -> Counter[str]:
    bot = bot_named("heuristic", GAME)
    results: Counter[str] = Counter()
    for seed in range(first, first + games):
        match = mk.Match(GAME, seed=seed, content=sheet, quiet=True)
        match.play(lambda ask, match=match: bot.choose(Glimpse(match, ask.seat), ask))  # type: ignore[misc]
        results[match.result] += 1
    return results


def share_won(sheet: str, games: int) -> float:
    with ProcessPoolExecutor(cpu_count()) as pool:
        chunks = [pool.submit(wins, sheet, first, CHUNK) for first in range(0, games, CHUNK)]
        return sum(chunk.result()["won"] for chunk in chunks) / games


def test_the_sensible_player_wins_as_often_as_the_rules_report() -> None:
    """An end-to-end test of the whole game: 40.6 % on the standard sheet, 39.0 to 42.2 % accepted."""
    assert 0.390 <= share_won("standard", 4 * CHUNK) <= 0.422


@pytest.mark.parametrize(("sheet", "expected"), [("easy", 0.648), ("hard", 0.207)])
def test_the_other_sheets(sheet: str, expected: float) -> None:
    games = 2 * CHUNK
    tolerance = 4 * (expected * (1 - expected) / games) ** 0.5
    assert abs(share_won(sheet, games) - expected) < tolerance


def test_random_play_hardly_ever_wins() -> None:
    bot = bot_named("random", GAME, seed=3)
    results: Counter[str] = Counter()
    for seed in range(1_000):
        match = mk.Match(GAME, seed=seed, quiet=True)
        match.play(lambda ask, match=match: bot.choose(Glimpse(match, 0), ask))  # type: ignore[misc]
        results[match.result] += 1
    assert results["won"] <= 5
    assert results["lost:sanity"] > results["lost:health"] > results["lost:keys"] > 0


OPTIONS = [
    {},
    {option.name: option.values[-1] for option in GAME.options if option.name != "luck"},
    *({option.name: option.values[-1]} for option in GAME.options),
]


@pytest.mark.parametrize("options", OPTIONS, ids=lambda options: "+".join(options) or "default")
def test_every_word_of_whole_games(options: dict[str, str]) -> None:
    """Prompts, labels, log sentences, odds, rules and features hold at every question, whatever the options."""
    for seed in range(12):
        match = mk.Match(GAME, seed=seed, options=options)
        bot = bot_named("heuristic" if seed % 2 else "random", GAME, seed)
        while not match.over:
            ask = match.ask
            view = match.view(ask.seat)
            assert GAME.phrases.prompt(ask, view)
            labels = [GAME.phrases.label(code, view) for code in ask.options]
            assert all(labels)
            assert len(set(labels)) == len(labels), "two options must not read the same"
            assert all(rule in GAME.rules for rule in GAME.phrases.rules(ask))
            assert GAME.odds is not None
            assert set(GAME.odds(view, ask)) <= set(ask.options)
            numbers = match.features(ask.seat)
            assert len(numbers) == len(FEATURES)
            assert all(0 <= number <= 1 for number in numbers)
            code = bot.choose(Glimpse(match, ask.seat), ask)
            assert code in ask.legal
            match.answer(ask.actor, code)
        for news in match.story(0):
            assert isinstance(GAME.phrases.sentence(news), str)
        assert GAME.phrases.ending(match.view(0))


@pytest.mark.rule("DA-C11")
def test_odds_name_the_chance_to_win() -> None:
    match = mk.Match(GAME)
    for word in ["mythos=3,6", "roll1=1,5,5,6,6", "reroll=stop", "stance=fight"]:
        if match.chance is not None:
            match.fall(match.chance.parse(word.partition("=")[2]))
        else:
            match.say(word)
    assert GAME.odds is not None
    odds = GAME.odds(match.view(), match.ask)
    assert odds[GAME.vocabulary.parse("spend=3,0")].startswith("wins 54.6%")


@pytest.mark.rule("DA-G4", "DA-1B.1")
def test_deadly_choices_are_labelled() -> None:
    view = mk.Match(GAME, position="sanity=1").view()
    assert "certain death" in GAME.phrases.label(GAME.vocabulary.parse("first_key=monster"), view)
    view = mk.Match(GAME, position="health=2").view()
    assert "1 in 2 to die" in GAME.phrases.label(GAME.vocabulary.parse("double=health"), view)


FOES = "mythos=3,6 roll1=1,1,5,6,6"
"""Four cultists: they cost 2 health, 1 in flight."""
CULT = "mythos=3,6 roll1=1,1,3,3,2"
"""The same four, and nothing for the purse."""
BEAST = "mythos=1,6 roll1=1,3,3,3,2 strength=4"
NIGHTS = "mythos=5,6 roll1=1,2,2,2,2 event=1,4"


@pytest.mark.rule("DA-G4", "DA-M2", "DA-M3", "DA-C6", "DA-2B.1", "DA-2B.4", "DA-W2", "DA-W3")
@pytest.mark.parametrize(
    ("position", "script", "answers", "deadly"),
    [
        ("sanity=1", "mythos=5,6 roll1=1,5,5,6,6", "", {"reroll=1": "certain death", "reroll=5": ""}),
        ("health=1", "mythos=5,5 roll1=1,5,5,6,6", "stop", {"double=health": "certain death", "double=sanity": ""}),
        ("keys=2 time=4", "mythos=5,5 roll1=1,5,5,6,6", "stop", {"double=time": "certain loss", "double=health": ""}),
        ("keys=2 time=3", "mythos=5,5 roll1=1,5,5,6,6", "stop", {"double=time": ""}),
        ("keys=2 time=4", FOES, "stop", {"stance=flee": "certain loss", "stance=fight": ""}),
        ("health=1", FOES, "stop", {"stance=flee": "certain death", "stance=fight": ""}),
        ("health=2", FOES, "stop fight", {"spend=0,0": "certain death", "spend=1,0": ""}),
        ("health=3", FOES, "stop fight", {"spend=0,0": "certain defeat"}),
        ("health=2 fight=0 magic=1", CULT, "stop", {"stance=fight": "certain death", "stance=flee": ""}),
        ("health=3 fight=0 magic=1", CULT, "stop", {"stance=fight": "certain defeat"}),
        ("health=2 fight=0 magic=2", CULT, "stop", {"stance=fight": ""}),
        ("health=2 sanity=1 fight=1 magic=0", BEAST, "stop", {"stance=fight": "certain death", "stance=flee": ""}),
        ("health=3 sanity=1", BEAST, "stop fight", {"spend=0,0": "certain defeat"}),
        ("health=2 sanity=1", BEAST, "stop fight", {"spend=0,0": "certain death", "spend=0,1": ""}),
        ("keys=2 time=3", "mythos=5,6 roll1=2,2,3,5,6", "", {"reroll=stop": "certain loss", "reroll=2": ""}),
        ("keys=2 time=3", "mythos=5,6 roll1=2,3,3,5,6", "", {"reroll=stop": ""}),
        ("keys=1 time=3", "mythos=5,6 roll1=2,2,3,5,6", "", {"reroll=stop": ""}),
        (
            "keys=2 time=3",
            "mythos=5,6 roll1=2,2,3,5,6 roll2=5",
            "3",
            {"reroll=stop": "certain loss", "reroll=5": "certain loss", "reroll=2": ""},
        ),
        ("sanity=2", "mythos=4,6 roll1=1,3,5,5,6", "", {"reroll=1": "certain death", "reroll=3": ""}),
        ("sanity=2 inv=9", "mythos=4,6 roll1=1,3,5,5,6", "", {"reroll=1": ""}),
        (
            "sanity=1 health=8 inv=9",
            "mythos=4,6 roll1=1,4,4,5,6",
            "stop",
            {"heal=0,0": "certain death", "heal=2,0": "certain death", "heal=0,1": ""},
        ),
        ("health=1 sanity=2 time=5 keys=1", NIGHTS, "stop lore=1", {"pick=1": "certain death", "pick=4": ""}),
        ("fight=0 health=1 sanity=2 time=5 keys=1", NIGHTS, "stop lore=1", {"pick=4": "certain death"}),
        ("fight=0 health=2 sanity=2 time=5 keys=1", NIGHTS, "stop lore=1", {"pick=1": "", "pick=4": ""}),
        ("sanity=1 time=5 keys=1", "mythos=5,6 roll1=1,5,5,6,6", "stop", {"lore=1": "certain death", "lore=0": ""}),
        (
            "sanity=1 time=5 keys=1 fight=0 magic=0",
            "mythos=5,6 roll1=1,2,2,2,2 event=4",
            "stop lore=0",
            {"ghost=sanity": "certain death", "ghost=health": ""},
        ),
        (
            "time=4 keys=1 sanity=2",
            "mythos=5,5 roll1=1,2,5,6,6 event=2 mythos=2,2",
            "stop lore=0",
            {"double=time": "", "double=sanity": "1 in 2 to die"},
        ),
    ],
)
def test_what_loses_for_certain_is_said_before(
    position: str, script: str, answers: str, deadly: dict[str, str]
) -> None:
    options = {"fatal_payments": "allowed", "ghost_toll": "choose"}
    match = mk.Match(GAME, position=position, fortune=mk.Scripted(script.split()), options=options)
    for word in answers.split():
        match.say(word)
    for word, warning in deadly.items():
        assert word in match.legal
        label = GAME.phrases.label(GAME.vocabulary.parse(word), match.view())
        assert warning in label
        assert warning or not any(threat in label for threat in ("certain", "to die")), label


@pytest.mark.rule("DA-2B.4", "DA-W3")
@pytest.mark.parametrize(
    ("position", "deadly"),
    [("fight=0 health=1", True), ("magic=0 health=1", False), ("magic=0 sanity=2", True), ("fight=0 sanity=2", False)],
)
def test_pale_shapes_that_take_the_last_point_are_announced(position: str, deadly: bool) -> None:
    match = mk.Match(GAME, position=f"time=5 keys=1 {position}", fortune=mk.Scripted(NIGHTS.split()))
    match.say("reroll=stop")
    match.say("lore=1")
    label = GAME.phrases.label(GAME.vocabulary.parse("pick=4"), match.view())
    assert ("certain death" in label) == deadly
