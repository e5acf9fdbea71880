"""Stacks and piles: objects, generators, spells and power-ups (CM-S10, CM-G2, CM-G10, CM-G11, CM-U1).

What is face down is unknown to everybody, so it is not in the state at all: a face-down object is only the number of
the *generation* of the stack it was dealt from, and chance decides what it is when it is turned up. Generation `g` is
written -(g + 1) in a pile. An object that was seen and laid back (CM-R9) stands there by its own number.
"""

from __future__ import annotations

from miskatonic.games.mash.box import SPELLS
from miskatonic.games.mash.chances import lot, one_of
from miskatonic.games.mash.grid import CELLS
from miskatonic.games.mash.pieces import Hero
from miskatonic.games.mash.state import Mash
from miskatonic.kernel import Flow


def bumped(counts: tuple[int, ...], kind: int, by: int = 1) -> tuple[int, ...]:
    """Counts with one of them changed."""
    return (*counts[:kind], counts[kind] + by, *counts[kind + 1 :])


def without(things: tuple[int, ...], thing: int) -> tuple[int, ...]:
    """Things without the first one of a kind."""
    at = things.index(thing)
    return things[:at] + things[at + 1 :]


# -- objects ----------------------------------------------------------------------------------------------------------


def deal(s: Mash, number: int) -> list[int]:
    """CM-G10: face-down objects from the stack; empty, the discard is shuffled into a new one."""
    dealt = []
    for _ in range(number):
        if not s.stack:
            if not sum(s.discard):
                break
            s.generation += 1
            s.pools = (*s.pools, s.discard)
            s.stack = sum(s.discard)
            s.discard = (0,) * len(s.discard)
        s.stack -= 1
        dealt.append(-s.generation - 1)
    return dealt


def turn_up(s: Mash, item: int) -> Flow[int]:
    """What a face-down object is."""
    if item >= 0:
        return item
    generation = -item - 1
    thing = yield lot("object", s.pools[generation], s.box.object_ids)
    pools = list(s.pools)
    pools[generation] = bumped(pools[generation], thing, -1)
    s.pools = tuple(pools)
    return thing


def take_from_stack(s: Mash, thing: int) -> bool:
    """CM-S11: search the stack for an object; whether it was there."""
    if not s.pools[s.generation][thing]:
        return False
    s.pools = (*s.pools[:-1], bumped(s.pools[-1], thing, -1))
    s.stack -= 1
    return True


def lay_pile(s: Mash, slot: int, cell: int, number: int) -> int:
    """CM-G11: objects face down on a cell, below what lies there; how many there were."""
    dealt = deal(s, number)
    place = slot * CELLS + cell
    if dealt:
        s.piles[place] = (*s.piles.get(place, ()), *dealt)
        s.tell("pile", slot, cell, len(dealt))
    return len(dealt)


def take_top(s: Mash, place: int) -> Flow[int]:
    """Turn up the top object of a pile and take it off; everybody sees it."""
    pile = s.piles[place]
    thing = yield from turn_up(s, pile[0])
    if len(pile) > 1:
        s.piles[place] = pile[1:]
    else:
        del s.piles[place]
    s.shown = (*s.shown, (place, thing))
    return thing


def lay_open(s: Mash, place: int, things: tuple[int, ...]) -> None:
    """Objects face up on a cell."""
    if things:
        s.loose[place] = (*s.loose.get(place, ()), *things)


def take_open(s: Mash, place: int, thing: int) -> None:
    """Take a face-up object off its cell."""
    left = without(s.loose[place], thing)
    if left:
        s.loose[place] = left
    else:
        del s.loose[place]


def throw_away(s: Mash, thing: int) -> None:
    """Put an object on the discard; a crystal and a tome keep what belongs to them."""
    s.discard = bumped(s.discard, thing)


def lay_aside(s: Mash, thing: int) -> None:
    """CM-R1: an object that is being used lies beside the board; no shuffle in the meantime takes it along."""
    s.aside = (*s.aside, thing)


def discard_aside(s: Mash, thing: int) -> None:
    """CM-R6, CM-OG1: after its use it goes to the discard."""
    s.aside = without(s.aside, thing)
    throw_away(s, thing)


# -- generators -------------------------------------------------------------------------------------------------------


def draw_nest(s: Mash) -> Flow[int]:
    """CM-G2: which generator of the stack comes next; empty, the discard is shuffled; -1 if there is none."""
    if not sum(s.nests):
        s.nests, s.nests_gone = s.nests_gone, s.nests
        if not sum(s.nests):
            return -1
    return (yield lot("generator", s.nests, s.box.nest_ids))


# -- spells and power-ups ---------------------------------------------------------------------------------------------


def draw_spell(s: Mash) -> Flow[int]:
    """A spell from the stack, -1 if there is none."""
    if not s.spells:
        return -1
    spell = yield one_of("spell", [n for n in range(len(SPELLS)) if s.spells >> n & 1], SPELLS)
    s.spells &= ~(1 << spell)
    return spell


def draw_powerup(s: Mash, hero: Hero) -> Flow[int]:
    """CM-U1: a power-up from the own stack, -1 if there is none."""
    left = s.powerups[hero.id]
    if not left:
        return -1
    stack = s.box.powerup_names[hero.type]
    number = yield one_of("power-up", [n for n in range(len(stack)) if left >> n & 1], stack)
    s.powerups[hero.id] &= ~(1 << number)
    return number
