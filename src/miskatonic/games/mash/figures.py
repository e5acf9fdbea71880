"""The figures of pieces: what card, objects and power-ups make together (CM-OG2, CM-U3, CM-O37..O48, CM-Q8)."""

from __future__ import annotations

from typing import Final

from miskatonic.games.mash.box import POWER_UPS, Kind
from miskatonic.games.mash.pieces import ALIVE, HERO, MONSTER, Hero, Piece
from miskatonic.games.mash.sight import flies
from miskatonic.games.mash.state import Mash
from miskatonic.games.mash.things import Thing

WATERPROOF: Final = 1
ICEPROOF: Final = 2
WEBPROOF: Final = 4
ABSORBS: Final = 8
ARMED: Final = 16
"""Qualities of what is carried; the last one: a weapon is among it."""
ICY: Final = ("snow", "ice")
"""CM-C2, CM-O43: the surfaces on which gear for the ice helps."""

(
    HEALTH, MENTALITY, DEFENSE, ACTIONS, MOVE, ENCUMBRANCE, MELEE_ROLL, RANGED_ROLL, MELEE_DAMAGE, RANGED_DAMAGE,
    EXPLOSIVE_DAMAGE, PARRY_ROLL,
) = range(len(POWER_UPS))  # fmt: skip
_NEEDS: Final = {EXPLOSIVE_DAMAGE: "explosives_expert", PARRY_ROLL: "swashbuckler"}
"""CM-O42: power-ups for an ability that not everybody has."""


def has(s: Mash, piece: Piece, ability: str) -> bool:
    """Whether a piece is a character with an ability (CM-C)."""
    return piece.kind == HERO and ability in s.box.characters[piece.type].abilities


def best(things: list[Thing], slot: str) -> Thing | None:
    """CM-OG2: the one of a class that is active: whichever gives most."""
    worn = [thing for thing in things if thing.slot == slot]
    return max(worn, key=lambda thing: (thing.webproof, thing.absorbs, thing.encumbrance, thing.move), default=None)


def refresh(s: Mash, hero: Hero) -> None:
    """Work the figures out again, after objects, power-ups or a ward have changed.

    Passive objects: CM-O37, CM-O38, CM-O39, CM-O40, CM-O41, CM-O42, CM-O43, CM-O44, CM-O45, CM-O46, CM-O47, CM-O48.
    """
    card = s.box.characters[hero.type]
    kinds = s.box.objects
    things = [kinds[number] for number in dict.fromkeys(hero.objects)]
    extra = [0] * len(POWER_UPS)
    stack = s.box.powerups[hero.type]
    for number in hero.powerups:
        extra[POWER_UPS.index(stack[number].stat)] += stack[number].amount
    if s.crystal and any(thing.crystal for thing in things):
        power = s.box.powerups[s.crystal[0]][s.crystal[1]]
        stat = POWER_UPS.index(power.stat)
        need = _NEEDS.get(stat, "")
        if not need or need in card.abilities:
            extra[stat] += power.amount
    hero.extra = tuple(extra)
    shield, armour, movement = best(things, "shield"), best(things, "armour"), best(things, "movement")
    hero.defense = card.defense + extra[DEFENSE] + bool(hero.ward)
    hero.defense += (shield.defense if shield else 0) + (armour.defense if armour else 0)
    hero.move = card.move + extra[MOVE] + (movement.move if movement else 0)
    hero.actions = card.actions + extra[ACTIONS]
    hero.limit = card.encumbrance + extra[ENCUMBRANCE] + (movement.encumbrance if movement else 0)
    hero.limit += sum(thing.encumbrance for thing in things if not thing.slot)
    hero.weight = sum(not kinds[number].weightless for number in hero.objects)
    hero.qualities = 0
    for thing in things:
        hero.qualities |= WATERPROOF * thing.waterproof | ICEPROOF * thing.iceproof | WEBPROOF * thing.webproof
        hero.qualities |= ABSORBS * thing.absorbs | ARMED * (thing.form > 0)
    _rebase(s, hero, card.health + extra[HEALTH] + (bool(hero.ward) and s.rules.ward_raises_base))
    base_me = card.mentality + extra[MENTALITY] + sum(thing.mentality_base for thing in things)
    if s.rules.base_raise_current and base_me > hero.base_me and hero.base_me:
        hero.me += base_me - hero.base_me
    hero.base_me = base_me
    hero.me = min(hero.me, base_me)
    if s.rules.sanity:
        base_sp = card.sanity + sum(thing.sanity_base for thing in things)
        if hero.base_sp and hero.insane < 2:
            hero.sp = max(0, hero.sp + base_sp - hero.base_sp)
        hero.base_sp = base_sp


_FITTED: dict[tuple[Kind, tuple[int, ...]], Kind] = {}
"""Monsters with what they carry; the same ones are asked for again and again."""
_MANY: Final = 10_000


