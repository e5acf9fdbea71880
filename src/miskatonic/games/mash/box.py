"""Everything in the box: tiles, characters, monsters, generators, objects, spells, power-ups, as a content file says.

A pack may extend another content: what it names again replaces the piece of that id, what is new is added.
"""

from __future__ import annotations

import hashlib
import json
import re
import tomllib
from collections.abc import Callable, Mapping
from copy import copy
from functools import cache
from importlib.resources import files
from typing import Any, Final, NamedTuple, TypeVar

from miskatonic.games.mash.things import Thing
from miskatonic.games.mash.tiles import Tile
from miskatonic.kernel import Schema, Table
from miskatonic.kernel.content import PROVENANCE, parse

DICE: Final = (0, 4, 6, 8, 10, 12)
"""The dice a piece may have; 0 is none."""
ABILITIES: Final = (
    "explosives_expert", "winter_gear", "exceptional_stamina", "strong_footed", "swashbuckler", "albatross_scout",
    "healthy_fishing", "concealed_weapon", "escape_artist", "superior_spot_hidden", "sedative_syringe",
    "arcane_knowledge", "spell_memorization",
)  # fmt: skip
ACTIVE: Final = ("sedative_syringe", "albatross_scout", "healthy_fishing", "spell_memorization")
"""CM-A22: the abilities that are actions of their own."""
POWER_UPS: Final = (
    "health", "mentality", "defense", "actions", "move", "encumbrance", "melee_roll", "ranged_roll", "melee_damage",
    "ranged_damage", "explosive_damage", "parry_roll",
)  # fmt: skip
SPECIALS: Final = ("swim", "fly", "tentacle", "charge", "web", "attach")
MOST: Final = {"tiles": 40, "characters": 8, "objects": 80}
"""How many pieces of a kind answers can name."""
_LOSS: Final = re.compile(r"(\d+)(?:d(\d+))?/(\d+)(?:d(\d+))?")

Piece = TypeVar("Piece")
Loss = tuple[int, int, int, int]
"""CM-I2: dice and sides lost on success, dice and sides lost on failure; 0 sides is a plain number."""


def read_loss(table: Table, key: str) -> Loss | None:
    """`1d3/1d8` in numbers."""
    text = table.text(key, "")
    if not text:
        return None
    if not _LOSS.fullmatch(text):
        table.error(key, f"{text!r} is no loss; write it like 0/1d3")
        return None
    return read_loss_text(text)


def read_loss_text(text: str) -> Loss:
    """A loss that is known to be well written."""
    found = _LOSS.fullmatch(text)
    assert found is not None, text
    return int(found[1]), int(found[2] or 0), int(found[3]), int(found[4] or 0)


class Card:
    """CM-C: a character card."""

    def __init__(self, table: Table) -> None:
        self.id = table.text("id")
        self.name = table.text("name", self.id)
        self.pronoun = table.text("pronoun", "they")
        self.flavour = table.text("flavour", "")
        self.melee = die(table, "melee")
        self.ranged = die(table, "ranged")
        self.push = die(table, "push")
        self.operate = die(table, "operate")
        self.move = table.integer("move", low=1, high=20)
        self.actions = table.integer("actions", low=1, high=10)
        self.defense = table.integer("defense", low=1, high=12)
        self.health = table.integer("health", low=1, high=20)
        self.mentality = table.integer("mentality", low=0, high=20)
        self.encumbrance = table.integer("encumbrance", low=0, high=40)
        self.jump = table.integer("jump", 0, low=0, high=5)
        self.powerup_kills = table.integer("powerup_kills", 3, low=1, high=20)
        self.start_tile = table.text("start_tile")
        self.sanity = table.integer("sanity", 7 * (self.health + self.mentality), low=1, high=99)
        self.idea = table.integer("idea", 12 * self.mentality, low=0, high=99)
        self.abilities = words(table, "abilities", ABILITIES)
        self.talented = any(ability in ACTIVE for ability in self.abilities)
        """Whether one of the abilities is an action."""
        table.text("provenance", "house", among=PROVENANCE)
        table.done()


