"""A table in a thread of this process: real sockets outside, everything within reach inside."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Coroutine
from types import TracebackType
from typing import Any, Self, TypeVar

import uvicorn
from table.guest import Guest

from miskatonic.table.app import create_app
from miskatonic.table.live import Live
from miskatonic.table.pulse import Pulse
from miskatonic.table.room import Room
from miskatonic.table.serve import listen
from miskatonic.table.service import Service, Settings
from miskatonic.table.store import Entry
from miskatonic.table.wire import Opened, Place

T = TypeVar("T")


class House:
    """An open table."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.app = create_app(settings)
        self.service: Service = self.app.state.service
        self._listener = listen("127.0.0.1", 0)
        self.address = f"http://127.0.0.1:{self._listener.getsockname()[1]}"
        self._server = uvicorn.Server(
            uvicorn.Config(
                self.app,
                log_config=None,
                access_log=False,
                ws=Pulse,
                ws_max_size=settings.limits.message_bytes,
                ws_ping_interval=None,
                ws_per_message_deflate=False,
                timeout_graceful_shutdown=1,
            )
        )
        self._thread = threading.Thread(target=self._run)
        self._ready = threading.Event()
        self._guests: list[Guest] = []
        self.loop: asyncio.AbstractEventLoop

    def _run(self) -> None:
        async def serve() -> None:
            self.loop = asyncio.get_running_loop()
            self.loop.call_soon(self._look_whether_ready)
            await self._server.serve(sockets=[self._listener])

        try:
            asyncio.run(serve())
        finally:
            self._ready.set()

    def _look_whether_ready(self) -> None:
        if self._server.started:
            self._ready.set()
        else:
            self.loop.call_later(0.01, self._look_whether_ready)

    def __enter__(self) -> Self:
        self._thread.start()
        self._ready.wait(20)
        assert self._server.started
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for guest in self._guests:
            guest.close()
        self.close()

    def close(self) -> None:
        """Close the table; what is saved can be opened again."""
        self._server.should_exit = True
        self._thread.join(20)
        self._listener.close()

    # -- people -------------------------------------------------------------------------------------------------------

    def guest(self) -> Guest:
        """Somebody who comes to the table with a browser of his own."""
        guest = Guest(self.address)
        self._guests.append(guest)
        return guest

    def seated(self, game: str, people: int, bots: int = 0, **more: Any) -> tuple[str, list[Guest]]:
        """A match that has begun, with so many people in the first seats; the first of them is the host."""
        opened, guests = self.gathered(game, people, bots, **more)
        for seat, guest in enumerate(guests):
            guest.sit(opened.match, seat, f"Guest {seat}", opened.invitations[seat].token)
        return opened.match, guests

    def gathered(self, game: str, people: int, bots: int = 0, **more: Any) -> tuple[Opened, list[Guest]]:
        """A table to which nobody has sat down yet, and the guests who will."""
        guests = [self.guest() for _ in range(people)]
        bot = more.pop("bot", "random")
        places = [Place() for _ in range(people)] + [Place("bot", bot=bot) for _ in range(bots)]
        return guests[0].open(game, places, **more), guests

    # -- behind the scenes --------------------------------------------------------------------------------------------

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        """Do something in the server's own loop."""
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(20)

    def room(self, match: str) -> Room:
        """The room of a match."""
        return self.run(self.service.hall.room(match))

    def live(self, match: str) -> Live:
        """A match in memory, as it is saved."""

        async def read() -> Live:
            room = await self.service.hall.room(match)
            async with self.service.hall.reading(room) as live:
                return live

        return self.run(read())

    def entries(self, match: str) -> list[Entry]:
        """The log of a match as the database has it."""
        return self.run(self.service.store.entries(match, 0))

    def facts(self, match: str) -> tuple[object, ...]:
        """Whatever a refused deed must not change."""
        live = self.live(match)
        entries = self.entries(match)
        playing = live.match
        inner = (playing.fingerprint(), list(playing.log), dict(playing._held), playing.undone) if playing else ()
        return live.seq, len(entries), entries[-1].body, live.chairs.copy(), inner

    def evict(self) -> None:
        """Forget every match that nobody follows."""

        async def evict() -> None:
            self.service.hall.evict(float("inf"))

        self.run(evict())
