"""The optimal player of Dice of Arkham: plays from a solved policy, and judges what others do.

Policies are made by `miskatonic solve arkham` and kept in the user's cache. NumPy and Numba (extra `lab`) are loaded
when the first question is judged.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from miskatonic.bots.glimpse import Glimpse
from miskatonic.bots.optimal.shelf import anything_solved, policy_file
from miskatonic.kernel import Ask, Game, Match, SetupError, UnknownBot, View

if TYPE_CHECKING:
    from miskatonic.bots.optimal.judge import Judge

SOLVED = "arkham"
"""The only game that is solved."""
NEEDS = ("numpy", "numba")
"""What looking ahead needs besides a policy."""


class OptimalBot:
    """Plays as well as can be; equal answers are decided for the first of them, so it always plays the same way."""

    def __init__(self, game: Game[Any], seed: int | str) -> None:
        if game.name != SOLVED:
            raise UnknownBot(f"only Dice of Arkham is solved; {game.title} has no optimal player")
        if not anything_solved():
            raise UnknownBot("the optimal player has nothing to play from yet; run: miskatonic solve arkham")

    def choose(self, seen: Glimpse, ask: Ask) -> int:
        """The answer with the highest winning probability."""
        return judge_of(seen.view).best(seen.view, ask)

    def advise(self, seen: Glimpse, ask: Ask) -> tuple[int, str]:
        """The best answer, and what it and the next best are worth."""
        values = evaluate(seen.view, ask)
        best, *others = sorted(values, key=values.__getitem__, reverse=True)
        said = f"wins {values[best]:.1%} of games with best play from here"
        return best, f"{said}, the next best answer {values[others[0]]:.1%}" if others else said


def is_solved(game: Game[Any], view: View) -> bool:
    """Whether the best play of what a view shows is known here, and can be looked up."""
    if game.name != SOLVED or view.get("you") is None or any(find_spec(needed) is None for needed in NEEDS):
        return False
    return policy_file(view["sheet"], view["you"]["rules"]).exists()


def all_odds(game: Game[Any], view: View, ask: Ask) -> dict[int, str]:
    """What the game says about the options of a question, led by their winning probabilities where they are known."""
    remarks = dict(game.odds(view, ask)) if game.odds else {}
    if is_solved(game, view):
        for code, value in evaluate(view, ask).items():
            wins = f"wins {value:.1%} of games with best play"
            remarks[code] = f"{wins}; {remarks[code]}" if remarks.get(code) else wins
    return remarks


def evaluate(seen: View | Match, ask: Ask) -> dict[int, float]:
    """The winning probability of every option of a question, with best play afterwards."""
    view = seen.view(ask.seat) if isinstance(seen, Match) else seen
    return judge_of(view).evaluate(view, ask)


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


NOTHING = 1e-6
"""What is lost by rounding."""


def decisions(match: Match, seat: int = 0) -> Iterator[Decision]:
    """Every answer that a seat gave in a match, judged."""
    label = match.game.phrases.label
    for step in match.steps():
        if not isinstance(step.question, Ask) or step.question.seat != seat:
            continue
        view = match.at(step.asked_at).view(seat)
        values = evaluate(view, step.question)
        best = max(values, key=values.__getitem__)
        if values[step.code] >= values[best] - NOTHING:
            best = step.code
        yield Decision(
            step.n,
            view["you"]["turn"],
            match.game.phrases.prompt(step.question, view),
            step.code,
            label(step.code, view),
            values[step.code],
            best,
            label(best, view),
            values[best],
        )


def analyse(match: Match, seat: int = 0, least: float = 0.0005) -> list[Decision]:
    """The mistakes of a match: every answer that gave away some winning probability, in the order of play."""
    return [decision for decision in decisions(match, seat) if decision.cost >= least]


def judge_of(view: View) -> Judge:
    """The judge of the game that a view shows; its policy must have been made."""
    for needed in NEEDS:
        if find_spec(needed) is None:
            raise SetupError(
                f"the optimal player needs {needed}, which is not installed: pip install 'miskatonic[lab]'"
            )
    refuse_unsolvable(view["you"]["rules"])
    path = policy_file(view["sheet"], view["you"]["rules"])
    if not path.exists():
        name = view["sheet"]["name"]
        raise SetupError(
            f"sheet {name!r} is not solved yet under these rules; run: miskatonic solve arkham --sheet {name}"
        )
    return _judge(path)


def refuse_unsolvable(rules: dict[str, Any]) -> None:
    """Say which rules cannot be solved, and why."""
    if rules["ghosts_let_choose"]:
        raise SetupError(
            "ghost_toll=choose cannot be solved: the table does not show how many points the pale shapes still take"
        )


@cache
def _judge(path: Path) -> Judge:
    from miskatonic.bots.optimal.judge import Judge
    from miskatonic.bots.optimal.policy import load

    return Judge(load(path))
