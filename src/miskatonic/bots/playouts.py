"""Playouts: an imagined world is played on by sensible players for a while, and the table is appraised."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from random import Random
from typing import Any, NamedTuple

from miskatonic.kernel import Ask, Game, Match, View


class Enough(Exception):  # noqa: N818 - an ending, not an error
    """The playout has come to the rest at which it ends."""


class Since(NamedTuple):
    """When a world rested before the question that a playout is about, and in which turn that was."""

    rest: int
    turn: int


class Playouts:
    """Plays worlds on, everybody by the game's sensible player; at random where there is none."""

    def __init__(self, game: Game[Any], random: Random, learnt: bool) -> None:
        """`learnt`: whether tables of several are appraised as it was learnt from many games, if the game has that."""
        self._heuristic = game.heuristic
        self._ranking = game.ranking
        self._manner = game.manner
        self._learnt = learnt and game.outlook is not None
        self._horizon = game.horizon
        self._random = random

    def sensible(self, view: View, ask: Ask) -> int:
        """The sensible answer to a question."""
        if self._heuristic is None:
            return self._random.choice(ask.options)
        return self._heuristic(view, ask)

    def other(self, view: View, ask: Ask) -> int | None:
        """What the game's other manner answers, if there is one and it is something else."""
        if self._manner is None:
            return None
        code = self._manner(view, ask)
        return code if code != self.sensible(view, ask) else None

    def promising(self, view: View, ask: Ask) -> list[int]:
        """The answers worth a try, the sensible one first."""
        if self._ranking is not None:
            return list(self._ranking(view, ask))
        usual = self.sensible(view, ask)
        others = [code for code in ask.options if code != usual]
        self._random.shuffle(others)
        return [usual, *others]

    def answer(self, world: Match, ask: Ask) -> int:
        """What is answered in a playout."""
        if len(ask.options) == 1:
            return ask.options[0]
        return world.sensible(ask) if self._heuristic else self._random.choice(ask.options)

    def answer_otherwise(self, world: Match, seat: int, ask: Ask) -> int:
        """The same where a seat plays in the other manner."""
        if ask.actor != seat or self._manner is None or len(ask.options) == 1:
            return self.answer(world, ask)
        return self._manner(world.view(seat), ask)

    def play(self, world: Match, choose: Callable[[Ask], int], since: Since, far: int = 0) -> tuple[float, ...]:
        """Let `choose` answer everything up to the horizon, a rest at which one can appraise: how the table is then."""
        found: tuple[float, ...] = ()
        learnt = self._learnt and len(world.players) > 1
        far = far or (1 if learnt else self._horizon)
        rest, turn = since

        def answer(ask: Ask) -> int:
            nonlocal rest, turn, found, far
            if world.rested_at != rest:
                rest = world.rested_at
                if (world.turn != turn or not turn) and (found := world.outlook if learnt else world.appraisal):
                    turn = world.turn
                    far -= 1
                    if not far:
                        raise Enough
            return choose(ask)

        with suppress(Enough):
            world.play(answer)
        return world.appraisal if world.over else found
