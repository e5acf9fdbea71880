"""Figures with their uncertainty."""

from __future__ import annotations

from collections.abc import Mapping
from math import log, sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Z95 = 1.959963984540054
FEWEST = 10
"""With fewer scores the normal approximation errs more often than a sequential test promises."""
Numbers = NDArray[np.float64]


class Interval(NamedTuple):
    """An estimate with the bounds of its 95 % interval."""

    value: float
    low: float
    high: float

    def percent(self, digits: int = 1) -> str:
        """As a share: `41.2 % (39.0 % to 43.4 %)`."""
        value, low, high = (f"{100 * figure:.{digits}f} %" for figure in (self.value, self.low, self.high))
        return f"{value} ({low} to {high})"

    def plain(self, form: str) -> str:
        """As a number: `1.20 ± 0.15`."""
        reach = (self.high - self.low) / 2
        return f"{self.value:{form}} ± {reach:{form.removeprefix('+')}}"


def wilson(hits: float, of: float) -> Interval:
    """The share of independent tries with Wilson's interval, which holds also for few tries and shares near 0 or 1."""
    if not of:
        return Interval(0.0, 0.0, 1.0)
    p = hits / of
    scale = 1 + Z95 * Z95 / of
    middle = (p + Z95 * Z95 / (2 * of)) / scale
    reach = Z95 * sqrt(p * (1 - p) / of + Z95 * Z95 / (4 * of * of)) / scale
    return Interval(p, max(0.0, middle - reach), min(1.0, middle + reach))


def share(hits: Numbers, of: Numbers) -> Interval:
    """A share of tries that belong together in groups: hits and tries of every group, which alone are independent.

    Wilson's interval, for as many tries as they are worth: all of them, if those of a group have nothing to do with
    each other; one of every group, if they are all alike; more than there are, if they make up for each other.
    """
    tries = float(of.sum())
    if not tries:
        return wilson(0, 0)
    p = float(hits.sum()) / tries
    size = float((of**2).sum()) / tries
    # how far groups spread beside single tries; a doubtful group more, of tries that are all alike, keeps it sober
    spread = (float(((hits - p * of) ** 2).sum()) + size**2 / 4) / (tries * p * (1 - p) + size / 4)
    return wilson(p * tries / spread, tries / spread)._replace(value=p)


def difference(hits: Numbers, of: Numbers, other_hits: Numbers, other_of: Numbers) -> Interval:
    """How much larger one share is than another, of tries in the same groups."""
    one, other = hits.sum() / of.sum(), other_hits.sum() / other_of.sum()
    apart = (hits - one * of) / of.sum() - (other_hits - other * other_of) / other_of.sum()
    more, reach = float(one - other), Z95 * sqrt(float((apart**2).sum()))
    return Interval(more, more - reach, more + reach)


def mean(sums: Numbers, counts: Numbers, draws: int = 2000, seed: int = 0) -> Interval:
    """The mean of values that belong together in groups, by the sum and the number of each: a bootstrap over groups.

    Where every value stands alone, the sums are the values, and all counts are 1.
    """
    if not len(sums):
        return Interval(0.0, 0.0, 0.0)
    random = np.random.default_rng(seed)
    size = len(sums)
    means: list[float] = []
    # a few resamples at a time, to spare memory
    for part in _parts(draws, size):
        drawn = random.integers(0, size, (part, size))
        means.extend(sums[drawn].sum(axis=1) / counts[drawn].sum(axis=1))
    low, high = np.percentile(means, (2.5, 97.5))
    return Interval(float(sums.sum() / counts.sum()), float(low), float(high))


def _parts(draws: int, size: int) -> list[int]:
    most = max(1, 5_000_000 // max(1, size))
    return [most] * (draws // most) + ([draws % most] if draws % most else [])


class Sprt(NamedTuple):
    """Wald's sequential test: whether A is stronger than B by `high` Elo rather than by `low`."""

    low: float = 0.0
    high: float = 30.0
    alpha: float = 0.05
    beta: float = 0.05

    def ratios(self, scores: Numbers) -> Numbers:
        """The log likelihood ratio after none, one, two and so on of independent scores, by the normal approximation.

        Scores are 1 for won, 0.5 for drawn and 0 for lost. Fewer than ten say nothing.
        """
        count = np.arange(1.0, len(scores) + 1)
        total, squares = np.cumsum(scores), np.cumsum(scores**2)
        # all alike so far: a doubtful half game in each direction keeps the test sober
        alike = count * squares == total**2
        count, total, squares = count + 2 * alike, total + alike, squares + alike
        mean = total / count
        variance = squares / count - mean**2
        low, high = expected(self.low), expected(self.high)
        found = np.append(0.0, count * (high - low) * (2 * mean - low - high) / (2 * variance))
        found[:FEWEST] = 0.0
        return found

    def verdict(self, ratio: float) -> str:
        """`accepted`, `rejected` or `open`."""
        if ratio >= log((1 - self.beta) / self.alpha):
            return "accepted"
        return "rejected" if ratio <= log(self.beta / (1 - self.alpha)) else "open"


def expected(elo: float) -> float:
    """The share of points that so much more Elo brings."""
    return float(1 / (1 + 10 ** (-elo / 400)))


def elo(points: Mapping[tuple[str, str], tuple[float, float]]) -> dict[str, float]:
    """Elo of everybody from points in pairs (points of the first, games), by the Bradley-Terry model; mean 0.

    Every pair gets one drawn game more than it played, so that somebody who never loses stays finite.
    """
    names = sorted({name for pair in points for name in pair})
    index = {name: at for at, name in enumerate(names)}
    won = np.zeros((len(names), len(names)))
    for (first, second), (got, games) in points.items():
        won[index[first], index[second]] += got + 0.5
        won[index[second], index[first]] += games - got + 0.5
    strength = np.ones(len(names))
    played = won + won.T
    for _ in range(10_000):
        before = strength
        shared = played / (strength[:, None] + strength[None, :])
        np.fill_diagonal(shared, 0)
        strength = won.sum(axis=1) / shared.sum(axis=1)
        strength /= np.exp(np.log(strength).mean())
        if np.abs(np.log(strength / before)).max() < 1e-10:
            break
    return {name: float(400 * np.log10(strength[index[name]])) for name in names}
