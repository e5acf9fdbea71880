"""What the bonus of a First card may do, kind by kind: its legal uses, and what a use does (section 4.5)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from itertools import compress
from typing import Final, TypeAlias

from miskatonic.games.insanity import markers
from miskatonic.games.insanity.asks import desk_of
from miskatonic.games.insanity.effects import Effect
from miskatonic.games.insanity.markers import rewrite, usable
from miskatonic.games.insanity.names import BIT, COLOUR_OF, COLOUR_SETS, EVERY_COLOUR, NONE, SPACES
from miskatonic.games.insanity.sanity import outburst, put_down
from miskatonic.games.insanity.state import Cult, Novice
from miskatonic.games.insanity.vocabulary import (
    COLOUR,
    GIFTS,
    MOVE,
    NUMBER,
    PLAIN,
    SPACE_USE,
    SWAP,
    TWO_COLOURS,
    USE_CODE,
    Use,
)
from miskatonic.kernel import Flow
from miskatonic.kernel.sets import members

Uses: TypeAlias = Callable[[Cult, Novice, Effect], list[int]]
Apply: TypeAlias = Callable[[Cult, Novice, Effect, Use], Flow[None]]

EVERY_SPACE: Final = range(len(SPACES))


def _plain(s: Cult, n: Novice, bonus: Effect) -> list[int]:
    """A bonus without parameters that is always of use."""
    return [USE_CODE[PLAIN, bonus.colour]]


def _of_colours(bonus: Effect, colours: int) -> list[int]:
    """A bonus for one of several dice, rows or cards."""
    return [USE_CODE[COLOUR, bonus.colour, colour] for colour in COLOUR_SETS[colours]]


def _numbers(n: Novice) -> Iterator[tuple[int, int]]:
    """Every written number of a player: row and place. X's and start values are none."""
    for row, entries in enumerate(n.rows):
        for place in compress(range(len(entries)), entries):
            yield row, place


def _own_negatives(n: Novice, most: int) -> list[int]:
    """The spaces whose number is at most so large."""
    return [space for space in compress(EVERY_SPACE, n.numbers) if -n.numbers[space] <= most]


# -- positive numbers -------------------------------------------------------------------------------------------------


def adjust_uses(s: Cult, n: Novice, bonus: Effect) -> list[int]:
    """UI-V15, UI-C9: change one written number, within bounds, in rows that are open, full or any."""
    values = bonus.values
    rows = {"any": EVERY_COLOUR, "open": n.open, "full": EVERY_COLOUR & ~n.open}[values["rows"]]
    codes: list[int] = []
    for row in COLOUR_SETS[rows]:
        codes += _changes(bonus.colour, row, n.rows[row], values["deltas"], values["min"], values["max"])
    return codes


@cache
def _changes(
    card: int, row: int, entries: tuple[int, ...], deltas: tuple[int, ...], low: int, high: int
) -> tuple[int, ...]:
    """Every change of a number in a row; X's are none."""
    return tuple(
        USE_CODE[NUMBER, card, row, place, delta]
        for place, number in enumerate(entries)
        for delta in deltas
        if number and low <= number + delta <= high
    )


def adjust(s: Cult, n: Novice, bonus: Effect, use: Use) -> Flow[None]:
    """UI-V15, UI-C9."""
    _, _, row, place, delta = use
    entries = list(n.rows[row])
    entries[place] += delta
    rewrite(desk_of(s), n, row, tuple(entries))
    s.tell("adjusted", n.seat, row, entries[place])
    yield from ()


def swap_uses(s: Cult, n: Novice, bonus: Effect) -> list[int]:
    """UI-V29: two written numbers of two different rows."""
    return [
        USE_CODE[SWAP, bonus.colour, one, at_one, two, at_two]
        for one, at_one in _numbers(n)
        for two, at_two in _numbers(n)
        if one < two
    ]


def swap(s: Cult, n: Novice, bonus: Effect, use: Use) -> Flow[None]:
    """UI-V29."""
    _, _, one, at_one, two, at_two = use
    first, second = list(n.rows[one]), list(n.rows[two])
    first[at_one], second[at_two] = second[at_two], first[at_one]
    rewrite(desk_of(s), n, one, tuple(first))
    rewrite(desk_of(s), n, two, tuple(second))
    s.tell("swapped", n.seat, one, first[at_one], two, second[at_two])
    yield from ()


