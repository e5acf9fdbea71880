"""Tower of Madness at the table, with a tower of real bodies."""

from __future__ import annotations

import json
from typing import Any

import pytest
from table.guest import Guest
from table.house import House

from miskatonic.client import fresh_id
from miskatonic.physics import is_installed
from miskatonic.table.wire import Answer, News, Place, Table

pytestmark = pytest.mark.skipif(not is_installed(), reason="no MuJoCo: pip install 'miskatonic[physics]'")


def sit_down(house: House) -> tuple[str, Guest]:
    """Somebody who plays all three Investigators."""
    guest = house.guest()
    opened = guest.open("tower", [Place(), Place(), Place()], seed="a quay", dice="seeded", tower="physics")
    for seat in range(3):
        guest.sit(opened.match, seat, f"Edith {seat}", opened.invitations[seat].token)
    return opened.match, guest


def films(news: list[News]) -> list[dict[str, Any]]:
    return [json.loads(line.value) for line in news if line.what == "film"]


def play_until(guest: Guest, match: str, draws: int) -> Table:
    """Play until so many tentacles are drawn."""
    while len((table := guest.look(match)).views["0"]["tower"]["drawn"]) < draws:
        question = table.asks[0]
        guest.do(match, Answer(fresh_id(), question.id, question.options[-1].code))
    return table


def test_draws_are_filmed_also_by_a_tower_that_was_put_away(house: House) -> None:
    match, guest = sit_down(house)
    table = play_until(guest, match, 3)
    seen = films(table.news)
    house.service.hall.rooms.clear()
    table = play_until(guest, match, 5)
    seen += films(table.news)
    drawn = table.views["0"]["tower"]["drawn"]
    assert [film["draw"] for film in seen] == list(range(len(drawn)))
    for (stick, heap), film in zip(drawn, seen, strict=True):
        fell = [marble["kind"] for marble in film["marbles"]]
        assert (film["stick"], {kind: fell.count(kind) for kind in heap}) == (stick, heap)


@pytest.mark.parametrize(
    ("game", "more", "why"),
    [
        ("arkham", {}, "needs Tower of Madness"),
        ("tower", {"dice": "sealed"}, "cannot; choose one"),
    ],
)
def test_physics_is_refused_where_it_cannot_be(house: House, game: str, more: dict[str, Any], why: str) -> None:
    guest = house.guest()
    said = guest.raw("POST", "/api/matches", json={"game": game, "seats": [], "tower": "physics", **more})
    assert said.status_code == 422
    assert why in said.text
