"""The answers that a sensible player would think about, the most promising first."""

from __future__ import annotations

from collections.abc import Sequence

from miskatonic.games.tower.heuristic import my_plan, sensible
from miskatonic.games.tower.labels import of_player
from miskatonic.games.tower.odds import expected_fall, hands
from miskatonic.games.tower.vocabulary import STICK
from miskatonic.kernel import Ask, View


def ranking(view: View, ask: Ask) -> Sequence[int]:
    """The sensible answer; then locks by their worth, and sticks from both ends: where most falls, where least does."""
    choice = sensible(view, ask)
    if ask.prompt == "lock":
        course = my_plan(view, ask.seat)
        mine = of_player(view, ask.seat)
        locked, _ = hands(mine)
        order = sorted(ask.options, key=lambda code: -course.lock(code, locked, mine["throws"]))
    elif ask.prompt == "stick":
        falls = sorted(ask.options, key=lambda code: expected_fall(view, code - STICK))
        order = [code for pair in zip(falls, reversed(falls), strict=True) for code in pair]
    else:
        order = list(ask.options)
    return list(dict.fromkeys([choice, *order]))