def extra_uses(s: Cult, n: Novice, bonus: Effect) -> list[int]:
    """UI-V23: a fixed number in a usable row."""
    return _of_colours(bonus, usable(desk_of(s), n))


def write_extra(s: Cult, n: Novice, bonus: Effect, use: Use) -> Flow[None]:
    """UI-V23."""
    markers.write(s, desk_of(s), n, use[2], bonus.values["value"])
    yield from ()


def cross_uses(s: Cult, n: Novice, bonus: Effect) -> list[int]:
    """UI-V26: rows with an X."""
    return _of_colours(bonus, sum(BIT[row] for row, entries in enumerate(n.rows) if 0 in entries))


def clear_cross(s: Cult, n: Novice, bonus: Effect, use: Use) -> Flow[None]:
    """UI-V26: the leftmost X disappears and later entries move up, or it becomes a number."""
    row = use[2]
    entries = list(n.rows[row])
    value = bonus.values["value"]
    at = entries.index(0)
    entries[at : at + 1] = [] if value is None else [value]
    rewrite(desk_of(s), n, row, tuple(entries))
    s.tell("cleared", n.seat, row)
    yield from ()


# -- positive dice ----------------------------------------------------------------------------------------------------


def reroll_uses(s: Cult, n: Novice, bonus: Effect) -> list[int]:
    """UI-V16: one of the two shared dice, or both."""
    single = _of_colours(bonus, s.rolled)
    return [*single, USE_CODE[TWO_COLOURS, bonus.colour, *members(s.rolled)]] if bonus.values["dice"] == 2 else single


def reroll_positive(s: Cult, n: Novice, bonus: Effect, use: Use) -> Flow[None]:
    """UI-V16: rolled again for everybody; commitments stay."""
    for colour in use[2:]:
        s.faces[colour] = yield desk_of(s).roll[colour]


def both_uses(s: Cult, n: Novice, bonus: Effect) -> list[int]:
    """UI-V18, UI-C10: both shared dice must be usable."""
    return _plain(s, n, bonus) if usable(desk_of(s), n) & s.rolled == s.rolled else []


def write_both(s: Cult, n: Novice, bonus: Effect, use: Use) -> Flow[None]:
    """UI-V18, UI-C10."""
    s.private_of(n.seat).both = True
    yield from ()


def third_uses(s: Cult, n: Novice, bonus: Effect) -> list[int]:
    """UI-V19, UI-C8: a usable colour that was not rolled."""
    fresh = usable(desk_of(s), n) & ~s.rolled
    if n.seat in s.private:
        for colour in s.private[n.seat].third:
            fresh &= ~BIT[colour]
    return _of_colours(bonus, fresh)


def third_die(s: Cult, n: Novice, bonus: Effect, use: Use) -> Flow[None]:
    """UI-V19, UI-C8: one more result, for this player alone."""
    colour = use[2]
    s.private_of(n.seat).third[colour] = yield desk_of(s).roll[colour]


# -- negative numbers -------------------------------------------------------------------------------------------------


def transfer_uses(s: Cult, n: Novice, bonus: Effect) -> list[int]:
    """UI-V20, UI-C7: a small number, and another player with room in its colour; if there is none, nobody."""
    areas, nobody = desk_of(s).sheet.areas, [NONE] if bonus.values["if_none"] == "erase" else []
    receivers: dict[int, list[int]] = {}
    codes: list[int] = []
    for space in _own_negatives(n, bonus.values["max_abs"]):
        colour = COLOUR_OF[space]
        if colour not in receivers:
            others = [other.seat for other in s.novices if other is not n and other.empty & areas[colour]]
            receivers[colour] = others or nobody
        gifts = GIFTS[bonus.colour][space]
        for seat in receivers[colour]:
            codes.append(gifts[seat])
    return codes


def transfer(s: Cult, n: Novice, bonus: Effect, use: Use) -> Flow[None]:
    """UI-V20, UI-C7: the number leaves the sheet; the receiver writes it unchanged where he likes."""
    _, _, space, seat = use
    number = markers.take(n, space)
    s.tell("gave", n.seat, space, seat)
    if seat != NONE:
        yield from put_down(s, desk_of(s), [s.novices[seat]], COLOUR_OF[space], number)


