"""What a card can do, as far as a content file says it: the effect vocabulary (UI-V), its parameters and defaults."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

from miskatonic.games.insanity.entries import Entries
from miskatonic.games.insanity.names import BIT, EVERY_COLOUR, MOST_DELTA, NONE

TURN_START: Final = 1
POSITIVE_ROLLED: Final = 2
NEGATIVE_ROLLED: Final = 4
TURN_END: Final = 8
ALL_WINDOWS: Final = 15
WINDOWS: Final = {
    "turn_start": TURN_START,
    "positive_rolled": POSITIVE_ROLLED,
    "negative_rolled": NEGATIVE_ROLLED,
    "turn_end": TURN_END,
}
"""UI-F6: the moments at which a bonus may be used."""

NO_LIMIT: Final = 1_000

Reader = Callable[[Entries, str, int], Any]
"""Reads one parameter of an effect on the card of a colour."""


def _number(default: int | None = None, low: int | None = None, high: int | None = None) -> Reader:
    return lambda entries, key, colour: entries.integer(key, default, low, high)


def _among(*values: str, default: str | None = None) -> Reader:
    return lambda entries, key, colour: entries.text(key, default, values)


def _colours(default: str) -> Reader:
    return lambda entries, key, colour: entries.colours(key, colour, default)


def _faces(entries: Entries, key: str, colour: int) -> tuple[int, ...]:
    return entries.integers(key)


def _faces_or_all(entries: Entries, key: str, colour: int) -> tuple[int, ...] | None:
    if entries.raw(key) in (None, "all"):
        entries.text(key, "all")
        return None
    return entries.integers(key)


def _optional_number(entries: Entries, key: str, colour: int) -> int | None:
    return entries.integer(key, low=1) if entries.has(key) else None


def _deltas(entries: Entries, key: str, colour: int) -> tuple[int, ...]:
    deltas = entries.integers(key)
    if not deltas or not all(0 < abs(delta) <= MOST_DELTA for delta in deltas):
        entries.error(key, f"{list(deltas)} must hold changes from -{MOST_DELTA} to {MOST_DELTA}, none of them 0")
    return tuple(sorted(set(deltas)))


PENALTIES: Final[Mapping[str, Mapping[str, Reader]]] = {
    "forced_result": {"which": _among("lower", "higher")},
    "commit_before_roll": {},
    "modify_positive": {
        "amount": _number(),
        "rows": _colours("all"),
        "at_least": _number(0),
        "min": _number(2, low=1),
        "max": _number(10),
    },
    "modify_negative": {
        "amount": _number(high=-1),
        "copies": _among("both", "matching", "adjacent", default="both"),
        "dice": _colours("all"),
        "limit": _number(-8, high=-1),
    },
    "cross_out_on": {"faces": _faces, "dice": _colours("all"), "start": _among("die", "own", default="die")},
    "forbid_row": {"rows": _colours("own")},
    "no_fallback": {},
    "no_double": {"rows": _colours("own")},
    "no_bonus": {},
    "adjacent_restrict": {"to": _among("same_colour", "other_colour", "own_colour")},
    "extra_copy": {"faces": _faces_or_all},
    "dice_choice": {"mode": _among("left", "random")},
    "placed_by": {"who": _among("left", "right")},
    "end_score": {"points": _number()},
}
"""Every kind of penalty with its parameters."""

BONUSES: Final[Mapping[str, tuple[int, Mapping[str, Reader]]]] = {
    "none": (0, {}),
    "adjust_positive": (
        ALL_WINDOWS,
        {
            "deltas": _deltas,
            "min": _number(2, low=1),
            "max": _number(10),
            "rows": _among("any", "open", "full", default="any"),
        },
    ),
    "reroll_positive": (POSITIVE_ROLLED, {"dice": _number(2, low=1, high=2)}),
    "limit_negative": (NEGATIVE_ROLLED, {"copies": _number(low=0, high=1)}),
    "write_both": (POSITIVE_ROLLED, {}),
    "third_die": (POSITIVE_ROLLED, {}),
    "transfer_negative": (
        ALL_WINDOWS,
        {"max_abs": _number(NO_LIMIT, low=1), "if_none": _among("erase", "illegal", default="erase")},
    ),
    "erase_negative": (ALL_WINDOWS, {"max_abs": _number(NO_LIMIT, low=1)}),
    "move_negative": (ALL_WINDOWS, {}),
    "write_extra": (ALL_WINDOWS, {"value": _number(low=1)}),
    "reroll_negative": (NEGATIVE_ROLLED, {"scope": _among("all", "self", default="all")}),
    "cure": (ALL_WINDOWS, {"colour": _among("own", "any", default="own")}),
    "clear_cross": (ALL_WINDOWS, {"value": _optional_number}),
    "outburst": (ALL_WINDOWS, {}),
    "score": (ALL_WINDOWS, {"points": _number()}),
    "swap_positive": (ALL_WINDOWS, {}),
}
"""Every kind of bonus with the windows in which it may be used and its parameters."""


class Effect(NamedTuple):
    """One effect of a card: its kind, the card's colour, and the parameters of the kind."""

    kind: str
    colour: int
    values: Mapping[str, Any]
    windows: int = 0
    """Of a bonus: when it may be used."""


