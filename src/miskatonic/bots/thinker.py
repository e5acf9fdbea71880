"""What bots that think ahead have in common: a budget, imagined worlds, and trust in common sense."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from functools import partial
from random import Random
from typing import Any

from miskatonic.bots.budget import Budget
from miskatonic.bots.glimpse import Glimpse
from miskatonic.bots.playouts import Playouts, Since
from miskatonic.bots.thoughts import Thought, Thoughts
from miskatonic.kernel import Ask, Game, Match, Seeded

STAY = 8
"""For so many turns another manner is tried before the table is appraised."""
LOOK = 32
"""After so many playouts it is seen whether more are needed."""


class Thinker(ABC):
    """Tries answers in imagined worlds, and prefers the sensible one where it sees no clear difference."""

    usual_budget = "200"
    learnt = False
    """Whether it appraises tables as it was learnt from many games."""

    def __init__(self, game: Game[Any], seed: int | str, budget: str = "") -> None:
        self.random = Random(f"{type(self).__name__} {seed}")
        self.playouts = Playouts(game, self.random, self.learnt)
        self._blur = game.blur
        self._proof = game.proof
        self._budget = Budget(budget or self.usual_budget)

    def choose(self, seen: Glimpse, ask: Ask) -> int:
        """The answer with the best prospects."""
        return self.think(seen, ask)[0].code

    def think(self, seen: Glimpse, ask: Ask) -> list[Thought]:
        """Everything that was tried, the answer to give first."""
        if len(ask.options) == 1:
            return [Thought(ask.options[0], 0, 0.0)]
        other = self.playouts.other(seen.view, ask)
        if other is not None:
            return self._compare(seen, ask, other)
        promising = self.playouts.promising(seen.view, ask)
        if len(promising) == 1:
            return [Thought(promising[0], 0, 0.0)]
        thoughts = Thoughts(promising[0], len(ask.options), self._blur(seen.view))
        trial = self.begin(seen, ask, promising, thoughts)
        search = 1 - self._proof(seen.view)
        spent = self._budget.spend()
        for done, used in enumerate(spent):
            trial(used / search)
            if used >= search or (done % LOOK == LOOK - 1 and thoughts.settled):
                break
        if search < 1:
            self._prove(seen, ask, thoughts, spent)
        return thoughts.ranked()

    def _compare(self, seen: Glimpse, ask: Ask, other: int) -> list[Thought]:
        """Two manners in the same worlds, each for some turns: neither is trusted more than the other."""
        thoughts = Thoughts(self.playouts.sensible(seen.view, ask), 2, doubt=0.0)
        thoughts.rival = other
        spent = self._budget.spend()
        for _ in zip(spent, spent, strict=False):
            dice = self.random.getrandbits(48)
            world, since = self.after(seen, ask, thoughts.usual, dice)
            sensible = self.playouts.play(world, partial(self.playouts.answer, world), since, STAY)
            world, since = self.after(seen, ask, other, dice)
            choose = partial(self.playouts.answer_otherwise, world, seen.seat)
            thoughts.fight(sensible[seen.seat], self.playouts.play(world, choose, since, STAY)[seen.seat])
            if thoughts.proven:
                break
        return thoughts.ranked() or [Thought(thoughts.usual, 0, 0.0)]

    def _prove(self, seen: Glimpse, ask: Ask, thoughts: Thoughts, spent: Iterator[float]) -> None:
        """Let the best other answer and the sensible one meet again in fresh worlds, until the budget is spent."""
        rival = thoughts.challenge()
        if rival is None:
            return
        dice, sensible = 0, None
        for _ in spent:
            if sensible is None:
                dice = self.random.getrandbits(48)
                sensible = self._played(seen, ask, thoughts.usual, dice)
                continue
            thoughts.fight(sensible, self._played(seen, ask, rival, dice))
            sensible = None
            if thoughts.proven:
                break

    def _played(self, seen: Glimpse, ask: Ask, code: int, dice: int) -> float:
        """What comes of an answer in a world where everybody plays sensibly after it."""
        world, since = self.after(seen, ask, code, dice)
        return self.playouts.play(world, partial(self.playouts.answer, world), since)[seen.seat]

    @abstractmethod
    def begin(self, seen: Glimpse, ask: Ask, promising: list[int], thoughts: Thoughts) -> Callable[[float], None]:
        """What makes one playout after the other; it is told which part of the budget is used up."""

    def after(self, seen: Glimpse, ask: Ask, code: int, dice: int) -> tuple[Match, Since]:
        """A world in which the question is answered, and what it was before; the same dice make the same world."""
        world = seen.world(Random(dice))
        world.fortune = Seeded(dice)
        since = Since(world.rested_at, world.turn)
        world.answer(ask.actor, code)
        return world, since
