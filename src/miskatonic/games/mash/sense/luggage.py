"""What carried things are worth to the sensible player: what to pick up, and what to drop first."""

from __future__ import annotations

from typing import Final

from miskatonic.games.mash.sense.player import Player

COLOURS: Final = {"green": 3.0, "blue": 2.0, "red": 1.0, "white": 0.0}
"""Remedies first, then what helps by itself."""
TREASURES: Final = {
    "mi_go_living_armor": 6.0, "winter_clothing": 5.0, "leng_web_shield": 6.0, "cast_iron_skillet": 5.5,
    "elder_thing_crystal": 4.0, "dog_sled": 4.0, "wheelbarrow": 3.0, "deep_one_necklace": 0.3, "ice_boots": 0.6,
    "pitchfork": 5.0, "sacrificial_knife": 6.0, "tommy_gun": 5.0, "mi_go_electric_gun": 5.0, "magic_spear": 4.5,
    "revolver_32": 4.0, "mi_go_mist_projector": 4.0, "dynamite_bundle": 4.0, "dynamite_stick": 2.5, "cock_fighter": 4.0,
    "paralyzing_chime": 3.0, "acid_vial": 1.5, "skeleton_key": 0.4, "leng_glasses": 0.1, "rlyeh_seashell": 0.2,
}  # fmt: skip
"""What is worth more or less than others of its colour."""
SPELLS: Final = {
    "flesh_ward": 2.5, "create_gate": 3.0, "steal_life": 3.0, "heal": 3.0, "freezing_wrack": 2.0, "spectral_razor": 2.0,
    "grasp_of_cthulhu": 2.0, "lucid_mind": 2.0, "temporal_dust": 2.5, "reflection": 1.5, "bind_enemy": 1.5,
}  # fmt: skip
"""What the spells of a tome are worth."""


def keepsake(player: Player, thing: str, more: int = 0) -> float:
    """What it is worth to carry a thing, or one `more` of it; only remedies and what is used up are needed twice."""
    kind = player.view["box"]["objects"][thing]
    me = player.me
    if me["objects"].count(thing) + more > 1 and kind["colour"] != "green" and not kind["once"]:
        return 0.0
    if more and "spells:" in kind["text"] and me["weight"] >= me["limit"]:
        # nobody can tell whether it was read, and laid down for that
        return 0.0
    if thing in me["tomes"]:
        return sum(SPELLS.get(spell, 0.2) for spell in me["tomes"][thing])
    return TREASURES.get(thing, COLOURS[kind["colour"]])
