"""A toy game with hidden hands, and bots that misbehave, for the processes that a test starts."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from toys import CANDLES

import miskatonic
from miskatonic.bots import BOTS, Bot, Glimpse
from miskatonic.kernel import Ask, register

MakeBot = Callable[..., Bot]


class Odd:
    """A bot that does one odd thing with every question."""

    def __init__(self, deed: Callable[[Glimpse, Ask], int]) -> None:
        self.choose = deed


def hang(seen: Glimpse, ask: Ask) -> int:
    time.sleep(3600)
    return ask.options[0]


def die(seen: Glimpse, ask: Ask) -> int:
    os._exit(3)


def fail(seen: Glimpse, ask: Ask) -> int:
    raise ValueError("no idea")


def cheat(seen: Glimpse, ask: Ask) -> int:
    return max(ask.options) + 1


def babble(seen: Glimpse, ask: Ask) -> Any:
    return "the first one"


ODD: dict[str, Callable[[Glimpse, Ask], int]] = {
    "hangs": hang,
    "dies": die,
    "fails": fail,
    "cheats": cheat,
    "babbles": babble,
}


def install(add: Callable[[str, MakeBot], None] = BOTS.__setitem__) -> None:
    """Make the toy game and the odd bots known."""
    register("candles", lambda: CANDLES)
    for name, deed in ODD.items():
        add(name, lambda game, seed, deed=deed: Odd(deed))


def paths(*more: Path) -> str:
    """A value for PYTHONPATH with which other processes find the toys, and the package where this one finds it."""
    return os.pathsep.join(map(str, [*more, Path(__file__).parents[1], Path(miskatonic.__file__).parents[1]]))
