"""Rollouts: every answer is tried in the same imagined worlds; those that fare badly are given up half by half."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from miskatonic.bots.glimpse import Glimpse
from miskatonic.bots.thinker import Thinker
from miskatonic.bots.thoughts import Thoughts
from miskatonic.kernel import Ask

WIDEST = 8
"""At most so many answers are tried."""


class RolloutBot(Thinker):
    """Looks one answer ahead; everything after it is played by sensible players."""

    def begin(self, seen: Glimpse, ask: Ask, promising: list[int], thoughts: Thoughts) -> Callable[[float], None]:
        """Sequential halving: each half of the answers gets the same part of the budget."""
        left = promising[:WIDEST]
        halvings = (len(left) - 1).bit_length()
        halved = worlds = dice = 0
        waiting: list[int] = []

        def trial(used: float) -> None:
            nonlocal halved, worlds, dice, waiting
            if not waiting:
                if used * halvings >= halved + 1:
                    halved += 1
                    left[1:] = sorted(left[1:], key=lambda code: -thoughts.leads[code].mean)[: len(left) // 2]
                waiting = left[::-1]
                worlds += 1
                dice = self.random.getrandbits(48)
            code = waiting.pop()
            world, since = self.after(seen, ask, code, dice)
            chances = self.playouts.play(world, partial(self.playouts.answer, world), since)
            thoughts.add(code, worlds, chances[seen.seat])

        return trial
