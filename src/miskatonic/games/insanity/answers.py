"""A question, or its only answer."""

from __future__ import annotations

from collections.abc import Iterable

from miskatonic.kernel import Answer, Ask


def question(seat: int, prompt: str, codes: Iterable[int], actor: int | None = None) -> Answer:
    """A question; the code itself where there is only one."""
    options = tuple(sorted(codes))
    return options[0] if len(options) == 1 else Ask(seat, prompt, options, actor)
