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
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from miskatonic.kernel import MiskatonicError
from miskatonic.table.deeds import perform
from miskatonic.table.limits import Bucket
from miskatonic.table.metrics import SOCKETS
from miskatonic.table.room import Follower, Room
from miskatonic.table.routes import problem
from miskatonic.table.service import Service
from miskatonic.table.wire import FromClient, Nack, Ping, Pong, Sync, written

log = logging.getLogger("miskatonic.table")

NOT_FOUND, TOO_FAST, TOO_MANY, SILENT, GOING_DOWN, FAILED = 4404, 4429, 4430, 4408, 1012, 1011
PATIENCE = 200
"""How many messages too many are answered before the connection is closed."""
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


async def follow_by_socket(socket: WebSocket) -> None:
    """WS /ws/matches/{match}?since=seq."""
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
    with Following(service, socket, session, room) as following:
        sending = asyncio.create_task(_until_it_ends(socket, room, _show(socket, following)))
        try:
            await _until_it_ends(socket, room, _receive(socket, following))
        finally:
            sending.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await sending


async def _until_it_ends(socket: WebSocket, room: Room, work: Coroutine[Any, Any, None]) -> None:
    """Read from or write to a socket as long as it is there; what fails on our side closes it."""
    try:
        await work
    except Exception as error:
        # when the other side has gone, Starlette says so in several ways
        states = socket.client_state, socket.application_state
        if isinstance(error, WebSocketDisconnect) or WebSocketState.DISCONNECTED in states:
            return
        log.exception("a connection failed", extra={"match": room.live.id})
        with contextlib.suppress(Exception):
            await socket.close(FAILED, "something went wrong here; connect again, nothing acknowledged is lost")


async def _show(socket: WebSocket, following: Following) -> None:
    """Show what is new whenever something is."""
    async for message in following.messages():
        await socket.send_text(message)
    await socket.close(GOING_DOWN, "the table is being closed")


async def _receive(socket: WebSocket, following: Following) -> None:
    """Read and answer until the connection ends, or is silent for too long."""
    limits = following.service.limits
    bucket = Bucket(limits.messages_per_second, limits.messages_at_once)
    patience = PATIENCE
    now = asyncio.get_running_loop().time
    silence = asyncio.timeout(limits.silence)
    try:
        async with silence:
            while (said := await _heard(socket)) is not None:
                silence.reschedule(None)
                if bucket.take():
                    reply = await _reply(following, said)
                else:
                    patience -= 1
                    if not patience:
                        await socket.close(TOO_FAST, "too many messages")
                        return
                    reply = _TOO_FAST
                if reply:
                    await socket.send_text(reply)
                silence.reschedule(now() + limits.silence)
    except TimeoutError:
        if not silence.expired():
            raise
        await socket.close(SILENT, "nothing was heard from you for a while")


async def _heard(socket: WebSocket) -> str | bytes | None:
    """What the other side says next; None when it has gone."""
    message = await socket.receive()
    if message["type"] == "websocket.disconnect":
        return None
    return message.get("text") or message.get("bytes") or ""


async def _reply(following: Following, said: str | bytes) -> str:
    """Do what is said; what is answered, if anything."""
    service, room, follower = following.service, following.room, following.follower
    if len(said) > service.limits.message_bytes:
        return written(Nack("", "malformed", f"A message may have {service.limits.message_bytes} bytes, not more."))
    try:
        deed = _read.decode(said)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        return written(Nack("", "malformed", f"This message cannot be understood: {error}."))
    if isinstance(deed, Ping):
        return _PONG
    if isinstance(deed, Sync):
        follower.seen = min(deed.since, room.live.seq)
        follower.fully = follower.seen == 0
        follower.look()
        return ""
    return written(await perform(service.hall, room, follower.session, deed))


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
