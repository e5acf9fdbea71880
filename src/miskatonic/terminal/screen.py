"""The screen: drawn with colours for the eye, or plain lines for screen readers and pipes.

A plain screen prints ASCII only, one fact per line, and never colours, clears or moves anything.
"""

from __future__ import annotations

import os
import sys
import unicodedata
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module

from rich.console import Console
from rich.padding import Padding
from rich.style import Style
from rich.text import Text

from miskatonic.kernel import Match, View

NARROWEST = 60
"""On anything narrower nothing is drawn; a table that needs more is told in sentences where it would be cut off."""
WIDEST = 80

_ASCII = str.maketrans(
    {
        "█": "#",
        "░": ".",
        "●": "o",
        "○": ".",
        "◆": "*",
        "◇": ".",
        "·": ".",
        "✶": "E",
        "♥": "",
        "◉": "",
        "†": "",
        "✦": "",
        "–": "-",  # noqa: RUF001 - the characters that are meant
        "—": "-",
        "−": "-",  # noqa: RUF001
        "×": "x",  # noqa: RUF001
        "‘": "'",  # noqa: RUF001
        "’": "'",  # noqa: RUF001
        "“": '"',
        "”": '"',
        "…": "...",
        "→": "->",
        "≥": ">=",
        "≤": "<=",
    }
)


def ascii_only(text: str) -> str:
    """The same text in ASCII: signs by their nearest look, letters without their accents."""
    spelled = unicodedata.normalize("NFKD", text.translate(_ASCII))
    kept = "".join(sign for sign in spelled if not unicodedata.combining(sign))
    return harmless(kept).encode("ascii", "replace").decode()


def harmless(text: str) -> str:
    """The same text without control codes: names and content may come from strangers."""
    return "".join(sign for sign in text if sign.isprintable() or sign == "\n")


class Screen:
    """Where everything is shown, and where answers are typed."""

    def __init__(self, plain: bool) -> None:
        self.plain = plain
        self._console = Console(highlight=False, soft_wrap=False)

    @classmethod
    def fitting(cls, plain: bool) -> Screen:
        """A drawn screen where the terminal can show one, a plain one everywhere else."""
        if not (sys.stdin.isatty() and sys.stdout.isatty()) or os.environ.get("TERM", "dumb") == "dumb":
            plain = True
        if not plain and "utf" not in (sys.stdout.encoding or "").lower():
            plain = True
        if not plain and (width := Console().width) < NARROWEST:
            narrow = f"This terminal has {width} columns; a drawn table needs {NARROWEST}."
            print(f"{narrow} Going on in plain lines.", file=sys.stderr)
            plain = True
        if not plain:
            with suppress(ImportError):
                import_module("readline")  # which lets the arrow keys edit what is typed
        return cls(plain)

    @property
    def columns(self) -> int:
        """How many signs fit into a line."""
        return self._console.width

    @property
    def rows(self) -> int:
        """How many lines can be seen at once."""
        return self._console.height

    def paint(self, text: str, colour: str) -> str:
        """A text in a colour; colours are never the only sign of anything."""
        return text if self.plain else Style.parse(colour).render(text)

    def say(self, text: str = "", colour: str = "", indent: int = 0) -> None:
        """One line or paragraph, wrapped between the margins."""
        if self.plain:
            print(ascii_only(text))
            return
        width = min(self._console.width, WIDEST)
        self._console.print(Padding(Text(harmless(text), style=colour), (0, 1, 0, 1 + indent)), width=width)

    def row(self, cells: Sequence[tuple[str, str]], text: str) -> None:
        """Short coloured cells, then a text that stays in its own column when it is wrapped."""
        if self.plain:
            print(ascii_only(" ".join([*(cell for cell, _ in cells), text])))
            return
        indent = 1 + sum(len(cell) + 2 for cell, _ in cells)
        width = max(20, min(self._console.width, WIDEST) - indent - 1)
        lines = Text(harmless(text)).wrap(self._console, width)
        head = Text("  ").join(Text(cell, style=colour) for cell, colour in cells)
        for number, line in enumerate(lines or [Text()]):
            self._console.print(Text(" ") + head + Text("  ") + line if number == 0 else Text(" " * indent) + line)

    def drawing(self, drawing: str) -> None:
        """A drawing with painted parts, line by line as it is; what is longer than the screen is wide is wrapped."""
        if self.plain:
            print(ascii_only(drawing))
        else:
            self._console.print(Text.from_ansi(drawing))

    def markdown(self, text: str) -> None:
        """A longer text with headings and lists."""
        if self.plain:
            for line in text.splitlines():
                print(ascii_only(line.lstrip("#").replace("**", "").replace("`", "").strip()))
        else:
            from rich.markdown import Markdown  # slow to load, and few commands have a long text

            self._console.print(Padding(Markdown(text), (0, 1)), width=min(self._console.width, WIDEST))

    def clear(self) -> None:
        """An empty screen."""
        if not self.plain:
            self._console.clear()

    def read(self, prompt: str) -> str:
        """One typed line; `EOFError` when there is no more."""
        typed = input(f"{prompt}: " if self.plain else f" {'> ' if prompt == 'Answer' else prompt + ' '}").strip()
        if self.plain and not sys.stdin.isatty():
            print(ascii_only(typed))
        return typed


def table(match: Match, view: View, screen: Screen) -> list[str]:
    """The table as lines: drawn where there is room, else as facts."""
    game = match.game
    if screen.plain and game.facts is not None:
        return _named(match, game.facts(view))
    drawn = _named(match, game.draw(view, screen.paint).splitlines() if game.draw else [])
    narrow = screen.columns < WIDEST and any(Text.from_ansi(line).cell_len > screen.columns for line in drawn)
    return _named(match, game.facts(view)) if narrow and game.facts is not None else drawn


def _named(match: Match, lines: list[str]) -> list[str]:
    return [match.named(line) for line in lines]
