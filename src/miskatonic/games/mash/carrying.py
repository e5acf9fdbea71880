"""Objects in hand: picking up, dropping, handing over, using what is free (CM-A6..A8, CM-A26, CM-O29..O36)."""

from __future__ import annotations

from miskatonic.games.mash import harm, keeper, sanity, traps
from miskatonic.games.mash.chances import choose
from miskatonic.games.mash.figures import calm, heal, overload, refresh
from miskatonic.games.mash.grid import BIT, CELLS, NONE
from miskatonic.games.mash.pieces import ALIVE, Hero, Piece
from miskatonic.games.mash.stacks import draw_powerup, lay_open, take_open, take_top, throw_away, without
from miskatonic.games.mash.state import Mash
from miskatonic.games.mash.vocabulary import DROP, GIVE, GREEN, NO, NO_GREEN, READ, TAKE, TOP, USE, YES
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
    if isinstance(piece, Hero) and s.box.objects[thing].crystal and not s.crystal:
        number = yield from draw_powerup(s, piece)
        if number != NONE:
            s.crystal = (piece.type, number)
            s.tell("crystal", piece.ref, piece.type, number)
            harm.empower(s, piece, number)
    changed(s, piece)
    yield from unload(s, piece)


def changed(s: Mash, piece: Piece) -> None:
    """Figures and mind follow what is carried (CM-I7); those of monsters are worked out when they matter.

    CM-R7, CM-O41, CM-O42: whose base falls in the turn of another may have lost something by that action.
    """
    if not isinstance(piece, Hero):
        return
    if piece.ready not in piece.objects:
        piece.ready = NONE
    if piece.shell != NONE and not any(s.box.objects[thing].seashell for thing in piece.objects):
        piece.shell = NONE
    health, mentality = piece.hp, piece.me
    refresh(s, piece)
    fallen = piece.hp < health or piece.me < mentality
    if fallen and piece.id != s.active and piece.id not in s.hurt:
        s.hurt = (*s.hurt, piece.id)
    sanity.mind(s, piece)


def unload(s: Mash, piece: Piece) -> Flow[None]:
    """CM-A26: too much is dropped at once; the owner says what, of a monster the keeper (CM-Q8)."""
    while overload(s, piece) > 0:
        heavy = sorted({thing for thing in piece.objects if not s.box.objects[thing].weightless})
        codes = tuple(DROP + thing for thing in heavy)
        if isinstance(piece, Hero):
            code = yield from choose(piece.id, "overload", codes)
        elif keeper.keeper_seat(s) == NONE:
            code = codes[0]
        else:
            code = yield from keeper.ask_about(s, piece, "monster_drop", codes)
        drop(s, piece, code - DROP)


def drop(s: Mash, piece: Piece, thing: int) -> None:
    """CM-A7: an object lies face up in the own cell."""
    piece.objects = without(piece.objects, thing)
    lay_open(s, place_of(piece), (thing,))
    s.tell("dropped", piece.ref, thing)
    changed(s, piece)


def drop_freely(s: Mash, piece: Piece, thing: int) -> Flow[None]:
    """CM-A7, CM-A26: whoever drops a barrow may have to drop more."""
    drop(s, piece, thing)
    yield from unload(s, piece)


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
    if not friends:
        s.tell("offered", hero.id, seat, thing)
        if (yield from choose(seat, "accept", (NO, YES))) == NO:
            s.tell("declined", seat, thing)
            return False
    hero.objects = without(hero.objects, thing)
    changed(s, hero)
    s.tell("gave", hero.id, seat, thing)
    yield from receive(s, other, thing)
    yield from unload(s, hero)
    return True


# -- green objects ----------------------------------------------------------------------------------------------------


def may_use_green(s: Mash, piece: Piece) -> bool:
    """CM-B15, CM-I9: not while bound (`green_while_bound`), not while insane."""
    if isinstance(piece, Hero) and piece.insane:
        return False
    return not piece.bond or s.rules.green_while_bound


