"""OpenSpiel: the games with explicit chance, as Python games of that library."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import numpy as np
import pyspiel

from miskatonic.gyms.desk import Desk, Numbers, length_of, spelling_of
from miskatonic.kernel import Answered, Chance, Fell, IllegalAnswer, Match, SetupError, game_named, game_names

PREFIX = "miskatonic_"
CHANCES = 50_000
"""The most outcomes a chance may have."""


def _type_of(name: str) -> pyspiel.GameType:
    game = game_named(name)
    return pyspiel.GameType(
        short_name=f"{PREFIX}{name}",
        long_name=game.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=game.seats[-1],
        min_num_players=game.seats[0],
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"players": game.seats[0], "options": "", "content": ""},
        provides_factored_observation_string=False,
    )


def options_of(said: str) -> dict[str, str]:
    """Rule options in words: `mode:cooperative;keeper:auto`, or with `=` and `,` as elsewhere."""
    options = {}
    for word in filter(None, map(str.strip, said.replace(",", ";").split(";"))):
        name, colon, value = word.replace("=", ":").partition(":")
        if not colon:
            raise SetupError(f"{word!r} is no rule option; write options as name:value;name:value")
        options[name.strip()] = value.strip()
    return options


def load(text: str) -> SpielGame:
    """A game by its name and parameters in OpenSpiel; with this module all games are known there."""
    game: SpielGame = pyspiel.load_game(text)
    return game


class SpielGame(pyspiel.Game):  # type: ignore[misc] # OpenSpiel has no types
    """One of our games in OpenSpiel; the parameters are `players`, `options` and `content`."""

    game_name = ""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        game = game_named(self.game_name)
        params = dict(params or {})
        self.seats = int(params.get("players", game.seats[0]))
        game.check_seats(self.seats)
        self.options = options_of(params.get("options", ""))
        self.content = params.get("content") or None
        if self.options:
            # `=` and `,` have another meaning in the name of a game
            params["options"] = ";".join(f"{name}:{value}" for name, value in self.options.items())
        self.desk()  # says what is wrong with them
        info = pyspiel.GameInfo(
            num_distinct_actions=spelling_of(game.name).size,
            max_chance_outcomes=CHANCES,
            num_players=self.seats,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=None,
            max_game_length=game.longest * spelling_of(game.name).longest,
        )
        super().__init__(_type_of(game.name), info, params)

    def __reduce__(self) -> tuple[Callable[[str], SpielGame], tuple[str]]:
        return load, (str(self),)

    def desk(self) -> Desk:
        """A new match, in which the library answers chance."""
        return Desk(self.game_name, self.seats, None, self.options, self.content)

    def new_initial_state(self) -> SpielState:
        """The table before the first question."""
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        """What a player sees, as numbers and as text."""
        return Observer(self.game_name, self.seats, iig_obs_type)


class SpielState(pyspiel.State):  # type: ignore[misc] # OpenSpiel has no types
    """A match in OpenSpiel; chance is answered by the library."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.desk = game.desk()
        self._outcomes: tuple[Chance | None, list[tuple[int, float]]] = (None, [])

    def current_player(self) -> int:
        """Whose turn it is: a seat, chance, or nobody."""
        match = self.desk.match
        if match.over:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if match.chance is not None else match.ask.actor

    def _legal_actions(self, player: int) -> list[int]:
        return list(self.desk.letters(player)) if player == self.current_player() else []

    def _chance(self) -> list[tuple[int, float]]:
        chance = self.desk.match.chance
        if chance is not self._outcomes[0]:
            self._outcomes = (chance, chance.outcomes() if chance is not None else [])
        return self._outcomes[1]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """All outcomes of the chance, numbered, with their probabilities."""
        return [(number, probability) for number, (_, probability) in enumerate(self._chance())]

    def _apply_action(self, action: int) -> None:
        match = self.desk.match
        if match.chance is not None:
            outcomes = self._chance()
            if not 0 <= action < len(outcomes):
                raise IllegalAnswer(f"{action} is no outcome here; see chance_outcomes()")
            match.fall(outcomes[action][0])
            self.desk.pass_forced()
        elif match.over or not self.desk.write(match.ask.actor, action):
            raise IllegalAnswer(f"{action} cannot be done here; see legal_actions()")

    def _action_to_string(self, player: int, action: int) -> str:
        chance, meanings = self.desk.match.chance, self.desk.spelling.meanings
        if player == pyspiel.PlayerId.CHANCE:
            outcomes = self._chance()
            if chance is None or not 0 <= action < len(outcomes):
                raise IllegalAnswer(f"{action} is no outcome here; see chance_outcomes()")
            return f"{chance.label}={chance.text(outcomes[action][0])}"
        if not 0 <= action < len(meanings):
            raise IllegalAnswer(f"{action} is no action of this game; they are numbered from 0 to {len(meanings) - 1}")
        return meanings[action]

    def is_terminal(self) -> bool:
        """Whether the match is over."""
        return self.desk.match.over

    def returns(self) -> list[float]:
        """What every seat has won or lost."""
        match = self.desk.match
        return list(match.returns) if match.over else [0.0] * len(match.players)

    def __str__(self) -> str:
        return str(self.history_str())


