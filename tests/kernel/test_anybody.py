"""The player who takes any option."""

from __future__ import annotations

from collections import Counter

import miskatonic as mk

ASK = mk.Ask(0, "letter", (3, 5, 8, 13))


def test_every_option_is_taken_about_as_often() -> None:
    player = mk.anybody(7)
    taken = Counter(player(ASK) for _ in range(4_000))
    assert set(taken) == set(ASK.options)
    assert all(abs(times - 1_000) < 150 for times in taken.values())


def test_the_same_seed_takes_the_same_options() -> None:
    one, same, other = mk.anybody("a seed"), mk.anybody("a seed"), mk.anybody("another")
    first = [one(ASK) for _ in range(50)]
    assert first == [same(ASK) for _ in range(50)]
    assert first != [other(ASK) for _ in range(50)]


def test_who_has_no_choice_takes_what_there_is() -> None:
    assert mk.anybody(1)(mk.Ask(0, "letter", (4,))) == 4
