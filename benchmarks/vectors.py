"""Steps of the learning environments: one environment each, side by side by Gymnasium, and all at once by ours."""

from __future__ import annotations

from functools import partial
from typing import Any

import gymnasium
import numpy as np

import miskatonic.gyms  # noqa: F401 - makes the environments known
from benchmarks.measure import Workload

TABLES = 64
STEPS = 20


def steps_of(table: Any) -> Workload:
    """Random legal letters; the unit is a step of one match."""
    random = np.random.default_rng(1)
    kept: dict[str, Any] = {"info": table.reset(seed=1)[1]}

    def work() -> int:
        for _ in range(STEPS):
            # a tiny chance for every letter, since nothing may be written in a match that is over
            masks = np.stack(kept["info"]["action_mask"]) + 1e-6
            *_, kept["info"] = table.step((masks * random.random(masks.shape)).argmax(1))
        return STEPS * TABLES

    return work


def workloads(name: str) -> dict[str, Workload]:
    """The same matches in both ways."""
    known_as = f"miskatonic/{name}-v0"
    side_by_side = gymnasium.vector.SyncVectorEnv([partial(gymnasium.make, known_as) for _ in range(TABLES)])
    return {
        f"{name} SyncVectorEnv": steps_of(side_by_side),
        f"{name} ManyMatches": steps_of(gymnasium.make_vec(known_as, num_envs=TABLES)),
    }
