"""How much to spend on a fight (DA-C6): only purchases that may be the best are computed to the end.

A purchase is judged beforehand by a bound from above. A fight without clock steps ends in `won[0]` or `lost[0]`; with
any step a win is worth less by at least some price, and a loss by at least another. In units of won[0] - lost[0] a
fight is therefore worth at most the best of: chance to win, less price x chance to win with a step, less the other
price x chance to lose with a step. That best is tabled for pairs of prices. It falls with both and is convex in each,
so that rounding prices down and drawing straight lines between entries keep it a bound.
"""

from __future__ import annotations

from functools import cache
from threading import local
from typing import NamedTuple

import numpy as np

from miskatonic.bots.optimal.compiled import Flags, Floats, Reals, Whole, compiled
from miskatonic.bots.optimal.duels import CULTISTS, LANES, Desk, Odds, Pool, duel, make_desk, make_odds, make_pool

PRICES: Floats = np.array([0.0, *(0.0005 * 1.29**step for step in range(LANES - 1))])
"""Prices of a clock step in a fight that is won, in units of what there is to win."""

TOLLS: Floats = np.array([0.0, *(0.004 * 1.6**step for step in range(15))])
"""Prices of a clock step in a fight that is lost."""

ROUNDS = 3
"""Bounds are compared so many times; in the last round everything that may still be the best is computed."""

HAIR = 1e-6
"""What counts as nothing when bounds are compared; so much is lost by rounding."""


@cache
def promises(strength: int, most: int) -> Floats:
    """`promises[dice, toll, price]`: the most that a fight can promise."""
    made: Floats = np.zeros((most + 1, len(TOLLS), LANES))
    raised = PRICES[-1] + TOLLS[-1]  # duels take values from 0 upwards
    luck, pool, desk = make_odds(strength, most), make_pool(most), make_desk(most, 1, 0)
    won = np.full((2, 1, LANES), raised + 1.0, np.float32)
    lost = np.full((2, 1, LANES), raised, np.float32)
    for dice in range(1, most + 1):
        for number, toll in enumerate(TOLLS):
            lost[1, 0] = raised - toll
            won[1, 0] = np.maximum(raised + 1.0 - PRICES, lost[1, 0])
            duel(won, lost, LANES, CULTISTS, dice, luck, pool, desk, made[dice, number])
            made[dice, number] += 10 * HAIR - raised  # a bound must not fall short by rounding
    return made


class Arms(NamedTuple):
    """Everything that is known about fights against one strength before any state is looked at."""

    luck: Odds
    pool: Pool
    promise: Floats
    desk: Desk


_OWN = local()
"""Every thread works at a desk of its own."""


def arms(strength: int, most: int, room: int, paid: int) -> Arms:
    """Tables against one strength, and this thread's working space."""
    desks: dict[int, Desk] = _OWN.__dict__.setdefault("desks", {})
    sizes: dict[int, tuple[int, int]] = _OWN.__dict__.setdefault("sizes", {})
    most_room, most_paid = sizes.get(most, (-1, -1))
    if most_room < room or most_paid < paid:
        sizes[most] = max(room, most_room), max(paid, most_paid)
        desks[most] = make_desk(most, *sizes[most])
    return Arms(make_odds(strength, most), make_pool(most), promises(strength, most), desks[most])


@compiled
def bound(
    won: Floats,
    lost: Floats,
    sanity: int,
    purse: int,
    most_paid: int,
    promise: Floats,
    prices: Floats,
    tolls: Floats,
    out: Reals,
) -> None:
    """`out[dice, sanity, purse]`: the most that a fight with so many dice can be worth if the purse is what is left."""
    win, lose = won[0, sanity, purse], lost[0, sanity, purse]
    best_won, best_lost = 0.0, 0.0
    for steps in range(1, won.shape[0]):
        for paid in range(min(most_paid, sanity - 1) + 1):
            best_won = max(best_won, won[steps, sanity - paid, purse])
            best_lost = max(best_lost, lost[steps, sanity - paid, purse])
    gain = win - lose
    if gain <= 0.0 or best_won > win or best_lost > lose or best_lost > best_won:
        high, low = max(win, best_won), max(lose, best_lost)
        for dice in range(1, promise.shape[0]):
            out[dice, sanity, purse] = low + max(0.0, high - low) * promise[dice, 0, 0]
        return
    unit = min(prices[-1], (win - best_won) / gain)
    at = min(len(prices) - 2, np.searchsorted(prices, unit, side="right") - 1)
    share = (unit - prices[at]) / (prices[at + 1] - prices[at])
    toll = min(tolls[-1], (lose - best_lost) / gain)
    row = min(len(tolls) - 2, np.searchsorted(tolls, toll, side="right") - 1)
    part = (toll - tolls[row]) / (tolls[row + 1] - tolls[row])
    if won.shape[0] == 1:
        at, share, row, part = 0, 0.0, 0, 0.0
    for dice in range(1, promise.shape[0]):
        near = (1.0 - share) * promise[dice, row, at] + share * promise[dice, row, at + 1]
        far = (1.0 - share) * promise[dice, row + 1, at] + share * promise[dice, row + 1, at + 1]
        out[dice, sanity, purse] = lose + gain * min(1.0, (1.0 - part) * near + part * far)


