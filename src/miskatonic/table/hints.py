"""Hints between servers: "match X has event n", by Redis.

A hint may get lost: whoever misses one finds the event in the database a little later.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
from typing import TYPE_CHECKING, Any

from miskatonic.table.errors import DatabaseError

if TYPE_CHECKING:
    from miskatonic.table.hall import Hall

CHANNEL = "miskatonic"
log = logging.getLogger("miskatonic.table")


class Hints:
    """Tells other servers what was saved here, and listens to them."""

    def __init__(self, address: str, hall: Hall) -> None:
        self._address = address
        self._hall = hall
        self._me = secrets.token_hex(4)
        self._redis: Any = None
        self._listener: asyncio.Task[None] | None = None
        self._waiting: asyncio.Queue[str] = asyncio.Queue()
        self._speaker: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Connect, if there is an address."""
        if not self._address:
            return
        from redis import asyncio as redis
        from redis.exceptions import RedisError

        self._redis = redis.from_url(self._address)
        try:
            await self._redis.ping()
        except (RedisError, OSError) as error:
            raise DatabaseError(f"Redis cannot be reached at {self._address.rpartition('@')[2]}: {error}") from None
        self._listener = asyncio.create_task(self._for_ever(self._listen))
        self._speaker = asyncio.create_task(self._for_ever(self._speak))
        self._hall.on_saved = self._tell

    async def close(self) -> None:
        """Stop listening."""
        for task in (self._listener, self._speaker):
            if task is not None:
                task.cancel()
                with contextlib.suppress(asyncio.CancelledError):
                    await task
        if self._redis is not None:
            await self._redis.aclose()

    def _tell(self, match: str, seq: int) -> None:
        self._waiting.put_nowait(f"{self._me} {match} {seq}")

    async def _for_ever(self, work: Any) -> None:
        """Go on after Redis was away for a while."""
        while True:
            try:
                await work()
            except Exception as error:
                log.warning("hints are interrupted", extra={"why": str(error)})
                await asyncio.sleep(1)

    async def _speak(self) -> None:
        while True:
            await self._redis.publish(CHANNEL, await self._waiting.get())

    async def _listen(self) -> None:
        async with self._redis.pubsub() as channel:
            await channel.subscribe(CHANNEL)
            async for message in channel.listen():
                if message["type"] != "message":
                    continue
                sender, match, seq = message["data"].decode().split(" ")
                room = self._hall.rooms.get(match)
                if sender != self._me and room is not None and room.live.seq < int(seq):
                    await self._hall.refresh(match)
