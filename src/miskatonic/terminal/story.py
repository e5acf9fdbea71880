"""What happened, in sentences: with names where several people play."""

from __future__ import annotations

from collections.abc import Iterable

from miskatonic.kernel import Answered, Fell, Match, News
from miskatonic.terminal.screen import Screen


def sentences(match: Match, news: Iterable[News], listener: int | None = None) -> list[str]:
    """The news as lines of a log, told to one seat or to everybody; what need not be said is left out."""
    return [said for item in news if (said := _sentence(match, item, listener))]


def _sentence(match: Match, news: News, listener: int | None) -> str:
    said = match.game.phrases.sentence(news)
    seat = _whose(news)
    if said and seat not in (None, listener) and len(match.players) > 1 and f"{{{seat}}}" not in said:
        said = f"{{{seat}}}: {said}"
    return match.named(said)


def _whose(news: News) -> int | None:
    """The seat that news are about, if about one."""
    if isinstance(news, Answered):
        return news.ask.seat
    return news.chance.audience if isinstance(news, Fell) else news.audience


def tell(screen: Screen, lines: list[str], most: int = 1000) -> None:
    """The last lines of a log; how many came before is said."""
    if len(lines) > most:
        lines = [f"({len(lines) - most + 1} more lines before: log)", *lines[-most + 1 :]]
    for line in lines:
        if screen.plain:
            screen.say(line)
        else:
            screen.row([("·", "dim")], line)
