"""Casting, reading and memorising (CM-PG, CM-P, CM-A19, CM-A20, CM-C13)."""

from __future__ import annotations

from typing import Final

from miskatonic.games.mash import attack, carrying, control, effects, machines, shocks, weapons
from miskatonic.games.mash.box import SPELLS
from miskatonic.games.mash.chances import choose
from miskatonic.games.mash.figures import (
    MELEE_ROLL,
    RANGED_ROLL,
    heal,
    refresh,
    spells_of,
)
from miskatonic.games.mash.grid import ADJACENT, BESIDE, BIT, CELLS, DIRECTIONS, NEXT, NONE
from miskatonic.games.mash.pieces import GENERATOR, HERO, MONSTER, Hero, Piece
from miskatonic.games.mash.placing import relocate
from miskatonic.games.mash.sight import ahead, can_shoot, sees
from miskatonic.games.mash.stacks import draw_spell, without
from miskatonic.games.mash.state import Mash
from miskatonic.games.mash.strikes import BIND, GRASP, HOLD, LIFE, OBEY, ROB, Strike
from miskatonic.games.mash.vocabulary import BEYOND, CAST, STEAL
from miskatonic.games.mash.weapons import Deed
from miskatonic.kernel import Flow

(
    BIND_ENEMY, CREATE_GATE, FLESH_WARD, FLY, FREEZING_WRACK, GRASP_OF_CTHULHU, HEAL, LUCID_MIND, MENTAL_SUGGESTION,
    PARTING_SANDS, REACH, REFLECTION, SOUND_WAVE, SPECTRAL_RAZOR, STEAL_LIFE, TEMPORAL_DUST,
) = range(len(SPELLS))  # fmt: skip
ATTACKS: Final = {
    BIND_ENEMY: (HOLD, 0, 0, 0),
    FREEZING_WRACK: (BIND, 2, 0, 0),
    GRASP_OF_CTHULHU: (GRASP, 3, 0, 0),
    MENTAL_SUGGESTION: (OBEY, 0, 0, 0),
    STEAL_LIFE: (LIFE, 0, 6, 1),
}
"""Attack spells: effect, escape number, own die (0: the caster's), damage."""
MOST_MEMORISED: Final = 5


def castable(s: Mash, hero: Hero) -> list[int]:
    """CM-PG1, CM-PG2: the spells that have a legal form now; cast again they may be of no use, as in CM-P4."""
    if hero.me < 1:
        return []
    return [spell for spell in spells_of(s, hero) if _has_form(s, hero, spell)]


def _has_form(s: Mash, hero: Hero, spell: int) -> bool:
    if spell in ATTACKS:
        return any(open_to(s, spell, who) and in_reach(s, hero, who) for who in weapons.everybody(s, hero))
    if spell == CREATE_GATE:
        return bool(machines.beyond_gates(s)) if s.rules.create_gate_target == "beyond" else machines.any_gate(s)
    if spell == FLESH_WARD:
        return not hero.ward and not hero.warded
    if spell == PARTING_SANDS:
        return any(landing(s, hero, d) != NONE for d in DIRECTIONS)
    if spell == REACH:
        return bool(reach_codes(s, hero))
    if spell == SOUND_WAVE:
        return any(wave_cells(s, hero, way) & s.occ[hero.slot] for way in ways(s))
    if spell == SPECTRAL_RAZOR:
        return not hero.razored
    return spell in (FLY, HEAL, LUCID_MIND)


def in_reach(s: Mash, hero: Hero, who: int) -> bool:
    """CM-PG3: whether a target is next to the caster (or attached), or in shooting range."""
    return can_shoot(s, hero, weapons.where(s, who)) or bool(weapons.near(s, hero, [who]))


def targets(s: Mash, hero: Hero, spell: int) -> list[int]:
    """CM-PG3, CM-PG4: whom an attack spell may be aimed at."""
    return [who for who in weapons.everybody(s, hero) if open_to(s, spell, who) and in_reach(s, hero, who)]


def open_to(s: Mash, spell: int, who: int) -> bool:
    """CM-PG4: whether an attack spell works on a target."""
    if who < 0:
        return spell == STEAL_LIFE
    if spell in (BIND_ENEMY, MENTAL_SUGGESTION):
        return s.piece(who).kind == MONSTER
    return spell not in (FREEZING_WRACK, GRASP_OF_CTHULHU) or s.piece(who).kind != GENERATOR


def touched_pieces(s: Mash, hero: Hero, spell: int) -> list[int]:
    """CM-P7, CM-P8: the caster, and adjacent pieces without a line between."""
    touch = s.tile(hero.slot).touch[hero.cell]
    near = [piece for piece in s.on_tile(hero.slot) if BIT[piece.cell] & touch]
    return [hero.id, *(piece.id for piece in near if spell == HEAL or piece.kind == HERO)]


