"""Dice in their places: tables say the same as counting die by die does."""

from __future__ import annotations

from itertools import combinations, permutations, product

import pytest

from miskatonic.games.tower.binding import FREE
from miskatonic.games.tower.names import ALL_DICE, BIT, DICE
from miskatonic.games.tower.tray import give_faces, hand_in, locked_by, some_of
from miskatonic.games.tower.vocabulary import LOCK_CODE
from miskatonic.kernel.hands import faces, hand_of
from miskatonic.kernel.sets import members

TRAYS = ((1, 2, 3, 4, 5), (6, 6, 1, 1, 2), (5, 4, 4, 2, 5), (3, 3, 3, 3, 3))


@pytest.mark.parametrize("tray", TRAYS)
def test_some_dice_are_a_hand_and_a_hand_goes_back_into_places(tray: tuple[int, ...]) -> None:
    for dice in range(ALL_DICE + 1):
        some = members(dice)
        assert faces(hand_in(tray, dice)) == tuple(sorted(tray[die] for die in some))
        thrown = hand_of([6, 1, 3, 3, 2][: len(some)])
        after = list(tray)
        for die, face in zip(some, faces(thrown), strict=True):
            after[die] = face
        assert give_faces(tray, dice, thrown) == tuple(after)


@pytest.mark.rule("TM-D5")
@pytest.mark.parametrize("tray", TRAYS)
def test_a_lock_takes_the_lowest_of_equal_dice(tray: tuple[int, ...]) -> None:
    for loose in range(1, ALL_DICE + 1):
        for number in range(1, loose.bit_count() + 1):
            for some in combinations(members(loose), number):
                locked = locked_by(loose, some_of(tray, loose), LOCK_CODE[hand_of(tray[die] for die in some)])
                assert not locked & ~loose
                assert sorted(tray[die] for die in members(locked)) == sorted(tray[die] for die in some)
                assert locked <= sum(BIT[die] for die in some)


@pytest.mark.rule("TM-D5", "TM-D6")
def test_dice_stand_together_if_each_finds_a_space_of_its_own() -> None:
    spaces = ({1}, {2}, {3}, set(range(1, 7)), set(range(1, 7)))
    for number in range(DICE + 1):
        for shown in product(range(1, 7), repeat=number):
            fits = any(all(map(set.__contains__, order, shown)) for order in permutations(spaces))
            assert (hand_of(shown) in FREE.locking.standing) == fits
