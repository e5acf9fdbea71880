"""OpenSpiel's C++ games driven from Python: the peers we measure ourselves against."""

from __future__ import annotations

from random import Random

import pyspiel

from benchmarks.measure import Workload

NAMES = ("pig", "connect_four", "liars_dice", "backgammon")


def random_play(name: str) -> Workload:
    """Random play of one match; the unit is a node, a decision or a chance."""
    game = pyspiel.load_game(name)
    uniform, bits = Random(1).random, Random(2).getrandbits

    def work() -> int:
        nodes = 0
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                # by its probability: many chances are not uniform, a pair of dice for one
                left = uniform()
                for outcome, probability in state.chance_outcomes():
                    action = outcome
                    left -= probability
                    if left < 0:
                        break
            else:
                # as `anybody` chooses, which is quicker than by a fraction
                actions = state.legal_actions()
                action = actions[bits(30) * len(actions) >> 30]
            state.apply_action(action)
            nodes += 1
        return nodes

    return work


def clones(name: str) -> Workload:
    """Copies of states all along a random match."""
    game = pyspiel.load_game(name)
    uniform = Random(2).random
    states = []
    state = game.new_initial_state()
    while not state.is_terminal():
        states.append(state.clone())
        actions = state.legal_actions()
        state.apply_action(actions[int(uniform() * len(actions))])

    def work() -> int:
        for one in states:
            one.clone()
        return len(states)

    return work
