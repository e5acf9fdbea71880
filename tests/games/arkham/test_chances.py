"""Chances of combat against the table of the rules, and against brute force."""

from __future__ import annotations

from itertools import product

import pytest

from miskatonic.games.arkham.chances import KEEN_ENOUGH, calm, holds, keen

TABLE = """
58.3 16.2 2.7 0.3 0.0 0.0 0.0 0.0
90.7 55.6 22.1 6.1 1.2 0.2 0.0 0.0
98.8 84.8 54.6 25.7 9.1 2.5 0.5 0.1
99.9 96.4 80.8 54.0 28.2 11.6 3.8 1.0
100.0 99.4 93.9 78.0 53.6 30.0 13.8 5.2
100.0 99.9 98.5 91.7 75.8 53.3 31.5 15.6
100.0 100.0 99.7 97.5 89.6 74.0 53.1 32.7
100.0 100.0 100.0 99.4 96.3 87.8 72.6 52.9
"""


@pytest.mark.rule("DA-C11")
def test_win_chances_without_rerolls() -> None:
    ours = [[f"{calm(own, enemy).win:.1%}"[:-1] for enemy in range(1, 9)] for own in range(1, 9)]
    assert ours == [row.split() for row in TABLE.strip().splitlines()]


@pytest.mark.rule("DA-C9", "DA-C10")
@pytest.mark.parametrize("monster", [False, True])
@pytest.mark.parametrize(("dice", "strength"), [(1, 1), (2, 2), (2, 1)])
def test_a_keen_fighter_by_brute_force(dice: int, strength: int, monster: bool) -> None:
    def go_on(free: tuple[int, ...], stuck: tuple[int, ...], rolled: int) -> tuple[float, float]:
        value = sum(free) + sum(stuck)
        low = tuple(face for face in free if face <= 3)
        if rolled == 3 or not low or holds(value, strength) >= KEEN_ENOUGH:
            return holds(value, strength), 0.0
        kept = tuple(face for face in free if face > 3)
        win = ones = 0.0
        for throw in product(range(1, 7), repeat=len(low)):
            sticking = tuple(face for face in throw if face == 1 and monster)
            loose = tuple(face for face in throw if not (face == 1 and monster))
            w, o = go_on(kept + loose, stuck + sticking, rolled + 1)
            win += w / 6 ** len(low)
            ones += (o + throw.count(1)) / 6 ** len(low)
        return win, ones

    results = [go_on(throw, (), 1) for throw in product(range(1, 7), repeat=dice)]
    prospect = keen(dice, strength, monster)
    assert prospect.win == pytest.approx(sum(win for win, _ in results) / len(results))
    assert prospect.ones == pytest.approx(sum(ones for _, ones in results) / len(results))
