"""Cthulhu Mash in real browsers: a solo game by keyboard and mouse, a Death Match of two, and what all can use."""

from __future__ import annotations

from e2e.conftest import NewPage
from e2e.quickly import LUCK, asked, opened
from e2e.table import question
from e2e.test_pages import PHONE, THEMES, axe, violations
from playwright.sync_api import Locator, Page, expect

from miskatonic.games.mash.heuristic import sensible
from miskatonic.kernel import Ask

__all__ = ["axe"]

ONE_ROOM = {"coop_start": "true", "coop_tiles": "1", "turn_limit": "10"}
"""A start tile and one more: cleared or lost within minutes."""
SHORT_FIGHT = {"mode": "death_match", "keeper": "auto", "last_round": "10"}
WALK = """([from, to]) => {
    const rows = [...document.querySelectorAll('[role=grid] [role=row]')].map(row => [...row.children]);
    const place = cell => {
        const y = rows.findIndex(row => row.includes(cell));
        return [rows[y].indexOf(cell), y];
    };
    const [[x, y], [a, b]] = [place(from), place(to)];
    const times = (count, key) => Array(Math.max(0, count)).fill(key);
    return [...times(a - x, 'ArrowRight'), ...times(x - a, 'ArrowLeft'),
            ...times(b - y, 'ArrowDown'), ...times(y - b, 'ArrowUp')];
}"""

COVERED = """() => {
    const over = document.querySelector('.zoom').getBoundingClientRect();
    const cells = [...document.querySelectorAll('[data-cell]')];
    return cells.filter(cell => cell.getBoundingClientRect().bottom > over.top).map(cell => cell.dataset.cell);
}"""
"""Cells that do not lie wholly above the button which shows the whole board."""


def advice(*pages: Page, match: str) -> tuple[Page, str, int] | None:
    """Who is asked now, the question, and a sensible answer; None when the match is over."""
    while True:
        for page in pages:
            table = asked(page, f"/api/matches/{match}")
            if table["status"] == "over":
                return None
            for put in table["asks"]:
                codes = tuple(option["code"] for option in put["options"])
                view = table["sheet"] | table["views"][str(put["actor"])]
                ask = Ask(put["seat"], put["prompt"], codes, put["actor"])
                return page, put["id"], sensible(view, ask)


def hurry(*pages: Page, match: str, answers: int) -> None:
    """Some sensible answers without the screen."""
    for _ in range(answers):
        if advised := advice(*pages, match=match):
            answer(match, *advised)


def answer(match: str, page: Page, question: str, code: int) -> None:
    """One answer without the screen."""
    said = {"t": "answer", "id": f"quick.{question}", "ask": question, "code": code}
    asked(page, f"/api/matches/{match}/answers", said)


def offered(page: Page, code: int) -> Locator:
    """Where the board offers it; not on a target, which would answer the next question as well."""
    return page.locator(f"[data-code='{code}']:not(.prey)").first


def click(page: Page, code: int) -> None:
    """By mouse, wherever the board offers it."""
    offered(page, code).click()


def walk_there(page: Page, code: int) -> None:
    """By keyboard: arrows over the cells, or the focus on a button, then Enter."""
    cell = page.locator(f"[role=gridcell][data-code='{code}']:not(.prey)").first
    if cell.count():
        stop = page.locator("[role=gridcell][tabindex='0']")
        stop.focus()
        for key in page.evaluate(WALK, [stop.element_handle(), cell.element_handle()]):
            page.keyboard.press(key)
        expect(cell).to_be_focused(timeout=20_000)
    else:
        offered(page, code).focus()
    page.keyboard.press("Enter")


def test_a_solo_game_by_keyboard_and_mouse(visit: NewPage) -> None:
    page = visit("/about")
    match = opened(page, "mash", 1, options=ONE_ROOM, dice="seeded", seed="5")
    page.goto(f"/t/{match}")
    now, moves = "", 0
    while (now := question(page, now)) != "over":
        advised = advice(page, match=match)
        assert advised is not None
        (walk_there if moves % 2 else click)(page, advised[2])
        moves += 1
        assert moves < 200
    assert moves > 8
    expect(page.locator("#result")).to_be_visible()
    expect(page.get_by_role("navigation", name="The whole board")).to_be_visible()
    assert page.locator(".mash [data-code]").count() == 0


