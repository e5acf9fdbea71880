"""The conformance suite at every size of table, and with cards of every kind."""

from __future__ import annotations

from pathlib import Path

import pytest

from miskatonic.games.tower import GAME
from miskatonic.testing import PROPERTIES, check

PACK = Path(__file__).with_name("packs") / "every_effect.toml"
SLOW = {"chance": 1}
"""Every tower is a chance of its own, and each is drawn thousands of times."""


@pytest.mark.parametrize("seats", [3, 4, 5])
@pytest.mark.parametrize("prop", PROPERTIES)
def test_conformance(prop: str, seats: int) -> None:
    check(prop, GAME, seats=seats, examples=SLOW.get(prop, 2))


@pytest.mark.rule("TM-V4", "TM-V5")
@pytest.mark.parametrize("seats", [1, 2])
@pytest.mark.parametrize("prop", [prop for prop in PROPERTIES if prop not in SLOW])
def test_conformance_of_small_tables(prop: str, seats: int) -> None:
    check(prop, GAME, seats=seats, examples=2)


@pytest.mark.rule("TM-C1", "TM-C5")
@pytest.mark.parametrize("seats", [3, 4, 5])
def test_hidden_hands_never_leak(seats: int) -> None:
    """With options as they are by default, and with abilities, which put cards under the deck."""
    check("secrets", GAME, seats=seats, options=GAME.default_options, examples=6)
    check("secrets", GAME, seats=seats, options={**GAME.default_options, "abilities": "random"}, examples=4)


@pytest.mark.parametrize("prop", [prop for prop in PROPERTIES if prop not in SLOW])
def test_conformance_of_a_pack(prop: str) -> None:
    check(prop, GAME, content=GAME.schema.load(PACK.read_text("utf-8"), PACK.name)[0], examples=2)
