"""The environments pass the checks of the projects they are made for."""

from __future__ import annotations

import copy
import subprocess
import sys
import warnings
from collections.abc import Callable
from functools import partial
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from toys.script import game_of

import miskatonic.gyms as gyms
from miskatonic.gyms.desk import Desk
from miskatonic.gyms.picture import HEIGHT, MARGIN, WIDTH, picture
from miskatonic.gyms.solo import NAMES, register_solo
from miskatonic.kernel import IllegalAnswer, MatchOver, SetupError, UnknownBot, game_named, together

with warnings.catch_warnings():
    # where PettingZoo's own games are installed, its tests make one in a way that it calls dated
    warnings.simplefilter("ignore")
    from pettingzoo.test import api_test, parallel_api_test, render_test, seed_test

SOLO = {game: f"miskatonic/{name}-v0" for game, name in NAMES.items()}
TABLES = [(game, seats) for game in NAMES for seats in game_named(game).seats]
# PettingZoo warns of everything it was not made for: dictionaries as observations, agents without rewards.
pytestmark = pytest.mark.filterwarnings("ignore")


@pytest.mark.parametrize("game", SOLO)
def test_gymnasium_accepts_it(game: str) -> None:
    check_env(gymnasium.make(SOLO[game]).unwrapped)


@pytest.mark.parametrize("mode", ["ansi", "rgb_array"])
def test_it_can_be_looked_at(mode: str) -> None:
    env = gymnasium.make(SOLO["arkham"], render_mode=mode)
    env.reset(seed=1)
    shown: Any = env.render()
    if mode == "ansi":
        assert "Health" in shown
    else:
        assert shown.dtype == np.uint8
        assert shown.shape[2] == 3
        assert len(np.unique(shown)) > 10


@pytest.mark.parametrize("game", SOLO)
def test_tables_are_shown_with_names_and_pictures_of_one_size(game: str) -> None:
    """A film needs pictures of one size; in every picture the letters of all lines stand below each other."""
    env = gyms.aec_env(game, seats=max(2, game_named(game).seats[0]), render_mode="rgb_array")
    env.reset(seed=1)
    random, sizes = np.random.default_rng(1), set()
    for step in range(60):
        if env.terminations[env.agent_selection]:
            break
        if step % 20 == 0:
            sizes.add(env.render().shape)
            assert "{" not in env.desk.draw(None)
            assert "{" not in env.desk.draw(0)
        env.step(int(random.choice(np.flatnonzero(env.observe(env.agent_selection)["action_mask"]))))
    assert len(sizes) == 1


def test_every_letter_of_a_picture_has_a_cell_of_its_own() -> None:
    shown = picture("WiW\n.●█").astype(int)
    places = [(MARGIN + row * HEIGHT, MARGIN + column * WIDTH) for row in (0, 1) for column in (0, 1, 2)]
    letters = [shown[top : top + HEIGHT, left : left + WIDTH] for top, left in places]
    assert np.array_equal(letters[0], letters[2])
    inked = [int((letter.sum(axis=2) < 200).sum()) for letter in letters]
    assert inked[5] > inked[4] > inked[3] > 0


def test_signs_that_the_font_has_not_look_different() -> None:
    signs = "█░●◉○◆◇▲▦♥✦†☾✿*"
    shown = picture(signs)[MARGIN : MARGIN + HEIGHT, MARGIN : MARGIN + len(signs) * WIDTH]
    looks = {shown[:, n * WIDTH : (n + 1) * WIDTH].tobytes() for n in range(len(signs))}
    assert len(looks) == len(signs) - 1, "only the two shaded squares, which never meet, are alike"


def test_a_render_mode_it_does_not_have_is_refused() -> None:
    with pytest.raises(SetupError, match="ansi or rgb_array"):
        gyms.SoloEnv("arkham", render_mode="human")


def test_the_same_seed_gives_the_same_match() -> None:
    def walk(seed: int) -> list[float]:
        env = gyms.SoloEnv("arkham")
        found, info = env.reset(seed=seed)
        told = [float(found.sum())]
        random, over = np.random.default_rng(0), False
        while not over:
            found, reward, over, _, info = env.step(random.choice(np.flatnonzero(info["action_mask"])))
            told += [float(found.sum()), reward]
        return told

    assert walk(3) == walk(3)
    assert walk(3) != walk(4)


