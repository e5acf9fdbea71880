"""Browser tests: a real server on a free port and a real Chromium; skipped where there is none, an error in CI."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from e2e.serving import ROOT, Serving
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Request

HERE = Path(__file__).parent
FLAGS = [
    "--no-sandbox",  # CI runs as root
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-gpu",  # there is none, and to paint in its stead is slow
]


def chromium() -> str | None:
    """The browser: Debian's, or any other Chromium."""
    names = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
    return os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, names)), None)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Browser tests go last: Playwright leaves an event loop in this thread that asyncio tests would stumble over."""
    mine = [item for item in items if item.path.is_relative_to(HERE)]
    items[:] = [item for item in items if item not in mine] + mine
    if chromium() or not mine:
        return
    if os.environ.get("CI"):
        raise pytest.UsageError("CI must have Chromium: apt-get install -y chromium")
    for item in mine:
        item.add_marker(pytest.mark.skip(reason="no Chromium (set CHROMIUM to its path)"))


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """The system's browser instead of a downloaded one."""
    return {**browser_type_launch_args, "executable_path": chromium(), "args": FLAGS}


@pytest.fixture(scope="session")
def client() -> None:
    """The browser client as its sources are now."""
    subprocess.run([sys.executable, ROOT / "hatch_build.py"], check=True)


@pytest.fixture(scope="session")
def serving(client: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    """The server that most tests share."""
    with Serving(tmp_path_factory.mktemp("table") / "table.sqlite3") as server:
        yield server


@pytest.fixture(scope="session")
def base_url(serving: Serving) -> str:
    """Where it is."""
    return serving.url


NewPage = Callable[..., Page]


@pytest.fixture
def visit(browser: Browser, base_url: str) -> Iterator[NewPage]:
    """Opens pages, each in a browser of its own, and complains about errors and requests to other hosts.

    Whoever asks for what fails says so: `visit(failing=True)` overlooks requests without the reply one would wish for.
    """
    contexts: list[BrowserContext] = []
    complaints: list[str] = []

    def open_page(path: str = "/", *, failing: bool = False, **options: Any) -> Page:
        settings = {"base_url": base_url, "reduced_motion": "reduce", "viewport": {"width": 1280, "height": 900}}
        context = browser.new_context(**{**settings, **options})
        context.set_default_timeout(20_000)
        contexts.append(context)
        host = urlsplit(options.get("base_url", base_url)).netloc

        def heard(message: ConsoleMessage) -> None:
            failed = "Failed to load resource" in message.text or "ERR_" in message.text
            if message.type in ("error", "warning") and not (failing and failed):
                complaints.append(f"console: {message.text} ({message.location['url']})")

        def requested(request: Request) -> None:
            if urlsplit(request.url).scheme != "data" and urlsplit(request.url).netloc != host:
                complaints.append(f"a request to another host: {request.url}")

        context.on("console", heard)
        context.on("request", requested)
        context.on("weberror", lambda error: complaints.append(f"uncaught: {error.error}"))
        page = context.new_page()
        page.goto(path)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert complaints == []


@pytest.fixture
def table(visit: NewPage) -> Page:
    """One page, at the start."""
    return visit()
