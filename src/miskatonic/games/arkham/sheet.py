"""The sheet: track lengths, red spaces, the elder sign and the meters (DA-S4)."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.resources import files
from typing import Any

from miskatonic.kernel import Schema, Table
from miskatonic.kernel.content import PROVENANCE

MOST_SPACES = 99
"""The longest clock and track."""
MOST_HEALTH = 20
MOST_FIGHT = 12
MOST_RED = 16


class Sheet:
    """A game sheet; it never changes during a game."""

    __slots__ = (
        "elder",
        "fight_max",
        "fight_start",
        "health_max",
        "health_start",
        "inv_end",
        "magic_max",
        "magic_start",
        "name",
        "red",
        "red_until",
        "sanity_max",
        "sanity_start",
        "time_end",
        "time_reset",
        "time_start",
        "title",
    )

    def __init__(self, table: Table) -> None:
        self.name = table.text("name")
        self.title = table.text("title", self.name)
        table.text("provenance", "house", among=PROVENANCE)
        self.time_end = table.integer("time_end", high=MOST_SPACES)
        self.time_start = table.integer("time_start", 1, low=0)
        self.time_reset = table.integer("time_reset", 1, low=0)
        self.inv_end = table.integer("inv_end", low=2, high=MOST_SPACES)
        self.red = table.integers("red")
        self.elder = table.integer("elder")
        self.health_start = table.integer("health_start", 10, low=1)
        self.sanity_start = table.integer("sanity_start", 10, low=1)
        self.health_max = table.integer("health_max", 10, high=MOST_HEALTH)
        self.sanity_max = table.integer("sanity_max", 10, high=MOST_HEALTH)
        self.fight_start = table.integer("fight_start", 3, low=0)
        self.magic_start = table.integer("magic_start", 3, low=0)
        self.fight_max = table.integer("fight_max", 9, high=MOST_FIGHT)
        self.magic_max = table.integer("magic_max", 9, high=MOST_FIGHT)
        table.done()
        spaces = range(min(self.inv_end, MOST_SPACES) + 1)
        self.red_until = tuple(sum(red <= space for red in self.red) for space in spaces)
        self._check_tracks(table)
        for meter in ("health", "sanity", "fight", "magic"):
            start, most = getattr(self, f"{meter}_start"), getattr(self, f"{meter}_max")
            if start > most:
                table.error(f"{meter}_start", f"{start} is above the maximum of {most} ({meter}_max)")

    def _check_tracks(self, table: Table) -> None:
        """What would make the clock or the investigation track unplayable, and what is merely odd.

        An entry that is missing or no number has been noted already, and nothing is measured by it.
        """
        clock_is_read, track_is_read = (type(table.raw(end)) is int for end in ("time_end", "inv_end"))
        for start in ("time_start", "time_reset"):
            if clock_is_read and self.time_end <= getattr(self, start):
                table.error("time_end", f"{self.time_end} must be above {start} ({getattr(self, start)})")
        if track_is_read and type(table.raw("elder")) is int and not 1 <= self.elder < self.inv_end:
            table.error("elder", f"{self.elder} must lie from 1 to {self.inv_end - 1}, before the end of the track")
        if list(self.red) != sorted(set(self.red)):
            table.error("red", f"{list(self.red)} must be ascending, without repetition")
        outside = [space for space in self.red if not 1 <= space <= self.inv_end]
        if outside and track_is_read:
            table.error("red", f"{outside[0]} is not on the track (1 to {self.inv_end})")
        if len(self.red) > MOST_RED:
            table.error("red", f"{len(self.red)} red spaces are too many; the most is {MOST_RED}")
        if self.inv_end <= 4:
            table.warning("inv_end", f"{self.inv_end}: the four spaces of event 2B.6 alone finish this track")
        if self.time_end - self.time_reset <= 2:
            table.warning("time_end", f"{self.time_end}: the two clock steps of event 2B.3 alone finish this clock")
        if self.elder in self.red:
            table.warning("elder", f"{self.elder} is a red space too; both apply")
        if not self.red:
            table.warning("red", "there is no red space")


def _read(root: Table) -> list[tuple[str, Any, Any]]:
    """Every `[[sheet]]` of a file; a file may also be one bare sheet."""
    if root.has("time_end") or root.has("inv_end"):
        tables = [root]
    else:
        tables = list(root.tables("sheet"))
        root.done()
    sheets = [(table, Sheet(table)) for table in tables]
    return [(sheet.name, dict(table.data), sheet) for table, sheet in sheets]


def _shipped() -> Mapping[str, str]:
    return {"sheets.toml": files(__package__).joinpath("content/sheets.toml").read_text("utf-8")}


SCHEMA = Schema(shipped=_shipped, read=_read)
