"""What cells do to pieces that come onto them (CM-B16, CM-B17)."""

from __future__ import annotations

from typing import Final

from miskatonic.games.mash import harm
from miskatonic.games.mash.figures import waterproof
from miskatonic.games.mash.grid import BIT, CELLS, NONE
from miskatonic.games.mash.hazards import bind
from miskatonic.games.mash.pieces import ICON, Piece
from miskatonic.games.mash.sight import flies
from miskatonic.games.mash.state import Mash
from miskatonic.kernel import Flow

MOVED: Final = 0
"""Step, jump, escape, swap, gate and the like."""
PUSHED: Final = 1
"""Push or grapple; the seat of the pusher is added."""


def eventful(s: Mash, piece: Piece) -> bool:
    """Whether the cell of a piece can do anything to whoever comes onto it."""
    slot, cell = piece.slot, piece.cell
    if s.tissue and slot * CELLS + cell in s.tissue:
        return True
    return s.box.tiles[s.tiles[slot]].eventful & BIT[cell] > 0


def come_onto(s: Mash, piece: Piece, how: int, by: int = NONE) -> Flow[None]:
    """CM-B16: the effects of a cell on a piece that has just moved or been pushed onto it; `by` is the pusher."""
    if not eventful(s, piece):
        return
    slot, cell = piece.slot, piece.cell
    tile = s.tile(slot)
    bit = BIT[cell]
    flying = flies(s, piece)
    pushed = how >= PUSHED
    immune = bool(tile.water & bit) and waterproof(s, piece)
    if tile.caught & bit:
        if _catches(tile.enter & bit, tile.doom & bit, tile.flyers & bit, flying, pushed):
            if pushed and tile.dead & bit and not immune:
                yield from harm.kill(s, piece, by, lost=True)
                return
            bind(s, piece, tile.immob[cell], ICON, by, doom=bool(tile.doom & bit))
            if pushed and tile.hurt[cell] and not immune:
                yield from harm.wound(s, piece, tile.hurt[cell], by)
    elif not flying and not immune:
        if tile.dead & bit:
            s.tell("drowned" if tile.water & bit else "fell", piece.ref)
            yield from harm.kill(s, piece, by, lost=True)
            return
        if tile.hurt[cell]:
            yield from harm.wound(s, piece, tile.hurt[cell], by)
    tissues = s.tissue.get(slot * CELLS + cell)
    if tissues and not flying and piece.slot == slot and piece.cell == cell:
        for thing in tissues:
            if piece.slot == slot:
                yield from harm.wound(s, piece, s.box.objects[thing].tissue, by)


def _catches(on_enter: int, doom: int, flyers: int, flying: bool, pushed: bool) -> bool:
    """CM-B16: whether an icon binds."""
    if flying and doom:
        return bool(flyers)
    if pushed:
        return True
    return bool(on_enter) and (not flying or bool(flyers))


def sink(s: Mash, piece: Piece) -> Flow[None]:
    """CM-B17: whoever is still caught in quicksand when time is up dies, objects and all."""
    if piece.doom == 2 and piece.bond:
        s.tell("sank", piece.ref)
        yield from harm.kill(s, piece, piece.by if piece.by != piece.id else NONE, lost=True)
