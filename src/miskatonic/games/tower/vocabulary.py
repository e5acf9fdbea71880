"""Every answer Tower of Madness can take (section 7.1 of the rules), whatever the content."""

from __future__ import annotations

from typing import Final

from miskatonic.games.tower.names import DICE, MOST_INVESTIGATORS, MOST_SPELLS, NONE, SEATS, TOKENS
from miskatonic.kernel import Choice, Hand, Number, Vocabulary, Words

STICKS: Final = 30


def _some_dice(mask: int) -> str:
    return " ".join(f"d{die + 1}" for die in range(DICE) if mask >> die & 1) or "none"


_PLAYS: Final = tuple(
    f"{card + 1}" if target == NONE else f"{card + 1} to {target}"
    for card in range(MOST_SPELLS)
    for target in range(NONE, SEATS)
)

VOCABULARY: Final = Vocabulary(
    Hand("lock", "123456", DICE, "nothing"),
    Words("dice", *map(_some_dice, range(1 << DICE))),
    Number("die", 1, DICE),
    Number("face", 1, 6),
    Choice("token", "none", *TOKENS),
    Words("knowledge", "convert", *(f"steal {seat}" for seat in range(SEATS))),
    Words("madman", "no", *(f"give {seat}" for seat in range(SEATS))),
    Choice("findings", "no", "yes"),
    Words("play", "pass", "imprison", *_PLAYS),
    Number("card", 1, MOST_SPELLS),
    Number("stick", 1, STICKS),
    Number("investigator", 1, MOST_INVESTIGATORS),
)
"""Cards and Investigators are named by their numbers in the content file, players by their seats."""


def _base(name: str) -> int:
    return VOCABULARY.families[name].base


SOME_DICE: Final = _base("dice")
"""The code of no dice; a set of dice is added to it."""
DIE: Final = _base("die")
FACE: Final = _base("face") - 1
"""A face from 1 to 6 is added to it."""
TOKEN: Final = _base("token") + 1
NO_TOKEN: Final = _base("token")
CONVERT: Final = _base("knowledge")
STEAL: Final = CONVERT + 1
NO_GIFT: Final = _base("madman")
GIVE: Final = NO_GIFT + 1
NO_FINDINGS: Final = _base("findings")
YES_FINDINGS: Final = NO_FINDINGS + 1
PASS: Final = _base("play")
USE_IMPRISON: Final = PASS + 1
PLAY: Final = PASS + 2
CARD: Final = _base("card")
STICK: Final = _base("stick") - 1
"""A stick's number is added to it."""
INVESTIGATOR: Final = _base("investigator")
LOCK: Final = _base("lock")
LOCKED: Final = tuple(int(str(VOCABULARY.decode(LOCK + n)[1])) for n in range(VOCABULARY.families["lock"].size))
"""The dice that a lock names, by the number of its word: all hands of five dice or fewer."""
NUMBER: Final = {hand: number for number, hand in enumerate(LOCKED)}
"""By hand: its number among them."""


def play_code(card: int, target: int) -> int:
    """The code of playing a card, perhaps on somebody."""
    return PLAY + card * (SEATS + 1) + target + 1


def played(code: int) -> tuple[int, int]:
    """Card and target of a code."""
    card, target = divmod(code - PLAY, SEATS + 1)
    return card, target - 1