def equipped(s: Mash, monster: Piece) -> Kind:
    """CM-Q8: how a monster moves, with what it carries: CM-O37, CM-O39, CM-O40, CM-O43."""
    kind = s.box.monsters[monster.type]
    if not monster.objects:
        return kind
    key = (kind, monster.objects)
    if key not in _FITTED:
        if len(_FITTED) > _MANY:
            _FITTED.clear()
        things = carried(s, monster)
        movement = best(things, "movement")
        move = movement.move if movement else 0
        iceproof, waterproof = any(thing.iceproof for thing in things), any(thing.waterproof for thing in things)
        fits = move or iceproof or waterproof
        _FITTED[key] = kind.fitted(move, iceproof, waterproof) if fits else kind
    return _FITTED[key]


def carried(s: Mash, piece: Piece) -> list[Thing]:
    """CM-OG2: what a piece carries; two of the same name count once."""
    return [s.box.objects[number] for number in dict.fromkeys(piece.objects)]


def overload(s: Mash, piece: Piece) -> int:
    """CM-A26, CM-Q8: by how much a piece carries too much; monsters carry as many objects as they have actions."""
    if isinstance(piece, Hero):
        return piece.weight - piece.limit
    things = carried(s, piece)
    movement = best(things, "movement")
    limit = s.kind_of(piece).actions + (movement.encumbrance if movement else 0)
    limit += sum(thing.encumbrance for thing in things if not thing.slot)
    return sum(not s.box.objects[number].weightless for number in piece.objects) - limit


def _rebase(s: Mash, hero: Hero, base: int) -> None:
    """A base that falls takes the points above it along, but neither points won beyond it nor the last one."""
    if base < hero.base_hp and hero.hp > base and hero.life == ALIVE:
        hero.hp = max(base, hero.hp - (hero.base_hp - base), 1)
    hero.base_hp = base


def heal(s: Mash, piece: Piece, amount: int) -> None:
    """Health back, never above base; points above it stay."""
    piece.hp = max(piece.hp, min(printed_health(s, piece), piece.hp + amount))


def calm(s: Mash, hero: Hero, amount: int, sanity: int = 0) -> None:
    """Mentality (and by CM-I7 sanity) back, never above base."""
    hero.me = max(hero.me, min(hero.base_me, hero.me + amount))
    before = hero.sp
    if s.rules.sanity and hero.insane < 2:
        hero.sp = min(hero.base_sp, before + sanity)
    if hero.sp > before:
        s.tell("soothed", hero.id, hero.sp - before)


def defense(s: Mash, piece: Piece) -> int:
    """The defense of a piece now; by CM-Q8 monsters may carry a shield and armour."""
    if isinstance(piece, Hero):
        return piece.defense
    if piece.kind == MONSTER:
        base = s.box.monsters[piece.type].defense
        if piece.objects:
            things = carried(s, piece)
            base += sum(worn.defense for slot in ("shield", "armour") if (worn := best(things, slot)))
        return base
    return s.box.generators[piece.type].defense


def printed_health(s: Mash, piece: Piece) -> int:
    """The most health that healing restores."""
    if isinstance(piece, Hero):
        return piece.base_hp
    return s.box.monsters[piece.type].health if piece.kind == MONSTER else s.box.generators[piece.type].health


def waterproof(s: Mash, piece: Piece) -> bool:
    """CM-M8, CM-O39: whether water neither hurts nor kills a piece."""
    if isinstance(piece, Hero):
        return bool(piece.qualities & WATERPROOF)
    if piece.kind != MONSTER:
        return False
    return s.box.monsters[piece.type].swim or any(s.box.objects[thing].waterproof for thing in piece.objects)


def webproof(s: Mash, piece: Piece) -> bool:
    """CM-O44, CM-Q8: whether webs glide off a piece."""
    if isinstance(piece, Hero):
        return bool(piece.qualities & WEBPROOF)
    return any(s.box.objects[thing].webproof for thing in piece.objects)


def surcharge(s: Mash, piece: Piece, slot: int) -> int:
    """CM-B13, CM-C2, CM-O43: what every cell of a tile costs a piece beyond 1."""
    tile = s.box.tiles[s.tiles[slot]]
    if not tile.surcharge or flies(s, piece):
        return 0
    if isinstance(piece, Hero):
        if tile.surface in ICY:
            if piece.qualities & ICEPROOF or has(s, piece, "winter_gear"):
                return 0
        elif s.rules.winter_gear_swamp and has(s, piece, "winter_gear"):
            return 0
    elif not s.rules.monsters_pay_boots:
        return 0
    return tile.surcharge


def enemies(s: Mash, one: Hero, other: Hero) -> bool:
    """Whether two characters are opponents."""
    return not s.friendly and one.team != other.team


def spells_of(s: Mash, hero: Hero) -> tuple[int, ...]:
    """CM-PG2: the spells a character has access to: innate, memorised, or with a read tome it carries."""
    if not hero.memorised and not (hero.objects and s.tomes):
        return hero.innate
    found = {*hero.innate, *hero.memorised}
    for number in hero.objects:
        found.update(s.tomes.get(number, ()))
    return tuple(sorted(found))
