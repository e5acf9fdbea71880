"""A table at rest as one line of text, and back: `round=3 step=lock first=0 active=1 location=cats_inn drawn=4:D2`.

It names everything, hands included: it is for whoever lays a table, not for those who sit at it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from miskatonic.games.tower.desk import Desk, desk_of
from miskatonic.games.tower.names import (
    ASIDE,
    BIT,
    DICE,
    IMPRISON,
    NONE,
    POOL,
    STATUSES,
    TIMINGS,
    TOKENS,
    counts_of,
    heap_of,
)
from miskatonic.games.tower.state import (
    CLOSING,
    JUDGING,
    LOCKING,
    REVEALING,
    SETTING_UP,
    STARTING,
    STEPS,
    Expedition,
    Player,
)
from miskatonic.games.tower.tower import LAYOUTS, heap_in, heap_text
from miskatonic.games.tower.tray import tray_of
from miskatonic.kernel import SetupError
from miskatonic.kernel.sets import members


class Word(NamedTuple):
    """One word of a position: how it is written (empty if there is nothing to say), and how it is read."""

    write: Callable[[Expedition, Desk], str]
    read: Callable[[Expedition, Desk, str], None]


class OfPlayer(NamedTuple):
    """The same, of one player."""

    write: Callable[[Player, Desk], str]
    read: Callable[[Player, Desk, str], None]


def position(s: Expedition) -> str:
    """A table at rest; nothing that is as at the start."""
    desk = desk_of(s)
    words = [f"{name}={said}" for name, word in TABLE.items() if (said := word.write(s, desk))]
    words += [f"{name}={said}" for token, name in enumerate(TOKENS) if (said := _write_token(s, token))]
    for p in s.players:
        words += [f"{p.seat}.{name}={said}" for name, word in PLAYER.items() if (said := word.write(p, desk))]
    return " ".join(words)


def place(s: Expedition, text: str) -> Expedition:
    """Put everything where a line says; what it does not name stays as set up. The other Spells are the deck."""
    desk = desk_of(s)
    if text.strip() and "step=" not in text:
        s.step = REVEALING
    for word in text.split():
        name, _, value = word.partition("=")
        try:
            _place_word(s, desk, name, value)
        except (ValueError, KeyError, IndexError):
            raise SetupError(f"{word!r} is no part of a position of this table") from None
    _gather_spells(s, desk)
    _check(s)
    return s


def _place_word(s: Expedition, desk: Desk, name: str, value: str) -> None:
    """One word of a position; a `ValueError`, `KeyError` or `IndexError` if it cannot be."""
    if name in TABLE:
        TABLE[name].read(s, desk, value)
    elif name in TOKENS:
        _read_token(s, TOKENS.index(name), value)
    else:
        seat, _, part = name.partition(".")
        PLAYER[part].read(s.players[_seat(s, seat)], desk, value)


def _gather_spells(s: Expedition, desk: Desk) -> None:
    """Every Spell is in one place only; those that are not named are in the deck."""
    named = [card for p in s.players for card in members(p.hand)] + [card for card, _ in s.under] + members(s.discards)
    if len(set(named)) < len(named):
        raise SetupError("a Spell cannot be in two places")
    s.deck = (1 << len(desk.spells)) - 1 & ~sum(BIT[card] for card in named)
    if not set(s.known) <= {card for p in s.players for card in members(p.hand)}:
        raise SetupError("known= names a Spell that nobody holds")


def _check(s: Expedition) -> None:
    """What must fit together."""
    if s.step != SETTING_UP and s.first == NONE:
        raise SetupError(f"step={STEPS[s.step]} needs first=")
    if (STARTING <= s.step < CLOSING or s.step == JUDGING) != (s.active != NONE):
        raise SetupError("active= belongs to the steps start, throw, lock, end and judge, and to no other")
    if s.location == NONE and s.step != REVEALING:
        raise SetupError("location=none is possible before a reveal only")
    if s.step >= LOCKING and s.active != NONE and not s.players[s.active].tray:
        raise SetupError(f"step={STEPS[s.step]} needs the dice of the active player")
    if s.left > s.unseen.bit_count():
        raise SetupError(f"left={s.left} is more than the Locations that nobody has seen")
    s.stamps = max(p.stamp for p in s.players)
    s.mad = sum(BIT[p.seat] for p in s.players if p.insane)
    at_large = sum(p.discovery + p.spells + p.madness for p in s.players) + sum(counts_of(s.removed))
    fell = [sum(counts_of(heap)[kind] for _, heap in s.drawn) for kind in range(4)]
    if at_large != sum(fell[:3]):
        raise SetupError(f"{sum(fell[:3])} marbles have fallen, DOOM apart, but {at_large} are on boards or removed")


# -- the table --------------------------------------------------------------------------------------------------------


def _seat(s: Expedition, text: str) -> int:
    seat = int(text)
    if seat not in range(len(s.players)):
        raise ValueError(text)
    return seat


def _number(text: str, least: int = 0) -> int:
    if int(text) < least:
        raise ValueError(text)
    return int(text)


def _split(text: str) -> list[str]:
    return text.split(",") if text else []


def _heap(heap: int) -> str:
    return heap_text(heap).replace(" ", "+") if heap else ""


def _read_heap(text: str) -> int:
    return heap_in(text.replace("+", " "))


def _read_round(s: Expedition, desk: Desk, text: str) -> None:
    s.round = _number(text, 1)


def _read_step(s: Expedition, desk: Desk, text: str) -> None:
    s.step = STEPS.index(text)


def _read_first(s: Expedition, desk: Desk, text: str) -> None:
    s.first = _seat(s, text)


def _read_active(s: Expedition, desk: Desk, text: str) -> None:
    s.active = _seat(s, text)


def _read_location(s: Expedition, desk: Desk, text: str) -> None:
    s.location = NONE if text == "none" else desk.location_names.index(text)
    if s.location != NONE:
        s.unseen &= ~BIT[s.location]


def _read_left(s: Expedition, desk: Desk, text: str) -> None:
    s.left = _number(text)


def _read_unseen(s: Expedition, desk: Desk, text: str) -> None:
    s.unseen = sum(BIT[desk.location_names.index(name)] for name in set(_split(text)) - {"none"})


def _read_box(s: Expedition, desk: Desk, text: str) -> None:
    s.box = sum(BIT[desk.location_names.index(name)] for name in set(_split(text)))


def _read_extra(s: Expedition, desk: Desk, text: str) -> None:
    s.extra = int(text)


def _read_layout(s: Expedition, desk: Desk, text: str) -> None:
    layout = LAYOUTS[text.replace("_", " ")]
    s.layout, s.sticks = layout.name, layout.all


def _write_drawn(s: Expedition, desk: Desk) -> str:
    return ",".join(f"{stick}:{_heap(heap) or '-'}" for stick, heap in s.drawn)


def _read_drawn(s: Expedition, desk: Desk, text: str) -> None:
    for pair in _split(text):
        stick, _, heap = pair.partition(":")
        number, fell = int(stick), _read_heap(heap)
        after = [there - gone for there, gone in zip(counts_of(s.inside), counts_of(fell), strict=True)]
        if not s.sticks & BIT[number] or min(after) < 0:
            raise ValueError(text)
        s.sticks ^= BIT[number]
        s.inside = heap_of(*after)
        s.drawn += ((number, fell),)


def _read_removed(s: Expedition, desk: Desk, text: str) -> None:
    s.removed = _read_heap(text)


def _read_under(s: Expedition, desk: Desk, text: str) -> None:
    pairs = [pair.split(":") for pair in _split(text)]
    s.under = tuple((desk.spell_names.index(name), _seat(s, seat)) for name, seat in pairs)


def _read_discards(s: Expedition, desk: Desk, text: str) -> None:
    s.discards = sum(BIT[desk.spell_names.index(name)] for name in set(_split(text)))


def _write_known(s: Expedition, desk: Desk) -> str:
    return ",".join(
        f"{desk.spell_names[card]}:{''.join(map(str, members(seats)))}" for card, seats in s.known.items() if seats
    )


def _read_known(s: Expedition, desk: Desk, text: str) -> None:
    for pair in _split(text):
        name, _, seats = pair.partition(":")
        s.known[desk.spell_names.index(name)] = sum(BIT[_seat(s, seat)] for seat in set(seats))


def _read_used(s: Expedition, desk: Desk, text: str) -> None:
    s.end_used = sum(BIT[TIMINGS.index(name)] for name in set(_split(text)))


def _ids(names: list[str], mask: int) -> str:
    return ",".join(names[number] for number in members(mask))


TABLE: Final[dict[str, Word]] = {
    "round": Word(lambda s, desk: str(s.round) if s.round > 1 else "", _read_round),
    "step": Word(lambda s, desk: STEPS[s.step], _read_step),
    "first": Word(lambda s, desk: str(s.first) if s.first != NONE else "", _read_first),
    "active": Word(lambda s, desk: str(s.active) if s.active != NONE else "", _read_active),
    "location": Word(lambda s, desk: "none" if s.location == NONE else desk.location_names[s.location], _read_location),
    "left": Word(lambda s, desk: str(s.left), _read_left),
    "unseen": Word(lambda s, desk: _ids(desk.location_names, s.unseen) or "none", _read_unseen),
    "box": Word(lambda s, desk: _ids(desk.location_names, s.box), _read_box),
    "extra": Word(lambda s, desk: str(s.extra) if s.extra else "", _read_extra),
    "tower": Word(lambda s, desk: s.layout.replace(" ", "_") if s.layout != "four storeys" else "", _read_layout),
    "drawn": Word(_write_drawn, _read_drawn),
    "removed": Word(lambda s, desk: _heap(s.removed), _read_removed),
    "under": Word(lambda s, desk: ",".join(f"{desk.spell_names[card]}:{seat}" for card, seat in s.under), _read_under),
    "discards": Word(lambda s, desk: _ids(desk.spell_names, s.discards), _read_discards),
    "known": Word(_write_known, _read_known),
    "used": Word(lambda s, desk: _ids(list(TIMINGS), s.end_used), _read_used),
}


def _write_token(s: Expedition, token: int) -> str:
    seat = s.holder[token]
    if seat == POOL:
        return ""
    used = ",used" if s.flipped & BIT[token] else ""
    return ("aside" if seat == ASIDE else str(seat)) + used + (",carried" if s.carried and token == IMPRISON else "")


def _read_token(s: Expedition, token: int, text: str) -> None:
    holder, *marks = text.split(",")
    s.holder[token] = ASIDE if holder == "aside" else _seat(s, holder)
    if not set(marks) <= {"used", "carried"} or ("carried" in marks and token != IMPRISON):
        raise ValueError(text)
    s.flipped |= BIT[token] if "used" in marks else 0
    s.carried |= "carried" in marks


# -- players ----------------------------------------------------------------------------------------------------------


def _write_marbles(p: Player, desk: Desk) -> str:
    return _heap(heap_of(p.discovery, p.spells, p.madness, 0))


def _read_marbles(p: Player, desk: Desk, text: str) -> None:
    p.discovery, p.spells, p.madness, doom = counts_of(_read_heap(text))
    if doom:
        raise ValueError(text)


def _read_investigator(p: Player, desk: Desk, text: str) -> None:
    p.investigator = [card.id for card in desk.cards.investigators].index(text)


def _read_hand(p: Player, desk: Desk, text: str) -> None:
    p.hand = sum(BIT[desk.spell_names.index(name)] for name in set(_split(text)))


def _read_won(p: Player, desk: Desk, text: str) -> None:
    pairs = [pair.split(":") for pair in _split(text)]
    p.won = tuple((desk.location_names.index(name), _number(points)) for name, points in pairs)


def _read_status(p: Player, desk: Desk, text: str) -> None:
    p.status = STATUSES.index(text)


def _read_dice(p: Player, desk: Desk, text: str) -> None:
    shown = tuple(map(int, _split(text)))
    if len(shown) != DICE or not all(1 <= face <= 6 for face in shown):
        raise ValueError(text)
    p.tray = tray_of(shown)


def _read_imposed(p: Player, desk: Desk, text: str) -> None:
    p.imposed = tuple(map(int, _split(text)))
    if not all(0 <= rule < len(desk.imposed) for rule in p.imposed):
        raise ValueError(text)


def _figure(name: str, least: int = 0) -> OfPlayer:
    """A field of a player that is a number."""

    def write(p: Player, desk: Desk) -> str:
        return str(getattr(p, name) or "")

    def read(p: Player, desk: Desk, text: str) -> None:
        setattr(p, name, _number(text, least))

    return OfPlayer(write, read)


def _flag(name: str) -> OfPlayer:
    """A field of a player that is yes or no."""

    def write(p: Player, desk: Desk) -> str:
        return "yes" if getattr(p, name) else ""

    def read(p: Player, desk: Desk, text: str) -> None:
        if text != "yes":
            raise ValueError(text)
        setattr(p, name, True)

    return OfPlayer(write, read)


def _dice_mask(name: str) -> OfPlayer:
    """A field of a player that is a set of dice."""

    def write(p: Player, desk: Desk) -> str:
        return ",".join(f"d{die + 1}" for die in members(getattr(p, name)))

    def read(p: Player, desk: Desk, text: str) -> None:
        setattr(p, name, sum({BIT[range(DICE)[int(die.removeprefix("d")) - 1]] for die in _split(text)}))

    return OfPlayer(write, read)


PLAYER: Final[dict[str, OfPlayer]] = {
    "investigator": OfPlayer(
        lambda p, desk: "" if p.investigator == NONE else desk.cards.investigators[p.investigator].id,
        _read_investigator,
    ),
    "insane": _flag("insane"),
    "marbles": OfPlayer(_write_marbles, _read_marbles),
    "hand": OfPlayer(lambda p, desk: _ids(desk.spell_names, p.hand), _read_hand),
    "won": OfPlayer(
        lambda p, desk: ",".join(f"{desk.location_names[place]}:{points}" for place, points in p.won), _read_won
    ),
    "drew": _figure("drew"),
    "shielded": _figure("shielded"),
    "status": OfPlayer(lambda p, desk: STATUSES[p.status] if p.status else "", _read_status),
    "dice": OfPlayer(lambda p, desk: ",".join(map(str, p.dice)), _read_dice),
    "locked": _dice_mask("locked"),
    "last": _dice_mask("last"),
    "throws": _figure("throws"),
    "frees": _figure("frees"),
    "total": _figure("total"),
    "stamp": _figure("stamp"),
    "rewarded": _flag("rewarded"),
    "hopeless": _flag("hopeless"),
    "mods": _figure("mods", -1_000),
    "imposed": OfPlayer(lambda p, desk: ",".join(map(str, p.imposed)), _read_imposed),
    "ignoring": _flag("ignoring"),
}
