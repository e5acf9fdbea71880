"""PettingZoo environments: every seat is a learner, in turn (`aec_env`) or all at once (`parallel_env`)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv, ParallelEnv

from miskatonic.gyms.desk import REACH, AtDesk, Desk, length_of, spelling_of
from miskatonic.gyms.picture import MODES, check_mode, picture
from miskatonic.kernel import IllegalAnswer, Match, MatchOver, Seeded, SetupError, game_named

Observation = dict[str, Any]


class _Seats(AtDesk):
    """What both kinds of environment share: agents, spaces, and the match."""

    watched = False
    """Whether everybody observes every step."""

    def _sit_down(
        self, game: str, seats: int | None, options: Mapping[str, str] | None, content: str | None, mode: str | None
    ) -> None:
        if mode != "human":  # PettingZoo's own test asks for it before it looks which modes there are
            check_mode(mode)
        self.metadata = {"name": f"{game}_v0", "render_modes": list(MODES), "render_fps": 2}
        number = max(2, game_named(game).seats[0]) if seats is None else seats
        Match(game, seats=number, options=options, content=content)  # what is wrong with them is told at once
        self._game = game
        self._setting = (options, content)
        self.render_mode = mode
        self.possible_agents = [f"player_{seat}" for seat in range(number)]
        self.agents: list[str] = []
        size = spelling_of(game).size
        self.wait = size
        """The action of those who are not asked."""
        observation = spaces.Dict(
            {
                "observation": spaces.Box(-REACH, REACH, (length_of(game, number),), np.float32),
                "action_mask": spaces.Box(0, 1, (size + 1,), np.int8),
            }
        )
        self.observation_spaces = dict.fromkeys(self.possible_agents, observation)
        self.action_spaces = {agent: spaces.Discrete(size + 1) for agent in self.possible_agents}
        self._random = np.random.default_rng()

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """What an agent observes: numbers, and which actions it may take."""
        return self.observation_spaces[self._known(agent)]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The letters of the game, and waiting."""
        return self.action_spaces[self._known(agent)]

    def _known(self, agent: str) -> str:
        if agent not in self.possible_agents:
            raise SetupError(f"there is no agent {agent!r}; there are: {', '.join(self.possible_agents)}")
        return agent

    def _deal(self, seed: int | None) -> None:
        if seed is not None:
            self._random = np.random.default_rng(seed)
            for number, agent in enumerate(self.possible_agents):
                self.action_spaces[agent].seed(seed + number)
        self.agents = self.possible_agents.copy()
        fortune = Seeded(int(self._random.integers(2**62)))
        self._desk = Desk(self._game, len(self.possible_agents), fortune, *self._setting, self.watched)

    def _seat(self, agent: str) -> int:
        return self.possible_agents.index(self._known(agent))

    def observe(self, agent: str) -> Observation:
        """What an agent sees now."""
        seat = self._seat(agent)
        mask = np.append(self.desk.mask(seat), np.int8(0))
        mask[self.wait] = not mask.any()
        return {"observation": self.desk.numbers(seat), "action_mask": mask}

    def _checked(self, agent: str, action: int | None) -> int:
        """An action that this agent may take now; waiting is for those who are not asked."""
        letters = self.desk.letters(self._seat(agent)) or (self.wait,)
        if action is None or int(action) not in letters:
            raise IllegalAnswer(f"{agent} cannot take action {action} now; see the action mask")
        return int(action)

    def _rewards(self, agents: list[str]) -> dict[str, float]:
        returns = self.desk.match.returns if self.desk.match.over else (0.0,) * len(self.possible_agents)
        return {agent: float(returns[self._seat(agent)]) for agent in agents}

    def render(self) -> Any:
        """The table as everybody may see it, as text or as a picture."""
        text = self.desk.draw(None)
        return picture(text) if self.render_mode == "rgb_array" else text

    def close(self) -> None:
        """Nothing is held open."""


class Turns(_Seats, AECEnv[str, Observation, int]):  # type: ignore[misc] # PettingZoo has no types
    """One agent after the other; simultaneous questions are put in the order of the seats."""

    def __init__(
        self,
        game: str,
        seats: int | None = None,
        options: Mapping[str, str] | None = None,
        content: str | None = None,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self._sit_down(game, seats, options, content, render_mode)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a new match; the same seed, the same dice."""
        self._deal(seed)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._next()

    def _next(self) -> None:
        actors = self.desk.actors
        self.agent_selection = self.possible_agents[actors[0]] if actors else self.agents[0]

    def step(self, action: int | None) -> None:
        """The selected agent acts."""
        desk, agent = self.desk, self.agent_selection
        if not self.agents:
            raise MatchOver("the match is over; reset the environment for another one")
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        desk.write(self._seat(agent), self._checked(agent, action))
        self._cumulative_rewards[agent] = 0.0
        self.rewards = self._rewards(self.agents)
        if self.desk.match.over:
            self.terminations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()
        self._next()


class AtOnce(_Seats, ParallelEnv[str, Observation, int]):  # type: ignore[misc] # PettingZoo has no types
    """All agents at once; those who are not asked wait."""

    watched = True

    def __init__(
        self,
        game: str,
        seats: int | None = None,
        options: Mapping[str, str] | None = None,
        content: str | None = None,
        render_mode: str | None = None,
    ) -> None:
        self._sit_down(game, seats, options, content, render_mode)

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        """Begin a new match; the same seed, the same dice."""
        self._deal(seed)
        return {agent: self.observe(agent) for agent in self.agents}, {agent: {} for agent in self.agents}

    def step(
        self, actions: dict[str, int]
    ) -> tuple[dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]:
        """Everybody acts; whoever was asked writes a letter of the question that was open to all."""
        agents = self.agents
        # all are looked at before anything changes: the first answer may already lead to other questions
        letters = {agent: self._checked(agent, actions.get(agent)) for agent in agents}
        for agent, letter in letters.items():
            if letter != self.wait:
                self.desk.write(self._seat(agent), letter)
        over = self.desk.match.over
        if over:
            self.agents = []
        return (
            {agent: self.observe(agent) for agent in agents},
            self._rewards(agents),
            dict.fromkeys(agents, over),
            dict.fromkeys(agents, False),
            {agent: {} for agent in agents},
        )


def aec_env(game: str, **setting: Any) -> Turns:
    """An environment in which agents act one after the other: `aec_env("insanity", seats=4)`."""
    return Turns(game, **setting)


def parallel_env(game: str, **setting: Any) -> AtOnce:
    """An environment in which all agents act at once."""
    return AtOnce(game, **setting)
