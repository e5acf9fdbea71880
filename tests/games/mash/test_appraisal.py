"""What is appraised as better is better, and tables are worth what sensible players make of them."""

from __future__ import annotations

from math import exp, tanh

import pytest

from miskatonic.games.appraisal import network
from miskatonic.games.mash.outlook import OUTLOOK, outlook
from miskatonic.games.mash.outlook.weights import LAST, UNITS
from miskatonic.games.mash.ranking import ranking
from miskatonic.games.mash.state import Mash
from miskatonic.kernel import Match

AT = "mode=solo phase=begin round=9 tile.1=BC/0/up/rolled tile.2=IF/0/up/rolled"
HERO = "A=private_eye@1:C3R3/hp:{hp}/objects:{objects}/life:0/home:0"


def chance(pieces: str = "", hp: int = 4, objects: str = "revolver_32", rolled: str = "") -> float:
    """How likely a position is won, at a glance."""
    position = f"{AT} {rolled} {HERO.format(hp=hp, objects=objects)} {pieces}"
    return Match("mash", seats=1, seed=1, position=position).appraisal[0]


NEST = "g5=cultist_idol@1:C1R2/hp:2"
FIGHT = f"{NEST} m6=cultist@1:C3R4/hp:1"
CROWD = f"{FIGHT} m7=cultist@1:C4R4/hp:1 m8=cultist@1:C5R4/hp:1"


@pytest.mark.parametrize(
    ("worse", "better"),
    [
        (chance(FIGHT, hp=2), chance(FIGHT, hp=3)),
        (chance(NEST), chance(NEST.replace("hp:2", "hp:1"))),
        (chance(CROWD), chance(FIGHT)),
        (chance(), chance(objects="revolver_32+pitchfork")),
        (chance(), chance(objects="revolver_32+mi_go_living_armor")),
        (chance(), chance(rolled="tile.3=AS/90/up/rolled")),
    ],
    ids=["health", "a blow", "fewer monsters", "a weapon", "armour", "a room"],
)
def test_progress_is_a_good_sign(worse: float, better: float) -> None:
    assert worse < better


@pytest.mark.parametrize(
    ("pieces", "won"),
    [("", 0.305), (NEST, 0.455), (f"{NEST} m6=cultist@1:C5R3/hp:1", 0.46), (NEST.replace("@1", "@2"), 0.33)],
    ids=["empty-handed", "a nest here", "a nest and a monster", "a nest elsewhere"],
)
def test_tables_are_worth_what_sensible_players_make_of_them(pieces: str, won: float) -> None:
    """Each was played to the end 200 times. A generator is worth what is won with it: nothing left is worse."""
    assert chance(pieces) == pytest.approx(won, abs=0.07)


def test_a_remedy_is_there_to_be_used() -> None:
    assert chance(FIGHT, objects="revolver_32+sack_of_grits", hp=3) < chance(FIGHT, hp=4)


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_every_sign_has_a_name_and_a_weight(seats: int) -> None:
    match = Match("mash", seats=seats, seed=2, options={"mode": "cooperative"})
    while not match.appraisal:
        match.answer(match.ask.actor, match.sensible(match.ask))
    state = match._state
    assert isinstance(state, Mash)
    assert len(outlook(state)) == len(OUTLOOK) == len(set(OUTLOOK))
    assert {len(unit) for unit in UNITS} == {1 + len(OUTLOOK)}
    assert len(LAST) == 1 + len(OUTLOOK) + len(UNITS)


def test_a_network_weighs_signs_and_units() -> None:
    """Two signs; a unit that sees only their sum, and straight weights."""
    units, last = ((0.0, 1.0, 1.0),), (0.5, 2.0, 0.0, 3.0)
    evidence = 0.5 + 2.0 * 0.3 + 3.0 * tanh(0.3 - 0.1)
    assert network((0.3, -0.1), units, last) == pytest.approx(1 / (1 + exp(-evidence)))


def test_friends_think_in_fights_and_neither_about_waiting_nor_about_throwing_away() -> None:
    for pieces, thinks in (("", False), (FIGHT, True)):
        position = f"{AT} {HERO.format(hp=3, objects='revolver_32')} {pieces}".replace("begin", "actions pool=4")
        match = Match("mash", seats=1, seed=1, position=position)
        order = ranking(match.view(0), match.ask)
        assert (len(order) > 1) == thinks
        words = [match.game.vocabulary.text(code) for code in match.ask.options]
        idle = {
            code for code, word in zip(match.ask.options, words, strict=True) if word.startswith(("drop", "do=end"))
        }
        assert len(idle) == 2
        assert idle.isdisjoint(order[1:])
