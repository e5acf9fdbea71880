"""Many matches at once for one learner: `gymnasium.make_vec("miskatonic/Arkham-v0", num_envs=64)`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from miskatonic.gyms.desk import REACH, Numbers, length_of, spelling_of
from miskatonic.gyms.learner import Learner
from miskatonic.gyms.picture import MODES, check_mode, picture
from miskatonic.gyms.spelling import Mask
from miskatonic.kernel import SetupError

Step = tuple[Numbers, NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]


class ManyMatches(VectorEnv[Numbers, NDArray[np.int64], NDArray[Any]]):
    """The same as so many `SoloEnv` side by side, with less work: observations are written where they are read.

    A match that is over begins anew with the next step, whatever its action. `info["action_mask"]` has a row for every
    match, and so has `action_masks()`. With the same seeds the matches are the same as those of `SyncVectorEnv`.
    """

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
        seats: int | None = None,
        opponent: str = "heuristic",
        options: dict[str, str] | None = None,
        content: str | None = None,
        render_mode: str | None = None,
        max_episode_steps: int | None = None,
    ) -> None:
        check_mode(render_mode)
        if num_envs < 1:
            raise SetupError(f"num_envs is at least 1, not {num_envs}")
        self.metadata = {"render_modes": list(MODES), "render_fps": 2, "autoreset_mode": AutoresetMode.NEXT_STEP}
        self.render_mode = render_mode
        self.num_envs = num_envs
        self._learners = [Learner(game, seats, opponent, options, content) for _ in range(num_envs)]
        length, size = length_of(game, self._learners[0].seats), spelling_of(game).size
        self.single_observation_space = spaces.Box(-REACH, REACH, (length,), np.float32)
        self.single_action_space = spaces.Discrete(size)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._numbers = np.zeros((num_envs, length), np.float32)
        self._masks = np.zeros((num_envs, size), np.int8)
        self._over = np.zeros(num_envs, np.bool_)
        self._most = max_episode_steps or np.inf
        self._steps = np.zeros(num_envs, np.int64)
        self._luck: list[np.random.Generator | None] = [None] * num_envs
        self._seeds: list[int | None] = [None] * num_envs

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Numbers, dict[str, Any]]:
        """Begin every match; number n of them has the seed plus n, or its own of a list."""
        every = range(self.num_envs)
        given = [None for _ in every] if seed is None else [seed + n for n in every] if isinstance(seed, int) else seed
        self._check_number(given, "seeds")
        for n, one in enumerate(given):
            if one is not None or self._luck[n] is None:
                self._luck[n], self._seeds[n] = seeding.np_random(one)
            self._begin(n)
        self._over[:] = False
        return self._observed()

    def _check_number(self, given: Sequence[Any], what: str) -> None:
        """Refuse too few or too many, which would leave matches out."""
        if len(given) != self.num_envs:
            raise SetupError(f"{len(given)} {what} for {self.num_envs} matches; give one for each")

    def _begin(self, n: int) -> None:
        luck = self._luck[n]
        if luck is None:
            raise SetupError("no match has begun; reset the environment first")
        self._steps[n] = 0
        self._learners[n].begin(int(luck.integers(2**62)))
        self._learners[n].desk.observe(0, self._numbers[n], self._masks[n])

    def step(self, actions: NDArray[np.int64] | Sequence[int]) -> Step:
        """Write a letter in every match; one that may not be written changes nothing and costs a little."""
        letters = np.atleast_1d(actions).tolist()
        self._check_number(letters, "actions")
        rewards = np.zeros(self.num_envs, np.float64)
        ended, illegal = np.zeros(self.num_envs, np.bool_), np.zeros(self.num_envs, np.bool_)
        numbers, masks = self._numbers, self._masks
        for n, letter in enumerate(letters):
            if self._over[n]:
                self._begin(n)
                continue
            self._steps[n] += 1
            learner = self._learners[n]
            rewards[n], written = learner.write(letter)
            if written:
                desk = learner.desk
                desk.observe(0, numbers[n], masks[n])
                ended[n] = desk.match.over
            else:
                illegal[n] = True
        cut = (self._steps >= self._most) & ~ended
        self._over = ended | cut
        observed, info = self._observed()
        if illegal.any():
            info |= {"illegal": np.where(illegal, letters, 0), "_illegal": illegal}
        return observed, rewards, ended, cut, info

    def _observed(self) -> tuple[Numbers, dict[str, Any]]:
        everybody = np.ones(self.num_envs, np.bool_)
        info = {"action_mask": self._masks.copy(), "_action_mask": everybody}
        results = [learner.desk.match.result for learner in self._learners]
        info |= {"result": np.array(results, object), "_result": everybody.copy()}
        return np.clip(self._numbers, -REACH, REACH), info

    @property
    def np_random_seed(self) -> tuple[int | None, ...]:  # type: ignore[override] # as SyncVectorEnv says it
        """The seed of every match; None before the first reset."""
        return tuple(self._seeds)

    def action_masks(self) -> Mask:
        """Which letters may be written in every match, as maskable learners ask for it."""
        return self._masks.astype(bool)

    def render(self) -> tuple[Any, ...]:
        """Every table as text or as a picture."""
        texts = (learner.desk.draw(0) for learner in self._learners)
        return tuple(picture(text) if self.render_mode == "rgb_array" else text for text in texts)
