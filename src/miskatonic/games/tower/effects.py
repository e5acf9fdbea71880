"""What a Spell can do, as far as a content file says it: the vocabulary of section 3.4, its parameters and checks."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from miskatonic.games.tower.clauses import PLAYER, Clause, read_clause
from miskatonic.games.tower.entries import Entries
from miskatonic.games.tower.names import (
    ANSWER,
    DICE,
    FAIL,
    FALL,
    NONE,
    PREDRAW,
    REVEAL,
    ROUNDEND,
    THROW,
    TIMINGS,
    WINDOW_OF,
)

YOU: Final = "you"
THEM: Final = "them"
CHOSEN: Final = "chosen"
LEADER: Final = "leader"
ALL: Final = "all"
PERSONS: Final = (YOU, THEM, CHOSEN, LEADER)
KINDS: Final = ("discovery", "spell", "madness")
DICE_SETS: Final = ("discovery", "symbol", "thrown", "any")
_COUNT: Final = re.compile(r"all|(up_to_)?([1-5])")


@dataclass(frozen=True)
class Effect:
    """One effect of a side: what it does, to whom, and the other parameters."""

    do: str
    who: str
    """The player who is meant by `who` or `from`; empty where nobody is named."""
    to: str
    only_if: str
    kind: int
    """The kind of marbles that is meant; `NONE` where none is."""
    values: Mapping[str, Any]


class Target(NamedTuple):
    """Whom a side may be played on; the caster never is."""

    state: str = "any"
    has: str = ""
    least_madness: bool = False


@dataclass(frozen=True)
class Side:
    """One side of a Spell."""

    timing: int
    target: Target | None
    effects: tuple[Effect, ...]
    text: str


class Count(NamedTuple):
    """How many dice of a set are rethrown."""

    least: int
    most: int


Reader = Callable[[Entries, str], Any]


def _number(low: int | None = 1, high: int | None = 20) -> Reader:
    return lambda entries, key: entries.integer(key, low=low, high=high)


def _among(*values: str, default: str | None = None) -> Reader:
    return lambda entries, key: entries.text(key, default, values)


def _face(entries: Entries, key: str) -> tuple[int, ...]:
    """The faces that a die may be turned to."""
    value = entries.raw(key)
    if value == "choice":
        entries.text(key)
        return (1, 2, 3, 4, 5, 6)
    if isinstance(value, list):
        return tuple(sorted(set(entries.faces(key))))
    return (entries.integer(key, low=1, high=6),)


def _count(entries: Entries, key: str) -> Count:
    text = entries.text(key)
    found = _COUNT.fullmatch(text)
    if found is None:
        if isinstance(entries.raw(key), str):
            entries.error(key, f"{text!r} is not a number of dice; write all, 2 or up_to_2")
        return Count(1, DICE)
    if text == "all":
        return Count(DICE, DICE)
    return Count(1 if found[1] else int(found[2]), int(found[2]))


def _count_or_all(entries: Entries, key: str) -> int:
    if entries.raw(key) == "all":
        entries.text(key)
        return 1_000
    return entries.integer(key, low=1)


def _rule(entries: Entries, key: str) -> Clause | None:
    inner = entries.table(key)
    return read_clause(inner, PLAYER, "a Spell") if inner.data else None


_ANYBODY: Final = _among(*PERSONS)
_DICE_OF: Final = _among(*DICE_SETS)

EFFECTS: Final[Mapping[str, Mapping[str, Reader]]] = {
    "total": {"who": _ANYBODY, "amount": _number(-20)},
    "turn_die": {"who": _ANYBODY, "dice": _DICE_OF, "to": _face},
    "rethrow": {
        "who": _ANYBODY,
        "dice": _DICE_OF,
        "count": _count,
        "by": _among("caster", "owner", default="caster"),
    },
    "second_chance": {"who": _ANYBODY},
    "draw": {"who": _ANYBODY, "count": _number(1, 10)},
    "prevent_draw": {},
    "redirect_draw": {"to": _ANYBODY},
    "choose_tentacle": {},
    "fallen": {"type": _among(*KINDS), "count": _count_or_all, "to": _among(*PERSONS, "removed")},
    "move_marble": {"type": _among(*KINDS), "from": _ANYBODY, "to": _ANYBODY, "count": _number()},
    "remove_marble": {"type": _among(*KINDS), "from": _ANYBODY, "count": _number()},
    "gain_spell": {"who": _ANYBODY, "count": _number(1, 10)},
    "steal_spell": {"from": _ANYBODY, "to": _among(*PERSONS, default=YOU)},
    "discard_spell": {"who": _ANYBODY, "count": _number(1, 10), "by": _among("owner", "random", default="owner")},
    "take_token": {"who": _ANYBODY},
    "return_token": {"who": _ANYBODY},
    "penalty": {"amount": _number(-10, 10)},
    "cancel_spell": {},
    "points": {"amount": _number(-20)},
    "impose": {"who": _among(*PERSONS, ALL), "rule": _rule},
    "ignore_location": {"who": _ANYBODY},
    "replace_location": {},
}
"""Every effect with its parameters (section 3.4)."""

ONLY_IN: Final = {
    "second_chance": FAIL,
    "prevent_draw": PREDRAW,
    "redirect_draw": PREDRAW,
    "choose_tentacle": PREDRAW,
    "fallen": FALL,
    "penalty": FAIL,
    "cancel_spell": ANSWER,
    "replace_location": REVEAL,
}
"""Effects that make sense in one window only."""


def read_side(entries: Entries) -> Side:
    """One side of a Spell, checked as a whole."""
    name = entries.text("timing", among=TIMINGS)
    timing = TIMINGS.index(name) if name in TIMINGS else NONE
    target = _read_target(entries.table("target")) if entries.has("target") else None
    found = [(each, read_effect(each)) for each in entries.tables("effects")]
    effects = tuple(effect for _, effect in found if effect is not None)
    if not found and entries.has("effects"):
        entries.error("effects", "a side needs at least one effect")
    side = Side(timing, target, effects, entries.text("text", ""))
    for each, effect in found:
        if effect is not None and timing != NONE:
            _check_place(each, effect, side)
    if target is not None and not any(CHOSEN in (effect.who, effect.to) for effect in effects):
        entries.warning("target", "no effect says chosen: it makes no difference who is chosen")
    entries.done()
    return side


def _read_target(entries: Entries) -> Target:
    target = Target(
        entries.text("state", "any", ("sane", "insane", "any")),
        entries.text("has", among=("spell_card", "madness", "success")) if entries.has("has") else "",
        entries.flag("least_madness"),
    )
    entries.done()
    return target


def read_effect(entries: Entries) -> Effect | None:
    """An effect with its parameters."""
    do = entries.text("do")
    if do not in EFFECTS:
        if isinstance(entries.raw("do"), str):
            entries.error("do", f"there is no effect {do!r}; there are: {', '.join(EFFECTS)}")
        return None
    values = {key: read(entries, key) for key, read in EFFECTS[do].items()}
    only_if = entries.text("only_if", among=("sane", "insane")) if entries.has("only_if") else ""
    entries.done()
    who = values.get("who", values.get("from", ""))
    to = values["to"] if isinstance(values.get("to"), str) else ""
    if do in ("total", "penalty", "points") and values["amount"] == 0:
        entries.error("amount", "0 changes nothing")
    if only_if and not who:
        entries.error("only_if", f"{do} names no player whose state could matter")
    kind = KINDS.index(values["type"]) if values.get("type") in KINDS else NONE
    return Effect(do, who, to, only_if, kind, values)


def _check_place(entries: Entries, effect: Effect, side: Side) -> None:
    """Section 3.1: what cannot stand on a side with this timing."""
    window = WINDOW_OF[side.timing]
    timing = TIMINGS[side.timing]
    if effect.do in ONLY_IN and ONLY_IN[effect.do] != window:
        wanted = [name for at, name in enumerate(TIMINGS) if WINDOW_OF[at] == ONLY_IN[effect.do]]
        entries.error("do", f"{effect.do} needs the timing {' or '.join(wanted)}, not {timing}")
    if effect.values.get("dice") == "thrown" and window != THROW:
        entries.error("dice", f"nothing is thrown at {timing}; thrown needs after_your_throw or after_their_throw")
    if THEM in (effect.who, effect.to) and window in (REVEAL, ROUNDEND):
        entries.error("", f"there is nobody to be called them at {timing}")
    if CHOSEN in (effect.who, effect.to) and side.target is None:
        entries.error("", "chosen needs a target on this side")
