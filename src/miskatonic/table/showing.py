"""What one client sees of a match: the only door through which a match leaves the server."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from miskatonic.kernel import Match
from miskatonic.table.live import Live
from miskatonic.table.sight import parted
from miskatonic.table.wire import Seat, Table, Wish


class Viewer(NamedTuple):
    """Somebody who looks: a session, and the seats it holds here."""

    session: str
    seats: tuple[int, ...]


def viewer_of(live: Live, session: str) -> Viewer:
    """How a session looks at a match."""
    return Viewer(session, live.seats_of(session))


def show(live: Live, viewer: Viewer, since: int, present: Collection[int], fully: bool) -> Table:
    """The match as this viewer may see it, with the news after event `since`; `fully` with what never changes."""
    match = live.match
    start, news = live.story.since(since, viewer.seats, match)
    table = Table(
        match=live.id,
        game=live.plan.game,
        seq=live.seq,
        since=since,
        status=live.status,
        seats=seats(live, viewer.seats, present),
        views={},
        start=start,
        news=news,
        asks=[],
        host=bool(viewer.session) and viewer.session == live.plan.host,
        sealed=live.sealed,
        commitment=live.plan.commitment(live.id) if fully else "",
        lucks=live.lucks if live.sealed else [],
        rematch=live.rematch,
        options=live.plan.options,
        content=live.plan.content,
    )
    if match is not None:
        _show_match(table, live, match, viewer, fully)
    return table


def _show_match(table: Table, live: Live, match: Match, viewer: Viewer, fully: bool) -> None:
    sight = live.sight
    first = viewer.seats[0] if viewer.seats else None
    for seat in viewer.seats or (None,):
        table.views["watch" if seat is None else str(seat)] = sight.view(seat)
    if fully:
        table.sheet = parted(match.game, match.view(first))[1]
    table.entries = len(match.log)
    table.undo = [seat for seat in viewer.seats if live.may_undo(seat)]
    if live.wish is not None:
        table.wish = Wish(live.wish, sorted(live.others(live.wish) - live.agreed))
    table.asks = [sight.question(ask) for ask in live.asks if ask.actor in viewer.seats]
    if match.over:
        table.result = match.result
        table.returns = list(match.returns)
        table.ending = match.named(match.game.phrases.ending(match.view(first)))


def seats(live: Live, mine: Collection[int], present: Collection[int]) -> list[Seat]:
    """Who sits where."""
    waiting = {ask.actor for ask in live.asks}
    return [
        Seat(
            name=chair.name,
            kind="bot" if chair.bot else "person" if chair.session else "open",
            bot=chair.bot,
            here=n in present,
            yours=n in mine,
            waiting=n in waiting,
            held=n in mine and chair.holds,
        )
        for n, chair in enumerate(live.chairs)
    ]
