"""The board in corners that no worked example reaches: rotations, and rooms out of reach."""

from __future__ import annotations

import pytest
from games.mash.stage import table

import miskatonic as mk
from miskatonic.games.mash import GAME
from miskatonic.games.mash.board import rotations
from miskatonic.games.mash.grid import EAST, NONE, SOUTH
from miskatonic.games.mash.state import Mash

DOOR = {"mode": "cooperative", "coop_start": "true"}


def set_out(words: str, options: dict[str, str] | None = None, seats: int = 2) -> Mash:
    """A table from a position."""
    return table(mk.Match(GAME, seats=seats, seed=1, options=options, position=words))


@pytest.mark.rule("CM-B5", "CM-B8", "CM-O52")
def test_a_picture_gate_turns_the_ice_cave_freely() -> None:
    s = set_out(
        "mode=solo phase=actions pool=4 tile.1=BC/0/up/rolled tile.8=MS/0/up/rolled tile.3=IC/0 "
        "A=arctic_explorer@1:C1R1",
        seats=1,
    )
    assert rotations(s, 2, NONE, False) == [0, 1, 2, 3]
    assert rotations(s, 2, SOUTH, True) == [2]
    s.tiles[2] = s.box.tile_named["CC"]
    assert rotations(s, 2, NONE, False) == [0, 1, 2]


@pytest.mark.rule("CM-B5", "CM-N4")
def test_a_start_tile_behind_the_door_is_a_tile_like_others() -> None:
    s = set_out(
        "mode=cooperative phase=actions pool=4 tile.1=BC/0/up/rolled tile.3=MS/0/up/rolled tile.6=CC/0 "
        "A=arctic_explorer@1:C1R1 B=private_eye@1:C2R1",
        DOOR,
    )
    assert rotations(s, 5, EAST, True) == [1, 2, 3]


@pytest.mark.rule("CM-V6", "CM-N2")
def test_whoever_is_still_to_come_in_reaches_the_first_room() -> None:
    words = (
        "mode=cooperative phase=cleanup tile.1=MM/0/up/rolled tile.3=IC/0/up/rolled A=arctic_explorer@3:C4R4 "
        "B=private_eye{b} g4=cultist_idol@1:C3R3"
    )
    assert not set_out(words.format(b="/life:3"), DOOR).one_way
    assert set_out(words.format(b="/life:2"), DOOR).one_way


@pytest.mark.rule("CM-V6")
def test_a_room_that_no_longer_counts_stays_so() -> None:
    s = set_out(
        "mode=solo phase=cleanup uncounted=2 tile.1=BC/0/up/rolled tile.8=MS/0/up/rolled tile.3=UL/180/up/rolled "
        "tile.2=CC/0/up/rolled A=arctic_explorer@1:C1R1 m4=cultist@3:C1R1",
        {"coop_unreachable": "ignore"},
        seats=1,
    )
    assert s.uncounted & 0b110 == 0b110


@pytest.mark.rule("CM-B21", "CM-K11")
@pytest.mark.parametrize(("mode", "health"), [("death_match", 3), ("capture_flag", 0)])
def test_a_reset_repairs_every_spawn_space_but_fallen_flags(mode: str, health: int) -> None:
    s = set_out(
        f"mode={mode} phase=cleanup countdown=1 tile.1=BC/270/up/rolled tile.13=MS/180/up/rolled "
        "tile.16=TS/90/up/rolled tile.4=MM/0/up/rolled A=arctic_explorer@1:C1R1/space:1 "
        "B=mariner_merchant@13:C1R1 C=private_eye/life:2/space:0",
        {"mode": mode},
        seats=3,
    )
    assert [hero.space for hero in s.heroes] == [3, 3, health]
