"""The questions and chances of Tower of Madness (section 7 of the rules); frequent ones are made once."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, partial
from itertools import accumulate
from operator import or_
from typing import Final

from miskatonic.games.tower.names import ALL_DICE, BIT, DICE, SEATS, WINDOWS
from miskatonic.games.tower.state import Player
from miskatonic.games.tower.vocabulary import DIE, FACE, PASS, SOME_DICE, STICK
from miskatonic.kernel import Ask, Chance, Dice, Draw, FortuneError
from miskatonic.kernel.chance import Below, Uniform
from miskatonic.kernel.kept import Kept
from miskatonic.kernel.sets import members

_DICE: Final = tuple(tuple(Dice(f"throw {seat}", number) for number in range(DICE + 1)) for seat in range(SEATS))
THROWS: Final = tuple(tuple(some[dice.bit_count()] for dice in range(ALL_DICE + 1)) for some in _DICE)
"""By seat and set of dice: only their number makes a difference."""

FEW: Final = 8
_FEW: Final = tuple(tuple(members(some)) for some in range(1 << FEW))
"""The members of all sets of so few: larger sets are looked through by as many at a time."""


def member(cards: int, place: int) -> int:
    """One of a set of cards, by its place among them."""
    first = 0
    while cards:
        some = _FEW[cards & len(_FEW) - 1]
        if place < len(some):
            return first + some[place]
        place -= len(some)
        cards >>= FEW
        first += FEW
    raise IndexError("there are not so many cards")


class Pick(Chance):
    """One of a set of cards, all equally likely; perhaps seen by one seat only."""

    __slots__ = ("cards", "names")

    def __init__(self, label: str, cards: int, names: Sequence[str], audience: int | None = None) -> None:
        super().__init__(label)
        self.cards = cards
        self.names = names
        self.audience = audience

    def outcomes(self) -> list[tuple[int, float]]:
        """Every card."""
        return [(card, 1 / self.cards.bit_count()) for card in members(self.cards)]

    def draw(self, below: Below) -> int:
        """Any of them."""
        return member(self.cards, below(self.cards.bit_count()))

    def sample(self, uniform: Uniform) -> int:
        """The same."""
        return member(self.cards, int(uniform() * self.cards.bit_count()))

    def only(self, outcome: int) -> Pick:
        """Without the other cards: they tell what is left in a deck or a hand."""
        return Pick(self.label, BIT[outcome], self.names, self.audience)

    def possible(self, outcome: int) -> bool:
        """One of the cards."""
        return 0 <= outcome < len(self.names) and bool(self.cards & BIT[outcome])

    def text(self, outcome: int) -> str:
        """The id of a card."""
        return self.names[outcome]

    def parse(self, text: str) -> int:
        """The card of that id."""
        if text in self.names and self.possible(self.names.index(text)):
            return self.names.index(text)
        raise FortuneError(f"{text!r} cannot be drawn for {self.label}")


@cache
def first_player(seats: int) -> Draw:
    """TM-S7: who begins."""
    return Draw("first", [(seat, 1) for seat in range(seats)])


PASSES: Final = tuple(tuple(Ask(seat, prompt, (PASS,)) for prompt in WINDOWS) for seat in range(SEATS))
"""Q9 without a card to play, by seat and window."""
PLAYS: Final = tuple(tuple(Kept(partial(Ask, seat, prompt)) for prompt in WINDOWS) for seat in range(SEATS))
"""Q9: pass, Imprison, or a card with its target, by seat, window and options."""


@cache
def lock_questions(options: tuple[int, ...]) -> tuple[Ask | None, ...]:
    """Q1: by seat: one of the legal sets; None if there is none. Many dice leave the same choice."""
    return tuple(Ask(seat, "lock", options) if options else None for seat in range(SEATS))


@cache
def _parts(alike: tuple[int, ...], mask: int, least: int, most: int) -> tuple[int, ...]:
    """Every part of some dice, ascending; of dice that look alike the lowest numbers are meant.

    `alike` has for every die the lowest one that looks like it.
    """
    found = [0]
    for lowest in set(alike):
        dice = [BIT[die] for die in members(mask) if alike[die] == lowest]
        found = [part | some for part in found for some in accumulate(dice, or_, initial=0)]
    return tuple(sorted(part for part in found if least <= part.bit_count() <= most))


def _alike(p: Player) -> tuple[int, ...]:
    """What tells dice apart: the face, whether it is locked, whether it belongs to the last throw."""
    looks = [(face, p.locked >> die & 1, p.last >> die & 1) for die, face in enumerate(p.dice)]
    return tuple(map(looks.index, looks))


def some_dice(p: Player, prompt: str, mask: int, least: int, most: int, actor: int) -> Ask:
    """Q7, Q8, Q12, Q13, Q14: some of a player's dice; with `least` 0 perhaps none."""
    parts = _parts(_alike(p), mask, least, most)
    return Ask(p.seat, prompt, tuple([SOME_DICE + part for part in parts]), actor)


def one_die(p: Player, mask: int, actor: int) -> Ask:
    """Q10: one of a player's dice; of dice that look alike the lowest number."""
    singles = _parts(_alike(p), mask, 1, 1)
    return Ask(p.seat, "die", tuple([DIE + part.bit_length() - 1 for part in singles]), actor)


@cache
def one_face(seat: int, actor: int, shown: tuple[int, ...]) -> Ask:
    """Q11: a face to turn a die to."""
    return Ask(seat, "face", tuple(FACE + face for face in shown), actor)


def stick(drawer: int, chooser: int, allowed: int) -> Ask:
    """Q15: one of the tentacles."""
    low, middle, high = _CODES
    options = low[allowed & 1023] + middle[allowed >> 10 & 1023] + high[allowed >> 20]
    return Ask(drawer, "stick", options, chooser)


_CODES: Final = tuple(
    tuple(tuple(STICK + number for number in members(part << shift)) for part in range(2048 if shift == 20 else 1024))
    for shift in (0, 10, 20)
)
"""The codes of tentacles by the lowest, the middle and the highest bits of a set."""
