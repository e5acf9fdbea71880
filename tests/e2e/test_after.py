"""After the match: replay, branch, records, sealed dice, rematch."""

from __future__ import annotations

import re
from pathlib import Path

from e2e.conftest import NewPage
from e2e.quickly import asked, finished
from e2e.table import choices, question
from playwright.sync_api import Page, expect


def test_a_replay_is_stepped_through_by_keys_and_every_step_has_an_address(table: Page) -> None:
    match = finished(table)
    table.goto(f"/r/{match}")
    bar = table.get_by_role("region", name="Steps")
    expect(bar).to_contain_text("Before the first move.")
    keys = table.keyboard
    for _ in range(3):
        keys.press("ArrowRight")
    expect(table).to_have_url(re.compile(rf"/r/{match}/3$"))
    keys.press("ArrowLeft")
    expect(table).to_have_url(re.compile(rf"/r/{match}/2$"))
    expect(bar).to_have_attribute("data-step", "2")
    said = table.locator("[data-said]").inner_text()
    keys.press("End")
    expect(table).to_have_url(re.compile(rf"/r/{match}/\d\d+$"))
    expect(bar).to_contain_text("This is how it ended.")
    keys.press("Home")
    expect(table).to_have_url(re.compile(rf"/r/{match}/0$"))
    table.goto(f"/r/{match}/2")
    expect(table.locator("[data-said]")).to_have_text(said)


def test_a_branch_goes_on_from_a_step(table: Page) -> None:
    match = finished(table)
    step = asked(table, f"/api/matches/{match}/steps/4?audience=watch")
    table.goto(f"/r/{match}/4")
    table.get_by_role("button", name="Play on from here").click()
    expect(table).to_have_url(re.compile(r"/t/\w+$"))
    question(table)
    assert match not in table.url
    log = table.get_by_role("region", name="Log").get_by_role("listitem").all_inner_texts()
    before = [line["text"] for line in step["news"] if line.get("text")]
    assert len([line for line in log if line in before]) >= len(before) - 1
    choices(table).first.click()


def test_a_record_is_saved_and_opened_again(table: Page, tmp_path: Path) -> None:
    match = finished(table)
    table.goto(f"/r/{match}")
    with table.expect_download() as download:
        table.get_by_role("link", name="Save the record").click()
    file = tmp_path / "match.jsonl"
    download.value.save_as(file)
    table.goto("/")
    with table.expect_file_chooser() as chooser:
        table.get_by_role("button", name="Open a record").click()
    chooser.value.set_files(file)
    expect(table).to_have_url(re.compile(r"/r/\w+$"))
    assert match not in table.url
    expect(table.get_by_role("region", name="Steps")).to_be_visible()


def test_a_broken_record_is_refused_with_a_reason(visit: NewPage, tmp_path: Path) -> None:
    table = visit(failing=True)
    file = tmp_path / "match.jsonl"
    file.write_text("This is a letter, not a record.\n")
    with table.expect_file_chooser() as chooser:
        table.get_by_role("button", name="Open a record").click()
    chooser.value.set_files(file)
    expect(table.get_by_role("alert")).to_contain_text("not a Miskatonic record")


def test_sealed_dice_are_checked_by_the_browser_and_by_the_table(table: Page) -> None:
    match = finished(table, "insanity", 2, dice="sealed")
    table.goto(f"/t/{match}")
    expect(table.locator("#result")).to_be_visible()
    table.get_by_role("link", name="Check the dice").click()
    found = table.get_by_role("region", name="Nothing is wrong with it")
    expect(found).to_contain_text("The secret has the fingerprint that the record promises.")
    expect(found).to_contain_text("It is the very seal this browser was shown")
    expect(found).to_contain_text("every die follows from it")


def test_an_edited_record_is_not_sound(table: Page) -> None:
    match = finished(table, "arkham", 1, dice="sealed")
    record = table.request.get(f"/api/matches/{match}/record").text()
    secret = re.search(r'"secret":"(\w)', record)
    assert secret
    other = "1" if secret[1] == "0" else "0"
    table.goto("/verify")
    table.get_by_label("or its text").fill(record.replace(secret[0], f'"secret":"{other}'))
    table.get_by_role("button", name="Check it").click()
    found = table.get_by_role("region", name="Something is wrong here")
    expect(found).to_contain_text("another fingerprint")
    expect(found).to_contain_text("checksum")


def test_a_rematch_seats_the_same_people(table: Page) -> None:
    match = finished(table)
    table.goto(f"/t/{match}")
    table.get_by_role("button", name="Once more").click()
    expect(table).not_to_have_url(re.compile(match))
    question(table)
