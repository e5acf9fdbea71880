"""The names and numbers of things: marbles, tokens, timings, windows, statuses. Sets are integers, one bit each."""

from __future__ import annotations

from typing import Final

NONE: Final = -1
"""Nobody, no card, no die."""
SEATS: Final = 5
"""The most players."""
DICE: Final = 5
ALL_DICE: Final = (1 << DICE) - 1
BIT: Final = tuple(1 << n for n in range(64))

MOST_SPELLS: Final = 40
MOST_INVESTIGATORS: Final = 20
"""The most cards a content file may hold: answers name cards by number."""

# -- marbles (TM-M1), counted together in one number, five bits for each kind -----------------------------------------

KINDS: Final = ("discovery", "spell", "madness", "doom")
LETTERS: Final = "DSMX"
DISCOVERY: Final = 0
SPELL: Final = 1
MADNESS: Final = 2
DOOM: Final = 3
MARBLES: Final = (12, 11, 13, 3)
"""TM-M1: how many marbles of each kind there are."""
PLACE: Final = 5
MANY: Final = (1 << PLACE) - 1
ONE: Final = tuple(1 << PLACE * kind for kind in range(len(KINDS)))
"""One marble of each kind."""
ALL_DOOM: Final = MARBLES[DOOM] * ONE[DOOM]
ALL_MARBLES: Final = sum(number * one for number, one in zip(MARBLES, ONE, strict=True))


def marbles(heap: int, kind: int) -> int:
    """How many marbles of one kind are in a heap."""
    return heap >> PLACE * kind & MANY


def kinds_in(heap: int) -> int:
    """The set of kinds of which a heap has marbles."""
    return sum([BIT[kind] for kind in range(len(KINDS)) if heap >> PLACE * kind & MANY])


def heap_of(*counts: int) -> int:
    """The heap with so many marbles of each kind."""
    return sum(number * one for number, one in zip(counts, ONE, strict=True))


def counts_of(heap: int) -> tuple[int, ...]:
    """How many marbles of each kind are in a heap."""
    return heap & MANY, heap >> PLACE & MANY, heap >> 2 * PLACE & MANY, heap >> 3 * PLACE & MANY


def marbles_in(heap: int) -> int:
    """How many marbles a heap has."""
    return (heap & MANY) + (heap >> PLACE & MANY) + (heap >> 2 * PLACE & MANY) + (heap >> 3 * PLACE & MANY)


# -- tokens (TM-U) ----------------------------------------------------------------------------------------------------

TOKENS: Final = ("forbidden_knowledge", "no_madman", "imprison", "new_findings", "last_chance")
TOKEN_NAMES: Final = ("Forbidden Knowledge", "I'm No Madman", "Imprison", "New Findings", "One Last Chance")
KNOWLEDGE: Final = 0
MADMAN: Final = 1
IMPRISON: Final = 2
FINDINGS: Final = 3
LAST_CHANCE: Final = 4
POOL: Final = -1
ASIDE: Final = -2
"""Where a token lies if nobody holds it: in the pool, or aside until clean-up."""

# -- an investigation -------------------------------------------------------------------------------------------------

IDLE: Final = 0
"""Not begun, or void because its owner went insane."""
OPEN: Final = 1
SUCCESS: Final = 2
FAILED: Final = 3
STATUSES: Final = ("idle", "open", "success", "failed")

SYMBOLS: Final = ("gate", "heart", "mind")
"""TM-D5: the spaces that take a 1, a 2 and a 3."""

# -- windows and timings (sections 3.3 and 4.1 of the rules) ----------------------------------------------------------

TIMINGS: Final = (
    "location_revealed",
    "start_your_turn",
    "start_their_turn",
    "after_your_throw",
    "after_their_throw",
    "you_fail",
    "they_fail",
    "before_your_draw",
    "before_their_draw",
    "your_marbles",
    "their_marbles",
    "spell_played",
    "end_your_turn",
    "end_their_turn",
    "end_round",
)
ALL_TIMINGS: Final = (1 << len(TIMINGS)) - 1
REVEAL: Final = 0
START: Final = 1
THROW: Final = 2
FAIL: Final = 3
PREDRAW: Final = 4
FALL: Final = 5
ANSWER: Final = 6
"""The window SPELL: a Spell has been announced and may be answered."""
TURNEND: Final = 7
ROUNDEND: Final = 8
WINDOWS: Final = (
    "on_reveal",
    "on_start",
    "on_throw",
    "on_fail",
    "before_draw",
    "on_fall",
    "on_spell",
    "on_turn_end",
    "on_round_end",
)
"""The nine windows, named by the question that is asked in them."""
THEIRS: Final = tuple(
    TIMINGS.index(name) if name else NONE
    for name in (
        "location_revealed",
        "start_your_turn",
        "after_your_throw",
        "you_fail",
        "before_your_draw",
        "your_marbles",
        "",
        "end_your_turn",
        "end_round",
    )
)
"""By window: the timing for the player it is about."""
OTHERS: Final = tuple(
    TIMINGS.index(name)
    for name in (
        "location_revealed",
        "start_their_turn",
        "after_their_throw",
        "they_fail",
        "before_their_draw",
        "their_marbles",
        "spell_played",
        "end_their_turn",
        "end_round",
    )
)
"""By window: the timing for everybody else."""
WINDOW_OF: Final = tuple(
    next(window for window in range(len(WINDOWS)) if timing in (THEIRS[window], OTHERS[window]))
    for timing in range(len(TIMINGS))
)
"""By timing: its window."""
WORDING: Final = (
    "When a Location is revealed",
    "At the start of your Turn",
    "At the start of their Turn",
    "After your throw",
    "After their throw",
    "When you fail",
    "When they fail",
    "Before you draw a tentacle",
    "Before they draw a tentacle",
    "When your tentacle is out",
    "When their tentacle is out",
    "When another player plays a Spell",
    "At the end of your Turn",
    "At the end of their Turn",
    "At the end of the Round",
)
"""By timing: how a card says it (section 3.3)."""
