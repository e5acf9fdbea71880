"""The own turn of the sensible player: free things, fights, remedies, treasure, and the way to the next room."""

from __future__ import annotations

from miskatonic.games.mash.grid import BIT, CELL
from miskatonic.games.mash.sense.attacks import best_attack
from miskatonic.games.mash.sense.journey import (
    havens,
    mending_cells,
    quiet,
    rivals,
    through_gate,
    walk_towards,
    way_to,
    way_to_work,
    work,
)
from miskatonic.games.mash.sense.luggage import keepsake
from miskatonic.games.mash.sense.player import Player
from miskatonic.games.mash.sense.stand import fight
from miskatonic.games.mash.vocabulary import END, STOP


def act(player: Player) -> int:
    """One action: free things first, then bonds, fights, remedies, and at last the way."""
    for answer in PLANS:
        code = answer(player)
        if code is not None:
            return code
    return END


def move(player: Player) -> int:
    """Inside a MOVE: collect, strike as soon as possible, or go on where the plan leads."""
    for answer in (free_things, gather, chase, fight, rest, collect, leave):
        code = answer(player)
        if code is not None:
            return code
    return STOP


def free_things(player: Player) -> int | None:
    """Turn in, and drink what helps."""
    words, me = player.words, player.me
    for word in ("do=turn_in", "use=runestone"):
        if word in words:
            return words[word]
    lacking = me["base_hp"] - me["hp"]
    for thing, worth in (("first_aid_kit", 2), ("penicillin_vial", 1), ("sack_of_grits", 1)):
        if lacking >= worth and f"use={thing}" in words and me["hp"] <= 1 and player.here("monster"):
            return words[f"use={thing}"]
    if me["me"] < me["base_me"]:
        for thing in ("cultist_wine", "herbs", "psychiatric_medicine"):
            if f"use={thing}" in words:
                return words[f"use={thing}"]
    if "use=temporal_clock" in words and not player.view["pool"] and player.here("monster"):
        return words["use=temporal_clock"]
    return words.get("do=cock")


def shake_off(player: Player) -> int | None:
    """Out of bonds, and off with what clings."""
    if "do=free" in player.words:
        return player.words["do=free"]
    return best_attack(player, {})[1] if player.me["riders"] else None


def gather(player: Player) -> int | None:
    """Pick up what lies here and is worth it."""
    for word, code in player.family("take").items():
        if hale(player) if word == "top" else useful(player, word):
            return code
    return None


def hale(player: Player) -> bool:
    """Whether a trap in a pile would not be the end."""
    return bool(player.me["hp"] > min(2, player.me["base_hp"] - 1))


def rest(player: Player) -> int | None:
    """Rest where rest is given, while nothing hostile is near."""
    me, words = player.me, player.words
    if player.here("monster") or player.slot is None:
        return None
    if "do=space" in words or "do=fish" in words:
        here = mending_cells(player.ground, me) >> player.cell & 1
        for word in ("do=space", "do=fish"):
            if here and word in words:
                return words[word]
    if me["hp"] < me["base_hp"] and "cast=heal" in words and me["me"] > 1:
        return words["cast=heal"]
    return words.get("cast=lucid_mind") if me["base_me"] - me["me"] > 1 else None


def read(player: Player) -> int | None:
    """Read while it is quiet."""
    if not player.here("monster"):
        for code in player.family("read").values():
            return code
    return None


def collect(player: Player) -> int | None:
    """Go to the nearest pile while it is quiet."""
    if player.slot is None or player.here("monster"):
        return None
    if (code := gather(player)) is not None:
        return code
    held = player.view["slots"][player.slot]
    spots = {cell for cell, things in held["loose"].items() if any(useful(player, thing) for thing in things)}
    if hale(player):
        spots |= set(held["piles"])
    return walk_towards(player, sum(BIT[CELL[cell]] for cell in spots)) if spots else None


def useful(player: Player, thing: str) -> bool:
    """Whether a face-up object is worth more than what would have to be dropped for it."""
    me = player.me
    if me["weight"] < me["limit"]:
        return keepsake(player, thing, 1) > 0
    return keepsake(player, thing, 1) > min((keepsake(player, other) for other in me["objects"]), default=0.0)


def leave(player: Player) -> int | None:
    """On to the next room: to mend if that is needed, and to work with all actions at hand."""
    if player.slot is None or player.pieces:
        return None
    view, me = player.view, player.me
    if (cells := mending_cells(player.ground, me)) and (code := walk_towards(player, cells)) is not None:
        return code
    if me["hp"] < me["base_hp"] and (edge := way_to(player, havens(player), quiet(player))) is not None:
        return through_gate(player, edge)
    edge = way_to_work(player)
    if edge is None:
        return transport(player)
    code = through_gate(player, edge)
    fresh = view["pool"] + bool(view["mp"]) >= me["actions"]
    gates = player.family("gate").values()
    to = view["slots"][player.slot]["gates"][edge]["to"]
    return code if fresh or code not in gates or to not in work(player) else None


def chase(player: Player) -> int | None:
    """After a rival in another room, past all monsters: they only send one home, and a rival's blow is the end."""
    me = player.me
    if player.friendly or player.patient or player.slot is None or player.foes() or 3 * me["hp"] < 2 * me["base_hp"]:
        return None
    edge = way_to(player, rivals(player))
    return through_gate(player, edge) if edge is not None else None


def transport(player: Player) -> int | None:
    """No way on foot: by the gate transporter, if there is one."""
    if "do=operate" in player.words:
        return player.words["do=operate"]
    if player.ground.transporter:
        return walk_towards(player, player.ground.transporter)
    slots = player.view["slots"]
    found = {n for n, slot in enumerate(slots) if slot["up"] and player.ground_at(n).transporter}
    edge = way_to(player, found)
    return through_gate(player, edge) if edge is not None else None


PLANS = (free_things, shake_off, chase, fight, rest, read, collect, leave)
"""What an action may be for, in the order in which it is thought of."""
