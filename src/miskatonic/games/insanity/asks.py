"""The questions and chances of Unlocking Insanity (section 6 of the rules), made once and used again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import cache, partial
from typing import Final, TypeAlias

from miskatonic.games.insanity.answers import question
from miskatonic.games.insanity.areas import Area
from miskatonic.games.insanity.effects import WINDOWS
from miskatonic.games.insanity.names import BIT, COLOURS, EVERY_COLOUR, EVERY_SEAT, NONE, SEATS
from miskatonic.games.insanity.options import Rules
from miskatonic.games.insanity.sheet import Sheet, sheet_of
from miskatonic.games.insanity.state import Cult
from miskatonic.games.insanity.vocabulary import (
    COMMIT,
    CROSS,
    DICE,
    EXTRA,
    FALLBACK,
    NOTHING,
    ORDER,
    OUTBURST,
    PAIRS,
    PASS,
    WRITE,
)
from miskatonic.kernel import Answer, Ask, Draw
from miskatonic.kernel.kept import Kept
from miskatonic.kernel.sets import members


def _by_colours(prompt: str, base: int) -> tuple[tuple[Answer, ...], ...]:
    """Questions for one of several colours, by seat and set of colours."""
    return tuple(
        tuple(
            question(seat, prompt, [base + colour for colour in members(colours)]) if colours else NONE
            for colours in range(EVERY_COLOUR + 1)
        )
        for seat in EVERY_SEAT
    )


COMMITS: Final = _by_colours("commit", COMMIT)
WRITES: Final = _by_colours("write", WRITE)
CROSSES: Final = _by_colours("cross", CROSS)
ORDERS: Final = _by_colours("order", ORDER)
OUTBURSTS: Final = tuple(
    Ask(seat, "outburst", tuple(OUTBURST + colour for colour in range(len(COLOURS)))) for seat in EVERY_SEAT
)


@cache
def legal_pairs(usable: int) -> tuple[int, ...]:
    """UI-T2: the codes of all pairs with a usable die; of all ten if none is usable."""
    codes = [DICE + n for n, (one, two) in enumerate(PAIRS) if (BIT[one] | BIT[two]) & usable]
    return tuple(codes or [DICE + n for n in range(len(PAIRS))])


PAIRS_FOR: Final = tuple(
    tuple(Ask(seat, "dice", legal_pairs(usable)) for usable in range(EVERY_COLOUR + 1)) for seat in EVERY_SEAT
)
"""By seat and usable colours."""


FALLBACKS: Final = tuple(
    tuple(
        question(seat, "write", [NOTHING, *(FALLBACK + row for row in members(rows))])
        for rows in range(EVERY_COLOUR + 1)
    )
    for seat in EVERY_SEAT
)
"""UI-P3: nothing, or the fallback number in one of these rows."""


def _free_choices(rolled: int) -> tuple[tuple[Answer, ...], ...]:
    return tuple(
        tuple(writes[rows & rolled] if rows & rolled else FALLBACKS[seat][rows] for rows in range(EVERY_COLOUR + 1))
        for seat, writes in enumerate(WRITES)
    )


FREE_CHOICES: Final = Kept(_free_choices)
"""UI-P2, UI-P3: what a player without cards may write: by the dice rolled, seat and the rows with room."""


def _extra(seat: int, spaces: int) -> Answer:
    return question(seat, "extra", [EXTRA + space for space in members(spaces)])


EXTRAS: Final = [Kept(partial(_extra, seat)) for seat in EVERY_SEAT]
"""UI-V11: one of these spaces, by seat and set of spaces."""


def bonus(seat: int, uses: list[int]) -> Ask:
    """UI-F7: pass, or one of these uses."""
    return Ask(seat, "bonus", (PASS, *sorted(uses)))


@cache
def dice_by(seat: int, usable: int, actor: int) -> Ask:
    """UI-V12: the pair of dice, chosen by a neighbour."""
    return Ask(seat, "dice", legal_pairs(usable), actor)


_PAIR_NAMES: Final = {DICE + n: f"{COLOURS[one]}+{COLOURS[two]}" for n, (one, two) in enumerate(PAIRS)}


@cache
def random_dice(usable: int) -> Draw:
    """UI-V12: the pair of dice, drawn among the legal ones."""
    return _lots("dice", legal_pairs(usable), _PAIR_NAMES)


@cache
def first_player(seats: int) -> Draw:
    """UI-S3: who begins."""
    return _lots("first", range(seats), dict(enumerate(SEATS)))


def _lots(label: str, outcomes: Iterable[int], names: dict[int, str] | None = None) -> Draw:
    """One of several outcomes, each as likely as the others; one that is there twice is twice as likely."""
    return Draw(label, list(Counter(outcomes).items()), names.__getitem__ if names else str)


Copies: TypeAlias = tuple[int, int, list[int]]
"""What a negative die costs a player with certain cards: what is written for the copy in the die's own colour and for
the other one (UI-V4), and where the searches for X's start (UI-V5)."""


