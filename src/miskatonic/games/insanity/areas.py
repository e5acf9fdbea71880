"""Areas: where the copies of a negative die may go (UI-N)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final

from miskatonic.games.insanity.answers import question
from miskatonic.games.insanity.names import BIT, COLOUR_OF, EVERY_SEAT, MOST_SPACES, NONE
from miskatonic.games.insanity.options import Rules
from miskatonic.games.insanity.sheet import Sheet
from miskatonic.games.insanity.vocabulary import PLACE, PUT, SPOTS, spot
from miskatonic.kernel import Answer, Ask
from miskatonic.kernel.kept import Kept
from miskatonic.kernel.sets import members

OWN: Final = (1 << MOST_SPACES) - 1
"""The spaces of one colour, moved down to the lowest bits."""


class Pairs:
    """UI-N2: pairs of empty neighbours, one among certain spaces; put together from those of half the spaces."""

    def __init__(self, neighbours: Sequence[int], spaces: list[int]) -> None:
        self.spaces = spaces
        self.neighbours = neighbours
        self.reach = 0
        """The spaces that matter: these and those around them."""
        for space in spaces:
            self.reach |= BIT[space] | neighbours[space]
        middle = len(spaces) // 2
        self.halves = [Pairs(neighbours, half) for half in (spaces[:middle], spaces[middle:]) if middle]
        self.codes = Kept(self._codes)

    def among(self, empty: int) -> tuple[int, ...]:
        """The codes of all pairs in a set of empty spaces, ascending."""
        return self.codes[empty & self.reach]

    def _codes(self, empty: int) -> tuple[int, ...]:
        if self.halves:
            one, two = self.halves
            return one.among(empty) + two.among(empty)
        return tuple(spot(m, a) for m in self.spaces if empty & BIT[m] for a in members(empty & self.neighbours[m]))


class Area:
    """The spaces of a colour with those around them, and the questions where two copies of its die go."""

    def __init__(self, sheet: Sheet, rules: Rules, colour: int) -> None:
        self.colour = colour
        self.rules = rules
        self.spaces = sheet.areas[colour]
        self.neighbours = sheet.neighbours
        self.pairs = Pairs(sheet.neighbours, members(self.spaces))
        self.first = colour * MOST_SPACES
        """Where the bits of this colour begin."""
        self.places = [self._places(own << self.first) for own in range((self.spaces >> self.first) + 1)]
        """By the empty spaces of this colour, as `OWN` has them: which spaces around them matter; and by those of them
        that are empty, what every seat is asked if no card hinders it."""
        self.puts = [Kept(partial(self._put, seat)) for seat in EVERY_SEAT]
        """UI-F3, UI-V20: one of the empty spaces of this colour, by seat and these spaces, as `OWN` has them."""

    def _places(self, own: int) -> tuple[int, Kept[int, tuple[Answer, ...]]]:
        around = 0 if own else self.pairs.reach
        for space in members(own & self.spaces):
            around |= self.neighbours[space]
        return around & ~self.spaces, Kept(partial(self._place, own))

    def _place(self, own: int, around: int) -> tuple[Answer, ...]:
        options = self.spots(own | around)
        if len(options) == 1:
            return options * len(EVERY_SEAT)
        ask = Ask(0, "place", options)
        return tuple(ask.put_to(seat) for seat in EVERY_SEAT)

    def _put(self, seat: int, own: int) -> Answer:
        return question(seat, "put", [PUT + space for space in members(own << self.first)])

    def spots(self, empty: int, restricts: Sequence[tuple[str, int]] = ()) -> tuple[int, ...]:
        """UI-N2: all legal pairs; UI-N3: lone spaces; UI-N4: orphans; UI-N5: neither. UI-V10 narrows the pairs."""
        pairs = self.pairs.among(empty)
        if pairs:
            for to, card in restricts:
                pairs = tuple(code for code in pairs if _fits(SPOTS[code - PLACE][1], to, self.colour, card)) or pairs
            return tuple(sorted(pairs + self._lone(empty))) if self.rules.lone_copies else pairs
        if empty & self.spaces:
            return self._lone(empty)
        around = 0 if self.rules.skip_orphans else empty & self.pairs.reach
        return tuple(spot(NONE, a) for a in members(around)) or (spot(NONE, NONE),)

    def _lone(self, empty: int) -> tuple[int, ...]:
        """Empty spaces of this colour without an empty neighbour."""
        return tuple(spot(m, NONE) for m in members(empty & self.spaces) if not empty & self.neighbours[m])


def _fits(adjacent: int, to: str, die: int, card: int) -> bool:
    """UI-V10: whether an adjacent space is what a card allows."""
    colour = COLOUR_OF[adjacent]
    if to == "own_colour":
        return colour == card
    return (colour == die) == (to == "same_colour")
