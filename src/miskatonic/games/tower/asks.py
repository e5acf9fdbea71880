"""The questions and chances of Tower of Madness (section 7 of the rules); frequent ones are made once."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Final

from miskatonic.games.tower.binding import Locking
from miskatonic.games.tower.names import ALL_DICE, BIT, DICE, SEATS, WINDOWS, members
from miskatonic.games.tower.state import Player
from miskatonic.games.tower.vocabulary import DIE, FACE, PASS, SOME_DICE, STICK
from miskatonic.kernel import Ask, Chance, Dice, Draw, FortuneError
from miskatonic.kernel.chance import Below
from miskatonic.kernel.hands import faces

THROWS: Final = tuple(tuple(Dice(f"throw {seat}", number) for number in range(DICE + 1)) for seat in range(SEATS))
"""By seat and number of dice."""


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
        cards = self.cards
        for _ in range(below(cards.bit_count())):
            cards &= cards - 1
        return (cards & -cards).bit_length() - 1

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


DICE_IN: Final = tuple(tuple(members(mask)) for mask in range(ALL_DICE + 1))
"""The dice of every set."""


@cache
def first_player(seats: int) -> Draw:
    """TM-S7: who begins."""
    return Draw("first", [(seat, 1) for seat in range(seats)])


PASSES: Final = tuple(tuple(Ask(seat, prompt, (PASS,)) for prompt in WINDOWS) for seat in range(SEATS))
"""Q9 without a card to play, by seat and window."""
_WINDOWS: Final[dict[tuple[int, int, tuple[int, ...]], Ask]] = {}


def window(seat: int, kind: int, options: tuple[int, ...]) -> Ask:
    """Q9: pass, Imprison, or a card with its target."""
    key = seat, kind, options
    ask = _WINDOWS.get(key)
    if ask is None:
        if len(_WINDOWS) > 20_000:
            _WINDOWS.clear()
        ask = _WINDOWS[key] = Ask(seat, WINDOWS[kind], options)
    return ask


@cache
def lock(locking: Locking, seat: int, locked: int, loose: int) -> Ask | None:
    """Q1: one of the legal sets; none if the player is stuck."""
    options = locking.locks(locked, loose)
    return Ask(seat, "lock", options) if options else None


@cache
def _looks(dice: tuple[int, ...], locked: int, last: int) -> tuple[tuple[int, int, int], ...]:
    """What tells dice apart: the face, whether it is locked, whether it belongs to the last throw."""
    return tuple((face, locked >> die & 1, last >> die & 1) for die, face in enumerate(dice))


@cache
def _parts(looks: tuple[tuple[int, int, int], ...], mask: int, least: int, most: int) -> tuple[int, ...]:
    """The codes of every part of some dice; of dice that look alike the lowest numbers are meant."""
    found = []
    for part in range(1, mask + 1):
        if part & ~mask or not least <= part.bit_count() <= most:
            continue
        skipped = [looks[die] for die in members(mask & ~part)]
        chosen = members(part)
        if not any(looks[die] in skipped[: (mask & ~part & (BIT[die] - 1)).bit_count()] for die in chosen):
            found.append(SOME_DICE + part)
    return tuple(found)


_DICE: Final[dict[tuple[object, ...], Ask]] = {}


def some_dice(p: Player, prompt: str, mask: int, least: int, most: int, actor: int) -> Ask:
    """Q7, Q8, Q12, Q13, Q14: some of a player's dice; with `least` 0 perhaps none."""
    key = p.seat, prompt, p.dice, p.locked, p.last, mask, least, most, actor
    ask = _DICE.get(key)
    if ask is None:
        if len(_DICE) > 20_000:
            _DICE.clear()
        codes = _parts(_looks(p.dice, p.locked, p.last), mask, max(1, least), most)
        ask = _DICE[key] = Ask(p.seat, prompt, codes if least else (SOME_DICE, *codes), actor)
    return ask


def one_die(p: Player, mask: int, actor: int) -> Ask:
    """Q10: one of a player's dice; of dice that look alike the lowest number."""
    singles = _parts(_looks(p.dice, p.locked, p.last), mask, 1, 1)
    return Ask(p.seat, "die", tuple(DIE + (code - SOME_DICE).bit_length() - 1 for code in singles), actor)


@cache
def one_face(seat: int, actor: int, shown: tuple[int, ...]) -> Ask:
    """Q11: a face to turn a die to."""
    return Ask(seat, "face", tuple(FACE + face for face in shown), actor)


_STICKS: Final[dict[tuple[int, int, int], Ask]] = {}


def stick(drawer: int, chooser: int, allowed: int) -> Ask:
    """Q15: one of the tentacles."""
    key = drawer, chooser, allowed
    ask = _STICKS.get(key)
    if ask is None:
        if len(_STICKS) > 20_000:
            _STICKS.clear()
        low, middle, high = _CODES
        options = low[allowed & 1023] + middle[allowed >> 10 & 1023] + high[allowed >> 20]
        ask = _STICKS[key] = Ask(drawer, "stick", options, chooser)
    return ask


_CODES: Final = tuple(
    tuple(tuple(STICK + number for number in members(part << shift)) for part in range(2048 if shift == 20 else 1024))
    for shift in (0, 10, 20)
)
"""The codes of tentacles by the lowest, the middle and the highest bits of a set."""


@lru_cache(20_000)
def give_faces(dice: tuple[int, ...], mask: int, hand: int) -> tuple[int, ...]:
    """The dice after some were thrown: the faces in ascending order go to the thrown dice in ascending order."""
    if mask == ALL_DICE:
        return faces(hand)
    after = list(dice)
    for die, face in zip(DICE_IN[mask], faces(hand), strict=True):
        after[die] = face
    return tuple(after)
