"""A turn from its begin to the end checks (CM-T), in beats: begin, every action, every monster action, the end."""

from __future__ import annotations

from functools import partial

from miskatonic.games.mash import (
    actions,
    activation,
    board,
    dust,
    effects,
    generators,
    harm,
    keeper,
    moving,
    sanity,
    victory,
)
from miskatonic.games.mash import setup as setting_up
from miskatonic.games.mash.chances import choose
from miskatonic.games.mash.deeds import drain
from miskatonic.games.mash.figures import refresh
from miskatonic.games.mash.grid import ALL, BIT, GATE_CELLS, NONE
from miskatonic.games.mash.hazards import time_passes
from miskatonic.games.mash.pieces import ALIVE, AWAITING, GENERATOR, OFF, OUT, Hero
from miskatonic.games.mash.placing import relocate
from miskatonic.games.mash.shocks import look
from miskatonic.games.mash.state import ACTIONS, ACTIVATION, BEGIN, CLEANUP, SETUP, Mash
from miskatonic.games.mash.vocabulary import COCK, END, FREE, SPOT
from miskatonic.games.mash.walking import EVERYWHERE, Walk, flood
from miskatonic.games.mash.weapons import Deed
from miskatonic.kernel import Ask, Flow
from miskatonic.kernel.sets import members


def beat(s: Mash) -> Flow[None]:
    """CM-T1: the next part of the game, from wherever the table stands."""
    phase = s.phase
    if phase == ACTIONS:
        return act(s)
    if phase == ACTIVATION:
        return activation.activation(s)
    if phase == BEGIN:
        return begin(s)
    return setting_up.set_the_table(s) if phase == SETUP else clean_up(s)


# -- CM-T3 ------------------------------------------------------------------------------------------------------------


def begin(s: Mash) -> Flow[None]:
    """CM-T3: first turn, respawn, or spawn rolls; then the actions."""
    hero = s.hero
    s.tell("turn", s.round, hero.id)
    dust.begin(s)
    hero.warded = hero.cocked = hero.razored = False
    time_passes(hero)
    if hero.life == AWAITING:
        if not hero.space:
            harm.eliminate(s, hero)
        else:
            yield from respawn(s, hero)
    elif hero.life == OFF:
        yield from come_in(s, hero)
    elif hero.first:
        hero.first = False
        yield from board.enter(s, hero)
    else:
        yield from generators.spawn_rolls(s)
    s.pool = 0 if hero.lost else hero.actions
    s.wish = END if hero.lost else NONE
    look(s, hero.slot)
    if s.pending:
        yield from sanity.settle(s)
    if hero.life != ALIVE:
        s.pool = 0
        s.phase = CLEANUP
        return
    hero.lost = False
    s.phase = ACTIONS


def respawn(s: Mash, hero: Hero) -> Flow[None]:
    """CM-K8, CM-K9: back on the spawn space with everything at base; whoever stands there makes room."""
    slot, cell = hero.home, s.tile(hero.home).spawn
    yield from make_room(s, slot, cell)
    hero.life = ALIVE
    hero.first = False
    refresh(s, hero)
    hero.hp = hero.base_hp
    hero.me = hero.base_me
    s.put(hero, slot, cell)
    s.tell("respawned", hero.id)
    if s.rules.q_facing:
        yield from keeper.turn_to_face(s, hero)
    yield from board.enter(s, hero)


def make_room(s: Mash, slot: int, cell: int) -> Flow[None]:
    """CM-K9, CM-D26: an occupant steps aside, or is destroyed where it cannot."""
    tile = s.tile(slot)
    while (other := s.standing(slot, cell)) is not None:
        # what clung to somebody who dies here is the next to make room (CM-K3)
        cells = members(tile.touch[cell] & tile.floor & ~s.occ[slot])
        if not cells:
            yield from harm.kill(s, other, harm.HAZARD, lost=other.kind == GENERATOR)
            continue
        if isinstance(other, Hero):
            codes = tuple(SPOT + free for free in cells)
            to = (yield from choose(other.id, "displace", codes)) - SPOT
        else:
            to = yield from keeper.room(s, other, slot, cells)
        relocate(s, other, slot, to)
        yield from effects.come_onto(s, other, effects.MOVED)


def come_in(s: Mash, hero: Hero) -> Flow[None]:
    """CM-N2: onto a free cell of the entry gate, or as near to it as there is room."""
    slot = s.board.starts[0]
    cells = entry_cells(s, slot)
    cell = (yield from choose(hero.id, "entry", tuple(SPOT + free for free in cells))) - SPOT
    hero.life = ALIVE
    hero.first = False
    s.put(hero, slot, cell)
    s.tell("came", hero.id, cell)
    if s.rules.q_facing:
        yield from keeper.turn_to_face(s, hero)
    look(s, slot)
    yield from board.enter(s, hero)


def entry_cells(s: Mash, slot: int) -> list[int]:
    """CM-N2, CM-N3: the free cells of the gate that leads nowhere; if both are taken, the nearest free ones.

    Cells do nothing to whoever is put on them (CM-B16), so hazards count as well.
    """
    tile = s.tile(slot)
    doors = [edge for edge in tile.gates if s.board.neighbour[slot][(edge + s.turns[slot]) % 4] == NONE] or list(
        tile.gates
    )
    gate = sum(BIT[cell] for cell in GATE_CELLS[doors[0]])
    for cells in flood(gate, 40, EVERYWHERE, tile.step, ~tile.floor & ALL, 0)[0]:
        if free := members(cells & tile.floor & ~s.occ[slot]):
            return free
    return members(tile.floor & ~s.occ[slot])


