"""Appraisals: how likely a seat is to win, from a few signs that matter and what each of them weighs.

The signs are chosen by hand, next to each game. Their weights are fitted to many games of the sensible players by
`tools/fit_appraisals.py`, which also writes them down.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp
from operator import mul


def likelihood(signs: Sequence[float], weights: Sequence[float]) -> float:
    """The chance that belongs to some signs; the first weight stands alone."""
    evidence = weights[0] + sum(map(mul, signs, weights[1:]))
    return 1 / (1 + exp(-max(-30.0, min(30.0, evidence))))


def crossed(signs: list[float]) -> list[float]:
    """Signs with all products of two of them: what one is worth may depend on another."""
    return [*signs, *(one * other for at, one in enumerate(signs) for other in signs[at:])]
