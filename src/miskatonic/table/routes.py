"""Routes: what a request is, what comes back, and how both are described.

An endpoint gets a `Call` (the session, the parameters, the checked body) and returns a struct. Everything else is done
here, once: reading, checking, sessions, errors, encoding.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from miskatonic.kernel import MiskatonicError, UnknownGame
from miskatonic.table.errors import Busy, NoSuchMatch, NotYet, NotYours, TooMany
from miskatonic.table.metrics import REQUESTS
from miskatonic.table.service import Service
from miskatonic.table.sessions import hand_out
from miskatonic.table.wire import Nack, Problem

STATUS: dict[type[MiskatonicError], int] = {
    NoSuchMatch: 404,
    UnknownGame: 404,
    NotYours: 403,
    NotYet: 409,
    TooMany: 429,
    Busy: 503,
    MiskatonicError: 422,
}


@dataclass
class Call:
    """A request, understood."""

    service: Service
    request: Request
    session: str
    body: Any
    token: str = ""
    """The token of a session that was begun by this request."""

    async def begin_session(self) -> str:
        """The session of whoever calls; a new one if there is none."""
        if not self.session:
            self.session, self.token = await self.service.sessions.begin()
        return self.session

    @property
    def match(self) -> str:
        """The match the address names."""
        return str(self.request.path_params["match"])

    def number(self, name: str) -> int:
        """A whole number in the address."""
        return int(self.request.path_params[name])


Endpoint = Callable[[Call], Awaitable[Any]]


@dataclass(frozen=True)
class Described:
    """An endpoint and what the API's description says about it."""

    method: str
    path: str
    does: Endpoint
    body: Any = None
    reply: Any = None
    status: int = 200
    query: dict[str, dict[str, Any]] = field(default_factory=dict)
    text: bool = False
    """Whether the body is plain text instead of JSON."""

    @property
    def summary(self) -> str:
        """What it does, in a sentence."""
        return (self.does.__doc__ or "").strip().partition("\n")[0]


ROUTES: list[Described] = []


def route(method: str, path: str, **described: Any) -> Callable[[Endpoint], Endpoint]:
    """Make a function an endpoint."""

    def describe(does: Endpoint) -> Endpoint:
        ROUTES.append(Described(method, path, does, **described))
        return does

    return describe


class Refused(Exception):  # noqa: N818 - what happened
    """A request that is answered by a problem."""

    def __init__(self, status: int, problem: str) -> None:
        super().__init__(problem)
        self.status = status


def reply(value: Any, status: int = 200) -> Response:
    """A struct as JSON."""
    return Response(msgspec.json.encode(value), status, media_type="application/json")


def problem(status: int, text: str) -> Response:
    """A problem as JSON, in a sentence."""
    return reply(Problem(text[:1].upper() + text[1:] + ("" if text.endswith((".", "!", "?")) else ".")), status)


async def _body(service: Service, request: Request, described: Described) -> Any:
    """The body of a request, checked against its type."""
    if described.body is None:
        return None
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    wanted = "text/plain" if described.text else "application/json"
    if kind != wanted:
        raise Refused(415, f"this must be sent as {wanted}, not as {kind or 'nothing in particular'}")
    parts, size = [], 0
    async for part in request.stream():
        size += len(part)
        if size > service.limits.body_bytes:
            raise Refused(413, f"this is too long; the most is {service.limits.body_bytes // 1024} kB")
        parts.append(part)
    raw = b"".join(parts)
    try:
        return raw.decode("utf-8") if described.text else msgspec.json.decode(raw, type=described.body)
    except msgspec.ValidationError as error:
        raise Refused(422, f"this cannot be understood: {error}") from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Refused(400, f"this is not readable: {error}") from None


def as_starlette(described: Described) -> Route:
    """The endpoint as the web framework wants it."""

    async def endpoint(request: Request) -> Response:
        service: Service = request.app.state.service
        call = Call(service, request, "", None)
        try:
            call.session = await service.sessions.of(request)
            call.body = await _body(service, request, described)
            done = await described.does(call)
            if isinstance(done, Response):
                response = done
            else:
                response = reply(done, 409 if isinstance(done, Nack) else described.status)
        except Refused as refused:
            response = problem(refused.status, str(refused))
        except MiskatonicError as error:
            status = next(STATUS[kind] for kind in type(error).__mro__ if kind in STATUS)
            response = problem(status, str(error))
        if call.token:
            hand_out(response, call.token, service.settings.secure)
        REQUESTS.labels(str(response.status_code)).inc()
        return response

    return Route(described.path, endpoint, methods=[described.method], name=described.does.__name__)
