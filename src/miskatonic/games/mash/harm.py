"""Damage, death and what follows (CM-R5 d..g, CM-K, CM-G9, CM-U)."""

from __future__ import annotations

from typing import Final

from miskatonic.games.mash import keeper, shocks
from miskatonic.games.mash.box import POWER_UPS
from miskatonic.games.mash.chances import choose, die
from miskatonic.games.mash.figures import ACTIONS, HEALTH, MENTALITY, has, refresh
from miskatonic.games.mash.grid import BIT, CELLS, NONE
from miskatonic.games.mash.pieces import ALIVE, AWAITING, HERO, MONSTER, OUT, Hero, Piece
from miskatonic.games.mash.sight import neighbours
from miskatonic.games.mash.stacks import bumped, draw_powerup, lay_open, lay_pile, throw_away, without
from miskatonic.games.mash.state import ACTIVATION, Mash
from miskatonic.games.mash.vocabulary import NO, PAY, YES
from miskatonic.kernel import Flow
from miskatonic.kernel.sets import members

HAZARD: Final = NONE
BY_MONSTER: Final = -2
BY_GENERATOR: Final = -3
"""CM-K2: who caused something, where it was no character; a character is named by its seat."""


def cause_of(piece: Piece) -> int:
    """CM-K2: the cause of what a piece does on its own."""
    return piece.id if piece.kind == HERO else BY_MONSTER if piece.kind == MONSTER else BY_GENERATOR


