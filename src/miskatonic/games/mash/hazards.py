"""What harms, catches and bars, and bonds (CM-B14, CM-B15, CM-B19): plain facts about cells and pieces."""

from __future__ import annotations

from miskatonic.games.mash.figures import WATERPROOF, waterproof
from miskatonic.games.mash.grid import BIT, CELLS, NONE
from miskatonic.games.mash.pieces import BODY, CUFFS, GENERATOR, Hero, Piece
from miskatonic.games.mash.sight import flies
from miskatonic.games.mash.state import Mash


def bind(s: Mash, piece: Piece, number: int, tie: int, by: int = NONE, doom: bool = False, grasp: bool = False) -> bool:
    """CM-B14: a bond; a bound piece gets no second one, but an icon or body bond takes the place of cuffs."""
    if piece.kind == GENERATOR or (piece.bond and not (piece.tie == CUFFS and tie != CUFFS)):
        return False
    piece.free()
    piece.bond = number
    piece.tie = tie
    piece.by = by
    piece.doom = int(doom)
    piece.grasp = grasp
    s.tell("bound", piece.ref, number)
    return True


def snared(piece: Piece) -> bool:
    """CM-B15: whether a piece cannot even walk: bound, and not only by cuffs."""
    return piece.bond > 0 and piece.tie != CUFFS


def avoided(s: Mash, piece: Piece, slot: int) -> int:
    """CM-B16, CM-M4: the cells whose "moves in" column would do something to a piece."""
    tile = s.box.tiles[s.tiles[slot]]
    if not tile.trouble and not s.tissue:
        return 0
    if isinstance(piece, Hero):
        flying, dry = piece.flying, piece.qualities & WATERPROOF
    else:
        flying, dry = flies(s, piece), waterproof(s, piece)
    if flying:
        return tile.air_trouble
    mask = tile.dry_trouble if dry else tile.trouble
    return mask | tissue_cells(s, slot) if s.tissue else mask


def tissue_cells(s: Mash, slot: int) -> int:
    """CM-O53: the cells of a tile with Shoggoth Tissue."""
    mask = 0
    for place in s.tissue:
        if place // CELLS == slot:
            mask |= BIT[place % CELLS]
    return mask


def red_cells(s: Mash, slot: int) -> int:
    """CM-B19: the cells where nothing is placed."""
    red = s.tile(slot).red
    return red | tissue_cells(s, slot) if s.tissue else red


def body_bond(s: Mash, piece: Piece, number: int, by: int = NONE, grasp: bool = False) -> bool:
    """A bond that travels with its piece: nets, webs, spells."""
    return piece.kind != GENERATOR and bind(s, piece, number, BODY, by, grasp=grasp)


def time_passes(piece: Piece) -> None:
    """CM-B17: the turn (of a monster: the activation) begins at whose end quicksand kills."""
    if piece.doom == 1:
        piece.doom = 2
