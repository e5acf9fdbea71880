"""A table as one line of text, and back: `active=B bag=purple,red A.purple=4,X A.brain=P1:-4 first.red=A,used`."""

from __future__ import annotations

from collections.abc import Callable

from miskatonic.games.insanity.asks import Desk, desk_of
from miskatonic.games.insanity.markers import count_cards, put, reckoned, rewrite
from miskatonic.games.insanity.names import (
    BIT,
    COLOURS,
    EVERY_COLOUR,
    NONE,
    SEATS,
    SPACE,
    SPACES,
    colour_names,
)
from miskatonic.games.insanity.state import END, START, STEPS, WRITE, Cult, Novice
from miskatonic.kernel import SetupError


def position(s: Cult) -> str:
    """A table at rest: whose turn, the bag, what is written, the cards; nothing that is as at the start."""
    words = [f"turn={s.turn}"] if s.turn > 1 else []
    words += [f"active={SEATS[s.active]}"] if s.active != NONE else []
    words += [f"step={STEPS[s.step]}"] if s.step != START else []
    words += [f"bag={','.join(colour_names(s.bag))}"] if s.bag != EVERY_COLOUR else []
    if s.rolled:
        words.append("roll=" + ",".join(f"{COLOURS[c]}:{face}" for c, face in enumerate(s.faces) if face))
    for n in s.novices:
        words += _words_of(n)
    for colour, owner in enumerate(s.first):
        if owner != NONE:
            words.append(f"first.{COLOURS[colour]}={SEATS[owner]}{',used' if s.used & BIT[colour] else ''}")
    return " ".join(words)


def _words_of(n: Novice) -> list[str]:
    seat = SEATS[n.seat]
    words = []
    for colour, row in enumerate(n.rows):
        if row:
            words.append(f"{seat}.{COLOURS[colour]}={','.join(str(number) if number else 'X' for number in row)}")
    if any(n.numbers):
        written = ",".join(f"{SPACES[space]}:{number}" for space, number in enumerate(n.numbers) if number)
        words.append(f"{seat}.brain={written}")
    if n.insane:
        words.append(f"{seat}.insane={','.join(colour_names(n.insane))}")
    if n.points:
        words.append(f"{seat}.points={n.points}")
    return words


def place(s: Cult, text: str) -> Cult:
    """Put everything where a line says; what it does not name stays as set up."""
    desk = desk_of(s)
    for word in text.split():
        name, _, value = word.partition("=")
        try:
            _place_word(s, desk, name, value)
        except (ValueError, KeyError, IndexError):
            raise SetupError(f"{word!r} is no part of a position of this table") from None
    count_cards(s)
    for n in s.novices:
        n.margins = reckoned(desk, n)
    if s.step > START and s.active == NONE:
        raise SetupError(f"step={STEPS[s.step]} needs active=")
    if s.step == END:
        raise SetupError("nothing rests at the end of a turn; use step=negative, or the next turn")
    if (s.step == WRITE) != (s.rolled.bit_count() == 2):
        raise SetupError("step=write and roll= with two dice belong together")
    return s


def _place_word(s: Cult, desk: Desk, name: str, value: str) -> None:
    """One word of a position; a `ValueError`, `KeyError` or `IndexError` if it cannot be."""
    if name in _TABLE:
        _TABLE[name](s, value)
    elif name.startswith("first."):
        seat, _, used = value.partition(",")
        colour = COLOURS.index(name.removeprefix("first."))
        s.first[colour] = _seat(s, seat)
        s.used |= BIT[colour] if _among(used, "", "used") else 0
    else:
        seat, _, part = name.partition(".")
        _place_on_sheet(s, desk, s.novices[_seat(s, seat)], part, value)


def _place_on_sheet(s: Cult, desk: Desk, n: Novice, part: str, value: str) -> None:
    if part in COLOURS:
        colour = COLOURS.index(part)
        row = tuple(0 if number == "X" else _at_least(1, number) for number in value.split(","))
        if len(row) > desk.free[colour]:
            raise ValueError(value)
        rewrite(desk, n, colour, row)
    elif part == "brain":
        for pair in value.split(","):
            space, _, number = pair.partition(":")
            if not n.empty & BIT[SPACE[space]] or int(number) >= 0:
                raise ValueError(value)
            put(s, n, SPACE[space], int(number))
    elif part == "insane":
        n.insane = _colours(value)
    elif part == "points":
        n.points = int(value)
    else:
        raise KeyError(part)


def _place_active(s: Cult, value: str) -> None:
    s.make_active(_seat(s, value))


def _place_turn(s: Cult, value: str) -> None:
    s.turn = _at_least(1, value)


def _place_step(s: Cult, value: str) -> None:
    s.step = STEPS.index(value)


def _place_bag(s: Cult, value: str) -> None:
    s.bag = _colours(value)
    if s.bag.bit_count() < 2:
        raise ValueError(value)


def _place_roll(s: Cult, value: str) -> None:
    for pair in value.split(","):
        colour, _, face = pair.partition(":")
        s.faces[COLOURS.index(colour)] = _at_least(1, face)
        s.rolled |= BIT[COLOURS.index(colour)]


_TABLE: dict[str, Callable[[Cult, str], None]] = {
    "active": _place_active,
    "turn": _place_turn,
    "step": _place_step,
    "bag": _place_bag,
    "roll": _place_roll,
}


def _seat(s: Cult, letter: str) -> int:
    seat = SEATS.index(letter)
    if not letter or seat >= len(s.novices):
        raise ValueError(letter)
    return seat


def _colours(names: str) -> int:
    return sum(BIT[COLOURS.index(name)] for name in set(names.split(",")))


def _among(value: str, no: str, yes: str) -> bool:
    if value not in (no, yes):
        raise ValueError(value)
    return value == yes


def _at_least(least: int, number: str) -> int:
    if int(number) < least:
        raise ValueError(number)
    return int(number)
