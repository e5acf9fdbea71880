"""The drawn sheet: everything a player must see (section 7.1 of the rules), within 60 columns."""

from __future__ import annotations

from random import Random

import pytest

import miskatonic as mk
from miskatonic.games.arkham.drawing import WIDTH, draw, facts
from miskatonic.kernel.content import Content


def plainly(text: str, colour: str) -> str:
    return text


def sheet(script: str, position: str = "", answers: tuple[str, ...] = (), **more: str) -> mk.Match:
    return mk.Match("arkham", fortune=mk.Scripted(script.split()), position=position, answers=answers, options=more)


def drawn(match: mk.Match) -> str:
    return draw(match.view(0), plainly)


ROLL = "mythos=1,4 roll1=1,1,3,4,4,6"


def test_the_clock_and_the_steps_left() -> None:
    match = sheet("mythos=1,4 roll1=1,1,3,4,4", "time=4")
    assert " 1  2  3 [4] 5 " in drawn(match)
    assert "1 step to the next key" in drawn(match)
    assert "Clock: 4 of 5, 1 step to the next key." in facts(match.view(0))


def test_the_track_with_marker_and_ghost() -> None:
    match = sheet(ROLL, "inv=9 seals=1 turn=6")
    assert " S  ·  ·  ·  R  ·  ·  ·  R [E] ·  ·  R  · (·) ·  # " in drawn(match)
    assert "space 9 of 16" in drawn(match)
    assert "Seals ◆◇◇ 1/3" in drawn(match)
    assert "Keys ○○○ 0/3" in drawn(match)
    told = facts(match.view(0))
    assert "Investigation: 9 of 16." in told
    assert "Red spaces: 4, 8, 12." in told


def test_the_meters_as_number_and_bar_with_letter_and_icon() -> None:
    text = drawn(sheet(ROLL, "seals=1 health=7 sanity=5 fight=4 magic=2"))
    assert "H ♥ Health ███████░░░  7/10     F † Fight  ●●●●○○○○○    4/9" in text
    assert "S ◉ Sanity █████░░░░░  5/10     M ✦ Magic  ●●○○○○○○○    2/9" in text


@pytest.mark.parametrize(
    ("mythos", "meaning"),
    [
        ("1,4", "[1] monster   [4] -1 sanity"),
        ("2,5", "[2] 2 cultists   [5] quiet"),
        ("3,3", "[3] 3 cultists   [3] 3 cultists   double: clock +1"),
    ],
)
def test_the_mythos_dice_with_their_meaning(mythos: str, meaning: str) -> None:
    assert f"Mythos  {meaning}" in drawn(sheet(f"mythos={mythos} roll1=1,3,3,4,6"))


def test_the_dice_lie_in_six_boxes() -> None:
    lines = drawn(sheet(ROLL, "seals=1")).splitlines()
    [at] = [number for number, line in enumerate(lines) if "1 locked" in line]
    names, dice = lines[at], lines[at + 1]
    assert dice.startswith(" 1 of 3")
    for name, shown in (("1 locked", "1* 1*"), ("3 walk", "3"), ("4 walk", "4 4"), ("6 magic", "6")):
        where = names.index(name)
        assert dice[where : where + len(shown)] == shown
    assert "each 1* costs 1 sanity to roll again" in drawn(sheet(ROLL, "seals=1"))


@pytest.mark.rule("DA-I4", "DA-M4")
def test_the_forecast() -> None:
    text = drawn(sheet("mythos=1,4 roll1=1,1,2,4,4", "inv=3"))
    assert "Stop    clock +1, walk 4 (1 red)" in text
    assert "Then    a monster with 2 cultists" in text
    assert "clock +3 (key)" in drawn(sheet("mythos=5,6 roll1=1,2,2,2,5", "time=2"))
    assert "walk 8 (seal, 1 red), fight +1" in drawn(sheet("mythos=5,6 roll1=1,5,4,4,4", "inv=8"))
    assert "Then    no combat" in drawn(sheet("mythos=5,6 roll1=1,5,5,6,6"))


@pytest.mark.rule("DA-I6", "DA-M4", "DA-M5")
def test_the_forecast_counts_red_spaces_behind_where_they_join_a_combat() -> None:
    def then(mythos: str) -> str:
        return drawn(sheet(f"mythos={mythos} roll1=3,1,5,5,6", "inv=9", red_spaces="cumulative"))

    assert "Then    4 cultists" in then("2,6")
    assert "Then    a monster with 2 cultists" in then("1,6")
    assert "Then    no combat" in then("5,6")


