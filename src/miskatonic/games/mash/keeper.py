"""The keeper: who decides for the monsters, and what he is asked (CM-T2, CM-D24..D26)."""

from __future__ import annotations

from miskatonic.games.mash import policy
from miskatonic.games.mash.chances import choose
from miskatonic.games.mash.grid import NONE
from miskatonic.games.mash.pieces import OUT, Hero, Piece
from miskatonic.games.mash.state import Mash
from miskatonic.games.mash.vocabulary import FACE, SPOT
from miskatonic.kernel import Flow

_AFTER = [[[(seat + away) % seats for away in range(1, seats)] for seat in range(seats)] for seats in range(5)]
"""The others at a table of so many, clockwise from a seat."""


def keeper_seat(s: Mash) -> int:
    """CM-T2: the next player clockwise who is not eliminated; NONE where the policy answers."""
    if s.rules.keeper == "auto":
        return NONE
    heroes = s.heroes
    for seat in _AFTER[len(heroes)][s.active]:
        if heroes[seat].life != OUT:
            return seat
    return NONE


def fall(s: Mash) -> None:
    """CM-T2: where the last keeper falls in the middle of an activation, the policy wakes those who are left."""
    if s.rules.keeper == "left" and keeper_seat(s) == NONE:
        s.queue = policy.order(s, [s.pieces[who] for who in s.queue])


def spot(s: Mash, piece: Piece, slot: int, cells: list[int]) -> Flow[int]:
    """CM-D12, CM-D26: a cell for a monster or generator that has to move."""
    actor = keeper_seat(s)
    if actor == NONE:
        return policy.best_spot(s, piece, slot, cells)
    return (yield from choose(s.active, "spot", tuple(SPOT + cell for cell in cells), actor)) - SPOT


def room(s: Mash, piece: Piece, slot: int, cells: list[int]) -> Flow[int]:
    """CM-K9, CM-D26: a cell for a monster or generator that gives way to somebody who comes back."""
    if keeper_seat(s) == NONE:
        return policy.first_safe(s, piece, slot, cells)
    return (yield from spot(s, piece, slot, cells))


def spawn_spot(s: Mash, generator: Piece, kind: int, cells: list[int]) -> Flow[int]:
    """CM-D24: the cell where a spawned monster appears."""
    actor = keeper_seat(s)
    if actor == NONE:
        return policy.spawn_spot(s, generator, kind, cells)
    return (yield from choose(s.active, "spawn", tuple(SPOT + cell for cell in cells), actor)) - SPOT


def ask_about(s: Mash, piece: Piece, prompt: str, codes: tuple[int, ...], master: int = NONE) -> Flow[int]:
    """CM-Q8, CM-M14: what a monster does, by its master's word if it has one, otherwise by the keeper's.

    Meanwhile it is the one that is awake, so that everybody knows which is meant.
    """
    awake, s.awake = s.awake, piece.id
    if master == NONE:
        code = yield from choose(s.active, prompt, codes, keeper_seat(s))
    else:
        code = yield from choose(master, prompt, codes)
    s.awake = awake
    return code


def turn_to_face(s: Mash, piece: Piece) -> Flow[None]:
    """CM-Q1: the placing player chooses where a placed piece looks."""
    piece.face = (yield from decide_facing(s, piece)) - FACE


def decide_facing(s: Mash, piece: Piece, master: int = NONE, turns: bool = False) -> Flow[int]:
    """CM-Q1, CM-M14: a direction for a piece: a character's player, whom a monster obeys, or else the keeper.

    `turns`: another one than now.
    """
    codes = tuple(FACE + direction for direction in range(4) if not turns or direction != piece.face)
    if isinstance(piece, Hero):
        master = piece.id
    if master != NONE:
        return (yield from choose(master, "face", codes))
    actor = keeper_seat(s)
    if actor == NONE:
        return FACE + policy.facing(s, piece)
    return (yield from choose(s.active, "face", codes, actor))
