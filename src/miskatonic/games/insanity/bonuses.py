"""What the bonus of a First card may do, kind by kind: its legal uses, and what a use does (section 4.5)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import compress
from typing import Final, TypeAlias

from miskatonic.games.insanity import markers
from miskatonic.games.insanity.asks import desk_of
from miskatonic.games.insanity.effects import Effect
from miskatonic.games.insanity.markers import rewrite, usable
from miskatonic.games.insanity.names import BIT, COLOUR_OF, EVERY_COLOUR, NONE, SPACES
from miskatonic.games.insanity.sanity import outburst, put_down
from miskatonic.games.insanity.state import Cult, Novice
from miskatonic.games.insanity.vocabulary import COLOUR, GIFT, MOVE, NUMBER, PLAIN, SPACE_USE, SWAP, TWO_COLOURS, Use
from miskatonic.kernel import Flow
from miskatonic.kernel.sets import members

Uses: TypeAlias = Callable[[Cult, Novice, Effect], Iterator[Use]]
Apply: TypeAlias = Callable[[Cult, Novice, Effect, Use], Flow[None]]

EVERY_SPACE: Final = range(len(SPACES))


def _plain(s: Cult, n: Novice, bonus: Effect) -> Iterator[Use]:
    """A bonus without parameters that is always of use."""
    yield PLAIN, bonus.colour


def _numbers(n: Novice) -> Iterator[tuple[int, int, int]]:
    """Every written number of a player: row, place, number. X's and start values are none."""
    for row, entries in enumerate(n.rows):
        for place, number in enumerate(entries):
            if number:
                yield row, place, number


def _own_negatives(n: Novice, most: int) -> list[int]:
    """The spaces whose number is at most so large."""
    return [space for space in compress(EVERY_SPACE, n.numbers) if -n.numbers[space] <= most]


# -- positive numbers -------------------------------------------------------------------------------------------------


def adjust_uses(s: Cult, n: Novice, bonus: Effect) -> Iterator[Use]:
    """UI-V15, UI-C9: change one written number, within bounds, in rows that are open, full or any."""
    values = bonus.values
    rows = {"any": EVERY_COLOUR, "open": n.open, "full": EVERY_COLOUR & ~n.open}[values["rows"]]
    for row, place, number in _numbers(n):
        for delta in values["deltas"]:
            if rows & BIT[row] and values["min"] <= number + delta <= values["max"]:
                yield NUMBER, bonus.colour, row, place, delta


def adjust(s: Cult, n: Novice, bonus: Effect, use: Use) -> Flow[None]:
    """UI-V15, UI-C9."""
    _, _, row, place, delta = use
    entries = list(n.rows[row])
    entries[place] += delta
    rewrite(desk_of(s), n, row, tuple(entries))
    s.tell("adjusted", n.seat, row, entries[place])
    yield from ()


def swap_uses(s: Cult, n: Novice, bonus: Effect) -> Iterator[Use]:
    """UI-V29: two written numbers of two different rows."""
    for one, at_one, _ in _numbers(n):
        for two, at_two, _ in _numbers(n):
            if one < two:
                yield SWAP, bonus.colour, one, at_one, two, at_two


def swap(s: Cult, n: Novice, bonus: Effect, use: Use) -> Flow[None]:
    """UI-V29."""
    _, _, one, at_one, two, at_two = use
    first, second = list(n.rows[one]), list(n.rows[two])
    first[at_one], second[at_two] = second[at_two], first[at_one]
    rewrite(desk_of(s), n, one, tuple(first))
    rewrite(desk_of(s), n, two, tuple(second))
    s.tell("swapped", n.seat, one, first[at_one], two, second[at_two])
    yield from ()


def extra_uses(s: Cult, n: Novice, bonus: Effect) -> Iterator[Use]:
    """UI-V23: a fixed number in a usable row."""
    for row in members(usable(desk_of(s), n)):
        yield COLOUR, bonus.colour, row


def write_extra(s: Cult, n: Novice, bonus: Effect, use: Use) -> Flow[None]:
    """UI-V23."""
    markers.write(s, desk_of(s), n, use[2], bonus.values["value"])
    yield from ()


def cross_uses(s: Cult, n: Novice, bonus: Effect) -> Iterator[Use]:
    """UI-V26: rows with an X."""
    for row, entries in enumerate(n.rows):
        if 0 in entries:
            yield COLOUR, bonus.colour, row


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


