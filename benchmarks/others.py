"""Other peers, where they are installed: PettingZoo's classic games, RLCard, Catanatron and pgx.

Each is driven as its own documentation does, by random legal play; the unit is a decision.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable
from random import Random
from typing import Any

from benchmarks.measure import Workload

BATCH = 256
"""How many matches pgx plays at once: it is made for many."""


def pettingzoo(name: str) -> Workload:
    """A classic game of PettingZoo."""
    from importlib import import_module

    import numpy as np

    env = import_module(f"pettingzoo.classic.{name}").env()
    random = Random(1)
    env.reset(seed=1)

    def work() -> int:
        decisions = 0
        env.reset()
        for _ in env.agent_iter():
            seen, _, ended, cut, _ = env.last()
            if ended or cut:
                env.step(None)
                continue
            env.step(random.choice(np.flatnonzero(seen["action_mask"]).tolist()))
            decisions += 1
        return decisions

    return work


def rlcard(name: str) -> Workload:
    """A game of RLCard."""
    import rlcard as peer

    env = peer.make(name, config={"seed": 1})
    random = Random(1)

    def work() -> int:
        decisions = 0
        state, _ = env.reset()
        while not env.is_over():
            state, _ = env.step(random.choice(list(state["legal_actions"])))
            decisions += 1
        return decisions

    return work


def catanatron(players: int) -> Workload:
    """A game of Catanatron by its own random players."""
    from catanatron import Color, Game, RandomPlayer

    colours = list(Color)[:players]

    def work() -> int:
        game = Game([RandomPlayer(colour) for colour in colours])
        game.play()
        return len(game.state.actions)

    return work


def pgx(name: str) -> Workload:
    """Many matches of a pgx game at once on the processor; those that are over are not stepped by its rules."""
    import jax
    import jax.numpy as jnp
    import pgx as peer

    env = peer.make(name)

    def choose(key: Any, mask: Any) -> Any:
        return jax.random.categorical(key, jnp.where(mask, 0.0, -jnp.inf))

    begin = jax.jit(jax.vmap(env.init))
    step = jax.jit(jax.vmap(env.step))
    pick = jax.jit(jax.vmap(choose))
    kept = {"key": jax.random.PRNGKey(1)}

    def work() -> int:
        decisions = 0
        kept["key"], here = jax.random.split(kept["key"])
        state = begin(jax.random.split(here, BATCH))
        while alive := int((~state.terminated).sum()):
            kept["key"], here = jax.random.split(kept["key"])
            state = step(state, pick(jax.random.split(here, BATCH), state.legal_action_mask))
            decisions += alive
        return decisions

    return work


PEERS: dict[str, Callable[[], Workload]] = {
    "pettingzoo connect_four": lambda: pettingzoo("connect_four_v3"),
    "pettingzoo texas_holdem": lambda: pettingzoo("texas_holdem_v4"),
    "rlcard uno": lambda: rlcard("uno"),
    "rlcard gin-rummy": lambda: rlcard("gin-rummy"),
    "catanatron": lambda: catanatron(2),
    "pgx connect_four": lambda: pgx("connect_four"),
}


def found() -> dict[str, Workload]:
    """Those that can be played here; of the others it is said why not."""
    workloads = {}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for name, make in PEERS.items():
            try:
                workloads[name] = make()
                workloads[name]()
            except Exception as error:  # whatever is wrong with a peer must not stop the others
                print(f"{name} is left out: {type(error).__name__}: {error}")
                workloads.pop(name, None)
    return workloads
