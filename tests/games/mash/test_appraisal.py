"""What is appraised as better is better: progress, health and treasure; and a room is not shunned for being full."""

from __future__ import annotations

import pytest

from miskatonic.kernel import Match

AT = "mode=solo phase=begin round=9 tile.1=BC/0/up/rolled tile.2=IF/0/up/rolled"
HERO = "A=private_eye@1:C3R3/hp:{hp}/objects:{objects}/life:0/home:0"


def chance(pieces: str = "", hp: int = 4, objects: str = "revolver_32", rolled: str = "") -> float:
    """How likely a position is won, at a glance."""
    position = f"{AT} {rolled} {HERO.format(hp=hp, objects=objects)} {pieces}"
    return Match("mash", seats=1, seed=1, position=position).appraisal[0]


NEST = "g5=cultist_idol@1:C1R2/hp:2"


@pytest.mark.parametrize(
    ("worse", "better"),
    [
        (chance(hp=2), chance(hp=3)),
        (chance(NEST), chance(NEST.replace("hp:2", "hp:1"))),
        (chance(NEST), chance()),
        (chance(f"{NEST} m6=cultist@1:C5R3/hp:1"), chance(NEST)),
        (chance(), chance(objects="revolver_32+pitchfork")),
        (chance(), chance(rolled="tile.3=AS/90/up/rolled")),
    ],
    ids=["health", "a blow", "a nest", "a monster", "a weapon", "a room"],
)
def test_progress_is_a_good_sign(worse: float, better: float) -> None:
    assert worse < better


def test_nobody_shuns_a_room_for_what_wakes_there() -> None:
    """A generator elsewhere counts with the monster that it spawns when somebody comes (CM-G5)."""
    assert chance("g5=cultist_idol@2:C1R2/hp:2") == pytest.approx(chance(f"{NEST} m6=cultist@1:C5R3/hp:1"))


def test_a_remedy_is_there_to_be_used() -> None:
    assert chance(objects="revolver_32+sack_of_grits", hp=3) < chance(hp=4)
