"""Sessions: who is who, without accounts.

A session is 256 random bits in a cookie that scripts cannot read; the database has only its hash.
"""

from __future__ import annotations

import hashlib
import secrets
from collections import OrderedDict

from starlette.requests import HTTPConnection
from starlette.responses import Response

from miskatonic.table.store import Store

COOKIE = "miskatonic"
YEAR = 365 * 86_400


def new_token() -> str:
    """256 random bits, as text for a cookie or an address."""
    return secrets.token_urlsafe(32)


def hashed(token: str) -> str:
    """What is kept of a token: enough to know it again, not enough to use it."""
    return hashlib.sha256(f"miskatonic {token}".encode()).hexdigest() if token else ""


class Sessions:
    """Knows sessions by their cookies; those seen lately without asking the database."""

    def __init__(self, store: Store, remembered: int = 20_000) -> None:
        self._store = store
        self._remembered = remembered
        self._known: OrderedDict[str, None] = OrderedDict()

    async def of(self, connection: HTTPConnection) -> str:
        """The session of a request; empty if it has none."""
        token = connection.cookies.get(COOKIE, "")
        if not 20 <= len(token) <= 64:
            return ""
        session = hashed(token)
        if session in self._known:
            self._known.move_to_end(session)
            return session
        if not await self._store.knows(session):
            return ""
        self._remember(session)
        return session

    async def begin(self) -> tuple[str, str]:
        """A new session and the token for its cookie."""
        token = new_token()
        session = hashed(token)
        await self._store.add_session(session)
        self._remember(session)
        return session, token

    def _remember(self, session: str) -> None:
        self._known[session] = None
        if len(self._known) > self._remembered:
            self._known.popitem(last=False)


def hand_out(response: Response, token: str, secure: bool) -> None:
    """Put a new session's token into the cookie."""
    response.set_cookie(COOKIE, token, max_age=YEAR, httponly=True, samesite="lax", secure=secure, path="/")
