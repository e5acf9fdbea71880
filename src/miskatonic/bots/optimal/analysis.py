"""A match judged afterwards: every answer beside the best one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from miskatonic.bots.optimal import evaluate
from miskatonic.kernel import Ask, Match, View

NOTHING = 1e-6
"""What is lost by rounding."""
LEAST = 0.0005
"""A mistake costs at least so much of the chance to win; less is not worth a line."""


class Moment(NamedTuple):
    """A question of a match as it stood before somebody, and what he answered."""

    n: int
    ask: Ask
    view: View
    chosen: int


class Decision(NamedTuple):
    """One answer of a match, beside the best one, in words, with their winning probabilities."""

    n: int
    turn: int
    question: str
    chosen: int
    chosen_words: str
    chosen_value: float
    best: int
    best_words: str
    best_value: float

    @property
    def cost(self) -> float:
        """The winning probability that was given away."""
        return self.best_value - self.chosen_value

    def __str__(self) -> str:
        if self.cost <= NOTHING:
            return f"turn {self.turn}: {self.chosen_words} ({self.chosen_value:.1%}), as good as any"
        said = f"{self.chosen_words} ({self.chosen_value:.1%}) instead of {self.best_words} ({self.best_value:.1%})"
        return f"turn {self.turn}: {said} cost {self.cost:.1%}"


def moments(match: Match, seat: int | None = None) -> Iterator[Moment]:
    """Everything that a seat was asked in a match, or that anybody was."""
    for step in match.steps():
        ask = step.question
        if isinstance(ask, Ask) and seat in (None, ask.seat):
            yield Moment(step.n, ask, match.at(step.asked_at).view(ask.seat), step.code)


def judged(match: Match, moment: Moment, values: Mapping[int, float]) -> Decision:
    """An answer beside the best one; what is as good as the best is the best."""
    label, view = match.game.phrases.label, moment.view
    best = max(values, key=values.__getitem__)
    if values[moment.chosen] >= values[best] - NOTHING:
        best = moment.chosen
    return Decision(
        n=moment.n,
        turn=view["you"]["turn"],
        question=match.game.phrases.prompt(moment.ask, view),
        chosen=moment.chosen,
        chosen_words=label(moment.chosen, view),
        chosen_value=values[moment.chosen],
        best=best,
        best_words=label(best, view),
        best_value=values[best],
    )


def decisions(match: Match, seat: int = 0) -> Iterator[Decision]:
    """Every answer that a seat gave in a match, judged."""
    for moment in moments(match, seat):
        yield judged(match, moment, evaluate(moment.view, moment.ask))


def analyse(match: Match, seat: int = 0, least: float = LEAST) -> list[Decision]:
    """The mistakes of a match: every answer that gave away some winning probability, in the order of play."""
    return [decision for decision in decisions(match, seat) if decision.cost >= least]
