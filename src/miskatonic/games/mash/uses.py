"""Single uses: the cock, the syringe, red objects, the chest, a fellow's remedy (CM-A18, CM-A22)."""

from __future__ import annotations

from miskatonic.games.mash import attack, board, carrying, control, harm, sanity, traps, weapons
from miskatonic.games.mash.chances import choose
from miskatonic.games.mash.figures import MELEE_ROLL, refresh
from miskatonic.games.mash.grid import BIT, NONE
from miskatonic.games.mash.pieces import Hero, Piece
from miskatonic.games.mash.stacks import discard_aside, lay_pile, throw_away, turn_up, without
from miskatonic.games.mash.state import ACTIVATION, Mash
from miskatonic.games.mash.strikes import BIND, Strike
from miskatonic.games.mash.vocabulary import SLOT, USE
from miskatonic.kernel import Flow


def has_cock(s: Mash, piece: Piece) -> bool:
    """CM-O8: whether the Cock Fighter of a piece may fight in this turn."""
    return not piece.cocked and any(s.box.objects[number].cock for number in piece.objects)


def cock_fight(s: Mash, piece: Piece, who: int) -> Flow[None]:
    """CM-O8: once in each own turn (of a monster: each activation) a d6 melee attack that costs nothing."""
    piece.cocked = True
    st = Strike(piece, harm.cause_of(piece), True, 6, 0, 1)
    yield from attack.strike(s, st, [who])


def syringe(s: Mash, hero: Hero, who: int) -> Flow[None]:
    """CM-C11: a melee attack that binds and does no damage."""
    st = Strike(hero, hero.id, True, s.card(hero).melee, hero.extra[MELEE_ROLL], 0)
    st.effect, st.number = BIND, 3
    yield from attack.strike(s, st, [who])


def tools(s: Mash, piece: Piece) -> list[int]:
    """CM-A18, CM-Q8: the red objects of a piece that are no weapon and may be used now."""
    found = []
    for number in dict.fromkeys(piece.objects):
        thing = s.box.objects[number]
        if (
            thing.chime
            or (thing.glasses and board.scouted(s, piece.slot))
            or (thing.key and by_the_chest(s, piece))
            or (thing.seashell and control.listeners(s, piece))
        ):
            found.append(number)
    return found


def by_the_chest(s: Mash, piece: Piece) -> bool:
    """CM-O26: on the chest cell, or next to it without a line between."""
    tile = s.tile(piece.slot)
    return bool((tile.touch[piece.cell] | BIT[piece.cell]) & tile.chest)


def which_slot(s: Mash, piece: Piece, seat: int, actor: int | None = None) -> Flow[int]:
    """CM-D23: which face-down tile is revealed."""
    codes = tuple(SLOT + slot for slot, _ in board.scouted(s, piece.slot))
    return (yield from choose(seat, "slot", codes, actor)) - SLOT


def declare(s: Mash, piece: Piece, code: int, seat: int, actor: int | None = None) -> Flow[weapons.Deed]:
    """CM-R1: the tile the glasses look at, or whom the shell calls."""
    thing = s.box.objects[code - USE]
    if thing.glasses:
        return code, (yield from which_slot(s, piece, seat, actor))
    if thing.seashell:
        return code, (yield from weapons.pick(s, control.listeners(s, piece), seat, actor))
    return code, NONE


def use_object(
    s: Mash, piece: Piece, number: int, deed: weapons.Deed, seat: int, actor: int | None = None
) -> Flow[None]:
    """CM-A18, CM-O12, CM-O19, CM-O22, CM-O26: red objects that are no weapon."""
    thing = s.box.objects[number]
    s.tell("used", piece.ref, number)
    if thing.seashell:
        yield from control.blow_shell(s, piece, deed[1], seat, actor)
        return
    weapons.put_aside(s, piece, number)
    if thing.glasses:
        yield from board.reveal_from_afar(s, piece, deed[1], seat, actor)
    elif thing.chime:
        paralyse(s, piece.slot)
    else:
        yield from open_chest(s, piece, thing.key)
    discard_aside(s, number)


def paralyse(s: Mash, slot: int) -> None:
    """CM-O19, CM-M15: everybody hostile on a tile loses the next activation; by CM-Q8 not the one that is running."""
    for piece in s.on_tile(slot):
        if piece.id in s.pieces:
            piece.idle = 2 if s.phase == ACTIVATION else 1


def open_chest(s: Mash, piece: Piece, number: int) -> Flow[None]:
    """CM-O26, CM-C10: objects out of the chest, face down on the own cell or (`key_objects`) one by one in hand."""
    if isinstance(piece, Hero):
        number += yield from harm.spot_hidden(s, piece)
    place = carrying.place_of(piece)
    before = len(s.piles.get(place, ()))
    lay_pile(s, piece.slot, piece.cell, number)
    if s.rules.key_objects == "stack":
        return
    while len(s.piles.get(place, ())) > before and carrying.place_of(piece) == place:
        # whoever dies or is carried off leaves the rest where it lies
        thing = yield from turn_up(s, s.piles[place][before])
        s.piles[place] = (*s.piles[place][:before], *s.piles[place][before + 1 :])
        if not s.piles[place]:
            del s.piles[place]
        s.tell("found", piece.ref, thing)
        if s.box.objects[thing].trap:
            yield from traps.spring(s, piece, thing, place)
        else:
            yield from carrying.receive(s, piece, thing)


def treat(s: Mash, hero: Hero, number: int) -> Flow[None]:
    """CM-I11: ADMINISTER: hand over a charm, or use a remedy on an insane fellow."""
    rest, seat = divmod(number, 4)
    thing, theirs = divmod(rest, 2)
    fellow = s.heroes[seat]
    owner = fellow if theirs else hero
    owner.objects = without(owner.objects, thing)
    refresh(s, owner)
    s.tell("treated", hero.id, seat, thing)
    if s.box.objects[thing].sanity_base:
        carrying.changed(s, owner)
        yield from carrying.receive(s, fellow, thing)
        return
    throw_away(s, thing)
    yield from carrying.take_effect(s, fellow, thing)
    sanity.mind(s, fellow)
