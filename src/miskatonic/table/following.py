"""Following a match: by WebSocket, or by server-sent events where sockets are blocked."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Coroutine
from typing import Any

import msgspec
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response, StreamingResponse
from starlette.types import Receive, Scope, Send
from starlette.websockets import WebSocket

from miskatonic.kernel import MiskatonicError
from miskatonic.table.deeds import perform
from miskatonic.table.limits import Bucket
from miskatonic.table.line import Gone, Line
from miskatonic.table.metrics import SOCKETS
from miskatonic.table.room import Follower, Room
from miskatonic.table.routes import problem
from miskatonic.table.service import Service
from miskatonic.table.wire import FromClient, Nack, Ping, Pong, Sync, written

log = logging.getLogger("miskatonic.table")

NOT_FOUND, TOO_FAST, TOO_MANY, SILENT, GOING_DOWN, FAILED = 4404, 4429, 4430, 4408, 1012, 1011
PATIENCE = 200
"""How many messages too many are answered before the connection is closed."""
LENIENCE = 1.25
"""How much longer than announced a silence may last."""
STREAM_PULSE = 10.0
"""Seconds between signs of life in a stream of events."""

_read = msgspec.json.Decoder(FromClient)
_PONG = written(Pong())
_TOO_FAST = written(Nack("", "too_fast", "You are sending too quickly; wait a moment and send it again."))


def _since(connection: HTTPConnection) -> int:
    said = connection.headers.get("last-event-id") or connection.query_params.get("since", "0")
    return int(said) if said.isdecimal() and len(said) < 10 else 0


class Following:
    """One connection that follows a match, counted and tidied up after."""

    def __init__(self, service: Service, connection: HTTPConnection, session: str, room: Room) -> None:
        self.service = service
        self.room = room
        self.address = connection.client.host if connection.client else ""
        since = min(_since(connection), room.live.seq)
        self.follower = Follower(session, since, fully=since == 0)

    def __enter__(self) -> Following:
        self.service.sockets[self.address] = self.service.sockets.get(self.address, 0) + 1
        SOCKETS.inc()
        self.room.followers.add(self.follower)
        # the others see who came; this client has not seen anything yet
        self.room.announce()
        return self

    def __exit__(self, *exception: object) -> None:
        self.room.followers.discard(self.follower)
        self.room.announce()
        SOCKETS.dec()
        self.service.sockets[self.address] -= 1
        if not self.service.sockets[self.address]:
            del self.service.sockets[self.address]

    async def messages(self, pulse: float | None = None) -> AsyncIterator[str]:
        """What is to be sent, when it is; with a `pulse` in seconds, an empty message as a sign of life."""
        follower = self.follower
        while True:
            if not await _is_set(follower.wake, pulse):
                yield ""
                continue
            follower.wake.clear()
            if follower.stale:
                yield await self.service.hall.picture(self.room, follower)
            if follower.farewell is not None:
                yield written(follower.farewell)
                return


async def _is_set(event: asyncio.Event, within: float | None) -> bool:
    """Wait for an event, perhaps not longer than so many seconds."""
    if within is None:  # a time limit costs more than the waiting
        return await event.wait()
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(within):
            await event.wait()
    return event.is_set()


async def _room(service: Service, connection: HTTPConnection, session: str) -> Room:
    """The room that somebody wants to follow, never older than what another server has told him already."""
    room = await service.room_for(connection.path_params["match"], session)
    if service.store.backend.shared and _since(connection) > room.live.seq:
        await service.hall.refresh(room.live.id)
    return room


class FollowBySocket:
    """WS /ws/matches/{match}?since=seq."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let somebody follow a match until one side has enough."""
        socket = WebSocket(scope, receive, send)
        service: Service = socket.app.state.service
        await socket.accept()
        session = await service.sessions.of(socket)
        try:
            room = await _room(service, socket, session)
        except MiskatonicError as error:
            await socket.close(NOT_FOUND, str(error)[:120])
            return
        address = socket.client.host if socket.client else ""
        if service.sockets.get(address, 0) >= service.limits.sockets_per_address:
            await socket.close(TOO_MANY, "too many connections from your address")
            return
        line = Line(receive, send)
        with Following(service, socket, session, room) as following:
            showing = asyncio.create_task(_until_it_ends(line, room, _show(line, following)))
            try:
                await _until_it_ends(line, room, _listen(line, following))
            finally:
                showing.cancel()
                with contextlib.suppress(asyncio.CancelledError):
                    await showing


