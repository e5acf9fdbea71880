"""The guard at the door: who may address the table, from where, how often; and what every reply carries."""

from __future__ import annotations

import logging
import time
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from miskatonic.table.routes import problem
from miskatonic.table.service import Service

log = logging.getLogger("miskatonic.requests")

HEADERS = {
    "content-security-policy": (
        "default-src 'self'; style-src-attr 'unsafe-inline'; img-src 'self' data:; worker-src 'self' blob:; "
        "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
    "cross-origin-opener-policy": "same-origin",
}
SAFE = ("GET", "HEAD", "OPTIONS")
LONGEST = 250
"""The longest path of an address, in bytes: nothing here has a longer name."""


class Guard:
    """Refuses what comes under a foreign name, from a foreign page or too often, before anything else is done."""

    def __init__(self, app: ASGIApp, service: Service) -> None:
        self._app = app
        self._service = service

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request or socket pass, or refuse it with a sentence."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        refused = self._refusal(scope, headers)
        if refused is not None and scope["type"] == "websocket":
            # before the handshake is accepted this is an HTTP 403
            await send({"type": "websocket.close", "code": 1008, "reason": refused[1]})
        else:
            await self._pass_on(self._app if refused is None else problem(*refused), scope, receive, send)

    def _refusal(self, scope: Scope, headers: Headers) -> tuple[int, str] | None:
        host = headers.get("host", "")
        if not self._known_host(host):
            return 421, f"this table is not known as {host!r}; start it with --host or --origin for that name"
        if len(scope["path"].encode(errors="replace")) > LONGEST:
            return 414, f"this address is too long; the most is {LONGEST} bytes"
        origin = headers.get("origin")
        changes = scope["type"] == "websocket" or scope["method"] not in SAFE
        if origin is not None and changes and not self._known_origin(origin, host):
            return 403, "requests from other sites are not accepted"
        client = scope["client"][0] if scope.get("client") else ""
        if scope["path"].startswith(("/api", "/ws")) and not self._service.requests.take(client):
            return 429, "too many requests from your address; wait a moment"
        return None

    def _known_host(self, host: str) -> bool:
        hosts = self._service.settings.hosts
        name = host.rpartition(":")[0] if host.rpartition(":")[2].isdecimal() else host
        return "*" in hosts or name.lower() in hosts

    def _known_origin(self, origin: str, host: str) -> bool:
        try:
            same = urlsplit(origin).netloc.lower() == host.lower()
        except ValueError:
            same = False
        return same or origin in self._service.settings.origins

    async def _pass_on(self, app: ASGIApp, scope: Scope, receive: Receive, send: Send) -> None:
        began = time.perf_counter()
        status = 0

        async def with_headers(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
                if scope["path"].startswith("/api"):
                    headers.setdefault("cache-control", "no-store")
            await send(message)

        try:
            # what a socket sends has no headers, and there is a lot of it
            await app(scope, receive, with_headers if scope["type"] == "http" else send)
        except Exception:
            log.exception("a request failed", extra={"path": scope["path"]})
            if scope["type"] == "http" and not status:
                text = "something went wrong here; it has been noted, and nothing that was acknowledged is lost"
                await problem(500, text)(scope, receive, with_headers)
        finally:
            if scope["type"] == "http":
                took = round((time.perf_counter() - began) * 1000, 1)
                facts = {"method": scope["method"], "path": scope["path"], "status": status, "ms": took}
                log.info("request", extra=facts)
