"""MOVE and JUMP (CM-A3..A5, CM-A14, CM-B4): a path in one gesture, as long as nothing can interrupt it."""

from __future__ import annotations

from typing import Final

from miskatonic.games.mash import board, carrying, effects
from miskatonic.games.mash.chances import choose
from miskatonic.games.mash.figures import surcharge
from miskatonic.games.mash.grid import BETWEEN, BIT, CELLS, DIRECTIONS, EDGE_OF, NEXT, NONE, distance, mask_of
from miskatonic.games.mash.hazards import avoided, snared
from miskatonic.games.mash.pieces import ALIVE, Hero
from miskatonic.games.mash.placing import relocate, turn_along
from miskatonic.games.mash.shocks import look
from miskatonic.games.mash.state import Mash
from miskatonic.games.mash.vocabulary import (
    FACE,
    GATE,
    GIVE,
    GO,
    GO_HIGH,
    GO_LOW,
    GO_MIDDLE,
    JUMP,
    NO,
    TOP,
    YES,
)
from miskatonic.games.mash.walking import Walk, company, cost_in, enter_cost, flood, walk_of
from miskatonic.kernel import Flow
from miskatonic.kernel.sets import members

NOBODY: Final[frozenset[int]] = frozenset()
"""Nobody has refused to let somebody pass."""


def belongs_to_move(code: int) -> bool:
    """Whether an answer is part of a MOVE."""
    return (GO <= code < JUMP) or (TOP <= code < GIVE + 80 * 4) or (FACE <= code < FACE + 4)


def way_of(s: Mash, hero: Hero) -> Walk | None:
    """CM-A3, CM-B15: where a MOVE could lead a character at its begin; None for whoever cannot take a step."""
    points = hero.move
    return None if points < 1 or (hero.bond and snared(hero)) else walk_of(s, hero, points)


def options(s: Mash, hero: Hero, way: Walk, points: int, refused: frozenset[int] = NOBODY) -> list[int]:
    """CM-A3, CM-D6, CM-B15: what a MOVE can do with some points; in cuffs only steps and gates."""
    slot, cell = hero.slot, hero.cell
    stops = way.stops
    if s.stands[slot] != BIT[cell] and not hero.flying:
        stops |= passable(s, hero, way, points, refused)
    codes = [*GO_LOW[stops & 4095], *GO_MIDDLE[stops >> 12 & 4095], *GO_HIGH[stops >> 24]]
    if cell in EDGE_OF or hero.flying:
        gate = board.exits(s, hero)
        if gate is not None and gate_cost(s, hero, gate) <= points:
            codes.append(GATE + gate.direction)
    if not hero.bond:
        place = slot * CELLS + cell
        if place in s.piles or place in s.loose:
            codes += carrying.take_options(s, place)
        if hero.objects:
            codes += carrying.give_options(s, hero)
        if s.rules.q_facing:
            codes += [FACE + direction for direction in DIRECTIONS if direction != hero.face]
    return codes


def gate_cost(s: Mash, hero: Hero, way: board.Passage) -> int:
    """CM-B4, CM-C2, CM-O43: 1 point; with `gate_cost_boots` what the cell behind costs, as far as it is known."""
    if not s.rules.gate_cost_boots or way.cell == NONE or hero.flying:
        return 1
    return max(1, 1 + surcharge(s, hero, way.slot) + s.tile(way.slot).boot[way.cell])


def ways_through(s: Mash, hero: Hero, refused: frozenset[int]) -> int:
    """CM-A5, CM-B16: the cells of others through which one might go; where an icon catches, nobody gets any further."""
    tile = s.tile(hero.slot)
    return company(s, hero.slot) & ~BIT[hero.cell] & ~mask_of(tuple(refused)) & ~(tile.enter & tile.caught)


def passable(s: Mash, hero: Hero, walk: Walk, points: int, refused: frozenset[int]) -> int:
    """CM-A5: the cells of other characters that one may ask to pass, with points enough to get off again.

    Friends are passed without a word, but if one stands where it hurts, going there is said like any other way into
    a hazard.
    """
    if s.friendly and not s.stands[hero.slot] & walk.gait.halt:
        return 0
    others = ways_through(s, hero, refused)
    found = 0
    for cell in members(others & walk.gait.halt if s.friendly else others):
        left = points - _way_onto(walk, cell)[0]
        if _gets_off(s, hero, walk, cell, left, others):
            found |= BIT[cell]
    return found


def _way_onto(walk: Walk, cell: int) -> tuple[int, int]:
    """What it costs to come onto an occupied cell, and from which cell."""
    for cost, cells in enumerate(walk.layers):
        for direction in DIRECTIONS:
            before = NEXT[cell][direction]
            if before == NONE or not cells & BIT[before] & walk.gait.step[(direction + 2) % 4]:
                continue
            if not cost or not walk.gait.halt & BIT[before]:
                return cost + enter_cost(walk.gait.classes, cell), before
    return 99, NONE


def _gets_off(s: Mash, hero: Hero, walk: Walk, cell: int, points: int, others: int) -> bool:
    """Whether some points are enough to come from an occupied cell to one where stopping is legal."""
    if points < 1:
        return False
    occupied = s.occ[hero.slot] & ~BIT[hero.cell]
    _, reached = flood(
        BIT[cell], points, walk.gait.classes, walk.gait.step, occupied & ~others, walk.gait.halt & ~others
    )
    return bool(reached & ~BIT[cell] & s.tile(hero.slot).floor & ~occupied)


# -- moving -----------------------------------------------------------------------------------------------------------


