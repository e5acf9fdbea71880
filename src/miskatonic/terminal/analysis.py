"""`miskatonic analyse`: every mistake of a finished match, with what it cost."""

from __future__ import annotations

from miskatonic.bots.optimal import SOLVED
from miskatonic.bots.optimal.analysis import LEAST, Decision, decisions
from miskatonic.kernel import Match, SetupError
from miskatonic.terminal.screen import Screen


def show_analysis(match: Match, screen: Screen) -> None:
    """Judge every answer of every seat, and list those that gave something away."""
    if match.game.name != SOLVED:
        raise SetupError(f"only Dice of Arkham is solved; matches of {match.game.title} cannot be analysed")
    for seat in range(len(match.players)):
        judged = list(decisions(match, seat))
        if len(match.players) > 1:
            screen.say(match.name(seat), "bold")
        for decision in judged:
            if decision.cost >= LEAST:
                screen.say(str(decision), "yellow")
        screen.say(summary(judged), "bold")


def summary(judged: list[Decision]) -> str:
    """A match in a sentence."""
    mistakes = [decision for decision in judged if decision.cost >= LEAST]
    if not mistakes:
        return f"{len(judged)} answers, all as good as can be."
    lost = sum(decision.cost for decision in judged)
    worst = max(mistakes, key=lambda decision: decision.cost)
    return (
        f"{len(judged)} answers, {len(mistakes)} mistakes; together they gave away {lost:.1%} of the chance to win, "
        f"the worst of them {worst.cost:.1%} in turn {worst.turn}."
    )
