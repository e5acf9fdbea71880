"""One fight, rolled as well as can be: three rolls and two choices, for many fights at once (DA-C7 to DA-C11).

What a fight leads to depends on the clock steps its 1s cost and on the sanity paid for locked ones: `won[steps, paid]`
and `lost[steps, paid]`, a column per fight ("lane"). Where winning is never worse than losing at the same clock and
sanity, a higher die can always stand in for a lower one, so the dice to roll again are the lowest ones; only how many
is a choice. Where that does not hold the values are a bound from below; `fights` counts such cases.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np

from miskatonic.bots.optimal.compiled import SIXTH, Floats, Reals, Whole, compiled
from miskatonic.bots.optimal.handfuls import handfuls
from miskatonic.games.arkham.chances import holds

LANES = 40
"""So many fights are computed at once."""

CULTISTS, STICKY, SHOWING = 0, 1, 2
"""Which 1s are locked before the last roll: none, those that came up in the second roll, or all that show."""


class Pool(NamedTuple):
    """Handfuls of combat dice, and what is left of them when the lowest are taken up."""

    first: Whole
    more: Whole
    chance: Floats
    ones: Whole
    kept: Whole
    """`kept[x, r]`: the number of handful x without its r lowest dice."""
    sums: Whole
    """`sums[x, r]`: the sum of handful x without its r lowest dice."""


@cache
def make_pool(most: int) -> Pool:
    """The tables for up to so many combat dice."""
    all_of = handfuls(most)
    kept: Whole = np.zeros((len(all_of), most + 1), np.int64)
    sums: Whole = np.zeros((len(all_of), most + 1), np.int64)
    for number, shown in enumerate(all_of.shown):
        x = number
        for low in range(len(shown) + 1):
            kept[number, low], sums[number, low] = x, sum(shown[low:])
            if low < len(shown):
                x = int(all_of.less[x, shown[low] - 1])
    ones: Whole = np.array([shown.count(1) for shown in all_of.shown])
    return Pool(all_of.first, all_of.more, all_of.chance, ones, kept, sums)


class Odds(NamedTuple):
    """What dice rolled onto a kept sum do against one strength.

    `exactly[q, j, k]` is the chance that of q dice j show 1 and that they win on top of k; `at_least` the same for j or
    more 1s. `ones[q, j]` and `ones_or_more[q, j]` do not ask who wins.
    """

    exactly: Reals
    at_least: Reals
    ones: Reals
    ones_or_more: Reals


@cache
def make_odds(strength: int, most: int) -> Odds:
    """The odds for up to so many dice against a strength."""
    fall: Floats = np.zeros((most + 1, most + 1, 6 * most + 1))
    fall[0, 0, 0] = 1.0
    for q in range(most):
        for face in range(1, 7):
            ones = int(face == 1)
            fall[q + 1, ones:, face:] += fall[q, : most + 1 - ones, : 6 * most + 1 - face] / 6
    wins: Floats = np.array([holds(value, strength) for value in range(12 * most + 1)])
    exactly: Floats = np.zeros((most + 1, most + 1, 6 * most + 1))
    for k in range(6 * most + 1):
        exactly[:, :, k] = fall @ wins[k : k + 6 * most + 1]
    ones_only = fall.sum(axis=2)
    four = exactly, _or_more(exactly), ones_only, _or_more(ones_only)
    return Odds(*(chances.astype(np.float32) for chances in four))


def _or_more(exactly: Floats) -> Floats:
    return np.ascontiguousarray(np.flip(np.cumsum(np.flip(exactly, axis=1), axis=1), axis=1))


class Desk(NamedTuple):
    """Working space for duels, laid out in lines: see `last_roll`, `last_choice`, `second_roll` and `first_roll`.

    `sums` is the length of an axis of sums, `paid` that of one of payments, `lanes` the width of every row.
    """

    rolls: Reals
    chosen: Reals
    high: Reals
    table: Reals
    planes: Whole
    dice: int
    sums: int
    paid: int
    lanes: int


@compiled
def at_roll(desk: Desk, steps: int, paid: int, q: int, k: int) -> int:
    """Where a row of `rolls` begins."""
    return (((steps * desk.paid + paid) * (desk.dice + 1) + q) * desk.sums + k) * desk.lanes


@compiled
def last_roll(won: Reals, lost: Reals, lanes: int, sticky: int, dice: int, luck: Odds, desk: Desk) -> None:
    """`rolls[steps, paid, q, k]`: the value of rolling q dice for the last time onto a sum k."""
    rolls, room = desk.rolls, won.shape[0] - 1
    for steps in range(room + 1):
        most_paid = 0 if sticky == CULTISTS else won.shape[1] - 1
        if sticky == STICKY and steps < room:
            most_paid = min(most_paid, steps)
        for paid in range(most_paid + 1):
            for q in range(dice + 1):
                within = min(q + 1, room - steps)
                for k in range(dice - q, 6 * (dice - q) + 1):
                    row = np.uint64(at_roll(desk, steps, paid, q, k))
                    for n in range(np.uint64(lanes)):
                        rolls[row + n] = 0.0
                    for j in range(within):
                        lose, win = luck.ones[q, j] - luck.exactly[q, j, k], luck.exactly[q, j, k]
                        blend(rolls, row, lanes, won[steps + j, paid], lost[steps + j, paid], win, lose)
                    if q >= within:
                        win = luck.at_least[q, within, k]
                        lose = luck.ones_or_more[q, within] - win
                        blend(rolls, row, lanes, won[room, paid], lost[room, paid], win, lose)


@compiled
def blend(rolls: Reals, row: np.uint64, lanes: int, won: Reals, lost: Reals, win: float, lose: float) -> None:
    """Add to a row what is won and lost with some chances."""
    for n in range(np.uint64(lanes)):
        rolls[row + n] += lose * lost[n] + win * won[n]


@compiled
def last_choice(lanes: int, room: int, most_paid: int, sticky: int, dice: int, fresh: int, desk: Desk) -> None:
    """`chosen[size, k]`: the best last roll that keeps exactly so many dice besides fresh 1s, their sum being k.

    Against cultists the fresh 1s are the lowest dice, so they are taken up before any other; against a monster any
    number of them may be freed.
    """
    chosen, rolls, steps = desk.chosen, desk.rolls, min(room, fresh)
    others = dice - fresh
    for size in range(others + 1):
        most = fresh if sticky != CULTISTS or size == others else 0
        for k in range(size, 6 * size + 1):
            row = np.uint64((size * desk.sums + k) * desk.lanes)
            for n in range(np.uint64(lanes)):
                chosen[row + n] = 0.0
            for stay in range(most + 1):
                paid = 0 if sticky == CULTISTS else fresh - stay
                if paid <= most_paid:
                    worth = np.uint64(at_roll(desk, steps, paid, dice - size - stay, k + stay))
                    for n in range(np.uint64(lanes)):
                        chosen[row + n] = max(chosen[row + n], rolls[worth + n])


@compiled
def locked_choice(
    lanes: int, room: int, most_paid: int, fresh: int, x: int, size: int, pool: Pool, desk: Desk, row: np.uint64
) -> None:
    """The best last roll where all 1s that show are locked (option `monster_lock=showing`)."""
    table, rolls, steps = desk.table, desk.rolls, min(room, fresh)
    ones = pool.ones[x]
    locked = fresh + ones
    for n in range(np.uint64(lanes)):
        table[row + n] = 0.0
    for paid in range(min(locked, most_paid) + 1):
        for low in range(ones, size + 1):
            worth = np.uint64(at_roll(desk, steps, paid, low - ones + paid, pool.sums[x, low] + locked - paid))
            for n in range(np.uint64(lanes)):
                table[row + n] = max(table[row + n], rolls[worth + n])


@compiled
def second_roll(lanes: int, room: int, most_paid: int, sticky: int, dice: int, pool: Pool, desk: Desk) -> None:
    """`table[planes[fresh] + x]`: handful x besides `fresh` 1s of the second roll, the missing dice to be rolled.

    The best last roll that takes up the lowest dice of a handful is either that of the handful without its lowest die,
    or the one that takes up nothing more: so one comparison per handful is enough.
    """
    first, more, kept, sums = pool.first, pool.more, pool.kept, pool.sums
    table, high, chosen = desk.table, desk.high, desk.chosen
    width, each = np.uint64(desk.lanes), np.uint64(lanes)
    for back in range(dice + 1):
        fresh = dice - back
        plane, above = np.uint64(desk.planes[fresh]), np.uint64(desk.planes[fresh + 1])
        last_choice(lanes, room, most_paid, sticky, dice, fresh, desk)
        for size in range(back):
            for x in range(first[size], first[size + 1]):
                row, own = np.uint64(x) * width, np.uint64(size * desk.sums + sums[x, 0]) * width
                lower = np.uint64(kept[x, 1]) * width if size else row
                if size == 0:
                    for n in range(each):
                        high[row + n] = chosen[own + n]
                    continue
                for n in range(each):
                    high[row + n] = max(chosen[own + n], high[lower + n])
        for x in range(first[back], first[back + 1]):
            row, own = (plane + np.uint64(x)) * width, np.uint64(back * desk.sums + sums[x, 0]) * width
            if back == 0:
                for n in range(each):
                    table[row + n] = chosen[own + n]
                continue
            if sticky == SHOWING:
                locked_choice(lanes, room, most_paid, fresh, x, back, pool, desk, row)
                continue
            lower = np.uint64(kept[x, 1]) * width
            for n in range(each):
                table[row + n] = max(chosen[own + n], high[lower + n])
        for missing in range(1, back + 1):
            size = back - missing
            for x in range(first[size], first[size + 1]):
                row, one = (plane + np.uint64(x)) * width, (above + np.uint64(x)) * width
                a, b = (plane + np.uint64(more[x, 1])) * width, (plane + np.uint64(more[x, 2])) * width
                c, d = (plane + np.uint64(more[x, 3])) * width, (plane + np.uint64(more[x, 4])) * width
                e = (plane + np.uint64(more[x, 5])) * width
                for n in range(each):
                    table[row + n] = (
                        table[one + n] + table[a + n] + table[b + n] + table[c + n] + table[d + n] + table[e + n]
                    ) * SIXTH


@compiled
def first_roll(lanes: int, dice: int, pool: Pool, desk: Desk, out: Floats) -> None:
    """The value of a fight before its first roll."""
    high, table, rolls = desk.high, desk.table, desk.rolls
    width, each = np.uint64(desk.lanes), np.uint64(lanes)
    for n in range(each):
        out[n] = 0.0
        high[n] = table[n]
    for x in range(1, pool.first[dice]):
        row, lower = np.uint64(x) * width, np.uint64(pool.kept[x, 1]) * width
        for n in range(each):
            high[row + n] = max(table[row + n], high[lower + n])
    for x in range(pool.first[dice], pool.first[dice + 1]):
        stop, again = np.uint64(at_roll(desk, 0, 0, 0, pool.sums[x, 0])), np.uint64(pool.kept[x, 1]) * width
        share = pool.chance[x]
        for n in range(each):
            out[n] += share * max(rolls[stop + n], high[again + n])


@compiled
def duel(
    won: Reals, lost: Reals, lanes: int, sticky: int, dice: int, luck: Odds, pool: Pool, desk: Desk, out: Floats
) -> None:
    """The value of fighting with so many dice, in the first lanes; the working space is filled on the way."""
    desk.planes[0] = 0
    for fresh in range(dice + 1):
        desk.planes[fresh + 1] = desk.planes[fresh] + pool.first[dice - fresh + 1]
    last_roll(won, lost, lanes, sticky, dice, luck, desk)
    second_roll(lanes, won.shape[0] - 1, won.shape[1] - 1, sticky, dice, pool, desk)
    first_roll(lanes, dice, pool, desk, out)


def make_desk(dice: int, room: int, paid: int, lanes: int = LANES) -> Desk:
    """A desk that is large enough."""
    first = make_pool(dice).first
    rows = sum(int(first[dice - fresh + 1]) for fresh in range(dice + 1)) + 1
    sums = 6 * dice + 1
    return Desk(
        np.empty((room + 1) * (paid + 1) * (dice + 1) * sums * lanes, np.float32),
        np.empty((dice + 1) * sums * lanes, np.float32),
        np.empty(int(first[dice + 1]) * lanes, np.float32),
        np.empty(rows * lanes, np.float32),
        np.zeros(dice + 2, np.int64),
        dice,
        sums,
        paid + 1,
        lanes,
    )
