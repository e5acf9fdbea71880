"""The conformance suite at every size of table, and with cards of every kind."""

from __future__ import annotations

from pathlib import Path

import pytest

from miskatonic.games.insanity import GAME
from miskatonic.testing import PROPERTIES, check

PACKS = sorted(Path(__file__).with_name("packs").glob("*.toml"))


@pytest.mark.parametrize("seats", GAME.seats)
@pytest.mark.parametrize("prop", PROPERTIES)
def test_conformance(prop: str, seats: int) -> None:
    check(prop, GAME, seats=seats, examples=4)


@pytest.mark.parametrize("pack", PACKS, ids=lambda path: path.stem)
@pytest.mark.parametrize("prop", PROPERTIES)
def test_conformance_of_packs(prop: str, pack: Path) -> None:
    check(prop, GAME, content=GAME.schema.load(pack.read_text("utf-8"), pack.name)[0], examples=4)
