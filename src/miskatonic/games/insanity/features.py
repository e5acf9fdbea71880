"""What a seat may see, as numbers of fixed length, for learning: the own sheet first, then the others clockwise."""

from __future__ import annotations

from typing import Final

from miskatonic.games.insanity.asks import Desk, desk_of
from miskatonic.games.insanity.markers import row_total, values
from miskatonic.games.insanity.names import BIT, COLOURS, NONE, SEATS, SPACES
from miskatonic.games.insanity.scoring import score
from miskatonic.games.insanity.state import STEPS, Cult, Novice

ROW: Final = 50.0
"""Figures of rows and areas are given in units of this size."""
SCORE: Final = 200.0
FACE: Final = 10.0

_ABOUT_A_COLOUR: Final = ("total", "value", "to_target", "room", "madness", "margin", "insane", "committed", "third")
_ABOUT_A_NOVICE: Final = (
    "present",
    "active",
    "score",
    "own_face",
    "copies",
    *(f"{colour}_{what}" for colour in COLOURS for what in _ABOUT_A_COLOUR),
    *(f"{space}_{what}" for space in SPACES for what in ("empty", "number")),
    *(f"{colour}_{what}" for colour in COLOURS for what in ("first", "unused")),
)
FEATURES: Final = (
    "turn",
    *(f"step_{step}" for step in STEPS),
    "face",
    "incoming",
    *(f"{colour}_{what}" for colour in COLOURS for what in ("rolled", "shown", "in_bag", "drawn", "first_free")),
    *(f"{seat}_{what}" for seat in range(len(SEATS)) for what in _ABOUT_A_NOVICE),
)
"""The name of every feature; seat 0 is the own one."""


def features(s: Cult, seat: int) -> list[float]:
    """Everything on the table, from one seat."""
    desk = desk_of(s)
    numbers = [s.turn / ROW, *(float(s.step == step) for step in range(len(STEPS))), s.face / FACE, s.incoming / FACE]
    for colour in range(len(COLOURS)):
        numbers += [
            float(bool(s.rolled & BIT[colour])),
            s.faces[colour] / FACE,
            float(bool(s.bag & BIT[colour])),
            float(s.die == colour),
            float(s.first[colour] == NONE),
        ]
    seats = len(s.novices)
    for away in range(len(SEATS)):
        if away < seats:
            numbers += _novice(s, desk, s.novices[(seat + away) % seats])
        else:
            numbers += [0.0] * len(_ABOUT_A_NOVICE)
    return numbers


def _novice(s: Cult, desk: Desk, n: Novice) -> list[float]:
    private = s.private.get(n.seat)
    numbers = [
        1.0,
        float(n.seat == s.active),
        score(s, n) / SCORE,
        private.face / FACE if private else 0.0,
        (private.copies if private else 2) / 2,
    ]
    worth, sizes = values(desk, n), n.size
    for colour in range(len(COLOURS)):
        total = row_total(desk, n, colour)
        numbers += [
            total / ROW,
            worth[colour] / ROW,
            (desk.target[colour] - total) / ROW,
            (desk.free[colour] - len(n.rows[colour])) / desk.free[colour],
            sizes[colour] / ROW,
            n.margins[colour] / ROW,
            float(bool(n.insane & BIT[colour])),
            float(s.named.get(n.seat) == colour),
            private.third.get(colour, 0) / FACE if private else 0.0,
        ]
    for space, number in enumerate(n.numbers):
        numbers += [float(bool(n.empty & BIT[space])), number / FACE]
    for colour, owner in enumerate(s.first):
        numbers += [float(owner == n.seat), float(owner == n.seat and not s.used & BIT[colour])]
    return numbers
