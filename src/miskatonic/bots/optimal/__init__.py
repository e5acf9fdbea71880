"""The optimal player of Dice of Arkham: plays from a solved policy, and judges what others do.

Policies are made by `miskatonic solve arkham` and kept in the user's cache. NumPy and Numba (extra `lab`) are loaded
when the first question is judged.
"""

from __future__ import annotations

from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from miskatonic.bots.advice import Advice
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

    def advise(self, seen: Glimpse, ask: Ask) -> Advice:
        """The best answer, and what it and all others are worth."""
        values = evaluate(seen.view, ask)
        best, *others = sorted(values, key=values.__getitem__, reverse=True)
        said = f"wins {values[best]:.1%} of games with best play from here"
        return Advice(best, f"{said}, the next best answer {values[others[0]]:.1%}" if others else said, values)


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


def judge_of(view: View) -> Judge:
    """The judge of the game that a view shows."""
    return _judge(policy_of(view))


def policy_of(view: View) -> Path:
    """The policy for the game that a view shows; it must have been made."""
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
            f"sheet {name!r} is not solved yet under these rules; run: miskatonic solve arkham --sheet {name}, "
            "for a sheet of your own also with --content FILE, for other rules with the same --option"
        )
    return path


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
