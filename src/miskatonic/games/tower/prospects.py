"""Whether the world is worth saving: how a player's chances compare, sane against insane."""

from __future__ import annotations

from typing import Final

from miskatonic.kernel import View

PER_DRAW: Final = 1.6
"""Marbles that fall with a tentacle, about."""
CAREFUL: Final = 0.55
"""Tentacles that a careful player draws in a Round; what is seen at the table counts more and more."""
RECKLESS: Final = 1.0
"""Tentacles drawn in a Round by somebody who fails on purpose."""
RAVING: Final = 1.4
"""Tentacles drawn in a Round by the insane, with Spells."""
MADNESS_PER_DRAW: Final = 0.53
MARGIN: Final = 6.0
HASTE: Final = 0.6
"""How much better insanity must look before it is sought: at a careful table, and at a reckless one."""
RECKLESS_TABLE: Final = 0.8
"""A table is reckless if somebody else draws so many tentacles a Round."""


def seeks_madness(view: View, seat: int) -> bool:
    """Whether a sane player would rather bring DOOM than save the world."""
    me = view["players"][seat]
    if me["insane"] or len(view["players"]) == 1:
        return False
    most = max(player["drew"] for player in view["players"] if player is not me)
    margin = HASTE if view["round"] > 1 and most > RECKLESS_TABLE * view["round"] else MARGIN
    return chance_of_doom_bringer(view, seat) > margin * chance_of_saviour(view, seat)


def chance_of_saviour(view: View, seat: int) -> float:
    """That the last Location is solved in time, and that nobody sane has more points."""
    sane = [player["score"] for player in view["players"] if not player["insane"]]
    mine = view["players"][seat]["score"]
    better = sum(score > mine + 6 for score in sane)
    worse = sum(score < mine - 6 for score in sane)
    share: float = (1 + worse) / (len(sane) + better + worse)
    lost = _doom_after(view, _rounds(view) * _draws_a_round(view, len(view["players"])))
    return (1 - lost) * share


def chance_of_doom_bringer(view: View, seat: int) -> float:
    """That one goes insane in time, and then draws the third DOOM marble oneself."""
    me = view["players"][seat]
    others = _draws_a_round(view, len(view["players"]) - 1)
    rounds = _rounds(view)
    needed = max(0, me["insane_at"] + me["shield"] - me["madness"]) / MADNESS_PER_DRAW / RECKLESS
    if needed >= rounds:
        return 0.0
    before = needed * (RECKLESS + others)
    after = (rounds - needed) * (RAVING + others)
    return (_doom_after(view, before + after) - _doom_after(view, before)) * RAVING / (RAVING + others)


def _rounds(view: View) -> int:
    left: int = view["left"]
    return left + 1


def _draws_a_round(view: View, players: int) -> float:
    """Tentacles that some players draw in a Round, by what was seen so far."""
    seen = len(view["tower"]["drawn"]) / len(view["players"])
    rounds: int = view["round"]
    return players * (3 * CAREFUL + seen) / (2.5 + rounds)


def _doom_after(view: View, draws: float) -> float:
    """That the third DOOM marble has fallen after some more draws."""
    inside = sum(view["tower"]["inside"].values())
    to_fall: int = 3 - view["tower"]["doom"]
    fallen = min(1.0, PER_DRAW * draws / max(1, inside))
    return float(fallen**to_fall)
