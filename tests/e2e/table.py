"""What a person does at the table, in a browser."""

from __future__ import annotations

from playwright.sync_api import Locator, Page, expect

FOR_LONG = 60_000
STATE = """before => {
    if (document.querySelector('#result')) return 'over';
    const now = document.querySelector('[data-ask]')?.dataset.ask;
    return now && now !== before ? now : null;
}"""


def play_now(page: Page, title: str) -> None:
    """One click on the start page."""
    page.get_by_role("button", name=f"Play now: {title}").click()
    expect(page.locator("#what-now")).to_be_visible()


def question(page: Page, before: str = "") -> str:
    """The id of the open question, once there is another than `before`; `over` when the match is."""
    return str(page.wait_for_function(STATE, arg=before, timeout=FOR_LONG).json_value())


def question_now(page: Page, before: str = "") -> str | None:
    """The same without waiting."""
    found = page.evaluate(STATE, before)
    return None if found is None else str(found)


def choices(page: Page) -> Locator:
    """The choices as a list beside the board."""
    shown = page.locator("[data-options] button")
    toggle = page.get_by_role("button", name="Choices", exact=True)
    shown.or_(toggle).first.wait_for()
    if toggle.count() and toggle.get_attribute("aria-pressed") == "false":
        toggle.click()
        shown.first.wait_for()
    return shown


def follow_the_bot(page: Page) -> None:
    """Ask a bot and do what it says, by two keys."""
    page.keyboard.press("h")
    page.locator("[data-hint]").wait_for()
    page.keyboard.press("Enter")


def take_the_first(page: Page) -> None:
    """Look at the first choice and take it, by two keys."""
    page.keyboard.press("1")
    page.get_by_role("button", name="Do it").wait_for()
    page.keyboard.press("Enter")


def new_table(page: Page, title: str, *seats: str, options: dict[str, str] | None = None) -> None:
    """Open a table with these people and bots in its seats and these rule options, in the words of the form."""
    page.goto("/new")
    page.get_by_role("radio", name=title).check()
    while page.get_by_label("Who has seat").count() < len(seats):
        page.get_by_role("button", name="Add a seat").click()
    for number, seat in enumerate(seats, 1):
        page.get_by_label(f"Who has seat {number}").select_option(label=seat)
    if options:
        page.get_by_text("Rule options").click()
        for about, value in options.items():
            page.get_by_label(about).select_option(label=value)
    page.get_by_role("button", name="Open the table").click()
