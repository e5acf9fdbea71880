"""Every page, in both themes, on a phone and on a desk: accessible, fitting, within its budget."""

from __future__ import annotations

import gzip
import json
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Literal

import pytest
from e2e.conftest import NewPage
from e2e.quickly import brought, finished, opened, played
from e2e.serving import ROOT
from e2e.table import choices, new_table, question
from playwright.sync_api import Browser, Page, ViewportSize, expect

AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
THEMES: tuple[Literal["dark", "light"], ...] = ("dark", "light")
PHONE: ViewportSize = {"width": 360, "height": 740}
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]

Way = Callable[[Page, "Archive"], None]


STAGES: dict[str, Callable[[Page], str]] = {
    "arkham": lambda page: opened(page, "arkham", 1),
    "arkham later": lambda page: played(page, opened(page, "arkham", 1), 12),
    "arkham side by side": lambda page: played(page, opened(page, "arkham", 2), 6),
    "arkham over": lambda page: finished(page, dice="sealed"),
    "insanity": lambda page: opened(page, "insanity", 2),
    "insanity later": lambda page: played(page, opened(page, "insanity", 2), 30),
    "insanity over": lambda page: finished(page, "insanity", 2),
    "tower": lambda page: opened(page, "tower", 3),
    "tower later": lambda page: played(page, opened(page, "tower", 3), 60),
    "tower over": lambda page: brought(page, "tower", 3),
    "mash": lambda page: opened(page, "mash", 1),
    "mash later": lambda page: played(page, opened(page, "mash", 1), 60),
    "mash over": lambda page: brought(page, "mash", 2),
}


