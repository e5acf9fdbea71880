"""The answers that a sensible player would think about, the most promising first."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from miskatonic.games.arkham.asks import picked
from miskatonic.games.arkham.heuristic import Situation, face_values, fight_costs, sensible
from miskatonic.games.arkham.vocabulary import VOCABULARY
from miskatonic.kernel import Ask, View
from miskatonic.kernel.hands import faces

FREED = 1.5
"""What it costs to roll a 1 again, beside the sanity that others would keep."""
LOCKED = 7
"""The face of a locked 1 in a hand of combat dice."""
SAVED = 0.65
"""What a point of fight or magic is worth in the purse."""


def ranking(view: View, ask: Ask) -> Sequence[int]:
    """All options, by what the sensible player counts; where it counts nothing, its choice comes first."""
    at = Situation(view["sheet"], view["you"])
    judge = {"reroll": _reroll, "fight_reroll": _fight_reroll, "spend": _spend}.get(ask.prompt)
    choice = sensible(view, ask)
    worth = judge(at, ask.options) if judge else {}
    return sorted(ask.options, key=lambda code: (code != choice, -worth.get(code, 0.0)))


@cache
def _hand(code: int) -> tuple[int, ...]:
    return faces(picked(code)[0])


def _reroll(at: Situation, options: Sequence[int]) -> dict[int, float]:
    """What fresh dice are worth more than those given up."""
    values = face_values(at)
    fresh = sum(max(value, sum(values) / 6) for value in values) / 6 if at.you["roll"] == 1 else sum(values) / 6
    pairs = at.you["dice"].count(1) // 2

    def gain(shown: tuple[int, ...]) -> float:
        ones = shown.count(1)
        broken = pairs - (at.you["dice"].count(1) - ones) // 2
        return float(sum(fresh - (values[face - 1] if face > 1 else 0.0) for face in shown) + broken - FREED * ones)

    return {code: gain(_hand(code)) for code in options}


def _fight_reroll(at: Situation, options: Sequence[int]) -> dict[int, float]:
    """High sums; a locked 1 costs health or sanity to free."""
    return {
        code: sum(3.5 - (1 + 2 * FREED if face == LOCKED else face) for face in _hand(code)) - 0.1 * len(_hand(code))
        for code in options
    }


def _spend(at: Situation, options: Sequence[int]) -> dict[int, float]:
    """What the fight costs, with what is spent on it."""
    monster = at.you["combat"]["foe"] == "monster"
    bought = {}
    for code in options:
        spent = VOCABULARY.decode(code)[1]
        assert isinstance(spent, tuple)
        bought[code] = spent
    dice = {code: m + f // 2 if monster else f + m // 2 for code, (f, m) in bought.items()}
    costs = [min(both) for both in fight_costs(at, list(range(max(dice.values(), default=0) + 1)))]
    return {code: -costs[dice[code]] - SAVED * sum(bought[code]) for code in options}