def test_two_browsers_play_a_death_match(visit: NewPage) -> None:
    pages = visit("/about"), visit("/about")
    fight = {"game": "mash", "seats": [{"kind": "person"}] * 2, "options": SHORT_FIGHT, "dice": "seeded", "seed": "5"}
    table = asked(pages[0], "/api/matches", fight)
    match = str(table["match"])
    for page, name, invitation in zip(pages, ("Ada", "Wilbur"), table["invitations"], strict=True):
        sat = {"name": name, "token": invitation["token"], "luck": LUCK}
        asked(page, f"/api/matches/{match}/seats/{invitation['seat']}", sat)
    hurry(*pages, match=match, answers=60)
    for page in pages:
        page.goto(f"/t/{match}")
        page.get_by_role("heading", name="Death Match").wait_for()
    moves, clicked = 0, set()
    while advised := advice(*pages, match=match):
        page, put, code = advised
        moves += 1
        if moves % 4 == 1 or page not in clicked:
            page.locator(f"[data-ask='{put}']").wait_for()
            click(page, code)
            page.locator(f"[data-ask='{put}']").wait_for(state="detached")
            clicked.add(page)
        else:
            answer(match, *advised)
        assert moves < 400
    assert clicked == set(pages)
    for page in pages:
        page.locator("#result").wait_for()
        expect(page.get_by_role("region", name="The others").get_by_role("article")).to_have_count(1)


def test_everybody_can_use_the_board(visit: NewPage, axe: str) -> None:
    page = visit("/about")
    fight = opened(page, "mash", 2, options=SHORT_FIGHT, dice="seeded", seed="5")
    hurry(page, match=fight, answers=30)
    begun = opened(page, "mash", 1, dice="seeded", seed="7")
    for match in (begun, fight):
        page.goto(f"/t/{match}")
        page.locator(".mash [data-code]").first.wait_for()
        for theme in THEMES:
            page.emulate_media(color_scheme=theme, reduced_motion="reduce")
            page.wait_for_timeout(300)  # colours fade
            assert [f"{theme}: {one}" for one in violations(page, axe)] == []
    page.set_viewport_size(PHONE)
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    assert page.evaluate(COVERED) == []
    page.get_by_role("button", name="Whole board").click()
    assert violations(page, axe) == []


def test_the_monsters_turn_is_played_and_can_be_skipped(visit: NewPage) -> None:
    page = visit("/about", reduced_motion="no-preference")
    match = opened(page, "mash", 1, dice="seeded", seed="7")
    page.goto(f"/t/{match}")
    for _ in range(12):
        now = question(page)
        end = page.locator("[data-code]", has_text="End your turn")
        if end.count():
            end.click()
            page.locator(".caption").wait_for()
            page.keyboard.press("Space")
            expect(page.locator(".caption")).to_be_hidden()
            return
        page.locator("[data-code]").first.click()
        question(page, now)
    raise AssertionError("no turn could be ended")


def test_teams_are_chosen_in_words(visit: NewPage) -> None:
    page = visit("/new")
    page.get_by_role("radio", name="Cthulhu Mash").check()
    partner = page.get_by_label("Who is in a team with seat 1?")
    words = partner.locator("option")
    while page.get_by_label("Who has seat").count() < 3:
        expect(partner).to_be_hidden()
        page.get_by_role("button", name="Add a seat").click()
    expect(words).to_have_text(["nothing agreed (usual)", "nobody", "seat 2", "seat 3"])
    page.get_by_role("button", name="Add a seat").click()
    expect(words.last).to_have_text("seats 3 and 4")
    page.get_by_label("What is played for?").select_option(label="Cooperative")
    expect(partner).to_be_hidden()
    page.get_by_label("What is played for?").select_option(label="Team Death Match")
    partner.select_option(label="seats 3 and 4")
    page.get_by_role("button", name="Open the table").click()
    page.locator(".board > *").first.wait_for()
    teams = [hero["team"] for hero in asked(page, f"/api/matches/{page.url.split('/')[-1]}")["views"]["0"]["heroes"]]
    assert teams == [0, 1, 0, 0]
