"""Limits: nobody can use up what belongs to all."""

from __future__ import annotations

import time
from collections import OrderedDict
from dataclasses import dataclass


@dataclass(frozen=True)
class Limits:
    """How much of everything one client may use."""

    message_bytes: int = 16 * 1024
    body_bytes: int = 1024 * 1024
    messages_per_second: float = 20.0
    messages_at_once: int = 60
    requests_per_second: float = 40.0
    requests_at_once: int = 200
    openings_per_minute: float = 60.0
    openings_at_once: int = 60
    sockets_per_address: int = 5_000
    matches_per_session: int = 200
    evict_after: float = 60.0
    silence: float = 30.0
    """Seconds after which a socket that says nothing is closed."""
    gathering_hours: float = 24.0
    session_days: float = 30.0


class Bucket:
    """A bucket of tokens that fills at a rate: one may be quick for a while, not for ever."""

    __slots__ = ("_at", "_full", "_rate", "_tokens")

    def __init__(self, rate: float, full: float) -> None:
        self._rate = rate
        self._full = full
        self._tokens = full
        self._at = time.monotonic()

    def take(self) -> bool:
        """Take a token if there is one."""
        now = time.monotonic()
        self._tokens = min(self._full, self._tokens + (now - self._at) * self._rate)
        self._at = now
        if self._tokens < 1:
            return False
        self._tokens -= 1
        return True


class Buckets:
    """A bucket for every client, for as many as have come lately."""

    def __init__(self, rate: float, full: float, most: int = 10_000) -> None:
        self._rate = rate
        self._full = full
        self._most = most
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, client: str) -> bool:
        """Take a token from this client's bucket."""
        bucket = self._buckets.get(client)
        if bucket is None:
            bucket = self._buckets[client] = Bucket(self._rate, self._full)
            if len(self._buckets) > self._most:
                self._buckets.popitem(last=False)
        else:
            self._buckets.move_to_end(client)
        return bucket.take()
