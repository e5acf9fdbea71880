"""Chance: what can come out, how likely, and in which words."""

from __future__ import annotations

from collections import Counter
from math import isclose
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from miskatonic.kernel import Chance, Dice, Draw, FortuneError, Seeded
from miskatonic.kernel.hands import hand_of


@given(st.integers(0, 5), st.integers(2, 8))
def test_outcomes_of_dice_follow_from_counting_all_throws(number: int, sides: int) -> None:
    throws = [0]
    for _ in range(number):
        throws = [hand + hand_of((face,)) for hand in throws for face in range(1, sides + 1)]
    counted = Counter(throws)
    outcomes = Dice("d", number, sides).outcomes()
    assert [code for code, _ in outcomes] == sorted(counted)
    assert all(isclose(p, counted[code] / len(throws)) for code, p in outcomes)


@given(st.integers(0, 9), st.integers(2, 8), st.integers(0))
def test_throws_are_possible_and_have_words(number: int, sides: int, seed: int) -> None:
    dice = Dice("d", number, sides)
    random = Random(seed)
    for outcome in (dice.draw(random.randrange), dice.sample(random.random)):
        assert dice.possible(outcome)
        if number:
            assert dice.parse(dice.text(outcome)) == outcome


def test_dice_in_words() -> None:
    assert str(Dice("roll", 3)) == "roll:3"
    assert str(Dice("roll", 1, 3)) == "roll:1d3"
    assert repr(Dice("roll", 3)) == "Dice(roll:3)"
    assert Dice("roll", 3).text(hand_of((5, 1, 1))) == "1,1,5"
    assert Dice("roll", 3).parse("5,1,1") == hand_of((1, 1, 5))


@pytest.mark.parametrize("text", ["", "1,2", "1,2,3,4", "1,2,7", "0,1,2", "a,b,c", "1;2;3", "1,,2"])
def test_what_is_no_throw_is_refused(text: str) -> None:
    with pytest.raises(FortuneError, match="is not a throw of roll:3"):
        Dice("roll", 3).parse(text)


@pytest.mark.parametrize("outcome", [-1, 0, hand_of((1, 2)), hand_of((1, 2, 3, 4)), hand_of((1, 2, 7))])
def test_impossible_throws(outcome: int) -> None:
    assert not Dice("roll", 3).possible(outcome)
    assert Dice("roll", 3).possible(hand_of((1, 2, 6)))


def test_the_first_dice_do_not_depend_on_how_many_follow() -> None:
    few = Dice("d", 2).draw(iter_below([3, 5, 0, 1]))
    many = Dice("d", 4).draw(iter_below([3, 5, 0, 1]))
    assert many - few == hand_of((1, 2))


def iter_below(numbers: list[int]):  # type: ignore[no-untyped-def]
    left = iter(numbers)
    return lambda n: next(left)


@pytest.mark.parametrize("number", [0, 1, 5, 6, 7, 13])
def test_a_stream_of_dice_does_not_depend_on_what_was_cached(number: int) -> None:
    """The table that makes dice quick is filled by the first roll; a fresh die must give the same stream."""
    used = Dice("d", number)
    for _ in range(3):
        used.sample(Random(1).random)
    streams = []
    for dice in (used, None):
        fortune = Seeded(5)
        streams.append([fortune.draw(dice or Dice("d", number), n) for n in range(20)])
        streams[-1].append(fortune.draw(Dice("next", 1), 20))
    assert streams[0] == streams[1]


def test_draws_go_by_weight() -> None:
    draw = Draw("card", [(7, 3), (2, 1), (5, 0)], names={7: "seven", 2: "two"}.__getitem__)
    assert draw.outcomes() == [(2, 0.25), (7, 0.75)]
    assert [draw.draw(lambda n, at=at: at) for at in range(4)] == [2, 7, 7, 7]  # type: ignore[misc]
    assert draw.text(7) == "seven"
    assert draw.parse("two") == 2
    assert draw.possible(7)
    assert not draw.possible(5)
    with pytest.raises(FortuneError, match="'five' cannot be drawn for card"):
        draw.parse("five")


def test_an_empty_stack_cannot_be_drawn_from() -> None:
    with pytest.raises(FortuneError, match="nothing left to draw for card"):
        Draw("card", [(1, 0)]).draw(lambda n: 0)


def test_keys_and_audiences_make_another_chance() -> None:
    dice = Dice("d", 2)
    dice.sample(Random(1).random)
    keyed = dice.keyed("k")
    assert (keyed.key, keyed.table, dice.key) == ("k", (), "")
    private = dice.private(3)
    assert (private.audience, dice.audience) == (3, None)
    assert private.outcomes() == dice.outcomes()
    keyed.sample(Random(1).random)
    assert keyed.table == ()


def test_a_chance_of_its_own_kind_needs_only_a_label() -> None:
    chance = Chance("tower")
    with pytest.raises(FortuneError, match="the outcomes of tower cannot be listed"):
        chance.outcomes()
    with pytest.raises(FortuneError, match="tower cannot be drawn"):
        chance.draw(lambda n: 0)


class Coin(Chance):
    """A chance with only what it must have."""

    __slots__ = ()

    def outcomes(self) -> list[tuple[int, float]]:
        return [(0, 0.5), (1, 0.5)]

    def draw(self, below):  # type: ignore[no-untyped-def]
        return below(2)


def test_plain_outcomes_are_numbers_in_words() -> None:
    coin = Coin("coin")
    assert coin.parse(coin.text(1)) == 1
    assert {coin.sample(Random(n).random) for n in range(20)} == {0, 1}
    for text in ("2", "heads", ""):
        with pytest.raises(FortuneError, match="is not an outcome of coin"):
            coin.parse(text)
