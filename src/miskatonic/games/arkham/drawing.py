"""The sheet of Dice of Arkham as text: drawn for the eye, or told one fact per line.

A drawing is at most 60 columns wide. Brackets show where a marker stands, `[4]`, round ones where the dice on the table
would lead it, `(4)`; colour only repeats what signs and letters say.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, TypeAlias

from miskatonic.games.arkham.chances import holds
from miskatonic.games.arkham.combat import half
from miskatonic.games.arkham.mythos import omens
from miskatonic.games.arkham.rules import harvest
from miskatonic.kernel import View
from miskatonic.kernel.hands import hand_of

Paint: TypeAlias = Callable[[str, str], str]
Row: TypeAlias = tuple[str, str]
"""A label and what is to be said."""

WIDTH = 60
LABEL = 8
PER_ROW, PER_ROW_WIDE = 17, 12
"""Spaces of a track in one row, with one or two figures each."""
SHORT = 8
"""A clock of up to so many spaces leaves room for words beside it."""
METERS = (
    ("health", "H ♥", "█", "░", "red"),
    ("sanity", "S ◉", "█", "░", "magenta"),
    ("fight", "F †", "●", "○", "yellow"),
    ("magic", "M ✦", "●", "○", "cyan"),
)
"""The two meters that can kill are solid bars, the two purses are coins."""
BAR = 10
BOXES = (("1 locked", 9), ("2 clock", 8), ("3 walk", 8), ("4 walk 2", 10), ("5 fight", 9), ("6 magic", 7))
"""What a die in each box is good for, and the width of the box."""
OMENS = ("", "monster", "2 cultists", "3 cultists", "-1 sanity", "quiet", "quiet")


def draw(view: View, paint: Paint) -> str:
    """The sheet, the dice and what threatens; below them the others who play the same case."""
    lines: list[str] = []
    you, sheet = view["you"], view["sheet"]
    if you is not None:
        lines += [*_tracks(you, sheet, paint), "", *_meters(you, sheet, paint)]
        below = [*_boxes(you, paint), *(_row(label, text, paint) for label, text in outlook(view))]
        lines += [""] * bool(below) + below
    if others := _others(view):
        lines += [""] * bool(lines) + [_row(label, text, paint) for label, text in others]
    return "\n".join(lines)


def facts(view: View) -> list[str]:
    """The same as short sentences."""
    you, sheet = view["you"], view["sheet"]
    rows: list[Row] = []
    if you is not None:
        rows += [
            ("Turn", str(you["turn"])),
            ("Clock", f"{you['time']} of {sheet['time_end']}, {_steps_left(you, sheet)}"),
            ("Investigation", f"{you['inv']} of {sheet['inv_end']}"),
            ("Red spaces", ", ".join(map(str, sheet["red"])) or "none"),
            ("Elder sign", f"space {sheet['elder']}"),
            ("Seals", f"{you['seals']} of 3"),
            ("Keys", f"{you['keys']} of 3"),
            *((name.capitalize(), f"{you[name]} of {sheet[f'{name}_max']}") for name, *_ in METERS),
            *(("Note", note) for note in _notes(you)),
        ]
        if _dice_count(you):
            dice = ", ".join(f"{face} locked" if face == 1 else str(face) for face in you["dice"])
            rows.append((f"Dice, roll {you['roll']} of 3" if _rolling(you) else "Dice", dice))
        rows += outlook(view)
    rows = [(label, text.replace("   ", "; ").replace("[", "").replace("]", ":")) for label, text in rows]
    return [f"{label}: {text}." for label, text in rows + _others(view)]


# -- what both tell ---------------------------------------------------------------------------------------------------


def outlook(view: View) -> list[Row]:
    """What the dice on the table mean: the mythos dice, and the forecast or the combat."""
    you, sheet = view["you"], view["sheet"]
    rows: list[Row] = []
    if you.get("mythos") and not you["combat"]:
        meant = [f"[{face}] {OMENS[face]}" for face in you["mythos"]]
        double = ["double: clock +1"] if len(set(you["mythos"])) == 1 else []
        rows.append(("Mythos", "   ".join(meant + double)))
    if you.get("combat"):
        rows += _combat(you)
    elif _rolling(you):
        rows += _forecast(you, sheet)
    return rows


class Gain(NamedTuple):
    """What the dice would bring if they stayed as they lie."""

    pairs: int
    clock: int
    points: int
    fight: int
    magic: int


def _rolling(you: dict[str, Any]) -> bool:
    """Whether the dice phase is still going on, so that the dice have not been applied yet."""
    return you.get("roll") in (1, 2) and not (you["combat"] or you["event"] or you["pairs"] or you["reds"])


def _dice_count(you: dict[str, Any]) -> int:
    return 0 if you.get("combat") or you.get("event") else len(you.get("dice", ()))


def _gain(you: dict[str, Any]) -> Gain:
    return Gain(*harvest(hand_of(you["dice"])))


def _ghost(you: dict[str, Any], sheet: dict[str, Any]) -> int:
    """Where the investigation marker would stand if you stopped now."""
    end: int = sheet["inv_end"]
    there: int = you["inv"] + _gain(you).points
    return min(end, there)


def _forecast(you: dict[str, Any], sheet: dict[str, Any]) -> list[Row]:
    gain = _gain(you)
    ghost = _ghost(you, sheet)
    reds = sum(you["inv"] < red <= ghost for red in sheet["red"])
    parts = []
    if gain.clock:
        full = you["time"] + gain.clock >= sheet["time_end"]
        parts.append(f"clock +{gain.clock}" + " (key)" * full)
    if gain.points:
        met = ["seal"] * (ghost == sheet["inv_end"]) + [f"{reds} red"] * bool(reds)
        parts.append(f"walk {gain.points}" + f" ({', '.join(met)})" * bool(met))
    parts += [f"{name} +{number}" for name, number in (("fight", gain.fight), ("magic", gain.magic)) if number]
    monsters, cultists, _, _ = omens(hand_of(you["mythos"]))
    cultists += gain.pairs + reds
    if you["rules"]["red_behind_counts"] and (monsters or cultists):
        cultists += sum(red <= you["inv"] for red in sheet["red"])
    if monsters:
        then = "a monster" + f" with {_several(cultists, 'cultist')}" * bool(cultists)
    else:
        then = _several(cultists, "cultist") if cultists else "no combat"
    locked = [("Locked", "each 1* costs 1 sanity to roll again")] if 1 in you["dice"] else []
    return [*locked, ("Stop", ", ".join(parts) or "nothing gained"), ("Then", then)]


def _combat(you: dict[str, Any]) -> list[Row]:
    combat = you["combat"]
    cultists, strength, monster = combat["cultists"], combat["strength"], combat["foe"] == "monster"
    who = f"monster, {_several(strength, 'die', 'dice')}" if monster else _several(cultists, "cultist")
    rows = [("Enemy", f"{who}{_origin(you)}")]
    if combat["roll"]:
        dice = [*map(str, combat["dice"]), *(["L"] * combat["locked"])]
        rows.append(("You", f"{' '.join(dice)} = {combat['value']}"))
        if combat["locked"]:
            rows.append(("Locked", "each L is a 1 that costs 1 sanity to roll again"))
        rows.append(("Stop", f"holds in {100 * holds(combat['value'], strength):.0f} of 100"))
    else:
        right, wrong = ("magic", "fight") if monster else ("fight", "magic")
        rows.append(("A die", f"1 {right} or 2 {wrong}"))
        flee = "0 to 5 health or sanity" if monster else f"{half(cultists) - 1} health"
        rows.append(("Flee", f"clock +1, lose {flee}" if monster or cultists > 2 else "clock +1, unhurt"))
    rows.append(("If lost", "1 to 6, health (even) or sanity (odd)" if monster else f"{half(cultists)} health"))
    return rows


def _origin(you: dict[str, Any]) -> str:
    """Where the cultists of a combat come from."""
    cultists = you["combat"]["cultists"]
    if not cultists:
        return ""
    sources = [(omens(hand_of(you["mythos"]))[1], "mythos"), (you["pairs"], "by 1s"), (you["reds"], "red")]
    sources.append((cultists - sum(number for number, _ in sources), "behind"))
    parts = [f"{number} {source}" for number, source in sources if number > 0]
    return f" ({_several(cultists, 'cultist')})" if you["combat"]["foe"] == "monster" else f" ({', '.join(parts)})"


def _notes(you: dict[str, Any]) -> list[str]:
    """The flags that are up."""
    said = {
        "elder_die": "one die lies on the elder sign",
        "tired": "tired, two dice fewer this turn",
        "gift": "one die may be set by hand",
    }
    return [text for name, text in said.items() if you[name]]


def _others(view: View) -> list[Row]:
    """Everybody else, as posted after the last turn."""
    rows = []
    for seat, s in enumerate(view["investigators"]):
        if s is view["you"]:
            continue
        meters = " ".join(f"{letter[0]}{s[name]}" for name, letter, *_ in METERS)
        so_far = s["result"] or f"space {s['inv']}, {meters}"
        won = f"{_several(s['seals'], 'seal')}, {_several(s['keys'], 'key')}"
        rows.append((f"Seat {seat + 1}", f"turn {s['turn']}, {won}, {so_far}"))
    return rows


def _steps_left(you: dict[str, Any], sheet: dict[str, Any]) -> str:
    left = sheet["time_end"] - you["time"]
    return f"{_several(left, 'step')} to the next key" if left else "full: a key this turn"


def _several(number: int, one: str, many: str = "") -> str:
    return f"{number} {one if number == 1 else many or one + 's'}"


# -- how it is drawn --------------------------------------------------------------------------------------------------


def _row(label: str, text: str, paint: Paint) -> str:
    if len(text) > WIDTH - 1 - LABEL:
        text = text.replace("fight +", "F +").replace("magic +", "M +")
    return f" {paint(label.ljust(LABEL), 'dim')}{text}"


def _cell(sign: str, at: int, marker: int, ghost: int, colour: str, paint: Paint) -> str:
    if at == marker:
        return paint(f"[{sign}]", "bold reverse")
    if at == ghost:
        return paint(f"({sign})", "bold")
    return paint(f" {sign} ", colour) if colour else f" {sign} "


def _tracks(you: dict[str, Any], sheet: dict[str, Any], paint: Paint) -> list[str]:
    end, time_end = sheet["inv_end"], sheet["time_end"]
    ghost, clock_ghost = -1, -1
    if _rolling(you):
        ghost = _ghost(you, sheet)
        clock_ghost = min(time_end, you["time"] + _gain(you).clock)
    seals = "◆" * you["seals"] + "◇" * (3 - you["seals"])
    keys = "●" * you["keys"] + "○" * (3 - you["keys"])
    turn = f"{'Turn':<{LABEL}} {you['turn']}"
    space = f"   space {you['inv']} of {end}"
    right = f"Seals {seals} {you['seals']}/3   Keys {keys} {you['keys']}/3"
    first = range(min(1, sheet["time_start"], sheet["time_reset"]), time_end + 1)
    clock = [_cell(str(n), n, you["time"], clock_ghost, "red" * (n == time_end), paint) for n in first]
    spaces = []
    for n in range(end + 1):
        sign, colour = ("S", "dim") if n == 0 else ("#", "green") if n == end else ("·", "dim")
        if n in sheet["red"]:
            sign, colour = "R", "red"
        if n == sheet["elder"]:
            sign, colour = "E", "cyan"
        spaces.append(_cell(sign, n, you["inv"], ghost, colour, paint))
    left = paint(_steps_left(you, sheet), "dim")
    clock_rows = _wrapped("Clock", clock, PER_ROW if time_end < 10 else PER_ROW_WIDE, paint)
    if len(first) <= SHORT:
        clock_rows[0] += " " * (WIDTH - 2 - LABEL - 3 * len(first) - len(_steps_left(you, sheet))) + left
    else:
        clock_rows.append(_row("", f" {left}", paint))
    return [
        f" {paint(turn, 'bold')}{paint(space, 'dim')}{' ' * (WIDTH - 2 - len(turn + space) - len(right))}{right}",
        "",
        *clock_rows,
        *_wrapped("Track", spaces, PER_ROW, paint),
        *(_row("", paint(f" {note}", "dim"), paint) for note in _notes(you)),
    ]


def _wrapped(label: str, cells: list[str], per_row: int, paint: Paint) -> list[str]:
    """Cells in rows, the first one labelled."""
    rows = ["".join(cells[at : at + per_row]) for at in range(0, len(cells), per_row)]
    return [_row("" if number else label, row, paint) for number, row in enumerate(rows)]


def _meters(you: dict[str, Any], sheet: dict[str, Any], paint: Paint) -> list[str]:
    cells = []
    for name, icon, full, empty, colour in METERS:
        now, most = you[name], sheet[f"{name}_max"]
        length = min(most, BAR)
        filled = -(-now * length // max(1, most))
        bar = paint(full * filled, colour) + paint(empty * (length - filled), "dim") + " " * (BAR - length)
        cells.append(f"{icon} {name.capitalize():<7}{bar}{f'{now}/{most}':>6}")
    return [f" {cells[0]}     {cells[2]}", f" {cells[1]}     {cells[3]}"]


def _boxes(you: dict[str, Any], paint: Paint) -> list[str]:
    """The investigator dice in six boxes, as on the printed sheet."""
    if not _dice_count(you):
        return []
    boxes = []
    for face, (_, width) in enumerate(BOXES, 1):
        number = you["dice"].count(face)
        sign = f"{face}*" if face == 1 else str(face)
        text = f"{sign} x{number}" if number * (len(sign) + 1) > width else " ".join([sign] * number)
        boxes.append(paint(text, "bold") + " " * (width - len(text)))
    names = "".join(f"{name:<{width}}" for name, width in BOXES)
    roll = f"{you['roll']} of 3" if _rolling(you) else ""
    return [_row("Roll" if roll else "Dice", paint(names, "dim"), paint), _row(roll, "".join(boxes), paint)]