def wound(
    s: Mash, piece: Piece, damage: int, cause: int, stamina: bool = False, thief: Piece | None = None
) -> Flow[None]:
    """CM-R5 d..g, CM-R11, CM-P3, CM-C3: Flesh Ward, Stamina, damage, death.

    CM-P15: who steals a point of what is really lost has it before anybody dies or is rewarded.
    """
    if isinstance(piece, Hero):
        if damage and piece.ward:
            break_ward(s, piece)
            damage -= 1
        if damage and stamina and not piece.bond and has(s, piece, "exceptional_stamina") and piece.me >= 2:
            most = min(damage, piece.me // 2)
            spared = (yield from choose(piece.id, "stamina", tuple(PAY + k for k in range(most + 1)))) - PAY
            piece.me -= 2 * spared
            damage -= spared
            if spared:
                s.tell("stamina", piece.ref, spared)
    if damage <= 0:
        return
    piece.hp -= damage
    s.tell("lost", piece.ref, damage, max(0, piece.hp))
    if (piece.kind == HERO or piece.objects) and piece.id not in s.hurt:
        s.hurt = (*s.hurt, piece.id)
    if thief is not None:
        thief.hp += 1
        s.tell("gained", thief.ref, 1)
    if piece.hp <= 0:
        yield from kill(s, piece, cause)


def break_ward(s: Mash, hero: Hero) -> None:
    """CM-P3: the ward absorbs a point and is gone."""
    if s.rules.ward_raises_base:
        hero.hp -= 1
        hero.base_hp -= 1
    hero.ward = False
    hero.warded = True
    s.tell("ward_broken", hero.id)
    refresh(s, hero)


def kill(s: Mash, piece: Piece, cause: int, lost: bool = False, gone: bool = False) -> Flow[None]:
    """CM-K1: a piece is dead; `lost`: its objects too (CM-K3), `gone`: through a dead end (CM-K6).

    Whatever it died of, a skull in its cell takes the objects (CM-K3).
    """
    if piece.slot == NONE:
        return
    if cause == piece.id:
        cause = HAZARD
    skull = s.tile(piece.slot).dead & BIT[piece.cell] if piece.objects else 0
    if isinstance(piece, Hero):
        yield from _kill_hero(s, piece, cause, lost or gone or skull > 0, gone)
    elif piece.kind == MONSTER:
        s.tell("killed", piece.ref)
        remove(s, piece, lost or gone or skull > 0)
    else:
        yield from _destroy(s, piece, cause, lost or gone)


def remove(s: Mash, piece: Piece, lost: bool = False) -> None:
    """CM-G7, CM-M1: a monster returns to the supply, a generator goes to the discard.

    CM-Q8, CM-K3: what a monster carried it drops, or it is `lost` like that of a character.
    """
    if piece.slot != NONE and piece.objects and not lost:
        lay_open(s, piece.slot * CELLS + piece.cell, piece.objects)
    else:
        for thing in piece.objects:
            throw_away(s, thing)
    piece.objects = ()
    s.lift(piece)
    del s.pieces[piece.id]
    if piece.id in s.queue:
        s.queue = without(s.queue, piece.id)
    for hero in s.heroes:
        if hero.shell == piece.id:
            hero.shell = NONE
    if piece.kind == MONSTER:
        s.supply = bumped(s.supply, piece.type)
    else:
        s.nests_gone = bumped(s.nests_gone, piece.type)


def _destroy(s: Mash, generator: Piece, cause: int, vanished: bool) -> Flow[None]:
    """CM-G9, CM-K7: who destroyed it keeps the counter and rolls for objects; one that vanishes leaves none."""
    slot, cell, nest = generator.slot, generator.cell, generator.type
    s.tell("destroyed", generator.ref)
    remove(s, generator)
    if vanished:
        return
    finder = s.heroes[cause] if cause >= 0 else s.hero
    if cause >= 0 and finder.life == ALIVE and finder.hp > 0:
        s.nests_gone = bumped(s.nests_gone, nest, -1)
        finder.kept = (*finder.kept, nest)
        if s.rules.turn_in == "auto":
            yield from turn_in_all(s, finder)
        yield from find_objects(s, finder, s.box.generators[nest].gate, slot, cell)
    else:
        yield from find_objects(s, None, s.box.generators[nest].gate, slot, cell)


def find_objects(s: Mash, finder: Hero | None, gate: int, slot: int, cell: int) -> Flow[None]:
    """CM-G10: objects by the gate number, face down on the generator's cell."""
    more = 0
    if s.rules.spot_hidden_timing == "before_roll":
        more = yield from spot_hidden(s, finder)
    if gate == 1:
        number = 1
    elif gate == 2:
        number = ((yield die("objects", 6)) + 2) // 3
    else:
        number = ((yield die("objects", 6 if gate == 3 else 8)) + 1) // 2
    if s.rules.spot_hidden_timing == "after_roll":
        more = yield from spot_hidden(s, finder)
    lay_pile(s, slot, cell, number + more)


def spot_hidden(s: Mash, finder: Hero | None) -> Flow[int]:
    """CM-C10: the Private Eye may pay 1 ME for one object more."""
    if finder is None or finder.me < 1 or finder.bond or not has(s, finder, "superior_spot_hidden"):
        return 0
    if (yield from choose(finder.id, "spot_hidden", (NO, YES))) == NO:
        return 0
    finder.me -= 1
    return 1


# -- characters -------------------------------------------------------------------------------------------------------


def _kill_hero(s: Mash, hero: Hero, cause: int, lost: bool, gone: bool) -> Flow[None]:
    """CM-K3, CM-K4, CM-K5, CM-K6, CM-U6: remains, power-ups, respawn or elimination, rewards."""
    slot, cell = hero.slot, hero.cell
    s.tell("died", hero.id, cause)
    hero.hp = 0
    hero.fallen += 1
    if lost:
        for thing in hero.objects:
            throw_away(s, thing)
    else:
        lay_open(s, slot * CELLS + cell, hero.objects)
    hero.objects = ()
    for number in hero.powerups:
        s.powerups[hero.id] |= 1 << number
    hero.powerups = ()
    for nest in hero.kept:
        s.nests_gone = bumped(s.nests_gone, nest)
    hero.kept = ()
    hero.free()
    hero.ward = hero.flying = hero.razor = False
    hero.shell = hero.ready = NONE
    shocks.mourn(s, hero)
    riders = s.riders(hero)
    s.lift(hero)
    killed = cause >= 0 and cause != hero.id
    if s.friendly or gone or killed or not hero.space:
        eliminate(s, hero)
    else:
        hero.life = AWAITING
    refresh(s, hero)
    yield from _let_go(s, riders, slot, cell, gone)
    if s.phase == ACTIVATION:
        keeper.fall(s)
    if killed:
        yield from _reward(s, s.heroes[cause], hero)


def eliminate(s: Mash, hero: Hero) -> None:
    """CM-K11: out of the game; in Capture the Flag the spawn space is gone as well.

    CM-B21: where everybody has one more turn, nobody waits for his.
    """
    if s.countdown and hero.id in _still_to_come(s):
        s.countdown -= 1
    hero.life = OUT
    s.tell("eliminated", hero.id)
    if s.capture:
        hero.space = 0


def _still_to_come(s: Mash) -> list[int]:
    """CM-B21: who has a turn before the board is reset, after the one that is running."""
    seats = len(s.heroes)
    after = [(s.active + away) % seats for away in range(1, seats)]
    return [seat for seat in after if s.heroes[seat].life != OUT][: s.countdown - 1]


def _let_go(s: Mash, riders: list[Piece], slot: int, cell: int, gone: bool) -> Flow[None]:
    """CM-K3, CM-B7: attached monsters stay in the cell of their dead host, further ones beside it."""
    for rider in riders:
        rider.host = NONE
        rider.slot = rider.cell = NONE
        if gone or not s.tile(slot).floor & BIT[cell]:
            remove(s, rider)
        elif not s.occ[slot] & BIT[cell]:
            s.put(rider, slot, cell)
        elif cells := members(neighbours(s, slot, cell) & ~s.occ[slot]):
            s.put(rider, slot, (yield from keeper.spot(s, rider, slot, cells)))
        else:
            remove(s, rider)


def _reward(s: Mash, killer: Hero, dead: Hero) -> Flow[None]:
    """CM-U4, CM-K7: a power-up for killing an opponent."""
    friends = s.friendly or killer.team == dead.team
    if killer.life == ALIVE and killer.hp > 0 and (not friends or s.rules.team_kill_powerup):
        yield from gain_powerup(s, killer)


def gain_powerup(s: Mash, hero: Hero) -> Flow[None]:
    """CM-U5: draw one of the own stack, and have it for good."""
    number = yield from draw_powerup(s, hero)
    if number == NONE:
        return
    hero.powerups = (*hero.powerups, number)
    s.tell("power_up", hero.id, hero.type, number)
    empower(s, hero, number)


def empower(s: Mash, hero: Hero, number: int) -> None:
    """CM-U1, CM-U3, CM-Q9: what was drawn works at once; more base health or mentality gives the points as well."""
    power = s.box.powerups[hero.type][number]
    stat = POWER_UPS.index(power.stat)
    before = hero.me
    refresh(s, hero)
    if stat == HEALTH:
        hero.hp += power.amount
    elif stat == MENTALITY:
        hero.me = min(hero.base_me, before + power.amount)
    elif stat == ACTIONS and s.active == hero.id and s.phase != ACTIVATION:
        # in the activation the pool is that of a monster
        s.pool += power.amount
    if s.rules.q_powerup_restores:
        hero.hp = max(hero.hp, hero.base_hp)
        hero.me = hero.base_me


def may_turn_in(s: Mash, hero: Hero) -> bool:
    """CM-U2: enough wrecked generators, and a power-up left to draw."""
    return len(hero.kept) >= s.card(hero).powerup_kills and bool(s.powerups[hero.id])


def turn_in(s: Mash, hero: Hero) -> Flow[None]:
    """CM-U2: exactly the number needed goes to the discard, the oldest first; one power-up is drawn."""
    needed = s.card(hero).powerup_kills
    for nest in hero.kept[:needed]:
        s.nests_gone = bumped(s.nests_gone, nest)
    hero.kept = hero.kept[needed:]
    yield from gain_powerup(s, hero)


def turn_in_all(s: Mash, hero: Hero) -> Flow[None]:
    """CM-U2 with `turn_in` = `auto`."""
    while may_turn_in(s, hero):
        yield from turn_in(s, hero)
