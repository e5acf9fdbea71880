"""What a seat may see, as numbers of fixed length between 0 and 1, for learning."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final

from miskatonic.games.arkham.asks import LOCKED_UNIT
from miskatonic.games.arkham.combat import value
from miskatonic.games.arkham.rules import dice_in_play
from miskatonic.games.arkham.state import CULTISTS, MONSTER, Case, Investigator
from miskatonic.kernel.features import spread
from miskatonic.kernel.hands import count

MEANING: Final = {
    "time": "time marker / length of the time track",
    "clock_left": "time spaces left / length of the time track",
    "inv": "investigation marker / length of the investigation track",
    "track_left": "investigation spaces left / length of the investigation track",
    "health": "health / most health of the sheet",
    "sanity": "sanity / most sanity of the sheet",
    "fight": "fight / most fight of the sheet",
    "magic": "magic / most magic of the sheet",
    "seals": "sealed gates / 3",
    "keys": "keys / 3",
    "elder_die": "1 while a die lies on the elder sign",
    "tired": "1 if tired: two dice fewer in the next dice phase",
    "gift": "1 if a gift die waits for the next dice phase",
    "on_elder_sign": "1 if the investigation marker stands on the elder sign",
    "dice_in_play": "dice in play / 6",
    "roll": "rolls taken in this dice phase / 3",
    "mythos_{face}": "mythos dice that show the face / 2",
    "dice_{face}": "dice that show the face / 7, at most 1",
    "pairs": "cultists added this turn by pairs of 1s / 3",
    "reds": "cultists added this turn by red spaces / 4, at most 1",
    "cultists": "1 in a combat with cultists",
    "monster": "1 in a combat with a monster",
    "strength": "strength of the foe / 16, at most 1",
    "combat_{face}": "combat dice that show the face and are not locked / 18, at most 1",
    "locked": "locked 1s of the combat dice / 18, at most 1",
    "fight_roll": "rolls taken in this combat / 3",
    "value": "sum of the combat dice, locked 1s among them / 108, at most 1",
    "price": "what a stake against the clock costs / 2, where it is known beforehand",
    "event_{event}": "1 during this event",
}
"""What every number says, by its name."""
HOLES: Final[Mapping[str, Sequence[object]]] = {"face": range(1, 7), "event": ("1A", "1B", "2A", "2B")}
FEATURES: Final = spread(MEANING, HOLES)
"""The name of every feature."""


def features(state: Investigator | Case, seat: int) -> list[float]:
    """The own sheet only: the others cannot influence it."""
    s = state if isinstance(state, Investigator) else state.investigators[seat]
    sheet = s.sheet
    return [
        s.time / sheet.time_end,
        (sheet.time_end - s.time) / sheet.time_end,
        s.inv / sheet.inv_end,
        (sheet.inv_end - s.inv) / sheet.inv_end,
        s.health / sheet.health_max,
        s.sanity / sheet.sanity_max,
        s.fight / max(1, sheet.fight_max),
        s.magic / max(1, sheet.magic_max),
        s.seals / 3,
        s.keys / 3,
        float(s.elder_die),
        float(s.tired),
        float(s.gift),
        float(s.inv == sheet.elder),
        dice_in_play(s) / 6,
        s.roll / 3,
        *_shown(s.mythos, 2),
        *_shown(s.dice, 7),
        s.pairs / 3,
        min(1.0, s.reds / 4),
        float(s.foe == CULTISTS),
        float(s.foe == MONSTER),
        min(1.0, s.strength / 16),
        *_shown(s.combat % LOCKED_UNIT, 18),
        min(1.0, s.locked / 18),
        s.fight_roll / 3,
        min(1.0, value(s) / 108),
        s.price / 2,
        *(float(s.event == event) for event in HOLES["event"]),
    ]


@lru_cache(maxsize=2**14)
def _shown(hand: int, whole: int) -> tuple[float, ...]:
    """How many dice of a hand show each face, as a share of `whole`, at most 1."""
    return tuple(min(1.0, count(hand, face) / whole) for face in range(1, 7))
