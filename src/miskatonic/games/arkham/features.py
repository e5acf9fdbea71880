"""What a seat may see, as numbers of fixed length between 0 and 1, for learning."""

from __future__ import annotations

from typing import Final

from miskatonic.games.arkham.asks import LOCKED_UNIT
from miskatonic.games.arkham.combat import value
from miskatonic.games.arkham.rules import dice_in_play
from miskatonic.games.arkham.state import CULTISTS, MONSTER, Case, Investigator
from miskatonic.kernel.hands import count

FEATURES: Final = (
    "time",
    "clock_left",
    "inv",
    "track_left",
    "health",
    "sanity",
    "fight",
    "magic",
    "seals",
    "keys",
    "elder_die",
    "tired",
    "gift",
    "on_elder_sign",
    "dice_in_play",
    "roll",
    *(f"mythos_{face}" for face in range(1, 7)),
    *(f"dice_{face}" for face in range(1, 7)),
    "pairs",
    "reds",
    "cultists",
    "monster",
    "strength",
    *(f"combat_{face}" for face in range(1, 7)),
    "locked",
    "fight_roll",
    "value",
    "price",
    "event_1A",
    "event_1B",
    "event_2A",
    "event_2B",
)


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
        *(count(s.mythos, face) / 2 for face in range(1, 7)),
        *(min(1.0, count(s.dice, face) / 7) for face in range(1, 7)),
        s.pairs / 3,
        min(1.0, s.reds / 4),
        float(s.foe == CULTISTS),
        float(s.foe == MONSTER),
        min(1.0, s.strength / 16),
        *(min(1.0, count(s.combat % LOCKED_UNIT, face) / 18) for face in range(1, 7)),
        min(1.0, s.locked / 18),
        s.fight_roll / 3,
        min(1.0, value(s) / 108),
        s.price / 2,
        *(float(s.event == event) for event in ("1A", "1B", "2A", "2B")),
    ]
