"""What a learnt eye makes of sheets."""

from __future__ import annotations

from pathlib import Path

import pytest

import miskatonic as mk
from miskatonic.games.insanity import GAME
from miskatonic.games.insanity.outlook import hope, outlook, sheets
from miskatonic.games.insanity.outlook.weights import LAST, UNITS
from miskatonic.games.insanity.state import Cult

PACKS = {path.stem: path.read_text("utf-8") for path in Path(__file__).with_name("packs").glob("*.toml")}
FACES = (4, 6, 6, 8, 8, 10)


def state(match: mk.Match) -> Cult:
    found = match.rest
    assert isinstance(found, Cult)
    return found


@pytest.mark.parametrize("name", ["standard", *PACKS])
@pytest.mark.parametrize("seats", [2, 3, 5])
def test_every_turn_of_every_sheet_can_be_told(name: str, seats: int) -> None:
    """Chances add up to one; there are none in the middle of a turn."""
    content = GAME.schema.load(PACKS[name], name)[0] if name in PACKS else name
    match = mk.Match(GAME, seats=seats, seed=seats, content=content, quiet=True)
    told = untold = 0
    while not match.over:
        if chances := match.outlook:
            assert len(chances) == seats
            assert sum(chances) == pytest.approx(1)
            told += 1
        else:
            untold += 1
        match.answer(match.ask.actor, match.sensible(match.ask))
    assert told
    assert untold
    assert match.outlook == match.appraisal


def test_every_sign_has_a_weight() -> None:
    signs = len(sheets(state(mk.Match(GAME, seats=2, seed=1)))[0])
    assert {len(unit) for unit in UNITS} == {1 + signs}
    assert len(LAST) == 1 + signs + len(UNITS)


def test_a_better_sheet_is_likelier_to_win() -> None:
    """The larger the lead the better, and on equal sheets nobody has one."""
    leads = ("", "A.yellow=10,10 B.red=6", "A.yellow=10,10,10 B.red=X")
    chances = [outlook(state(mk.Match(GAME, seats=2, seed=1, position=lead)))[0] for lead in leads]
    assert chances == sorted(chances)
    assert 0.4 < chances[0] < 0.6
    assert chances[-1] > 0.85


@pytest.mark.parametrize(("total", "left", "chance"), [(18, 1, 5 / 9), (20, 1, 11 / 36), (24, 0, 1.0), (30, 2, 0.0)])
def test_hope_is_the_chance_to_hit_the_target_with_the_better_of_two_dice(total: int, left: int, chance: float) -> None:
    assert hope(total, left, 24, FACES) == pytest.approx(chance)
