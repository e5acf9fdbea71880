"""The pages of the browser client, served from the installed package."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

PAGES = ("/", "/new", "/t/{match}", "/r/{match}", "/r/{match}/{step:int}", "/learn/{game}", "/verify")
MORE_PAGES = ("/rules/{game}", "/about")
BARE = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Miskatonic</title>
<h1>Miskatonic</h1><p>The table is open, but this installation was made without the browser client.</p>
<p>Play in a terminal with <code>miskatonic play</code>, or use the <a href="/api/openapi.json">API</a>.</p></html>"""


class _Lasting(StaticFiles):
    """Files whose names change with their content: a browser may keep them for ever."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        response = await super().get_response(path, scope)
        response.headers["cache-control"] = "public, max-age=31536000, immutable"
        return response


def wants_page(request: Request) -> bool:
    """Whether a person with a browser asks, not a program."""
    return not request.url.path.startswith("/api/") and "text/html" in request.headers.get("accept", "")


def client_page(status: int = 200) -> Response:
    """The one page of the client, which shows what its address says, or that there is nothing."""
    index = _folder() / "index.html"
    if not index.is_file():
        return HTMLResponse(BARE, status)
    return FileResponse(index, status, headers={"cache-control": "no-cache"})


def page_routes() -> list[BaseRoute]:
    """One page for every address of the client; what it needs comes from `/assets`."""
    folder = _folder()

    async def page(request: Request) -> Response:
        return client_page()

    async def other(request: Request) -> Response:
        file = folder / request.path_params["name"]
        if file.parent != folder or not file.is_file():
            raise HTTPException(404)
        return FileResponse(file)

    routes: list[BaseRoute] = [Route(path, page) for path in (*PAGES, *MORE_PAGES)]
    if (folder / "assets").is_dir():
        routes.append(Mount("/assets", _Lasting(directory=folder / "assets")))
    return [*routes, Route("/{name}", other)]


def _folder() -> Path:
    return Path(str(files("miskatonic").joinpath("web_dist")))
