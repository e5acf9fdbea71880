"""Every answer Unlocking Insanity can take (section 6.1 of the rules), in the words of the rules' own examples."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Final, TypeAlias

from miskatonic.games.insanity.names import COLOUR_OF, COLOURS, EVERY_SEAT, MOST_DELTA, MOST_FREE, NONE, SEATS, SPACES
from miskatonic.kernel import Vocabulary, Words

Use: TypeAlias = tuple[int, ...]
"""A use of a bonus: one of the shapes below, the colour of the First card, then the parameters."""

PLAIN: Final = 0
"""`red`: no parameter."""
COLOUR: Final = 1
"""`green blue`: a die, a row or a card."""
TWO_COLOURS: Final = 2
"""`blue purple red`: two dice."""
NUMBER: Final = 3
"""`blue green 2 +2`: the second number of the green row, and its change."""
SPACE_USE: Final = 4
"""`blue R2`: a space."""
GIFT: Final = 5
"""`yellow G1 B`: a space and who receives its number, `-` for nobody."""
MOVE: Final = 6
"""`blue P1 R3`: from a space to a space."""
SWAP: Final = 7
"""`green purple 2 red 1`: a number of one row and a number of another."""


def _uses() -> Iterator[tuple[Use, str]]:
    """Every use of a bonus with its words."""
    colours, places = range(len(COLOURS)), range(MOST_FREE)
    for card, name in enumerate(COLOURS):
        yield (PLAIN, card), name
        for colour in colours:
            yield (COLOUR, card, colour), f"{name} {COLOURS[colour]}"
        for one, two in combinations(colours, 2):
            yield (TWO_COLOURS, card, one, two), f"{name} {COLOURS[one]} {COLOURS[two]}"
        for row in colours:
            for place in places:
                for delta in range(-MOST_DELTA, MOST_DELTA + 1):
                    if delta:
                        yield (NUMBER, card, row, place, delta), f"{name} {COLOURS[row]} {place + 1} {delta:+}"
        for space, at in enumerate(SPACES):
            yield (SPACE_USE, card, space), f"{name} {at}"
            for seat in range(NONE, len(SEATS)):
                yield (GIFT, card, space, seat), f"{name} {at} {'-' if seat == NONE else SEATS[seat]}"
            for goal, to in enumerate(SPACES):
                if goal != space:
                    yield (MOVE, card, space, goal), f"{name} {at} {to}"
        for one, two in combinations(colours, 2):
            for at_one in places:
                for at_two in places:
                    words = f"{name} {COLOURS[one]} {at_one + 1} {COLOURS[two]} {at_two + 1}"
                    yield (SWAP, card, one, at_one, two, at_two), words


PAIRS: Final = tuple(combinations(range(len(COLOURS)), 2))
"""Every pair of dice, by the number of its word."""
_SPACES_OR_NONE: Final = ("-", *SPACES)
SPOTS: Final = tuple((m, a) for m in range(NONE, len(SPACES)) for a in range(NONE, len(SPACES)))
"""Matching and adjacent space, by the number of the word; `NONE` where a copy is not written."""
_USES: Final = tuple(_uses())


class Writing(Words):
    """What is written: a die, nothing, or the fallback number, which may be called by its usual name: `2 in green`."""

    def parse(self, text: str) -> str:
        """Whatever number a content file has for it."""
        said = super().parse(text)
        return f"fallback{said.removeprefix('2')}" if said.startswith("2 in ") else said


VOCABULARY: Final = Vocabulary(
    Words("dice", *(f"{COLOURS[one]}+{COLOURS[two]}" for one, two in PAIRS)),
    Words("commit", *COLOURS),
    Writing("write", *COLOURS, "nothing", *(f"fallback in {colour}" for colour in COLOURS)),
    Words("place", *(f"{m} {a}" for m in _SPACES_OR_NONE for a in _SPACES_OR_NONE)),
    Words("extra", *SPACES),
    Words("cross", *COLOURS),
    Words("order", *COLOURS),
    Words("outburst", *COLOURS),
    Words("put", *SPACES),
    Words("bonus", "pass", *(words for _, words in _USES)),
)


def _base(name: str) -> int:
    return VOCABULARY.families[name].base


DICE: Final = _base("dice")
COMMIT: Final = _base("commit")
WRITE: Final = _base("write")
NOTHING: Final = WRITE + len(COLOURS)
FALLBACK: Final = NOTHING + 1
PLACE: Final = _base("place")
EXTRA: Final = _base("extra")
CROSS: Final = _base("cross")
ORDER: Final = _base("order")
OUTBURST: Final = _base("outburst")
PUT: Final = _base("put")
PASS: Final = _base("bonus")

USE_CODE: Final = {use: PASS + number for number, (use, _) in enumerate(_USES, 1)}
"""The code of every use of a bonus."""
GIFTS: Final = [
    [[USE_CODE[GIFT, card, space, seat] for seat in (*EVERY_SEAT, NONE)] for space in range(len(SPACES))]
    for card in range(len(COLOURS))
]
"""The codes of gifts: by card, space and receiver, `NONE` for nobody."""
USE_OF: Final = {code: use for use, code in USE_CODE.items()}
"""The use that a code names."""


COPIES: Final = tuple(None if NONE in (m, a) else (m, a, 1 << m | 1 << a, COLOUR_OF[m], COLOUR_OF[a]) for m, a in SPOTS)
"""Of every placing of both copies, by the number of the word: the two spaces, both as a set, and their colours."""


_PLACES: Final = tuple(range(PLACE, PLACE + len(SPOTS)))
"""The codes of all placings. Many questions have the same ones: a number that is there once is sooner at hand."""


def spot(m: int, a: int) -> int:
    """The code of a placing: matching and adjacent space, `NONE` for a copy that is not written."""
    return _PLACES[(m + 1) * len(_SPACES_OR_NONE) + a + 1]
