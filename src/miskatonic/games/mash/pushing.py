"""Push and grapple (CM-A15, CM-B7, CM-C4, CM-L10, CM-R11)."""

from __future__ import annotations

from miskatonic.games.mash import attack, board, effects, harm, weapons
from miskatonic.games.mash.chances import choose, die
from miskatonic.games.mash.figures import defense, has
from miskatonic.games.mash.grid import NONE
from miskatonic.games.mash.pieces import GENERATOR, Hero, Piece
from miskatonic.games.mash.placing import relocate
from miskatonic.games.mash.state import Mash
from miskatonic.games.mash.vocabulary import SPOT, THROUGH
from miskatonic.kernel import Flow
from miskatonic.kernel.sets import members


def targets(s: Mash, hero: Hero) -> list[int]:
    """CM-A15: monsters and characters in reach, and what is attached, if there is somewhere to push them."""
    return [piece.id for piece in weapons.beside(s, hero) if movable(s, piece)]


def possible(s: Mash, beside: list[Piece]) -> bool:
    """CM-A15: whether anybody of those in reach can be pushed."""
    for piece in beside:  # noqa: SIM110 - `any` is a generator of its own, which counts here
        if movable(s, piece):
            return True
    return False


def free_around(s: Mash, target: Piece) -> int:
    """CM-A15, CM-L10: the free cells that a push can reach."""
    slot = target.slot
    return s.box.tiles[s.tiles[slot]].aside[target.cell] & ~s.occ[slot]


def at_a_gate(s: Mash, target: Piece) -> bool:
    """CM-A15: whether a piece may be pushed through a gate."""
    return target.host == NONE and board.passage(s, target.slot, target.cell) is not None


def movable(s: Mash, target: Piece) -> bool:
    """CM-A15: whether a piece can be pushed, and somewhere."""
    return target.kind != GENERATOR and (free_around(s, target) > 0 or at_a_gate(s, target))


def destinations(s: Mash, target: Piece) -> tuple[int, ...]:
    """CM-A15: the codes of every free cell around, and of the way through a gate."""
    codes = tuple(SPOT + cell for cell in members(free_around(s, target)))
    return (*codes, THROUGH) if at_a_gate(s, target) else codes


def push(s: Mash, hero: Hero, who: int) -> Flow[None]:
    """CM-A15, CM-R11: the push die against defense; no parry, no armour; then the pusher chooses where to."""
    target = s.piece(who)
    attack.touch(s, [who])
    if target.held == hero.id:
        target.held = NONE
    natural = yield die("push", s.card(hero).push)
    needed = defense(s, target) + (2 if has(s, target, "strong_footed") else 0)
    if natural == 1 or (natural < s.card(hero).push and natural < needed):
        s.tell("missed", hero.id, s.ref(who), natural)
        return
    s.tell("hit", hero.id, s.ref(who), natural)
    code = yield from choose(hero.id, "push", destinations(s, target))
    if code == THROUGH:
        yield from push_through(s, hero, target)
    else:
        yield from push_onto(s, hero, target, code - SPOT)


def push_through(s: Mash, hero: Hero, target: Piece) -> Flow[None]:
    """CM-B7, CM-B9, CM-K6: through a gate; a dead end is the end."""
    way = board.passage(s, target.slot, target.cell)
    assert way is not None, "only a gate can be pushed through"
    if way.kind == board.DEAD_END:
        yield from harm.kill(s, target, hero.id, gone=True)
    else:
        yield from board.go_through(s, target, way, hero.id, effects.PUSHED + hero.id)


def push_onto(s: Mash, hero: Hero, target: Piece, cell: int) -> Flow[None]:
    """CM-B16, column "pushed"; an attached monster is torn off."""
    slot = target.slot
    target.host = NONE
    s.tell("pushed", target.ref, cell)
    relocate(s, target, slot, cell)
    way = board.passage(s, slot, cell)
    if s.rules.dead_end_push == "onto" and way is not None and way.kind == board.DEAD_END:
        yield from harm.kill(s, target, hero.id, gone=True)
        return
    yield from effects.come_onto(s, target, effects.PUSHED + hero.id, hero.id)