async def _until_it_ends(line: Line, room: Room, work: Coroutine[Any, Any, None]) -> None:
    """Speak or listen as long as the other side is there; what fails on our side ends it."""
    try:
        await work
    except Gone:
        return
    except Exception:
        if not line.open:
            return
        log.exception("a connection failed", extra={"match": room.live.id})
        with contextlib.suppress(Exception):
            await line.hang_up(FAILED, "something went wrong here; connect again, nothing acknowledged is lost")


async def _show(line: Line, following: Following) -> None:
    """Show what is new whenever something is."""
    async for message in following.messages():
        await line.say(message)
    await line.hang_up(GOING_DOWN, "the table is being closed")


async def _listen(line: Line, following: Following) -> None:
    """Listen and answer until the connection ends, or is silent for too long."""
    service, room, follower = following.service, following.room, following.follower
    limits = service.limits
    bucket = Bucket(limits.messages_per_second, limits.messages_at_once)
    patience = PATIENCE
    now = asyncio.get_running_loop().time
    silence = asyncio.timeout(limits.silence)
    try:
        async with silence:
            while True:
                said = await line.hear()
                if not bucket.take():
                    patience -= 1
                    if not patience:
                        await line.hang_up(TOO_FAST, "too many messages")
                        return
                    await line.say(_TOO_FAST)
                    continue
                message = _understood(said, limits.message_bytes)
                if isinstance(message, Ping):
                    await line.say(_PONG)
                elif isinstance(message, Nack):
                    await line.say(written(message))
                elif isinstance(message, Sync):
                    follower.seen = min(message.since, room.live.seq)
                    follower.fully = follower.seen == 0
                    follower.look()
                else:
                    # however long it takes to save, that is not their silence
                    silence.reschedule(None)
                    await line.say(written(await perform(service.hall, room, follower.session, message)))
                # a clock that is set less often than there are messages gives everybody a little more time
                if (end := silence.when()) is None or end < now() + limits.silence:
                    silence.reschedule(now() + limits.silence * LENIENCE)
    except TimeoutError:
        if not silence.expired():
            raise
        await line.hang_up(SILENT, "nothing was heard from you for a while")


def _understood(said: str | bytes, most: int) -> FromClient | Nack:
    """What is said, or what is wrong with it."""
    if len(said) > most:
        return Nack("", "malformed", f"A message may have {most} bytes, not more.")
    try:
        message: FromClient = _read.decode(said)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        return Nack("", "malformed", f"This message cannot be understood: {error}.")
    return message


async def follow_by_events(request: Request) -> Response:
    """GET /api/matches/{match}/events?since=seq."""
    service: Service = request.app.state.service
    session = await service.sessions.of(request)
    try:
        room = await _room(service, request, session)
    except MiskatonicError as error:
        return problem(404, str(error))
    address = request.client.host if request.client else ""
    if service.sockets.get(address, 0) >= service.limits.sockets_per_address:
        return problem(429, "too many connections from your address")

    async def stream() -> AsyncIterator[str]:
        with Following(service, request, session, room) as following:
            async for message in following.messages(STREAM_PULSE):
                if message:
                    yield f"id: {following.follower.seen}\ndata: {message}\n\n"
                else:
                    yield ": here\n\n"

    return StreamingResponse(stream(), media_type="text/event-stream", headers={"cache-control": "no-store"})
