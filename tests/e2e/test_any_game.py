"""A game without a screen of its own is played from its questions alone; hidden hands are handed over."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from e2e.conftest import NewPage
from e2e.serving import ROOT, Serving
from e2e.table import choices, new_table, question
from playwright.sync_api import Page, expect

WITH_CANDLES = f"""
import sys
sys.path.insert(0, {str(ROOT / "tests")!r})
from miskatonic.kernel import register
from toys.candles import CANDLES
register("candles", lambda: CANDLES)
from miskatonic.cli import main
main()
"""


@pytest.fixture(scope="module")
def toys(client: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    """A server that knows a game nobody has drawn a board for."""
    with Serving(tmp_path_factory.mktemp("toys") / "table.sqlite3", WITH_CANDLES) as server:
        yield server


def hand_over(page: Page) -> None:
    """Take the screen, if it is to be handed over."""
    button = page.get_by_role("button", name="I am ")
    page.locator("[data-ask], #hand-over, #result").first.wait_for()
    if button.count():
        assert page.locator(".board").count() == 0
        button.click()


def test_a_toy_game_is_played_from_its_questions_alone(toys: Serving, visit: NewPage) -> None:
    page = visit(base_url=toys.url)
    new_table(page, "Candles", "Me", "Someone at this screen")
    asked, screens = "", set()
    for _ in range(200):
        hand_over(page)
        asked = question(page, asked)
        if asked == "over":
            break
        screens.add(page.locator("#what-now").inner_text().split(":")[0])
        choices(page).first.click()
        page.wait_for_function("asked => document.querySelector('[data-ask]')?.dataset.ask !== asked", arg=asked)
    assert asked == "over"
    assert len(screens) == 2
    expect(page.locator("#result")).to_be_visible()
    expect(page.get_by_role("region", name="The table", exact=True)).to_contain_text("bank")