# -- CM-T4 ------------------------------------------------------------------------------------------------------------


def act(s: Mash) -> Flow[None]:
    """CM-T4: one action or free move; after an undone action of one's own the next one is the redone one (CM-R9).

    CM-T9: a dead character's turn goes to its end.
    """
    may_undo = True
    while s.phase == ACTIONS:
        hero = s.heroes[s.active]
        code = NONE
        if hero.insane and s.pool:
            s.wish = NONE
            came = yield from dust.action(s, hero.id, NONE, _rave(), _raving, may_undo)
        else:
            way = None
            if s.wish != NONE or hero.insane:
                code = announced(s, hero)
            if code == NONE:
                way = moving.way_of(s, hero) if s.pool else None
                codes = answers(s, hero, way)
                code = (yield Ask(hero.id, "act", codes)) if len(codes) > 1 else codes[0]
            if code == END:
                yield from end_actions(s)
                return
            if (hero.objects or hero.kept) and actions.is_free(s, code):
                yield from actions.free_move(s, hero, code)
                victory.check(s)
                if may_undo:
                    return
                continue
            if moving.belongs_to_move(code):
                came = yield from dust.action(s, hero.id, code, None, partial(actions.move, way), may_undo)
            else:
                declare = actions.declare(s, hero, code)
                came = yield from dust.action(s, hero.id, code, declare, actions.execute, may_undo)
        if came == dust.DONE:
            if s.rules.attach_drain == "host_action" and code != COCK:
                yield from drained(s)
            if s.heroes[s.active].life != ALIVE:
                s.pool = 0
                s.phase = CLEANUP
            return
        if came == dust.UNDONE:
            may_undo = False
        elif may_undo:
            return


def _rave() -> Flow[Deed]:
    return (FREE,)
    yield  # a flow without a question


def _raving(s: Mash, deed: Deed) -> Flow[None]:
    """CM-I9: an action of the insane."""
    s.pool -= 1
    yield from sanity.insane_act(s, s.hero)


def announced(s: Mash, hero: Hero) -> int:
    """CM-A3: the action that was announced within a MOVE, unless it is no longer possible; the insane can only end."""
    wish, s.wish = s.wish, NONE
    if wish == END or hero.insane:
        return END
    return wish if s.pool and wish in actions.options(s, hero) else NONE


def answers(s: Mash, hero: Hero, way: Walk | None) -> tuple[int, ...]:
    """CM-D5: every legal action, free move and END.

    CM-T4: the turn ends by itself where the pool is empty and nothing is free; whoever carries something may drop it.
    """
    others = actions.options(s, hero) if s.pool else []
    ways = moving.options(s, hero, way, hero.move) if way is not None else []
    free = actions.free_moves(s, hero, False) if hero.objects or hero.kept else []
    codes = [END, *ways, *others, *free]
    codes.sort()
    return tuple(codes)


def drained(s: Mash) -> Flow[None]:
    """CM-M9: by `attach_drain` vampires drain after each action of their host, unless something keeps them from it.

    What the Cock Fighter does is no action of his (CM-O8).
    """
    hero = s.hero
    if hero.life == ALIVE:
        for rider in s.riders(hero):
            if hero.life == ALIVE and not (rider.bond or rider.idle or rider.held != NONE):
                yield from drain(s, rider)
        if s.rules.sanity:
            yield from dust.settle(s)
        dust.finish(s)


def end_actions(s: Mash) -> Flow[None]:
    """CM-T4, CM-T8, CM-B17: the quicksand deadline, then the monsters' answer."""
    hero = s.hero
    s.pool = 0
    s.wish = NONE
    if hero.doom:
        yield from effects.sink(s, hero)
    if s.pending:
        yield from sanity.settle(s)
    victory.check(s)
    if hero.life != ALIVE:
        s.phase = CLEANUP
        return
    s.phase = ACTIVATION
    activation.open_activation(s)


# -- CM-T6, CM-T7 -----------------------------------------------------------------------------------------------------


def clean_up(s: Mash) -> Flow[None]:
    """CM-T6: spells of the turn end; a flight that ends above a hazard ends in it. CM-T7: end checks, next turn."""
    hero = s.hero
    dust.begin(s)
    hero.razor = False
    if hero.flying:
        hero.flying = False
        if hero.life == ALIVE:
            yield from effects.come_onto(s, hero, effects.MOVED)
    for other in s.heroes:
        other.webbed = False
    if s.charging:
        s.charging = False
        for piece in s.pieces.values():
            piece.charged = False
    if s.clinging:
        s.clinging = any(piece.host != NONE for piece in s.pieces.values())
    if s.rules.sanity:
        yield from dust.settle(s)
    dust.begin(s)
    victory.end_checks(s)
    if victory.separated(s):
        yield from count_down(s)
    else:
        s.countdown = 0
    next_turn(s)


def count_down(s: Mash) -> Flow[None]:
    """CM-B21: opponents without a way to each other have one more turn each, then the board is reset."""
    if not s.countdown:
        s.countdown = sum(hero.life != OUT for hero in s.heroes)
        s.tell("separated", s.countdown)
    else:
        s.countdown -= 1
        if not s.countdown:
            yield from setting_up.reset(s)


def next_turn(s: Mash) -> None:
    """CM-T1: the next player clockwise who is in the game; a round is over when everybody had a turn."""
    seats = len(s.heroes)
    before = (s.active - s.beginner) % seats
    seat = (s.active + 1) % seats
    while s.heroes[seat].life == OUT:
        seat = (seat + 1) % seats
    if (seat - s.beginner) % seats <= before:
        victory.time_is_up(s)
        s.round += 1
    s.active = seat
    s.phase = BEGIN
