"""How long a bot may think about one question: a number of imagined games (`200`) or a time (`1.5s`)."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator

from miskatonic.kernel import UnknownBot

MOST = 1e9
NUMBER = re.compile(r"-?([0-9]+|([0-9]+\.?[0-9]*|\.[0-9]+)s)")
"""`200`, `1s`, `0.5s`; a number below nothing is refused for what it is."""


class Budget:
    """A number of playouts or a time; a time makes a bot depend on the speed of the machine, a number never does."""

    def __init__(self, text: str) -> None:
        timed = text.endswith("s")
        if NUMBER.fullmatch(text) is None:
            raise UnknownBot(f"{text!r} is no budget; write a number of playouts (200) or a time (1.5s)")
        amount = float(text.removesuffix("s"))
        if not 0 < amount < MOST:
            raise UnknownBot(f"a budget of {text} is not possible; it must be more than nothing, and finite")
        self.seconds = amount if timed else None
        self.playouts = None if timed else int(amount)

    def spend(self) -> Iterator[float]:
        """Before every playout, the part of the budget that is used up; ends with the budget."""
        began = time.monotonic()
        done = 0
        while True:
            if self.playouts is not None:
                used = done / self.playouts
            else:
                used = (time.monotonic() - began) / (self.seconds or 1.0)
            if used >= 1:
                return
            yield used
            done += 1
