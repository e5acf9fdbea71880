"""Several people on the same case (DA-V)."""

from __future__ import annotations

import pytest

import miskatonic as mk
from miskatonic.games.arkham import GAME
from miskatonic.games.arkham.side_by_side import ranks
from miskatonic.games.arkham.state import Case
from miskatonic.kernel import Dice
from miskatonic.kernel.fortune import looked_up
from miskatonic.kernel.hands import faces


def shown(turn: int, label: str, occurrence: int, dice: int) -> list[int]:
    below = looked_up("arkham-1", f"{turn}|{label}|{occurrence}")
    return [below(6) + 1 for _ in range(dice)]


def case(match: mk.Match) -> Case:
    assert isinstance(match._state, Case)
    return match._state


@pytest.mark.rule("DA-V2")
def test_x106_mythos_dice_are_looked_up() -> None:
    assert shown(1, "mythos", 1, 2) == [6, 3]
    match = mk.Match(GAME, seats=["Ann", "Ben"], seed="arkham-1")
    assert [view["mythos"] for view in (match.view(0)["you"], match.view(1)["you"])] == [[3, 6], [3, 6]]


@pytest.mark.rule("DA-V2")
def test_x107_the_first_roll() -> None:
    assert shown(1, "roll1", 1, 5) == [5, 1, 6, 1, 1]
    match = mk.Match(GAME, seed="arkham-1", options={"luck": "shared"})
    assert match.view(0)["you"]["dice"] == [1, 1, 1, 5, 6]


@pytest.mark.rule("DA-V1", "DA-V2")
def test_x108_who_rolls_fewer_dice_gets_the_first_of_who_rolls_more() -> None:
    assert shown(1, "roll2", 1, 3) == [4, 2, 1]
    match = mk.Match(GAME, seats=["Ann", "Ben"], seed="arkham-1")
    match.say("1,5,6", actor=0)
    match.say("5,6", actor=1)
    assert match.view(0)["you"]["dice"] == [1, 1, 1, 2, 4]
    assert match.view(1)["you"]["dice"] == [1, 1, 1, 2, 4]


@pytest.mark.rule("DA-V2")
def test_a_second_occasion_in_a_turn_has_luck_of_its_own() -> None:
    chance = Dice("mythos", 2)
    fortune = mk.Seeded("arkham-1")
    first, second = (fortune.draw(chance.keyed(f"1|mythos|{n}"), 0) for n in (1, 2))
    assert faces(first) == (3, 6)
    assert faces(second) == tuple(sorted(shown(1, "mythos", 2, 2)))


@pytest.mark.rule("DA-V3")
def test_x109_ranking() -> None:
    match = mk.Match(GAME, seats=["Ann", "Ben", "Cid", "Dee", "Eve"], seed=1)
    rows = [
        {"result": "won", "turn": 13, "keys": 1, "seals": 3},
        {"result": "won", "turn": 13, "keys": 0, "seals": 3},
        {"result": "lost:keys", "seals": 2, "inv": 5, "keys": 3},
        {"result": "lost:health", "seals": 2, "inv": 5, "keys": 1},
        {"result": "lost:sanity", "seals": 1, "inv": 15},
    ]
    for s, row in zip(case(match).investigators, rows, strict=True):
        for name, value in row.items():
            setattr(s, name, value)
    assert ranks(case(match)) == [2, 1, 4, 3, 5]


@pytest.mark.rule("DA-V3")
def test_equals_share_a_rank() -> None:
    match = mk.Match(GAME, seats=4, seed=1)
    for s, (result, seals) in zip(
        case(match).investigators, [("won", 3), ("lost:keys", 1), ("lost:keys", 1), ("lost:keys", 0)], strict=True
    ):
        s.result, s.seals = result, seals
    assert ranks(case(match)) == [1, 2, 2, 4]


@pytest.mark.rule("DA-V1")
def test_others_are_seen_as_they_stood_at_the_end_of_the_last_turn() -> None:
    match = mk.Match(GAME, seats=["Ann", "Ben"], seed="arkham-1")
    before = match.view(1)
    match.say("stop", actor=0)
    assert match.view(1) == before, "an answer is hidden until all are in"
    assert "dice" not in match.view(1)["investigators"][0]
    assert match.view(None)["you"] is None


