"""What the monsters of a tile would do to a character at the end of its turn, wherever it stands."""

from __future__ import annotations

from functools import cache
from math import exp
from typing import Any, Final

from miskatonic.games.mash.grid import ADJACENT, ALL, AROUND, BIT, CELL
from miskatonic.games.mash.odds import chance_to_hit
from miskatonic.games.mash.sense.ground import Ground
from miskatonic.games.mash.sense.player import Hero, Piece, Player
from miskatonic.kernel.sets import members

Kind = dict[str, Any]
WEB: Final = 0.4
"""What a web costs, in points of health: actions lost, and blows that cannot miss."""
CLING: Final = 0.25
"""What an attached vampire costs besides what it drains: the actions that shake it off."""
DEATH: Final = 8.0
"""What a death costs, in points of health."""
SOUND: Final = 5
"""From how much health on a point of it counts for less."""
AFIELD: Final = 1.2
"""How much worse it is to be far from every way out and every place to mend."""
UNPARRIED: Final = {6: 0.4, 8: 0.5}
"""CM-C5: how often a hit with a die gets through the parry of d10."""


class Hunter:
    """A monster: the damage of an attack, where it attacks twice, and where once after a move."""

    __slots__ = ("cost", "far", "nuisance", "once", "piece", "twice")

    def __init__(self, piece: Piece, cost: float, twice: int, once: int, far: bool = False) -> None:
        self.piece = piece
        self.cost = cost
        self.twice = twice
        self.once = once
        self.far = far
        """Whether it need not stand beside its prey."""
        self.nuisance = 0.0
        """What an attack costs besides the damage."""

    def harm(self, bit: int) -> float:
        """The damage to expect on a cell."""
        if self.twice & bit:
            return 2 * self.cost
        return self.cost if self.once & bit else 0.0


class Class:
    """Cells on which the same is to be expected."""

    __slots__ = ("blows", "cells", "nuisance", "shots")

    def __init__(self, cells: int, blows: tuple[float, ...], shots: float, nuisance: float) -> None:
        self.cells = cells
        self.blows = blows
        self.shots = shots
        self.nuisance = nuisance


class Danger:
    """The cells of the own tile by what it costs to end the turn there, the cheapest first."""

    def __init__(self, player: Player, caution: float, occupied: int, afield: int) -> None:
        self.body = body(player.me)
        self.occupied = occupied
        kinds = player.view["box"]["monsters"]
        ground = player.ground
        self.hunters = [
            hunter_of(ground, piece, kinds[piece["type"]], player.me, occupied)
            for piece in player.pieces
            if piece["kind"] == "monster"
        ]
        self.levels: list[tuple[float, int, float]] = []
        """Price, cells, and the damage to expect there."""
        for found in classes(self.hunters):
            for room, cells in rooms(ground, found.cells, len(found.blows)):
                blows = sorted(found.blows)[len(found.blows) - room :] if room < len(found.blows) else found.blows
                harm = sum(blows) + found.shots
                cost = caution * (price(round(20 * harm), self.body) + found.nuisance)
                if cells & ~afield:
                    self.levels.append((cost, cells & ~afield, harm))
                if cells & afield:
                    self.levels.append((cost * AFIELD, cells & afield, harm))
        self.levels.sort()

    def at(self, cell: int) -> tuple[float, float]:
        """The price of a cell, and the damage to expect there."""
        bit = BIT[cell]
        for cost, cells, harm in self.levels:
            if cells & bit:
                return cost, harm
        raise AssertionError("every cell has a price")


def classes(hunters: list[Hunter]) -> list[Class]:
    """All cells, divided by which monster reaches them how often."""
    found = [Class(ALL, (), 0.0, 0.0)]
    for hunter in hunters:
        once = hunter.once & ~hunter.twice
        parts = []
        for old in found:
            for cells, times in ((hunter.twice, 2), (once, 1), (ALL & ~hunter.twice & ~once, 0)):
                if not cells & old.cells:
                    continue
                cost = times * hunter.cost
                new = Class(cells & old.cells, old.blows, old.shots, old.nuisance)
                if times:
                    new.nuisance += hunter.nuisance
                    if hunter.far:
                        new.shots += cost
                    else:
                        new.blows = (*old.blows, cost)
                parts.append(new)
        found = parts
    return found


