"""Objects in hand: picking up, dropping, handing over, using what is free (CM-A6..A8, CM-A26, CM-O29..O36)."""

from __future__ import annotations

from miskatonic.games.mash import harm, keeper, sanity, traps
from miskatonic.games.mash.chances import choose
from miskatonic.games.mash.figures import calm, heal, refresh
from miskatonic.games.mash.grid import BIT, CELLS, NONE
from miskatonic.games.mash.pieces import ALIVE, Hero, Piece
from miskatonic.games.mash.stacks import draw_powerup, lay_open, take_open, take_top, throw_away, without
from miskatonic.games.mash.state import Mash
from miskatonic.games.mash.vocabulary import DROP, GIVE, GREEN, NO, NO_GREEN, STOP, TAKE, TOP, USE, YES
from miskatonic.kernel import Flow

SEATS_NAMED = 4
"""How many seats a word of giving can name."""


def place_of(piece: Piece) -> int:
    """The place a piece stands on."""
    return piece.slot * CELLS + piece.cell


# -- picking up -------------------------------------------------------------------------------------------------------


def take_options(s: Mash, place: int) -> list[int]:
    """CM-A6: the top of the pile, or any face-up object."""
    codes = [TOP] if place in s.piles else []
    return codes + [TAKE + thing for thing in sorted(set(s.loose.get(place, ())))]


def take(s: Mash, taker: Piece, place: int, code: int) -> Flow[None]:
    """CM-A6, CM-P11: one object from a cell; a face-down one is shown to all, and a trap springs at once."""
    if code == TOP:
        thing = yield from take_top(s, place)
        s.tell("found", taker.ref, thing)
        if s.box.objects[thing].trap:
            yield from traps.spring(s, taker, thing, place)
            return
    else:
        thing = code - TAKE
        take_open(s, place, thing)
        s.tell("took", taker.ref, thing)
    yield from receive(s, taker, thing)


def receive(s: Mash, piece: Piece, thing: int) -> Flow[None]:
    """An object joins the inventory; CM-O42: an empty crystal takes a power-up of whoever gets it."""
    piece.objects = (*piece.objects, thing)
    if not isinstance(piece, Hero):
        return
    if s.box.objects[thing].crystal and not s.crystal:
        number = yield from draw_powerup(s, piece)
        if number != NONE:
            s.crystal = (piece.type, number)
            s.tell("crystal", piece.ref, piece.type, number)
            harm.empower(s, piece, number)
    changed(s, piece)
    yield from unload(s, piece)


def changed(s: Mash, hero: Hero) -> None:
    """Figures and mind follow what is carried (CM-I7)."""
    if hero.ready not in hero.objects:
        hero.ready = NONE
    if hero.shell != NONE and not any(s.box.objects[thing].seashell for thing in hero.objects):
        hero.shell = NONE
    refresh(s, hero)
    sanity.mind(s, hero)


def unload(s: Mash, hero: Hero) -> Flow[None]:
    """CM-A26: too much is dropped at once, the owner says what."""
    while hero.weight > hero.limit:
        heavy = sorted({thing for thing in hero.objects if not s.box.objects[thing].weightless})
        code = yield from choose(hero.id, "overload", tuple(DROP + thing for thing in heavy))
        drop(s, hero, code - DROP)


def drop(s: Mash, hero: Hero, thing: int) -> None:
    """CM-A7: an object lies face up in the own cell."""
    hero.objects = without(hero.objects, thing)
    lay_open(s, place_of(hero), (thing,))
    s.tell("dropped", hero.id, thing)
    changed(s, hero)


def drop_freely(s: Mash, hero: Hero, thing: int) -> Flow[None]:
    """CM-A7, CM-A26: whoever drops a barrow may have to drop more."""
    drop(s, hero, thing)
    yield from unload(s, hero)


# -- handing over -----------------------------------------------------------------------------------------------------


def give_options(s: Mash, hero: Hero) -> list[int]:
    """CM-A8: every object to every adjacent character."""
    if not hero.objects or len(s.heroes) == 1:
        return []
    touch = s.tile(hero.slot).touch[hero.cell]
    near = [h.id for h in s.heroes if h.slot == hero.slot and h.life == ALIVE and touch & BIT[h.cell]]
    return [GIVE + thing * SEATS_NAMED + seat for thing in sorted(set(hero.objects)) for seat in near]


