"""Figures with their uncertainty."""

from __future__ import annotations

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


def share(hits: int, of: int, z: float = Z95) -> Interval:
    """A share with Wilson's interval, which holds also for few games and shares near 0 or 1."""
    if not of:
        return Interval(0.0, 0.0, 1.0)
    p = hits / of
    scale = 1 + z * z / of
    middle = (p + z * z / (2 * of)) / scale
    reach = z * sqrt(p * (1 - p) / of + z * z / (4 * of * of)) / scale
    return Interval(p, max(0.0, middle - reach), min(1.0, middle + reach))


def mean(values: Numbers, draws: int = 2000, seed: int = 0) -> Interval:
    """A mean with the interval of its bootstrap."""
    if not len(values):
        return Interval(0.0, 0.0, 0.0)
    random = np.random.default_rng(seed)
    size = len(values)
    # means of resamples, by how often each value is drawn: a few at a time, to spare memory
    means = np.concatenate(
        [values[random.integers(0, size, (part, size))].mean(axis=1) for part in _parts(draws, size)]
    )
    low, high = np.percentile(means, (2.5, 97.5))
    return Interval(float(values.mean()), float(low), float(high))


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


def elo(points: dict[tuple[str, str], tuple[float, int]]) -> dict[str, float]:
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