def reroll_uses(s: Cult, n: Novice, bonus: Effect) -> Iterator[Use]:
    """UI-V16: one of the two shared dice, or both."""
    one, two = members(s.rolled)
    yield COLOUR, bonus.colour, one
    yield COLOUR, bonus.colour, two
    if bonus.values["dice"] == 2:
        yield TWO_COLOURS, bonus.colour, one, two


def reroll_positive(s: Cult, n: Novice, bonus: Effect, use: Use) -> Flow[None]:
    """UI-V16: rolled again for everybody; commitments stay."""
    for colour in use[2:]:
        s.faces[colour] = yield desk_of(s).roll[colour]


def both_uses(s: Cult, n: Novice, bonus: Effect) -> Iterator[Use]:
    """UI-V18, UI-C10: both shared dice must be usable."""
    if usable(desk_of(s), n) & s.rolled == s.rolled:
        yield PLAIN, bonus.colour


def write_both(s: Cult, n: Novice, bonus: Effect, use: Use) -> Flow[None]:
    """UI-V18, UI-C10."""
    s.private_of(n.seat).both = True
    yield from ()


def third_uses(s: Cult, n: Novice, bonus: Effect) -> Iterator[Use]:
    """UI-V19, UI-C8: a usable colour that was not rolled."""
    private = s.private.get(n.seat)
    for colour in members(usable(desk_of(s), n) & ~s.rolled):
        if private is None or colour not in private.third:
            yield COLOUR, bonus.colour, colour


def third_die(s: Cult, n: Novice, bonus: Effect, use: Use) -> Flow[None]:
    """UI-V19, UI-C8: one more result, for this player alone."""
    colour = use[2]
    s.private_of(n.seat).third[colour] = yield desk_of(s).roll[colour]


# -- negative numbers -------------------------------------------------------------------------------------------------


def transfer_uses(s: Cult, n: Novice, bonus: Effect) -> Iterator[Use]:
    """UI-V20, UI-C7: a small number, and another player with room in its colour; if there is none, nobody."""
    areas = desk_of(s).sheet.areas
    for space in _own_negatives(n, bonus.values["max_abs"]):
        area = areas[COLOUR_OF[space]]
        receivers = [other.seat for other in s.novices if other is not n and other.empty & area]
        if not receivers and bonus.values["if_none"] == "erase":
            receivers = [NONE]
        for seat in receivers:
            yield GIFT, bonus.colour, space, seat


def transfer(s: Cult, n: Novice, bonus: Effect, use: Use) -> Flow[None]:
    """UI-V20, UI-C7: the number leaves the sheet; the receiver writes it unchanged where he likes."""
    _, _, space, seat = use
    number = markers.take(n, space)
    s.tell("gave", n.seat, space, seat)
    if seat != NONE:
        yield from put_down(s, desk_of(s), [s.novices[seat]], COLOUR_OF[space], number)


def erase_uses(s: Cult, n: Novice, bonus: Effect) -> Iterator[Use]:
    """UI-V21: a number that is not too large."""
    for space in _own_negatives(n, bonus.values["max_abs"]):
        yield SPACE_USE, bonus.colour, space


def erase(s: Cult, n: Novice, bonus: Effect, use: Use) -> Flow[None]:
    """UI-V21."""
    markers.take(n, use[2])
    s.tell("erased", n.seat, use[2])
    yield from ()


def move_uses(s: Cult, n: Novice, bonus: Effect) -> Iterator[Use]:
    """UI-V22: along one line into an empty space."""
    neighbours = desk_of(s).sheet.neighbours
    for space in compress(EVERY_SPACE, n.numbers):
        for goal in members(neighbours[space] & n.empty):
            yield MOVE, bonus.colour, space, goal


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


def cure_uses(s: Cult, n: Novice, bonus: Effect) -> Iterator[Use]:
    """UI-V25: a regular card one holds, of the First card's colour or any."""
    cards = n.insane if bonus.values["colour"] == "any" else n.insane & BIT[bonus.colour]
    for colour in members(cards):
        yield COLOUR, bonus.colour, colour


def cure(s: Cult, n: Novice, bonus: Effect, use: Use) -> Flow[None]:
    """UI-V25, UI-I7: the card goes back, and a commitment ends when no card is left that asks for it."""
    markers.return_card(s, desk_of(s), n, use[2])
    if not n.insane & desk_of(s).committing:
        s.named.pop(n.seat, None)
    yield from ()


def outburst_uses(s: Cult, n: Novice, bonus: Effect) -> Iterator[Use]:
    """UI-V27: not offered to a player alone."""
    if len(s.novices) > 1:
        yield PLAIN, bonus.colour


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
