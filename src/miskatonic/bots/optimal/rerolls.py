"""The dice phase: three rolls and two choices, for many states at once (DA-D4, DA-D5).

Every table has a row per handful and a column per state ("lane"), laid out in one line. A row below the full size is
what it is worth to keep that handful and roll the missing dice; where 1s are freed, the value comes from the table of
one sanity less.
"""

from __future__ import annotations

import numpy as np

from miskatonic.bots.optimal.compiled import SIXTH, Floats, Reals, Whole, compiled


@compiled
def average(table: Reals, lanes: int, more: Whole) -> None:
    """Fill the rows of incomplete handfuls: each is the mean over the face of the next die."""
    full = more.shape[0]
    width = np.uint64(lanes)
    for back in range(full):
        x = np.uint64(full - 1 - back)
        a, b, c = np.uint64(more[x, 0]) * width, np.uint64(more[x, 1]) * width, np.uint64(more[x, 2]) * width
        d, e, f = np.uint64(more[x, 3]) * width, np.uint64(more[x, 4]) * width, np.uint64(more[x, 5]) * width
        row = x * width
        for n in range(width):
            table[row + n] = (
                table[a + n] + table[b + n] + table[c + n] + table[d + n] + table[e + n] + table[f + n]
            ) * SIXTH


@compiled
def best_part(
    out: Reals,
    own: Reals,
    lanes: int,
    fewer: Whole,
    kinds: Whole,
    first: int,
    last: int,
    kept: Reals,
    poorer: Reals,
) -> None:
    """Raise rows to the best of their own value and of all smaller handfuls; freeing a 1 leads to `poorer`."""
    width = np.uint64(lanes)
    for number in range(first, last):
        x = np.uint64(number)
        row, one = x * width, np.uint64(fewer[x, 0]) * width
        a, b = np.uint64(fewer[x, 1]) * width, np.uint64(fewer[x, 2]) * width
        if kinds[x] <= 2:
            for n in range(width):
                out[row + n] = max(max(own[row + n], poorer[one + n]), max(kept[a + n], kept[b + n]))
            continue
        c = np.uint64(fewer[x, 3]) * width
        if kinds[x] == 3:
            for n in range(width):
                low = max(max(own[row + n], poorer[one + n]), max(kept[a + n], kept[b + n]))
                out[row + n] = max(low, kept[c + n])
            continue
        d, e = np.uint64(fewer[x, 4]) * width, np.uint64(fewer[x, 5]) * width
        for n in range(width):
            low = max(max(own[row + n], poorer[one + n]), max(kept[a + n], kept[b + n]))
            out[row + n] = max(low, max(max(kept[c + n], kept[d + n]), kept[e + n]))


@compiled
def dice_phase(
    after: Reals,
    slots: Whole,
    heals: Whole,
    starts: Whole,
    gains: Whole,
    targets: Whole,
    fours: Whole,
    chances: Floats,
    idle: bool,
    more: Whole,
    fewer: Whole,
    kinds: Whole,
    weights: Floats,
    health: int,
    start_purse: int,
    end_purse: int,
    lanes: int,
    work: Reals,
    out: Floats,
) -> None:
    """The value of a dice phase for one health, every sanity and some purses: `out[start, sanity, fight and magic]`.

    `after[slot, health, sanity, fight and magic]` is the value when the dice are applied; hand d leads to one of the
    slots `slots[mythos, starts[d]:starts[d + 1]]`, healing `heals`; `weights[start, d]` is the chance of the first
    roll. `chances[mythos, n]` is the chance of mythos dice that do the same to somebody with n sanity more. `work` is
    room for four tables.
    """
    hands, full = weights.shape[1], more.shape[0]
    every = full + hands
    most_health, most_sanity = after.shape[1] - 1, after.shape[2] - 1
    last, poorer_last, second, poorer_second = work[0], work[1], work[2], work[3]
    last[every * lanes :] = 0.0
    second[every * lanes :] = 0.0
    width = end_purse - start_purse
    mean = np.zeros(width)
    for mythos in range(len(chances)):
        poorer_last[:] = 0.0
        poorer_second[:] = 0.0
        for sanity in range(1, most_sanity + 1):
            for d in range(hands):
                row = last[(full + d) * lanes : (full + d + 1) * lanes]
                row[:] = 0.0
                target = targets[gains[d]]
                for choice in range(starts[d], starts[d + 1]):
                    healthy, sane = health + heals[choice, 0], sanity + heals[choice, 1]
                    if healthy > most_health or sane > most_sanity:
                        if not idle:
                            continue
                        healthy, sane = min(healthy, most_health), min(sane, most_sanity)
                    sane -= fours[mythos]
                    if sane <= 0:
                        continue
                    worth = after[slots[mythos, choice], healthy, sane]
                    for lane in range(width):
                        row[lane] = max(row[lane], worth[np.uint64(target[start_purse + lane])])
            average(last, lanes, more)
            best_part(last, last, lanes, fewer, kinds, 0, full, last, poorer_last)
            best_part(second, last, lanes, fewer, kinds, full, every, last, poorer_last)
            average(second, lanes, more)
            best_part(second, second, lanes, fewer, kinds, 0, full, second, poorer_second)
            best_part(second, last, lanes, fewer, kinds, full, every, second, poorer_second)
            for start in range(weights.shape[0]):
                mean[:] = 0.0
                for d in range(hands):
                    share, row_d = weights[start, d], np.uint64((full + d) * lanes)
                    if share > 0.0:
                        for lane in range(np.uint64(width)):
                            mean[lane] += share * second[row_d + lane]
                for more_sane in range(min(chances.shape[1], most_sanity - sanity + 1)):
                    share = chances[mythos, more_sane]
                    for lane in range(width):
                        out[start, sanity + more_sane, start_purse + lane] += share * mean[lane]
            last, poorer_last = poorer_last, last
            second, poorer_second = poorer_second, second
