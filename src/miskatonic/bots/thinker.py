"""What bots that think ahead have in common: a budget, imagined worlds, and trust in common sense."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from random import Random
from typing import Any

from miskatonic.bots.budget import Budget
from miskatonic.bots.glimpse import Glimpse
from miskatonic.bots.playouts import Playouts
from miskatonic.bots.thoughts import Thought, Thoughts
from miskatonic.kernel import Ask, Game, Match, Seeded

LOOK = 32
"""After so many playouts it is seen whether more are needed."""


class Thinker(ABC):
    """Tries answers in imagined worlds, and prefers the sensible one where it sees no clear difference."""

    usual_budget = "200"

    def __init__(self, game: Game[Any], seed: int | str, budget: str = "") -> None:
        self.random = Random(f"{type(self).__name__} {seed}")
        self.playouts = Playouts(game, self.random)
        self._blur = game.blur
        self._budget = Budget(budget or self.usual_budget)

    def choose(self, seen: Glimpse, ask: Ask) -> int:
        """The answer with the best prospects."""
        return self.think(seen, ask)[0].code

    def think(self, seen: Glimpse, ask: Ask) -> list[Thought]:
        """Everything that was tried, the answer to give first."""
        if len(ask.options) == 1:
            return [Thought(ask.options[0], 0, 0.0)]
        promising = self.playouts.promising(seen.view, ask)
        thoughts = Thoughts(promising[0], len(ask.options), self._blur(seen.view))
        trial = self.begin(seen, ask, promising, thoughts)
        for done, used in enumerate(self._budget.spend()):
            trial(used)
            if done % LOOK == LOOK - 1 and thoughts.settled:
                break
        return thoughts.ranked()

    @abstractmethod
    def begin(self, seen: Glimpse, ask: Ask, promising: list[int], thoughts: Thoughts) -> Callable[[float], None]:
        """What makes one playout after the other; it is told which part of the budget is used up."""

    def after(self, seen: Glimpse, ask: Ask, code: int, dice: int) -> tuple[Match, int]:
        """A world in which the question is answered, and when it rested before; the same dice make the same world."""
        world = seen.world(Random(dice))
        world.fortune = Seeded(dice)
        rest = world.rested_at
        world.answer(ask.actor, code)
        return world, rest