def test_an_action_that_is_masked_changes_nothing() -> None:
    env = gyms.SoloEnv("arkham")
    before, info = env.reset(seed=5)
    illegal = int(np.flatnonzero(info["action_mask"] == 0)[0])
    log = list(env.desk.match.log)
    after, reward, over, _, info = env.step(np.int64(illegal))
    assert reward < 0
    assert not over
    assert info["illegal"] == illegal
    assert env.desk.match.log == log
    assert np.array_equal(before, after)


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_pettingzoo_accepts_it_in_turns(game: str, seats: int) -> None:
    api_test(gyms.aec_env(game, seats=seats), num_cycles=120)


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_pettingzoo_accepts_it_all_at_once(game: str, seats: int) -> None:
    parallel_api_test(gyms.parallel_env(game, seats=seats), num_cycles=120)


@pytest.mark.parametrize("game", NAMES)
def test_seeds_and_pictures(game: str) -> None:
    few = max(2, game_named(game).seats[0])
    seed_test(partial(gyms.aec_env, game, seats=few), num_cycles=20)
    render_test(partial(gyms.aec_env, game, seats=few))


def test_whoever_is_not_asked_can_only_wait() -> None:
    env = gyms.parallel_env("insanity", seats=3)
    observations, _ = env.reset(seed=2)
    waiting = [agent for agent in env.agents if observations[agent]["action_mask"][env.wait]]
    assert len(waiting) == 2
    actions = {agent: int(np.flatnonzero(observations[agent]["action_mask"])[0]) for agent in env.agents}
    for illegal in ({waiting[0]: 0}, {waiting[0]: -1}):
        with pytest.raises(IllegalAnswer, match="see the action mask"):
            env.step(actions | illegal)
    with pytest.raises(IllegalAnswer, match="player_0 cannot take action None"):
        env.step({})


def test_who_was_not_asked_cannot_answer_what_is_asked_next() -> None:
    """Somebody answers, and only then the other is asked: an answer in the same step comes too early."""
    env = gyms.parallel_env("mash", seats=2, options={"mode": "death_match"})
    observations, _ = env.reset(seed=4)
    random, tried = np.random.default_rng(1), 0
    while tried < 3:
        masks = {agent: observations[agent]["action_mask"] for agent in env.agents}
        actions = {agent: int(random.choice(np.flatnonzero(mask))) for agent, mask in masks.items()}
        waits = next(agent for agent in env.agents if actions[agent] == env.wait)
        asked = next(agent for agent in env.agents if agent != waits)
        twin = copy.deepcopy(env.desk)
        twin.write(env.possible_agents.index(asked), actions[asked])
        if early := twin.letters(env.possible_agents.index(waits)):
            log = list(env.desk.match.log)
            with pytest.raises(IllegalAnswer, match=f"{waits} cannot"):
                env.step(actions | {waits: early[0]})
            assert env.desk.match.log == log, "nobody has acted"
            tried += 1
        observations, *_ = env.step(actions)


def steps_until_asked(desk: Desk, waiting: int) -> int:
    """How many steps a seat waits while the other passes whenever it can."""
    steps = 0
    desk = copy.deepcopy(desk)
    while not desk.match.over and waiting not in desk.actors:
        if desk.match.chance is not None:
            desk.match.fall(desk.match.chance.outcomes()[0][0])
            desk.pass_forced()
        else:
            (actor,) = desk.actors
            desk.write(actor, desk.letters(actor)[-1])  # passing is the last of the letters
            steps += 1
    return steps


@pytest.mark.parametrize("watched", [True, False])
def test_how_long_one_waits_betrays_no_hand(watched: bool) -> None:
    """In the parallel environment everybody sees every step: whoever can only pass is asked like all others."""
    desk = Desk("tower", 2, None, watched=watched)
    told = compared = 0
    while not desk.match.over:
        chance = desk.match.chance
        if chance is None:
            actor = desk.actors[0]
            desk.write(actor, desk.letters(actor)[0])
            continue
        outcomes = [outcome for outcome, _ in chance.outcomes()]
        if chance.label == "spell" and chance.audience is not None:
            waits = set()
            for outcome in outcomes:
                other = copy.deepcopy(desk)
                other.match.fall(outcome)
                other.pass_forced()
                waits.add(steps_until_asked(other, 1 - chance.audience))
            told += len(waits) > 1
            compared += 1
        desk.match.fall(outcomes[0])
        desk.pass_forced()
    assert compared > 3
    assert (told == 0) == watched
    assert gyms.parallel_env("tower").watched
    assert not gyms.aec_env("tower").watched


