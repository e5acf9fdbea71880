"""The solved game in memory: a chapter of grids for every number of seals and keys."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from miskatonic.bots.optimal.compiled import Floats
from miskatonic.bots.optimal.model import Model, Spot
from miskatonic.games.arkham.state import Investigator

Meters = tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]
"""Health, sanity, fight and magic: single numbers or whole grids of them."""


class Chapter:
    """The values with some seals and keys.

    `rest` is the value at the beginning of a turn, by spot; `tired` and `gifted` the same after event 1A; `key` and
    `seal` the value when the next key or seal has just been gained, all three by whether a die lies on the elder sign.
    """

    def __init__(self) -> None:
        self.rest: dict[Spot, Floats] = {}
        self.tired: dict[bool, Floats] = {}
        self.gifted: dict[bool, Floats] = {}
        self.key: dict[bool, Floats] = {}
        self.seal: dict[bool, Floats] = {}

    def after(self, model: Model, spot: Spot) -> Floats:
        """DA-E1, DA-E2: the value at the end of the mythos phase: a key, a seal, or the next turn."""
        if spot.time == model.sheet.time_end:
            return self.key[spot.elder_die]
        if spot.inv == model.sheet.inv_end:
            return self.seal[spot.elder_die]
        return self.rest[spot]

    def ends(self, model: Model, spot: Spot) -> Floats:
        """The values for every clock from here to its end, the track unchanged."""
        times = range(spot.time, model.sheet.time_end + 1)
        return np.array([self.after(model, model.spot(spot.elder_die, time, spot.inv)) for time in times])

    def event_ends(self, model: Model, spot: Spot) -> Floats:
        """DA-E6: the same inside an event: markers are not looked at again, so that the next turn follows."""
        times = range(spot.time, model.sheet.time_end + 1)
        return np.array([self.rest[model.spot(spot.elder_die, time, spot.inv)] for time in times])


class Book:
    """All chapters of one sheet under one set of rules."""

    def __init__(self, model: Model) -> None:
        self.model = model
        self.chapters: dict[tuple[int, int], Chapter] = {}

    def start_value(self) -> float:
        """The chance to win from the start."""
        sheet = self.model.sheet
        grid = self.chapters[0, 0].rest[Spot(False, sheet.time_start, 0)]
        return float(
            grid[sheet.health_start, sheet.sanity_start, sheet.fight_start * self.model.magics + sheet.magic_start]
        )

    def value_of(self, s: Investigator) -> float:
        """The chance to win at the beginning of a turn."""
        chapter = self.chapters[s.seals, s.keys]
        if s.tired or s.gift:
            grid = (chapter.tired if s.tired else chapter.gifted)[s.elder_die]
        else:
            grid = chapter.rest[Spot(s.elder_die, s.time, s.inv)]
        return float(grid[s.health, s.sanity, s.fight * self.model.magics + s.magic])

    def flags(self, keys: int) -> tuple[bool, ...]:
        """Whether a die may lie on the elder sign: only after the first key (DA-1B.2)."""
        return (False, True) if keys else (False,)

    def spots(self, keys: int, elder_die: bool) -> Iterator[Spot]:
        """Where a turn may begin, each before all spots that lead to it; full tracks only as events can leave them."""
        sheet = self.model.sheet
        land = self.model.rules.elder_needs_landing
        if elder_die not in self.flags(keys):
            return
        yield Spot(elder_die, sheet.time_end, 0)
        if sheet.inv_end <= 4 and keys == 2 and (land or not elder_die):
            yield Spot(elder_die, sheet.time_reset, sheet.inv_end)
        for inv in range(sheet.inv_end - 1, -1, -1):
            if elder_die and (inv >= sheet.elder if not land else inv == sheet.elder):
                continue
            for time in range(sheet.time_end - 1, self.model.first_time - 1, -1):
                yield Spot(elder_die, time, inv)


def look(model: Model, grid: Floats, at: Meters) -> Floats:
    """DA-G1, DA-G3: values at some meters; what passes a maximum is lost, what passes 0 is the end."""
    sheet = model.sheet
    health, sanity = np.clip(at[0], 0, sheet.health_max), np.clip(at[1], 0, sheet.sanity_max)
    fight, magic = np.clip(at[2], 0, sheet.fight_max), np.clip(at[3], 0, sheet.magic_max)
    found: Floats = grid[health, sanity, fight * model.magics + magic]
    return found


def everywhere(model: Model) -> Meters:
    """The meters of a whole grid."""
    health, sanity, purse = np.indices(model.shape)
    fight, magic = np.divmod(purse, model.magics)
    return health, sanity, fight, magic
