"""Many matches at once are the same matches, one beside the other."""

from __future__ import annotations

from functools import partial
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import SyncVectorEnv

import miskatonic.gyms as gyms
from miskatonic.gyms.vector import ManyMatches
from miskatonic.kernel import SetupError

SIDE_BY_SIDE = [("Arkham", {}), ("MashSolo", {}), ("Insanity", {"opponent": "random", "seats": 3})]


@pytest.mark.parametrize(("name", "setting"), SIDE_BY_SIDE)
def test_the_same_matches_as_one_environment_each(name: str, setting: dict[str, Any]) -> None:
    ours = gymnasium.make_vec(f"miskatonic/{name}-v0", num_envs=3, **setting)
    assert isinstance(ours.unwrapped, ManyMatches)
    theirs = SyncVectorEnv([partial(gymnasium.make, f"miskatonic/{name}-v0", **setting) for _ in range(3)])
    assert ours.single_observation_space == theirs.single_observation_space
    assert ours.action_space == theirs.action_space
    seen, info = ours.reset(seed=5)
    expected, told = theirs.reset(seed=5)
    random, ended = np.random.default_rng(0), 0
    for _ in range(150):
        assert np.array_equal(seen, expected)
        assert np.array_equal(info["action_mask"], np.stack(told["action_mask"]))
        assert seen in ours.observation_space
        masks = info["action_mask"].astype(float) + 1e-9  # of a match that is over, any letter
        actions = np.array([random.choice(len(mask), p=mask / mask.sum()) for mask in masks])
        seen, rewards, over, cut, info = ours.step(actions)
        expected, rewards_there, over_there, cut_there, told = theirs.step(actions)
        assert np.array_equal(rewards, rewards_there)
        assert np.array_equal(over, over_there)
        assert np.array_equal(cut, cut_there)
        ended += int(over.sum())
    assert ended or name != "Arkham"


def test_what_was_handed_out_does_not_change() -> None:
    matches = ManyMatches("arkham", 2)
    seen, info = matches.reset(seed=1)
    before = seen.copy(), info["action_mask"].copy()
    for _ in range(5):
        matches.step(np.array([int(np.flatnonzero(mask)[-1]) for mask in matches.action_masks()]))
    assert np.array_equal(seen, before[0])
    assert np.array_equal(info["action_mask"], before[1])


def test_a_masked_letter_costs_a_little_in_its_own_match_only() -> None:
    matches = ManyMatches("arkham", 2)
    seen, _ = matches.reset(seed=1)
    masks = matches.action_masks()
    actions = np.array([int(np.flatnonzero(~masks[0])[0]), int(np.flatnonzero(masks[1])[0])])
    after, rewards, over, _, _ = matches.step(actions)
    assert rewards[0] < 0 == rewards[1]
    assert not over.any()
    assert np.array_equal(seen[0], after[0])
    assert not np.array_equal(seen[1], after[1])


def test_mistakes_are_explained() -> None:
    with pytest.raises(SetupError, match="ansi or rgb_array"):
        ManyMatches("arkham", 2, render_mode="human")
    with pytest.raises(SetupError, match="at least 1"):
        gymnasium.make_vec("miskatonic/Arkham-v0", num_envs=0)
    with pytest.raises(SetupError, match="reset"):
        gyms.SoloEnv("arkham").step(np.int64(0))
    seats: Any
    for seats in (2.0, "2"):
        with pytest.raises(SetupError, match=f"takes 1 to 6 players, not {seats!r}"):
            gymnasium.make("miskatonic/Arkham-v0", seats=seats)


def test_every_table_can_be_looked_at() -> None:
    matches = ManyMatches("arkham", 2, render_mode="ansi")
    matches.reset(seed=1)
    first, second = matches.render()
    assert "Health" in first
    assert "Health" in second


def test_a_single_action_is_too_few() -> None:
    matches = ManyMatches("arkham", 3)
    matches.reset(seed=1)
    with pytest.raises(SetupError, match="1 actions for 3 matches; give one for each"):
        matches.step(np.array(0))


@pytest.mark.parametrize("actions", [[0, 0], [0, 0, 0, 0]])
def test_a_wrong_number_of_actions_or_seeds_leaves_no_match_out(actions: list[int]) -> None:
    matches = ManyMatches("arkham", 3)
    with pytest.raises(SetupError, match="seeds for 3 matches; give one for each"):
        matches.reset(seed=actions)
    matches.reset(seed=1)
    with pytest.raises(SetupError, match="actions for 3 matches; give one for each"):
        matches.step(np.array(actions))


def test_actions_may_come_as_a_plain_list() -> None:
    steps = []
    for actions in ([5, 6, 7], np.array([5, 6, 7])):
        matches = ManyMatches("arkham", 3)
        matches.reset(seed=1)
        steps.append(matches.step(actions)[0])
    assert (steps[0] == steps[1]).all()


def test_long_matches_are_cut_off_and_results_are_told_as_with_one_environment_each() -> None:
    setting: dict[str, Any] = {"num_envs": 3, "max_episode_steps": 7}
    ours = gymnasium.make_vec("miskatonic/Arkham-v0", **setting)
    theirs: Any = gymnasium.make_vec("miskatonic/Arkham-v0", vectorization_mode="sync", **setting)
    ours.reset(seed=3)
    theirs.reset(seed=3)
    assert isinstance(ours, ManyMatches)
    assert ours.np_random_seed == (3, 4, 5)
    assert theirs.get_attr("np_random_seed") == (3, 4, 5)
    random, cut = np.random.default_rng(1), 0
    for _ in range(40):
        letters = random.integers(0, ours.action_masks().shape[1], 3)
        mine, yours = ours.step(letters), theirs.step(letters)
        for one, other in zip(mine[:4], yours[:4], strict=True):
            np.testing.assert_array_equal(one, other)
        for key in ("result", "_result", "illegal", "_illegal"):
            np.testing.assert_array_equal(mine[4].get(key), yours[4].get(key), err_msg=key)
        cut += mine[3].sum()
    assert cut == 15


def test_a_result_is_told_at_the_end() -> None:
    envs = gymnasium.make_vec("miskatonic/Arkham-v0", num_envs=1)
    _, info = envs.reset(seed=1)
    ended = [False]
    while not ended[0]:
        assert info["result"][0] == ""
        _, _, ended, _, info = envs.step([int(info["action_mask"][0].argmax())])
    assert info["result"][0].startswith(("won", "lost"))
