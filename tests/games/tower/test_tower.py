"""The tower: tentacles, falls, and the figures of the fast model beside those of a physical tower."""

from __future__ import annotations

import re
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random
from statistics import mean, median

import pytest

import miskatonic as mk
from miskatonic.games.tower import GAME
from miskatonic.games.tower.names import ALL_MARBLES, BIT, DOOM, MARBLES, counts_of, marbles
from miskatonic.games.tower.tower import FOUR_STOREYS, LAYOUTS, REMOVED, SIX_ROWS, Falls, heap_in, heap_text, mean_fall
from miskatonic.kernel.sets import members

GAMES = 600


@pytest.mark.rule("TM-T1", "TM-V2")
def test_there_are_thirty_tentacles_in_four_storeys() -> None:
    sticks = FOUR_STOREYS.sticks
    assert [stick.number for stick in sticks] == list(range(1, 31))
    assert [stick.row for stick in sticks] == sorted(stick.row for stick in sticks)
    assert Counter(stick.storey for stick in sticks) == {1: 8, 2: 7, 3: 8, 4: 7}
    assert Counter(stick.direction for stick in sticks) == {"EW": 12, "NS": 12, "NE": 3, "NW": 3}
    match = mk.Match(GAME, seats=3, seed=1, options={"remove_horrors": "5"})
    assert set(range(1, 31)) - set(match.view()["tower"]["sticks"]) == set(REMOVED)


@pytest.mark.rule("TM-F7")
@pytest.mark.parametrize("layout", LAYOUTS.values(), ids=lambda layout: layout.name)
def test_rows(layout: object) -> None:
    assert layout in (FOUR_STOREYS, SIX_ROWS)
    left = BIT[4] | BIT[7] | BIT[9] | BIT[28]
    assert SIX_ROWS.allowed(left, "any") == left
    assert SIX_ROWS.allowed(left, "lowest") == BIT[4]
    assert SIX_ROWS.allowed(left & ~BIT[4], "lowest") == BIT[7] | BIT[9]
    assert SIX_ROWS.allowed(left, "highest") == BIT[28]


def empty(pick: Callable[[list[int]], int], fortune: mk.Fortune) -> list[int]:
    """Draw all tentacles; what fell each time."""
    left, inside, history = FOUR_STOREYS.all, ALL_MARBLES, ()
    fell: list[int] = []
    while left:
        stick = pick(members(left))
        heap = fortune.draw(Falls(FOUR_STOREYS, left, stick, inside, history), len(fell))
        left, inside = left ^ BIT[stick], inside - heap
        fell.append(heap)
    assert inside == 0, "nothing is left in an empty tower"
    return fell


@pytest.mark.rule("TM-T2", "TM-T3", "TM-T4", "TM-T6", "TM-V6")
def test_the_same_luck_empties_the_tower_in_the_same_way() -> None:
    for seed in range(50):
        games = [empty(Random(seed).choice, mk.Seeded(seed)) for _ in range(2)]
        assert games[0] == games[1]
        assert sum(games[0]) == ALL_MARBLES


def test_the_fast_model_beside_the_physical_tower() -> None:
    """The figures of 600 games of random draws with rigid bodies, and how near the model must be."""
    random = Random(39)
    games = [empty(random.choice, mk.Seeded(seed)) for seed in range(GAMES)]
    numbers = [[sum(counts_of(heap)) for heap in game] for game in games]
    early = [number for game in numbers for number in game[:5]]
    shares = [sum(low <= n <= high for n in early) / len(early) for low, high in ((0, 0), (1, 2), (3, 5), (6, 39))]
    assert shares == pytest.approx([0.35, 0.45, 0.16, 0.03], abs=0.04)
    twenty = [number for game in numbers for number in game[:20]]
    assert mean(twenty) == pytest.approx(1.55, abs=0.06)
    assert twenty.count(0) / len(twenty) == pytest.approx(0.41, abs=0.03)
    for draws, share in ((5, 0.19), (10, 0.40), (15, 0.61), (20, 0.80), (25, 0.93)):
        assert mean(sum(game[:draws]) for game in numbers) / 39 == pytest.approx(share, abs=0.03)
    avalanches = sorted(max(game) for game in numbers)
    assert 5 <= median(avalanches) <= 8
    thirds = sorted(next(n for n in range(1, 31) if sum(marbles(h, DOOM) for h in game[:n]) == 3) for game in games)
    for quantile, draw in ((0.1, 11), (0.5, 20), (0.9, 27)):
        assert abs(thirds[int(quantile * GAMES)] - draw) <= 2