def spend(s: Mash, hero: Hero, code: int) -> Flow[None]:
    """One part of a MOVE other than a walk; the points left are in `s.mp`."""
    if GATE <= code < JUMP:
        gate = board.exits(s, hero)
        assert gate is not None, "a gate was offered"
        s.mp = 0
        yield from board.go_through(s, hero, gate, hero.id, effects.MOVED)
    elif code >= FACE:
        hero.face = code - FACE
        s.mp -= 1
    elif code >= GIVE:
        thing, seat = divmod(code - GIVE, carrying.SEATS_NAMED)
        s.mp -= 1
        if not (yield from carrying.give(s, hero, thing, seat)):
            s.mp += 1
    else:
        s.mp -= 1
        yield from carrying.take(s, hero, hero.slot * CELLS + hero.cell, code)


def walk(s: Mash, hero: Hero, way: Walk, cell: int) -> None:
    """CM-A4: along the cheapest way; only the last cell can have an effect."""
    s.mp -= cost_in(way.layers, cell)
    slot = hero.slot
    if s.news is not None:
        s.tell("walked", hero.id, cell)
    if s.rules.sanity or s.rules.q_facing:
        path = [hero.cell, *way.path(cell)]
        turn_along(s, hero, *path[-2:])
        for step in path[1:-1]:
            if not s.occ[slot] & BIT[step] and s.tile(slot).floor & BIT[step]:
                relocate(s, hero, slot, step)
            else:
                before = hero.cell
                pass_through(s, hero, step)
                s.put(hero, slot, before)
    relocate(s, hero, slot, cell)


def pass_through(s: Mash, hero: Hero, cell: int) -> None:
    """CM-I4: what there is to be seen from the cell of somebody else, or from above an obstacle; nobody stays there."""
    slot = hero.slot
    s.lift(hero)
    hero.slot, hero.cell = slot, cell
    look(s, slot)


def pass_by(s: Mash, hero: Hero, around: Walk, cell: int, refused: frozenset[int]) -> Flow[frozenset[int]]:
    """CM-A5: through the cell of another character, if its player agrees; on it only the next step is possible.

    Whoever cannot go on is back on the last cell where stopping was legal, the one before that character's. Back comes
    whose cells may not be asked for again.
    """
    if not (yield from may_pass(s, hero, cell)):
        return refused | {cell}
    cost, before = _way_onto(around, cell)
    slot, here, points = hero.slot, cell, s.mp - cost
    if around.stops & BIT[before]:
        walk(s, hero, around, before)
    free = s.tile(slot).floor & ~(s.occ[slot] & ~BIT[hero.cell])
    while True:
        if around.gait.halt & BIT[here]:
            yield from _brave(s, hero, here)
        s.mp = points
        codes = _steps_on(s, hero, around, here, points, refused) if hero.life == ALIVE else []
        while codes:
            there = (yield from choose(hero.id, "pass_on", tuple(codes))) - GO
            if free & BIT[there] or (yield from may_pass(s, hero, there)):
                break
            refused = refused | {there}
            codes = _steps_on(s, hero, around, here, points, refused)
        if not codes:
            return refused
        points -= enter_cost(around.gait.classes, there)
        if free & BIT[there]:
            s.mp = points
            turn_along(s, hero, here, there)
            s.tell("walked", hero.id, there)
            relocate(s, hero, slot, there)
            yield from effects.come_onto(s, hero, effects.MOVED)
            return refused
        here = there


def may_pass(s: Mash, hero: Hero, cell: int) -> Flow[bool]:
    """CM-A5, CM-D8: friends agree, others are asked."""
    owner = s.standing(hero.slot, cell)
    assert owner is not None, "somebody was to be passed"
    if s.friendly or (yield from choose(owner.id, "let_pass", (NO, YES))) == YES:
        return True
    s.tell("refused", owner.id, hero.id)
    return False


def _steps_on(s: Mash, hero: Hero, around: Walk, here: int, points: int, refused: frozenset[int]) -> list[int]:
    """CM-A5: the next steps from the cell of another character: onto a free cell, or towards one."""
    slot = hero.slot
    free = s.tile(slot).floor & ~(s.occ[slot] & ~BIT[hero.cell])
    others = ways_through(s, hero, refused)
    codes = []
    for direction in DIRECTIONS:
        there = NEXT[here][direction]
        if there == NONE or not around.gait.step[direction] & BIT[here]:
            continue
        left = points - enter_cost(around.gait.classes, there)
        if left >= 0 and (
            free & BIT[there] or (others & BIT[there] and _gets_off(s, hero, around, there, left, others))
        ):
            codes.append(GO + there)
    return sorted(codes)


def _brave(s: Mash, hero: Hero, cell: int) -> Flow[None]:
    """CM-A5, CM-B16: what a cell does to whoever goes through it, although somebody else stands there."""
    slot, before = hero.slot, hero.cell
    pass_through(s, hero, cell)
    yield from effects.come_onto(s, hero, effects.MOVED)
    if hero.life == ALIVE:
        s.put(hero, slot, before)


# -- jumping ----------------------------------------------------------------------------------------------------------


def jump(s: Mash, hero: Hero, cell: int) -> Flow[None]:
    """CM-A14: no roll and no points; landing is moving in. CM-B16: tentacles catch whoever flies over them.

    CM-I4: what is seen from above the cells between is seen in passing.
    """
    if hero.flying and (caught := BETWEEN[hero.cell][cell] & avoided(s, hero, hero.slot) & ~s.occ[hero.slot]):
        start = hero.cell
        cell = min(members(caught), key=lambda over: distance(start, over))
    s.tell("jumped", hero.id, cell)
    if s.rules.sanity:
        start = hero.cell
        for over in members(BETWEEN[start][cell]):
            pass_through(s, hero, over)
            s.put(hero, hero.slot, start)
    relocate(s, hero, hero.slot, cell)
    yield from effects.come_onto(s, hero, effects.MOVED)
