"""What dice will bring: exact chances of combat, for the sensible player, the odds and the hints."""

from __future__ import annotations

from collections import defaultdict
from functools import cache
from typing import NamedTuple

KEEN_ENOUGH = 0.8
"""A keen fighter stops rolling when the chance to win is at least this."""


class Prospect(NamedTuple):
    """What a way of fighting promises: the chance to win, and the expected clock steps for 1s."""

    win: float
    ones: float


@cache
def sums(dice: int) -> tuple[float, ...]:
    """The probability of every sum of so many dice, by sum."""
    if dice == 0:
        return (1.0,)
    before = sums(dice - 1)
    spread = [0.0] * (len(before) + 6)
    for total, chance in enumerate(before):
        for face in range(1, 7):
            spread[total + face] += chance / 6
    return tuple(spread)


@cache
def holds(value: int, strength: int) -> float:
    """DA-C11: the chance that a value is at least the sum of the enemy's dice."""
    return min(1.0, sum(sums(strength)[: value + 1]))


@cache
def calm(dice: int, strength: int) -> Prospect:
    """One roll, no rerolls."""
    return Prospect(sum(chance * holds(value, strength) for value, chance in enumerate(sums(dice))), 0.0)


@cache
def keen(dice: int, strength: int, monster: bool) -> Prospect:
    """Reroll all free dice showing 1 to 3 while the chance to win by stopping is low; free no locked 1."""
    return _keen(0, dice, 1, strength, monster)


@cache
def roll_low_dice(kept: int, low: int, rolled: int, strength: int, monster: bool) -> Prospect:
    """The prospect of rolling so many low dice again onto a kept sum, and going on keenly."""
    later = _keen(kept, low, rolled + 1, strength, monster)
    return Prospect(later.win, later.ones + low / 6)


def _keen(kept: int, dice: int, rolled: int, strength: int, monster: bool) -> Prospect:
    """Roll dice onto a kept sum; `rolled` counts the rolls including this one."""
    win = ones = 0.0
    for (low, kept_now, value), chance in _throw(dice, sticky=monster and rolled > 1).items():
        stop = holds(kept + value, strength)
        if rolled == 3 or low == 0 or stop >= KEEN_ENOUGH:
            win += chance * stop
            continue
        later = roll_low_dice(kept + kept_now, low, rolled, strength, monster)
        win += chance * later.win
        ones += chance * later.ones
    return Prospect(win, ones)


@cache
def _throw(dice: int, sticky: bool) -> dict[tuple[int, int, int], float]:
    """So many dice by (free low dice, sum of the dice that stay, sum); with `sticky` a 1 stays where it fell."""
    spread: dict[tuple[int, int, int], float] = {(0, 0, 0): 1.0}
    for _ in range(dice):
        after: dict[tuple[int, int, int], float] = defaultdict(float)
        for (low, stays, value), chance in spread.items():
            for face in range(1, 7):
                if face > 3 or (face == 1 and sticky):
                    after[low, stays + face, value + face] += chance / 6
                else:
                    after[low + 1, stays, value + face] += chance / 6
        spread = after
    return spread
