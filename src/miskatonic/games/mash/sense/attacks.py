"""One attack now: what every weapon, push, needle and spell among the options is worth, and at whom to aim it."""

from __future__ import annotations

from typing import Any, Final

from miskatonic.games.mash.grid import ADJACENT, AROUND, BIT, CELL
from miskatonic.games.mash.odds import chance_to_hit, weapon_figures
from miskatonic.games.mash.sense.arms import RIVAL, gain, worth
from miskatonic.games.mash.sense.player import Piece, Player
from miskatonic.games.mash.sense.pushes import BINDING, push_worth
from miskatonic.games.mash.weapons import block_cells, blocks_with

SPARED: Final = 0.5
"""What a thing that can be used only once is worth if it is kept."""
MENTAL: Final = 0.2
"""What a point of mentality is worth."""
HELPLESS: Final = 0.15
"""What it is worth that blows at a bound monster cannot miss, for each that it takes."""
STOLEN: Final = 0.8
"""What a point of health is worth that is taken from somebody else."""
BURST: Final = 1.2
"""How much more a burst is worth than a shot, for those who stand beside."""
BINDS: Final = ("syringe", "freezing_wrack", "grasp_of_cthulhu", "bind_enemy")
DEEDS: Final = ("do=push", "do=syringe", "cast=steal_life", *(f"cast={spell}" for spell in BINDS[1:]))
"""Attacks without a weapon."""


def best_attack(player: Player, harm: dict[int, float]) -> tuple[float, int | None]:
    """The best attack among the options, and what it is worth; `harm` is what each monster is going to do."""
    words = player.words
    said = [f"{how}={word}" for how in ("melee", "ranged") for word in player.family(how)]
    said += [word for word in DEEDS if word in words]
    best, answer = 0.0, None
    for word in said:
        value = max([value for _, value in aims(player, word, harm)], default=0.0)
        if value > best:
            best, answer = value, words[word]
    return best, answer


def aims(player: Player, said: str, harm: dict[int, float]) -> list[tuple[int, float]]:
    """The cells at which an attack may be aimed, and what each is worth."""
    how, _, word = said.partition("=")
    targets = _targets(player)
    thing = player.view["box"]["objects"].get(word)
    if how == "ranged" and thing is not None and thing["spread"] and not thing["immob"]:
        return _areas(player, word, thing, targets)
    reach = player.ground.touch[player.cell] | BIT[player.cell]
    beside = ADJACENT[player.cell] | BIT[player.cell]
    found = []
    for target in targets:
        cell = CELL[target["cell"]]
        melee = bool(reach >> cell & 1)
        if not melee and (how in ("melee", "do") or beside >> cell & 1 or target["cell"] not in player.view["sight"]):
            continue
        if how == "ranged" and melee:
            continue
        if (value := _value(player, word, thing, target, melee, harm)) > 0:
            found.append((cell, value))
    return found


def _targets(player: Player) -> list[Piece]:
    """CM-A9, CM-M9: whom one may attack; while something clings nothing but that."""
    seat = player.me["seat"]
    if player.me["riders"] and player.view["rules"]["attach_restricts"]:
        return [p for p in player.pieces if p["host"] == seat]
    return [p for p in player.pieces if p["host"] in (None, seat)] + player.foes()


def _value(player: Player, word: str, thing: Any, target: Piece, melee: bool, harm: dict[int, float]) -> float:
    """What one attack at one target is worth."""
    if word == "push":
        return push_worth(player, target)
    if word == "steal_life":
        hit = chance_to_hit(6, 0, target["defense"], target["bond"] > 0, melee)
        return gain(target, worth(player, target), (6, 0, 1), melee) + STOLEN * hit - MENTAL
    if word in BINDS or (thing is not None and thing["immob"]):
        return _bond(player, word, target, melee, harm)
    value = gain(target, worth(player, target), weapon_figures(player.view, player.me, word, melee), melee)
    return value - SPARED if thing is not None and thing["once"] else value


