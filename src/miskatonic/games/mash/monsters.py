"""What monsters and attacking generators can do (CM-M), for whoever decides: the keeper, a controller, the policy.

How it is done stands in `deeds`.
"""

from __future__ import annotations

from typing import Final

from miskatonic.games.mash import attack, carrying, escape, keeper, uses, weapons
from miskatonic.games.mash.charging import charge_ends, charge_ends_behind
from miskatonic.games.mash.figures import equipped, printed_health
from miskatonic.games.mash.grid import BETWEEN, BIT, CELLS, NONE, cells_of
from miskatonic.games.mash.hazards import snared
from miskatonic.games.mash.pieces import ALIVE, CUFFS, MONSTER, Hero, Piece
from miskatonic.games.mash.sight import can_shoot, melee_range
from miskatonic.games.mash.state import Mash
from miskatonic.games.mash.territories import HAUNTS, Territory, prowled, territory_of
from miskatonic.games.mash.vocabulary import (
    CHARGE,
    COCK,
    DRAIN,
    DROP,
    FISTS,
    FREE,
    GO,
    GO_HIGH,
    GO_MIDDLE,
    HEAL,
    MELEE,
    RANGED,
    STOP,
    STOP_OR_GO_LOW,
    USE,
    go_codes,
)


def attacks(s: Mash, piece: Piece) -> tuple[int, int]:
    """Melee die and ranged die of a monster or generator."""
    if piece.kind == MONSTER:
        kind = s.kind_of(piece)
        return kind.melee, kind.ranged
    nest = s.nest_of(piece)
    return nest.melee, nest.ranged


def actions_of(s: Mash, piece: Piece) -> int:
    """CM-M3: the actions of a monster or generator."""
    return s.box.monsters[piece.type].actions if piece.kind == MONSTER else s.box.generators[piece.type].actions


def hunts(s: Mash, piece: Piece) -> bool:
    """CM-M2: whether a piece acts in an activation: monsters do, and generators that attack."""
    return piece.kind == MONSTER or s.box.generators[piece.type].attacks


def prey(s: Mash, piece: Piece) -> list[int]:
    """CM-T5, CM-M5, CM-Q11, CM-Q12: whom a piece may attack in the activation."""
    rules = s.rules
    if not rules.q_monsters_attack_any and not rules.q_monsters_attack_spawn:
        hero = s.heroes[s.active]
        away = hero.slot != piece.slot or piece.held == hero.id or hero.shell == piece.id
        return [] if away else [hero.id]
    heroes = s.heroes if rules.q_monsters_attack_any else [s.hero]
    found = [
        hero.id
        for hero in heroes
        if hero.slot == piece.slot and hero.life == ALIVE and piece.held != hero.id and hero.shell != piece.id
    ]
    if s.rules.q_monsters_attack_spawn and not s.friendly:
        found += [attack.space_of(hero.id) for hero in s.heroes if hero.home == piece.slot and hero.space]
    return found


def everybody_else(s: Mash, piece: Piece) -> list[int]:
    """CM-M14, CM-O22: whom a controlled monster may attack: any piece on its tile but itself and its shell's holder."""
    holders = [hero.id for hero in s.heroes if hero.shell == piece.id]
    return [other.id for other in s.on_tile(piece.slot) if other.id != piece.id and other.id not in holders]


def struck(s: Mash, piece: Piece, targets: list[int]) -> list[int]:
    """The targets that a melee attack reaches; one that only attaches does nothing to a spawn space (CM-A23)."""
    if piece.host != NONE:
        return []
    reach = melee_range(s, piece)
    clings = piece.kind == MONSTER and s.kind_of(piece).attach
    return [who for who in targets if reach >> weapons.where(s, who) & 1 and not (who < 0 and clings)]


def shot(s: Mash, piece: Piece, targets: list[int]) -> list[int]:
    """The targets that a ranged attack reaches (CM-A11, CM-M11); a web does nothing to a spawn space (CM-A23)."""
    reach = s.kind_of(piece).reach if piece.kind == MONSTER else 0
    webs = piece.kind == MONSTER and s.kind_of(piece).web
    return [who for who in targets if can_shoot(s, piece, weapons.where(s, who), reach) and not (who < 0 and webs)]


def deeds(s: Mash, piece: Piece) -> tuple[int, ...]:
    """CM-M3..M13: everything a piece may do in an activation with one action, in ascending order of codes."""
    haunt = haunt_of(s, piece)
    if haunt is None:
        return deeds_against(s, piece, prey(s, piece))
    return hunting(s, piece, haunt, s.heroes[s.active])


def haunt_of(s: Mash, piece: Piece) -> Territory | None:
    """CM-M4: where a monster gets to that nothing hinders, and for which only the active character matters."""
    if (
        piece.bond
        or piece.objects
        or piece.host != NONE
        or piece.held != NONE
        or piece.kind != MONSTER
        or not s.rules.plain_hunt
    ):
        return None
    return HAUNTS[s.box, s.tiles[piece.slot], piece.type, s.rules.monsters_pay_boots]


