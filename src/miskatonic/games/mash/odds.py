"""Odds on request: how likely an attack, a push or an escape is to succeed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from miskatonic.games.mash.grid import BETWEEN, BIT, CELL, DIRECTION_NAMES, column, line
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
        return 8, bonus + (1 if melee else 0), damage + 1
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


def _hindered(view: View, shooter: dict[str, Any], target: dict[str, Any]) -> bool:
    """CM-Q5: whether a shot runs through a hindering cell."""
    tile = view["box"]["tiles"][view["slots"][shooter["slot"]]["tile"]]
    between = BETWEEN[CELL[shooter["cell"]]][CELL[target["cell"]]]
    return any(between & BIT[CELL[cell]] for cell in tile["hindrance"])


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


class Blow(NamedTuple):
    """The dice of an attack, whether it is melee, and whether a bond makes its target easier to hit (CM-B15)."""

    sides: int
    bonus: int
    melee: bool
    eased: bool = True


SPELLS: Final = {
    "bind_enemy": 0, "freezing_wrack": 0, "grasp_of_cthulhu": 0, "mental_suggestion": 0, "reach": 8, "steal_life": 6
}  # fmt: skip
"""CM-PG3: the dice of attack spells; 0 is the caster's own."""
MINDED: Final = ("bind_enemy", "mental_suggestion")
"""CM-P1, CM-P9: spells for monsters alone."""
BINDING: Final = ("syringe", "push", "freezing_wrack", "grasp_of_cthulhu")
"""CM-C11, CM-A15, CM-PG4: what works on neither generators nor spawn spaces."""


def spaces_here(view: View, hero: dict[str, Any]) -> list[dict[str, Any]]:
    """CM-A23: the spawn space of an opponent on a character's tile, as a target."""
    slot = hero["slot"]
    if slot is None or view["mode"] in ("cooperative", "solo"):
        return []
    cell = view["box"]["tiles"][view["slots"][slot]["tile"]]["spawn"]
    owned = any(one["home"] == slot and one["space"] and one["team"] != hero["team"] for one in view["heroes"])
    space = {"name": "spawn space", "kind": "space", "cell": cell, "defense": SPACE_DEFENSE, "bond": 0, "objects": []}
    return [space] if owned and cell != hero["cell"] else []


def blow_of(view: View, hero: dict[str, Any], name: str, word: str, near: bool) -> Blow | None:
    """The dice of whatever attacks somebody near or far: weapons, abilities, machines and spells; None for the rest."""
    card, extra = view["box"]["characters"][hero["character"]], hero["extra"]
    if name in ("melee", "ranged"):
        sides, bonus, _ = weapon_figures(view, hero, word, name == "melee")
        return Blow(sides, bonus, name == "melee")
    if name == "cast" and word in SPELLS:
        own = Blow(card["melee"], extra[6], True) if near else Blow(card["ranged"], extra[7], False)
        return Blow(SPELLS[word], 0, near) if SPELLS[word] else own
    deeds = {
        "syringe": Blow(card["melee"], extra[6], True),
        "cock": Blow(6, 0, True),
        "push": Blow(card["push"], 0, True, eased=False),
        "operate": Blow(card["operate"], 0, False, eased=False),
    }
    return deeds.get(word) if name == "do" else None


def chance_of(view: View, hero: dict[str, Any], target: dict[str, Any], blow: Blow, pushes: bool) -> float:
    """How likely it succeeds; a push is no attack, and some stand firm (CM-A15, CM-C4)."""
    if pushes:
        card = view["box"]["characters"].get(target.get("character"), {})
        firm = 2 if "strong_footed" in card.get("abilities", ()) else 0
        return chance_to_hit(blow.sides, 0, target["defense"] + firm)
    if not blow.eased:
        target = {**target, "bond": 0}
    elif view["rules"]["q_terrain_heights"] and not blow.melee:
        target = {**target, "defense": target["defense"] + _hindered(view, hero, target)}
    return hit_chance(view, hero, target, blow.sides, blow.bonus, blow.melee)


def reached(view: View, hero: dict[str, Any], name: str, word: str) -> list[tuple[dict[str, Any], bool]]:
    """Whom an attack may be meant for, and whether that is near: neighbours, those in sight, those in a machine."""
    near = [(one, True) for one in rivals_here(view, hero, True) + targets_here(view, hero, True)]
    far = [(one, False) for one in rivals_here(view, hero, False) + targets_here(view, hero, False)]
    for space in spaces_here(view, hero):
        close = space["cell"] in _touched(view, hero)
        (near if close else far).append((space, close))
    far = [(one, False) for one, _ in far if one["cell"] in view["sight"]]
    if name == "ranged":
        return far
    if name == "melee" or word in ("cock", "syringe", "push"):
        found = near
    elif word == "operate":
        tile = view["box"]["tiles"][view["slots"][hero["slot"]]["tile"]]
        machine = tile["operated"].get(hero["cell"], [""])[0]
        everybody = [*targets_here(view, hero, True), *targets_here(view, hero, False)]
        return [(one, False) for one in everybody if one["cell"] in tile["areas"].get(machine, ())]
    else:
        found = near + far
    if word in MINDED:
        return [(one, close) for one, close in found if one.get("kind") == "monster"]
    if word in BINDING:
        return [(one, close) for one, close in found if one.get("kind") not in ("generator", "space")]
    if word == "reach":
        return [(one, close) for one, close in found if one["objects"] and not _shielded(view, hero, one)]
    return found


