"""Combat and doubles at one spot, on a grid of all meters (DA-C, DA-M3)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Protocol

import numpy as np

from miskatonic.bots.optimal.compiled import Flags, Floats, Reals
from miskatonic.bots.optimal.duels import CULTISTS, SHOWING, STICKY
from miskatonic.bots.optimal.model import NOBODY, Foe, Model
from miskatonic.bots.optimal.purses import HAIR, PRICES, TOLLS, arms, fights
from miskatonic.games.arkham.combat import half


class Hands(Protocol):
    """Who does many pieces of work, perhaps several at once."""

    def map(self, work: Callable[..., Any], *over: Iterable[Any]) -> Iterable[Any]:
        """Do a piece of work for each item."""


class Alone:
    """One piece of work after the other."""

    def map(self, work: Callable[..., Any], *over: Iterable[Any]) -> Iterable[Any]:
        """Do a piece of work for each item."""
        return list(map(work, *over))


def mean(values: Iterable[Floats]) -> Floats:
    """The mean of equally likely values."""
    average: Floats = np.mean(list(values), axis=0)
    return average


def weaker(grid: Floats, health: int, sanity: int) -> Floats:
    """The grid as seen from so many health and sanity more: what is left after losing them."""
    out = np.zeros_like(grid)
    rows, columns = grid.shape[-3], grid.shape[-2]
    if health < rows and sanity < columns:
        out[..., health:, sanity:, :] = grid[..., : rows - health, : columns - sanity, :]
    return out


class Clash:
    """What comes of every foe at one spot.

    `ends[steps]` is the grid of values when all is over and the clock has moved so many steps; its last entry is a full
    clock. Grids are computed when first wanted, and only where `wanted` says.
    """

    def __init__(self, model: Model, ends: Floats, wanted: Flags | None = None, hands: Hands | None = None) -> None:
        self.model = model
        self.ends = ends
        self.wanted: Flags = np.ones(model.shape, np.bool_) if wanted is None else wanted
        self.hands = hands or Alone()
        self.odd = 0
        self._grids: dict[Foe, Floats] = {NOBODY: ends[0]}
        self._monsters: dict[int, Floats] = {}
        self._lost: Floats | None = None
        self._bounds: dict[tuple[int, int], Reals] = {}

    def renew(self, ends: Floats) -> None:
        """Look at the same spot with new ends; no fight can be worth more than before by more than the ends have risen.

        Fights already computed are then the bounds by which most purchases are ruled out at once.
        """
        rise = max(0.0, float((ends - self.ends).max())) + HAIR
        for bounds in self._bounds.values():
            bounds += rise * (bounds >= 0.0)
        self.ends = ends
        self._grids = {NOBODY: ends[0]}
        self._monsters.clear()
        self._lost = None
        self.odd = 0

    @property
    def later(self) -> Floats:
        """The values a clock step later."""
        late: Floats = self.ends[min(1, len(self.ends) - 1)]
        return late

    def grid(self, foe: Foe) -> Floats:
        """The value of meeting a foe, no double left to settle."""
        if foe not in self._grids:
            self._grids[foe] = self._monster(foe) if foe.monsters else self._cultists(foe.cultists)
        return self._grids[foe]

    # -- cultists -----------------------------------------------------------------------------------------------------

    def _cultists(self, number: int) -> Floats:
        """DA-C1: their number is their strength."""
        lost, fled = weaker(self.ends, half(number), 0), weaker(self.later, *flight_from_cultists(number)[0])
        return self._best(number, CULTISTS, lost, fled)

    # -- monsters -----------------------------------------------------------------------------------------------------

    def _monster(self, foe: Foe) -> Floats:
        """DA-C2: the strength is rolled before the stance is chosen."""
        grid = self.model.empty()
        for face in range(1, 7):
            chance = 1 / 6 if foe.monsters == 1 else (2 * face - 1) / 36
            grid += chance * self.monster_of(foe.cultists + face)
        return grid

    def monster_of(self, strength: int) -> Floats:
        """The value of meeting a monster whose strength is known."""
        if strength not in self._monsters:
            sticky = SHOWING if self.model.rules.lock_all_showing else STICKY
            if self._lost is None:
                self._lost = mean(weaker(self.ends, *harm) for harm in HARM)
            fled = mean(weaker(self.later, *harm) for harm in flight_from_monster(self.model))
            self._monsters[strength] = self._best(strength, sticky, self._lost, fled)
        return self._monsters[strength]

    # -- both ---------------------------------------------------------------------------------------------------------

    def _best(self, strength: int, sticky: int, lost: Floats, fled: Floats) -> Floats:
        """DA-C3, DA-C6: the best of fleeing, standing there, and every purchase."""
        best = fled.copy() if self.model.rules.must_buy_dice else np.maximum(fled, lost[0])
        room = len(self.ends) - 1
        shape = (self.model.shape[0], self.model.most_dice + 1, *self.model.shape[1:])
        if (strength, sticky) not in self._bounds:
            self._bounds[strength, sticky] = np.full(shape, -1.0, np.float32)
        bounds = self._bounds[strength, sticky]

        def row(health: int) -> int:
            known = arms(strength, self.model.most_dice, room, self.model.shape[1] - 2)
            ends, ends_lost = np.ascontiguousarray(self.ends[:, health]), np.ascontiguousarray(lost[:, health])
            place = np.zeros(self.model.shape[1:], np.int64)
            wanted, magics = self.wanted[health], self.model.magics
            return fights(
                ends, ends_lost, sticky, magics, wanted, PRICES, TOLLS, known, bounds[health], best[health], place
            )

        rows = [health for health in range(1, self.model.shape[0]) if self.wanted[health].any()]
        self.odd += sum(self.hands.map(row, rows))
        return best


def _harm(amount: int, deciding: int) -> tuple[int, int]:
    """DA-C5, DA-C13: health and sanity lost."""
    return (0, amount) if deciding % 2 else (amount, 0)


HARM = [_harm(face, face) for face in range(1, 7)]
"""DA-C13: what a monster does that wins; even is health, odd is sanity."""


def flight_from_monster(model: Model) -> list[tuple[int, int]]:
    """DA-C5: one less than after a lost fight."""
    reduced = model.rules.flight_reads_reduced
    return [_harm(face - 1, face - 1 if reduced else face) for face in range(1, 7)]


def flight_from_cultists(number: int) -> list[tuple[int, int]]:
    """DA-C4: one health less than after a lost fight."""
    return [(max(0, half(number) - 1), 0)]


def settled(model: Model, now: Floats, later: Floats) -> Floats:
    """DA-M3: the value of a double, from what follows at this clock and one step later."""
    if model.rules.price_seen:
        seen = [np.maximum(later, np.maximum(weaker(now, price, 0), weaker(now, 0, price))) for price in (1, 2)]
        return (seen[0] + seen[1]) / 2
    health = (weaker(now, 1, 0) + weaker(now, 2, 0)) / 2
    sanity = (weaker(now, 0, 1) + weaker(now, 0, 2)) / 2
    return np.maximum(later, np.maximum(health, sanity))