@pytest.mark.rule("DA-V1")
def test_two_who_have_completed_a_turn_see_each_other_while_a_third_plays_on() -> None:
    rolls = "mythos=3,6 roll1=1,5,5,6,6 " * 3 + "roll2=6"
    match = mk.Match(GAME, seats=["Ann", "Ben", "Cid"], fortune=mk.Scripted(rolls.split()))
    for actor, word in enumerate(("stop", "stop", "5")):
        match.say(word, actor=actor)
    match.say("flee", actor=0)
    match.say("fight", actor=1)
    match.say("stop", actor=2)
    assert {ask.actor for ask in match.asks} == {1, 2}

    def turns(seat: int | None) -> list[tuple[int, int]]:
        return [(s["turn"], s["fight"]) for s in match.view(seat)["investigators"]]

    assert turns(0) == [(2, 5), (1, 3), (1, 3)], "Ann waits; Ben and Cid have not completed their turns"
    assert turns(1) == [(1, 3), (1, 5), (1, 3)]
    assert isinstance(match.fortune, mk.Scripted)
    match.fortune.add("enemy=1,1,1", "mythos=5,6", "roll1=1,5,5,6,6", "mythos=5,6", "roll1=1,5,5,6,6")
    match.say("spend=0,0", actor=1)
    match.say("stance=fight", actor=2)
    assert [ask.actor for ask in match.asks] == [2]
    assert turns(0) == [(2, 5), (2, 5), (1, 3)], "Ann and Ben have both completed turn 1"
    assert turns(1) == [(2, 5), (2, 5), (1, 3)]
    assert turns(2) == [(1, 3), (1, 3), (1, 4)], "Cid has not"
    assert turns(None) == [(1, 3)] * 3


@pytest.mark.rule("DA-V1")
def test_who_has_finished_waits_and_the_match_ends_when_all_have() -> None:
    match = mk.Match(GAME, seats=3, seed="wait")
    turns: list[tuple[str, ...]] = []
    while not match.over:
        ask = match.ask
        match.answer(ask.actor, ask.options[0] if ask.actor else ask.options[-1])
        turns.append(tuple(s.result for s in case(match).investigators))
    assert all(turns[-1])
    assert any(any(now) and not all(now) for now in turns), "the seats end at different times"
    assert match.returns == tuple(1.0 if s.result == "won" else -1.0 for s in case(match).investigators)
    assert min(match.view(0)["ranks"]) == 1
    assert "Seat 1: " in match.named(GAME.phrases.ending(match.view(0)))


@pytest.mark.rule("DA-V2")
def test_company_plays_like_alone_on_the_same_case() -> None:
    alone = mk.Match(GAME, seed="same", options={"luck": "shared"})
    both = mk.Match(GAME, seats=2, seed="same", options={"luck": "shared"})
    alone.play(lambda ask: ask.options[0])
    both.play(lambda ask: ask.options[0])
    assert [s.result for s in case(both).investigators] == [alone.result] * 2
    assert {s.turn for s in case(both).investigators} == {case(alone).investigators[0].turn}


@pytest.mark.rule("DA-V1")
def test_a_position_names_every_sheet() -> None:
    match = mk.Match(GAME, seats=3, seed="wait")
    finished = 0
    while not match.over:
        ask = match.ask
        match.answer(ask.actor, ask.options[0] if ask.actor else ask.options[-1])
        if not match.over:
            again = mk.Match(GAME, seats=3, position=match.position)
            assert again.position == match.position
            assert again.view(None) == match.view(None)
            finished += ".result=" in match.position
    assert finished, "a seat that has finished is part of it"


@pytest.mark.parametrize(
    ("position", "reason"),
    [
        ("2.health=3", "not at this table"),
        ("A.health=3", "not at this table"),
        ("0.luck=3", "no part of a position"),
        ("result=won", "no part of a position"),
        ("0.health=0", "from 1 to 10"),
        ("0.result=lost:keys", "does not fit"),
        ("0.result=lost:health 0.health=0 1.result=won 1.seals=3", "somebody must still play"),
    ],
)
def test_impossible_positions_of_several_are_refused(position: str, reason: str) -> None:
    with pytest.raises(mk.SetupError, match=reason):
        mk.Match(GAME, seats=2, position=position)


def test_a_position_of_one_seat() -> None:
    match = mk.Match(GAME, seats=2, position="turn=4 1.health=7 keys=1 0.elder_die=yes")
    assert [(s["turn"], s["health"], s["elder_die"]) for s in match.view(None)["investigators"]] == [
        (4, 10, True),
        (4, 7, False),
    ]
    with pytest.raises(mk.SetupError, match="not at this table"):
        mk.Match(GAME, position="0.health=3")
