"""Bots: players that know what a person in their seat would know.

A bot is named by a short code: `random`, `heuristic`.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any, Protocol

from miskatonic.bots.glimpse import Glimpse
from miskatonic.kernel import Ask, Game, UnknownBot

__all__ = ["BOTS", "Bot", "Glimpse", "bot_named", "is_bot"]


class Bot(Protocol):
    """Answers questions from what its seat may know."""

    def choose(self, seen: Glimpse, ask: Ask) -> int:
        """The code of the chosen option."""


class RandomBot:
    """Any legal answer with equal probability."""

    def __init__(self, game: Game[Any], seed: int | str) -> None:
        self._random = Random(f"random bot {seed}")

    def choose(self, seen: Glimpse, ask: Ask) -> int:
        """Pick blindly."""
        return self._random.choice(ask.options)


class HeuristicBot:
    """The game's own sensible player."""

    def __init__(self, game: Game[Any], seed: int | str) -> None:
        if game.heuristic is None:
            raise UnknownBot(f"{game.title} has no heuristic player")
        self._heuristic = game.heuristic

    def choose(self, seen: Glimpse, ask: Ask) -> int:
        """Do what the game's heuristic says."""
        return self._heuristic(seen.view, ask)


BOTS: dict[str, Callable[..., Bot]] = {
    "random": RandomBot,
    "heuristic": HeuristicBot,
}


def is_bot(name: str) -> bool:
    """Whether a player of that name is a bot."""
    return name in BOTS


def bot_named(code: str, game: Game[Any], seed: int | str = 0) -> Bot:
    """The bot with that code, made for a game; the same seed plays the same way."""
    if code not in BOTS:
        raise UnknownBot(f"there is no bot {code!r}; there are: {', '.join(BOTS)}")
    return BOTS[code](game, seed)
