"""Odds on request: how likely an attack, a push or an escape is to succeed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from miskatonic.games.mash.grid import CELL, DIRECTION_NAMES, column, line
from miskatonic.games.mash.pieces import SPACE_DEFENSE
from miskatonic.games.mash.vocabulary import VOCABULARY
from miskatonic.kernel import Ask, View


def chance_to_hit(sides: int, bonus: int, defense: int, bound: bool = False, melee: bool = False) -> float:
    """CM-A12, CM-B15: how likely an attack hits."""
    if bound:
        return 1.0 if melee else (sides - 1) / sides
    return min(max(sides - defense + bonus + 1, 1), sides - 1) / sides


def weapon_figures(view: View, hero: dict[str, Any], word: str, melee: bool) -> tuple[int, int, int]:
    """Die, bonus and damage of an attack with a weapon."""
    card = view["box"]["characters"][hero["character"]]
    sides = card["melee"] if melee else card["ranged"]
    extra = hero["extra"]
    bonus, damage = extra[6 if melee else 7], 1 + extra[8 if melee else 9]
    if word == "razor":
        return 8, 1 if melee else 0, 2
    thing = view["box"]["objects"].get(word)
    if thing is None:
        return sides, bonus, damage
    damage = thing["damage"] + extra[8 if melee else 9] if thing["damage"] else 0
    if thing["explosive"]:
        damage += extra[10]
        if "explosives_expert" in card["abilities"]:
            return 10, bonus + thing["roll"], damage + 1
    return thing["die"] or sides, bonus + thing["roll"], damage


def hit_chance(view: View, hero: dict[str, Any], target: dict[str, Any], sides: int, bonus: int, melee: bool) -> float:
    """How likely a character's attack hits somebody; by CM-Q1 it is easier from behind."""
    bonus += view["rules"]["q_facing"] and _from_behind(view, hero, target)
    return chance_to_hit(sides, bonus, target["defense"], target["bond"] > 0, melee)


def _from_behind(view: View, hero: dict[str, Any], target: dict[str, Any]) -> bool:
    if target.get("kind") == "generator" or "face" not in target:
        return False
    quarters = view["slots"][hero["slot"]]["rotation"] // 90
    looks = (DIRECTION_NAMES.index(target["face"]) - quarters) % 4
    here, there = CELL[hero["cell"]], CELL[target["cell"]]
    across, down = column(here) - column(there), line(here) - line(there)
    return (-down, across, down, -across)[looks] < 0


def _touched(view: View, hero: dict[str, Any]) -> list[str]:
    """The cells that a character's melee reaches."""
    cells: list[str] = view["box"]["tiles"][view["slots"][hero["slot"]]["tile"]]["touch"][hero["cell"]]
    return cells


def targets_here(view: View, hero: dict[str, Any], melee: bool) -> list[dict[str, Any]]:
    """Pieces on a character's tile that melee reaches, or that it does not."""
    slot = hero["slot"]
    if slot is None:
        return []
    touch = _touched(view, hero)
    return [
        piece
        for piece in view["pieces"]
        if piece["slot"] == slot and (piece["cell"] in touch or piece["host"] == hero["seat"]) == melee
    ]


def rivals_here(view: View, hero: dict[str, Any], melee: bool) -> list[dict[str, Any]]:
    """Opponents' characters on a character's tile that melee reaches, or that it does not."""
    slot = hero["slot"]
    if slot is None or view["mode"] in ("cooperative", "solo"):
        return []
    touch = _touched(view, hero)
    here = [one for one in view["heroes"] if one["slot"] == slot and one["team"] != hero["team"]]
    return [one for one in here if (one["cell"] in touch) == melee]


def odds(view: View, ask: Ask) -> Mapping[int, str]:
    """A remark per option, where dice decide."""
    hero = view["heroes"][ask.seat]
    if hero["character"] is None or ask.actor != ask.seat:
        return {}
    remarks: dict[int, str] = {}
    for code in ask.options:
        name, value = VOCABULARY.decode(code)
        if name in ("melee", "ranged") and ask.prompt in ("act", "move"):
            remarks[code] = _weapon(view, hero, str(value), name == "melee")
        elif name == "do" and value == "free":
            remarks[code] = f"succeeds {hero['bond'] / 6:.0%}"
        elif name == "target" and view["said"]:
            remarks[code] = _target(view, hero, str(value))
    return {code: remark for code, remark in remarks.items() if remark}


def _weapon(view: View, hero: dict[str, Any], word: str, melee: bool) -> str:
    sides, bonus, damage = weapon_figures(view, hero, word, melee)
    said = []
    for target in (rivals_here(view, hero, melee) + targets_here(view, hero, melee))[:4]:
        hit = hit_chance(view, hero, target, sides, bonus, melee)
        said.append(f"{target['name']} on {target['cell']} {hit:.0%}")
    return f"d{sides}{f'+{bonus}' if bonus else ''}, {damage} damage: {', '.join(said)}" if said else ""


def _target(view: View, hero: dict[str, Any], value: str) -> str:
    name, _, word = view["said"].partition("=")
    target = _meant(view, hero, value)
    if name not in ("melee", "ranged") or target is None:
        return ""
    sides, bonus, _ = weapon_figures(view, hero, word, name == "melee")
    return f"hits {hit_chance(view, hero, target, sides, bonus, name == 'melee'):.0%}"


def _meant(view: View, hero: dict[str, Any], value: str) -> dict[str, Any] | None:
    """CM-L9, CM-A23: whom a target names: who stands on a cell, what clings there, or the spawn space."""
    cell, _, share = value.partition(" ")
    if share == "space":
        return {"defense": SPACE_DEFENSE, "bond": 0, "cell": cell}
    here = [one for one in (*view["pieces"], *view["heroes"]) if one["slot"] == hero["slot"] and one["cell"] == cell]
    clinging = [one for one in here if one.get("host") is not None]
    if share:
        number = int(share.removeprefix("rider"))
        return clinging[number - 1] if number <= len(clinging) else None
    return next((one for one in here if one not in clinging), None)
