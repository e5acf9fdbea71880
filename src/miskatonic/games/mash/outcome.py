"""What a hit does besides damage (CM-R5 f, g): bonds, attaching, holding, life that changes hands."""

from __future__ import annotations

from miskatonic.games.mash import shocks
from miskatonic.games.mash.figures import webproof
from miskatonic.games.mash.grid import NONE
from miskatonic.games.mash.hazards import bind, body_bond
from miskatonic.games.mash.pieces import CUFFS, GENERATOR, HERO, MONSTER, Hero, Piece
from miskatonic.games.mash.state import Mash
from miskatonic.games.mash.strikes import ATTACH, BIND, CUFF, GRASP, HOLD, WEB, Strike


def take_effect(s: Mash, st: Strike, target: Piece) -> None:
    """The effect of a hit; most need a target that still lives."""
    attacker = st.attacker
    dead = target.slot == NONE
    if st.drains and dead and target.kind != GENERATOR and attacker.slot != NONE:
        attacker.hp += 1
        s.tell("gained", attacker.ref, 1)
        if attacker.kind == HERO:
            shocks.act(s, attacker.id, "knife")
    if dead:
        return
    if st.effect in (BIND, GRASP):
        bind(s, target, st.number, st.tie, st.by, grasp=st.effect == GRASP)
    elif st.effect == CUFF:
        bind(s, target, st.number, CUFFS, st.by)
    elif st.effect == WEB:
        _web(s, st, target)
    elif st.effect == ATTACH and target.kind == HERO and attacker.host == NONE and attacker.slot != NONE:
        attach(s, attacker, target)
    elif st.effect == HOLD and target.kind == MONSTER:
        target.held = st.by
        s.tell("held", target.ref)


def _web(s: Mash, st: Strike, target: Piece) -> None:
    """CM-M6, CM-O44: a web binds once in a player turn; a Web Shield lets it glide off."""
    if webproof(s, target):
        return
    if isinstance(target, Hero):
        if target.webbed:
            return
        target.webbed = body_bond(s, target, st.number, st.by)
    else:
        body_bond(s, target, st.number, st.by)


def attach(s: Mash, vampire: Piece, host: Piece) -> None:
    """CM-M9: it moves into the cell of its victim, and goes wherever that goes."""
    s.lift(vampire)
    s.clinging = True
    vampire.host = host.id
    vampire.slot = host.slot
    vampire.cell = host.cell
    s.tell("attached", vampire.ref, host.id)


def break_hold(s: Mash, st: Strike, targets: list[int]) -> None:
    """CM-P1: Bind Enemy ends at once when its caster attacks the monster in any way."""
    for who in targets:
        if who in s.pieces and s.pieces[who].held == st.by and st.by >= 0:
            s.pieces[who].held = NONE
