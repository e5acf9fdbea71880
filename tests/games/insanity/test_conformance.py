"""The conformance suite at every size of table."""

from __future__ import annotations

import pytest

from miskatonic.games.insanity import GAME
from miskatonic.testing import PROPERTIES, check


@pytest.mark.parametrize("seats", GAME.seats)
@pytest.mark.parametrize("prop", PROPERTIES)
def test_conformance(prop: str, seats: int) -> None:
    check(prop, GAME, seats=seats, examples=12)
