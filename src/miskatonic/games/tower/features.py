"""What a seat may see, as numbers of fixed length, for learning: the own board first, then the others clockwise."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
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
from miskatonic.kernel.features import spread

ROUNDS: Final = 15.0
POINTS: Final = 50.0
TOTAL: Final = 12.0
HAND: Final = 5.0

_ABOUT_THE_TABLE: Final = {
    "round": "number of the Round / 15",
    "left": "cards left in the Location deck / 15",
    "points": "points of the open Location as it stands / 12, 0 without one",
    "deck": "cards in the Spell deck and under it / 40",
    "carried": "1 if Imprison was taken in the Round before",
    "step_{step}": "1 in this part of the Round",
    "location_{location}": "1 if this Location lies open, by its place in the content file from 0",
    "{kind}_inside": "marbles of the kind in the tower / all of the kind (12, 11, 13, 3)",
    "stick_{stick}": "1 if the tentacle is in the tower",
    "pool_{token}": "1 if the token lies in the pool",
    "seen_{location}": "1 if this Location has been seen and does not lie open now",
    "open_{card}": "1 if the Spell is discarded or in play, by its place in the content file from 0",
    "under_{card}": "1 if the own player has put the Spell under the deck",
}
_ABOUT_A_MOMENT: Final = {
    "in_{window}": "1 in this window, the innermost one; without a window all numbers of a window are 0",
    "used_{timing}": "1 if the timing was used in this window",
    "about_{seat}": "1 if the window is about this seat",
    "fallen_{kind}": "marbles of the kind that fell to the drawer / all of the kind",
    "answers_{card}": "1 if this Spell was announced and may be answered",
}
_ABOUT_A_PLAYER: Final = {
    "{seat}_present": "1 if somebody plays this seat; without, all numbers of the seat are 0",
    "{seat}_active": "1 if it is this player's Turn",
    "{seat}_first": "1 for the First Player",
    "{seat}_leads": "1 for the Lead Investigator",
    "{seat}_insane": "1 if insane",
    "{seat}_discovery": "Discovery marbles on the board / 12",
    "{seat}_spells": "Spell marbles on the board / 11",
    "{seat}_madness": "Madness marbles on the board / 13",
    "{seat}_shield": "Madness marbles that the ability will still turn away / 5",
    "{seat}_drew": "tentacles drawn / 30",
    "{seat}_to_insanity": "Madness marbles until insanity / 5, 0 if insane",
    "{seat}_cards": "Spells in hand / 5",
    "{seat}_holds_{card}": "1 if the Spell is known to be in this hand: all of the own one, few of the others",
    "{seat}_score": "points of won Locations and Discovery marbles / 50",
    "{seat}_total": "total of the investigation as it was judged / 12",
    "{seat}_now": "total of the dice as they lie, with modifiers / 12, 0 if they do not stand",
    "{seat}_stands": "1 if the dice as they lie make the investigation stand",
    "{seat}_mods": "modifiers of the total / 12",
    "{seat}_throws": "normal throws in this Turn / 5",
    "{seat}_ignoring": "1 if the rules of the Location do not bind this player",
    "{seat}_imposed": "rules imposed by Spells / 5",
    "{seat}_status_{status}": "1 if the investigation has this status",
    "{seat}_d{die}_{face}": "1 if the die shows the face; all 0 before the first throw",
    "{seat}_d{die}_locked": "1 if the die is locked",
    "{seat}_d{die}_last": "1 if the die was in the most recent throw of this Round",
    "{seat}_{token}_held": "1 if the player holds the token",
    "{seat}_{token}_unused": "1 if, besides, it has not been used",
    "{seat}_investigator_{investigator}": "1 if this is the Investigator, by place in the content file from 0",
}
MEANING: Final = {**_ABOUT_THE_TABLE, **_ABOUT_A_MOMENT, **_ABOUT_A_PLAYER}
"""What every number says, by its name."""
HOLES: Final[Mapping[str, Sequence[object]]] = {
    "step": SHOWN[:JUDGING],
    "location": range(MOST_LOCATIONS),
    "kind": KINDS,
    "stick": range(1, STICKS + 1),
    "token": TOKENS,
    "card": range(MOST_SPELLS),
    "window": WINDOWS,
    "timing": TIMINGS,
    "seat": range(SEATS),
    "status": STATUSES,
    "die": range(1, DICE + 1),
    "face": range(1, 7),
    "investigator": range(MOST_INVESTIGATORS),
}
FEATURES: Final = spread(MEANING, HOLES)
"""The name of every feature; seat 0 is the own one, the next one to the left."""
_OF_A_MOMENT: Final = len(spread(_ABOUT_A_MOMENT, HOLES))
_OF_A_PLAYER: Final = len(spread(_ABOUT_A_PLAYER, HOLES)) // SEATS


def features(s: Expedition, seat: int) -> list[float]:
    """Everything this seat may see."""
    desk = desk_of(s)
    away = s.discards | s.in_play
    seen = (1 << len(desk.sites)) - 1 & ~s.unseen
    under = sum(BIT[card] for card, by in s.under if by == seat)
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
        *(float(seen >> number & 1 and s.location != number) for number in range(MOST_LOCATIONS)),
        *(float(away >> card & 1) for card in range(MOST_SPELLS)),
        *(float(under >> card & 1) for card in range(MOST_SPELLS)),
        *_moment(s.moments[-1] if s.moments else None, seat, len(s.players)),
    ]
    lead = NONE if s.location == NONE else leader(s)
    for distance in range(SEATS):
        if distance < len(s.players):
            numbers += _player(s, desk, s.players[(seat + distance) % len(s.players)], seat, lead)
        else:
            numbers += [0.0] * _OF_A_PLAYER
    return numbers


def _moment(w: Moment | None, seat: int, seats: int) -> list[float]:
    if w is None:
        return [0.0] * _OF_A_MOMENT
    return [
        *(float(w.kind == window) for window in range(len(WINDOWS))),
        *(float(w.used >> timing & 1) for timing in range(len(TIMINGS))),
        *(float(w.subject != NONE and (w.subject - seat) % seats == distance) for distance in range(SEATS)),
        *(number / of for number, of in zip(counts_of(w.fallen), MARBLES, strict=True)),
        *(float(w.card == card) for card in range(MOST_SPELLS)),
    ]


def _player(s: Expedition, desk: Desk, p: Player, seat: int, lead: int) -> list[float]:
    binding = desk.binding(s, p)
    known = p.hand if p.seat == seat or s.rules.open_hands else _known(s, p, seat)
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
        max(0, binding.shield - p.shielded) / SEATS,
        p.drew / STICKS,
        0.0 if p.insane else (binding.insanity_at - p.madness) / SEATS,
        p.hand.bit_count() / HAND,
        *(float(known >> card & 1) for card in range(MOST_SPELLS)),
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


def _known(s: Expedition, p: Player, seat: int) -> int:
    """The cards in a hand that this seat knows to be there."""
    return sum(BIT[card] for card, seats in s.known.items() if seats & BIT[seat] and p.hand & BIT[card])