def read_penalty(entries: Entries, colour: int) -> Effect | None:
    """An effect of a regular card."""
    kind = entries.text("kind")
    if kind not in PENALTIES:
        entries.error("kind", f"there is no penalty {kind!r}; there are: {', '.join(PENALTIES)}")
        return None
    values = {key: read(entries, key, colour) for key, read in PENALTIES[kind].items()}
    entries.done()
    return Effect(kind, colour, values)


def read_bonus(entries: Entries, colour: int) -> Effect | None:
    """The effect of a First card; `windows` may narrow when it is used."""
    kind = entries.text("kind")
    if kind not in BONUSES:
        entries.error("kind", f"there is no bonus {kind!r}; there are: {', '.join(BONUSES)}")
        return None
    windows, readers = BONUSES[kind]
    values = {key: read(entries, key, colour) for key, read in readers.items()}
    if entries.has("windows"):
        known = tuple(name for name, window in WINDOWS.items() if windows & window)
        windows = sum(WINDOWS[name] for name in set(entries.names("windows", known)))
    entries.done()
    return Effect(kind, colour, values, windows)


class Burden:
    """UI-I7: everything that the regular cards of one player do to him, the cards in colour order.

    Where two cards name somebody else to decide (UI-V12, UI-V13), the first in colour order holds.
    """

    __slots__ = (
        "chooser",
        "commits",
        "crosses",
        "extra_copies",
        "forbidden",
        "forced",
        "negative",
        "no_bonus",
        "no_double",
        "no_fallback",
        "placer",
        "points",
        "positive",
        "restricts",
    )

    def __init__(self, effects: list[Effect]) -> None:
        self.forced: list[str] = []
        self.commits = False
        self.positive: list[tuple[int, int, int, int, int]] = []
        self.negative: list[tuple[int, str, int, int]] = []
        self.crosses: list[tuple[tuple[int, ...], int, int]] = []
        self.forbidden = 0
        self.no_fallback = False
        self.no_double = 0
        self.no_bonus = False
        self.restricts: list[tuple[str, int]] = []
        self.extra_copies: list[tuple[int, ...] | None] = []
        """By card the faces that ask for an extra copy; None stands for all."""
        self.chooser = ""
        self.placer = ""
        self.points = 0
        for effect in effects:
            self._add(effect.kind, effect.colour, effect.values)

    def _add(self, kind: str, colour: int, v: Mapping[str, Any]) -> None:
        match kind:
            case "forced_result":
                self.forced.append(v["which"])
            case "commit_before_roll":
                self.commits = True
            case "modify_positive":
                self.positive.append((v["amount"], v["rows"], v["at_least"], v["min"], v["max"]))
            case "modify_negative":
                self.negative.append((v["amount"], v["copies"], v["dice"], v["limit"]))
            case "cross_out_on":
                self.crosses.append((v["faces"], v["dice"], colour if v["start"] == "own" else NONE))
            case "forbid_row":
                self.forbidden |= v["rows"]
            case "no_fallback":
                self.no_fallback = True
            case "no_double":
                self.no_double |= v["rows"]
            case "no_bonus":
                self.no_bonus = True
            case "adjacent_restrict":
                self.restricts.append((v["to"], colour))
            case "extra_copy":
                self.extra_copies.append(v["faces"])
            case "dice_choice":
                self.chooser = self.chooser or v["mode"]
            case "placed_by":
                self.placer = self.placer or v["who"]
            case "end_score":
                self.points += v["points"]

    def result(self, colour: int, face: int) -> int:
        """UI-V3: what is written for a die result."""
        number = face
        for amount, rows, at_least, low, high in self.positive:
            if rows & BIT[colour] and face >= at_least:
                number = max(low, min(high, number + amount))
        return number

    def copy_of(self, die: int, face: int, adjacent: bool) -> int:
        """UI-V4: what is written for a copy of the turn's negative die."""
        number = face
        for amount, copies, dice, limit in self.negative:
            if dice & BIT[die] and copies in ("both", "adjacent" if adjacent else "matching") and number > limit:
                number = max(limit, number + amount)
        return number

    def crosses_for(self, die: int, face: int) -> list[int]:
        """UI-V5: where to search for each X that a negative die costs."""
        due = [start for faces, dice, start in self.crosses if dice & BIT[die] and face in faces]
        return [die if start == NONE else start for start in due]


def burdens(penalties: list[list[Effect]]) -> tuple[Burden, ...]:
    """The burden of every set of regular cards."""
    return tuple(
        Burden([effect for colour, effects in enumerate(penalties) if cards >> colour & 1 for effect in effects])
        for cards in range(EVERY_COLOUR + 1)
    )
