"""Where the best play is known: hints with every option's chance, and a match judged answer by answer."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from e2e.conftest import NewPage
from e2e.quickly import brought, opened
from e2e.serving import Serving
from e2e.table import choices, question
from e2e.test_pages import THEMES, axe, violations
from lab.small_sheets import POCKET, content_of, solved
from playwright.sync_api import expect

from miskatonic.bots.optimal.policy import policy_path, save

__all__ = ["axe"]


@pytest.fixture(scope="module")
def knowing(client: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server that knows the best play of the pocket sheet."""
    home = tmp_path_factory.mktemp("home")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("MISKATONIC_HOME", str(home))
        book = solved(POCKET)
        save(book, policy_path(book.model))
        with Serving(home / "table.sqlite3") as server:
            yield server.url


def test_a_hint_weighs_every_choice(visit: NewPage, knowing: str) -> None:
    page = visit(base_url=knowing)
    match = opened(page, "arkham", 1, text=POCKET)
    page.goto(f"/t/{match}")
    question(page)
    page.keyboard.press("h")
    expect(page.locator("[data-hint]")).to_contain_text(re.compile(r"wins \d+\.\d% of games with best play"))
    page.wait_for_timeout(500)  # after a hint the page settles before the pointer is listened to
    weighed: set[str] = set()
    for number in range(2):  # one of them at least is not the hint's
        choices(page).nth(number).hover()
        page.wait_for_timeout(50)
        weighed.update(page.locator("[data-wins]").all_inner_texts())
    assert any(re.fullmatch(r"wins \d+\.\d% of games with best play", words) for words in weighed)


def test_a_match_is_judged_answer_by_answer(visit: NewPage, axe: str, knowing: str) -> None:
    page = visit(base_url=knowing)
    match = brought(page, "arkham", 1, content_of(POCKET))
    page.goto(f"/r/{match}/0")
    page.get_by_role("button", name="Judge every answer").click()
    verdict = page.get_by_role("region", name="Analysis")
    expect(verdict).to_contain_text("answers")
    for theme in THEMES:
        page.emulate_media(color_scheme=theme, reduced_motion="reduce")
        page.wait_for_timeout(300)  # colours fade
        assert [f"{theme}: {one}" for one in violations(page, axe)] == []
    mistake = page.locator("[data-mistake]").first
    n = mistake.get_attribute("data-mistake")
    mistake.click()
    expect(page).to_have_url(re.compile(rf"/r/{match}/{n}$"))