class Archive(dict[str, str]):
    """Matches at all stages by name, each played when it is first wanted, by one session."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def __missing__(self, name: str) -> str:
        self[name] = STAGES[name](self.page)
        return self[name]


@pytest.fixture(scope="session")
def archive(browser: Browser, base_url: str) -> Iterator[Archive]:
    """Matches of one session."""
    context = browser.new_context(base_url=base_url)
    page = context.new_page()
    page.goto("/about")
    opened(page, "arkham", 1)  # a session begins with the first table
    yield Archive(page)
    context.close()


def at(path: str, landmark: str) -> Way:
    """The way to a page with an address of its own."""

    def go(page: Page, matches: Archive) -> None:
        page.goto(path.format_map(matches))
        page.locator(landmark).first.wait_for()

    return go


def table(name: str) -> Way:
    """The way to a table."""

    def go(page: Page, matches: Archive) -> None:
        page.goto(f"/t/{matches[name]}")
        page.locator("#what-now, #result, #hand-over").first.wait_for()
        page.locator(".board > *, #hand-over").first.wait_for()

    return go


def with_choices(page: Page, matches: Archive) -> None:
    table("arkham")(page, matches)
    question(page)
    choices(page).first.hover()


def gathering(page: Page, matches: Archive) -> None:
    new_table(page, "Unlocking Insanity", "Me", "Somebody I invite")
    page.locator("#gathering").wait_for()


def dialog(name: str) -> Way:
    """The way to a dialog at a table."""

    def go(page: Page, matches: Archive) -> None:
        table("arkham")(page, matches)
        page.get_by_role("button", name=name, exact=True).click()
        page.get_by_role("dialog").wait_for()

    return go


SCREENS: dict[str, Way] = {
    "start": at("/", "article h2"),
    "new": at("/new?game=arkham", "#seats"),
    "about": at("/about", "h1"),
    "rules": at("/rules/arkham", "article h2"),
    "verify": at("/verify", "textarea"),
    "verified": at("/verify?match={arkham over}", ".sound"),
    "invited": at("/t/{arkham over}#seat=0&token=abcdefghijklmnopqrstuvwxyz", "form"),
    "learn": at("/learn/arkham", "[data-lesson]"),
    "learn insanity": at("/learn/insanity", "[data-lesson]"),
    "learn tower": at("/learn/tower", "[data-lesson]"),
    "learn mash": at("/learn/mash", "[data-lesson]"),
    "replay": at("/r/{arkham over}/9", "[data-step]"),
    "replay of insanity": at("/r/{insanity over}/30", "[data-step]"),
    "arkham": table("arkham"),
    "arkham later": table("arkham later"),
    "arkham side by side": table("arkham side by side"),
    "arkham over": table("arkham over"),
    "insanity": table("insanity"),
    "insanity later": table("insanity later"),
    "insanity over": table("insanity over"),
    "tower": table("tower"),
    "tower later": table("tower later"),
    "tower over": table("tower over"),
    "replay of tower": at("/r/{tower over}/30", "[data-step]"),
    "mash": table("mash"),
    "mash later": table("mash later"),
    "mash over": table("mash over"),
    "replay of mash": at("/r/{mash over}/30", "[data-step]"),
    "choices": with_choices,
    "gathering": gathering,
    "settings": dialog("Settings"),
    "log": dialog("Log"),
    "score": dialog("Score"),
    "help": dialog("Rules"),
}


@pytest.fixture(scope="session")
def axe() -> str:
    """The accessibility checker."""
    if not AXE.is_file():
        if os.environ.get("CI"):
            raise pytest.UsageError("CI must have the client's tools: npm ci in web/")
        pytest.skip("no axe-core: npm ci in web/")
    return AXE.read_text("utf-8")


def violations(page: Page, axe: str) -> list[str]:
    """What axe finds wrong with the page as it is now."""
    page.evaluate(axe)
    options = {"runOnly": RULES, "resultTypes": ["violations"]}
    found = page.evaluate("async options => (await axe.run(document, options)).violations", options)
    return [
        f"{one['id']}: {one['help']} {json.dumps([node['html'][:200] for node in one['nodes'][:3]])}" for one in found
    ]


@pytest.mark.parametrize("screen", SCREENS)
def test_every_screen_is_accessible_in_both_themes_and_fits_a_phone(
    visit: NewPage, axe: str, archive: Archive, screen: str
) -> None:
    page = visit("/about", storage_state=archive.page.context.storage_state())
    SCREENS[screen](page, archive)
    for theme in THEMES:
        page.emulate_media(color_scheme=theme, reduced_motion="reduce")
        page.wait_for_timeout(300)  # colours fade
        assert [f"{theme}: {one}" for one in violations(page, axe)] == []
    page.set_viewport_size(PHONE)
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


def test_a_game_is_played_with_a_thumb(visit: NewPage) -> None:
    page = visit("/", viewport=PHONE, is_mobile=True, has_touch=True)
    expect(page.get_by_role("heading", name="Unlocking Insanity")).to_be_in_viewport()
    page.get_by_role("button", name="Play now: Dice of Arkham").tap()
    asked = ""
    for _ in range(4):
        asked = question(page, asked)
        choices(page).first.tap()
    question(page, asked)


def weight(page: Page, url: str) -> int:
    """How many bytes a file takes on its way."""
    body = page.request.get(url).body()
    return len(body if url.endswith(".woff2") else gzip.compress(body, 9))


def test_first_load_and_fonts_are_within_budget(visit: NewPage) -> None:
    page = visit("/about")
    loaded: list[str] = []
    page.on("response", lambda response: loaded.append(response.url))
    page.goto("/")
    page.locator("article .emblem svg").first.wait_for()
    page.wait_for_load_state("networkidle")
    page.get_by_role("button", name="Play now: Dice of Arkham").click()
    question(page)
    sizes = {url: weight(page, url) for url in loaded if Path(url).suffix in (".js", ".css", ".woff2")}
    code = sum(size for url, size in sizes.items() if not url.endswith(".woff2"))
    fonts = sum(size for url, size in sizes.items() if url.endswith(".woff2"))
    assert 0 < code <= 120_000
    assert 0 < fonts <= 140_000


def test_the_theme_and_the_letters_follow_the_settings(visit: NewPage) -> None:
    page = visit("/")
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("radio", name="Day").check()
    page.get_by_role("checkbox", name="Hyper-legible letters everywhere").check()
    page.reload()
    root = page.locator("html")
    assert root.get_attribute("data-theme") == "light"
    family = page.evaluate("getComputedStyle(document.querySelector('h1')).fontFamily")
    assert "Atkinson" in family
