"""The brain sheet as text: drawn for the eye, or told one fact per line.

A drawing is at most 80 columns wide. Every space carries the letter of its colour and every row its sign, so that
colour only repeats what letters say.
"""

from __future__ import annotations

from collections.abc import Callable
from textwrap import wrap
from typing import Any, Final, TypeAlias

from miskatonic.games.insanity.names import COLOUR_OF, COLOURS, LETTERS, SPACE
from miskatonic.kernel import View

Paint: TypeAlias = Callable[[str, str], str]

WIDTH: Final = 80
ROWS: Final = 19
"""How many lines the brain takes."""
CELL: Final = 4
"""The width of a space."""
NAME: Final = 15
"""The width of a row's name."""
PAINT: Final = {"purple": "magenta", "yellow": "yellow", "green": "green", "blue": "cyan", "red": "red"}
SIGNS: Final = {"crescent": "☾", "triskele": "✿", "eye": "◉", "abacus": "▦", "flame": "▲"}
MARKS: Final = {
    "sane": "",
    "tied": "tied",
    "insane": "INSANE",
    "will_go_insane": "will break!",
    "will_recover": "will recover",
}


def draw(view: View, paint: Paint) -> str:
    """Dice and cards, the own sheet large (a spectator sees the active one), the others small, the own brain.

    A screen that is too small for everything shows the beginning.
    """
    seat = view["seat"] if view["seat"] is not None else view["active"] or 0
    lines = [_headline(view, seat, paint)]
    for line in _table(view):
        lines += wrap(line, WIDTH, subsequent_indent="  ")
    lines += ["", *_rows(view, view["novices"][seat], paint)]
    if len(view["novices"]) > 1:
        lines += ["", *_others(view, seat, paint)]
    lines += ["", *_brain(view, view["novices"][seat], paint)]
    return "\n".join(line.rstrip() for line in lines)


def facts(view: View) -> list[str]:
    """The same as short sentences."""
    seat = view["seat"] if view["seat"] is not None else view["active"] or 0
    said = [f"Turn {view['turn']}, step {view['step']}."]
    if view["active"] is not None:
        said.append(f"Active: {{{view['active']}}}.")
    for number in sorted(range(len(view["novices"])), key=lambda other: other != seat):
        novice = view["novices"][number]
        said.append(f"Sheet of {{{number}}}: score {novice['score']}.")
        for colour in COLOURS:
            said.append(f"{{{number}}} {colour}: {_row_in_words(view, novice, colour)}.")
        brain = ", ".join(f"{space} {value}" for space, value in novice["brain"].items()) or "empty"
        said.append(f"{{{number}}} brain: {brain}.")
    return said + [f"{line}." for line in _table(view)]


def _row_in_words(view: View, novice: dict[str, Any], colour: str) -> str:
    row = view["sheet"]["rows"][colour]
    entries = ", ".join(str(entry) if entry else "X" for entry in novice["rows"][colour]) or "nothing written"
    left = row["free"] - len(novice["rows"][colour])
    mark = MARKS[novice["forecast"][colour]]
    said = f"start {row['start']}, {entries}, {left} left, total {novice['totals'][colour]}, target {row['target']}"
    said += ", doubled" if colour in novice["doubled"] else ""
    return f"{said}, madness {novice['sizes'][colour]}" + (f", {mark.rstrip('!').lower()}" if mark else "")


# -- parts of the drawing ---------------------------------------------------------------------------------------------


def _headline(view: View, seat: int, paint: Paint) -> str:
    novice = view["novices"][seat]
    turn = f"turn {view['turn']}" + (f", {{{view['active']}}} is active" if view["active"] is not None else "")
    return paint(f"{{{seat}}}   score {novice['score']}   {turn}", "bold")


