"""The table as a picture, for `render_mode="rgb_array"`."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from miskatonic.kernel import SetupError

PAPER, INK, FADED, MARGIN = (236, 225, 198), (28, 23, 20), (176, 160, 124), 12
WIDTH, HEIGHT, SIZE = 9, 17, 13
"""A letter's cell, and the height of the letters."""
COLUMNS, ROWS = 84, 54
"""Room for every table, so that all pictures of a film have the same size."""
LATIN = 0x100
"""Letters up to here are in the font."""
Font = ImageFont.FreeTypeFont | ImageFont.ImageFont
SIGNS = {"█": INK, "░": FADED, "●": INK, "◉": FADED, "○": None, "◆": INK, "◇": None, "▲": INK, "▦": FADED}
"""Signs that the font has not, with what fills them; any other such sign becomes a star."""
DOTS = {
    "♥": (".##.##.", "#######", "#######", ".#####.", "..###..", "...#..."),
    "✦": ("...#...", "..###..", "#######", "..###..", "...#..."),
    "†": ("...#...", ".#####.", "...#...", "...#...", "...#...", "...#..."),
    "☾": ("..####.", ".##....", "##.....", "##.....", ".##....", "..####."),
    "✿": ("..#.#..", ".#####.", "###.###", ".#####.", "..#.#.."),
}
"""Smaller signs, dot by dot."""
MODES = ("ansi", "rgb_array")
"""How environments can be looked at."""


def check_mode(mode: str | None) -> None:
    """Refuse a way to look at a table that there is not."""
    if mode not in (None, *MODES):
        raise SetupError(f"render_mode can be {' or '.join(MODES)}, not {mode!r}")


def picture(text: str) -> NDArray[np.uint8]:
    """Text on paper, as rows of pixels; every letter has a cell of its own, as in a terminal."""
    lines = text.splitlines()
    columns, rows = max([COLUMNS, *map(len, lines)]), max(ROWS, len(lines))
    image = Image.new("RGB", (columns * WIDTH + 2 * MARGIN, rows * HEIGHT + 2 * MARGIN), PAPER)
    paper, font = ImageDraw.Draw(image), ImageFont.load_default(SIZE)
    for row, line in enumerate(lines):
        for column, letter in enumerate(line):
            if letter != " ":
                _draw(paper, font, MARGIN + column * WIDTH, MARGIN + row * HEIGHT, letter)
    return np.asarray(image, np.uint8)


def _draw(paper: ImageDraw.ImageDraw, font: Font, x: int, y: int, letter: str) -> None:
    """One letter or sign in its cell."""
    box = (x, y + 4, x + WIDTH - 2, y + 4 + WIDTH - 2)
    if letter in "█░▦":
        paper.rectangle(box, SIGNS[letter])
    elif letter in "●◉○":
        paper.ellipse(box, SIGNS[letter], INK)
    elif letter in "◆◇▲":
        sides, turn = (3, 0) if letter == "▲" else (4, 45)
        paper.regular_polygon((x + WIDTH // 2, y + HEIGHT // 2, WIDTH // 2), sides, turn, SIGNS[letter], INK)
    elif letter in DOTS:
        spots = [(x + i, y + 6 + j) for j, row in enumerate(DOTS[letter]) for i, dot in enumerate(row) if dot == "#"]
        paper.point(spots, INK)
    else:
        known = letter if ord(letter) < LATIN else "*"
        paper.text((x + WIDTH // 2, y + SIZE), known, INK, font, "ms")