class Kind:
    """CM-M: a kind of monster."""

    iceproof = False
    waterproof = False
    """CM-O39, CM-O43, CM-Q8: only what a monster carries makes it so; swimmers need nothing for water."""

    def __init__(self, table: Table) -> None:
        self.id = table.text("id")
        self.name = table.text("name", self.id)
        self.count = table.integer("count", 6, low=1, high=12)
        self.actions = table.integer("actions", low=0, high=6)
        self.move = table.integer("move", low=0, high=20)
        self.melee = die(table, "melee", 0)
        self.ranged = die(table, "ranged", 0)
        self.defense = table.integer("defense", low=1, high=12)
        self.health = table.integer("health", low=1, high=20)
        self.sanity = read_loss(table, "sanity")
        specials = {}
        for word in table.text("specials", "").split():
            name, _, number = word.partition(":")
            if name not in SPECIALS or not (number or "0").isdigit():
                table.error("specials", f"{word!r} is not one of: {', '.join(SPECIALS)}")
            else:
                specials[name] = int(number or 0)
        self.fly = "fly" in specials
        self.swim = "swim" in specials
        self.charge = "charge" in specials
        self.attach = "attach" in specials
        self.web = specials.get("web", 0)
        self.tentacle = "tentacle" in specials
        self.reach = specials.get("tentacle", 0)
        """How far tentacles go; 0 is any distance."""
        table.text("provenance", "house", among=PROVENANCE)
        table.done()

    def fitted(self, move: int, iceproof: bool, waterproof: bool) -> Kind:
        """CM-Q8: the same monster with what it carries: so much more to move, at home on ice, safe from water."""
        other = copy(self)
        other.move = self.move + move
        other.iceproof = iceproof
        other.waterproof = waterproof
        return other


class Nest:
    """CM-G: a kind of generator."""

    def __init__(self, table: Table) -> None:
        self.id = table.text("id")
        self.name = table.text("name", self.id)
        self.spawns = table.text("spawns")
        self.kind = 0
        """The number of the monsters it spawns."""
        self.count = table.integer("count", 6, low=1, high=12)
        self.defense = table.integer("defense", low=1, high=12)
        self.health = table.integer("health", low=1, high=20)
        self.gate = table.integer("gate", low=1, high=4)
        self.melee = die(table, "melee", 0)
        self.ranged = die(table, "ranged", 0)
        self.attacks = bool(self.melee or self.ranged)
        self.actions = table.integer("actions", 0, low=0, high=6)
        self.sanity = read_loss(table, "sanity")
        table.text("provenance", "house", among=PROVENANCE)
        table.done()


class PowerUp(NamedTuple):
    """CM-U: one of a character's seven."""

    owner: str
    name: str
    stat: str
    amount: int


class Layout(NamedTuple):
    """CM-Q3: slots as (X, Y), and which of them are start slots, in the order of the seats."""

    slots: tuple[tuple[int, int], ...]
    starts: tuple[int, ...]


def die(table: Table, key: str, default: int | None = None) -> int:
    """The sides of a die."""
    sides = table.integer(key, default)
    if sides not in DICE:
        table.error(key, f"there is no d{sides}; dice have {', '.join(map(str, DICE[1:]))} sides")
        return 6
    return sides


def words(table: Table, key: str, among: tuple[str, ...]) -> tuple[str, ...]:
    """Several words out of a few."""
    found = table.text(key, "").split()
    for word in found:
        if word not in among:
            table.error(key, f"{word!r} is not one of: {', '.join(among)}")
    return tuple(word for word in found if word in among)


