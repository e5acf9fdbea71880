"""The tutorial: a match that has been played, with remarks, and questions that the learner answers."""

from __future__ import annotations

import re
from typing import Any

import pytest
from e2e.conftest import NewPage
from e2e.quickly import asked, finished
from playwright.sync_api import Page, expect


def with_tutorial(page: Page) -> tuple[str, dict[str, Any]]:
    """A tutorial made from a match that has just been played; gives it and its first question."""
    match = finished(page)
    steps = (asked(page, f"/api/matches/{match}/steps/{n}?audience=0") for n in range(100))
    first: dict[str, Any] = next(step for step in steps if step.get("asked"))
    lessons = [
        {"n": 0, "say": "Welcome to a quiet town.", "wrong": ""},
        {"n": first["n"], "say": "Now it is your turn.", "wrong": "Not that one."},
    ]
    tutorial = {"match": match, "seat": 0, "lessons": lessons}
    page.route("**/api/games/arkham/tutorial", lambda route: route.fulfill(json=tutorial))
    return match, first


def test_the_right_answer_goes_on_and_another_is_explained(table: Page) -> None:
    _, first = with_tutorial(table)
    table.goto("/learn/arkham")
    lesson = table.get_by_role("region", name="Lesson")
    expect(lesson).to_contain_text("Welcome to a quiet town.")
    table.keyboard.press("Enter")
    expect(lesson).to_contain_text("Now it is your turn.")
    codes = [option["code"] for option in first["asked"]["options"]]
    right = codes.index(first["answer"])
    wrong = 0 if right else 1
    choose(table, wrong)
    expect(lesson.get_by_role("alert")).to_have_text("Not that one.")
    choose(table, right)
    expect(lesson.get_by_role("alert")).to_have_count(0)
    expect(lesson).not_to_contain_text("Now it is your turn.")


def choose(page: Page, place: int) -> None:
    """Type the number of an option, and Enter."""
    page.keyboard.type(str(place + 1))
    page.keyboard.press("Enter")


@pytest.mark.parametrize("game", ["arkham", "insanity", "mash", "tower"])
def test_a_tutorial_is_walked_to_its_end(table: Page, game: str) -> None:
    tutorial = asked(table, f"/api/games/{game}/tutorial")
    path = f"/api/matches/{tutorial['match']}/steps/{{}}?audience={tutorial['seat']}"
    table.goto(f"/learn/{game}")
    lesson = table.get_by_role("region", name="Lesson")
    lessons = {one["n"] for one in tutorial["lessons"]}
    for n in range(asked(table, path.format(0))["entries"]):
        step = asked(table, path.format(n))
        question = step.get("asked")
        mine = question and question["actor"] == tutorial["seat"]
        if not mine and n not in lessons:
            continue  # passes by itself
        expect(lesson).to_have_attribute("data-step", str(n))
        if mine:
            codes = [option["code"] for option in question["options"]]
            choose(table, codes.index(step["answer"]))
        else:
            table.keyboard.press("Enter")
    expect(lesson.get_by_role("link", name="Play it now")).to_be_visible()
    assert len(lessons) > 3


def test_a_game_without_lessons_leads_to_its_rules(visit: NewPage) -> None:
    page = visit("/about", failing=True)
    page.route(
        "**/api/games/arkham/tutorial",
        lambda route: route.fulfill(status=422, json={"problem": "Dice of Arkham has no tutorial."}),
    )
    page.goto("/learn/arkham")
    expect(page.locator("main")).to_contain_text("Dice of Arkham has no tutorial.")
    page.get_by_role("link", name="Read the rules").click()
    expect(page).to_have_url(re.compile("/rules/arkham$"))