def erase_uses(s: Cult, n: Novice, bonus: Effect) -> list[int]:
    """UI-V21: a number that is not too large."""
    return [USE_CODE[SPACE_USE, bonus.colour, space] for space in _own_negatives(n, bonus.values["max_abs"])]


def erase(s: Cult, n: Novice, bonus: Effect, use: Use) -> Flow[None]:
    """UI-V21."""
    markers.take(n, use[2])
    s.tell("erased", n.seat, use[2])
    yield from ()


def move_uses(s: Cult, n: Novice, bonus: Effect) -> list[int]:
    """UI-V22: along one line into an empty space."""
    neighbours = desk_of(s).sheet.neighbours
    return [
        USE_CODE[MOVE, bonus.colour, space, goal]
        for space in compress(EVERY_SPACE, n.numbers)
        for goal in members(neighbours[space] & n.empty)
    ]


def move(s: Cult, n: Novice, bonus: Effect, use: Use) -> Flow[None]:
    """UI-V22."""
    _, _, space, goal = use
    number = markers.take(n, space)
    s.tell("erased", n.seat, space)
    markers.put(s, n, goal, number)
    yield from ()


# -- the negative die -------------------------------------------------------------------------------------------------


def limit_negative(s: Cult, n: Novice, bonus: Effect, use: Use) -> Flow[None]:
    """UI-V17, UI-C6: only the matching copy is required, or none."""
    private = s.private_of(n.seat)
    private.copies = min(private.copies, bonus.values["copies"])
    yield from ()


def reroll_negative(s: Cult, n: Novice, bonus: Effect, use: Use) -> Flow[None]:
    """UI-V24: the turn's die once more, for everybody or for the user only."""
    face = yield desk_of(s).negative[s.die]
    if bonus.values["scope"] == "self":
        s.private_of(n.seat).face = face
    else:
        s.face = face
        for private in s.private.values():
            private.face = 0


# -- cards and points -------------------------------------------------------------------------------------------------


def cure_uses(s: Cult, n: Novice, bonus: Effect) -> list[int]:
    """UI-V25: a regular card one holds, of the First card's colour or any."""
    return _of_colours(bonus, n.insane if bonus.values["colour"] == "any" else n.insane & BIT[bonus.colour])


def cure(s: Cult, n: Novice, bonus: Effect, use: Use) -> Flow[None]:
    """UI-V25, UI-I7: the card goes back, and a commitment ends when no card is left that asks for it."""
    markers.return_card(s, desk_of(s), n, use[2])
    if not n.insane & desk_of(s).committing:
        s.named.pop(n.seat, None)
    yield from ()


def outburst_uses(s: Cult, n: Novice, bonus: Effect) -> list[int]:
    """UI-V27: not offered to a player alone."""
    return _plain(s, n, bonus) if len(s.novices) > 1 else []


def burst_out(s: Cult, n: Novice, bonus: Effect, use: Use) -> Flow[None]:
    """UI-V27: as when a First card is taken."""
    yield from outburst(s, desk_of(s), n)


def score(s: Cult, n: Novice, bonus: Effect, use: Use) -> Flow[None]:
    """UI-V28: points for the final score."""
    n.points += bonus.values["points"]
    s.tell("points", n.seat, bonus.values["points"])
    yield from ()


KINDS: dict[str, tuple[Uses, Apply]] = {
    "adjust_positive": (adjust_uses, adjust),
    "reroll_positive": (reroll_uses, reroll_positive),
    "limit_negative": (_plain, limit_negative),
    "write_both": (both_uses, write_both),
    "third_die": (third_uses, third_die),
    "transfer_negative": (transfer_uses, transfer),
    "erase_negative": (erase_uses, erase),
    "move_negative": (move_uses, move),
    "write_extra": (extra_uses, write_extra),
    "reroll_negative": (_plain, reroll_negative),
    "cure": (cure_uses, cure),
    "clear_cross": (cross_uses, clear_cross),
    "outburst": (outburst_uses, burst_out),
    "score": (_plain, score),
    "swap_positive": (swap_uses, swap),
}
"""By kind: the legal uses, and what a use does."""