def give(s: Mash, hero: Hero, thing: int, seat: int) -> Flow[bool]:
    """CM-A8: friends accept, others are asked; whether the object changed hands."""
    other = s.heroes[seat]
    friends = s.friendly or other.team == hero.team
    if not friends and (yield from choose(seat, "accept", (NO, YES))) == NO:
        s.tell("declined", seat, thing)
        return False
    hero.objects = without(hero.objects, thing)
    changed(s, hero)
    s.tell("gave", hero.id, seat, thing)
    yield from receive(s, other, thing)
    yield from unload(s, hero)
    return True


# -- green objects ----------------------------------------------------------------------------------------------------


def may_use_green(s: Mash, hero: Hero) -> bool:
    """CM-B15, CM-I9: not while bound (`green_while_bound`), not while insane."""
    return not hero.insane and (not hero.bond or s.rules.green_while_bound)


def greens(s: Mash, hero: Hero, own_turn: bool) -> list[int]:
    """CM-O29..O36: the green objects that may be used now; the clock only in the own turn."""
    if not hero.objects or not may_use_green(s, hero):
        return []
    found = []
    for number in sorted(set(hero.objects)):
        thing = s.box.objects[number]
        if not thing.green or (thing.clock and not own_turn) or (thing.powerup and not s.powerups[hero.id]):
            continue
        found.append(number)
    return found


def use_green(s: Mash, hero: Hero, number: int) -> Flow[None]:
    """CM-OG1, CM-O36: it works at once and is used up; the clock gives all actions once more."""
    thing = s.box.objects[number]
    hero.objects = without(hero.objects, number)
    throw_away(s, number)
    s.tell("used", hero.id, number)
    yield from take_effect(s, hero, number)
    if thing.clock:
        s.pool += hero.actions
    changed(s, hero)
    yield from unload(s, hero)


def take_effect(s: Mash, hero: Hero, number: int) -> Flow[None]:
    """What a remedy does for a character: CM-O29, CM-O30, CM-O31, CM-O32, CM-O33, CM-O34, CM-O35."""
    thing = s.box.objects[number]
    heal(hero, thing.health)
    calm(s, hero, thing.mentality, thing.sanity)
    if thing.powerup:
        yield from harm.gain_powerup(s, hero)


def green_window(s: Mash, actor: int) -> Flow[None]:
    """CM-R7: whoever lost something in, or was a target of, an action of another piece may use green objects."""
    seats = len(s.heroes)
    for away in range(seats):
        hero = s.heroes[(s.active + away) % seats]
        if hero.id == actor or hero.id not in s.touched + s.hurt:
            continue
        while hero.life == ALIVE and (able := greens(s, hero, False)):
            code = yield from choose(hero.id, "green", (NO_GREEN, *(GREEN + number for number in able)))
            if code == NO_GREEN:
                break
            yield from use_green(s, hero, code - GREEN)


def free_options(s: Mash, hero: Hero) -> list[int]:
    """CM-A24: dropping and green objects."""
    if hero.insane or not hero.objects:
        return []
    codes = [DROP + thing for thing in sorted(set(hero.objects))]
    return codes + [USE + number for number in greens(s, hero, True)]


# -- monsters ---------------------------------------------------------------------------------------------------------


def monster_options(s: Mash, piece: Piece) -> list[int]:
    """CM-Q8: what a monster may pick up from its cell: as many objects as it has actions, by the keeper's decision."""
    if not s.rules.q_monsters_use_objects or keeper.keeper_seat(s) == NONE or piece.slot == NONE or piece.bond:
        return []
    return take_options(s, place_of(piece)) if len(piece.objects) < s.kind_of(piece).actions else []


def monster_takes(s: Mash, piece: Piece, points: int, code: int = STOP) -> Flow[None]:
    """CM-Q8: a monster picks up what lies on its cell, 1 point each, as long as the keeper likes; `code` is the first.

    A trap that carries it off ends its move.
    """
    actor = keeper.keeper_seat(s)
    place = place_of(piece)
    if code != STOP:
        points -= 1
        yield from take(s, piece, place, code)
    while points > 0 and place_of(piece) == place and (codes := monster_options(s, piece)):
        code = yield from choose(s.active, "monster_take", (STOP, *codes), actor)
        if code == STOP:
            return
        points -= 1
        yield from take(s, piece, place, code)
