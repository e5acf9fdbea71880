"""OpenSpiel plays our games, copies them, serialises them and searches them."""

from __future__ import annotations

import copy
import json
import pickle
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


@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.parametrize("name", ["arkham", "insanity"])
def test_random_games_of_several_players_hold_it_too(name: str, seats: int) -> None:
    game = pyspiel.load_game(f"miskatonic_{name}", {"players": seats})
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("name", game_names())
def test_every_number_of_players(name: str) -> None:
    for seats in game_named(name).seats:
        state = pyspiel.load_game(f"miskatonic_{name}", {"players": seats}).new_initial_state()
        assert state.num_players() == seats
        assert len(state.returns()) == seats


@pytest.mark.parametrize(("name", "seats"), [*((name, 1) for name in game_names()), ("arkham", 2), ("insanity", 2)])
def test_openspiels_own_checks_on_a_part_of_the_tree(name: str, seats: int, capfd: pytest.CaptureFixture[str]) -> None:
    """Lengths, observations, refused players and legal actions at states of random matches."""

    class Checks(api_test.EnforceAPIOnPartialTreeBase):  # type: ignore[misc] # OpenSpiel has no types
        game_name = f"miskatonic_{name}(players={seats})"
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
    earlier, later = (json.loads(state.information_state_string(0))[:-4] for state in (before, after))
    assert len(earlier) > 20
    assert later[: len(earlier)] == earlier
    assert len(later) > len(earlier)
    assert before.observation_string(0) != before.information_state_string(0)


def forked() -> tuple[Any, Any, Any]:
    """Two players are asked at once; and the same when the first has answered, in two ways."""
    start = pyspiel.load_game("miskatonic_arkham", {"players": 2}).new_initial_state()
    while start.is_chance_node():
        start.apply_action(start.chance_outcomes()[0][0])
    assert start.desk.actors == (0, 1)
    least, most = start.clone(), start.clone()
    for state, choose in ((least, min), (most, max)):
        while state.current_player() == 0:
            state.apply_action(choose(state.legal_actions()))
        assert state.desk.match.has_answered(0)
        assert state.current_player() == 1
    return start, least, most


def test_states_differ_by_answers_that_wait_for_those_of_others() -> None:
    assert len({str(state) for state in forked()}) == 3


def test_a_player_recalls_an_answer_that_waits_and_nobody_else_knows_it() -> None:
    start, least, most = forked()
    assert len({state.information_state_string(0) for state in (start, least, most)}) == 3
    assert least.information_state_string(1) == most.information_state_string(1)
    assert least.observation_string(1) == most.observation_string(1)
    match = least.desk.match
    assert json.loads(least.information_state_string(0))[-1] == match.game.vocabulary.text(match.held(0))
    assert match.held(1) is None


@pytest.mark.parametrize(("name", "seats"), [("arkham", 1), ("arkham", 3), ("insanity", 1), ("tower", 3)])
def test_who_observes_the_same_may_do_the_same(name: str, seats: int) -> None:
    random, seen = Random(1), dict[tuple[int, str], list[int]]()
    for _ in range(3):
        state = pyspiel.load_game(f"miskatonic_{name}", {"players": seats}).new_initial_state()
        while not state.is_terminal() and state.move_number() < 400:
            if not state.is_chance_node():
                player = state.current_player()
                observed, legal = state.observation_string(player), state.legal_actions()
                assert seen.setdefault((player, observed), legal) == legal
                assert state.desk.match.ask.prompt in json.loads(observed)[1]
            state.apply_action(random.choice(state.legal_actions()))


@pytest.mark.parametrize("recalls", [False, True])
def test_an_observation_of_all_players_has_the_views_of_all(recalls: bool) -> None:
    kind = pyspiel.IIGObservationType(
        public_info=True, perfect_recall=recalls, private_info=pyspiel.PrivateInfoType.ALL_PLAYERS
    )
    state = walked("tower", 3, 12)
    everybody = make_observation(state.get_game(), kind)
    text = state.information_state_string if recalls else state.observation_string
    assert json.loads(everybody.string_from(state, 1)) == [json.loads(text(seat)) for seat in range(3)]
    everybody.set_from(state, 1)
    if recalls:
        assert everybody.tensor is None
    else:
        assert everybody.tensor.tolist() == [number for seat in range(3) for number in state.observation_tensor(seat)]


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


@pytest.mark.parametrize("said", ["mode:cooperative;keeper:auto", "mode=cooperative,keeper=auto"])
def test_rule_options_and_content_are_parameters(said: str) -> None:
    game = pyspiel.load_game("miskatonic_mash", {"players": 2, "options": said, "content": "standard"})
    assert str(game) == "miskatonic_mash(content=standard,options=mode:cooperative;keeper:auto,players=2)"
    state = game.new_initial_state()
    again, same = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))
    for made in (state, same, pyspiel.load_game(str(game)).new_initial_state(), again.new_initial_state()):
        options = made.desk.match.options
        assert (options["mode"], options["keeper"]) == ("cooperative", "auto")
    hard = pyspiel.load_game("miskatonic_arkham(content=hard)").new_initial_state()
    assert hard.desk.match.content.name == "hard"


@pytest.mark.parametrize(
    ("params", "sentence"),
    [
        ({"options": "luck"}, "'luck' is no rule option; write options as name:value;name:value"),
        ({"options": "luck:bad"}, "rule option luck cannot be 'bad'; it is one of: own, shared"),
        ({"options": "hope:own"}, "there is no rule option 'hope'"),
        ({"content": "harder"}, "there is no content 'harder'; there is: easy, standard, hard"),
    ],
)
def test_a_game_with_wrong_parameters_is_not_made(params: dict[str, str], sentence: str) -> None:
    with pytest.raises(SetupError, match=sentence):
        pyspiel.load_game("miskatonic_arkham", params)


@pytest.mark.parametrize("name", game_names())
def test_a_game_can_be_pickled(name: str) -> None:
    game = pyspiel.load_game(f"miskatonic_{name}", {"players": 2})
    for same in (pickle.loads(pickle.dumps(game)), copy.deepcopy(game)):
        assert str(same) == str(game)
        assert type(same) is type(game)


def test_what_is_no_action_has_no_words() -> None:
    state = pyspiel.load_game("miskatonic_arkham").new_initial_state()
    last = state.num_distinct_actions() - 1
    assert state.action_to_string(0, last)
    for wrong in (-1, last + 1, 10**6):
        with pytest.raises(
            IllegalAnswer, match=f"{wrong} is no action of this game; they are numbered from 0 to {last}"
        ):
            state.action_to_string(0, wrong)
    for wrong in (-1, 10**6):
        with pytest.raises(IllegalAnswer, match=f"{wrong} is no outcome here"):
            state.action_to_string(pyspiel.PlayerId.CHANCE, wrong)
