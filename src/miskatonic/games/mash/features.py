"""What a seat may see, as numbers of fixed length, for learning: the own character first, then the others clockwise."""

from __future__ import annotations

from typing import Final

from miskatonic.games.mash.box import MOST_SLOTS, POWER_UPS, SPELLS
from miskatonic.games.mash.figures import spells_of
from miskatonic.games.mash.grid import CELLS, NONE
from miskatonic.games.mash.hazards import avoided
from miskatonic.games.mash.pieces import ALIVE, AWAITING, CUFFS, GENERATOR, MONSTER, OUT, Hero
from miskatonic.games.mash.setup import MODE_NAMES
from miskatonic.games.mash.state import PHASES, Mash
from miskatonic.games.mash.vocabulary import OBJECTS, SEATS

TEN: Final = 10.0
MANY: Final = 50.0
_ABOUT_A_HERO: Final = (
    "present", "alive", "awaiting", "out", "friend", "active", "keeps_tile", "hp", "base_hp", "me", "base_me", "sp",
    "insane", "defense", "move", "actions", "room", "bond", "cuffed", "doom", "kept", "space", "ward", "flying",
    "razor", "riders", *(f"extra_{stat}" for stat in POWER_UPS), *(f"spell_{spell}" for spell in SPELLS),
    *(f"object_{n}" for n in range(OBJECTS)),
)  # fmt: skip
_ABOUT_A_CELL: Final = (
    "floor", "trouble", "hero", "foe", "monster_hp", "monster_defense", "monster_ranged", "generator_hp", "bound",
    "pile", "loose",
)  # fmt: skip
_ABOUT_A_SLOT: Final = ("there", "up", "monsters", "generators", "heroes", "objects")
FEATURES: Final = (
    "round", "pool", "mp", *(f"phase_{phase}" for phase in PHASES), *(f"mode_{mode}" for mode in MODE_NAMES),
    *(f"{seat}_{what}" for seat in range(len(SEATS)) for what in _ABOUT_A_HERO),
    *(f"slot{slot}_{what}" for slot in range(MOST_SLOTS) for what in _ABOUT_A_SLOT),
    *(f"cell{cell}_{what}" for cell in range(CELLS) for what in _ABOUT_A_CELL),
)  # fmt: skip
"""The name of every feature; seat 0 is the own one, cells are those of the active character's tile."""


def features(s: Mash, seat: int) -> list[float]:
    """The table from one seat."""
    numbers = [s.round / MANY, s.pool / TEN, s.mp / TEN]
    numbers += [float(s.phase == phase) for phase in range(len(PHASES))]
    numbers += [float(s.mode == mode) for mode in MODE_NAMES]
    seats = len(s.heroes)
    mine = s.heroes[seat]
    for away in range(len(SEATS)):
        if away < seats:
            numbers += _hero(s, mine, s.heroes[(seat + away) % seats])
        else:
            numbers += [0.0] * len(_ABOUT_A_HERO)
    for slot in range(MOST_SLOTS):
        numbers += _slot(s, slot) if slot < len(s.up) else [0.0] * len(_ABOUT_A_SLOT)
    return numbers + _cells(s)


def _hero(s: Mash, mine: Hero, hero: Hero) -> list[float]:
    known = {*spells_of(s, hero)} if hero.type != NONE else set()
    return [
        1.0,
        float(hero.life == ALIVE),
        float(hero.life == AWAITING),
        float(hero.life == OUT),
        float(s.friendly or hero.team == mine.team),
        float(hero.id == s.active),
        float(hero.slot == s.hero.slot),
        hero.hp / TEN,
        hero.base_hp / TEN,
        hero.me / TEN,
        hero.base_me / TEN,
        hero.sp / 100,
        float(hero.insane > 0),
        hero.defense / TEN,
        hero.move / TEN,
        hero.actions / TEN,
        (hero.limit - hero.weight) / TEN,
        hero.bond / 3,
        float(hero.tie == CUFFS),
        hero.doom / 2,
        len(hero.kept) / TEN,
        hero.space / 3,
        float(hero.ward),
        float(hero.flying),
        float(hero.razor),
        float(len(s.riders(hero))),
        *(amount / 3 for amount in hero.extra),
        *(float(spell in known) for spell in range(len(SPELLS))),
        *(float(hero.objects.count(thing)) for thing in range(OBJECTS)),
    ]


def _slot(s: Mash, slot: int) -> list[float]:
    kinds = [piece.kind for piece in s.pieces.values() if piece.slot == slot]
    objects = sum(len(pile) for place, pile in (*s.piles.items(), *s.loose.items()) if place // CELLS == slot)
    return [
        1.0,
        float(s.up[slot]),
        kinds.count(MONSTER) / TEN,
        kinds.count(GENERATOR) / TEN,
        float(sum(hero.slot == slot for hero in s.heroes)),
        objects / TEN,
    ]


def _cells(s: Mash) -> list[float]:
    slot = s.hero.slot
    if slot == NONE or s.tiles[slot] == NONE:
        return [0.0] * (len(_ABOUT_A_CELL) * CELLS)
    tile = s.tile(slot)
    trouble = avoided(s, s.hero, slot)
    numbers: list[float] = []
    for cell in range(CELLS):
        piece = s.standing(slot, cell)
        monster = s.kind_of(piece) if piece is not None and piece.kind == MONSTER else None
        place = slot * CELLS + cell
        numbers += [
            float(tile.floor >> cell & 1),
            float(trouble >> cell & 1),
            float(piece is not None and isinstance(piece, Hero)),
            float(isinstance(piece, Hero) and not s.friendly and piece.team != s.hero.team),
            piece.hp / TEN if piece is not None and monster else 0.0,
            monster.defense / TEN if monster else 0.0,
            monster.ranged / TEN if monster else 0.0,
            piece.hp / TEN if piece is not None and piece.kind == GENERATOR else 0.0,
            piece.bond / 3 if piece is not None else 0.0,
            len(s.piles.get(place, ())) / TEN,
            len(s.loose.get(place, ())) / TEN,
        ]
    return numbers