def _shielded(view: View, hero: dict[str, Any], target: dict[str, Any]) -> bool:
    """CM-L8: whether somebody stands on the line to a target; whoever flies sees over heads, but does not reach."""
    between = BETWEEN[CELL[hero["cell"]]][CELL[target["cell"]]]
    here = [one for one in (*view["pieces"], *view["heroes"]) if one["slot"] == hero["slot"]]
    return any(between & BIT[CELL[one["cell"]]] for one in here)


def odds(view: View, ask: Ask) -> Mapping[int, str]:
    """A remark per option, where dice decide; in an activation, or for one that obeys, they are a monster's."""
    hunter = next((piece for piece in view["pieces"] if piece["id"] == view["awake"]), None)
    if hunter is not None:
        return monster_odds(view, ask, hunter)
    hero = view["heroes"][ask.seat]
    if hero["character"] is None or ask.actor != ask.seat:
        return {}
    remarks: dict[int, str] = {}
    for code in ask.options:
        name, value = VOCABULARY.decode(code)
        word = str(value)
        if name == "do" and word == "free":
            remarks[code] = f"succeeds {hero['bond'] / 6:.0%}"
        elif name == "target" and view["said"]:
            remarks[code] = _target(view, hero, word)
        elif ask.prompt in ("act", "move") and name in ("melee", "ranged", "cast", "do"):
            remarks[code] = _attack(view, hero, name, word)
    return {code: remark for code, remark in remarks.items() if remark}


def _attack(view: View, hero: dict[str, Any], name: str, word: str) -> str:
    """The dice of an attack, and whom it hits how likely."""
    said = []
    dice = ""
    for target, near in reached(view, hero, name, word)[:4] if blow_of(view, hero, name, word, True) else ():
        blow = blow_of(view, hero, name, word, near)
        assert blow is not None, "near or far, it is an attack"
        dice = dice or f"d{blow.sides}{f'+{blow.bonus}' if blow.bonus else ''}"
        hit = chance_of(view, hero, target, blow, word == "push")
        said.append(f"{target['name']} on {target['cell']} {hit:.0%}")
    if name in ("melee", "ranged"):
        dice += f", {weapon_figures(view, hero, word, name == 'melee')[2]} damage"
    return f"{dice}: {', '.join(said)}" if said else ""


# -- monsters ---------------------------------------------------------------------------------------------------------


def monster_odds(view: View, ask: Ask, hunter: dict[str, Any]) -> dict[int, str]:
    """CM-M5, CM-M12, CM-M14: the same for whoever decides what a monster or generator does."""
    remarks: dict[int, str] = {}
    for code in ask.options:
        name, value = VOCABULARY.decode(code)
        word = str(value)
        if name == "do" and word == "free":
            remarks[code] = f"succeeds {hunter['bond'] / 6:.0%}"
        elif name == "target" and view["said"]:
            said, _, weapon = view["said"].partition("=")
            blow, target = monster_blow(view, hunter, said, weapon), _meant(view, hunter, word)
            if blow is not None and target is not None:
                remarks[code] = f"hits {chance_of(view, hunter, target, blow, False):.0%}"
        elif ask.prompt in ("deed", "order") and (blow := monster_blow(view, hunter, name, word)):
            prey = _prey(view, hunter, ask.prompt == "order", name)
            hits = [f"{one['name']} on {one['cell']} {chance_of(view, hunter, one, blow, False):.0%}" for one in prey]
            dice = f"d{blow.sides}{f'+{blow.bonus}' if blow.bonus else ''}"
            remarks[code] = f"{dice}: {', '.join(hits)}" if hits else dice
    return remarks


def monster_blow(view: View, hunter: dict[str, Any], name: str, word: str) -> Blow | None:
    """The dice of an attack by a monster or generator: its own, those of what it carries (CM-Q8), or of the cock."""
    if (name, word) == ("do", "cock"):
        return Blow(6, 0, True)
    if name not in ("melee", "ranged", "charge"):
        return None
    printed = view["box"][f"{hunter['kind']}s"][hunter["type"]]
    dice = (printed["ranged"], printed["melee"]) if name == "ranged" else (printed["melee"], printed["ranged"])
    thing = view["box"]["objects"].get(word, {"die": 0, "roll": 0})
    return Blow(thing["die"] or dice[0] or dice[1] or 6, thing["roll"], name != "ranged")


def _prey(view: View, hunter: dict[str, Any], obeys: bool, name: str) -> list[dict[str, Any]]:
    """Whom an attack may be meant for (CM-T5, CM-M14, CM-Q12): neighbours, or from afar the only one there is."""
    here = [one for one in view["heroes"] if one["slot"] == hunter["slot"]]
    if obeys:
        here += [one for one in view["pieces"] if one["slot"] == hunter["slot"] and one is not hunter]
    elif not view["rules"]["q_monsters_attack_any"]:
        here = [one for one in here if one["seat"] == view["active"]]
    if name in ("melee", "do"):
        return [one for one in here if one["cell"] in _touched(view, hunter)]
    return here if len(here) == 1 else []


def _target(view: View, hero: dict[str, Any], value: str) -> str:
    name, _, word = view["said"].partition("=")
    target = _meant(view, hero, value)
    if target is None:
        return ""
    near = target["cell"] in _touched(view, hero) or target["cell"] == hero["cell"]
    blow = blow_of(view, hero, name, word, near)
    return f"hits {chance_of(view, hero, target, blow, word == 'push'):.0%}" if blow else ""


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
