"""What happened, in sentences: with names where several people play."""

from __future__ import annotations

from collections.abc import Iterable

from miskatonic.kernel import Match, News
from miskatonic.terminal.screen import Screen

POINT = [("·", "dim")]


def sentences(match: Match, news: Iterable[News], listener: int | None = None) -> list[str]:
    """The news as lines of a log, told to one seat or to everybody; what need not be said is left out."""
    return [said for item in news if (said := match.sentence(item, listener))]


def tell(screen: Screen, lines: list[str], most: int = 1000) -> None:
    """The last lines of a log, as many as there is room for; how many came before is said."""
    kept = last(screen, lines, most)
    if len(kept) < len(lines):
        kept = last(screen, lines, most - 1)
        kept = [f"({len(lines) - len(kept)} more lines before: log)", *kept]
    for line in kept:
        if screen.plain:
            screen.say(line)
        else:
            screen.row(POINT, line)


def last(screen: Screen, lines: list[str], room: int) -> list[str]:
    """The last of some lines that there is room for."""
    first = len(lines)
    while first and (room := room - height(screen, [lines[first - 1]])) >= 0:
        first -= 1
    return lines[min(first, len(lines) - 1) :] if lines else []


def height(screen: Screen, lines: list[str]) -> int:
    """How many lines a log takes."""
    return len(lines) if screen.plain else sum(screen.row_height(POINT, line) for line in lines)
