"""Writing on a sheet: numbers and X's in rows, numbers in the brain, cards taken and returned."""

from __future__ import annotations

from miskatonic.games.insanity.asks import Desk
from miskatonic.games.insanity.names import BIT, COLOUR_OF, COLOURS, NONE, UNIT
from miskatonic.games.insanity.state import Cult, Novice
from miskatonic.games.insanity.vocabulary import COPIES


def write(s: Cult, desk: Desk, n: Novice, colour: int, number: int) -> None:
    """UI-P4, UI-X4: a number, or 0 for an X, in the leftmost empty space of a row."""
    row = n.rows[colour] = n.rows[colour] + (number,)
    n.mastery += number * UNIT[colour]
    if len(row) == desk.free[colour]:
        n.open ^= BIT[colour]
        if is_doubled(desk, n, colour):
            n.mastery += desk.target[colour] * UNIT[colour]
    if s.news is not None:
        s.tell("wrote" if number else "crossed", n.seat, colour, number)


def rewrite(desk: Desk, n: Novice, colour: int, row: tuple[int, ...]) -> None:
    """Change what is written in a row; only bonuses do that."""
    n.rows[colour] = row
    if len(row) < desk.free[colour]:
        n.open |= BIT[colour]
    else:
        n.open &= ~BIT[colour]
    value_rows(desk, n)


def value_rows(desk: Desk, n: Novice) -> None:
    """Reckon what all rows count."""
    n.mastery = sum(row_value(desk, n, colour) * UNIT[colour] for colour in range(len(COLOURS)))


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
    n.madness -= number * UNIT[COLOUR_OF[space]]
    if s.news is not None:
        s.tell("put", n.seat, space, number)


def put_both(s: Cult, n: Novice, code: int, number: int, other: int) -> None:
    """UI-N1: both copies in the spaces that a code names, as two calls of `put` would: the most frequent act of all."""
    m, a, spaces, one, two = COPIES[code]
    n.numbers[m] = number
    n.numbers[a] = other
    n.empty ^= spaces
    n.madness -= number * one + other * two
    if s.news is not None:
        s.tell("put", n.seat, m, number)
        s.tell("put", n.seat, a, other)


def take(n: Novice, space: int) -> int:
    """A negative number leaves its space; returns it."""
    number = n.numbers[space]
    n.numbers[space] = 0
    n.empty |= BIT[space]
    n.madness += number * UNIT[COLOUR_OF[space]]
    return number


def take_card(s: Cult, desk: Desk, n: Novice, colour: int) -> None:
    """UI-I4, UI-I7: a regular card; its penalty holds from now on."""
    n.insane |= BIT[colour]
    s.cards |= BIT[colour]
    s.tell("insane", n.seat, colour)
    if desk.undoubling:
        value_rows(desk, n)  # UI-V8


def return_card(s: Cult, desk: Desk, n: Novice, colour: int) -> None:
    """UI-I3, UI-I7: the regular card goes back; its penalty ends at once."""
    n.insane &= ~BIT[colour]
    count_cards(s)
    s.tell("sane", n.seat, colour)
    if desk.undoubling:
        value_rows(desk, n)  # UI-V8


def count_cards(s: Cult) -> None:
    """Which regular cards lie before somebody, and which First cards wait for their use."""
    s.cards = s.unused = 0
    for n in s.novices:
        s.cards |= n.insane
    for colour, owner in enumerate(s.first):
        if owner != NONE:
            s.unused |= BIT[colour] & ~s.used


def usable(desk: Desk, n: Novice) -> int:
    """The rows in which a die result may be written: those with room that no card closes (UI-V6)."""
    return n.open & desk.allowed[n.insane]


def take_first(s: Cult, seat: int, colour: int) -> None:
    """UI-F1: the First card goes to whoever is the first, and is never handed out again."""
    s.first[colour] = seat
    s.unused |= BIT[colour]
    s.tell("first", seat, colour)


def spend_first(s: Cult, colour: int) -> None:
    """UI-F5: a bonus is used once."""
    s.used |= BIT[colour]
    s.unused ^= BIT[colour]
