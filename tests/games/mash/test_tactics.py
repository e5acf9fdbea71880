"""What the sensible player does where the right thing is plain to see."""

from __future__ import annotations

import pytest

import miskatonic as mk
from miskatonic.games.mash import GAME
from miskatonic.games.mash.ranking import ranking
from miskatonic.games.mash.sense.danger import price
from miskatonic.games.mash.sense.ground import ground_of
from miskatonic.games.mash.sense.journey import through_gate
from miskatonic.games.mash.sense.player import Player

BOARD = "mode=solo phase=actions tile.1=BC/0/up/rolled tile.8=MS/0/up/rolled tile.3=FF/0/up/rolled"
"""The camp in the south with its north gate open to the farm; everything else is face down."""


def table(text: str, seats: int = 1) -> mk.Match:
    return mk.Match(GAME, seats=seats, seed=1, position=f"{BOARD} {text}")


def answer(match: mk.Match) -> str:
    """What it says to the open question."""
    assert GAME.heuristic is not None
    ask = match.ask
    code = GAME.heuristic(match.view(ask.actor), ask)
    assert ranking(match.view(ask.actor), ask)[0] == code
    return GAME.vocabulary.text(code)


def play(match: mk.Match) -> list[str]:
    """What it says until its turn is over."""
    said: list[str] = []
    start = match.view(0)["round"]
    while not match.over and match.view(0)["round"] == start:
        said.append(answer(match))
        match.say(said[-1])
    return said


@pytest.mark.rule("CM-A12")
def test_it_strikes_what_stands_beside() -> None:
    assert answer(table("pool=4 A=arctic_explorer@3:C3R1 m4=cultist@3:C3R2")) == "melee=unarmed"


@pytest.mark.rule("CM-B4", "CM-T5")
def test_with_the_last_action_it_leaves_a_fight_that_is_lost() -> None:
    beasts = "m4=gnoph_keh@3:C2R1 m5=gnoph_keh@3:C3R2 m6=gnoph_keh@3:C2R2"
    assert answer(table(f"pool=1 A=arctic_explorer@3:C3R1/hp:2/me:0 {beasts}")) == "gate=S"


@pytest.mark.rule("CM-T5")
def test_with_the_last_action_it_steps_out_of_reach() -> None:
    said = play(table("pool=1 A=arctic_explorer@1:C5R2/hp:2/me:0 m4=moon_beast@1:C5R1 g5=guard_cell@1:C4R1"))
    assert said[0].startswith("go=")


@pytest.mark.rule("CM-P2")
def test_it_makes_a_gate_where_there_is_none() -> None:
    beasts = "m4=gnoph_keh@3:C2R6 m5=gnoph_keh@3:C1R5 g6=bone_den@3:C3R6"
    hero = "A=private_eye@3:C1R6/hp:1/objects:anonymous_letter"
    match = table(f"pool=1 tome.anonymous_letter=create_gate {hero} {beasts}")
    assert answer(match) == "cast=create_gate"
    match.say("cast=create_gate")
    assert answer(match).startswith(("arrive=1 ", "arrive=8 "))


@pytest.mark.rule("CM-A17")
def test_it_mends_before_it_goes_on() -> None:
    match = table("pool=4 A=arctic_explorer@1:C4R6/hp:2")
    said = play(match)
    assert "do=space" in said
    assert match.view(0)["heroes"][0]["hp"] == 5


@pytest.mark.rule("CM-C7", "CM-B18")
def test_the_mariner_fishes_and_rests() -> None:
    position = BOARD.replace("tile.1=BC", "tile.1=MS").replace("tile.8=MS", "tile.8=BC")
    match = mk.Match(GAME, seats=1, seed=1, position=f"{position} pool=4 A=mariner_merchant@1:C5R6/hp:1/me:3")
    said = play(match)
    assert said[0] == "do=fish"
    assert match.view(0)["heroes"][0]["hp"] == 3


@pytest.mark.rule("CM-B4", "CM-G5")
def test_it_enters_a_room_with_all_its_actions_only() -> None:
    nest = "g5=bone_den@3:C1R6"
    assert answer(table(f"pool=4 A=arctic_explorer@1:C3R6 {nest}")).startswith(("gate=N", "go=C4R6"))
    assert not any(word.startswith("gate") for word in play(table(f"pool=2 A=arctic_explorer@1:C3R6 {nest}")))


@pytest.mark.rule("CM-B6")
@pytest.mark.parametrize("every", [1, 2, 3, 4])
def test_however_often_it_comes_it_tries_both_cells_of_a_gate(every: int) -> None:
    """Somebody behind one of them only changes places with it, and then again when it comes back."""
    match = table("pool=4 A=arctic_explorer@1:C3R5 m4=moon_beast@3:C3R1")
    view, ask = match.view(0), match.ask
    ways = {through_gate(Player(view | {"round": number}, ask), "N") for number in range(30, 30 + 6 * every, every)}
    assert {GAME.vocabulary.text(code) for code in ways if code is not None} == {"go=C3R6", "go=C4R6"}


