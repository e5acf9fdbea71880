"""Everybody asked at once (UI-P1, UI-N6): those who have a choice are, and the only answers of the others stand.

codes = with_only_answers(answers, (yield from ask_all(questions(answers))))
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from miskatonic.kernel import Ask

Answer: TypeAlias = Ask | int
"""A question, or the code of the only answer it could have."""


def question(seat: int, prompt: str, codes: Iterable[int], actor: int | None = None) -> Answer:
    """A question, or its only answer."""
    options = tuple(sorted(codes))
    return options[0] if len(options) == 1 else Ask(seat, prompt, options, actor)


def questions(answers: list[Answer]) -> tuple[Ask, ...]:
    """The questions of a round, to those who have a choice."""
    asked: list[Ask] = []
    for answer in answers:
        if isinstance(answer, Ask):
            asked.append(answer)
    return tuple(asked)


def with_only_answers(answers: list[Answer], codes: list[int]) -> list[int]:
    """The codes of a round, in the order of those who give them: those that were said and the only ones."""
    if len(codes) < len(answers):
        for place, answer in enumerate(answers):
            if isinstance(answer, int):
                codes.insert(place, answer)
    return codes