class Box:
    """One content file (with what it extends), read and ready to play; positions tell it by its digest."""

    def __init__(self, root: Table, text: str) -> None:
        self.text = text
        self.digest = hashlib.sha256(json.dumps(root.data, sort_keys=True).encode()).hexdigest()[:16]
        self.id = root.text("id")
        self.title = root.text("title", self.id)
        extends = root.text("extends", "", among=("", "standard"))
        base = SCHEMA.named().data if extends else None
        table_of = _by_id if base is None else _more_by_id
        self.tiles: list[Tile] = table_of(root, "tiles", Tile, base and base.tiles)
        self.characters: list[Card] = table_of(root, "characters", Card, base and base.characters)
        self.monsters: list[Kind] = table_of(root, "monsters", Kind, base and base.monsters)
        self.generators: list[Nest] = table_of(root, "generators", Nest, base and base.generators)
        self.objects: list[Thing] = table_of(root, "objects", Thing, base and base.objects)
        self.powerups = self._read_powerups(root, base)
        self.layouts = self._read_layouts(root, base)
        for table in root.tables("spells") if root.has("spells") else ():
            table.text("id", among=SPELLS)
            table.text("name", "")
            table.text("provenance", "house", among=PROVENANCE)
            table.done()
        root.done()
        if not root.report.errors:
            self._check(root)
        self._index()

    def _read_powerups(self, root: Table, base: Box | None) -> list[list[PowerUp]]:
        found: dict[str, list[PowerUp]] = {card.id: [] for card in self.characters}
        for table in root.tables("powerups") if root.has("powerups") or base is None else ():
            owner = table.text("owner", among=tuple(found))
            stat, _, amount = table.text("effect").partition(":")
            if stat not in POWER_UPS or not amount.lstrip("-").isdigit():
                table.error("effect", f"write one of {', '.join(POWER_UPS)} with an amount, like defense:1")
            elif owner in found:
                found[owner].append(PowerUp(owner, table.text("name"), stat, int(amount)))
            table.text("name")
            table.text("provenance", "house", among=PROVENANCE)
            table.done()
        if base is not None:
            old = {card.id: stack for card, stack in zip(base.characters, base.powerups, strict=True)}
            found = {owner: stack or old.get(owner, []) for owner, stack in found.items()}
        return list(found.values())

    def _read_layouts(self, root: Table, base: Box | None) -> dict[str, Layout]:
        found = {} if base is None else dict(base.layouts)
        for table in root.tables("layouts") if root.has("layouts") else ():
            name = table.text("id", among=("line", "ring", "block", "own"))
            slots = _pairs(table, "slots")
            starts = _pairs(table, "starts")
            table.done()
            for start in starts:
                if start not in slots:
                    table.error("starts", f"{start[0]},{start[1]} is not among the slots")
            if len(set(slots)) < len(slots) or not 2 <= len(slots) <= MOST_SLOTS:
                table.error("slots", f"a layout has 2 to {MOST_SLOTS} different slots")
            for x, y in starts:
                if not any(abs(x - a) + abs(y - b) == 1 for a, b in slots):
                    table.error("starts", f"the start slot {x},{y} has no neighbour")
            found[name] = Layout(tuple(slots), tuple(slots.index(start) for start in starts if start in slots))
        return found

    def _check(self, root: Table) -> None:
        tiles = {tile.id: tile for tile in self.tiles}
        for card in self.characters:
            tile = tiles.get(card.start_tile)
            if tile is None or tile.owner != card.id:
                root.error("characters", f"{card.id}: {card.start_tile!r} is no start tile of this character")
        kinds = [kind.id for kind in self.monsters]
        for nest in self.generators:
            if nest.spawns not in kinds:
                root.error("generators", f"{nest.id}: there is no monster {nest.spawns!r}")
        for name, most in MOST.items():
            if len(getattr(self, name)) > most:
                root.error(name, f"at most {most} {name} can be named in play")
        if len(self.characters) < 4:
            root.error("characters", "four players need four characters")

    def _index(self) -> None:
        """Look-ups that the rules need all the time."""
        kinds = [kind.id for kind in self.monsters]
        for nest in self.generators:
            nest.kind = kinds.index(nest.spawns) if nest.spawns in kinds else 0
        self.object_ids = tuple(thing.id for thing in self.objects)
        self.tile_ids = tuple(tile.id for tile in self.tiles)
        self.nest_ids = tuple(nest.id for nest in self.generators)
        self.character_ids = tuple(card.id for card in self.characters)
        self.powerup_names = [tuple(power.name for power in stack) for stack in self.powerups]
        self.object_named = {thing.id: number for number, thing in enumerate(self.objects)}
        self.tile_named = {tile.id: number for number, tile in enumerate(self.tiles)}
        self.start_tiles = [number for number, tile in enumerate(self.tiles) if tile.owner]
        self.other_tiles = [number for number, tile in enumerate(self.tiles) if not tile.owner]
        self.home = [self.tile_named.get(card.start_tile, 0) for card in self.characters]
        """The start tile of each character."""

    def __reduce__(self) -> tuple[Callable[[str], Box], tuple[str]]:
        return box_of, (self.text,)


