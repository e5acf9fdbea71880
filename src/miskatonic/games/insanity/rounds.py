"""Everybody asked at once what to write (UI-P1): the rounds of questions, made once and used again."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final, NamedTuple

from miskatonic.games.insanity.asks import WRITES, Answer, Kept, fallback
from miskatonic.games.insanity.names import COLOURS, EVERY_COLOUR, NONE, SEATS
from miskatonic.kernel import Ask, AskAll, Flow

FALLBACK_BITS: Final = len(COLOURS)
BOTH: Final = 1 << 2 * len(COLOURS)
CHOICE_BITS: Final = BOTH.bit_length()
"""A choice of one player is a set of dice (UI-P2); or, beyond `FALLBACK_BITS`, a set of rows for the fallback number
(UI-P3); or `BOTH` (UI-V18): nothing to choose. The choices of a round stand one behind the other in one number."""


class Round(NamedTuple):
    """The questions of a round, and the answers as far as nobody need be asked."""

    question: Ask | AskAll | None
    """What is put to those who have a choice; None if nobody has."""
    others: tuple[Ask, ...]
    """The single questions after the first."""
    known: tuple[int | None, ...]
    """Everybody's only answer, None where he is asked."""


def _round(seats: list[int], choices: int) -> Round:
    """The round of these seats with these choices."""
    answers: list[Answer] = []
    for seat in reversed(seats):
        answers.insert(0, _answer(seat, choices & (1 << CHOICE_BITS) - 1))
        choices >>= CHOICE_BITS
    asks = tuple(answer for answer in answers if isinstance(answer, Ask))
    question = AskAll(asks) if len(asks) > 1 else asks[0] if asks else None
    known = tuple(None if isinstance(answer, Ask) else answer for answer in answers)
    return Round(question, asks[1:], known)


def _answer(seat: int, choice: int) -> Answer:
    if choice == BOTH:
        return NONE
    return WRITES[seat][choice] if 0 < choice <= EVERY_COLOUR else fallback(seat, choice >> FALLBACK_BITS)


def _clockwise(seats: int, active: int) -> list[int]:
    return [(active + away) % seats for away in range(seats)]


ROUNDS: Final = tuple(
    tuple(Kept(partial(_round, _clockwise(seats, active))) for active in range(seats))
    for seats in range(len(SEATS) + 1)
)
"""By the number of seats, the active player, who is the first of the round, and everybody's choices."""


def settle(asked: Round) -> Flow[list[int]]:
    """Ask everybody who has a choice, all at once; the only answers of the others stand."""
    question, others, known = asked
    if question is None:
        return filled_in(known, [])
    codes = [(yield question)]
    for ask in others:
        codes.append((yield ask))
    return codes if len(codes) == len(known) else filled_in(known, codes)


def filled_in(known: Sequence[int | None], codes: list[int]) -> list[int]:
    """The answers that were known, with those that were asked for in the gaps."""
    given = iter(codes)
    return [next(given) if code is None else code for code in known]
