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
from itertools import accumulate, groupby
from typing import TypeAlias

from rich.console import Console
from rich.containers import Lines
from rich.padding import Padding
from rich.style import Style
from rich.text import Text

from miskatonic.kernel import Match, View

NARROWEST = 60
"""On anything narrower nothing is drawn; a table that needs more is told in sentences where it would be cut off."""
WIDEST = 80
GAP = 3
"""Between rows that stand side by side."""
ROOMY = 30
"""From so many lines on there is room for more than the table and the question."""
FEW = 4
"""More short rows than these stand side by side; on a small screen, more than half as many."""

Cells: TypeAlias = Sequence[tuple[str, str]]
"""Short texts, each with its colour."""

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

    def listing(self, rows: Sequence[tuple[Cells, str]]) -> None:
        """Rows one below the other, or side by side if they are many and short."""
        down = -(-len(rows) // self._across(rows))
        if down == len(rows):
            for cells, text in rows:
                self.row(cells, text)
            return
        wide = max(_length(cells, text) for cells, text in rows) + GAP
        for first in range(down):
            line = Text()
            for cells, text in rows[first::down]:
                line.append_text(_head(cells)).append(f"  {harmless(text)}" if text else "")
                line.pad_right(wide * (1 + rows[first::down].index((cells, text))) - line.cell_len)
            line.rstrip()
            self._console.print(Text(" ") + line)

    def height(self, rows: Sequence[tuple[Cells, str]]) -> int:
        """How many lines a listing takes."""
        if (across := self._across(rows)) > 1:
            return -(-len(rows) // across)
        return sum(self.row_height(cells, text) for cells, text in rows)

    def row_height(self, cells: Cells, text: str) -> int:
        """How many lines a row takes."""
        return len(self._wrapped(cells, text)) or 1

    def _wrapped(self, cells: Cells, text: str) -> Lines:
        indent = 1 + _length(cells, "")
        return Text(harmless(text)).wrap(self._console, max(20, min(self.columns, WIDEST) - indent - 1))

    def _across(self, rows: Sequence[tuple[Cells, str]]) -> int:
        """How many rows stand side by side."""
        if self.plain or len(rows) <= (FEW if self.rows >= ROOMY else FEW // 2):
            return 1
        return max(1, (min(self.columns, WIDEST) - 1) // (max(_length(cells, text) for cells, text in rows) + GAP))

    def row(self, cells: Cells, text: str) -> None:
        """Short coloured cells, then a text that stays in its own column when it is wrapped."""
        if self.plain:
            print(ascii_only(" ".join([*(cell for cell, _ in cells), text])))
            return
        margin = Text(" " * (1 + _length(cells, "")))
        for number, line in enumerate(self._wrapped(cells, text) or [Text()]):
            self._console.print(margin + line if number else Text(" ") + _head(cells) + Text("  ") + line)

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


def _head(cells: Cells) -> Text:
    return Text("  ").join(Text(cell, style=colour) for cell, colour in cells)


def _length(cells: Cells, text: str) -> int:
    return sum(len(cell) + 2 for cell, _ in cells) + len(text)


def table(match: Match, view: View, screen: Screen) -> list[str]:
    """The table as lines: drawn where there is room, else as facts."""
    game = match.game
    if screen.plain and game.facts is not None:
        return _named(match, game.facts(view))
    drawn = _named(match, game.draw(view, screen.paint).splitlines() if game.draw else [])
    narrow = screen.columns < WIDEST and any(Text.from_ansi(line).cell_len > screen.columns for line in drawn)
    return _named(match, game.facts(view)) if narrow and game.facts is not None else drawn


def fitted(lines: list[str], room: int, wide: int, advice: str = "") -> list[str]:
    """As much of a drawing as there is room for: what stands first; a part that would hardly be seen is left out.

    How much is missing is said, with advice on where to see it.
    """
    if height(lines, wide) <= room:
        return lines
    parts = [list(part) for full, part in groupby(lines, key=bool) if full]
    shown: list[str] = []
    left = room - 1
    for part in parts:
        taken = list(accumulate(height([line], wide) for line in part))
        seen = sum(end <= left for end in taken)
        if shown and 3 * seen < len(part):
            break
        shown += part[:seen]
        left -= taken[seen - 1] if seen else 0
        if seen < len(part):
            break
    missing = sum(map(len, parts)) - len(shown)
    return [*shown, f"({missing} more lines{advice})"] if missing else shown


def height(lines: list[str], wide: int) -> int:
    """How many lines a drawing takes where the screen is so wide."""
    return sum(max(1, -(-Text.from_ansi(line).cell_len // wide)) for line in lines)


def _named(match: Match, lines: list[str]) -> list[str]:
    return [match.named(line) for line in lines]
