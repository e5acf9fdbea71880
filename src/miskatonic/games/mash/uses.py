"""Single uses: the cock, the syringe, red objects, the chest, a fellow's remedy (CM-A18, CM-A22)."""

from __future__ import annotations

from miskatonic.games.mash import attack, board, carrying, control, harm
from miskatonic.games.mash.figures import MELEE_ROLL, refresh
from miskatonic.games.mash.grid import CELLS
from miskatonic.games.mash.pieces import ALIVE, Hero
from miskatonic.games.mash.sanity import mind
from miskatonic.games.mash.stacks import lay_pile, throw_away, turn_up, without
from miskatonic.games.mash.state import Mash
from miskatonic.games.mash.strikes import BIND, Strike
from miskatonic.games.mash.traps import spring
from miskatonic.games.mash.weapons import Deed
from miskatonic.kernel import Flow


def cock_fight(s: Mash, hero: Hero, who: int) -> Flow[None]:
    """CM-O8: once in each own turn a d6 melee attack that costs nothing."""
    hero.cocked = True
    st = Strike(hero, hero.id, True, 6, 0, 1)
    yield from attack.strike(s, st, [who])


def syringe(s: Mash, hero: Hero, who: int) -> Flow[None]:
    """CM-C11: a melee attack that binds and does no damage."""
    st = Strike(hero, hero.id, True, s.card(hero).melee, hero.extra[MELEE_ROLL], 0)
    st.effect, st.number = BIND, 3
    yield from attack.strike(s, st, [who])


def use_object(s: Mash, hero: Hero, number: int, deed: Deed) -> Flow[None]:
    """CM-A18, CM-O12, CM-O19, CM-O22, CM-O26: red objects that are no weapon."""
    thing = s.box.objects[number]
    s.tell("used", hero.id, number)
    if thing.seashell:
        yield from control.blow_shell(s, hero, deed[1])
        return
    hero.objects = without(hero.objects, number)
    throw_away(s, number)
    carrying.changed(s, hero)
    if thing.glasses:
        yield from board.reveal_from_afar(s, hero, deed[1])
    elif thing.chime:
        for piece in s.on_tile(hero.slot):
            if piece.id in s.pieces:
                piece.idle = 1
    else:
        yield from open_chest(s, hero, thing.key)


def open_chest(s: Mash, hero: Hero, number: int) -> Flow[None]:
    """CM-O26, CM-C10: objects out of the chest, face down on the own cell or (`key_objects`) one by one in hand."""
    number += yield from harm.spot_hidden(s, hero)
    place = hero.slot * CELLS + hero.cell
    before = len(s.piles.get(place, ()))
    lay_pile(s, hero.slot, hero.cell, number)
    if s.rules.key_objects == "stack":
        return
    while len(s.piles.get(place, ())) > before and hero.life == ALIVE and hero.slot * CELLS + hero.cell == place:
        # whoever is carried off leaves the rest where it lies
        thing = yield from turn_up(s, s.piles[place][before])
        s.piles[place] = (*s.piles[place][:before], *s.piles[place][before + 1 :])
        if not s.piles[place]:
            del s.piles[place]
        s.tell("found", hero.id, thing)
        if s.box.objects[thing].trap:
            yield from spring(s, hero, thing, place)
        else:
            yield from carrying.receive(s, hero, thing)


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
    mind(s, fellow)
