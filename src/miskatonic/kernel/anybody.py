"""Anybody: a player who takes any option, for simulations and whatever else needs many quick answers."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Final

from miskatonic.kernel.ask import Ask

FINE: Final = 30
"""So many random bits choose: no option is noticeably likelier than another."""


def anybody(seed: int | str) -> Callable[[Ask], int]:
    """Somebody who takes any option, each as likely as the others; the same seed takes the same ones.

    >>> import miskatonic as mk
    >>> match = mk.Match("arkham", seed=7)
    >>> match.play(mk.anybody(seed=7))
    >>> match.over
    True
    """
    bits = Random(seed).getrandbits

    def choose(ask: Ask) -> int:
        options = ask.options
        return options[bits(FINE) * len(options) >> FINE]

    return choose
