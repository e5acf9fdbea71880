"""Dice in their places: tables say the same as counting die by die does."""

from __future__ import annotations

from itertools import combinations, permutations, product

import pytest

from miskatonic.games.tower.binding import FREE
from miskatonic.games.tower.names import ALL_DICE, BIT, DICE
from miskatonic.games.tower.placing import Bonus, Placing
from miskatonic.games.tower.tray import dice_in, give_faces, highest, lowest, number_in, tray_of, turned
from miskatonic.games.tower.vocabulary import LOCKED, NUMBER
from miskatonic.kernel.hands import faces, hand_of
from miskatonic.kernel.sets import members

TRAYS = ((1, 2, 3, 4, 5), (6, 6, 1, 1, 2), (5, 4, 4, 2, 5), (3, 3, 3, 3, 3))
ANY = frozenset(range(1, 7))


@pytest.mark.parametrize("shown", TRAYS)
def test_some_dice_are_a_hand_and_a_hand_goes_back_into_places(shown: tuple[int, ...]) -> None:
    tray = tray_of(shown)
    assert dice_in(tray) == shown
    for dice in range(ALL_DICE + 1):
        some = members(dice)
        assert faces(LOCKED[number_in(tray, dice)]) == tuple(sorted(shown[die] for die in some))
        thrown = hand_of([6, 1, 3, 3, 2][: len(some)])
        after = list(shown)
        for die, face in zip(some, faces(thrown), strict=True):
            after[die] = face
        assert dice_in(give_faces(tray, dice, NUMBER[thrown])) == tuple(after)


def test_before_the_first_throw_there_are_no_dice() -> None:
    assert dice_in(0) == ()
    assert LOCKED[number_in(0)] == 0


@pytest.mark.rule("TM-D12")
def test_a_turned_die_lies_where_it_lay() -> None:
    assert dice_in(turned(tray_of((1, 2, 3, 4, 5)), 2, 6)) == (1, 2, 6, 4, 5)


@pytest.mark.rule("TM-D5")
@pytest.mark.parametrize("shown", TRAYS)
def test_a_lock_takes_the_lowest_of_equal_dice(shown: tuple[int, ...]) -> None:
    tray = tray_of(shown)
    for loose in range(1, ALL_DICE + 1):
        for number in range(1, loose.bit_count() + 1):
            for some in combinations(members(loose), number):
                locked = lowest(tray, loose, hand_of(shown[die] for die in some))
                assert not locked & ~loose
                assert sorted(shown[die] for die in members(locked)) == sorted(shown[die] for die in some)
                assert locked <= sum(BIT[die] for die in some)


def test_the_highest_of_equal_dice() -> None:
    assert members(highest(tray_of((6, 2, 6, 6, 1)), hand_of((6, 6)))) == [2, 3]


@pytest.mark.rule("TM-D5", "TM-D6")
def test_dice_stand_together_if_each_finds_a_space_of_its_own() -> None:
    spaces = ({1}, {2}, {3}, set(range(1, 7)), set(range(1, 7)))
    for number in range(DICE + 1):
        for shown in product(range(1, 7), repeat=number):
            fits = any(all(map(set.__contains__, order, shown)) for order in permutations(spaces))
            assert (hand_of(shown) in FREE.locking.standing) == fits


@pytest.mark.rule("TM-D6", "TM-D10")
@pytest.mark.parametrize(
    ("gate", "heart", "discovery", "bonus", "distinct", "lowest_leads"),
    [
        ({1}, {2}, ANY, Bonus(0, 0, (0,) * 7), False, False),
        ({1, 6}, {2}, ANY, Bonus(1, 2, (0,) * 7), True, False),
        ({1, 5}, {2, 6}, ANY - {4}, Bonus(0, 0, (0, 3, 0, 0, 0, 0, 0)), True, True),
        ({1, 4}, {2, 5}, ANY, Bonus(0, 3, (0, 0, 0, 2, 0, 0, 1)), True, False),
    ],
)
def test_the_best_total_counts_then_the_lowest_dice_on_the_symbols(
    gate: set[int], heart: set[int], discovery: set[int], bonus: Bonus, distinct: bool, lowest_leads: bool
) -> None:
    placing = Placing(
        (frozenset(gate), frozenset(heart), frozenset({3}), frozenset(discovery)), bonus, distinct, lowest_leads
    )
    for shown in product(range(1, 7), repeat=DICE):
        ways = []
        for symbols in permutations(range(DICE), 3):
            rest = [die for die in range(DICE) if die not in symbols]
            one, two = (shown[die] for die in rest)
            fits = all(map(set.__contains__, (gate, heart, {3}), (shown[die] for die in symbols)))
            if fits and {one, two} <= discovery:
                total = one + two + bonus.flat + bonus.pair * (one == two) + bonus.per_face[one] + bonus.per_face[two]
                ways.append((total if lowest_leads else -total, symbols, total, rest, one != two or not distinct))
        placed = placing.of(tray_of(shown))
        assert placed.stands == bool(ways)
        if ways:
            _, _, total, rest, needs_met = min(ways)
            assert (placed.total, placed.needs_met) == (total, needs_met)
            assert members(placing.discovery(tray_of(shown))) == rest
