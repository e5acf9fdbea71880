"""Tower of Madness: a whole match through its own screen, and the tower as it is drawn."""

from __future__ import annotations

import pytest
from e2e.conftest import NewPage
from e2e.quickly import LUCK, asked, opened
from e2e.table import FOR_LONG, STATE, question
from e2e.test_pages import THEMES, axe, violations
from playwright.sync_api import Page, expect

__all__ = ["axe"]

ANSWER = """async turn => {
    const drawn = () => new Promise(done => setTimeout(done));
    const open = () => [...document.querySelectorAll('.board [data-target]:enabled')];
    const now = () => document.querySelector('[data-ask]')?.dataset.ask;
    const asked = now();
    const kinds = new Set(open().map(one => one.dataset.target.split(':')[0]));
    for (let touched = 0; touched < 7 && asked && now() === asked; touched += 1) {
        const dice = open().filter(one => one.matches('.die[aria-pressed=false]'));
        const commit = document.querySelector('[data-commit]');
        const others = open().filter(one => one.getAttribute('aria-pressed') !== 'true');
        (dice.length ? dice[turn % dice.length] : commit ?? others[turn % others.length])?.click();
        await drawn();
    }
    return [...kinds];
}"""
"""Touch what the board highlights until the question is answered: dice as long as one is open, then the button.

Nothing is highlighted where there is nothing but to pass: among bots that happens by itself."""
TOP = "() => document.querySelector('#result') ? null : document.querySelector('.board').offsetTop"
"""Where the board begins; nowhere when the match is over, which may happen by itself after a question was seen."""
TENTACLES = 30


def with_bots(page: Page) -> str:
    """The shortest game of one person and two bots; gives its id."""
    bot = {"kind": "bot", "bot": "heuristic"}
    wanted = {"game": "tower", "seats": [{"kind": "person"}, bot, bot], "options": {"location_delta": "-2"}}
    table = asked(page, "/api/matches", wanted)
    seat = {"name": "Edith", "token": table["invitations"][0]["token"], "luck": LUCK}
    asked(page, f"/api/matches/{table['match']}/seats/0", seat)
    return str(table["match"])


def next_question(page: Page, before: str) -> str:
    """The id of the next question; looked for by the clock, as frames come late where all is drawn in software."""
    return str(page.wait_for_function(STATE, arg=before, timeout=FOR_LONG, polling=20).json_value())


def test_a_game_of_three_is_played_to_its_end_on_the_board(visit: NewPage, axe: str) -> None:
    page = visit()
    page.goto(f"/t/{with_bots(page)}")
    expect(page.get_by_role("region", name="Tracker boards").get_by_role("listitem")).to_have_count(3, timeout=FOR_LONG)
    now, touched, turn, seen, tops = "", set[str](), 0, False, set[int | None]()
    while (now := next_question(page, now)) != "over":
        tops.add(page.evaluate(TOP))
        if turn > 6 and not seen and page.locator("button.die:enabled").count():
            seen = True
            for theme in THEMES:
                page.emulate_media(color_scheme=theme, reduced_motion="reduce")
                page.evaluate("() => document.getAnimations().forEach(one => one.finish())")  # colours fade
                assert [f"{theme}: {one}" for one in violations(page, axe)] == []
        touched |= set(page.evaluate(ANSWER, turn))
        turn += 1
        assert turn < 600
    assert seen
    assert {"investigator", "die", "stick"} <= touched
    places = [top for top in tops if top is not None]
    assert max(places) - min(places) <= 1, "the board stays where it is, whatever is asked"
    expect(page.get_by_role("region", name="Breakdown")).to_be_visible()
    assert [f"over: {one}" for one in violations(page, axe)] == []


def who_has_failed(page: Page) -> tuple[str, int]:
    """A table at which the only player has failed and must draw, and how many tentacles there are to choose from."""
    match = opened(page, "tower", 1)
    for number in range(200):
        ask = asked(page, f"/api/matches/{match}")["asks"][0]
        if ask["prompt"] == "stick":
            return match, len(ask["options"])
        # as many dice as can be locked: such a player fails soon
        code = max(ask["options"], key=lambda option: len(option["word"]))["code"]
        answer = {"t": "answer", "id": f"fail.{number}", "ask": ask["id"], "code": code}
        asked(page, f"/api/matches/{match}/answers", answer)
    raise AssertionError("nobody failed")


@pytest.fixture
def asked_for_a_tentacle(visit: NewPage) -> Page:
    """Whoever must draw looks at the table; if by the dice not every tentacle is open to him, another one does."""
    page = visit("/about")
    match, tentacles = who_has_failed(page)
    for _ in range(5):
        if tentacles == TENTACLES:
            break
        match, tentacles = who_has_failed(page)
    page.goto(f"/t/{match}")
    page.get_by_role("group", name="Tentacles").wait_for()
    return page


def test_a_tentacle_is_drawn_by_keyboard(asked_for_a_tentacle: Page, axe: str) -> None:
    page = asked_for_a_tentacle
    assert page.locator("canvas").count() == 0  # whoever wants no motion gets the flat drawing
    assert violations(page, axe) == []
    before = question(page)
    page.locator("[data-target='stick:1']").focus()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowRight")
    label = page.evaluate("document.activeElement.getAttribute('aria-label')")
    assert label.startswith("tentacle 4 (storey 1, row 2, east-west, place 3)")
    page.keyboard.press("Enter")
    question(page, before)
    expect(page.get_by_role("region", name="The tower", exact=True)).to_contain_text("Tentacle 4:")
    expect(page.get_by_role("region", name="The tower", exact=True)).to_contain_text("29 tentacles")
