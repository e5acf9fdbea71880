"""Writing on a sheet: numbers and X's in rows, numbers in the brain, cards taken and returned."""

from __future__ import annotations

from miskatonic.games.insanity.asks import Desk, desk_of
from miskatonic.games.insanity.names import BIT, COLOUR_OF, COLOURS, EVERY_COLOUR, NONE
from miskatonic.games.insanity.state import Cult, Novice


def write(s: Cult, desk: Desk, n: Novice, colour: int, number: int) -> None:
    """UI-P4, UI-X4: a number, or 0 for an X, in the leftmost empty space of a row."""
    row = n.rows[colour] = (*n.rows[colour], number)
    if len(row) < desk.free[colour]:
        n.value[colour] += number
    else:
        n.open ^= BIT[colour]
        n.value[colour] = row_value(desk, n, colour)
    if s.news is not None:
        s.tell("wrote" if number else "crossed", n.seat, colour, number)


def rewrite(desk: Desk, n: Novice, colour: int, row: tuple[int, ...]) -> None:
    """Change what is written in a row; only bonuses do that."""
    n.rows[colour] = row
    if len(row) < desk.free[colour]:
        n.open |= BIT[colour]
    else:
        n.open &= ~BIT[colour]
    n.value[colour] = row_value(desk, n, colour)


def row_total(desk: Desk, n: Novice, colour: int) -> int:
    """The start value and all numbers written."""
    return desk.start[colour] + sum(n.rows[colour])


def row_value(desk: Desk, n: Novice, colour: int) -> int:
    """UI-B1, UI-B2, UI-B3: the total, doubled if the row is full and hits its target. UI-V8 suspends the doubling."""
    total = row_total(desk, n, colour)
    return 2 * total if is_doubled(desk, n, colour) else total


def is_doubled(desk: Desk, n: Novice, colour: int) -> bool:
    """UI-B1: all spaces filled, the total equal to the target. X's count 0 and fill; negatives play no part (UI-B3)."""
    return (
        not n.open & BIT[colour]
        and row_total(desk, n, colour) == desk.target[colour]
        and not desk.burdens[n.insane].no_double & BIT[colour]
    )


def put(s: Cult, n: Novice, space: int, number: int) -> None:
    """A negative number in an empty space; it counts for the colour of the space (UI-N1)."""
    n.numbers[space] = number
    n.empty ^= BIT[space]
    n.size[COLOUR_OF[space]] -= number
    if s.news is not None:
        s.tell("put", n.seat, space, number)


def take(n: Novice, space: int) -> int:
    """A negative number leaves its space; returns it."""
    number = n.numbers[space]
    n.numbers[space] = 0
    n.empty |= BIT[space]
    n.size[COLOUR_OF[space]] += number
    return number


def take_card(s: Cult, n: Novice, colour: int) -> None:
    """UI-I4, UI-I7: a regular card; its penalty holds from now on."""
    n.insane |= BIT[colour]
    s.tell("insane", n.seat, colour)
    _weigh(s, n)


def return_card(s: Cult, n: Novice, colour: int) -> None:
    """UI-I3, UI-I7: the regular card goes back; its penalty ends at once."""
    n.insane &= ~BIT[colour]
    s.tell("sane", n.seat, colour)
    _weigh(s, n)


def _weigh(s: Cult, n: Novice) -> None:
    """UI-V8: cards may suspend the doubling of rows."""
    desk = desk_of(s)
    if desk.undoubling:
        n.value = [row_value(desk, n, colour) for colour in range(len(COLOURS))]


def usable(desk: Desk, n: Novice) -> int:
    """The rows in which a die result may be written: those with room that no card closes (UI-V6)."""
    return n.open & ~desk.burdens[n.insane].forbidden if n.insane else n.open


def take_first(s: Cult, seat: int, colour: int) -> None:
    """UI-F1: the First card goes to whoever is the first, and is never handed out again."""
    s.first[colour] = seat
    s.tell("first", seat, colour)
    open_windows(s)


def spend_first(s: Cult, colour: int) -> None:
    """UI-F5: a bonus is used once."""
    s.used |= BIT[colour]
    open_windows(s)


def open_windows(s: Cult) -> None:
    """UI-F6: in which windows an unused bonus might be used at all."""
    bonuses = desk_of(s).sheet.bonuses
    unused = EVERY_COLOUR & ~s.used
    s.windows = 0
    for colour, owner in enumerate(s.first):
        if owner != NONE and unused & BIT[colour]:
            s.windows |= bonuses[colour].windows