class Observer:
    """Observations of one game: a vector of numbers, and the view as text.

    A player's text is its view, what it is asked, the letters it has written in answer, and its answer that waits for
    those of others; with perfect recall it begins with everything the player was ever told. Of all players it is the
    list of their texts. Of the public alone there is the spectator's view. What is private alone is not kept apart, so
    there is no such observation.
    """

    def __init__(self, game: str, seats: int, kind: Any = None) -> None:
        private = pyspiel.PrivateInfoType.SINGLE_PLAYER if kind is None else kind.private_info
        self._recalls = kind is not None and kind.perfect_recall
        self._public = kind is None or kind.public_info
        self._private = private != pyspiel.PrivateInfoType.NONE
        self._everybody = range(seats) if private == pyspiel.PrivateInfoType.ALL_PLAYERS else None
        self.tensor: Numbers | None = None
        self.dict: dict[str, Numbers] = {}
        if self._public and self._private and not self._recalls:
            self.tensor = np.zeros(length_of(game, seats) * len(self._everybody or (0,)), np.float32)
            self.dict = {"observation": self.tensor}

    def set_from(self, state: SpielState, player: int) -> None:
        """Look at a state with the eyes of a player, or of all."""
        if self.tensor is not None:
            self.tensor[:] = np.concatenate([state.desk.numbers(seat) for seat in self._everybody or (player,)])

    def string_from(self, state: SpielState, player: int) -> str | None:
        """What a player sees, or all do, as text."""
        if not self._public:
            return None
        if self._everybody is not None:
            return json.dumps([self._seen(state.desk, seat) for seat in self._everybody], sort_keys=True)
        return json.dumps(self._seen(state.desk, player if self._private else None), sort_keys=True)

    def _seen(self, desk: Desk, seat: int | None) -> list[Any]:
        match = desk.match
        seen: list[Any] = [*told(match, seat)] if self._recalls else []
        seen.append(match.view(seat))
        if seat is not None:
            ask, held = match.ask_of(seat), match.held(seat)
            seen.append(None if ask is None else f"{ask.seat}:{ask.prompt}")
            seen.append(list(desk.written.get(seat, ())))
            seen.append(None if held is None else match.game.vocabulary.text(held))
        return seen


def told(match: Match, seat: int | None) -> list[str]:
    """Everything a seat was told since the beginning, in the words of a record."""
    words = []
    for news in match.at(len(match.log)).story(seat):
        if isinstance(news, Answered):
            words.append(f"{news.ask.seat}:{match.game.vocabulary.text(news.code)}")
        elif isinstance(news, Fell):
            words.append(f"{news.chance.label}={news.chance.text(news.outcome)}")
        else:
            words.append(" ".join(map(str, (news.what, *news.figures))))
    return words


def register_games() -> None:
    """Make all games known to OpenSpiel, once."""
    for name in game_names():
        if f"{PREFIX}{name}" not in pyspiel.registered_names():
            kind = type(f"Spiel{name.title()}", (SpielGame,), {"game_name": name})
            pyspiel.register_game(_type_of(name), kind)


__all__ = ["SpielGame", "SpielState", "register_games"]
