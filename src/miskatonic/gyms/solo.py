"""Gymnasium environments: one learner, alone or against bots."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces

from miskatonic.bots import Bot, Glimpse, bot_named
from miskatonic.gyms.desk import REACH, Desk, Mask, Numbers, length_of, spelling_of
from miskatonic.gyms.picture import picture
from miskatonic.kernel import Seeded, SetupError, game_named, game_names

ILLEGAL = -0.01
"""What a letter costs that may not be written; the match does not change."""


class SoloEnv(gymnasium.Env[Numbers, np.int64]):
    """A game with one learner in seat 0; other seats are played by a bot.

    Actions are letters (see `spelling`). `info["action_mask"]` and `action_masks()` say which may be written. The
    reward comes at the end: what the seat has won or lost, from -1 to 1.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012 - Gymnasium declares it so
        "render_modes": ["ansi", "rgb_array"],
        "render_fps": 2,
    }

    def __init__(
        self,
        game: str,
        seats: int | None = None,
        opponent: str = "heuristic",
        options: dict[str, str] | None = None,
        content: str | None = None,
        render_mode: str | None = None,
    ) -> None:
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise SetupError(f"render_mode can be ansi or rgb_array, not {render_mode!r}")
        self._seats = seats or game_named(game).seats[0]
        self._game = game
        self._setting = (options, content)
        self._opponent = opponent
        self._bots: dict[int, Bot] = {}
        self.render_mode = render_mode
        self.observation_space = spaces.Box(-REACH, REACH, (length_of(game, self._seats),), np.float32)
        self.action_space = spaces.Discrete(spelling_of(game).size)
        self._desk: Desk | None = None

    @property
    def desk(self) -> Desk:
        """The match in play."""
        if self._desk is None:
            raise SetupError("reset the environment before the first step")
        return self._desk

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Numbers, dict[str, Any]]:
        """Begin a new match; the same seed, the same dice."""
        super().reset(seed=seed)
        dice = int(self.np_random.integers(2**62))
        game = game_named(self._game)
        self._bots = {seat: bot_named(self._opponent, game, f"{dice}/{seat}") for seat in range(1, self._seats)}
        self._desk = Desk(self._game, self._seats, Seeded(dice), *self._setting)
        self._let_others_play()
        return self.desk.numbers(0), self._info()

    def step(self, action: np.int64) -> tuple[Numbers, float, bool, bool, dict[str, Any]]:
        """Write a letter; one that may not be written changes nothing, costs a little and is noted in `info`."""
        desk = self.desk
        if int(action) not in desk.letters(0):
            return desk.numbers(0), ILLEGAL, desk.match.over, False, self._info() | {"illegal": int(action)}
        desk.write(0, int(action))
        self._let_others_play()
        over = desk.match.over
        return desk.numbers(0), float(desk.match.returns[0]) if over else 0.0, over, False, self._info()

    def _let_others_play(self) -> None:
        """Bots answer until the learner is asked."""
        match = self.desk.match
        while not match.over and 0 not in self.desk.actors:
            ask = match.ask
            match.answer(ask.actor, self._bots[ask.actor].choose(Glimpse(match, ask.actor), ask))
            self.desk.pass_forced()

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.action_masks().astype(np.int8), "result": self.desk.match.result}

    def action_masks(self) -> Mask:
        """Which letters may be written, as maskable learners ask for it."""
        return self.desk.mask(0).astype(bool)

    def render(self) -> Any:
        """The table as text or as a picture."""
        text = self.desk.draw(0)
        return picture(text) if self.render_mode == "rgb_array" else text


NAMES = {"arkham": "Arkham", "insanity": "Insanity", "mash": "MashSolo", "tower": "Tower"}
"""What the environments are called, by game."""


def register_solo() -> None:
    """Make the environments known to Gymnasium, once."""
    for game in game_names():
        known_as = f"miskatonic/{NAMES.get(game, game.title())}-v0"
        if known_as not in gymnasium.registry:
            gymnasium.register(known_as, "miskatonic.gyms.solo:SoloEnv", kwargs={"game": game})
