"""What is appraised as better is better, and tables are worth what sensible players make of them."""

from __future__ import annotations

from math import exp, tanh

import pytest

from miskatonic.games.appraisal import network
from miskatonic.games.mash.outlook import OUTLOOK, friends_weights, outlook, rivals_weights
from miskatonic.games.mash.outlook.duels import FAR, Marches, duel
from miskatonic.games.mash.outlook.rivals import RIVALRY, rivalry
from miskatonic.games.mash.ranking import ranking
from miskatonic.games.mash.state import Mash
from miskatonic.games.mash.vocabulary import END
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


TABLES = [
    *((1, "cooperative"), (2, "cooperative"), (3, "cooperative"), (4, "cooperative")),
    *((2, "death_match"), (3, "death_match"), (4, "team_death_match"), (2, "capture_flag"), (4, "team_capture_flag")),
]


@pytest.mark.parametrize(("seats", "mode"), TABLES)
def test_every_sign_has_a_name_and_a_weight(seats: int, mode: str) -> None:
    match = Match("mash", seats=seats, seed=2, options={"mode": mode, "keeper": "auto"})
    while not match.appraisal:
        match.answer(match.ask.actor, match.sensible(match.ask))
    state = match._state
    assert isinstance(state, Mash)
    names, weights = (OUTLOOK, friends_weights) if state.friendly else (RIVALRY, rivals_weights)
    for signs in [outlook(state)] if state.friendly else rivalry(state):
        assert len(signs) == len(names) == len(set(names))
    assert {len(unit) for unit in weights.UNITS} == {1 + len(names)}
    assert len(weights.LAST) == 1 + len(names) + len(weights.UNITS)


def rivals(at: str = "C3R4", hp: int = 4, other_hp: int = 4, objects: str = "herbs", active: int = 0) -> Match:
    """Two rivals, the second on C3R3 of the first tile, or the first elsewhere."""
    where = at if ":" in at else f"1:{at}"
    return Match(
        "mash",
        seats=2,
        seed=1,
        position=f"mode=death_match phase=begin round=9 active={active} tile.1=BC/0/up/rolled tile.3=AS/90/up/rolled "
        f"tile.8=TS/180/up/rolled A=private_eye@{where}/hp:{hp}/objects:{objects}/life:0/home:0/me:4 "
        f"B=private_eye@1:C3R3/hp:{other_hp}/life:0/home:7/me:4",
    )


def state_of(match: Match) -> Mash:
    state = match.rest
    assert isinstance(state, Mash)
    return state


@pytest.mark.parametrize(
    ("worse", "better"),
    [
        (rivals(hp=1), rivals(hp=3)),
        (rivals(other_hp=3), rivals(other_hp=1)),
        (rivals(), rivals(objects="tommy_gun")),
        (rivals(other_hp=1, active=1), rivals(other_hp=1)),
        (rivals(at="8:C3R3", other_hp=1), rivals(other_hp=1)),
        (rivals(hp=1, active=1), rivals(at="8:C3R3", hp=1, active=1)),
    ],
    ids=["health", "the other's wounds", "a weapon", "the own turn", "at the throat of the weak", "out of reach"],
)
def test_a_lead_over_a_rival_is_a_good_sign(worse: Match, better: Match) -> None:
    assert worse.appraisal[0] < better.appraisal[0]


def test_what_is_good_for_one_rival_is_bad_for_the_other() -> None:
    mine, theirs = rivals(other_hp=1).appraisal
    assert mine > 0.7
    assert mine + theirs == pytest.approx(1, abs=0.1)


def test_a_duel_is_counted_out() -> None:
    """Four blows that hit one time in two at somebody who can bear one; a shot is not possible without a weapon."""
    s = state_of(rivals(other_hp=1))
    one, other = s.heroes
    assert (one.actions, other.defense, s.card(one).melee) == (4, 4, 6)
    close, same_tile, beside, in_sight, near, strikes, damage, kill, might, slaughter = duel(s, one, other, Marches(s))
    assert (close, same_tile, beside, in_sight, near, strikes) == (1, 1, 1, 0, 1, 1)
    assert damage == might == 1
    assert kill == slaughter == pytest.approx(1 - 0.5**4)


def test_a_march_counts_moves_through_gates() -> None:
    for at, blow in (("C3R4", 0), ("C5R3", 1), ("3:C6R3", 2), ("3:C3R3", 3), ("8:C3R3", FAR)):
        s = state_of(rivals(at=at))
        assert Marches(s).until(s.heroes[0], s.heroes[1])[0] == blow


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


def test_rivals_think_in_quiet_rooms_too_but_not_about_waiting() -> None:
    match = rivals(at="1:C1R6")
    while match.ask.prompt != "act":
        match.answer(match.ask.actor, match.sensible(match.ask))
    order = ranking(match.view(match.ask.actor), match.ask)
    assert len(order) > 1
    assert END in match.ask.options
    assert END not in order[1:]