def greens(s: Mash, piece: Piece, own_turn: bool) -> list[int]:
    """CM-O29..O36: the green objects that may be used now; the clock only in the own turn.

    CM-Q8: a monster has neither a mind nor a stack of power-ups; its turn is its activation.
    """
    if not piece.objects or not may_use_green(s, piece):
        return []
    found = []
    for number in sorted(set(piece.objects)):
        thing = s.box.objects[number]
        if not thing.green or (thing.clock and not own_turn):
            continue
        if isinstance(piece, Hero):
            works = not thing.powerup or bool(s.powerups[piece.id])
        else:
            works = thing.clock or thing.health > 0
        if works:
            found.append(number)
    return found


def use_green(s: Mash, piece: Piece, number: int) -> Flow[None]:
    """CM-OG1, CM-O36: it works at once and is used up; the clock gives all actions once more."""
    thing = s.box.objects[number]
    piece.objects = without(piece.objects, number)
    throw_away(s, number)
    s.tell("used", piece.ref, number)
    yield from take_effect(s, piece, number)
    if thing.clock:
        s.pool += piece.actions if isinstance(piece, Hero) else s.kind_of(piece).actions
    changed(s, piece)
    yield from unload(s, piece)


def take_effect(s: Mash, piece: Piece, number: int) -> Flow[None]:
    """What a remedy does: CM-O29, CM-O30, CM-O31, CM-O32, CM-O33, CM-O34, CM-O35; for monsters it is health alone."""
    thing = s.box.objects[number]
    health = piece.hp
    heal(s, piece, thing.health)
    if piece.hp > health:
        s.tell("gained", piece.ref, piece.hp - health)
    if isinstance(piece, Hero):
        mentality = piece.me
        calm(s, piece, thing.mentality, thing.sanity)
        if piece.me > mentality:
            s.tell("calmed", piece.id, piece.me - mentality)
        if thing.powerup:
            yield from harm.gain_powerup(s, piece)


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
    if s.rules.q_monsters_use_objects and keeper.keeper_seat(s) != NONE:
        yield from monsters_window(s)


def monsters_window(s: Mash) -> Flow[None]:
    """CM-R7, CM-Q8: the same for monsters, after the characters; the keeper says who uses what."""
    for who in sorted({*s.touched, *s.hurt} & s.pieces.keys() - {s.awake}):
        piece = s.pieces[who]
        while able := greens(s, piece, False):
            codes = (NO_GREEN, *(GREEN + number for number in able))
            code = yield from keeper.ask_about(s, piece, "monster_green", codes)
            if code == NO_GREEN:
                break
            yield from use_green(s, piece, code - GREEN)


def free_options(s: Mash, hero: Hero) -> list[int]:
    """CM-A24: dropping and green objects."""
    if hero.insane or not hero.objects:
        return []
    codes = [DROP + thing for thing in sorted(set(hero.objects))]
    return codes + [USE + number for number in greens(s, hero, True)]


def free_move(s: Mash, piece: Piece, code: int) -> Flow[None]:
    """CM-A24: a green object is used, or something is dropped."""
    if code >= USE:
        yield from use_green(s, piece, code - USE)
    else:
        yield from drop_freely(s, piece, code - DROP)


def is_free(s: Mash, code: int) -> bool:
    """CM-A24: whether an answer is dropping something, or using a green object."""
    return DROP <= code < USE or (USE <= code < READ and s.box.objects[code - USE].green)


# -- monsters ---------------------------------------------------------------------------------------------------------


def monster_takes(s: Mash, piece: Piece) -> list[int]:
    """CM-Q8: what a monster may pick up from its cell, as far as it can carry more; not while it is bound or clings.

    The automatic keeper's monsters never do (its policy says so), unless somebody makes them (CM-M14).
    """
    place = place_of(piece)
    if not s.rules.q_monsters_use_objects or piece.slot == NONE or piece.bond or piece.host != NONE:
        return []
    if place not in s.piles and place not in s.loose:
        return []
    codes = take_options(s, place)
    if overload(s, piece) < 0:
        return codes
    return [code for code in codes if code != TOP and s.box.objects[code - TAKE].weightless]


def monster_frees(s: Mash, piece: Piece) -> list[int]:
    """CM-A24, CM-Q8: what costs a monster no action in its activation: dropping and green objects."""
    codes = [DROP + thing for thing in sorted(set(piece.objects))]
    return codes + [USE + number for number in greens(s, piece, True)]
