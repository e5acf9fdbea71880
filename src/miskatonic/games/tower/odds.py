"""Odds on request: how likely a lock or a rethrow leads to success."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from miskatonic.games.tower.binding import Binding
from miskatonic.games.tower.labels import of_player
from miskatonic.games.tower.names import BIT, DICE, NONE
from miskatonic.games.tower.plans import success_plan
from miskatonic.games.tower.tower import LAYOUTS, mean_fall
from miskatonic.games.tower.view import desk_in
from miskatonic.games.tower.vocabulary import SOME_DICE, STICK
from miskatonic.kernel import Ask, View
from miskatonic.kernel.hands import hand_of


def odds(view: View, ask: Ask) -> Mapping[int, str]:
    """A remark per option, where dice are locked or rethrown, and where a tentacle is drawn."""
    if ask.prompt == "lock":
        return _locks(view, ask)
    if ask.prompt in ("chance", "second", "free") and ask.actor == ask.seat == view["active"]:
        return _rethrows(view, ask)
    return _sticks(view, ask) if ask.prompt == "stick" else {}


def binding_in(view: View, seat: int) -> Binding:
    """What binds a player, for all that the view tells."""
    player = view["players"][seat]
    location = NONE if view["location"] is None else view["location"]["number"]
    who = NONE if player["investigator"] is None else player["investigator"]
    return desk_in(view).binding_of(player["insane"], location, player["ignoring"], tuple(player["imposed"]), who)


def hands(player: dict[str, Any]) -> tuple[int, int]:
    """Locked and loose dice."""
    pairs = list(zip(player["dice"], player["locked"], strict=True))
    return hand_of(face for face, locked in pairs if locked), hand_of(face for face, locked in pairs if not locked)


def _locks(view: View, ask: Ask) -> Mapping[int, str]:
    mine = of_player(view, ask.seat)
    best = success_plan(binding_in(view, ask.seat), mine["mods"])
    locked, _ = hands(mine)
    return {code: f"succeeds {best.lock(code, locked, mine['throws']):.1%} at best" for code in ask.options}


def _rethrows(view: View, ask: Ask) -> Mapping[int, str]:
    mine = of_player(view, ask.seat)
    best = success_plan(binding_in(view, ask.seat), mine["mods"])
    remarks = {}
    for code in ask.options:
        part = code - SOME_DICE
        locked = hand_of(mine["dice"][die] for die in range(DICE) if mine["locked"][die] and not part & BIT[die])
        kept = hand_of(mine["dice"][die] for die in range(DICE) if not mine["locked"][die] and not part & BIT[die])
        if part:
            chance = best.rethrow(locked, kept, part.bit_count(), mine["throws"])
        else:
            chance = best.thrown(locked, kept, mine["throws"]) if ask.prompt == "free" else 0.0
        remarks[code] = f"succeeds {chance:.1%} at best"
    return remarks


def _sticks(view: View, ask: Ask) -> Mapping[int, str]:
    means = {code: expected_fall(view, code - STICK) for code in ask.options}
    return {code: f"{mean:.1f} marbles fall on average" for code, mean in means.items()}


def expected_fall(view: View, stick: int) -> float:
    """How many marbles a tentacle lets fall on average, by the fast model."""
    tower = view["tower"]
    left = sum(BIT[number] for number in tower["sticks"])
    inside = sum(tower["inside"].values())
    layout = LAYOUTS[tower["layout"]]
    return float(inside) if left == BIT[stick] else mean_fall(layout, left, stick, inside)