MOST_SLOTS: Final = 16
SPELLS: Final = (
    "bind_enemy", "create_gate", "flesh_ward", "fly", "freezing_wrack", "grasp_of_cthulhu", "heal", "lucid_mind",
    "mental_suggestion", "parting_sands", "reach", "reflection", "sound_wave", "spectral_razor", "steal_life",
    "temporal_dust",
)  # fmt: skip
"""CM-P: the sixteen spells, one piece each."""
SPELL_NAMES: Final = tuple(
    {"grasp_of_cthulhu": "Grasp of Cthulhu", "sound_wave": "Sound Wave of Oblivion"}.get(
        spell, spell.replace("_", " ").title()
    )
    for spell in SPELLS
)


def _pairs(table: Table, key: str) -> list[tuple[int, int]]:
    found = []
    for word in table.text(key).split():
        parts = word.split(",")
        if len(parts) == 2 and all(part.isdigit() for part in parts):
            found.append((int(parts[0]), int(parts[1])))
        else:
            table.error(key, f"{word!r} is no slot; write X,Y like 2,1")
    return found


def _by_id(root: Table, key: str, read: Callable[[Table], Piece], base: list[Piece] | None) -> list[Piece]:
    """All pieces of a kind; each id once."""
    found: dict[str, Piece] = {str(getattr(piece, "id", "")): piece for piece in base or []}
    own: set[str] = set()
    for table in root.tables(key):
        piece = read(table)
        name = str(getattr(piece, "id", ""))
        if name in own:
            table.error("id", f"{name!r} is there twice")
        own.add(name)
        found[name] = piece
    return list(found.values())


def _more_by_id(root: Table, key: str, read: Callable[[Table], Piece], base: list[Piece] | None) -> list[Piece]:
    """The pieces of another content, changed and added to."""
    return _by_id(root, key, read, base) if root.has(key) else list(base or [])


def _read(root: Table) -> list[tuple[str, Any, Any]]:
    """A content file is one box."""
    raw = dict(root.data)
    box = Box(root, json.dumps(raw, separators=(",", ":")))
    return [(box.id, raw, box)]


@cache
def box_of(text: str) -> Box:
    """The box that was printed as this text; for positions that come from another process."""
    standard: Box = SCHEMA.named().data
    return standard if text == standard.text else Box(parse(text, "box"), text)


@cache
def _standard() -> str:
    return files(__package__).joinpath("content/standard.toml").read_text("utf-8")


def _shipped() -> Mapping[str, str]:
    return {"standard.toml": _standard()}


@cache
def standard_ids(key: str) -> tuple[str, ...]:
    """The ids of the standard pieces of a kind: the words of the vocabulary."""
    return tuple(piece["id"] for piece in tomllib.loads(_standard())[key])


@cache
def standard_names(key: str) -> tuple[str, ...]:
    """The names of the standard pieces of a kind, for the log."""
    return tuple(piece["name"] for piece in tomllib.loads(_standard())[key])


SCHEMA: Final = Schema(shipped=_shipped, read=_read)
