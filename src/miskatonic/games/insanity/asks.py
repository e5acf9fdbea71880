"""The questions and chances of Unlocking Insanity (section 6 of the rules), made once and used again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import cache, partial
from typing import Final, TypeAlias

from miskatonic.games.insanity.names import BIT, COLOUR_OF, COLOURS, EVERY_COLOUR, NONE, SEATS, members
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
    PUT,
    WRITE,
    spot,
)
from miskatonic.kernel import Ask, Draw, Flow, ask_all

Answer: TypeAlias = Ask | int
"""A question, or the code of the only answer it could have."""

EVERY_SEAT: Final = range(len(SEATS))


def question(seat: int, prompt: str, codes: Iterable[int], actor: int | None = None) -> Answer:
    """A question, or its only answer."""
    options = tuple(sorted(codes))
    return options[0] if len(options) == 1 else Ask(seat, prompt, options, actor)


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


@cache
def fallback(seat: int, rows: int) -> Answer:
    """UI-P3: nothing, or the fallback number in one of these rows."""
    return question(seat, "write", [NOTHING, *(FALLBACK + row for row in members(rows))])


@cache
def put(seat: int, spaces: int) -> Answer:
    """UI-F3, UI-V20: one of these spaces."""
    return question(seat, "put", [PUT + space for space in members(spaces)])


@cache
def extra(seat: int, spaces: int) -> Answer:
    """UI-V11: one of these spaces."""
    return question(seat, "extra", [EXTRA + space for space in members(spaces)])


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


def settle(answers: list[Answer]) -> Flow[list[int]]:
    """Ask everybody who has a choice, all at once; the only answers of the others stand."""
    asks = [answer for answer in answers if type(answer) is Ask]
    codes = (yield from ask_all(tuple(asks))) if asks else []
    return codes if len(codes) == len(answers) else filled_in(answers, codes)


def filled_in(answers: list[Answer], codes: list[int]) -> list[int]:
    """The answers, with codes in the place of questions."""
    given = iter(codes)
    return [answer if isinstance(answer, int) else next(given) for answer in answers]


class Places(dict[int, Answer]):
    """Where a player puts the copies of one die, by the empty spaces within its reach."""

    CACHED = 20_000

    def __init__(self, seat: int, spots: Callable[[int], list[int]]) -> None:
        super().__init__()
        self.seat = seat
        self.spots = spots

    def __missing__(self, empty: int) -> Answer:
        if len(self) > self.CACHED:
            self.clear()
        answer = self[empty] = question(self.seat, "place", self.spots(empty))
        return answer


class Desk:
    """The questions and chances that depend on the sheet and the rules, and what is derived from both."""

    def __init__(self, sheet: Sheet, rules: Rules) -> None:
        self.sheet = sheet
        self.rules = rules
        self.burdens = sheet.burdens
        self.free = [row.free for row in sheet.rows]
        self.start = [row.start for row in sheet.rows]
        self.target = [row.target for row in sheet.rows]
        self.roll = [_lots(f"roll {colour}", sheet.positive) for colour in COLOURS]
        self.negative = [_lots(f"negative {colour}", sheet.negative) for colour in COLOURS]
        self.outburst = [_lots(f"outburst {colour}", sheet.negative) for colour in COLOURS]
        names = dict(enumerate(COLOURS))
        self.draw = [_lots("draw", members(bag), names) for bag in range(EVERY_COLOUR + 1)]
        self._find_cards()
        self.pairs = [self._pairs(colour) for colour in range(len(COLOURS))]
        """For every die the legal pairs of spaces: both as a set, matching and adjacent space, and their code."""
        self.around = [self._around(colour) for colour in range(len(COLOURS))]
        self.reach = [around | area for around, area in zip(self.around, sheet.areas, strict=True)]
        """For every die the spaces that a copy of it can go to."""
        self.places = [
            [Places(seat, partial(self.spots, colour)) for colour in range(len(COLOURS))] for seat in EVERY_SEAT
        ]
        """By seat and die: the placing of two copies, for a player whom no card hinders."""

    def _find_cards(self) -> None:
        """Which cards meddle with what, so that others cost no time."""

        def cards(*kinds: str) -> int:
            effects = [effect for effects in self.sheet.penalties for effect in effects]
            return sum({BIT[effect.colour] for effect in effects if effect.kind in kinds})

        self.committing = cards("commit_before_roll")
        self.choosing = cards("commit_before_roll", "forced_result", "forbid_row", "no_fallback")
        self.changing = cards("modify_positive")
        self.worsening = cards("modify_negative")
        self.hindering = cards("adjacent_restrict", "placed_by")
        self.copying = cards("extra_copy")
        self.crossing = cards("cross_out_on")
        self.undoubling = cards("no_double")

    def _pairs(self, colour: int) -> list[tuple[int, int, int]]:
        neighbours = self.sheet.neighbours
        own = members(self.sheet.areas[colour])
        return [(BIT[m] | BIT[a], a, spot(m, a)) for m in own for a in members(neighbours[m])]

    def _around(self, colour: int) -> int:
        around = 0
        for space in members(self.sheet.areas[colour]):
            around |= self.sheet.neighbours[space]
        return around

    def spots(self, colour: int, empty: int, restricts: Sequence[tuple[str, int]] = ()) -> list[int]:
        """UI-N2: all legal pairs; UI-N3: lone spaces; UI-N4: orphans; UI-N5: neither. UI-V10 narrows the pairs."""
        pairs = [pair for pair in self.pairs[colour] if not pair[0] & ~empty]
        if pairs:
            for to, card in restricts:
                pairs = [pair for pair in pairs if _fits(pair[1], to, colour, card)] or pairs
            codes = [code for _, _, code in pairs]
            return codes + self._lone(colour, empty) if self.rules.lone_copies else codes
        if empty & self.sheet.areas[colour]:
            return self._lone(colour, empty)
        around = 0 if self.rules.skip_orphans else empty & self.around[colour]
        return [spot(NONE, a) for a in members(around)] or [spot(NONE, NONE)]

    def _lone(self, colour: int, empty: int) -> list[int]:
        """Empty spaces of a colour without an empty neighbour."""
        neighbours = self.sheet.neighbours
        return [spot(m, NONE) for m in members(empty & self.sheet.areas[colour]) if not empty & neighbours[m]]


def _fits(adjacent: int, to: str, die: int, card: int) -> bool:
    """UI-V10: whether an adjacent space is what a card allows."""
    colour = COLOUR_OF[adjacent]
    if to == "own_colour":
        return colour == card
    return (colour == die) == (to == "same_colour")


_DESKS: Final[dict[str, Desk]] = {}
"""Desks stand outside the state: they are no part of the position."""


def desk_of(s: Cult) -> Desk:
    """The desk of a table; made when it is first wanted."""
    desk = _DESKS.get(s.desk)
    if desk is None:
        desk = _DESKS[s.desk] = Desk(sheet_of(s.brain), s.rules)
    return desk
