"""OpenSpiel plays our games, copies them, serialises them and searches them."""

from __future__ import annotations

import pytest

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed (the extra `gyms` has it)")

import numpy as np  # noqa: E402 - only where OpenSpiel is
from open_spiel.python.algorithms import mcts  # noqa: E402

import miskatonic.gyms  # noqa: E402, F401
from miskatonic.kernel import game_named, game_names  # noqa: E402


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


def test_a_stock_search_bot_plays() -> None:
    """OpenSpiel's own tree search answers our questions, and looks further than the first option."""
    game = pyspiel.load_game("miskatonic_arkham")
    random = np.random.RandomState(1)
    bot = mcts.MCTSBot(game, 2.0, 30, mcts.RandomRolloutEvaluator(1, random), random_state=random)
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
