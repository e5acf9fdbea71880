"""Writing on a sheet: numbers and X's in rows, numbers in the brain, cards taken and returned."""

from __future__ import annotations

from miskatonic.games.insanity.asks import Desk
from miskatonic.games.insanity.names import BIT, COLOUR_OF, COLOURS, NONE
from miskatonic.games.insanity.state import Cult, Novice


def write(s: Cult, desk: Desk, n: Novice, colour: int, number: int) -> None:
    """UI-P4, UI-X4: a number, or 0 for an X, in the leftmost empty space of a row."""
    row = n.rows[colour] = n.rows[colour] + (number,)
    n.margins[colour] += number
    if len(row) == desk.free[colour]:
        n.open ^= BIT[colour]
        if sum(row) == desk.wanted[colour] and is_doubled(desk, n, colour):
            n.margins[colour] += desk.target[colour]
    if s.news is not None:
        s.tell("wrote" if number else "crossed", n.seat, colour, number)


def rewrite(desk: Desk, n: Novice, colour: int, row: tuple[int, ...]) -> None:
    """Change what is written in a row; only bonuses do that."""
    n.margins[colour] -= value(desk, n, colour)
    n.rows[colour] = row
    n.margins[colour] += value(desk, n, colour)
    if len(row) < desk.free[colour]:
        n.open |= BIT[colour]
    else:
        n.open &= ~BIT[colour]


def reckoned(desk: Desk, n: Novice) -> list[int]:
    """The margins anew: wanted when a card that has to do with doubling (UI-V8) comes or goes."""
    return [worth - size for worth, size in zip(values(desk, n), n.size, strict=True)]


def values(desk: Desk, n: Novice) -> list[int]:
    """What every row counts."""
    return [value(desk, n, colour) for colour in range(len(COLOURS))]


def value(desk: Desk, n: Novice, colour: int) -> int:
    """UI-B2, UI-B3: what a row counts, twice if it hits its target."""
    total = row_total(desk, n, colour)
    return 2 * total if is_doubled(desk, n, colour) else total


def row_total(desk: Desk, n: Novice, colour: int) -> int:
    """The start value and all numbers written."""
    return desk.start[colour] + sum(n.rows[colour])


def is_doubled(desk: Desk, n: Novice, colour: int) -> bool:
    """UI-B1, UI-B3: whether a row hits its target, whatever the negatives. UI-V8 suspends the doubling."""
    return desk.hits(colour, n.rows[colour]) and not desk.burdens[n.insane].no_double & BIT[colour]


def put(s: Cult, n: Novice, space: int, number: int) -> None:
    """A negative number in an empty space; it counts for the colour of the space (UI-N1)."""
    n.numbers[space] = number
    n.empty ^= BIT[space]
    n.margins[COLOUR_OF[space]] += number
    if s.news is not None:
        s.tell("put", n.seat, space, number)


def take(n: Novice, space: int) -> int:
    """A negative number leaves its space; returns it."""
    number = n.numbers[space]
    n.numbers[space] = 0
    n.empty |= BIT[space]
    n.margins[COLOUR_OF[space]] -= number
    return number


def take_card(s: Cult, desk: Desk, n: Novice, colour: int) -> None:
    """UI-I4, UI-I7: a regular card; its penalty holds from now on."""
    n.insane |= BIT[colour]
    s.cards |= BIT[colour]
    if desk.undoubling & BIT[colour]:
        n.margins = reckoned(desk, n)
    s.tell("insane", n.seat, colour)


def return_card(s: Cult, desk: Desk, n: Novice, colour: int) -> None:
    """UI-I3, UI-I7: the regular card goes back; its penalty ends at once."""
    n.insane &= ~BIT[colour]
    count_cards(s)
    if desk.undoubling & BIT[colour]:
        n.margins = reckoned(desk, n)
    s.tell("sane", n.seat, colour)


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
