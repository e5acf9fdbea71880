"""What fighting is worth (in points of health): to be rid of a piece, one attack at it, all attacks from a cell."""

from __future__ import annotations

from typing import Final

from miskatonic.games.mash.grid import ADJACENT, BETWEEN, BIT, CELL
from miskatonic.games.mash.odds import chance_to_hit, weapon_figures
from miskatonic.games.mash.sense.danger import blow
from miskatonic.games.mash.sense.player import Piece, Player

PROGRESS: Final = 0.7
"""What it is worth to be done with a piece, whatever it is."""
TEMPO: Final = 1.5
"""How many attacks of a monster are spared by killing it a turn earlier."""
SPECIAL: Final = 0.4
"""What it is worth besides to be rid of a shooter, a webber, a vampire."""
BREED: Final = 1.1
"""What one more monster costs before it is dead."""
RIVAL: Final = 3.0
"""What it is worth to kill a rival."""
TURNING: Final = 3.0
"""How much more it is worth to a patient player, who strikes rivals only where they come to it."""

Figures = tuple[int, int, int]
"""Die, bonus and damage of an attack."""


def worth(player: Player, piece: Piece) -> float:
    """What it is worth to be rid of a piece now rather than a turn later."""
    box = player.view["box"]
    kind = piece.get("kind")
    if kind == "generator":
        nest = box["generators"][piece["type"]]
        spawned: int = box["monsters"][nest["spawns"]]["health"]
        chance: float = nest["gate"] / 6
        return PROGRESS + BREED * chance * (0.7 + 0.3 * spawned)
    if kind == "monster":
        monster = box["monsters"][piece["type"]]
        cost = blow(monster["melee"] or monster["ranged"], player.me, False, parried=not monster["ranged"])
        special = bool(monster["ranged"]) + bool(monster["attach"])
        return PROGRESS + TEMPO * cost + SPECIAL * special
    return RIVAL * TURNING if player.patient else RIVAL


def gain(piece: Piece, whole: float, figures: Figures, melee: bool) -> float:
    """What one attack at a piece is worth: the part of it that is struck off."""
    sides, bonus, damage = figures
    health: int = max(1, piece["hp"])
    return (
        whole * chance_to_hit(sides, bonus, piece["defense"], piece["bond"] > 0, melee) * min(damage, health) / health
    )


class Target:
    """A piece that can be attacked: where it is, what all of it, a blow and a shot at it are worth."""

    __slots__ = ("blow", "cell", "hunts", "shot", "whole")

    def __init__(self, player: Player, piece: Piece, close: list[Figures], distant: list[Figures]) -> None:
        self.cell = CELL[piece["cell"]]
        self.whole = worth(player, piece)
        self.blow = max([gain(piece, self.whole, figures, True) for figures in close])
        self.shot = max([gain(piece, self.whole, figures, False) for figures in distant], default=0.0)
        self.hunts = piece.get("kind") == "monster"


class Arms:
    """What attacks are worth from every cell, with the weapons that are not used up by it."""

    def __init__(self, player: Player, occupied: int) -> None:
        self.ground = player.ground
        self.occupied = occupied
        view, me = player.view, player.me
        objects = view["box"]["objects"]
        lasting = [
            word
            for word in dict.fromkeys(me["objects"])
            if objects[word]["form"] and not (objects[word]["once"] or objects[word]["immob"])
        ]
        if view["rules"]["q_ready_weapon"]:
            lasting = [word for word in lasting if word == me["ready"]]
        razor = ["razor"] if me["razor"] else []
        close = ["unarmed", *razor, *(word for word in lasting if objects[word]["form"] & 1)]
        distant = [*razor, *(word for word in lasting if objects[word]["form"] & 2)]
        blows = [weapon_figures(view, me, word, True) for word in close]
        shots = [weapon_figures(view, me, word, False) for word in distant]
        pieces = [p for p in player.pieces if p["host"] is None] + player.foes()
        self.targets = [Target(player, piece, blows, shots) for piece in pieces]
        self.hunted = sum([target.whole for target in self.targets if target.hunts])
        self.places = 0
        """Where one can attack from."""
        for target in self.targets:
            self.places |= self.ground.line[target.cell] if target.shot else self.ground.touch[target.cell]

    def at(self, cell: int) -> tuple[float, float, float]:
        """What one attack from a cell is worth, what all together at most, and which part of the monsters that is."""
        best = total = tamed = 0.0
        touch, line, beside, between = self.ground.touch[cell], self.ground.line[cell], ADJACENT[cell], BETWEEN[cell]
        for target in self.targets:
            bit = BIT[target.cell]
            if touch & bit:
                value = target.blow
            elif target.shot and line & ~beside & bit and not between[target.cell] & self.occupied:
                value = target.shot
            else:
                continue
            total += target.whole
            if target.hunts:
                tamed += target.whole
            if value > best:
                best = value
        return best, total, tamed / self.hunted if tamed else 0.0
