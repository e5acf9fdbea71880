"""Take the pictures of the documentation: every screen of the browser client, large and small, by lamp and by day.

    python -m tools.screenshots [SCREEN ...]

It needs Chromium (or CHROMIUM with its path) and the test extra. Pictures are WebP, so that the repository stays small.
"""

from __future__ import annotations

import io
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from os import environ
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tests"))

from e2e.serving import Serving  # noqa: E402 - the tests know how to start a server and how people use it
from e2e.table import FOR_LONG, follow_the_bot, new_table, play_now, question, question_now  # noqa: E402
from e2e.test_tower import ANSWER, next_question  # noqa: E402
from e2e.test_tower_in_space import SOFTWARE  # noqa: E402

SIZES = {"wide": {"width": 1280, "height": 800}, "phone": {"width": 390, "height": 844}}
THEMES = ("dark", "light")
TITLES = {
    "arkham": "Dice of Arkham",
    "insanity": "Unlocking Insanity",
    "mash": "Cthulhu Mash",
    "tower": "Tower of Madness",
}
Screen = Callable[[Page], None]


def play_on(page: Page, title: str, decisions: int) -> None:
    """Begin a game and let a bot advise on some decisions."""
    page.goto("/")
    play_now(page, title)
    asked = question(page)
    for _ in range(decisions):
        follow_the_bot(page)
        asked = question(page, asked)
        if asked == "over":
            return


def play_out(page: Page, title: str) -> None:
    """A game to its end."""
    play_on(page, title, 1000)
    page.locator("#result").wait_for()


def replay(page: Page) -> None:
    """A replay, some steps in."""
    play_out(page, TITLES["arkham"])
    page.goto(page.url.replace("/t/", "/r/").partition("#")[0] + "/12")
    page.wait_for_load_state("networkidle")


def tower(page: Page) -> None:
    """A table of three in the middle of a game, with a tentacle to be drawn."""
    new_table(page, TITLES["tower"], "Me", "A bot", "A bot")
    page.locator(".board > *").first.wait_for()
    asked = ""
    for turn in range(200):
        asked = next_question(page, asked)
        if asked == "over" or (turn > 12 and page.locator("[data-target^='stick:']").count()):
            return
        page.evaluate(ANSWER, turn)


def space(page: Page) -> None:
    """The same with the tower in three dimensions."""
    tower(page)
    page.emulate_media(reduced_motion="no-preference")
    page.reload()
    drawn = "() => (document.querySelector('canvas')?.height ?? 150) !== 150"
    page.wait_for_function(drawn, polling=100, timeout=FOR_LONG)
    page.wait_for_timeout(3000)


def at(path: str) -> Screen:
    """A page that only has to be opened."""

    def look(page: Page) -> None:
        page.goto(path)
        page.wait_for_load_state("networkidle")

    return look


SCREENS: dict[str, Screen] = {
    "start": at("/"),
    "new": at("/new"),
    "arkham": lambda page: play_on(page, TITLES["arkham"], 9),
    "insanity": lambda page: play_on(page, TITLES["insanity"], 12),
    "mash": lambda page: play_on(page, TITLES["mash"], 24),
    "tower": tower,
    "space": space,
    "result": lambda page: play_out(page, TITLES["insanity"]),
    "replay": replay,
    "learn": at("/learn/insanity"),
    "rules": at("/rules/arkham"),
    "verify": at("/verify"),
}


def take(browser: Browser, address: str, folder: Path, screens: dict[str, Screen]) -> Iterator[Path]:
    """Every screen in every size and theme."""
    for size, viewport in SIZES.items():
        for theme in THEMES:
            for name, show in screens.items():
                context = browser.new_context(
                    base_url=address,
                    viewport=viewport,  # type: ignore[arg-type]
                    color_scheme=theme,  # type: ignore[arg-type]
                    reduced_motion="reduce",
                )
                page = context.new_page()
                show(page)
                page.wait_for_timeout(400)
                question_now(page)
                picture = Image.open(io.BytesIO(page.screenshot()))
                target = folder / f"{name}-{size}-{theme}.webp"
                picture.save(target, "WEBP", quality=82, method=6)
                context.close()
                yield target


def main(words: list[str]) -> int:
    """Start a server, take all pictures or those of some screens, and say where they are."""
    folder = ROOT / "docs" / "images" / "screens"
    wanted = {name: SCREENS[name] for name in words or SCREENS}
    folder.mkdir(parents=True, exist_ok=True)
    chromium = environ.get("CHROMIUM") or shutil.which("chromium")
    if chromium is None:
        print("screenshots: there is no Chromium here; set CHROMIUM to its path", file=sys.stderr)
        return 1
    with (
        tempfile.TemporaryDirectory() as data,
        Serving(Path(data) / "table.sqlite3") as server,
        sync_playwright() as playwright,
    ):
        flags = ["--no-sandbox", "--disable-quic", *SOFTWARE]
        browser = playwright.chromium.launch(executable_path=chromium, args=flags)
        for path in take(browser, server.url, folder, wanted):
            print(path)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