def test_tentacles_that_hold_much_and_lonely_ones_let_more_fall() -> None:
    def means(*sticks: int, left: int = FOUR_STOREYS.all) -> list[float]:
        return [mean_fall(FOUR_STOREYS, left, stick, 39) for stick in sticks]

    in_the_groove, below, above = means(13, 10, 15)
    assert in_the_groove > below > above, "marbles of the second storey lie between its upper tentacles"
    assert sum(means(*range(1, 31))) == pytest.approx(39, rel=0.1), "in a full tower shares make up the whole"
    lonely = FOUR_STOREYS.all & ~FOUR_STOREYS.storeys[1].mask | BIT[10]
    assert means(10, left=lonely)[0] < below, "a storey with one tentacle holds little"


@pytest.mark.rule("TM-T2")
def test_the_fast_model_falls_like_the_physical_tower() -> None:
    """Against games of the physical tower that it was not fitted to; their own noise is about 0.02."""
    script = Path(__file__).parents[3] / "benchmarks" / "tower_physics.py"
    done = subprocess.run([sys.executable, script, "compare"], capture_output=True, text=True, check=True)
    found = re.findall(r"^\| (.+) \| (0\.\d{3}) \| 0\.\d{3} \|$", done.stdout, re.MULTILINE)
    far = [float(figure) for _, figure in found]
    assert len(far) == 4
    assert max(far[:3]) < 0.05
    assert far[3] < 0.2


def test_a_fall_says_what_may_come_out() -> None:
    inside = heap_in("D1 S1 M2 X1")
    chance = Falls(FOUR_STOREYS, FOUR_STOREYS.all, 5, inside, ())
    outcomes = dict(chance.outcomes())
    assert len(outcomes) == 2 * 2 * 3 * 2
    assert sum(outcomes.values()) == pytest.approx(1)
    assert chance.text(heap_in("D1 M2")) == "D1 M2"
    assert chance.parse("-") == 0
    for text in ("D2", "M3", "Q1", "D1 D1", "2"):
        with pytest.raises(mk.FortuneError):
            chance.parse(text)
    last = Falls(FOUR_STOREYS, BIT[5], 5, inside, ())
    assert last.outcomes() == [(inside, 1.0)]
    assert not last.possible(0)


def test_a_physical_tower_can_answer_instead() -> None:
    """Whoever keeps the history of a tower may answer its chance: here, one marble at a time, the best first."""

    class Physical:
        """Answers draws itself, and leaves everything else to another fortune."""

        def __init__(self, other: mk.Fortune) -> None:
            self.other = other
            self.seen: list[tuple[int, ...]] = []

        def draw(self, chance: mk.Chance, n: int) -> int:
            if not isinstance(chance, Falls):
                return self.other.draw(chance, n)
            self.seen.append(tuple(stick for stick, _ in chance.history))
            if chance.left == BIT[chance.stick]:
                return chance.inside
            kind = next(kind for kind in range(4) if counts_of(chance.inside)[kind])
            return heap_in(f"{'DSMX'[kind]}1")

        def restart(self) -> mk.Fortune:
            return self

        def header(self, over: bool) -> dict[str, str]:
            return {"kind": "scripted"}

    tower = Physical(mk.Seeded(5))
    match = mk.Match(GAME, seats=3, fortune=tower)
    random = Random(5)
    match.play(lambda ask: random.choice(ask.options))
    drawn = match.view()["tower"]["drawn"]
    assert tower.seen[-1] == tuple(stick for stick, _ in drawn[:-1])
    assert [heap["discovery"] for _, heap in drawn[:12]] == [1] * 12
    again = mk.read_record(mk.write_record(match)).match()
    assert again.fingerprint() == match.fingerprint(), "a record needs no tower"


def test_heaps_in_words() -> None:
    for heap in (0, ALL_MARBLES, heap_in("S3 X2")):
        assert heap_in(heap_text(heap)) == heap
    assert counts_of(ALL_MARBLES) == MARBLES
    assert heap_text(ALL_MARBLES) == "D12 S11 M13 X3"
