"""State: the novices with their sheets, and what lies in the middle of the table."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Final, Self

from miskatonic.games.insanity.names import COLOURS, EVERY_COLOUR, MOST_SPACES, NONE, SPACES
from miskatonic.games.insanity.options import Rules, rules_of
from miskatonic.games.insanity.sheet import Brain, Sheet, sheet_of
from miskatonic.kernel import Content, State

START: Final = 0
CHECK: Final = 1
DICE: Final = 2
WRITE: Final = 3
NEGATIVE: Final = 4
END: Final = 5
STEPS: Final = ("start", "check", "dice", "write", "negative", "end")
"""The parts of a turn (UI-T1)."""


class Novice:
    """One player: his sheet and his regular cards (UI-S2).

    `open` is the set of rows with room, `empty` the set of empty spaces. `margins` are kept up to date: by how much
    mastery exceeds madness in every colour.
    """

    __slots__ = ("empty", "insane", "margins", "numbers", "open", "points", "rows", "seat")

    def __init__(self, seat: int, sheet: Sheet) -> None:
        self.seat = seat
        self.rows: list[tuple[int, ...]] = [() for _ in COLOURS]
        """What is written in each row after the start value; 0 is an X."""
        self.open = EVERY_COLOUR
        self.numbers = [0] * len(SPACES)
        self.empty = sheet.spaces
        self.margins = [row.start for row in sheet.rows]
        self.insane = 0
        """The set of colours whose regular card he holds."""
        self.points = 0
        """Points from bonuses."""

    def copy(self) -> Self:
        """An independent copy."""
        other = self.__new__(type(self))
        other.seat = self.seat
        other.rows = self.rows.copy()
        other.open = self.open
        other.numbers = self.numbers.copy()
        other.empty = self.empty
        other.margins = self.margins.copy()
        other.insane = self.insane
        other.points = self.points
        return other

    @property
    def size(self) -> list[int]:
        """How much madness stands in every area."""
        return [-sum(self.numbers[area : area + MOST_SPACES]) for area in range(0, len(SPACES), MOST_SPACES)]


class Private:
    """What bonuses do for one novice in this turn: third dice, both results, fewer copies, an own face."""

    __slots__ = ("both", "copies", "face", "third")

    def __init__(self) -> None:
        self.third: dict[int, int] = {}
        self.both = False
        self.copies = 2
        self.face = 0


class Cult(State):
    """The table. Everything is public (UI-S7), except answers that wait for the others."""

    __slots__ = (
        "active",
        "bag",
        "brain",
        "cards",
        "desk",
        "die",
        "everybody",
        "face",
        "faces",
        "first",
        "incoming",
        "named",
        "novices",
        "over",
        "private",
        "rolled",
        "rules",
        "step",
        "turn",
        "unused",
        "used",
    )

    def __init__(self, brain: Brain, rules: Rules, desk: str, seats: int) -> None:
        super().__init__()
        self.brain = brain
        self.rules = rules
        self.desk = desk
        """The name under which the questions for this sheet and these rules are kept."""
        self.novices = [Novice(seat, sheet_of(brain)) for seat in range(seats)]
        # UI-S3: nobody before the first player is drawn; a seat that is not at the table is counted on round it
        self.make_active(NONE if rules.first_player == NONE and seats > 1 else rules.first_player % seats)
        self.turn = 1
        self.step = START
        self.bag = EVERY_COLOUR
        self.cards = 0
        """The set of colours whose regular card somebody holds."""
        self.first = [NONE] * len(COLOURS)
        """Who holds the First card of each colour."""
        self.used = 0
        """The set of First cards whose bonus has been used."""
        self.unused = 0
        """The set of First cards that somebody holds and has not used."""
        self.rolled = 0
        """The set of positive dice rolled this turn."""
        self.faces = [0] * len(COLOURS)
        self.die = NONE
        """The negative die of this turn."""
        self.face = 0
        self.incoming = 0
        """The number of an outburst or a gift that is being written."""
        self.named: dict[int, int] = {}
        """UI-V2: the dice that some have named before the roll, by seat."""
        self.private: dict[int, Private] = {}
        self.over: tuple[str, ...] = ()

    def copy(self) -> Self:
        """Copies are made at rest, when nothing named and nothing private is left. Sheet and rules are shared."""
        other = self.__new__(type(self))
        other.news = None
        other.audience = None
        other.reveals = 0
        other.brain = self.brain
        other.rules = self.rules
        other.desk = self.desk
        other.novices = [novice.copy() for novice in self.novices]
        other.make_active(self.active)
        other.turn = self.turn
        other.step = self.step
        other.bag = self.bag
        other.cards = self.cards
        other.first = self.first.copy()
        other.used = self.used
        other.unused = self.unused
        other.rolled = self.rolled
        other.faces = self.faces.copy()
        other.die = self.die
        other.face = self.face
        other.incoming = 0
        other.named = {}
        other.private = {}
        other.over = self.over
        return other

    def make_active(self, seat: int) -> None:
        """Whose turn it is; `everybody` begins with him and goes on clockwise."""
        self.active = seat
        self.everybody = self.novices[seat:] + self.novices[:seat]

    def private_of(self, seat: int) -> Private:
        """What holds for a novice in this turn, to be changed."""
        if seat not in self.private:
            self.private[seat] = Private()
        return self.private[seat]


def set_up(content: Content, options: Mapping[str, str], seats: int) -> Cult:
    """UI-S1, UI-S2, UI-S4, UI-S5: empty sheets, all negative dice in the bag, all cards in the middle."""
    return _fresh(content.data, tuple(options.values()), seats).copy()


@cache
def _fresh(brain: Brain, options: tuple[str, ...], seats: int) -> Cult:
    """A table at the start, made once and copied for every game."""
    return Cult(brain, rules_of(options), f"{brain.digest} {' '.join(options)}", seats)