def test_there_is_no_forecast_once_the_dice_are_applied() -> None:
    resting = sheet("mythos=5,6 roll1=1,2,3,3,5", "inv=9 health=6", ("reroll=stop",))
    doubled = sheet("mythos=5,5 roll1=1,2,3,5,6", "", ("reroll=stop",))
    assert [match.ask.prompt for match in (resting, doubled)] == ["heal", "double"]
    for match in (resting, doubled):
        assert "Stop" not in drawn(match)
        assert "(" not in drawn(match)
        assert "Dice    1 locked" in drawn(match)


@pytest.mark.rule("DA-2B.2", "DA-M1")
def test_the_mythos_dice_of_an_event_are_shown_and_those_of_the_turn_no_more() -> None:
    script = "mythos=5,6 roll1=1,5,5,6,6 event=2,3 mythos=2,2"
    match = sheet(script, "time=5 keys=1 sanity=2", ("reroll=stop", "lore=1"))
    assert "Mythos" not in drawn(match)
    match.say("pick=2")
    assert match.ask.prompt == "double"
    assert "Mythos  [2] 2 cultists   [2] 2 cultists   double: clock +1" in drawn(match)
    match.say("double=time")
    assert "Enemy   4 cultists (4 mythos)" in drawn(match)


@pytest.mark.rule("DA-1B.1")
def test_the_monster_at_the_door_comes_alone() -> None:
    script = "mythos=2,5 roll1=1,5,5,6,6 strength=4"
    match = sheet(script, "time=5", ("reroll=stop", "stance=flee", "first_key=monster"))
    assert "Enemy   monster, 4 dice\n" in drawn(match)


def test_a_fight_against_cultists() -> None:
    match = sheet("mythos=2,5 roll1=1,1,3,3,6", "inv=3", ("reroll=stop",))
    text = drawn(match)
    assert "Enemy   4 cultists (2 mythos, 1 by 1s, 1 red)" in text
    assert "A die   1 fight or 2 magic" in text
    assert "Flee    clock +1, lose 1 health" in text
    assert "If lost 2 health" in text
    assert "Stop" not in text


def test_a_fight_against_a_monster_with_locked_dice() -> None:
    script = "mythos=1,5 roll1=1,3,5,5,6 strength=4 fight1=2,2,6 fight2=1,5"
    answers = ("reroll=stop", "stance=fight", "spend=0,3", "fight_reroll=2,2")
    text = drawn(sheet(script, "magic=4", answers))
    assert "Enemy   monster, 4 dice" in text
    assert "You     5 6 L = 12" in text
    assert "each L is a 1 that costs 1 sanity to roll again" in text
    assert "Stop    holds in 34 of 100" in text
    assert "If lost 1 to 6, health (even) or sanity (odd)" in text


def test_the_flags_are_told() -> None:
    text = drawn(sheet("mythos=5,6 roll1=1,5,5,6", "elder_die=yes"))
    assert "one die lies on the elder sign" in text
    assert "one die may be set by hand" in drawn(sheet("", "gift=yes seals=1"))


def test_others_who_play_the_same_case() -> None:
    match = mk.Match("arkham", seats=["Ann", "Ben"], seed="arkham-1")
    assert "Seat 2  turn 1, 0 seals, 0 keys, space 0, H10 S10 F3 M3" in drawn(match)
    spectator = draw(match.view(None), plainly)
    assert spectator.splitlines()[0].startswith(" Seat 1")
    assert len(spectator.splitlines()) == 2
    assert facts(match.view(None)) == [f"Seat {n}: turn 1, 0 seals, 0 keys, space 0, H10 S10 F3 M3." for n in (1, 2)]


def giant() -> Content:
    text = """\
name = "giant"
time_end = 30
inv_end = 60
red = [4, 20, 55]
elder = 9
health_max = 20
sanity_max = 20
fight_max = 12
magic_max = 12
"""
    return mk.game_named("arkham").schema.load(text, "giant")[0]


@pytest.mark.parametrize("content", ["easy", "standard", "hard", "giant"])
@pytest.mark.parametrize("seats", [1, 3])
def test_every_drawing_fits_and_colour_changes_nothing_but_colour(content: str, seats: int) -> None:
    for seed in range(12):
        random = Random(seed)
        made = giant() if content == "giant" else content
        match = mk.Match("arkham", seed=seed, content=made, seats=seats)
        while not match.over:
            for seat in (*range(seats), None):
                view = match.view(seat)
                text = draw(view, plainly)
                painted = draw(view, lambda text, colour: f"<{colour}>{text}</>" if text else text)
                assert max(map(len, text.splitlines())) <= WIDTH, text
                assert _unpainted(painted) == text
                assert all(fact.endswith(".") and "\n" not in fact for fact in facts(view))
            match.answer(match.ask.actor, random.choice(match.ask.options))


def _unpainted(text: str) -> str:
    for colour in ("bold reverse", "bold", "dim", "red", "green", "cyan", "magenta", "yellow"):
        text = text.replace(f"<{colour}>", "")
    return text.replace("</>", "")
