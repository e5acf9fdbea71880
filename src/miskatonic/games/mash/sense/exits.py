"""The ways out of a fight: by a gate into a quiet room, or at worst into one that nobody has seen."""

from __future__ import annotations

from typing import Final, NamedTuple

from miskatonic.games.mash.grid import BIT
from miskatonic.games.mash.sense.danger import body, price
from miskatonic.games.mash.sense.journey import GATES, havens, quiet
from miskatonic.games.mash.sense.player import Player

LEAVING: Final = 0.3
"""What it costs to leave a fight: the way back."""
WAVERING: Final = 4.0
"""What it costs besides when there is no time left to come back again and again."""
RETURN: Final = 0.5
"""What each generator costs that wakes again when one comes back, as far as it would not spawn anyway."""
CLINGING: Final = 2.0
"""What it costs to take an attached monster along."""
RECOVERY: Final = 0.3
"""What each lost point of health is worth that can be got back outside."""
WILDS: Final = 1.2
"""The damage to expect in a room that nobody has seen."""
ASTRAY: Final = 1.0
"""What it costs besides to be between two rooms that are not quiet."""


class Exit(NamedTuple):
    """Gate cells, and the price of leaving by them."""

    price: float
    cells: int


def exits(player: Player, haste: float) -> tuple[Exit, Exit]:
    """To the quiet rooms, and to the unknown ones; whoever is in haste has less of it."""
    view, me = player.view, player.me
    assert player.slot is not None
    calm = quiet(player)
    home = wild = 0
    for edge, gate in view["slots"][player.slot]["gates"].items():
        cells = BIT[GATES[edge][0]] | BIT[GATES[edge][1]]
        if gate["way"] == "face down":
            wild |= cells
        elif gate["to"] in calm and gate["way"] != "dead end":
            home |= cells
    nests = view["box"]["generators"]
    waking = sum([1 - nests[p["type"]]["gate"] / 6 for p in player.here("generator")])
    cost = LEAVING + WAVERING * haste + RETURN * waking + CLINGING * len(me["riders"])
    lost: int = max(0, me["base_hp"] - me["hp"])
    if lost and calm and havens(player):
        cost -= RECOVERY * lost
    unknown = ASTRAY + RETURN * waking + CLINGING * len(me["riders"]) + price(round(20 * WILDS), body(me))
    return Exit(cost, home), Exit(unknown, wild)
