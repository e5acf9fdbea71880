"""The story of a match: its log in words, for every audience its own."""

from __future__ import annotations

from typing import TypeAlias

from miskatonic.kernel import Answered, Fell, Match, Told
from miskatonic.kernel import News as Happened
from miskatonic.kernel.state import about, as_told, heard_by
from miskatonic.table.wire import News

Ears: TypeAlias = tuple[int, ...]
"""The seats that listen; none is a spectator."""
NOBODY = -1


class Story:
    """What happened, line by line, each with the number of its event.

    Lines from the rules are told to those who may hear them; lines about the table itself (who sat down, what was
    said) to everybody. Every audience's lines are kept, so that only what is new has to be put into words.
    """

    def __init__(self) -> None:
        self._lines: list[tuple[int, Happened | News]] = []
        self._known = 0
        self._told: dict[Ears, tuple[int, list[News]]] = {}
        self._words: dict[tuple[int, bool, bool], News] = {}
        """The latest lines, by their number and who is told."""

    def happen(self, seq: int, news: list[Happened]) -> None:
        """All that happened by the rules so far; what is new belongs to this event."""
        self._words.clear()
        self._lines += [(seq, item) for item in news[self._known :]]
        self._known = len(news)

    def remark(self, news: News) -> None:
        """A line about the table itself."""
        self._lines.append((news.seq, news))

    def take_back(self, kept: int) -> None:
        """Forget all but the first lines from the rules."""
        lines = self._lines
        self._lines = []
        self._told.clear()
        self._words.clear()
        self._known = kept
        for seq, item in lines:
            if isinstance(item, News):
                self._lines.append((seq, item))
            elif kept:
                kept -= 1
                self._lines.append((seq, item))

    def since(self, seq: int, ears: Ears, match: Match | None) -> tuple[int, list[News]]:
        """The lines of all later events, and how many came before."""
        done, told = self._told.get(ears, (0, []))
        for n in range(done, len(self._lines)):
            number, item = self._lines[n]
            if isinstance(item, News):
                told.append(item)
            elif match is not None and (hearing := _hearing(item, ears)) != NOBODY:
                told.append(self._line(n, number, item, hearing, _listener(ears), match))
        self._told[ears] = len(self._lines), told
        start = len(told)
        while start and told[start - 1].seq > seq:
            start -= 1
        return start, told[start:]

    def _line(self, n: int, seq: int, item: Happened, hearing: int | None, listener: int | None, match: Match) -> News:
        """A line in words, made once for all who are told the same: it differs for those it is about."""
        whose = about(item)
        own = isinstance(item, Answered) and hearing in (item.ask.seat, item.ask.actor)
        told = n, own, whose is not None and whose == listener
        line = self._words.get(told)
        if line is None:
            line = self._words[told] = _in_words(match, seq, as_told(item, hearing), listener)
        return line


def _hearing(item: Happened, ears: Ears) -> int | None:
    """The first of these ears that is told."""
    for seat in ears or (None,):
        if heard_by(item, seat):
            return seat
    return NOBODY


def _listener(ears: Ears) -> int | None:
    """Whoever need not be told of whom a line is, being alone."""
    return ears[0] if len(ears) == 1 else None


def in_words(match: Match, seq: int, item: Happened, ears: Ears) -> News | None:
    """One line as these ears hear it; None if they do not."""
    hearing = _hearing(item, ears)
    return None if hearing == NOBODY else _in_words(match, seq, as_told(item, hearing), _listener(ears))


def _in_words(match: Match, seq: int, item: Happened, listener: int | None) -> News:
    text = match.sentence(item, listener)
    if isinstance(item, Told):
        return News(seq, "told", item.what, text, about(item), figures=list(map(int, item.figures)))
    if isinstance(item, Fell):
        return News(seq, "fell", item.chance.label, text, about(item), item.chance.text(item.outcome))
    assert isinstance(item, Answered)
    return News(seq, "answered", item.ask.prompt, text, about(item), match.game.vocabulary.text(item.code))
