"""Monsters that obey (CM-M14): the R'lyeh Seashell and Mental Suggestion."""

from __future__ import annotations

from miskatonic.games.mash import deeds, harm, monsters, shocks
from miskatonic.games.mash.chances import choose
from miskatonic.games.mash.pieces import MONSTER, Hero, Piece
from miskatonic.games.mash.sight import sees
from miskatonic.games.mash.state import Mash
from miskatonic.kernel import Flow


def order(s: Mash, master: Piece, monster: Piece, seat: int, actor: int | None = None) -> Flow[None]:
    """CM-M14: one move or one attack against anybody; a bound monster can only be made to break free.

    `seat` speaks for the master; if that is a monster itself (CM-Q8), `actor`, the keeper, does. While it is told what
    to do it is the one that is awake, so that everybody knows whose attack is meant.
    """
    targets = monsters.everybody_else(s, monster)
    codes = monsters.deeds_against(s, monster, targets, controlled=True)
    if not codes:
        return
    awake, said = s.awake, s.said
    s.awake = monster.id
    s.said = code = yield from choose(seat, "order", codes, actor)
    deed = yield from deeds.declare(s, monster, code, targets, seat, actor)
    s.awake, s.said = awake, said
    yield from deeds.do_deed(s, monster, deed, harm.cause_of(master), seat, actor)


def listeners(s: Mash, holder: Piece) -> list[int]:
    """CM-O22: the Deep Ones in sight."""
    return [
        piece.id
        for piece in s.monsters_on(holder.slot)
        if piece.id != holder.id
        and piece.kind == MONSTER
        and s.kind_of(piece).swim
        and sees(s, holder.slot, holder.cell, piece.cell)
    ]


def blow_shell(s: Mash, holder: Piece, who: int, seat: int, actor: int | None) -> Flow[None]:
    """CM-O22: a Deep One does one thing for the holder, and from now on does not attack him."""
    if isinstance(holder, Hero):
        holder.shell = who
        shocks.act(s, holder.id, "shell")
    yield from order(s, holder, s.pieces[who], seat, actor)
