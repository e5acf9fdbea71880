"""Options in words, each with what it costs or leads to, for whoever looks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from miskatonic.games.mash.box import SPELL_NAMES, SPELLS
from miskatonic.games.mash.vocabulary import CHARACTER_WORDS, OBJECT_WORDS, SEATS, TILE_WORDS, VOCABULARY
from miskatonic.kernel import View

DEEDS = {
    "end": "end your turn",
    "stop": "stop here",
    "push": "push a neighbour (1 action)",
    "operate": "operate the machine (1 action)",
    "space": "rest here (1 action)",
    "free": "break free (1 action)",
    "syringe": "use the syringe (1 action)",
    "scout": "send the albatross (1 action, 1 mentality)",
    "fish": "fish (1 action, mentality for health)",
    "cock": "let the cock fight (free)",
    "turn_in": "turn in generators for a power-up (free)",
    "drain": "drain",
    "heal": "heal on the spot",
}
_LOOKS = ("north", "east", "south", "west")


def so_many(number: int, what: str) -> str:
    """So many of something, in words: `no actions`, `1 action`, `2 actions`."""
    return f"{number or 'no'} {what}{'' if number == 1 else 's'}"


def where_looks(direction: int) -> str:
    """A direction in words."""
    return _LOOKS[direction]


def label(code: int, view: View) -> str:
    """An option in words."""
    name, value = VOCABULARY.decode(code)
    return LABELS[name](str(value), view)


def _thing(word: str, view: View) -> str:
    """The name of an object, or of no object."""
    if word in ("unarmed", "razor", "nothing", "none", "top"):
        return {"unarmed": "bare hands", "razor": "the Spectral Razor"}.get(word, word)
    objects = view["box"]["objects"]
    at = OBJECT_WORDS.index(word)
    ids = list(objects)
    return str(objects[ids[at]]["name"]) + (" (2)" if word.endswith("_2") else "") if at < len(ids) else word


def _spell(word: str) -> str:
    return SPELL_NAMES[SPELLS.index(word)]


def someone_at(view: View, slot: int | None, cell: str) -> str:
    """Who stands on a cell of a slot."""
    for hero in view["heroes"]:
        if hero["slot"] == slot and hero["cell"] == cell:
            return f"{{{hero['seat']}}}"
    for piece in view["pieces"]:
        if piece["slot"] == slot and piece["cell"] == cell and piece["host"] is None:
            return f"{piece['name']}, {piece['hp']} health"
    return ""


def stage_slot(view: View) -> int | None:
    """The slot where the action is: of the piece that is awake, or of the active character."""
    slot: int | None = view["heroes"][view["active"]]["slot"]
    return slot


def _at(word: str, view: View) -> str:
    cell, _, share = word.partition(" ")
    if share == "space":
        return f"the spawn space on {cell}"
    if share:
        return f"what clings there, number {share.removeprefix('rider')}, on {cell}"
    found = someone_at(view, stage_slot(view), cell)
    return f"{cell} ({found})" if found else cell


def tile_in(view: View, slot: int) -> str:
    """A tile by its name and its number on the small board."""
    held = view["slots"][slot]
    name = held["tile"] or held["seen"]
    known = f"{view['box']['tiles'][name]['name']} (tile {slot + 1})" if name else f"tile {slot + 1}"
    return known if held["up"] else f"{known}, face down"


def _block(word: str, view: View) -> str:
    """All cells of a block by name: on a turned tile the first one may lie in any corner."""
    column, row = int(word[1]), int(word[3])
    return f"{word}, C{column + 1}R{row}, C{column}R{row - 1} and C{column + 1}R{row - 1}"


def _far(word: str, view: View) -> str:
    slot, cell = word.split()
    found = someone_at(view, int(slot) - 1, cell)
    return f"{cell} of {tile_in(view, int(slot) - 1)}" + (f", where {found} stands" if found else "")


def _gate(word: str, view: View) -> str:
    slot = stage_slot(view)
    for gate in view["slots"][slot]["gates"].values() if slot is not None else ():
        if gate["direction"] == word and gate["to"] is not None:
            return f"through the {_LOOKS['NESW'.index(word)]} gate to {tile_in(view, gate['to'])}"
    return f"out {_LOOKS['NESW'.index(word)]}"


def _give(word: str, view: View) -> str:
    thing, seat = word.split()
    return f"hand {_thing(thing, view)} to {{{SEATS.index(seat)}}} (1 point)"


def _treat(word: str, view: View) -> str:
    thing, owner, seat = word.split()
    whose = "" if owner == "own" else ", from their own bag"
    return f"treat {{{SEATS.index(seat)}}} with {_thing(thing, view)}{whose} (1 action)"


def _use(word: str, view: View) -> str:
    thing = _thing(word, view)
    colour = _object(view, word).get("colour")
    return f"use {thing} ({'free' if colour == 'green' else '1 action'})"


def _object(view: View, word: str) -> dict[str, Any]:
    found: dict[str, Any] = view["box"]["objects"].get(word, {})
    return found


def _pay(word: str, view: View) -> str:
    return "nothing" if word == "0" else word


def _tile(word: str, view: View) -> str:
    ids = list(view["box"]["tiles"])
    at = TILE_WORDS.index(word)
    return str(view["box"]["tiles"][ids[at]]["name"]) if at < len(ids) else word


def _character(word: str, view: View) -> str:
    ids = list(view["box"]["characters"])
    at = CHARACTER_WORDS.index(word)
    return str(view["box"]["characters"][ids[at]]["name"]) if at < len(ids) else word


LABELS: dict[str, Callable[[str, View], str]] = {
    "do": lambda word, view: DEEDS[word],
    "go": lambda word, view: f"go to {word}",
    "gate": _gate,
    "jump": lambda word, view: f"jump to {word} (1 action)",
    "take": lambda word, view: (
        "turn up the top of the pile (1 point)" if word == "top" else f"take {_thing(word, view)} (1 point)"
    ),
    "give": _give,
    "drop": lambda word, view: f"drop {_thing(word, view)} (free)",
    "use": _use,
    "read": lambda word, view: f"read {_thing(word, view)} (1 action)",
    "melee": lambda word, view: f"strike with {_thing(word, view)} (1 action)",
    "ranged": lambda word, view: (
        "shoot (1 action)" if word == "unarmed" else f"shoot or throw {_thing(word, view)} (1 action)"
    ),
    "cast": lambda word, view: f"cast {_spell(word)} (1 action, 1 mentality)",
    "memorize": lambda word, view: f"memorise {_spell(word)} (1 action, 1 mentality)",
    "ready": lambda word, view: f"ready {_thing(word, view)} (1 action)",
    "treat": _treat,
    "face": lambda word, view: f"look {_LOOKS['NESW'.index(word)]}",
    "charge": lambda word, view: f"charge, and end on {word}",
    "target": _at,
    "wake": _at,
    "block": _block,
    "way": lambda word, view: word,
    "spot": lambda word, view: "through the gate" if word == "through" else word,
    "arrive": _far,
    "beyond": _far,
    "slot": lambda word, view: tile_in(view, int(word) - 1),
    "rotate": lambda word, view: "not turned" if word == "0" else f"turned by {word} degrees",
    "say": lambda word, view: word,
    "pay": _pay,
    "steal": lambda word, view: _thing(word, view),
    "green": lambda word, view: "use nothing" if word == "none" else f"use {_thing(word, view)}",
    "character": _character,
    "tile": _tile,
}
