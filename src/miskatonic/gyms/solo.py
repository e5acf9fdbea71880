"""Gymnasium environments: one learner, alone or against bots."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces

from miskatonic.gyms.desk import REACH, Desk, Numbers, length_of, spelling_of
from miskatonic.gyms.learner import Learner
from miskatonic.gyms.picture import MODES, check_mode, picture
from miskatonic.gyms.spelling import Mask
from miskatonic.kernel import game_names


class SoloEnv(gymnasium.Env[Numbers, np.int64]):
    """A game with one learner in seat 0; other seats are played by a bot.

    Actions are letters (see `spelling`). `info["action_mask"]` and `action_masks()` say which may be written. The
    reward comes at the end: what the seat has won or lost, from -1 to 1.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012 - Gymnasium declares it so
        "render_modes": list(MODES),
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
        check_mode(render_mode)
        self._learner = Learner(game, seats, opponent, options, content)
        self.render_mode = render_mode
        self.observation_space = spaces.Box(-REACH, REACH, (length_of(game, self._learner.seats),), np.float32)
        self.action_space = spaces.Discrete(spelling_of(game).size)

    @property
    def desk(self) -> Desk:
        """The match in play."""
        return self._learner.desk

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Numbers, dict[str, Any]]:
        """Begin a new match; the same seed, the same dice."""
        super().reset(seed=seed)
        self._learner.begin(int(self.np_random.integers(2**62)))
        return self.desk.numbers(0), self._info()

    def step(self, action: np.int64) -> tuple[Numbers, float, bool, bool, dict[str, Any]]:
        """Write a letter; one that may not be written changes nothing, costs a little and is noted in `info`."""
        reward, legal = self._learner.write(int(action))
        info = self._info() if legal else self._info() | {"illegal": int(action)}
        return self.desk.numbers(0), reward, self.desk.match.over, False, info

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.desk.mask(0), "result": self.desk.match.result}

    def action_masks(self) -> Mask:
        """Which letters may be written, as maskable learners ask for it."""
        return self.desk.mask(0).astype(bool)

    def render(self) -> Any:
        """The table as text or as a picture."""
        text = self.desk.draw(0)
        return picture(text) if self.render_mode == "rgb_array" else text


NAMES = {"arkham": "Arkham", "insanity": "Insanity", "mash": "MashSolo", "tower": "Tower"}
"""What the environments are called, by game."""
SEATS = {"insanity": 2, "tower": 3}
"""How many sit at their tables, where that is not the least number; bots have all seats but the learner's."""


def register_solo() -> None:
    """Make the environments known to Gymnasium, once."""
    for game in game_names():
        known_as = f"miskatonic/{NAMES.get(game) or ''.join(filter(str.isalnum, game.title()))}-v0"
        if known_as not in gymnasium.registry:
            gymnasium.register(
                known_as,
                "miskatonic.gyms.solo:SoloEnv",
                kwargs={"game": game, "seats": SEATS.get(game)},
                vector_entry_point="miskatonic.gyms.vector:ManyMatches",
            )