class Desk:
    """The questions and chances that depend on the sheet and the rules, and what is derived from both."""

    def __init__(self, sheet: Sheet, rules: Rules) -> None:
        self.sheet = sheet
        self.rules = rules
        self.burdens = sheet.burdens
        self.free = [row.free for row in sheet.rows]
        self.start = [row.start for row in sheet.rows]
        self.target = [row.target for row in sheet.rows]
        self.wanted = [row.target - row.start for row in sheet.rows]
        """UI-B1: what the numbers of a full row must add up to."""
        self.roll = [_lots(f"roll {colour}", sheet.positive) for colour in COLOURS]
        self.negative = [_lots(f"negative {colour}", sheet.negative) for colour in COLOURS]
        self.outburst = [_lots(f"outburst {colour}", sheet.negative) for colour in COLOURS]
        names = dict(enumerate(COLOURS))
        self.draw = [_lots("draw", members(bag), names) for bag in range(EVERY_COLOUR + 1)]
        self._find_cards()
        colours = range(len(COLOURS))
        self.areas = [Area(sheet, rules, colour) for colour in colours]
        """Where the copies of every die may go."""
        self.allowed = [EVERY_COLOUR & ~burden.forbidden for burden in self.burdens]
        """By cards: the rows that none of them closes."""
        self.timely = {window: self._timely(window) for window in WINDOWS.values()}
        """UI-F6: by window the First cards that might be used in it at all."""
        self.nearest = [[_nearest(rings, rows) for rows in range(EVERY_COLOUR + 1)] for rings in sheet.rings]
        """UI-X2: by the colour that owes an X and the rows with an empty space: the nearest of these rows."""
        self.results = [Kept(partial(self._results, colour)) for colour in colours]
        """What is written for a positive die: by its colour, its face and the writer's cards."""
        self.copies = [Kept(partial(self._copies, colour)) for colour in colours]
        """What a negative die costs: by its colour, its face and the writer's cards."""

    def _find_cards(self) -> None:
        """Which cards meddle with what, so that others cost no time."""

        def cards(*kinds: str) -> int:
            effects = [effect for effects in self.sheet.penalties for effect in effects]
            return sum({BIT[effect.colour] for effect in effects if effect.kind in kinds})

        self.committing = cards("commit_before_roll")
        self.choosing = cards("commit_before_roll", "forced_result", "forbid_row", "no_fallback")
        self.hindering = cards("adjacent_restrict", "placed_by")
        self.placing = cards("placed_by")
        self.copying = cards("extra_copy")
        self.undoubling = cards("no_double")

    def _timely(self, window: int) -> int:
        return sum(BIT[bonus.colour] for bonus in self.sheet.bonuses if bonus.windows & window)

    def hits(self, colour: int, row: tuple[int, ...]) -> bool:
        """UI-B1: all spaces filled, the total equal to the target. X's count 0 and fill."""
        return len(row) == self.free[colour] and sum(row) == self.wanted[colour]

    def _results(self, colour: int, face: int) -> list[int]:
        return [burden.result(colour, face) for burden in self.burdens]

    def _copies(self, die: int, face: int) -> list[Copies]:
        return [
            (burden.copy_of(die, face, False), burden.copy_of(die, face, True), burden.crosses_for(die, face))
            for burden in self.burdens
        ]


def _nearest(rings: tuple[int, ...], rows: int) -> int:
    """The rows in the innermost ring that has any."""
    return next((ring & rows for ring in rings if ring & rows), 0)


_DESKS: Final[dict[str, Desk]] = {}
"""Desks stand outside the state: they are no part of the position."""


def desk_of(s: Cult) -> Desk:
    """The desk of a table; made when it is first wanted."""
    try:
        return _DESKS[s.desk]
    except KeyError:
        desk = _DESKS[s.desk] = Desk(sheet_of(s.brain), s.rules)
        return desk
