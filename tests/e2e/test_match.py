"""Whole matches, in real browsers."""

from __future__ import annotations

import re
from time import monotonic

from e2e.conftest import NewPage
from e2e.table import choices, follow_the_bot, new_table, play_now, question, question_now, take_the_first
from playwright.sync_api import Page, expect


def test_one_click_begins_a_game(table: Page) -> None:
    play_now(table, "Unlocking Insanity")
    expect(table).to_have_url(re.compile(r"/t/\w+$"))
    expect(table).to_have_title(re.compile("Your turn"))
    table.goto("/")
    expect(table.get_by_role("link", name=re.compile("Unlocking Insanity.*Your move"))).to_be_visible()


def test_two_browsers_play_a_whole_match_while_a_third_watches(visit: NewPage) -> None:
    host, guest, watcher = visit(), visit(), visit()
    new_table(host, "Unlocking Insanity", "Me", "Somebody I invite")
    invitation = host.get_by_label("Invitation to seat 2", exact=True).input_value()
    spectators = host.get_by_label("Link for spectators", exact=True).input_value()

    watcher.goto(spectators)
    expect(watcher.get_by_role("heading", name="The chairs are being taken")).to_be_visible()
    guest.goto(invitation)
    expect(guest).to_have_url(re.compile(r"/t/\w+$"))
    guest.get_by_label("Your name").fill("Wilbur")
    guest.get_by_role("button", name="Sit down").click()

    for page in (host, guest, watcher):
        expect(page.locator("aside")).to_contain_text("Wilbur")
    assert question_now(watcher) is None
    answered = {host: "", guest: ""}
    moves = 0
    late = monotonic() + 60
    while not all(last == "over" for last in answered.values()):
        for page, last in answered.items():
            asked = None if last == "over" else question_now(page, last)
            if asked is None:
                continue
            answered[page] = asked
            if asked == "over":
                continue
            moves += 1
            late = monotonic() + 60
            if moves % 9 == 0:
                follow_the_bot(page)
            elif moves % 9 == 1:
                choices(page).first.click()
            else:
                take_the_first(page)
        host.wait_for_timeout(20)
        assert monotonic() < late, f"nobody has moved on for a long time, after {moves} moves"

    endings = [page.get_by_label("Breakdown").text_content() or "" for page in (host, guest, watcher)]
    assert "Wilbur" in endings[2]
    assert question(watcher) == "over"
    assert {host.locator("#result").inner_text(), guest.locator("#result").inner_text()} <= {
        "You have won",
        "You have lost",
    }
    for page in (host, guest):
        expect(page.locator(".seats")).to_contain_text("Wilbur")


def test_a_whole_game_of_arkham_by_keyboard_alone(table: Page) -> None:
    keys = table.keyboard
    table.get_by_role("button", name="Play now: Dice of Arkham").wait_for()
    for _ in range(30):
        keys.press("Tab")
        if table.evaluate("document.activeElement.getAttribute('aria-label')") == "Play now: Dice of Arkham":
            break
    keys.press("Enter")
    asked, moves = "", 0
    while (asked := question(table, asked)) != "over":
        moves += 1
        if moves % 4:
            follow_the_bot(table)
        else:
            take_the_first(table)
    assert moves > 10
    expect(table.locator("#result")).to_be_visible()


def test_taking_back_and_the_log(table: Page) -> None:
    play_now(table, "Unlocking Insanity")
    first = question(table)
    choices(table).first.click()
    question(table, first)
    log = table.get_by_role("region", name="Log")
    expect(log).not_to_contain_text("takes back")
    table.get_by_role("button", name="Undo").click()
    again = question(table)
    assert again


def test_help_says_what_the_rules_say(table: Page) -> None:
    play_now(table, "Dice of Arkham")
    question(table)
    table.keyboard.press("?")
    dialog = table.get_by_role("dialog", name="What the rules say")
    expect(dialog.get_by_role("link", name=re.compile("^DA-")).first).to_be_visible()
    table.keyboard.press("Escape")
    expect(dialog).to_be_hidden()


def test_everybody_is_told_which_rules_differ(table: Page) -> None:
    asked = "Is a bonus lost while its owner is sane in its colour?"
    new_table(table, "Unlocking Insanity", "Me", "Somebody I invite", options={asked: "yes"})
    told = table.get_by_role("region", name="Different at this table")
    expect(told).to_contain_text(asked)
    expect(told.get_by_role("definition")).to_have_text("yes")
    table.get_by_label("Put a bot into seat 2").select_option(index=1)
    question(table)
    expect(told).to_be_hidden()
    table.keyboard.press("?")
    expect(told).to_contain_text(asked)


def test_letters_can_be_switched_off(table: Page) -> None:
    table.get_by_role("button", name="Settings").click()
    table.get_by_role("checkbox", name=re.compile("Single letters")).uncheck()
    table.keyboard.press("Escape")
    play_now(table, "Dice of Arkham")
    question(table)
    table.keyboard.press("l")
    expect(table.get_by_role("dialog")).to_have_count(0)


def test_people_at_one_screen_take_turns(table: Page) -> None:
    new_table(table, "Unlocking Insanity", "Me", "Someone at this screen")
    seats = set()
    asked = ""
    for _ in range(12):
        asked = question(table, asked)
        seats.add(table.locator("#what-now").inner_text().split(":")[0])
        choices(table).first.click()
    assert len(seats) == 2
