"""Results that were never played, to see what is made of them."""

from __future__ import annotations

from pathlib import Path

from miskatonic.lab.keep import Results
from miskatonic.lab.play import Row, Rows
from miskatonic.lab.run import Run

DUEL = (("heuristic", "random"), ("random", "heuristic"))


def seat_rows(run: Run, numbers: range, winners: dict[int, str]) -> list[Row]:
    """The seats of some matches, by the bot that won each; nobody won the others."""
    return [
        {
            "number": number,
            "seat": seat,
            "bot": bot,
            "won": winners.get(number) == bot,
            "returned": float(winners.get(number) == bot),
            "standing": 0.0,
            "fate": None,
            "decisions": 1,
            "seconds": 0.0,
        }
        for number in numbers
        for seat, bot in enumerate(run.lineup(number))
    ]


def rows(run: Run, numbers: range, winners: dict[int, str]) -> Rows:
    """Everything that is kept of some matches."""
    matches = [
        {
            "number": number,
            "lineup": "|".join(run.lineup(number)),
            "dice": f"{run.seed}/{number // len(run.lineups)}",
            "result": winners.get(number, "draw"),
            "entries": 1,
            "decisions": len(run.lineups[0]),
            "lead_changes": 0,
            "decided_at": None,
        }
        for number in numbers
    ]
    return Rows(matches, seat_rows(run, numbers, winners), [])


def results(run: Run, folder: Path, winners: dict[int, str]) -> Results:
    """A folder with such matches."""
    made = Results.of(run, folder)
    for chunk in run.chunks():
        made.add(chunk, rows(run, chunk, winners))
    return made