def _bond(player: Player, word: str, target: Piece, melee: bool, harm: dict[int, float]) -> float:
    """What it is worth to bind a monster: it does less, and blows at it do not miss."""
    if target.get("kind") != "monster" or target["bond"] or target["held"] is not None:
        return 0.0
    card, extra = player.view["box"]["characters"][player.me["character"]], player.me["extra"]
    sides, bonus = (card["melee"], extra[6]) if melee else (card["ranged"], extra[7])
    value = BINDING * harm.get(target["id"], 0.0)
    if word != "bind_enemy":
        value += HELPLESS * (target["hp"] - 1)
    return chance_to_hit(sides, bonus, target["defense"]) * value - (0.0 if word == "syringe" else MENTAL)


def _areas(player: Player, word: str, thing: Any, targets: list[Piece]) -> list[tuple[int, float]]:
    """CM-OG4: what every cell in sight is worth as the middle of an explosion or a burst."""
    figures = weapon_figures(player.view, player.me, word, False)
    values = {CELL[target["cell"]]: gain(target, worth(player, target), figures, False) for target in targets}
    for friend in player.friends():
        values[CELL[friend["cell"]]] = -RIVAL
    beside = ADJACENT[player.cell] | BIT[player.cell]
    spared = SPARED if thing["once"] else 0.0
    found = []
    near = 0
    for there in values:
        near |= AROUND[there] | BIT[there]
    for name in player.view["sight"]:
        cell = CELL[name]
        if beside >> cell & 1 or not near >> cell & 1:
            continue
        value = max([_sum(values, area) for area in _shapes(player, thing, cell)])
        if thing["spread"] == "3w2d":
            value *= BURST
        if value > spared:
            found.append((cell, value - spared))
    return found


def _shapes(player: Player, thing: Any, cell: int) -> list[int]:
    """The areas that an attack at a cell may cover; of a burst only its middle is looked at."""
    if thing["spread"] == "3x3":
        return [(AROUND[cell] | BIT[cell]) & player.ground.line[cell]]
    return [block_cells(corner) for corner in blocks_with(cell)] if thing["spread"] == "2x2" else [BIT[cell]]


def _sum(values: dict[int, float], area: int) -> float:
    """What is struck off in an area."""
    return sum([value for cell, value in values.items() if area >> cell & 1])


# -- questions about an attack ----------------------------------------------------------------------------------------


def target(player: Player) -> int:
    """Where the attack is worth most; a remedy is for oneself."""
    codes = player.family("target")
    # a monster that obeys strikes from where it stands, not from here
    said = player.view["said"] or "" if player.view["awake"] is None else ""
    if said in ("cast=heal", "cast=lucid_mind"):
        return codes.get(player.me["cell"], player.ask.options[0])
    values = dict(aims(player, said, {p["id"]: 1.0 for p in player.pieces}))
    return max(codes.items(), key=lambda item: values.get(CELL[item[0].split()[0]], 0.0))[1]


def block(player: Player) -> int:
    """The block with the most foes, and no friend."""
    values = {CELL[foe["cell"]]: 1.0 for foe in _targets(player)}
    for friend in player.friends():
        values[CELL[friend["cell"]]] = -RIVAL
    blocks = player.family("block")
    return blocks[max(blocks, key=lambda corner: _sum(values, block_cells(CELL[corner])))]


def dust(player: Player) -> int:
    """Whether to undo: a death, a bond, a vampire's grip, or an own attack that has certainly missed."""
    me, view = player.me, player.view
    said = view["said"] or ""
    if me["life"] != "alive":
        return player.words["say=yes"]
    if view["awake"] is not None:
        gripped = said == "melee=unarmed" and view["awake"] in me["riders"]
        undo = gripped or (said == "ranged=unarmed" and me["bond"] > 0)
    else:
        values = dict(aims(player, said, {})) if me["me"] > 1 and said.startswith(("melee", "ranged")) else {}
        unhurt = {CELL[p["cell"]] for p in player.pieces if p["hp"] == p["health"] > 1}
        undo = bool(values) and max(values, key=values.__getitem__) in unhurt
    return player.words["say=yes" if undo else "say=no"]