def test_nothing_is_paid_twice_after_the_end() -> None:
    env = gyms.parallel_env("arkham", seats=1)
    env.reset(seed=1)
    while env.agents:
        _, rewards, *_ = env.step({"player_0": int(np.flatnonzero(env.observe("player_0")["action_mask"])[0])})
    assert rewards["player_0"] in (-1.0, 1.0)
    assert env.step({}) == ({}, {}, {}, {}, {})


@pytest.mark.parametrize("make", [partial(gymnasium.make, SOLO["arkham"]), partial(gyms.aec_env, "arkham")])
def test_wrong_options_and_content_are_told_at_once(make: Callable[..., object]) -> None:
    with pytest.raises(SetupError, match="clock"):
        make(options={"clock": "backwards"})
    with pytest.raises(SetupError, match="nowhere"):
        make(content="nowhere")


def test_an_agent_who_is_not_there_and_a_match_that_is_over_are_named() -> None:
    env = gyms.aec_env("arkham", seats=1)
    with pytest.raises(SetupError, match="there is no agent 'player_9'; there are: player_0"):
        env.observation_space("player_9")
    env.reset(seed=1)
    while env.agents:
        env.step(None if env.terminations["player_0"] else int(env.observe("player_0")["action_mask"].argmax()))
    with pytest.raises(MatchOver, match="reset the environment"):
        env.step(0)


def test_mistakes_with_several_agents_are_explained() -> None:
    for made in (gyms.aec_env, gyms.parallel_env):
        with pytest.raises(SetupError, match="ansi or rgb_array"):
            made("insanity", render_mode="svg")
        with pytest.raises(SetupError, match="reset"):
            made("insanity").observe("player_0")
    with pytest.raises(SetupError, match="reset"):
        gyms.aec_env("insanity").step(0)
    env = gyms.aec_env("insanity")
    env.reset(seed=1)
    with pytest.raises(IllegalAnswer, match="cannot take action None"):
        env.step(None)


@pytest.mark.parametrize(("game", "seats"), [("arkham", 1), ("mash", 1), ("insanity", 2), ("tower", 3)])
def test_games_for_several_have_opponents(game: str, seats: int) -> None:
    env: Any = gymnasium.make(SOLO[game]).unwrapped
    many: Any = gymnasium.make_vec(SOLO[game], num_envs=1).unwrapped
    for made in (env, many):
        made.reset(seed=1)
    assert len(env.desk.match.players) == seats
    assert len(many._learners[0].desk.match.players) == seats
    more: Any = gymnasium.make(SOLO["insanity"], seats=4, opponent="random").unwrapped
    more.reset(seed=1)
    assert len(more.desk.match.players) == 4


@pytest.mark.parametrize(
    ("name", "needed"), [("aec_env", "pettingzoo"), ("parallel_env", "pettingzoo"), ("fields", "gymnasium")]
)
def test_what_is_not_installed_is_named(name: str, needed: str) -> None:
    # PettingZoo stands on Gymnasium: without the one there is not the other
    gone = {"pettingzoo": None, needed: None}
    code = f"import sys; sys.modules.update({gone}); from miskatonic.gyms import {name}"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    said = done.stderr.splitlines()[-1]
    assert said == f"ImportError: {name} needs {needed}, which is not installed: pip install 'miskatonic[gyms]'"


def test_rewards_are_what_the_match_returned() -> None:
    env = gyms.aec_env("insanity", seats=2)
    env.reset(seed=8)
    random = np.random.default_rng(1)
    earned = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        observation, reward, over, _, _ = env.last()
        earned[agent] += reward
        assert observation is not None
        env.step(None if over else int(random.choice(np.flatnonzero(observation["action_mask"]))))
    assert tuple(earned.values()) == env.desk.match.returns


def test_a_game_of_any_name_has_an_environment() -> None:
    name = game_of(lambda s: together({})).name
    assert " " in name
    register_solo()
    assert f"miskatonic/{name.title().replace(' ', '')}-v0" in gymnasium.registry


@pytest.mark.parametrize("make", [partial(gymnasium.make, "miskatonic/Insanity-v0"), partial(gyms.aec_env, "insanity")])
@pytest.mark.parametrize("seats", [0, -1, 6])
def test_a_table_for_so_many_is_not_laid(make: Callable[..., object], seats: int) -> None:
    with pytest.raises(SetupError, match=f"takes 1 to 5 players, not {seats}"):
        make(seats=seats)


def test_an_opponent_who_is_not_there_is_told_at_once() -> None:
    with pytest.raises(UnknownBot, match="no bot 'genius'"):
        gymnasium.make("miskatonic/Insanity-v0", opponent="genius")
