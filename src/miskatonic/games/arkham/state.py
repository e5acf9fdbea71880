"""State of a case: one investigator, or several side by side."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Self

from miskatonic.games.arkham.options import Rules, rules_of
from miskatonic.games.arkham.sheet import Sheet
from miskatonic.kernel import Content, State

NOBODY: Final = 0
CULTISTS: Final = 1
MONSTER: Final = 2


class Investigator(State):
    """One sheet with its markers (DA-S2), and what lies on the table during a turn.

    Hands of dice are packed (see `kernel.hands`).
    """

    __slots__ = (
        "combat",
        "cultists",
        "dice",
        "elder_die",
        "event",
        "fight",
        "fight_roll",
        "foe",
        "gift",
        "health",
        "inv",
        "keys",
        "locked",
        "magic",
        "mythos",
        "pairs",
        "price",
        "reds",
        "result",
        "roll",
        "rules",
        "sanity",
        "seals",
        "sheet",
        "strength",
        "time",
        "tired",
        "turn",
    )

    def __init__(self, sheet: Sheet, rules: Rules) -> None:
        super().__init__()
        self.sheet = sheet
        self.rules = rules
        self.turn = 1
        self.time = sheet.time_start
        self.inv = 0
        self.health = sheet.health_start
        self.sanity = sheet.sanity_start
        self.fight = sheet.fight_start
        self.magic = sheet.magic_start
        self.seals = 0
        self.keys = 0
        self.elder_die = False
        self.tired = False
        self.gift = False
        self.result = ""
        self.foe = self.cultists = self.strength = self.combat = self.locked = self.fight_roll = 0
        self.clear()

    def clear(self) -> None:
        """Take everything off the table that belongs to one turn; a combat takes its own things away."""
        self.mythos = self.dice = self.roll = self.pairs = self.reds = self.price = 0
        self.event = ""

    @property
    def extra(self) -> int:
        """Cultists added this turn by pairs of 1s and by red spaces."""
        return self.pairs + self.reds

    def copy(self) -> Self:
        """Made at rest, when the table is clear. Sheet and rules never change, so they are shared."""
        other = self.__new__(type(self))
        other.news = None
        other.audience = self.audience
        other.reveals = 0
        other.sheet = self.sheet
        other.rules = self.rules
        other.turn = self.turn
        other.time = self.time
        other.inv = self.inv
        other.health = self.health
        other.sanity = self.sanity
        other.fight = self.fight
        other.magic = self.magic
        other.seals = self.seals
        other.keys = self.keys
        other.elder_die = self.elder_die
        other.tired = self.tired
        other.gift = self.gift
        other.result = self.result
        other.mythos = other.dice = other.roll = other.pairs = other.reds = other.price = 0
        other.foe = other.cultists = other.strength = other.combat = other.locked = other.fight_roll = 0
        other.event = ""
        return other


class Case(State):
    """DA-V1: everybody's own sheet.

    `posted` shows the sheets as they stood when all had completed the last turn: what everybody may see.
    """

    __slots__ = ("investigators", "posted")

    def __init__(self, investigators: list[Investigator]) -> None:
        super().__init__()
        self.investigators = investigators
        self.posted: list[Investigator] = []

    def copy(self) -> Self:
        """Copy every sheet that may still change; what is posted never does."""
        other = self.__new__(type(self))
        other.news = None
        other.audience = None
        other.reveals = 0
        other.investigators = [investigator.copy() for investigator in self.investigators]
        other.posted = self.posted
        return other


def set_up(content: Content, options: Mapping[str, str], seats: int) -> Investigator | Case:
    """DA-S1, DA-S2, DA-S5: a fresh sheet, or one for everybody who plays the same case."""
    rules = rules_of(tuple(options.values()))
    sheet: Sheet = content.data
    if seats == 1 and not rules.shared_luck:
        return Investigator(sheet, rules)
    case = Case([Investigator(sheet, rules) for _ in range(seats)])
    post(case)
    return case


def sheets_of(state: Investigator | Case) -> list[Investigator]:
    """Everybody's sheet, by seat."""
    return [state] if isinstance(state, Investigator) else state.investigators


def result(state: Investigator | Case) -> str:
    """How it ended for everybody, by seat; empty while somebody still plays."""
    results = [s.result for s in sheets_of(state)]
    return ", ".join(results) if all(results) else ""


def returns(state: Investigator | Case) -> tuple[float, ...]:
    """1 for everybody who won, -1 for everybody who lost, 0 for who still plays."""
    return tuple({"": 0.0, "won": 1.0}.get(s.result, -1.0) for s in sheets_of(state))


def standings(state: Investigator | Case) -> tuple[float, ...]:
    """The gates that everybody has sealed."""
    return tuple(float(s.seals) for s in sheets_of(state))


def fates(state: Investigator | Case) -> tuple[str, ...]:
    """How it ended for everybody: `won`, or what was lost by."""
    return tuple(s.result for s in sheets_of(state))


def post(case: Case) -> None:
    """DA-V1: show the sheets as they stand now."""
    case.posted = [investigator.copy() for investigator in case.investigators]


def has_completed_turn(case: Case, seat: int) -> bool:
    """DA-V1: whether a seat waits for the others to complete this turn; who has finished the case always does."""
    s = case.investigators[seat]
    return bool(s.result) or s.turn > case.posted[seat].turn


FIELDS: Final = ("turn", "time", "inv", "health", "sanity", "fight", "magic", "seals", "keys")
FLAGS: Final = ("elder_die", "tired", "gift")