@pytest.mark.rule("CM-A15", "CM-B7")
def test_it_pushes_through_a_dead_end() -> None:
    match = table("pool=4 A=arctic_explorer@1:C1R2 m4=gnoph_keh@1:C1R3")
    assert answer(match) == "do=push"
    while match.ask.prompt != "push":
        match.say("do=push")
    assert answer(match) == "spot=through"


@pytest.mark.rule("CM-A15", "CM-B16")
def test_it_pushes_into_the_well() -> None:
    match = table("pool=4 A=arctic_explorer@3:C3R1 m4=moon_beast@3:C3R2")
    assert answer(match) == "do=push"
    while match.ask.prompt != "push":
        match.say("do=push")
    assert answer(match) == "spot=C4R3"


@pytest.mark.rule("CM-A6", "CM-O53")
def test_it_leaves_piles_alone_while_a_trap_could_kill() -> None:
    assert not any(word.startswith("take") for word in play(table("pool=2 A=private_eye@3:C3R5/hp:1 piles.3:C3R5=?")))


@pytest.mark.rule("CM-O53")
def test_it_does_not_walk_onto_tissue_for_the_pile_below_it() -> None:
    tissue = "piles.1:C3R3=? tissue.1:C3R3=shoggoth_tissue_2"
    assert "go=C3R3" not in play(table(f"pool=4 A=arctic_explorer@1:C6R1 {tissue}"))


@pytest.mark.rule("CM-A26")
def test_it_takes_nothing_twice_that_is_needed_once() -> None:
    match = table("pool=4 A=private_eye@3:C3R5/objects:revolver_32 loose.3:C3R5=revolver_32+winter_clothing")
    said = play(match)
    assert "take=winter_clothing" in said
    assert "take=revolver_32" not in said


@pytest.mark.rule("CM-O36")
def test_it_turns_the_clock_when_its_actions_are_spent() -> None:
    things = "m4=elder_thing@1:C5R1 m5=elder_thing@1:C4R2 g6=elder_structure@1:C1R1"
    match = table(f"pool=1 A=arctic_explorer@1:C5R2/hp:5/objects:temporal_clock {things}")
    assert "use=temporal_clock" in play(match)


def test_danger_grows_with_damage_and_with_wounds() -> None:
    assert price(0, 1) == 0
    assert price(10, 3) < price(20, 3) < price(20, 2) < price(20, 1)


@pytest.mark.rule("CM-B12", "CM-L2")
def test_ground() -> None:
    box = table("pool=4 A=arctic_explorer@1:C6R1").view(0)["box"]
    farm = ground_of(box, "FF")
    assert farm is ground_of(box, "FF")
    hall = farm.reach(1, 2, 0)
    assert hall.bit_count() == 4, "the farmhouse has four cells and a door that is three steps away"
    assert farm.steps(1, 3, 0)[3].bit_count() == 1


RIVALS = (
    "mode=death_match phase=actions round=3 pool=4 tile.1=BC/0/up/rolled tile.3=AS/90/up/rolled "
    "tile.8=TS/180/up/rolled A=private_eye@1:C3R5/hp:4/life:0/home:0/me:4 "
    "B=arctic_explorer@{other}/hp:4/life:0/home:7/me:4 {pieces}"
)


@pytest.mark.parametrize(
    ("other", "pieces", "sensible", "patient"),
    [
        ("3:C3R3", "g5=cultist_idol@1:C4R5/hp:2", "go=C3R6", "melee=unarmed"),
        ("1:C3R6", "m6=cultist@1:C4R5/hp:1", "melee=unarmed", "melee=unarmed"),
    ],
    ids=["a generator", "a rival beside"],
)
def test_the_patient_player_lets_rivals_come(other: str, pieces: str, sensible: str, patient: str) -> None:
    match = mk.Match(GAME, seats=2, seed=1, position=RIVALS.format(other=other, pieces=pieces))
    ask, view = match.ask, match.view(0)
    assert GAME.manner is not None
    assert GAME.vocabulary.text(match.sensible(ask)) == sensible
    assert GAME.vocabulary.text(GAME.manner(view, ask)) == patient


def test_among_friends_patience_changes_nothing() -> None:
    match = mk.Match(GAME, seats=2, seed=4, options={"mode": "cooperative"})
    assert GAME.manner is not None
    for _ in range(150):
        ask = match.ask
        code = match.sensible(ask)
        assert GAME.manner(match.view(ask.actor), ask) == code
        match.answer(ask.actor, code)
