"""What learners are told of the table is what everybody sees on it."""

from __future__ import annotations

from random import Random

import pytest

import miskatonic as mk
from miskatonic.games.mash import GAME
from miskatonic.games.mash.features import FEATURES
from miskatonic.games.mash.grid import CELL, DIRECTION_NAMES
from miskatonic.kernel import View

CASES = [(1, {}), (2, {"mode": "death_match"}), (4, {"mode": "cooperative", "keeper": "auto", "sanity": "true"})]
THROUGH = ("open", "one way", "ceiling")


def told(view: View, seat: int) -> dict[str, float]:
    """Where everybody is, how tiles lie, and what stands on the active character's tile, read off a view."""
    heroes = view["heroes"]
    found: dict[str, float] = {"objects_left": view["stacks"]["objects"] / 80, "countdown": view["countdown"] / 10}
    for away in range(len(heroes)):
        hero = heroes[(seat + away) % len(heroes)]
        cell = hero["cell"]
        found[f"{away}_column"] = -1 if cell is None else (int(cell[1]) - 1) / 5
        found[f"{away}_line"] = -1 if cell is None else (6 - int(cell[3])) / 5
        for slot in range(len(view["slots"])):
            found[f"slot{slot}_{away}"] = hero["slot"] == slot
    tiles = list(view["box"]["tiles"])
    for number, slot in enumerate(view["slots"]):
        found[f"slot{number}_tile"] = (tiles.index(slot["seen"]) + 1) / 40 if slot["seen"] else 0
        ways = {gate["direction"]: gate["way"] for gate in slot["gates"].values()}
        for side in DIRECTION_NAMES:
            found[f"slot{number}_{side}_gate"] = side in ways
            found[f"slot{number}_{side}_open"] = ways.get(side) in THROUGH
    here = heroes[view["active"]]["slot"]
    if here is None or not view["slots"][here]["up"]:
        return plain(found)
    for name, cell in CELL.items():
        standing = [hero for hero in heroes if (hero["slot"], hero["cell"]) == (here, name) and hero["life"] == "alive"]
        found[f"cell{cell}_own"] = any(hero["seat"] == seat for hero in standing)
        found[f"cell{cell}_active"] = any(hero["seat"] == view["active"] for hero in standing)
    for piece in view["pieces"]:
        if piece["slot"] == here and piece["host"] is None:
            cell = CELL[piece["cell"]]
            found[f"cell{cell}_awake"] = piece["id"] == view["awake"]
            found[f"cell{cell}_monster_idle"] = piece["idle"]
            if piece["kind"] == "monster":
                found[f"cell{cell}_monster_acted"] = piece["acted"]
                found[f"cell{cell}_monster_melee"] = view["box"]["monsters"][piece["type"]]["melee"] / 10
    return plain(found)


def plain(found: dict[str, float]) -> dict[str, float]:
    """Yes and no as numbers, which pytest does not take for the same."""
    return {name: float(number) for name, number in found.items()}


@pytest.mark.parametrize(("seats", "options"), CASES)
def test_learners_are_told_what_lies_on_the_table(seats: int, options: dict[str, str]) -> None:
    awake = 0.0
    for seed in range(3):
        match = mk.Match(GAME, seats=seats, seed=seed, options=options, quiet=True)
        random = Random(seed)
        for _ in range(150):
            if match.over:
                break
            seat = random.randrange(seats)
            numbers = dict(zip(FEATURES, match.features(seat), strict=True))
            expected = told(match.view(seat), seat)
            assert {name: numbers[name] for name in expected} == pytest.approx(expected)
            awake += sum(number for name, number in numbers.items() if name.endswith("_awake"))
            match.answer(match.ask.actor, random.choice(match.ask.options))
    assert awake or options.get("keeper") == "auto" or seats == 1
