"""Corners that need a table of their own: pictures, doors for friends, minds at the door."""

from __future__ import annotations

import pytest
from games.mash.stage import table

import miskatonic as mk
from miskatonic.games.mash import GAME
from miskatonic.games.mash.attack import space_of, target_defense
from miskatonic.games.mash.board import rotations
from miskatonic.games.mash.grid import BIT, CELL, NONE
from miskatonic.games.mash.state import Mash
from miskatonic.games.mash.strikes import Strike


def begun(seats: int = 2, **options: str) -> Mash:
    """A table before the first turn."""
    return table(mk.Match(GAME, seats=seats, seed=1, options={"mode": "cooperative", **options}))


@pytest.mark.rule("CM-O52", "CM-B8")
def test_a_picture_leads_to_the_ice_cave_in_any_rotation() -> None:
    s = begun()
    slot = s.board.neighbour[s.board.starts[0]][0]
    s.tiles[slot] = s.box.tile_named["UL"]
    assert len(rotations(s, slot, NONE, False)) == 3, "the start tile beside wants a partner for its gate"
    s.tiles[slot] = s.box.tile_named["IC"]
    assert rotations(s, slot, NONE, False) == [0, 1, 2, 3]


@pytest.mark.rule("CM-N4", "CM-B5")
def test_start_tiles_beyond_the_door_are_tiles_like_others() -> None:
    s = begun(coop_start="true")
    door = s.board.starts[0]
    slot = s.board.beside[door][0]
    beside = s.board.beside[slot][1]
    s.tiles[slot] = s.box.tile_named["UL"]
    s.tiles[door] = s.tiles[beside] = NONE
    s.up[door] = False
    assert rotations(s, slot, NONE, False) == [0, 1, 2, 3]
    s.tiles[beside] = s.box.tile_named["BC"]
    s.up[beside] = True
    s.turns[beside] = 0
    assert rotations(s, slot, NONE, False) == [0, 1, 2, 3], "its gate W is nobody's business"


@pytest.mark.rule("CM-N2", "CM-I4")
def test_whoever_comes_in_last_looks_round_as_well() -> None:
    match = mk.Match(GAME, seats=2, options={"mode": "cooperative", "coop_start": "true", "sanity": "true"}, position=(
        "mode=cooperative phase=begin active=1 tile.1=BC/0/up/rolled tile.3=CT/0/up/rolled "
        "A=arctic_explorer@3:C1R1/sp:63 B=mariner_merchant/first:1 m4=cultist@1:C3R3"
    ), fortune=mk.Scripted(["sanity tens=5", "sanity ones=4", "loss=2", "sanity tens=1", "sanity ones=1"]))  # fmt: skip
    assert match.ask.prompt == "entry"
    match.answer(1, match.ask.options[0])
    assert match.ask.prompt == "act"
    assert table(match).heroes[1].sp == 41


@pytest.mark.rule("CM-Q5", "CM-A23")
def test_a_hindrance_on_the_way_to_a_spawn_space(monkeypatch: pytest.MonkeyPatch) -> None:
    s = begun(mode="death_match", q_terrain_heights="true")
    home = s.heroes[1].home
    monkeypatch.setitem(s.tile(home).heights, "hindrance", BIT[CELL["C6R3"]])
    s.put(s.heroes[0], home, CELL["C6R4"])
    assert target_defense(s, Strike(s.heroes[0], 0, False, 8, 0, 1), space_of(1)) == 6
    s.put(s.heroes[0], home, CELL["C4R1"])
    assert target_defense(s, Strike(s.heroes[0], 0, False, 8, 0, 1), space_of(1)) == 5
