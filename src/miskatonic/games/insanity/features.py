"""What a seat may see, as numbers of fixed length, for learning: the own sheet first, then the others clockwise."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from miskatonic.games.insanity.asks import Desk, desk_of
from miskatonic.games.insanity.markers import row_total, values
from miskatonic.games.insanity.names import BIT, COLOURS, NONE, SEATS, SPACES
from miskatonic.games.insanity.scoring import score
from miskatonic.games.insanity.state import STEPS, Cult, Novice
from miskatonic.kernel.features import spread

ROW: Final = 50.0
"""Figures of rows and areas are given in units of this size."""
SCORE: Final = 200.0
FACE: Final = 10.0

_ABOUT_THE_TABLE: Final = {
    "turn": "number of the turn / 50",
    "step_{step}": "1 in this part of the turn",
    "face": "face of the negative die / 10",
    "incoming": "number of an outburst or a gift that is being written / 10",
    "{colour}_rolled": "1 if the positive die of the colour was rolled this turn",
    "{colour}_shown": "face of the positive die / 10",
    "{colour}_in_bag": "1 if the negative die of the colour is in the bag",
    "{colour}_drawn": "1 if it is the negative die of this turn",
    "{colour}_first_free": "1 if nobody holds the First card of the colour",
}
_ABOUT_A_NOVICE: Final = {
    "{seat}_present": "1 if somebody plays this seat; without, all numbers of the seat are 0",
    "{seat}_active": "1 if it is this novice's turn",
    "{seat}_score": "score as it stands now / 200",
    "{seat}_own_face": "face that a bonus gives this novice for the negative die / 10, 0 without",
    "{seat}_copies": "copies of the negative die that this novice writes / 2",
    "{seat}_{colour}_total": "start value and numbers of the row / 50",
    "{seat}_{colour}_value": "what the row counts, twice if it hits its target / 50",
    "{seat}_{colour}_to_target": "target less total of the row / 50",
    "{seat}_{colour}_room": "empty spaces of the row / spaces of the row",
    "{seat}_{colour}_madness": "sum of the negative numbers in the area, without their sign / 50",
    "{seat}_{colour}_margin": "by how much mastery exceeds madness / 50",
    "{seat}_{colour}_insane": "1 if the novice holds the regular card of the colour",
    "{seat}_{colour}_committed": "1 if the novice has named this die before the roll",
    "{seat}_{colour}_third": "face of a third die of the colour that a bonus gives / 10, 0 without",
    "{seat}_{space}_empty": "1 if the sheet has this space for negative numbers and it is empty",
    "{seat}_{space}_number": "number written there / 10, 0 without",
    "{seat}_{colour}_first": "1 if the novice holds the First card of the colour",
    "{seat}_{colour}_unused": "1 if, besides, its bonus has not been used",
}
MEANING: Final = {**_ABOUT_THE_TABLE, **_ABOUT_A_NOVICE}
"""What every number says, by its name."""
HOLES: Final[Mapping[str, Sequence[object]]] = {
    "step": STEPS,
    "colour": COLOURS,
    "space": SPACES,
    "seat": range(len(SEATS)),
}
FEATURES: Final = spread(MEANING, HOLES)
"""The name of every feature; seat 0 is the own one."""
_OF_A_NOVICE: Final = len(spread(_ABOUT_A_NOVICE, HOLES)) // len(SEATS)


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
            numbers += [0.0] * _OF_A_NOVICE
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
