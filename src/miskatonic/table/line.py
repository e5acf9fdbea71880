"""A line to a client: a WebSocket after its handshake, without ceremony, for there is a lot to say and to hear."""

from __future__ import annotations

from starlette.types import Receive, Send


class Gone(Exception):  # noqa: N818 - what happened
    """The other side has left, or this side has said goodbye."""


class Line:
    """What is said and heard over a socket that has been accepted."""

    __slots__ = ("_receive", "_send", "open")

    def __init__(self, receive: Receive, send: Send) -> None:
        self._receive = receive
        self._send = send
        self.open = True
        """Whether something can still be said."""

    async def hear(self) -> str | bytes:
        """What the other side says next."""
        message = await self._receive()
        if message["type"] == "websocket.disconnect":
            self.open = False
            raise Gone
        said: str | bytes | None = message.get("text") or message.get("bytes")
        return said or ""

    async def say(self, text: str) -> None:
        """Say something when the other side is ready for it."""
        if not self.open:
            raise Gone
        try:
            await self._send({"type": "websocket.send", "text": text})
        except OSError:
            self.open = False
            raise Gone from None

    async def hang_up(self, code: int, reason: str) -> None:
        """Say why, and no more."""
        if not self.open:
            raise Gone
        self.open = False
        try:
            await self._send({"type": "websocket.close", "code": code, "reason": reason})
        except OSError:
            raise Gone from None
