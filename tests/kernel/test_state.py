"""States: plain data with a fingerprint."""

from __future__ import annotations

import subprocess
import sys

import pytest
from toys.candles import State

from miskatonic.kernel import State as KernelState
from miskatonic.kernel import fingerprint


def state() -> State:
    return State(seats=2, rounds=3, omens=True)


def test_equal_states_have_equal_fingerprints() -> None:
    assert fingerprint(state()) == fingerprint(state()) == fingerprint(state().copy())


@pytest.mark.parametrize("change", ["bank", "round", "omen", "reveals"])
def test_every_field_counts(change: str) -> None:
    other = state()
    setattr(other, change, getattr(other, change) + 1)
    assert fingerprint(other) != fingerprint(state())


def test_what_is_inside_lists_counts() -> None:
    other = state()
    other.hands[1].append(3)
    assert fingerprint(other) != fingerprint(state())
    moved = state()
    moved.hands[0].append(3)
    assert fingerprint(moved) != fingerprint(other)


def test_listeners_do_not_count() -> None:
    other = state()
    other.news = []
    other.tell("something", 1)
    assert fingerprint(other) == fingerprint(state())


class Bag(KernelState):
    """A state with every kind of plain value."""

    __slots__ = ("things",)

    def __init__(self, things: object) -> None:
        super().__init__()
        self.things = things


@pytest.mark.parametrize(
    ("one", "other"),
    [({1, 2, 3}, {3, 2, 1}), (frozenset("abc"), frozenset("cab")), ([1, (2, {"a": 3})], [1, (2, {"a": 3})])],
)
def test_equal_things(one: object, other: object) -> None:
    assert fingerprint(Bag(one)) == fingerprint(Bag(other))


@pytest.mark.parametrize(
    ("one", "other"), [({1}, {2}), ({"a": 1}, {"a": 2}), ("1", 1), (None, 0), ([1], [[1]]), (b"", "")]
)
def test_different_things(one: object, other: object) -> None:
    assert fingerprint(Bag(one)) != fingerprint(Bag(other))


def test_fingerprints_are_the_same_in_every_process() -> None:
    code = "import miskatonic as mk; print(mk.Match('arkham', seats=2, seed=1).fingerprint())"
    runs = {
        subprocess.run(
            [sys.executable, "-c", code], capture_output=True, text=True, check=True, env={"PYTHONHASHSEED": h}
        ).stdout
        for h in ("1", "2")
    }
    assert len(runs) == 1
