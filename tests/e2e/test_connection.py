"""The wire breaks, the server dies: nothing is lost."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from e2e.conftest import NewPage
from e2e.serving import Serving
from e2e.table import choices, play_now, question
from playwright.sync_api import Page, expect


@pytest.fixture
def mortal(client: None, tmp_path: Path) -> Iterator[Serving]:
    """A server of its own, to be killed."""
    with Serving(tmp_path / "table.sqlite3") as server:
        yield server


def log_of(page: Page) -> list[str]:
    return page.get_by_role("region", name="Log").get_by_role("listitem").all_inner_texts()


def test_a_killed_server_loses_nothing(mortal: Serving, visit: NewPage) -> None:
    page = visit(base_url=mortal.url, failing=True)
    play_now(page, "Dice of Arkham")
    asked = ""
    for _ in range(5):
        asked = question(page, asked)
        choices(page).first.click()
    asked = question(page, asked)
    log = log_of(page)

    mortal.kill()
    expect(page.locator("[data-link]")).to_have_attribute("data-link", "lost")
    choices(page).first.click()  # on its way while nobody is there
    mortal.restart()
    expect(page.locator("[data-link]")).to_have_attribute("data-link", "open", timeout=30_000)

    question(page, asked)
    after = log_of(page)
    assert after[: len(log)] == log
    assert len(after) > len(log)
    page.reload()
    question(page)
    expect(page.get_by_role("region", name="Log").get_by_role("listitem")).to_have_count(len(after))
    assert log_of(page) == after


def test_without_websockets_it_is_played_by_requests(visit: NewPage) -> None:
    page = visit("/about", failing=True)
    page.context.add_init_script("""
        window.WebSocket = class { constructor() { setTimeout(() => this.onclose?.({ code: 1006 }), 10); } close() {} };
    """)
    page.goto("/")
    play_now(page, "Dice of Arkham")
    expect(page.locator("[data-link]")).to_have_attribute("data-link", "open", timeout=30_000)
    asked = ""
    for _ in range(4):
        asked = question(page, asked)
        choices(page).first.click()
    question(page, asked)


def test_a_table_one_may_not_see_says_so(visit: NewPage) -> None:
    page = visit("/t/nowhere", failing=True)
    expect(page.get_by_role("heading", name="This table is closed to you")).to_be_visible()
    expect(page.locator("main")).to_contain_text("no such match")
