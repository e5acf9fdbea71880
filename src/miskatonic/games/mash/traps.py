"""White objects: what happens to their finder (CM-O49..O54)."""

from __future__ import annotations

from miskatonic.games.mash import board, effects, escape, generators, harm, keeper
from miskatonic.games.mash.chances import die, one_of
from miskatonic.games.mash.figures import defense
from miskatonic.games.mash.grid import BIT, CELLS, NONE, SIDE
from miskatonic.games.mash.hazards import body_bond
from miskatonic.games.mash.pieces import GENERATOR, Hero, Piece
from miskatonic.games.mash.placing import relocate
from miskatonic.games.mash.shocks import act, look
from miskatonic.games.mash.stacks import discard_aside, lay_aside, take_top, throw_away
from miskatonic.games.mash.state import ACTIVATION, Mash
from miskatonic.kernel import Flow


def spring(s: Mash, finder: Piece, number: int, place: int) -> Flow[None]:
    """CM-OG1: a trap is resolved and discarded; only tissue stays where it was found."""
    thing = s.box.objects[number]
    if thing.trap == "tissue":
        yield from tissue(s, finder, number, place)
        return
    lay_aside(s, number)
    if thing.trap == "void":
        yield from escape.lose_objects(s, finder, 1, "void")
    elif thing.trap == "cowpie":
        cowpie(s, finder)
    elif thing.trap == "earthquake":
        yield from earthquake(s, finder)
    elif thing.trap == "picture":
        yield from picture_gate(s, finder)
    else:
        snare(s, finder, thing.snare)
    discard_aside(s, number)


def cowpie(s: Mash, finder: Piece) -> None:
    """CM-O50: the actions left are lost; the running MOVE may be finished."""
    if finder.id in (s.active, s.awake):
        s.pool = 0


def snare(s: Mash, finder: Piece, number: int) -> None:
    """CM-O54: bound, and the MOVE is over."""
    body_bond(s, finder, number)
    s.mp = 0


def tissue(s: Mash, finder: Piece, number: int, place: int) -> Flow[None]:
    """CM-O53: it hurts its finder, and stays in the cell for ever."""
    s.tissue[place] = (*s.tissue.get(place, ()), number)
    look(s, place // CELLS)
    yield from harm.wound(s, finder, s.box.objects[number].tissue, harm.HAZARD)


def earthquake(s: Mash, finder: Piece) -> Flow[None]:
    """CM-O51: loose objects are lost; each piece rolls above its defense, loses a point and rolls again.

    Then destroyed generators leave objects (CM-G9).
    """
    slot = finder.slot
    for place in [place for place in s.loose if place // CELLS == slot]:
        for thing in s.loose.pop(place):
            bury(s, thing)
    for place in [place for place in s.piles if place // CELLS == slot]:
        while place in s.piles:
            bury(s, (yield from take_top(s, place)))
    shaken = [finder.id, *(piece.id for piece in s.on_tile(slot) if piece.id != finder.id)]
    ruins: list[tuple[int, int]] = []
    for who in shaken:
        while who < len(s.heroes) or who in s.pieces:
            piece = s.piece(who)
            if piece.slot == NONE or (yield die("earthquake", 10)) <= defense(s, piece):
                break
            if piece.kind == GENERATOR and piece.hp == 1:
                ruins.append((s.nest_of(piece).gate, piece.cell))
                s.tell("destroyed", piece.ref)
                harm.remove(s, piece)
            else:
                yield from harm.wound(s, piece, 1, harm.HAZARD)
    for gate, cell in ruins:
        yield from harm.find_objects(s, None, gate, slot, cell)


def bury(s: Mash, thing: int) -> None:
    """CM-O51: what lies on a tile that shakes is discarded, and everybody sees what it was."""
    throw_away(s, thing)
    s.tell("buried", thing)


def picture_gate(s: Mash, finder: Piece) -> Flow[None]:
    """CM-O52: into a random cell of a random tile; a wall cell is death.

    What a monster finds in its activation reveals a tile as the keeper likes (CM-Q8).
    """
    seat = finder.id if isinstance(finder, Hero) else s.active
    kept = keeper.keeper_seat(s) if s.phase == ACTIVATION else NONE
    slots = range(len(s.up))
    slot = yield one_of("slot", slots, tuple(str(n + 1) for n in slots))
    s.mp = 0
    if not s.up[slot]:
        yield from board.reveal(s, slot, NONE, False, seat, None if kept == NONE else kept)
        yield from generators.populate(s, slot, seat, spawn=False)
    while True:
        column = yield die("column", SIDE)
        row = yield die("row", SIDE)
        cell = (SIDE - row) * SIDE + column - 1
        if not s.occ[slot] & BIT[cell]:
            break
    s.tell("painted", finder.ref, slot, cell, s.tiles[slot])
    if not s.tile(slot).floor & BIT[cell]:
        # it dies there, and not before the eyes of those it left (CM-I6, CM-K3)
        s.put(finder, slot, cell)
        yield from harm.kill(s, finder, harm.HAZARD, lost=True)
        return
    if isinstance(finder, Hero):
        act(s, finder.id, "gate")
    relocate(s, finder, slot, cell)
    yield from effects.come_onto(s, finder, effects.MOVED)
    if isinstance(finder, Hero) and finder.slot == slot:
        yield from board.enter(s, finder)