def _brain(view: View, novice: dict[str, Any], paint: Paint) -> list[str]:
    """Spaces at their coordinates, dotted lines between neighbours."""
    spaces = view["sheet"]["spaces"]
    grid = [[" "] * WIDTH for _ in range(ROWS)]
    top = min(y for _, y in spaces.values())
    height = max(1, max(y for _, y in spaces.values()) - top)
    at = {
        space: (min(max(x, 0), 100) * (WIDTH - CELL) // 100 + CELL // 2, (y - top) * (ROWS - 1) // height)
        for space, (x, y) in spaces.items()
    }
    for one, two in view["sheet"]["lines"]:
        _dots(grid, at[one], at[two], paint)
    for space, (column, line) in at.items():
        colour = COLOURS[COLOUR_OF[SPACE[space]]]
        number = novice["brain"].get(space)
        text = f"({space})" if number is None else f"{space[0]}{number}".center(CELL)
        start = min(max(0, column - CELL // 2), WIDTH - CELL)
        style = PAINT[colour] if number is None else f"bold reverse {PAINT[colour]}"
        grid[line][start : start + CELL] = [paint(text, style), *[""] * (CELL - 1)]
    return ["".join(line) for line in grid]


def _dots(grid: list[list[str]], one: tuple[int, int], two: tuple[int, int], paint: Paint) -> None:
    steps = max(abs(two[0] - one[0]) // 2, abs(two[1] - one[1]), 1)
    for step in range(1, steps):
        column = one[0] + (two[0] - one[0]) * step // steps
        line = one[1] + (two[1] - one[1]) * step // steps
        grid[line][min(column, WIDTH - 1)] = paint("·", "dim")


def _rows(view: View, novice: dict[str, Any], paint: Paint) -> list[str]:
    """The five rows: start, boxes, target, and mastery against madness."""
    lines = [paint(f"{'':{NAME}}{'start':>5}  {'written':<24}{'target':>6}{'value':>6}{'madness':>8}", "dim")]
    for colour in COLOURS:
        row = view["sheet"]["rows"][colour]
        entries = novice["rows"][colour]
        boxes = [f"[{entry or 'X':>2}]" for entry in entries] + ["[  ]"] * (row["free"] - len(entries))
        name = f"{row['letter']} {SIGNS.get(row['glyph'], ' ')} {row['faculty'] or row['name']}"[: NAME - 1]
        target = f"{row['target']}{' x2' if colour in novice['doubled'] else ''}"
        figures = f"{novice['values'][colour]:>6}{novice['sizes'][colour]:>8}"
        mark = MARKS[novice["forecast"][colour]]
        line = f"{paint(f'{name:<{NAME}}', PAINT[colour])}{row['start']:>5}  {''.join(boxes):<24}{target:>6}{figures}"
        lines.append(f"{line}  {paint(mark, 'bold') if mark else ''}")
    return lines


def _others(view: View, mine: int, paint: Paint) -> list[str]:
    """Everybody else: value against madness of every colour; a star marks insanity, an exclamation mark danger."""
    lines = []
    for seat, novice in enumerate(view["novices"]):
        if seat == mine:
            continue
        cells = []
        for letter, colour in zip(LETTERS, COLOURS, strict=True):
            star = {"insane": "*", "will_recover": "*", "will_go_insane": "!"}.get(novice["forecast"][colour], " ")
            figures = f"{novice['values'][colour]:>2}:{novice['sizes'][colour]}"
            cells.append(paint(f"{letter}{star}{figures:<5}", PAINT[colour]))
        empty = sum(map(len, novice["rows"].values()))
        lines.append(f"{' '.join(cells)} {empty:>2} written, score {novice['score']:>3}  {{{seat}}}")
    return lines


def _table(view: View) -> list[str]:
    """Dice and cards."""
    lines = []
    if view["roll"]:
        lines.append("Dice: " + ", ".join(f"{colour} {face}" for colour, face in view["roll"].items()))
    if view["die"]:
        lines.append(f"Dark die: {view['die']} {view['face'] or '...'}")
    out = [colour for colour in COLOURS if colour not in view["bag"]]
    lines.append(f"Bag: {', '.join(view['bag'])}" + (f"; set aside: {', '.join(out)}" if out else ""))
    for seat, novice in enumerate(view["novices"]):
        lines += [f"{{{seat}}} {fact}" for fact in _this_turn(novice)]
        lines += _cards(view, seat)
    return lines


def _cards(view: View, seat: int) -> list[str]:
    """What a player suffers and holds; whoever looks at the own sheet reads what these cards do."""
    penalties, bonuses = view["sheet"]["penalties"], view["sheet"]["bonuses"]

    def card(printed: dict[str, str], about: str, matters: bool = True) -> str:
        text = printed["text"].rstrip(".") if matters and seat == view["seat"] else ""
        return f"{printed['name']} ({about}){': ' if text else ''}{text}"

    suffered = [card(penalties[colour], colour) for colour in view["novices"][seat]["insane"]]
    held = [
        card(bonuses[colour], f"{colour}, {'used' if first['used'] else 'unused'}", not first["used"])
        for colour, first in view["first"].items()
        if first is not None and first["seat"] == seat
    ]
    said = (("suffers", suffered), ("holds", held))
    return [f"{{{seat}}} {does} {'; '.join(cards)}" for does, cards in said if cards]


def _this_turn(novice: dict[str, Any]) -> list[str]:
    """UI-S7: what holds for one player in this turn only; it lies open like everything else."""
    said = [f"has named the {novice['commit']} die"] if novice["commit"] else []
    said += [f"has a third die: {colour} {face}" for colour, face in novice["third"].items()]
    said += ["writes both results"] if novice["both"] else []
    said += [f"has a dark die of his own: {novice['face']}"] if novice["face"] else []
    said += [f"writes {('no copy', 'one copy')[novice['copies']]}"] if novice["copies"] < 2 else []
    return said
