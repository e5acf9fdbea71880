"""A room: one live match, those who follow it, and the lock under which it changes."""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass, field

from miskatonic.table.live import Live
from miskatonic.table.showing import Viewer, show, viewer_of
from miskatonic.table.wire import Closing, Status, written


@dataclass(eq=False)
class Follower:
    """A connection that follows a match: a socket or a stream of events.

    What is new at the table is shown when the connection is ready for it, so that a slow one gets fewer and larger
    pictures, and never an outdated queue of them.
    """

    session: str
    seen: int = 0
    """The event up to which this client knows the match."""
    fully: bool = True
    """The next picture must have everything."""
    farewell: Closing | None = None
    """What is said last."""
    wake: asyncio.Event = field(default_factory=asyncio.Event)
    stale: bool = True
    """There is something new to show."""

    def dismiss(self, farewell: Closing) -> None:
        """Say goodbye and close the connection."""
        self.farewell = farewell
        self.wake.set()

    def look(self) -> None:
        """Show the table again."""
        self.stale = True
        self.wake.set()


@dataclass(eq=False)
class Room:
    """One match and its followers in this process."""

    live: Live
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    followers: set[Follower] = field(default_factory=set)
    thinking: set[str] = field(default_factory=set)
    """Questions that a bot is thinking about."""
    used: float = field(default_factory=time.monotonic)
    watchers: set[str] = field(default_factory=set)
    """Sessions that have shown the spectators' link."""
    lost: bool = False
    """What is in memory may not be what is saved: build it again before use."""

    status: Status = field(init=False)
    """As it is saved."""
    players: set[str] = field(init=False)
    """The sessions that are known to play here, as it is saved."""
    _pictures: dict[tuple[object, ...], str] = field(default_factory=dict)
    """What is shown now, by who looks and what they know: written once for all who have the same eyes."""

    def __post_init__(self) -> None:
        self.rebuilt(self.live)

    def rebuilt(self, live: Live) -> None:
        """The match has been built from its log."""
        self.live = live
        self.lost = False
        self.status = live.status
        self.players = live.players
        for follower in self.followers:
            follower.seen = min(follower.seen, live.seq)

    @property
    def present(self) -> set[int]:
        """The seats whose players are connected."""
        here = {follower.session for follower in self.followers}
        return {n for n, chair in enumerate(self.live.chairs) if chair.session and chair.session in here}

    def announce(self) -> None:
        """Something has changed: let every follower see it."""
        self._pictures.clear()
        for follower in self.followers:
            follower.look()

    def picture(self, follower: Follower) -> str:
        """What a follower is shown next: a `Table`, written already."""
        viewer, seen, fully = self.viewer(follower.session), follower.seen, follower.fully
        eyes = viewer.seats, viewer.session == self.live.plan.host, seen, fully
        table = self._pictures.get(eyes)
        if table is None:
            table = written(show(self.live, viewer, seen, self.present, fully))
            self._pictures[eyes] = table
        follower.seen = self.live.seq
        follower.fully = follower.stale = False
        if self.live.match is not None and not any(other.stale for other in self.followers):
            self.live.sight.rest()
        return table

    def viewer(self, session: str) -> Viewer:
        """How a session looks at this match."""
        return viewer_of(self.live, session)
