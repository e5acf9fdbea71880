"""Make docs/images/arkham.svg: the real program in a terminal of its own, at a moment worth looking at.

A sensible player plays until there is something to see; the match is saved, `miskatonic resume` shows it, and what it
writes to the terminal is drawn. Run it again whenever the table looks different. POSIX only.
"""

from __future__ import annotations

import os
import pty
import re
import select
import subprocess
import sys
import tempfile
from pathlib import Path

from rich._export_format import CONSOLE_SVG_FORMAT
from rich.console import Console
from rich.terminal_theme import TerminalTheme
from rich.text import Text

import miskatonic as mk
from miskatonic.bots import Glimpse, bot_named

TARGET = Path(__file__).parents[1] / "docs" / "images" / "arkham.svg"
SEED = 107
TURN = 11
COLUMNS, LINES = 66, 40
CLEAR = "\x1b[2J"
COLUMN = 12.2
"""How wide rich draws a column."""
INDENTED = re.compile(r'(<text [^>]*x=")([\d.]+)(" [^>]*textLength=")([\d.]+)("[^>]*>)((?:&#160;)+)(?=[^<])')
# The lamp and the ledger: bone on a dark table; black to white, then the same brighter.
LAMPLIGHT = TerminalTheme(
    (0x0E, 0x15, 0x17),
    (0xD9, 0xDD, 0xD0),
    [
        (0x1F, 0x2C, 0x2E),
        (0xE0, 0x6C, 0x5B),
        (0x8F, 0xF2, 0xD2),
        (0xDC, 0xBF, 0x45),
        (0x72, 0xA0, 0xC8),
        (0xB3, 0x8C, 0xC6),
        (0x7F, 0xD6, 0xC9),
        (0xD9, 0xDD, 0xD0),
    ],
    [
        (0x8F, 0xA3, 0xA1),
        (0xFF, 0x8A, 0x73),
        (0xB6, 0xF8, 0xE3),
        (0xF0, 0xD8, 0x75),
        (0x9C, 0xC2, 0xE4),
        (0xCF, 0xB0, 0xDE),
        (0xA8, 0xEB, 0xE1),
        (0xF6, 0xEF, 0xDD),
    ],
)


def moment() -> mk.Match:
    """A match in the middle: the second roll of a later turn."""
    match = mk.Match("arkham", seed=SEED)
    player = bot_named("heuristic", match.game)
    while not (
        match.ask.prompt == "reroll" and match.view()["you"]["turn"] >= TURN and match.view()["you"]["roll"] > 1
    ):
        match.answer(match.ask.actor, player.choose(Glimpse(match, match.ask.actor), match.ask))
    return match


def shown_by(*command: str, home: Path) -> str:
    """What a command shows on its last screen, colours included, when it waits for somebody to type."""
    outside, inside = pty.openpty()
    terminal = {"TERM": "xterm-256color", "COLORTERM": "truecolor", "COLUMNS": str(COLUMNS), "LINES": str(LINES)}
    environment = os.environ | terminal | {"MISKATONIC_HOME": str(home), "PYTHONIOENCODING": "utf-8"}
    said = b""
    with subprocess.Popen(command, stdin=inside, stdout=inside, stderr=inside, env=environment) as program:
        while select.select([outside], [], [], 2)[0]:
            said += os.read(outside, 65536)
        program.terminate()
    os.close(inside)
    os.close(outside)
    screen = said.decode().rpartition(CLEAR)[2]
    # Colours are kept; movements of the cursor and modes of the terminal are not.
    return re.sub(r"\x1b\[[?0-9;]*[A-HJ-ln-z]", "", screen).replace("\r", "")


def drawn(screen: str) -> str:
    """The screen as SVG, in a font that every reader has: nothing is fetched from elsewhere."""
    with Path(os.devnull).open("w") as sink:
        console = Console(record=True, width=COLUMNS, file=sink, force_terminal=True, color_system="truecolor")
        console.print(Text.from_ansi(screen.strip("\n")), soft_wrap=True)
    frame = re.sub(r"@font-face \{\{.*?\}\}\s*", "", CONSOLE_SVG_FORMAT, flags=re.DOTALL)
    frame = frame.replace("Fira Code, monospace", "ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace")
    picture = console.export_svg(title="./play", theme=LAMPLIGHT, code_format=frame, unique_id="table")
    return INDENTED.sub(_moved, picture)


def _moved(text: re.Match[str]) -> str:
    """A piece of text that begins where its first letter stands: some viewers swallow spaces in front of it."""
    before, x, between, length, after, spaces = text.groups()
    shift = COLUMN * spaces.count(";")
    return f"{before}{float(x) + shift:g}{between}{float(length) - shift:g}{after}"


def main() -> None:
    """Draw the picture."""
    with tempfile.TemporaryDirectory() as folder:
        save = Path(folder) / "evening.jsonl"
        save.write_text(mk.write_record(moment()), "utf-8")
        screen = shown_by(sys.executable, "-m", "miskatonic", "resume", str(save), home=Path(folder))
    TARGET.parent.mkdir(parents=True, exist_ok=True)
    TARGET.write_text(drawn(screen), "utf-8")
    print(f"drawn: {TARGET}")


if __name__ == "__main__":
    main()
