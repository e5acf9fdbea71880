"""What a seat may see, as numbers of fixed length, for learning: the own board first, then the others clockwise."""

from __future__ import annotations

from typing import Final

from miskatonic.games.tower.desk import Desk, desk_of
from miskatonic.games.tower.names import (
    BIT,
    DICE,
    KINDS,
    MARBLES,
    MOST_INVESTIGATORS,
    MOST_SPELLS,
    NONE,
    SEATS,
    STATUSES,
    TIMINGS,
    TOKENS,
    WINDOWS,
    counts_of,
)
from miskatonic.games.tower.pack import MOST_LOCATIONS
from miskatonic.games.tower.scoring import leader, score
from miskatonic.games.tower.state import JUDGING, SHOWN, Expedition, Moment, Player
from miskatonic.games.tower.vocabulary import STICKS

ROUNDS: Final = 15.0
POINTS: Final = 50.0
TOTAL: Final = 12.0
HAND: Final = 5.0

_ABOUT_A_PLAYER: Final = (
    "present",
    "active",
    "first",
    "leads",
    "insane",
    "discovery",
    "spells",
    "madness",
    "to_insanity",
    "cards",
    "score",
    "total",
    "now",
    "stands",
    "mods",
    "throws",
    "ignoring",
    "imposed",
    *(f"status_{status}" for status in STATUSES),
    *(f"d{die + 1}_{what}" for die in range(DICE) for what in ("1", "2", "3", "4", "5", "6", "locked", "last")),
    *(f"{token}_{what}" for token in TOKENS for what in ("held", "unused")),
    *(f"investigator_{number}" for number in range(MOST_INVESTIGATORS)),
)
_OF_A_MOMENT: Final = (
    *(f"in_{window}" for window in WINDOWS),
    *(f"used_{timing}" for timing in TIMINGS),
    *(f"about_{seat}" for seat in range(SEATS)),
    *(f"fallen_{kind}" for kind in KINDS),
    *(f"answers_{card}" for card in range(MOST_SPELLS)),
)
FEATURES: Final = (
    "round",
    "left",
    "points",
    "deck",
    "carried",
    *(f"step_{step}" for step in SHOWN[:JUDGING]),
    *(f"location_{number}" for number in range(MOST_LOCATIONS)),
    *(f"{kind}_inside" for kind in KINDS),
    *(f"stick_{number}" for number in range(1, STICKS + 1)),
    *(f"pool_{token}" for token in TOKENS),
    *(f"hand_{card}" for card in range(MOST_SPELLS)),
    *(f"open_{card}" for card in range(MOST_SPELLS)),
    *_OF_A_MOMENT,
    *(f"{seat}_{what}" for seat in range(SEATS) for what in _ABOUT_A_PLAYER),
)
"""The name of every feature; seat 0 is the own one, the next one to the left."""


def features(s: Expedition, seat: int) -> list[float]:
    """Everything this seat may see."""
    desk = desk_of(s)
    away = s.discards | s.in_play
    hand = s.players[seat].hand
    numbers = [
        s.round / ROUNDS,
        s.left / ROUNDS,
        0.0 if s.location == NONE else (desk.sites[s.location].points + s.extra) / TOTAL,
        (s.deck.bit_count() + len(s.under)) / MOST_SPELLS,
        float(s.carried),
        *(float(SHOWN[s.step] == step) for step in SHOWN[:JUDGING]),
        *(float(s.location == number) for number in range(MOST_LOCATIONS)),
        *(number / of for number, of in zip(counts_of(s.inside), MARBLES, strict=True)),
        *(float(s.sticks >> number & 1) for number in range(1, STICKS + 1)),
        *(float(holder == NONE) for holder in s.holder),
        *(float(hand >> card & 1) for card in range(MOST_SPELLS)),
        *(float(away >> card & 1) for card in range(MOST_SPELLS)),
        *_moment(s.moments[-1] if s.moments else None, seat, len(s.players)),
    ]
    lead = NONE if s.location == NONE else leader(s)
    for distance in range(SEATS):
        if distance < len(s.players):
            numbers += _player(s, desk, s.players[(seat + distance) % len(s.players)], lead)
        else:
            numbers += [0.0] * len(_ABOUT_A_PLAYER)
    return numbers


def _moment(w: Moment | None, seat: int, seats: int) -> list[float]:
    if w is None:
        return [0.0] * len(_OF_A_MOMENT)
    return [
        *(float(w.kind == window) for window in range(len(WINDOWS))),
        *(float(w.used >> timing & 1) for timing in range(len(TIMINGS))),
        *(float(w.subject != NONE and (w.subject - seat) % seats == distance) for distance in range(SEATS)),
        *(number / of for number, of in zip(counts_of(w.fallen), MARBLES, strict=True)),
        *(float(w.card == card) for card in range(MOST_SPELLS)),
    ]


def _player(s: Expedition, desk: Desk, p: Player, lead: int) -> list[float]:
    binding = desk.binding(s, p)
    placed = binding.placing.of(p.tray)
    dice = p.dice or (0,) * DICE
    return [
        1.0,
        float(p.seat == s.active),
        float(p.seat == s.first),
        float(p.seat == lead),
        float(p.insane),
        p.discovery / MARBLES[0],
        p.spells / MARBLES[1],
        p.madness / MARBLES[2],
        0.0 if p.insane else (binding.insanity_at - p.madness) / SEATS,
        p.hand.bit_count() / HAND,
        score(p) / POINTS,
        p.total / TOTAL,
        max(0, placed.total + p.mods) / TOTAL if placed.stands else 0.0,
        float(placed.stands),
        p.mods / TOTAL,
        p.throws / DICE,
        float(p.ignoring),
        len(p.imposed) / DICE,
        *(float(p.status == status) for status in range(len(STATUSES))),
        *(
            number
            for die in range(DICE)
            for number in (
                *(float(dice[die] == face) for face in range(1, 7)),
                float(p.locked >> die & 1),
                float(p.last >> die & 1),
            )
        ),
        *(
            number
            for token, holder in enumerate(s.holder)
            for number in (
                float(holder == p.seat),
                float(holder == p.seat and not s.flipped & BIT[token]),
            )
        ),
        *(float(p.investigator == number) for number in range(MOST_INVESTIGATORS)),
    ]
