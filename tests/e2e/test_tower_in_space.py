"""The tower in three dimensions, in a browser that draws in space without a graphics card."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from e2e.table import FOR_LONG
from e2e.test_tower import asked_for_a_tentacle
from playwright.sync_api import Browser, BrowserType, Page, expect

__all__ = ["asked_for_a_tentacle"]

SOFTWARE = ["--use-angle=swiftshader", "--enable-unsafe-swiftshader"]


@pytest.fixture(scope="module")
def browser(browser_type: BrowserType, browser_type_launch_args: dict[str, Any]) -> Iterator[Browser]:
    """Painting everything else is slow in it."""
    flags = [flag for flag in browser_type_launch_args["args"] if flag != "--disable-gpu"]
    browser = browser_type.launch(**{**browser_type_launch_args, "args": flags + SOFTWARE})
    yield browser
    browser.close()


def test_the_tower_in_space_can_be_flattened(asked_for_a_tentacle: Page) -> None:
    page = asked_for_a_tentacle
    page.emulate_media(reduced_motion="no-preference")
    page.reload()
    drawn = "() => (document.querySelector('canvas')?.height ?? 150) !== 150"
    page.wait_for_function(drawn, polling=100, timeout=FOR_LONG)
    # a picture of one colour would be a small file
    assert len(page.locator(".picture").screenshot(timeout=FOR_LONG)) > 20_000
    page.get_by_role("checkbox", name="flat drawing").check(timeout=FOR_LONG)
    expect(page.locator("canvas")).to_have_count(0)
    page.reload()
    expect(page.get_by_role("checkbox", name="flat drawing")).to_be_checked(timeout=FOR_LONG)
    assert page.locator("canvas").count() == 0
