"""Breaking free (CM-A21, CM-B17, CM-C9, CM-P6)."""

from __future__ import annotations

from miskatonic.games.mash import carrying, effects, harm, keeper
from miskatonic.games.mash.chances import choose, die
from miskatonic.games.mash.figures import has
from miskatonic.games.mash.grid import ADJACENT, BIT, NEXT, NONE
from miskatonic.games.mash.pieces import CUFFS, HERO, ICON, NET, Hero, Piece
from miskatonic.games.mash.placing import relocate
from miskatonic.games.mash.sight import flies
from miskatonic.games.mash.stacks import throw_away, without
from miskatonic.games.mash.state import Mash
from miskatonic.games.mash.vocabulary import PAY, SPOT
from miskatonic.kernel import Flow
from miskatonic.kernel.sets import members


def leaves(s: Mash, piece: Piece) -> bool:
    """CM-A21: whether this bond is left by a step; cuffs never are, nor by whoever is attached to a host."""
    if piece.tie == CUFFS or piece.host != NONE:
        return False
    return s.rules.escape_moves == "all" or piece.tie in (ICON, NET)


def open_cells(s: Mash, piece: Piece) -> int:
    """CM-A21: adjacent, free, no wall cell, not behind a blue line (for flyers: a solid one)."""
    tile = s.tile(piece.slot)
    if flies(s, piece):
        reach = sum(BIT[NEXT[piece.cell][d]] for d in range(4) if tile.fly[d] & BIT[piece.cell])
    else:
        reach = tile.touch[piece.cell] & ADJACENT[piece.cell]
    return reach & tile.floor & ~s.occ[piece.slot]


def possible(s: Mash, piece: Piece) -> bool:
    """Whether BREAK_FREE may be tried."""
    return piece.bond > 0 and (not leaves(s, piece) or open_cells(s, piece) > 0)


def attempt(s: Mash, piece: Piece, seat: int, actor: int | None = None) -> Flow[None]:
    """CM-A21: d6 up to the escape number; free, the piece steps onto an open cell."""
    roll = yield die("escape", 6)
    roll -= yield from _artistry(s, piece, roll)
    if roll > piece.bond:
        s.tell("not_free", piece.ref, roll)
        if piece.grasp:
            yield from harm.wound(s, piece, 1, piece.by)
        return
    s.tell("freed", piece.ref, roll)
    loses = s.tile(piece.slot).lose[piece.cell] if piece.tie == ICON else 0
    moves = leaves(s, piece)
    piece.free()
    if moves:
        cells = members(open_cells(s, piece))
        if piece.kind == HERO:
            codes = tuple(SPOT + cell for cell in cells)
            cell = (yield from choose(piece.id, "escape", codes)) - SPOT
        elif seat == s.active and actor is None:
            codes = tuple(SPOT + cell for cell in cells)
            cell = (yield from choose(seat, "escape", codes)) - SPOT
        else:
            cell = yield from keeper.spot(s, piece, piece.slot, cells)
        relocate(s, piece, piece.slot, cell)
    if loses:
        yield from lose_objects(s, piece, loses, "mire")
    if moves and piece.slot != NONE:
        yield from effects.come_onto(s, piece, effects.MOVED)


def _artistry(s: Mash, piece: Piece, roll: int) -> Flow[int]:
    """CM-C9, CM-D13: the Private Eye may lower a roll that failed by what she pays, if she can pay enough."""
    short = roll - piece.bond
    if not isinstance(piece, Hero) or short <= 0 or piece.me < short or not has(s, piece, "escape_artist"):
        return 0
    paid = (yield from choose(piece.id, "artistry", (PAY, *range(PAY + short, PAY + piece.me + 1)))) - PAY
    piece.me -= paid
    return paid


def lose_objects(s: Mash, piece: Piece, upto: int, label: str) -> Flow[None]:
    """CM-B17, CM-O49, CM-A26: a d10 for every object carried, in order; what is lost may leave too much to carry."""
    for thing in piece.objects:
        if (yield die(label, 10)) <= upto:
            piece.objects = without(piece.objects, thing)
            throw_away(s, thing)
            s.tell("lost_object", piece.ref, thing)
    carrying.changed(s, piece)
    yield from carrying.unload(s, piece)
