"""Options in words, each with what it leads to on the sheet of whoever looks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from miskatonic.games.insanity.names import COLOUR_OF, COLOURS, SEATS, SPACE
from miskatonic.kernel import View


def _mine(view: View) -> dict[str, Any]:
    novice: dict[str, Any] = view["novices"][view["seat"] or 0]
    return novice


def _dice(pair: str, view: View) -> str:
    colours = pair.split("+")
    shut = [colour for colour in colours if colour not in _mine(view)["usable"]]
    note = f" ({' and '.join(shut)} of no use to you)" if shut else ""
    return f"{colours[0]} and {colours[1]}{note}"


def written(view: View, colour: str) -> int:
    """UI-V3: what the viewer would write for a die."""
    mine = _mine(view)
    face: int = view["roll"].get(colour) or mine["third"].get(colour, 0)
    number = face
    for amount, rows, at_least, low, high in mine["burden"]["positive"]:
        if colour in rows and face >= at_least:
            number = max(low, min(high, number + amount))
    return number


def _row_after(view: View, colour: str, number: int) -> str:
    """The row of a colour after one more entry: `18 of 24, 1 space left`."""
    mine, row = _mine(view), view["sheet"]["rows"][colour]
    total = mine["totals"][colour] + number
    left = row["free"] - len(mine["rows"][colour]) - 1
    if left:
        return f"{total} of {row['target']}, {left} {'space' if left == 1 else 'spaces'} left"
    hit = total == row["target"] and colour not in mine["burden"]["no_double"]
    return (
        f"full at {total}: target hit, counts {2 * total}" if hit else f"full at {total}, target {row['target']} missed"
    )


def _write(word: str, view: View) -> str:
    if word == "nothing":
        return "write nothing"
    colour = word.removeprefix("fallback in ")
    number = written(view, colour) if colour == word else view["sheet"]["fallback"]
    return f"{number} in {colour} ({_row_after(view, colour, number)})"


def _madness(view: View, added: list[tuple[str, int]]) -> str:
    """Madness against mastery of the colours that numbers would be added to: `yellow 8 : 16`."""
    mine = _mine(view)
    sums: dict[str, int] = {}
    for space, number in added:
        colour = COLOURS[COLOUR_OF[SPACE[space]]]
        sums[colour] = sums.get(colour, mine["sizes"][colour]) - number
    said = []
    for colour, size in sums.items():
        value = mine["values"][colour]
        mad = ", madness wins" if size > value and colour not in mine["insane"] else ""
        said.append(f"{colour} {size} against {value}{mad}")
    return "; ".join(said)


def copies(view: View) -> tuple[int, int]:
    """UI-V4: what the viewer would write for the matching and the adjacent copy."""
    mine = _mine(view)
    numbers = []
    for kind in ("matching", "adjacent"):
        number = mine["face"] or view["face"]
        for amount, kinds, dice, limit in mine["burden"]["negative"]:
            if view["die"] in dice and kinds in ("both", kind) and number > limit:
                number = max(limit, number + amount)
        numbers.append(number)
    return numbers[0], numbers[1]


def _places_for_others(view: View) -> bool:
    """UI-V13: whether the viewer may be asked about a sheet that is not his own."""
    seats = len(view["novices"])
    steps = {"left": 1, "right": -1}
    return any(
        (seat + steps.get(novice["burden"]["placer"], 0)) % seats == view["seat"] != seat
        for seat, novice in enumerate(view["novices"])
    )


def _place(word: str, view: View) -> str:
    spaces = word.split()
    there = [(space, number) for space, number in zip(spaces, copies(view), strict=True) if space != "-"]
    if not there:
        return "nowhere"
    said = " and ".join(space for space, _ in there)
    said += "" if len(there) == 2 else " only"
    return said if _places_for_others(view) else f"{said} ({_madness(view, there)})"


def _extra(space: str, view: View) -> str:
    return f"{space} ({_madness(view, [(space, copies(view)[1])])})"


def _cross(colour: str, view: View) -> str:
    return f"{colour} ({_row_after(view, colour, 0)})"


def _order(colour: str, view: View) -> str:
    return f"{colour}: {view['sheet']['penalties'][colour]['name']}"


def _outburst(colour: str, view: View) -> str:
    room = [
        novice["name"]
        for seat, novice in enumerate(view["novices"])
        if seat != view["seat"] and any(_is_empty(view, novice, space, colour) for space in view["sheet"]["spaces"])
    ]
    return f"{colour} (hits {', '.join(room) if room else 'nobody'})"


def _is_empty(view: View, novice: dict[str, Any], space: str, colour: str) -> bool:
    return COLOURS[COLOUR_OF[SPACE[space]]] == colour and space not in novice["brain"]


def bonus(word: str, view: View) -> str:
    """UI-F5: the use of a First card, by what the sheet says of it."""
    if word == "pass":
        return "hold your cards"
    card, *parts = word.split()
    first = view["sheet"]["bonuses"][card]
    name = first["name"] or f"{card} First card"
    if not parts:
        return f"{name}: {first['text']}" if first["text"] else name
    return f"{name}: {' '.join(_part(part) for part in parts)}"


def _part(part: str) -> str:
    if part in SEATS:
        return f"to {{{SEATS.index(part)}}}"
    return {"-": "to nobody"}.get(part, f"number {part}" if part.isdecimal() else part)


LABELS: dict[str, Callable[[str, View], str]] = {
    "dice": _dice,
    "commit": lambda colour, view: f"{colour} ({_room(view, colour)})",
    "write": _write,
    "place": _place,
    "extra": _extra,
    "cross": _cross,
    "order": _order,
    "outburst": _outburst,
    "put": lambda space, view: f"{space} ({_madness(view, [(space, view['incoming'])])})",
    "bonus": bonus,
}


def _room(view: View, colour: str) -> str:
    mine, row = _mine(view), view["sheet"]["rows"][colour]
    return f"{mine['totals'][colour]} of {row['target']}, {row['free'] - len(mine['rows'][colour])} left"
