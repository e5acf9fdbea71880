"""OpenSpiel plays our games, copies them, serialises them and searches them."""

from __future__ import annotations

import json
import unittest
from random import Random
from typing import Any

import pytest

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed (the extra `gyms` has it)")

import numpy as np  # noqa: E402 - only where OpenSpiel is
from open_spiel.integration_tests import api_test  # noqa: E402
from open_spiel.python.algorithms import mcts, sample_some_states  # noqa: E402
from open_spiel.python.observation import make_observation  # noqa: E402

import miskatonic.gyms  # noqa: E402, F401
from miskatonic.kernel import IllegalAnswer, SetupError, game_named, game_names  # noqa: E402


@pytest.mark.parametrize("name", game_names())
@pytest.mark.parametrize("serialise", [False, True])
def test_random_games_hold_what_openspiel_promises(name: str, serialise: bool) -> None:
    game = pyspiel.load_game(f"miskatonic_{name}")
    pyspiel.random_sim_test(game, num_sims=1, serialize=serialise, verbose=False)


@pytest.mark.parametrize("name", game_names())
def test_every_number_of_players(name: str) -> None:
    for seats in game_named(name).seats:
        state = pyspiel.load_game(f"miskatonic_{name}", {"players": seats}).new_initial_state()
        assert state.num_players() == seats
        assert len(state.returns()) == seats


@pytest.mark.parametrize("name", game_names())
def test_openspiels_own_checks_on_a_part_of_the_tree(name: str, capfd: pytest.CaptureFixture[str]) -> None:
    """Lengths, observations, refused players and legal actions at states of random matches."""

    class Checks(api_test.EnforceAPIOnPartialTreeBase):  # type: ignore[misc] # OpenSpiel has no types
        game_name = f"miskatonic_{name}"
        game = pyspiel.load_game(game_name)

        @classmethod
        def setUpClass(cls) -> None:
            cls.some_states = sample_some_states.sample_some_states(cls.game, max_states=40)
            cls.game_type = cls.game.get_type()

    result = unittest.TestResult()
    unittest.defaultTestLoader.loadTestsFromTestCase(Checks).run(result)
    assert result.testsRun >= 5
    assert [trace for _, trace in result.errors + result.failures] == []
    capfd.readouterr()  # it prints every refusal


def walked(name: str, seats: int, length: int) -> Any:
    """A state after so many random actions."""
    random, state = Random(3), pyspiel.load_game(f"miskatonic_{name}", {"players": seats}).new_initial_state()
    for _ in range(length):
        state.apply_action(random.choice(state.legal_actions()))
    return state


def test_an_information_state_recalls_everything_that_was_told() -> None:
    before = walked("insanity", 2, 60)
    after = before.clone()
    while after.history() == before.history() or after.current_player() != 0:
        after.apply_action(after.legal_actions()[0])
    earlier, later = (json.loads(state.information_state_string(0))[:-2] for state in (before, after))
    assert len(earlier) > 20
    assert later[: len(earlier)] == earlier
    assert len(later) > len(earlier)
    assert before.observation_string(0) != before.information_state_string(0)


def test_the_public_observation_is_the_spectators_view() -> None:
    kind = pyspiel.IIGObservationType(public_info=True, perfect_recall=False, private_info=pyspiel.PrivateInfoType.NONE)
    state = walked("tower", 3, 12)
    public = make_observation(state.get_game(), kind)
    assert json.loads(public.string_from(state, 1)) == [json.loads(json.dumps(state.desk.match.view(None)))]
    assert public.string_from(state, 1) != state.observation_string(1)


def test_a_stock_search_bot_plays() -> None:
    """OpenSpiel's own tree search answers our questions, and looks further than the first option."""
    game = pyspiel.load_game("miskatonic_arkham")
    random = np.random.RandomState(1)
    bot = mcts.MCTSBot(game, 2.0, 12, mcts.RandomRolloutEvaluator(1, random), random_state=random)
    state = game.new_initial_state()
    decisions = 0
    while not state.is_terminal() and decisions < 3:
        if state.is_chance_node():
            outcomes = state.chance_outcomes()
            state.apply_action(outcomes[random.choice(len(outcomes), p=[share for _, share in outcomes])][0])
        else:
            action = bot.step(state)
            assert action in state.legal_actions()
            state.apply_action(action)
            decisions += 1
    assert decisions == 3


def test_chance_is_explicit_and_whole() -> None:
    state = pyspiel.load_game("miskatonic_arkham").new_initial_state()
    assert state.is_chance_node()
    outcomes = state.chance_outcomes()
    assert sum(share for _, share in outcomes) == pytest.approx(1.0)
    assert state.action_to_string(outcomes[0][0]) == "mythos=1,1"


def test_what_is_not_legal_is_refused_and_changes_nothing() -> None:
    state = pyspiel.load_game("miskatonic_arkham").new_initial_state()
    for wrong in (-2, 10**7):
        with pytest.raises(IllegalAnswer, match="no outcome here"):
            state.apply_action(wrong)
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    before = str(state), state.history()
    wrong = next(action for action in range(state.num_distinct_actions()) if action not in state.legal_actions())
    for action in (wrong, 10**7):
        with pytest.raises(IllegalAnswer, match="cannot be done here"):
            state.apply_action(action)
    assert (str(state), state.history()) == before


@pytest.mark.parametrize("players", [0, 9])
def test_a_game_for_so_many_is_not_made(players: int) -> None:
    with pytest.raises(SetupError, match="takes 1 to 5 players"):
        pyspiel.load_game("miskatonic_insanity", {"players": players})
