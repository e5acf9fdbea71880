"""Every number of an observation is described, and the page says what the games say."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import product

import pytest

from miskatonic.gyms import fields
from miskatonic.kernel.features import spread
from tools import observations


def choices(pattern: str, words: observations.Words) -> Iterator[dict[str, int]]:
    """By hole of a pattern, the place of a value in its list: all there are."""
    holes = observations.HOLE.findall(pattern)
    for places in product(*(range(len(words.holes[hole])) for hole in holes)):
        yield dict(zip(holes, places, strict=True))


@pytest.mark.parametrize("game", observations.GAMES)
def test_every_feature_has_exactly_one_description(game: str) -> None:
    words = observations.words_of(game)
    described = Counter(name for pattern in words.meaning for name in observations.names_of(pattern, words))
    assert described == Counter(words.names)
    assert set(described.values()) == {1}
    assert all(words.meaning.values())
    assert fields(game)[: len(words.names)] == list(words.names)


@pytest.mark.parametrize("game", observations.GAMES)
def test_the_page_finds_every_number(game: str) -> None:
    """What the page says about where numbers are leads to their names."""
    words = observations.words_of(game)
    for pattern in words.meaning:
        place = observations.where(pattern, words)
        for number, values in enumerate(choices(pattern, words)):
            name = pattern.format(**{hole: words.holes[hole][at] for hole, at in values.items()})
            if " + " in place:
                terms = [term.split() for term in place.split(" + ")[1:]]
                found = int(place.split()[0]) + sum(int(["1", *term][-2]) * values[term[-1]] for term in terms)
            else:
                found = int(place.split()[0]) + number
            assert words.names[found] == name


def test_the_page_is_what_the_games_say() -> None:
    assert observations.PAGE.read_text("utf-8") == observations.generated(), "run python -m tools.observations"


def test_what_begins_alike_is_told_together() -> None:
    holes = {"seat": range(2), "face": "ab"}
    assert spread(("turn", "{seat}_x", "{seat}_y"), holes) == ("turn", "0_x", "0_y", "1_x", "1_y")
    assert spread(("p_{face}", "q_{face}"), holes) == ("p_a", "p_b", "q_a", "q_b")
    assert spread(("{seat}_{face}", "{seat}_z"), holes) == ("0_a", "0_b", "0_z", "1_a", "1_b", "1_z")
