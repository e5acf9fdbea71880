"""Everybody asked at once (UI-P1, UI-N6): those who have a choice are, and the only answers of the others stand."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeGuard, cast

from miskatonic.games.insanity.asks import Answer
from miskatonic.kernel import Ask, Flow, ask_all

_is_asked: Final = cast(Callable[[object], TypeGuard[Ask]], Ask.__instancecheck__)
"""Quicker than any function of our own."""


def settle(answers: list[Answer]) -> Flow[list[int]]:
    """The answers of a round, in the order of those who give them."""
    asks = tuple(filter(_is_asked, answers))
    return ask_all(asks) if len(asks) == len(answers) else _filled_in(answers, asks)


def _filled_in(answers: list[Answer], asks: tuple[Ask, ...]) -> Flow[list[int]]:
    codes = yield from ask_all(asks)
    for place, answer in enumerate(answers):
        if isinstance(answer, int):
            codes.insert(place, answer)
    return codes