def landing(s: Mash, hero: Hero, direction: int) -> int:
    """CM-P10: the first cell behind a blue line and any wall cells, if it is free."""
    tile = s.tile(hero.slot)
    if not tile.ruled(hero.cell, direction):
        return NONE
    cell = NEXT[hero.cell][direction]
    while cell != NONE and not tile.floor & BIT[cell]:
        cell = NEXT[cell][direction]
    return NONE if cell == NONE or s.occ[hero.slot] & BIT[cell] else cell


def ways(s: Mash) -> range:
    """CM-P13: the directions of the Sound Wave."""
    return range(0, 8, 8 // s.rules.soundwave_directions)


def wave(s: Mash, hero: Hero, way: int) -> list[int]:
    """CM-P13: every piece that the Sound Wave meets in a direction."""
    return attack.pieces_at(s, hero.slot, wave_cells(s, hero, way))


def wave_cells(s: Mash, hero: Hero, way: int) -> int:
    """CM-P13, CM-Q1: the cells in a direction (not behind the caster) up to the border or the first solid line."""
    line_of = s.tile(hero.slot).line[hero.cell]
    cells = 0
    cell = BESIDE[hero.cell][way]
    while cell != NONE and line_of & BIT[cell]:
        cells |= BIT[cell]
        cell = BESIDE[cell][way]
    return cells & ahead(s, hero) if s.rules.q_facing else cells


def reach_codes(s: Mash, hero: Hero) -> dict[int, tuple[int, int]]:
    """CM-P11, CM-Q8: whom Reach may rob (by target), and the cells to take from (by the cell of another kind).

    CM-L8: pieces stand in its way, also where a shot would go over them.
    """
    codes: dict[int, tuple[int, int]] = {}
    slot, cell = hero.slot, hero.cell
    for who in weapons.everybody(s, hero):
        if who >= 0 and s.piece(who).objects and in_reach(s, hero, who) and sees(s, slot, cell, s.piece(who).cell):
            codes[weapons.target_code(s, who)] = (who, NONE)
    for place in {*s.piles, *s.loose}:
        if place // CELLS == slot and sees(s, slot, cell, place % CELLS):
            codes[BEYOND + place] = (NONE, place)
    return codes


# -- casting ----------------------------------------------------------------------------------------------------------


def declare(s: Mash, hero: Hero, code: int) -> Flow[Deed]:
    """CM-R1: the spell with its target, direction or place."""
    spell = code - CAST
    if spell in ATTACKS:
        return code, (yield from weapons.pick(s, targets(s, hero, spell), hero.id)), NONE, NONE
    if spell in (HEAL, LUCID_MIND):
        able = {weapons.target_code(s, who): who for who in touched_pieces(s, hero, spell)}
        return code, able[(yield from choose(hero.id, "target", tuple(sorted(able))))], NONE, NONE
    if spell == PARTING_SANDS:
        open_ways = [2 * d for d in DIRECTIONS if landing(s, hero, d) != NONE]
        return code, NONE, NONE, (yield from weapons.which_way(s, hero, open_ways, hero.id))
    if spell == SOUND_WAVE:
        heard = [way for way in ways(s) if wave(s, hero, way)]
        return code, NONE, NONE, (yield from weapons.which_way(s, hero, heard, hero.id))
    if spell == REACH:
        codes = reach_codes(s, hero)
        who, place = codes[(yield from choose(hero.id, "reach", tuple(sorted(codes))))]
        return code, who, place, NONE
    return code, NONE, NONE, NONE


def cast(s: Mash, hero: Hero, deed: Deed) -> Flow[None]:
    """CM-A20, CM-PG1: one point of mentality, also on a miss; then what the spell does."""
    spell = deed[0] - CAST
    hero.me -= 1
    shocks.act(s, hero.id, "spell")
    s.tell("cast", hero.id, spell)
    if spell in (HEAL, LUCID_MIND):
        attack.touch(s, [deed[1]])
    if spell in ATTACKS:
        yield from attack_spell(s, hero, spell, deed[1])
    elif spell == CREATE_GATE:
        yield from machines.travel(s, hero, s.rules.create_gate_target == "beyond")
    elif spell == FLESH_WARD:
        raise_ward(s, hero)
    elif spell == FLY:
        hero.flying = True
    elif spell == HEAL:
        mend(s, deed[1])
    elif spell == LUCID_MIND:
        clear(s, s.heroes[deed[1]])
    elif spell == PARTING_SANDS:
        relocate(s, hero, hero.slot, landing(s, hero, deed[3] // 2))
        yield from effects.come_onto(s, hero, effects.MOVED)
    elif spell == REACH:
        yield from reach(s, hero, deed[1], deed[2])
    elif spell == SOUND_WAVE:
        yield from sound_wave(s, hero, deed[3])
    elif spell == SPECTRAL_RAZOR:
        hero.razor = hero.razored = True


def spell_strike(s: Mash, hero: Hero, cell: int, sides: int, damage: int) -> Strike:
    """CM-PG3: melee against a neighbour, ranged against others; a die of its own, or the caster's."""
    melee = bool(s.tile(hero.slot).touch[hero.cell] & BIT[cell]) or cell == hero.cell
    bonus = 0
    if not sides:
        card = s.card(hero)
        sides = card.melee if melee else card.ranged
        bonus = hero.extra[MELEE_ROLL if melee else RANGED_ROLL]
    return Strike(hero, hero.id, melee, sides, bonus, damage)


def attack_spell(s: Mash, hero: Hero, spell: int, who: int) -> Flow[None]:
    """CM-P1, CM-P5, CM-P6, CM-P9, CM-P15: one target, one roll."""
    effect, number, sides, damage = ATTACKS[spell]
    st = spell_strike(s, hero, weapons.where(s, who), sides, damage)
    st.effect, st.number = effect, number
    yield from attack.strike(s, st, [who])
    if spell == MENTAL_SUGGESTION and who in st.hits and who in s.pieces:
        yield from control.order(s, hero, s.pieces[who], hero.id)


def raise_ward(s: Mash, hero: Hero) -> None:
    """CM-P3: defense +1 and a point that absorbs damage, until it breaks."""
    hero.ward = hero.warded = True
    if s.rules.ward_raises_base:
        hero.hp += 1
    refresh(s, hero)


def mend(s: Mash, who: int) -> None:
    """CM-P7: a point of health for a character, a monster or a generator, never above what it has by nature."""
    piece = s.piece(who)
    before = piece.hp
    heal(s, piece, 1)
    if piece.hp > before:
        s.tell("gained", s.ref(who), 1)


def clear(s: Mash, hero: Hero) -> None:
    """CM-P8: mentality back to base."""
    if hero.me < hero.base_me:
        s.tell("calmed", hero.id, hero.base_me - hero.me)
        hero.me = hero.base_me


def sound_wave(s: Mash, hero: Hero, way: int) -> Flow[None]:
    """CM-P13: one d6 for all; melee against the neighbour (also over a dotted line), ranged against those behind."""
    ids = wave(s, hero, way)
    near = [who for who in ids if BIT[s.piece(who).cell] & ADJACENT[hero.cell]]
    far = [who for who in ids if who not in near]
    st = Strike(hero, hero.id, not far, 6, 0, 1)
    if near and far:
        st.near, st.close = tuple(near), Strike(hero, hero.id, True, 6, 0, 1)
    yield from attack.strike(s, st, ids)


def reach(s: Mash, hero: Hero, who: int, place: int) -> Flow[None]:
    """CM-P11: an object from a cell in sight, or by a d8 attack from somebody who carries one."""
    if place != NONE:
        code = yield from choose(hero.id, "reach_take", tuple(carrying.take_options(s, place)))
        yield from carrying.take(s, hero, place, code)
        return
    st = spell_strike(s, hero, s.piece(who).cell, 8, 0)
    st.effect = ROB
    yield from attack.strike(s, st, [who])
    if who in st.hits and (who < len(s.heroes) or who in s.pieces):
        yield from rob(s, hero, s.piece(who))


def rob(s: Mash, hero: Hero, victim: Piece) -> Flow[None]:
    """CM-D18: the caster takes one carried object of his choice."""
    if not victim.objects:
        return
    codes = tuple(STEAL + thing for thing in sorted(set(victim.objects)))
    thing = (yield from choose(hero.id, "steal", codes)) - STEAL
    victim.objects = without(victim.objects, thing)
    s.tell("stole", hero.id, victim.ref, thing)
    carrying.changed(s, victim)
    yield from carrying.receive(s, hero, thing)
    yield from carrying.unload(s, victim)


# -- tomes ------------------------------------------------------------------------------------------------------------


def readable(s: Mash, hero: Hero) -> list[int]:
    """CM-A19: the carried tomes that nobody has read yet."""
    return [n for n in sorted(set(hero.objects)) if s.box.objects[n].tome and n not in s.tomes]


def read(s: Mash, hero: Hero, number: int) -> Flow[None]:
    """CM-A19: as many spells as the tome's number are drawn and lie with it for the rest of the game.

    The tomes are CM-O3, CM-O5, CM-O7, CM-O16, CM-O17, CM-O21, CM-O23, CM-O25.
    """
    s.tomes[number] = ()
    for _ in range(s.box.objects[number].spells):
        spell = yield from draw_spell(s)
        if spell != NONE:
            s.tomes[number] = (*s.tomes[number], spell)
            s.tell("learned", hero.id, number, spell)
    shocks.act(s, hero.id, "tome")


def memorable(s: Mash, hero: Hero) -> list[int]:
    """CM-C13: spells of carried tomes that can still be memorised."""
    if hero.me < 1 or len(hero.memorised) >= MOST_MEMORISED:
        return []
    known = {*hero.innate, *hero.memorised}
    return sorted({spell for n in hero.objects for spell in s.tomes.get(n, ()) if spell not in known})


def memorize(s: Mash, hero: Hero, spell: int) -> None:
    """CM-C13: it stays with the tome as well, and in the mind for ever."""
    hero.me -= 1
    hero.memorised = (*hero.memorised, spell)
    s.tell("memorised", hero.id, spell)
