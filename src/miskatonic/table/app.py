"""The application: all routes behind the guard, and a life for the service."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import msgspec
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route, WebSocketRoute

from miskatonic.table import api, library
from miskatonic.table.following import FollowBySocket, follow_by_events
from miskatonic.table.guard import Guard
from miskatonic.table.logs import set_up_logs
from miskatonic.table.openapi import openapi
from miskatonic.table.pages import client_page, page_routes, wants_page
from miskatonic.table.routes import ROUTES, as_starlette, problem, reply
from miskatonic.table.service import Service, Settings

__all__ = ["api", "create_app", "from_environment", "library"]

ENVIRONMENT = "MISKATONIC_TABLE"
"""The variable by which a server hands its settings to its worker processes."""


def create_app(settings: Settings) -> Starlette:
    """The table as an ASGI application."""
    service = Service(settings)

    @asynccontextmanager
    async def life(app: Starlette) -> AsyncIterator[None]:
        async with service.running():
            yield

    async def description(request: Request) -> Response:
        return reply(openapi())

    async def http_problem(request: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)
        if error.status_code == 404 and wants_page(request):
            return client_page(404)
        said = {404: "there is nothing at this address", 405: "this address does not take that method"}
        response = problem(error.status_code, said.get(error.status_code, error.detail))
        response.headers.update(error.headers or {})
        return response

    app = Starlette(
        routes=[
            *map(as_starlette, ROUTES),
            Route("/api/matches/{match}/events", follow_by_events),
            Route("/api/openapi.json", description),
            WebSocketRoute("/ws/matches/{match}", FollowBySocket()),
            *page_routes(),
        ],
        middleware=[Middleware(Guard, service=service)],
        exception_handlers={HTTPException: http_problem},
        lifespan=life,
    )
    app.state.service = service
    return app


def from_environment() -> Starlette:
    """The application with the settings of the server that started this process."""
    settings = msgspec.json.decode(os.environ[ENVIRONMENT], type=Settings)
    set_up_logs(settings.log)
    return create_app(settings)
