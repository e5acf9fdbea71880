"""What tests of thinking bots have in common."""

from __future__ import annotations

from random import Random

import pytest

from miskatonic.bots import Glimpse
from miskatonic.kernel import Match


@pytest.fixture
def worlds(monkeypatch: pytest.MonkeyPatch) -> list[Match]:
    """Every world that is imagined from now on."""
    found: list[Match] = []
    imagine = Glimpse.world

    def kept(self: Glimpse, random: Random) -> Match:
        found.append(imagine(self, random))
        return found[-1]

    monkeypatch.setattr(Glimpse, "world", kept)
    return found
