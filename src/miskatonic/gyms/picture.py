"""The table as a picture, for `render_mode="rgb_array"`."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from miskatonic.kernel import SetupError

PAPER, INK, MARGIN = (236, 225, 198), (28, 23, 20), 12


MODES = ("ansi", "rgb_array")
"""How environments can be looked at."""


def check_mode(mode: str | None) -> None:
    """Refuse a way to look at a table that there is not."""
    if mode not in (None, *MODES):
        raise SetupError(f"render_mode can be {' or '.join(MODES)}, not {mode!r}")


def picture(text: str) -> NDArray[np.uint8]:
    """Text on paper, as rows of pixels."""
    font = ImageFont.load_default(14)
    lines = text.splitlines() or [""]
    box = ImageDraw.Draw(Image.new("RGB", (1, 1))).multiline_textbbox((0, 0), "\n".join(lines), font=font)
    size = (int(box[2]) + 2 * MARGIN, int(box[3]) + 2 * MARGIN)
    image = Image.new("RGB", size, PAPER)
    ImageDraw.Draw(image).multiline_text((MARGIN, MARGIN), "\n".join(lines), INK, font=font)
    return np.asarray(image, np.uint8)
