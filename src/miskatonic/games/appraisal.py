"""Appraisals: how likely a seat is to win, from signs that matter and what each of them weighs.

The signs are chosen by hand, next to each game. Their weights are fitted to many games of the sensible players by
`tools/fit_appraisals.py`, `tools/fit_outlook.py` or `tools/fit_sheets.py`, which also write them down.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, tanh
from operator import mul


def likelihood(signs: Sequence[float], weights: Sequence[float]) -> float:
    """The chance that belongs to some signs; the first weight stands alone."""
    return _chance(weights[0] + sum(map(mul, signs, weights[1:])))


def _chance(evidence: float) -> float:
    return 1 / (1 + exp(-max(-30.0, min(30.0, evidence))))


def network(signs: Sequence[float], units: Sequence[Sequence[float]], last: Sequence[float]) -> float:
    """The same by a small network."""
    return _chance(evidence(signs, units, last))


def evidence(signs: Sequence[float], units: Sequence[Sequence[float]], last: Sequence[float]) -> float:
    """What a small network makes of signs: units weigh them, and at last all units and signs are weighed.

    In each row the first weight stands alone.
    """
    told = [1.0, *signs]
    told += [tanh(sum(map(mul, told, unit))) for unit in units]
    found: float = sum(map(mul, told, last))
    return found


def crossed(signs: list[float]) -> list[float]:
    """Signs with all products of two of them: what one is worth may depend on another."""
    return [*signs, *(one * other for at, one in enumerate(signs) for other in signs[at:])]
