"""One match of a run, played to its end, as rows of figures."""

from __future__ import annotations

import re
import time
from collections import Counter
from typing import Any, NamedTuple

from miskatonic.bots import Glimpse, bot_named
from miskatonic.kernel import Answered, Fell, Match, News, Told
from miskatonic.lab.run import Run

Row = dict[str, Any]
SEAT = re.compile(r"\{(\d+)\}")
"""A player in a sentence of the log, to be replaced by a name."""
NUMBER = re.compile(r"\d+")


class Rows(NamedTuple):
    """What is kept of some matches: a row per match, per seat, and per thing that happened to a seat."""

    matches: list[Row]
    seats: list[Row]
    marks: list[Row]


def play_chunk(run: Run, numbers: range) -> Rows:
    """Some matches of a run."""
    rows = Rows([], [], [])
    for number in numbers:
        _play(run, number, rows)
    return rows


def _play(run: Run, number: int, rows: Rows) -> None:
    match = run.match(number)
    lineup = run.lineup(number)
    bots = [bot_named(code, match.game, f"{run.seed}/{number}/{seat}") for seat, code in enumerate(lineup)]
    spent = [0.0] * len(lineup)
    decisions = [0] * len(lineup)
    lead = Lead(match)
    while not match.over:
        ask = match.ask
        began = time.perf_counter()
        code = bots[ask.actor].choose(Glimpse(match, ask.actor), ask)
        spent[ask.actor] += time.perf_counter() - began
        decisions[ask.actor] += 1
        match.answer(ask.actor, code)
        lead.look()
    standings, returns, fates = match.standings, match.returns, match.fates
    rows.matches.append(
        {
            "number": number,
            "lineup": "|".join(lineup),
            "dice": f"{run.seed}/{number // len(run.lineups)}",
            "result": match.result,
            "entries": len(match.log),
            "decisions": sum(decisions),
            "lead_changes": lead.changes,
            "decided_at": lead.decided_at(returns),
        }
    )
    for seat, bot in enumerate(lineup):
        rows.seats.append(
            {
                "number": number,
                "seat": seat,
                "bot": bot,
                "won": returns[seat] > 0,
                "returned": float(returns[seat]),
                "standing": float(standings[seat]),
                "fate": fates[seat],
                "decisions": decisions[seat],
                "seconds": spent[seat],
            }
        )
    rows.marks.extend(_marks(match, number))


class Lead:
    """Who is ahead, from question to question."""

    def __init__(self, match: Match) -> None:
        self._match = match
        self._leader: int | None = None
        self._since = 0
        self.changes = 0

    def look(self) -> None:
        """See whether somebody else is ahead now; a tie changes nothing."""
        if len(self._match.players) < 2:
            return
        standings = self._match.standings
        best = max(standings)
        if standings.count(best) > 1:
            return
        leader = standings.index(best)
        if leader != self._leader:
            self.changes += self._leader is not None
            self._leader = leader
            self._since = len(self._match.log)

    def decided_at(self, returns: tuple[float, ...]) -> float | None:
        """The part of the match after which the winner was never behind again; None if that cannot be said."""
        if len(returns) < 2 or self._leader is None or returns[self._leader] < max(returns):
            return None
        return self._since / len(self._match.log)


def _marks(match: Match, number: int) -> list[Row]:
    """What each seat chose and what happened to it, how often."""
    counted: Counter[tuple[int | None, str, str]] = Counter()
    for news in match.news or []:
        if (mark := _mark(match, news)) is not None:
            counted[mark] += 1
    return [
        {"number": number, "seat": seat, "kind": kind, "what": what, "times": times}
        for (seat, kind, what), times in counted.items()
    ]


def _mark(match: Match, news: News) -> tuple[int | None, str, str] | None:
    if isinstance(news, Answered):
        return news.ask.seat, "answer", match.game.vocabulary.text(news.code)
    if isinstance(news, Fell):
        return news.chance.audience, "chance", _fell(match, news)
    assert isinstance(news, Told)
    return _event(match, news)


def _fell(match: Match, news: Fell) -> str:
    """What chance brought: in the words of the log or, where that tells only what follows from it, as it fell."""
    said = match.game.phrases.sentence(news) or f"{news.chance.label}: {news.chance.text(news.outcome)}"
    return with_seats(said).rstrip(".").replace("_", " ")


def with_seats(said: str) -> str:
    """Words with players by their seats, whoever sat there."""
    return SEAT.sub(lambda found: f"seat {int(found[1]) + 1}", said)


def _event(match: Match, news: Told) -> tuple[int | None, str, str] | None:
    """What happened, in the words of the log, to the seat that it names first; numbers and others are left out."""
    said = match.game.phrases.sentence(news)
    if not said:
        return None
    named = SEAT.search(said)
    seat = int(named[1]) if named is not None and news.audience is None else news.audience
    own = f"{{{seat}}}"
    words = SEAT.sub("somebody", said.removeprefix(f"{own} ").replace(own, "you"))
    return seat, "event", NUMBER.sub("#", words).rstrip(".")
