"""Chance: what may come out is told honestly, and comes out as often as told."""

from __future__ import annotations

from collections import Counter
from functools import cache
from math import exp, fsum, isclose, log
from random import Random

from miskatonic.kernel import Chance, FortuneError, Seeded
from miskatonic.kernel.state import fields_of
from miskatonic.testing.trial import Trial

DRAWS = 3_000
FALSE_ALARM = 1e-12
"""How likely an honest chance is accused, per outcome."""


def chance(trial: Trial) -> None:
    """Probabilities are positive and sum to 1, outcomes have words, and draws come out as often as they should."""
    for step in trial.whole().steps():
        if isinstance(step.question, Chance):
            if not step.question.possible(step.code):
                raise AssertionError(f"{step.question} came out as {step.code}, which it calls impossible")
            _check_once(_Same(step.question))


class _Same:
    """A chance that equals every other one with the same facts, whoever sees it and whatever its key is."""

    def __init__(self, chance: Chance) -> None:
        self.chance = chance
        names = [name for name in fields_of(chance) if name not in ("audience", "bits", "key", "table")]
        self._facts = (type(chance), *(repr(getattr(chance, name)) for name in names))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and self._facts == other._facts

    def __hash__(self) -> int:
        return hash(self._facts)


@cache
def _check_once(same: _Same) -> None:
    """Errors are not cached, so a dishonest chance is found again."""
    chance = same.chance
    random = Random(str(chance))
    stream, alone = Seeded(str(chance)), chance.keyed("")
    ways = {
        "draw": Counter(chance.draw(random.randrange) for _ in range(DRAWS)),
        "sample": Counter(chance.sample(random.random) for _ in range(DRAWS)),
        "stream": Counter(stream.draw(alone, 0) for _ in range(DRAWS)),
    }
    try:
        outcomes = chance.outcomes()
    except FortuneError:  # too many to list, which is allowed
        for counts in ways.values():
            for code in counts:
                _check_outcome(chance, code)
        return
    _check_outcomes(chance, outcomes)
    for way, counts in ways.items():
        _check_counts(f"{way} of {chance}", outcomes, counts)
    if lots := chance.lots():
        shares = Counter(lots)
        exact = all(isclose(shares[code] / len(lots), p, abs_tol=1e-9) for code, p in outcomes)
        if not exact or len(shares) != len(outcomes):
            raise AssertionError(f"the lots of {chance} do not have the probabilities of its outcomes")


def _check_outcomes(chance: Chance, outcomes: list[tuple[int, float]]) -> None:
    codes = [code for code, _ in outcomes]
    if codes != sorted(set(codes)):
        raise AssertionError(f"the outcomes of {chance} are not ascending, or one is there twice")
    if not all(p > 0 for _, p in outcomes):
        raise AssertionError(f"{chance} lists an outcome with no probability")
    if not isclose(total := fsum(p for _, p in outcomes), 1, abs_tol=1e-9):
        raise AssertionError(f"the probabilities of {chance} sum to {total}, not to 1")
    for code in codes:
        _check_outcome(chance, code)
    if chance.possible(codes[-1] + 1) or chance.possible(codes[0] - 1):
        raise AssertionError(f"{chance} calls an outcome possible that it does not list")


def _check_outcome(chance: Chance, code: int) -> None:
    if not chance.possible(code):
        raise AssertionError(f"{chance} calls {code} impossible, which may come out")
    if chance.parse(chance.text(code)) != code:
        raise AssertionError(f"{chance} writes {code} as {chance.text(code)!r}, which it reads as something else")


def _check_counts(what: str, outcomes: list[tuple[int, float]], counts: Counter[int]) -> None:
    """Every outcome, and all outcomes up to it, must come out about as often as their probability says."""
    if strange := set(counts) - {code for code, _ in outcomes}:
        raise AssertionError(f"{what} gives {min(strange)}, which is not among its outcomes")
    below, below_p = 0, 0.0
    for code, p in outcomes:
        below += counts[code]
        below_p = min(1.0, below_p + p)
        for seen, expected in ((counts[code], p), (below, below_p)):
            if _likelihood(seen, expected) < FALSE_ALARM:
                raise AssertionError(f"{what} is biased at {code}: {seen} of {DRAWS}, expected {expected * DRAWS:.0f}")


def _likelihood(seen: int, p: float) -> float:
    """An upper bound (Chernoff) of the probability to see a share this far from `p`."""
    share = seen / DRAWS
    if p > 1 - 1e-9:
        return 1.0 if seen == DRAWS else 0.0
    return exp(-DRAWS * (_term(share, p) + _term(1 - share, 1 - p)))


def _term(share: float, p: float) -> float:
    return share * log(share / p) if share else 0.0
