"""Figures with their uncertainty, against values computed elsewhere."""

from __future__ import annotations

import numpy as np
import pytest

from miskatonic.lab.figures import Numbers, Sprt, difference, elo, expected, mean, share, wilson


@pytest.mark.parametrize(
    ("hits", "of", "low", "high"),
    [(0, 10, 0.0, 0.2775), (5, 10, 0.2366, 0.7634), (10, 10, 0.7225, 1.0), (81, 263, 0.2553, 0.3662)],
)
def test_wilson_intervals_of_the_textbook(hits: int, of: int, low: float, high: float) -> None:
    found = wilson(hits, of)
    assert found.value == hits / of
    assert (found.low, found.high) == pytest.approx((low, high), abs=5e-5)


def test_nothing_played_says_nothing() -> None:
    assert wilson(0, 0)[1:] == share(np.array([]), np.array([]))[1:] == (0.0, 1.0)


def in_groups(luck: float, chance: float, groups: int, size: int, random: np.random.Generator) -> Numbers:
    """Hits in groups whose tries share so much of their luck: 0 none of it, 1 all."""
    alike = random.random(groups) < luck
    together = np.where(random.random(groups) < chance, size, 0)
    return np.where(alike, together, random.binomial(size, chance, groups)).astype(np.float64)


@pytest.mark.parametrize(("groups", "size"), [(20, 2), (30, 6), (200, 3)])
@pytest.mark.parametrize("luck", [0.0, 0.5, 1.0])
@pytest.mark.parametrize("chance", [0.5, 0.15])
def test_the_interval_of_a_share_covers_it_however_alike_groups_are(
    groups: int, size: int, luck: float, chance: float
) -> None:
    random = np.random.default_rng(3)
    found = [share(in_groups(luck, chance, groups, size, random), np.full(groups, size)) for _ in range(600)]
    assert 0.9 <= np.mean([one.low <= chance <= one.high for one in found]) <= 0.995


def test_groups_of_one_and_groups_that_are_all_alike_have_wilsons_interval() -> None:
    hits = np.array([1.0] * 3 + [0.0] * 9)
    assert share(hits, np.ones(12)) == pytest.approx(wilson(3, 12))
    assert share(4 * hits, np.full(12, 4)) == pytest.approx(wilson(3, 12))
    assert share(0 * hits, np.full(12, 4)) == pytest.approx(wilson(0, 12))


def test_who_wins_as_often_on_all_dice_is_known_better_but_not_for_sure() -> None:
    low, high = share(np.ones(50), np.full(50, 2))[1:]
    assert 0 < high - low < 0.5 * (wilson(50, 100).high - wilson(50, 100).low)


@pytest.mark.parametrize("luck", [0.0, 0.7])
def test_the_interval_of_a_difference_covers_it(luck: float) -> None:
    """Nobody wins more often here: who meets something meets it together with all others on the same dice."""
    random = np.random.default_rng(4)
    covered = 0
    for _ in range(400):
        won = in_groups(luck, 0.4, 60, 4, random)
        met = random.random(60) < 0.4
        of = np.full(60, 4.0)
        found = difference(won * met, of * met, won * ~met, of * ~met)
        covered += found.low <= 0 <= found.high
    assert 0.9 <= covered / 400 <= 0.98


def test_the_interval_of_a_mean_covers_it_as_often_as_it_says() -> None:
    random = np.random.default_rng(5)
    covered = 0
    for seed in range(200):
        found = mean(random.exponential(2.0, 80), np.ones(80), draws=400, seed=seed)
        covered += found.low <= 2.0 <= found.high
    assert 0.88 <= covered / 200 <= 0.99


def test_a_mean_over_dice_is_no_surer_for_seeing_the_same_dice_often() -> None:
    values = np.random.default_rng(6).normal(size=60)
    assert mean(3 * values, np.full(60, 3.0)) == pytest.approx(mean(values, np.ones(60)))
    assert mean(np.array([]), np.array([])) == (0.0, 0.0, 0.0)


def test_elo_gives_back_the_strengths_that_made_the_results() -> None:
    true = {"a": 120.0, "b": 0.0, "c": -120.0}
    points = {
        (first, second): (100_000 * expected(true[first] - true[second]), 100_000)
        for first, second in (("a", "b"), ("a", "c"), ("b", "c"))
    }
    found = elo(points)
    assert found == pytest.approx(true, abs=0.5)


def test_who_never_loses_has_a_finite_rating() -> None:
    found = elo({("a", "b"): (50.0, 50)})
    assert 500 < found["a"] - found["b"] < 1500


@pytest.mark.parametrize("matches", [1, 2, 6])
def test_the_sequential_test_decides_as_rarely_wrongly_as_promised(matches: int) -> None:
    """Also where several matches on the same dice are one score."""
    random = np.random.default_rng(7)
    sprt = Sprt(0, 60)
    step = 24 // matches

    def decide(share_of_points: float) -> str:
        won = random.random((6000, matches)) < share_of_points
        ratios = sprt.ratios((np.sign(won.mean(axis=1) - 0.5) + 1) / 2)
        verdicts = (sprt.verdict(ratio) for ratio in ratios[step::step])
        return next((verdict for verdict in verdicts if verdict != "open"), "open")

    equal = [decide(0.5) for _ in range(400)]
    stronger = [decide(expected(60)) for _ in range(400)]
    assert equal.count("accepted") <= 34
    assert stronger.count("rejected") <= 34
    assert equal.count("open") + stronger.count("open") == 0


def test_the_ratio_is_that_of_the_formula_once_there_are_ten_scores() -> None:
    scores = np.array([1.0, 0.5, 1.0, 0.0, 1.0] * 2)
    low, high = expected(0), expected(60)
    by_hand = 10 * (high - low) * (2 * 0.7 - low - high) / (2 * scores.var())
    assert list(Sprt(0, 60).ratios(scores)) == pytest.approx([0.0] * 10 + [by_hand])


def test_results_that_are_all_alike_are_no_proof_yet() -> None:
    ratios = Sprt().ratios(np.ones(400))
    assert Sprt().verdict(ratios[3]) == "open"
    assert Sprt().verdict(ratios[400]) == "accepted"
