"""Monsters that obey (CM-M14): the R'lyeh Seashell and Mental Suggestion."""

from __future__ import annotations

from miskatonic.games.mash import monsters, shocks
from miskatonic.games.mash.chances import choose
from miskatonic.games.mash.grid import NONE
from miskatonic.games.mash.pieces import MONSTER, Hero, Piece
from miskatonic.games.mash.sight import sees
from miskatonic.games.mash.state import Mash
from miskatonic.kernel import Flow


def order(s: Mash, hero: Hero, monster: Piece) -> Flow[None]:
    """CM-M14: one move or one attack against anybody; a bound monster can only be made to break free."""
    targets = monsters.everybody_else(s, monster)
    codes = monsters.deeds_against(s, monster, targets, controlled=True)
    if not codes:
        return
    code = yield from choose(hero.id, "order", codes)
    deed = yield from monsters.declare(s, monster, code, targets, hero.id, None)
    yield from monsters.do_deed(s, monster, deed, hero.id, hero.id, None)


def listeners(s: Mash, hero: Hero) -> list[int]:
    """CM-O22: the Deep Ones in sight."""
    return [
        piece.id
        for piece in s.of_kind(hero.slot, MONSTER)
        if s.kind_of(piece).swim and piece.host == NONE and sees(s, hero.slot, hero.cell, piece.cell)
    ]


def blow_shell(s: Mash, hero: Hero, who: int) -> Flow[None]:
    """CM-O22: a Deep One does one thing for the holder, and from now on does not attack him."""
    hero.shell = who
    shocks.act(s, hero.id, "shell")
    yield from order(s, hero, s.pieces[who])
