"""What one character could do to another with all its actions, as signs: how soon it strikes, and what comes of it."""

from __future__ import annotations

from functools import cache
from math import comb
from typing import Final

from miskatonic.games.mash import board
from miskatonic.games.mash.figures import MELEE_DAMAGE, MELEE_ROLL, RANGED_DAMAGE, RANGED_ROLL
from miskatonic.games.mash.grid import ALL, BETWEEN, BIT, GATE_CELLS, NONE, mask_of
from miskatonic.games.mash.odds import chance_to_hit
from miskatonic.games.mash.pieces import Hero
from miskatonic.games.mash.state import Mash
from miskatonic.games.mash.things import MELEE, RANGED
from miskatonic.games.mash.walking import grown
from miskatonic.kernel.sets import members

FAR: Final = 6
"""Whoever is more MOVEs away is far away."""
ABOUT_DUELS: Final = (
    "closeness", "same_tile", "beside", "in_sight", "nearness", "strikes", "damage", "kill", "might", "slaughter",
)  # fmt: skip

Doors = tuple[tuple[int, int, int], ...]
"""Of a tile: a gate cell, and the tile and the cell behind it."""
Strike = tuple[float, int]
"""The chance to hit, and the damage."""


class Marches:
    """Where everybody gets with so many MOVEs."""

    __slots__ = ("_doors", "_s")

    def __init__(self, s: Mash) -> None:
        self._s = s
        self._doors: dict[int, Doors] = {}

    def doors(self, slot: int) -> Doors:
        """The open gates of a tile."""
        if slot not in self._doors:
            self._doors[slot] = tuple(
                (cell, way.slot, way.cell)
                for edge in board.edges(self._s, slot)
                for cell in GATE_CELLS[edge]
                if (way := board.passage(self._s, slot, cell)) is not None
                and way.kind not in (board.DEAD_END, board.FACE_DOWN)
            )
        return self._doors[slot]

    def apart(self, slot: int, other: int) -> int:
        """How many gates are between two tiles, some of them perhaps still unknown; `FAR` at most."""
        s = self._s
        seen = front = {slot}
        for far in range(FAR):
            if other in front:
                return far
            beside: set[int] = set()
            for one in front:
                if s.up[one]:
                    ways = (board.passage(s, one, GATE_CELLS[edge][0]) for edge in board.edges(s, one))
                    beside |= {way.slot for way in ways if way is not None and way.kind != board.DEAD_END}
                else:
                    beside |= set(s.board.neighbour[one])
            front = beside - seen - {NONE}
            seen = seen | front
        return FAR

    def after_move(self, hero: Hero, before: dict[int, int]) -> dict[int, int]:
        """The cells of tiles that can be reached from some others with one MOVE."""
        s = self._s
        found = before.copy()
        for slot, cells in before.items():
            tile = s.tile(slot)
            free = tile.floor & ~tile.trouble & ~s.occ[slot] & ALL
            front = reached = cells
            near = 0
            for left in range(hero.move // (1 + tile.surcharge), 0, -1):
                near = reached if left == 1 else near
                front = grown(front, tile.step) & free & ~reached
                if not front:
                    near = reached
                    break
                reached |= front
            found[slot] |= reached
            for cell, other, landing in self.doors(slot):
                if near >> cell & 1:
                    found[other] = found.get(other, 0) | BIT[landing]
        return found

    def until(self, hero: Hero, prey: Hero) -> tuple[int, int]:
        """How many MOVEs it takes until the prey is beside, and until it is in sight; `FAR` at most."""
        tile = self._s.tile(prey.slot)
        taken = self._s.occ[prey.slot] & ~BIT[hero.cell] if hero.slot == prey.slot else self._s.occ[prey.slot]
        beside = tile.touch[prey.cell]
        sight = mask_of([cell for cell in members(tile.aim[prey.cell]) if not BETWEEN[cell][prey.cell] & taken])
        blow = shot = FAR
        there = {hero.slot: BIT[hero.cell]}
        for moves in range(FAR):
            here = there.get(prey.slot, 0)
            if here & sight:
                shot = min(shot, moves)
            if here & beside:
                blow = moves
                break
            after = self.after_move(hero, there)
            if after == there:
                break
            there = after
        return blow, shot


def duel(s: Mash, hero: Hero, prey: Hero, marches: Marches) -> list[float]:
    """The signs of what a character could do to another if it were its turn now."""
    blow, shot = marches.until(hero, prey)
    strike, bolt = _arms(s, hero, prey)
    health = max(1, prey.hp + prey.ward)
    actions = max(0, hero.actions - 2 * (hero.bond > 0) - 2 * len(s.riders(hero)))
    close = _outcome(max(0, actions - blow), strike, health)
    distant = _outcome(max(0, actions - shot), bolt, health) if bolt[1] else (0.0, 0.0)
    all_close, all_distant = _outcome(actions, strike, health), _outcome(actions, bolt, health)
    near = min(blow, shot) if bolt[1] else blow
    return [
        1 - marches.apart(hero.slot, prey.slot) / FAR,
        float(hero.slot == prey.slot),
        float(not blow),
        float(not shot),
        1 - blow / FAR,
        max(0, actions - near) / 4,
        *(max(one, other) for one, other in zip(close, distant, strict=True)),
        *(max(one, other) for one, other in zip(all_close, all_distant, strict=True)),
    ]


def _arms(s: Mash, hero: Hero, prey: Hero) -> tuple[Strike, Strike]:
    """The best blow and the best shot at somebody, with weapons that last."""
    card, extra = s.card(hero), hero.extra
    bound = prey.bond > 0
    blow = chance_to_hit(card.melee, extra[MELEE_ROLL], prey.defense, bound, True), 1 + extra[MELEE_DAMAGE]
    shot: Strike = 0.0, 0
    for number in hero.objects:
        thing = s.box.objects[number]
        if thing.once or thing.immob:
            continue
        if thing.form & MELEE:
            hit = chance_to_hit(thing.die or card.melee, extra[MELEE_ROLL] + thing.roll, prey.defense, bound, True)
            blow = max(blow, (hit, thing.damage + extra[MELEE_DAMAGE]), key=_force)
        if thing.form & RANGED:
            hit = chance_to_hit(thing.die or card.ranged, extra[RANGED_ROLL] + thing.roll, prey.defense, bound)
            shot = max(shot, (hit, thing.damage + extra[RANGED_DAMAGE]), key=_force)
    return blow, shot


def _force(strike: Strike) -> float:
    return strike[0] * strike[1]


@cache
def _outcome(times: int, strike: Strike, health: int) -> tuple[float, float]:
    """What some strikes take of the health, and how likely they take all of it."""
    hit, damage = strike
    if not damage:
        return 0.0, 0.0
    needed = -(-health // damage)
    kill = sum(comb(times, hits) * hit**hits * (1 - hit) ** (times - hits) for hits in range(needed, times + 1))
    return min(1.0, times * hit * damage / health), kill
