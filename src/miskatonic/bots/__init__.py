"""Bots: players that know what a person in their seat would know.

A bot is named by a short code, some with a parameter behind a colon: `random`, `heuristic`, `slips:30`, `rollout:200`,
`mcts:500`, `mcts:1s`, `optimal`. People choose a level instead: `apprentice`, `investigator`, `elder_one`.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any, Protocol

from miskatonic.bots.advice import Advice
from miskatonic.bots.glimpse import Glimpse
from miskatonic.bots.mcts import MctsBot
from miskatonic.bots.optimal import OptimalBot
from miskatonic.bots.rollout import RolloutBot
from miskatonic.bots.thinker import Thinker
from miskatonic.bots.thoughts import reason
from miskatonic.kernel import Ask, Game, UnknownBot

__all__ = ["BOTS", "LEVELS", "Advice", "Bot", "Glimpse", "advised", "bot_named", "goes_by_view", "is_bot"]


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


class SlippingBot(HeuristicBot):
    """The sensible player, but now and then it does something at random: so many times in a hundred."""

    def __init__(self, game: Game[Any], seed: int | str, percent: str = "30") -> None:
        super().__init__(game, seed)
        if not percent.isdecimal() or int(percent) > 100:
            raise UnknownBot(f"slips:{percent} is not possible; write how many answers of a hundred are slips")
        self._slips = int(percent) / 100
        self._random = Random(f"slipping bot {seed}")

    def choose(self, seen: Glimpse, ask: Ask) -> int:
        """Slip, or do the sensible thing."""
        if self._random.random() < self._slips:
            return self._random.choice(ask.options)
        return super().choose(seen, ask)


BOTS: dict[str, Callable[..., Bot]] = {
    "random": RandomBot,
    "heuristic": HeuristicBot,
    "slips": SlippingBot,
    "rollout": RolloutBot,
    "mcts": MctsBot,
    "optimal": OptimalBot,
}


WITH_PARAMETER = ("slips", "rollout", "mcts")
LEVELS = {"apprentice": "slips:30", "investigator": "heuristic", "elder_one": "mcts:1s"}
"""Levels that people understand, with the bots that play at them."""


def is_bot(name: str) -> bool:
    """Whether a player of that name is a bot."""
    return name in LEVELS or name.partition(":")[0] in BOTS


def goes_by_view(code: str) -> bool:
    """Whether this bot looks at the view alone, and imagines no worlds."""
    return LEVELS.get(code, code).partition(":")[0] in ("random", "heuristic", "slips")


def bot_named(code: str, game: Game[Any], seed: int | str = 0) -> Bot:
    """The bot with that code or level, made for a game; the same seed plays the same way."""
    kind, colon, parameter = LEVELS.get(code, code).partition(":")
    if kind not in BOTS:
        raise UnknownBot(f"there is no bot {code!r}; there are: {', '.join([*LEVELS, *BOTS])}")
    if not colon:
        return BOTS[kind](game, seed)
    if kind not in WITH_PARAMETER:
        raise UnknownBot(f"the bot {kind} takes no parameter, as in {code!r}; write {kind}")
    if not parameter:
        raise UnknownBot(f"nothing stands behind the colon of {code!r}; write a parameter, or just {kind}")
    return BOTS[kind](game, seed, parameter)


def advised(bot: Bot, seen: Glimpse, ask: Ask) -> Advice:
    """What a bot would do, and why; bots that do not think ahead give no reasons."""
    if isinstance(bot, OptimalBot):
        return bot.advise(seen, ask)
    if not isinstance(bot, Thinker):
        return Advice(bot.choose(seen, ask))
    thoughts = bot.think(seen, ask)
    return Advice(thoughts[0].code, reason(thoughts))