@compiled
def fights(
    won: Floats,
    lost: Floats,
    sticky: int,
    magics: int,
    wanted: Flags,
    prices: Floats,
    tolls: Floats,
    arms: Arms,
    bounds: Reals,
    best: Floats,
    place: Whole,
) -> int:
    """Raise `best[sanity, fight and magic]` to the best purchase where wanted; `place` notes which.

    `won` and `lost` are indexed [steps, sanity, fight and magic] for one health. `bounds[dice, sanity, what is left]`
    is known from before where it is not negative, and is lowered to what a fight turns out to be worth. The place of a
    purchase is dice x purses + what is left. Returns how many ends of fights were met that would better be lost (see
    `duels`).
    """
    room, sanities, purses = won.shape[0] - 1, won.shape[1], won.shape[2]
    luck, pool, promise, desk = arms.luck, arms.pool, arms.promise, arms.desk
    most = promise.shape[0] - 1
    most_paid = 0 if sticky == CULTISTS else sanities - 2
    lanes = desk.lanes
    monster = sticky != CULTISTS
    worth = np.full((most + 1, sanities, purses), -1.0)
    marked = np.zeros((most + 1, sanities, purses), np.bool_)
    won_lanes = np.zeros((room + 1, most_paid + 1, lanes), np.float32)
    lost_lanes = np.zeros((room + 1, most_paid + 1, lanes), np.float32)
    place_s, place_p = np.zeros(lanes, np.int64), np.zeros(lanes, np.int64)
    result = np.zeros(lanes)
    odd = 0
    for again in range(ROUNDS):
        for sanity in range(1, sanities):
            for purse in range(purses):
                if not wanted[sanity, purse]:
                    continue
                fight, magic = purse // magics, purse % magics
                right, wrong = (magic, fight) if monster else (fight, magic)
                top, top_dice, top_left = best[sanity, purse] + HAIR, 0, 0
                for a in range(right + 1):
                    for b in range(wrong // 2 + 1):
                        dice = a + b
                        if dice == 0:
                            continue
                        left = (fight - 2 * b) * magics + magic - a if monster else (fight - a) * magics + magic - 2 * b
                        if bounds[1, sanity, left] < 0.0:
                            bound(won, lost, sanity, left, most_paid, promise, prices, tolls, bounds)
                        if worth[dice, sanity, left] >= 0.0 or bounds[dice, sanity, left] <= top:
                            continue
                        if again == ROUNDS - 1:
                            marked[dice, sanity, left] = True
                        else:
                            top, top_dice, top_left = bounds[dice, sanity, left], dice, left
                if top_dice:
                    marked[top_dice, sanity, top_left] = True
        for dice in range(1, most + 1):
            filled = 0
            for sanity in range(1, sanities):
                for purse in range(purses):
                    if marked[dice, sanity, purse]:
                        marked[dice, sanity, purse] = False
                        place_s[filled], place_p[filled] = sanity, purse
                        for steps in range(room + 1):
                            for paid in range(most_paid + 1):
                                alive = sanity > paid
                                win = won[steps, sanity - paid, purse] if alive else 0.0
                                lose = lost[steps, sanity - paid, purse] if alive else 0.0
                                won_lanes[steps, paid, filled] = win
                                lost_lanes[steps, paid, filled] = lose
                                odd += lose > win + HAIR
                        filled += 1
                    full = filled == lanes or (sanity == sanities - 1 and purse == purses - 1)
                    if full and filled:
                        used = min(lanes, filled + -filled % 8)
                        duel(won_lanes, lost_lanes, used, sticky, dice, luck, pool, desk, result)
                        for lane in range(filled):
                            worth[dice, place_s[lane], place_p[lane]] = result[lane]
                            bounds[dice, place_s[lane], place_p[lane]] = result[lane]
                        filled = 0
        for sanity in range(1, sanities):
            for purse in range(purses):
                if not wanted[sanity, purse]:
                    continue
                fight, magic = purse // magics, purse % magics
                right, wrong = (magic, fight) if monster else (fight, magic)
                for a in range(right + 1):
                    for b in range(wrong // 2 + 1):
                        dice = a + b
                        left = (fight - 2 * b) * magics + magic - a if monster else (fight - a) * magics + magic - 2 * b
                        if dice and worth[dice, sanity, left] > best[sanity, purse]:
                            best[sanity, purse] = worth[dice, sanity, left]
                            place[sanity, purse] = dice * purses + left
    return odd