def hunting(s: Mash, piece: Piece, haunt: Territory, hero: Hero) -> tuple[int, ...]:
    """CM-M3..M5: everything an unhindered monster may do with one action, in ascending order of codes."""
    slot, cell, hunted = piece.slot, piece.cell, hero.cell
    there = BIT[hunted]
    if s.stands[slot] == there and not s.tissue:
        free = haunt.past[hunted * CELLS + cell]
    else:
        free = prowled(s, slot, cell, haunt)
    free &= ~s.occ[slot]
    codes = STOP_OR_GO_LOW[free & 4095] + GO_MIDDLE[free >> 12 & 4095] + GO_HIGH[free >> 24]
    if not haunt.menaced[cell] & there or hero.slot != slot or hero.shell == piece.id:
        return codes
    return codes + _assaults(s, piece, haunt, hero)


_STRIKE: Final = (MELEE + FISTS,)
_SHOOT: Final = (RANGED + FISTS,)


def _assaults(s: Mash, piece: Piece, haunt: Territory, hero: Hero) -> tuple[int, ...]:
    """CM-M5, CM-M10, CM-M11: what an unhindered monster may do to a character on its tile."""
    cell, hunted = piece.cell, hero.cell
    there = BIT[hunted]
    codes: tuple[int, ...] = ()
    if haunt.struck[cell] & there:
        codes = _STRIKE
    if haunt.aimed[cell] & there and (haunt.kind.fly or not BETWEEN[cell][hunted] & s.occ[piece.slot]):
        codes += _SHOOT
    if haunt.charged[cell] & there and not piece.charged:
        codes += tuple([CHARGE + end for end in cells_of(charge_ends_behind(s, piece, haunt, hunted))])
    return codes


def deeds_against(s: Mash, piece: Piece, targets: list[int], controlled: bool = False) -> tuple[int, ...]:
    """The same for any targets, and for a monster that obeys (CM-M14)."""
    melee, ranged = attacks(s, piece)
    codes: list[int] = [] if controlled else [STOP]
    held = piece.held != NONE and not controlled
    if piece.bond and (piece.tie == CUFFS or controlled or snared(piece)):
        if escape.possible(s, piece) and not (held and escape.leaves(s, piece)):
            codes.append(FREE)
        if piece.tie != CUFFS or controlled:
            return tuple(codes)
    if piece.host != NONE and not controlled and not held and _drains(s, piece):
        codes.append(DRAIN)
    if piece.kind == MONSTER and not piece.bond and not controlled and _may_heal(s, piece):
        codes.append(HEAL)
    if piece.kind == MONSTER and not held:
        codes += go_codes(stops(s, piece))
        if s.rules.q_facing and piece.host == NONE and not piece.bond and equipped(s, piece).move:
            # a turn on the spot (CM-Q1), which cuffs do not allow (CM-B15)
            codes.append(GO + piece.cell)
        if controlled or keeper.keeper_seat(s) != NONE:
            codes += carrying.monster_takes(s, piece)
    if piece.bond:
        return tuple(sorted(codes))
    if melee and struck(s, piece, targets):
        codes.append(MELEE + FISTS)
    if ranged and shot(s, piece, targets):
        codes.append(RANGED + FISTS)
    if piece.objects and piece.host == NONE:
        codes += weapons.options(s, piece, targets)
        if not controlled:
            codes += [USE + number for number in uses.tools(s, piece)]
    if piece.kind == MONSTER and s.kind_of(piece).charge and not piece.charged and not held:
        codes += [CHARGE + cell for cell in cells_of(charge_ends(s, piece, targets))]
    return tuple(sorted(codes))


def free_deeds(s: Mash, piece: Piece) -> list[int]:
    """CM-A24, CM-O8, CM-Q8: what a monster may do besides its actions; dropping things is no reason to ask for it."""
    codes = carrying.monster_frees(s, piece)
    if uses.has_cock(s, piece) and weapons.near(s, piece, prey(s, piece)):
        codes.append(COCK)
    return codes


def with_free_deeds(s: Mash, piece: Piece, codes: tuple[int, ...]) -> tuple[int, ...]:
    """CM-Q8: what a monster may do with an action (or with none left: only stop), and what it may do besides."""
    free = free_deeds(s, piece)
    if len(codes) == 1 and all(DROP <= code < USE for code in free):
        return codes
    return tuple(sorted((*codes, *free)))


def _drains(s: Mash, piece: Piece) -> bool:
    """CM-M9: whether an attached monster may drain its host now."""
    host = s.heroes[piece.host]
    hunted = s.active == host.id or s.rules.q_monsters_attack_any
    return hunted and not piece.bond and s.rules.attach_drain == "vampire_action"


def _may_heal(s: Mash, piece: Piece) -> bool:
    """CM-Q6, CM-M9: a wounded monster on a refreshment cell that is no spawn space; not one that is attached."""
    tile = s.tile(piece.slot)
    hurt = piece.hp < printed_health(s, piece) and piece.host == NONE
    return s.rules.q_monsters_heal and hurt and bool(tile.heal[piece.cell]) and piece.cell != tile.spawn


def stops(s: Mash, piece: Piece) -> int:
    """CM-M4, CM-B10: the cells where a move may end, never beyond a gate; one that is attached may move off."""
    slot = piece.slot
    territory = territory_of(s, s.tile(slot), equipped(s, piece))
    return prowled(s, slot, piece.cell, territory) & ~s.occ[slot]
