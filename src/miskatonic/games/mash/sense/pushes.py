"""Where to push a monster: through a dead end, onto what kills, hurts or catches (CM-A15, CM-B7, CM-B16)."""

from __future__ import annotations

from typing import Final

from miskatonic.games.mash.grid import AROUND, BIT, CELL, EDGE_OF, distance
from miskatonic.games.mash.odds import chance_to_hit
from miskatonic.games.mash.sense.arms import worth
from miskatonic.games.mash.sense.player import Piece, Player
from miskatonic.kernel.sets import members

BINDING: Final = 0.6
"""What a bond is worth, as a part of what the death of the monster is."""
AWAY: Final = 0.01
"""What it is worth to have a monster a cell farther off."""
THROUGH: Final = -1
"""In place of a cell: through the gate."""


def push_worth(player: Player, target: Piece) -> float:
    """What an attempt to push a monster is worth."""
    if target.get("kind") != "monster":
        return 0.0
    card = player.view["box"]["characters"][player.me["character"]]
    hit = chance_to_hit(card["push"], 0, target["defense"])
    cell, ground = CELL[target["cell"]], player.ground
    taken = BIT[player.cell]
    for piece in player.pieces:
        taken |= BIT[CELL[piece["cell"]]]
    # lines are looked at only roughly: what is in sight around
    cells = members(AROUND[cell] & ground.line[cell] & ground.floor & (ground.red | ground.caught) & ~taken)
    if target["host"] is None:
        cells.append(THROUGH)
    return hit * max([landing(player, target, there) for there in cells], default=0.0)


def landing(player: Player, target: Piece, cell: int) -> float:
    """What it is worth to have pushed a monster onto a cell, or through the gate on which it stands."""
    whole = worth(player, target)
    if cell == THROUGH:
        return whole if dead_end(player, CELL[target["cell"]]) else 0.0
    kind = player.view["box"]["monsters"][target["type"]]
    ground, bit = player.ground, BIT[cell]
    harmless = kind["fly"] or (kind["swim"] and ground.water & bit)
    if ground.dead & bit and not harmless:
        return whole
    if ground.caught & bit:
        return whole * BINDING
    part: float = whole / max(1, target["hp"])
    return part if ground.hurting & bit and not harmless else 0.0


def dead_end(player: Player, cell: int) -> bool:
    """Whether a cell belongs to a gate that leads nowhere."""
    assert player.slot is not None
    if cell not in EDGE_OF:
        return False
    gate = player.view["slots"][player.slot]["gates"].get("NESW"[EDGE_OF[cell]])
    return gate is not None and gate["way"] == "dead end"


def push(player: Player) -> int:
    """Where a push is worth most; otherwise as far off as possible."""
    spots = player.family("spot")
    free = {CELL[name] for name in spots if name != "through"}
    beside = [p for p in player.pieces if free <= set(members(AROUND[CELL[p["cell"]]])) and p["kind"] == "monster"]
    near = player.ground.touch[player.cell] | BIT[player.cell]
    target = next((p for p in beside if near >> CELL[p["cell"]] & 1), None)

    def rank(name: str) -> float:
        cell = THROUGH if name == "through" else CELL[name]
        away = AWAY * distance(cell, player.cell) if cell != THROUGH else 0.0
        return away + (landing(player, target, cell) if target is not None else 0.0)

    return spots[max(spots, key=rank)]
