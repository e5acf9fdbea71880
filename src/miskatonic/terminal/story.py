"""What happened, in sentences: with names where several people play."""

from __future__ import annotations

from collections.abc import Iterable

from miskatonic.kernel import Match, News
from miskatonic.terminal.screen import Screen


def sentences(match: Match, news: Iterable[News], listener: int | None = None) -> list[str]:
    """The news as lines of a log, told to one seat or to everybody; what need not be said is left out."""
    return [said for item in news if (said := match.sentence(item, listener))]


def tell(screen: Screen, lines: list[str], most: int = 1000) -> None:
    """The last lines of a log; how many came before is said."""
    if len(lines) > most:
        lines = [f"({len(lines) - most + 1} more lines before: log)", *lines[-most + 1 :]]
    for line in lines:
        if screen.plain:
            screen.say(line)
        else:
            screen.row([("·", "dim")], line)
