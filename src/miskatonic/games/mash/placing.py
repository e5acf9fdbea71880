"""Putting pieces on cells, and making new ones."""

from __future__ import annotations

from miskatonic.games.mash import shocks
from miskatonic.games.mash.grid import direction_to
from miskatonic.games.mash.pieces import FIRST_PIECE, ICON, MONSTER, Piece
from miskatonic.games.mash.stacks import bumped
from miskatonic.games.mash.state import Mash


def relocate(s: Mash, piece: Piece, slot: int, cell: int) -> None:
    """Put a piece on a cell; the bond of an icon stays behind (CM-B14), and everybody looks up."""
    if piece.tie == ICON:
        piece.free()
    if piece.slot == slot and not s.clinging:
        s.shift(piece, cell)
    else:
        s.put(piece, slot, cell)
    if s.rules.sanity:
        shocks.look(s, slot)


def turn_along(s: Mash, piece: Piece, a: int, b: int) -> None:
    """CM-Q1: a step from one cell to the next turns a piece into its direction."""
    piece.face = (direction_to(a, b) + s.turns[piece.slot]) % 4


def new_piece(s: Mash, kind: int, type: int, hp: int) -> Piece:
    """A monster or generator with the lowest free id; a monster comes out of the supply (CM-G7)."""
    who = FIRST_PIECE
    while who in s.pieces:
        who += 1
    piece = Piece(who, kind, type, hp)
    s.pieces[who] = piece
    if kind == MONSTER:
        s.supply = bumped(s.supply, type, -1)
    return piece
