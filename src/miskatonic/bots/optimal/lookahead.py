"""One dice phase, looked through to its end for a single state: what every choice of dice is worth."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from miskatonic.bots.optimal.compiled import Reals, Whole, compiled
from miskatonic.bots.optimal.handfuls import Handfuls
from miskatonic.bots.optimal.rerolls import average, best_part


class Prospects(NamedTuple):
    """By sanity and handful: the dice as they lie, or kept while the others are rolled for the last or second time."""

    stop: Reals
    last: Reals
    second: Reals
    first: Reals
    """The best choice after the first roll, by sanity and full hand."""


@compiled
def two_choices(
    leaves: Reals, more: Whole, fewer: Whole, kinds: Whole, last: Reals, second: Reals, first: Reals
) -> None:
    """Fill `last`, `second` and `first` from `leaves[sanity, hand]`, which is what the dice bring if they stay."""
    full, hands = more.shape[0], leaves.shape[1]
    every = full + hands
    best_last, best_second = np.zeros((2, every + 1), np.float32), np.zeros((2, every + 1), np.float32)
    for sanity in range(1, leaves.shape[0]):
        now, poorer = sanity % 2, 1 - sanity % 2
        last[sanity, full:every] = leaves[sanity]
        average(last[sanity], 1, more)
        best_last[now] = last[sanity]
        best_part(best_last[now], last[sanity], 1, fewer, kinds, 0, full, best_last[now], best_last[poorer])
        best_part(second[sanity], last[sanity], 1, fewer, kinds, full, every, best_last[now], best_last[poorer])
        average(second[sanity], 1, more)
        best_second[now] = second[sanity]
        best_part(best_second[now], second[sanity], 1, fewer, kinds, 0, full, best_second[now], best_second[poorer])
        best_part(first[sanity], last[sanity], 1, fewer, kinds, full, every, best_second[now], best_second[poorer])


def look_ahead(leaves: Reals, all_of: Handfuls) -> Prospects:
    """The prospects that follow from what every hand brings, by sanity."""
    shape = (len(leaves), len(all_of) + 1)
    last, second, first = np.zeros((3, *shape), np.float32)
    two_choices(leaves, all_of.more, all_of.fewer, all_of.kinds, last, second, first)
    return Prospects(leaves, last, second, first[:, all_of.full : -1])


@compiled
def leaves(
    after: Reals, slots: Whole, heals: Whole, starts: Whole, gains: Whole, targets: Whole,
    fours: int, idle: bool, health: int, purse: int, out: Reals,
) -> None:  # fmt: skip
    """`out[sanity, hand]`: what every hand brings if it stays, for one omen; the slots are those of `dice_phase`."""
    most_health, most_sanity = after.shape[1] - 1, after.shape[2] - 1
    for d in range(out.shape[1]):
        target = targets[gains[d], purse]
        for choice in range(starts[d], starts[d + 1]):
            healthy = health + heals[choice, 0]
            if healthy > most_health:
                if not idle:
                    continue
                healthy = most_health
            for sanity in range(1, out.shape[0]):
                sane = sanity + heals[choice, 1]
                if sane > most_sanity:
                    if not idle:
                        continue
                    sane = most_sanity
                if sane > fours:
                    out[sanity, d] = max(out[sanity, d], after[slots[choice], healthy, sane - fours, target])
