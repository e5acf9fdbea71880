"""Everybody asked at once (UI-P1, UI-N6): those who have a choice are, and the only answers of the others stand.

codes = with_only_answers(answers, (yield from ask_all(questions(answers))))
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeGuard, cast

from miskatonic.games.insanity.asks import Answer
from miskatonic.kernel import Ask

_is_asked: Final = cast(Callable[[object], TypeGuard[Ask]], Ask.__instancecheck__)
"""Quicker than any function of our own."""


def questions(answers: list[Answer]) -> tuple[Ask, ...]:
    """The questions of a round, to those who have a choice."""
    return tuple(filter(_is_asked, answers))


def with_only_answers(answers: list[Answer], codes: list[int]) -> list[int]:
    """The codes of a round, in the order of those who give them: those that were said and the only ones."""
    if len(codes) < len(answers):
        for place, answer in enumerate(answers):
            if isinstance(answer, int):
                codes.insert(place, answer)
    return codes
