"""Hands of dice as integers."""

from __future__ import annotations

from itertools import combinations_with_replacement

import pytest
from hypothesis import given
from hypothesis import strategies as st

from miskatonic.kernel.hands import MANY, UNIT, count, faces, hand_of, parts, rank, size, unrank

SHOWN = st.lists(st.integers(1, 12), max_size=MANY)


@given(SHOWN)
def test_faces_of_a_hand_are_those_put_in(shown: list[int]) -> None:
    hand = hand_of(shown)
    assert faces(hand) == tuple(sorted(shown))
    assert size(hand) == len(shown)
    assert all(count(hand, face) == shown.count(face) for face in range(1, 13))


@given(SHOWN, SHOWN)
def test_hands_add_and_subtract(mine: list[int], yours: list[int]) -> None:
    both = [*mine[:15], *yours[:15]]
    assert hand_of(both) - hand_of(yours[:15]) == hand_of(mine[:15])


def test_the_empty_hand() -> None:
    assert hand_of(()) == UNIT[0] == 0
    assert faces(0) == ()


@given(st.lists(st.integers(1, 6), max_size=6))
def test_parts_are_all_sub_hands_once(shown: list[int]) -> None:
    expected = {
        hand_of(face for face, bit in zip(shown, bits, strict=True) if bit) for bits in bit_patterns(len(shown))
    }
    found = parts(hand_of(shown))
    assert len(found) == len(set(found))
    assert set(found) == expected


def bit_patterns(length: int) -> list[tuple[bool, ...]]:
    return [tuple(bool(n >> i & 1) for i in range(length)) for n in range(2**length)]


def test_parts_may_be_capped() -> None:
    hand = hand_of((1, 1, 1, 4))
    assert sorted(map(faces, parts(hand, {1: 1}))) == [(), (1,), (1, 4), (4,)]
    assert sorted(map(faces, parts(hand, {1: 0}))) == [(), (4,)]
    assert len(parts(hand, {1: 9})) == 8


@pytest.mark.parametrize(("kinds", "most"), [(1, 6), (2, 6), (6, 7), (7, 5), (12, 3)])
def test_rank_numbers_all_hands_without_a_gap(kinds: int, most: int) -> None:
    hands = [
        hand_of(shown) for dice in range(most + 1) for shown in combinations_with_replacement(range(1, kinds + 1), dice)
    ]
    assert sorted(rank(hand, kinds) for hand in hands) == list(range(len(hands)))
    assert all(unrank(rank(hand, kinds), kinds) == hand for hand in hands)
    sizes = [size(unrank(place, kinds)) for place in range(len(hands))]
    assert sizes == sorted(sizes)