def rooms(ground: Ground, cells: int, monsters: int) -> list[tuple[int, int]]:
    """Cells by how many of some monsters have room beside them."""
    parts = []
    for room in range(min(monsters, 4)):
        if part := cells & ground.rooms[room]:
            parts.append((room, part))
            cells &= ~part
    if cells:
        parts.append((monsters, cells))
    return parts


def body(me: Hero) -> int:
    """How many points of damage a character can take before it dies."""
    stamina = me["me"] // 2 if me["character"] == "arctic_explorer" and not me["bond"] else 0
    return int(me["hp"] + me["ward"] + stamina)


@cache
def price(twentieths: int, health: int) -> float:
    """Damage, and the risk to die of it: as if the blows came independently of each other."""
    if not twentieths:
        return 0.0
    mean = twentieths / 20
    term = exp(-mean)
    survival = term
    for hits in range(1, health):
        term *= mean / hits
        survival += term
    return mean * min(1.0, SOUND / max(1, health)) + DEATH * (1 - survival)


def hunter_of(ground: Ground, piece: Piece, kind: Kind, me: Hero, occupied: int) -> Hunter:
    """CM-M: where a monster can attack this turn, and what that costs."""
    bound = me["bond"] > 0
    if piece["host"] == me["seat"]:
        return Hunter(piece, 0.0 if piece["bond"] or piece["idle"] else 1.0, ALL, 0, far=True)
    if piece["host"] is not None or piece["idle"] or piece["held"] == me["seat"]:
        return Hunter(piece, 0.0, 0, 0)
    cell = CELL[piece["cell"]]
    cost = blow(kind["melee"] or kind["ranged"], me, bound, parried=not kind["ranged"] or kind["tentacle"])
    if piece["bond"]:
        # it has to break free first, and steps aside when it does
        return Hunter(piece, cost * piece["bond"] / 6, 0, AROUND[cell])
    pace = 1 if kind["fly"] else 1 + ground.surcharge
    closed = 0 if kind["fly"] else ground.red & ~ground.water if kind["swim"] else ground.red | ground.trouble
    stops = ground.reach(BIT[cell], kind["move"] // pace, closed, kind["fly"]) & ground.floor & ~occupied | BIT[cell]
    found = Hunter(piece, cost, ground.touch[cell], ground.struck_from(stops))
    if kind["tentacle"]:
        found.twice |= ground.line[cell] & _within_two(cell)
        found.once |= ground.struck_from(found.once)
    elif kind["web"]:
        if not bound and "leng_web_shield" not in me["objects"]:
            found.nuisance = WEB
            found.twice |= ground.line[cell]
            found.cost = cost / 2
    elif kind["ranged"]:
        found.twice |= ground.line[cell]
        found.once = ALL
        found.far = True
    elif kind["attach"]:
        found.nuisance = CLING
        found.cost = cost / 2
    elif kind["charge"] and not piece["charged"]:
        near = ground.reach(BIT[cell], max(0, kind["move"] // pace - 2), closed) & ground.floor & ~occupied
        found.twice |= ground.struck_from(near)
    return found


def blow(sides: int, me: Hero, bound: bool, parried: bool) -> float:
    """The damage to expect of one attack."""
    hit = chance_to_hit(sides, 0, me["defense"], bound, True) if sides else 0.0
    if parried and not bound and me["character"] == "mariner_merchant":
        hit *= UNPARRIED.get(sides, 0.5)
    return hit


@cache
def _within_two(cell: int) -> int:
    """The cells at a distance of two columns and rows."""
    found = 0
    for near in members(ADJACENT[cell]):
        found |= ADJACENT[near]
    return found & ~BIT[cell]
