"""The conformance suite for every mode and number of players, and with every option."""

from __future__ import annotations

from random import Random

import pytest

from miskatonic.games.mash import GAME
from miskatonic.testing import PROPERTIES, check

SHORT = {"last_round": "10", "turn_limit": "5"}
"""Random play wanders about; a few rounds of it show as much as many."""
MODES = [
    (1, {}),
    (2, {"mode": "death_match"}),
    (3, {"mode": "death_match"}),
    (4, {"mode": "team_death_match"}),
    (2, {"mode": "capture_flag"}),
    (3, {"mode": "capture_flag", "keeper": "auto"}),
    (4, {"mode": "team_capture_flag"}),
    (2, {"mode": "cooperative"}),
    (3, {"mode": "cooperative", "sanity": "true"}),
    (4, {"mode": "cooperative", "coop_start": "true", "coop_tiles": "4"}),
    (1, {"sanity": "true", "coop_start": "true"}),
]
NAMES = [f"{seats}-{'-'.join(options.values()) or 'solo'}" for seats, options in MODES]


@pytest.mark.parametrize(("seats", "options"), MODES, ids=NAMES)
@pytest.mark.parametrize("prop", PROPERTIES)
def test_conformance(prop: str, seats: int, options: dict[str, str]) -> None:
    chosen = {option.name: option.default for option in GAME.options} | SHORT | options
    check(prop, GAME, seats=seats, options=chosen, examples=2)


def any_options(seed: int) -> dict[str, str]:
    random = Random(seed)
    chosen = {option.name: random.choice(option.values) for option in GAME.options}
    return chosen | SHORT | {"mode": "cooperative", "teams": "none", "q_custom_layout": "none"}


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("prop", PROPERTIES)
def test_conformance_with_any_options(prop: str, seed: int) -> None:
    check(prop, GAME, seats=2 + seed, options=any_options(seed), examples=1)
