"""Rule objects of Locations, abilities and imposing Spells: the vocabulary of section 3.2, and how it is read."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

from miskatonic.games.tower.entries import NO_LIMIT, Entries, Pattern
from miskatonic.games.tower.names import SYMBOLS
from miskatonic.kernel.hands import faces

PLAYER: Final = "P"
TABLE: Final = "T"
ABILITY: Final = "A"
"""Scopes: binds players one by one; belongs to the table as a whole; only for abilities."""


class When(NamedTuple):
    """TM-D4: a pattern of one throw; all its conditions must hold."""

    faces: tuple[int, ...]
    number: Pattern
    same: Pattern
    sum: Pattern
    min_dice: int

    def matches(self, hand: int) -> bool:
        """Whether a throw is meant."""
        shown = faces(hand)
        return (
            len(shown) >= self.min_dice
            and self.number.fits(sum(face in self.faces for face in shown))
            and self.same.fits(max(map(shown.count, shown)))
            and self.sum.fits(sum(shown))
        )


class Then(NamedTuple):
    """A bundle of consequences, carried out in this order."""

    total: int = 0
    gain_spell: int = 0
    discard_spell: int = 0
    lose_discovery: int = 0
    heal: int = 0
    token: int = 0
    draw: int = 0
    fail: bool = False


class Clause(NamedTuple):
    """One rule object: its kind, and the parameters of the kind."""

    kind: str
    values: Mapping[str, Any]


Reader = Callable[[Entries, str], Any]
ANY: Final = Pattern(0, NO_LIMIT)
AMOUNTS: Final = ("total", "gain_spell", "discard_spell", "lose_discovery", "heal", "token", "draw")


def _when(entries: Entries, key: str) -> When:
    when = entries.table(key)
    if when.has("faces") != when.has("n"):
        when.error("", "faces and n belong together")
    found = When(
        when.faces("faces") if when.has("faces") else (),
        when.pattern("n") if when.has("n") else ANY,
        when.pattern("same") if when.has("same") else ANY,
        when.pattern("sum") if when.has("sum") else ANY,
        when.integer("min_dice", 1, low=1, high=5),
    )
    if entries.has(key) and not set(when.data) & {"faces", "same", "sum", "min_dice"}:
        when.error("", "there is no condition; give faces and n, same, sum, or min_dice")
    when.done()
    return found


def _then(fails: bool) -> Reader:
    def read(entries: Entries, key: str) -> Then:
        then = entries.table(key)
        total = then.integer("total", 0)
        amounts = [total, *(then.integer(name, 0, low=0, high=10) for name in AMOUNTS[1:])]
        if amounts[AMOUNTS.index("token")] > 1:
            then.error("token", "one token at a time; it must be 1")
        failing = then.flag("fail") if fails or then.has("fail") else False
        if failing and not fails:
            then.error("fail", "only an on_throw rule may fail an investigation")
        if entries.has(key) and not any(amounts) and not failing:
            then.error("", "nothing happens; name a consequence")
        then.done()
        return Then._make((*amounts, failing))

    return read


def _number(low: int = 1, high: int = NO_LIMIT, default: int | None = None) -> Reader:
    return lambda entries, key: entries.integer(key, default, low, high)


def _among(*values: str, default: str | None = None) -> Reader:
    return lambda entries, key: entries.text(key, default, values)


def _unless_silent(*values: str) -> Reader:
    """One of some words, or nothing: then the rule leaves to earlier ones what they say."""
    return lambda entries, key: entries.text(key, among=values) if entries.has(key) else ""


def _faces(entries: Entries, key: str) -> tuple[int, ...]:
    return entries.faces(key)


def _flag(entries: Entries, key: str) -> bool:
    return entries.flag(key)


def _names(*among: str) -> Reader:
    return lambda entries, key: entries.names(key, among)


def _per_face(entries: Entries, key: str) -> dict[int, int]:
    if not entries.has(key):
        return {}
    inner = entries.table(key)
    for face in inner.data:
        if face not in ("1", "2", "3", "4", "5", "6"):
            inner.error(face, "it must be a face from 1 to 6")
    return {int(face): inner.integer(face) for face in inner.data if face in ("1", "2", "3", "4", "5", "6")}


_AFTERWARDS: Final = _then(fails=False)

CLAUSES: Final[Mapping[str, tuple[str, Mapping[str, Reader]]]] = {
    "on_throw": (PLAYER, {"when": _when, "then": _then(fails=True)}),
    "on_success": (PLAYER, {"then": _AFTERWARDS}),
    "on_fail": (PLAYER, {"then": _AFTERWARDS}),
    "on_award": (PLAYER, {"then": _AFTERWARDS}),
    "on_nobody": (TABLE, {"who": _among("each", "first_player"), "then": _AFTERWARDS}),
    "alias": (PLAYER, {"face": _number(1, 6), "symbol": _among(*SYMBOLS)}),
    "discovery_ban": (PLAYER, {"faces": _faces}),
    "discovery_need": (
        PLAYER,
        {"min": _number(0, default=0), "max": _number(0, default=NO_LIMIT), "distinct": _flag},
    ),
    "total_bonus": (PLAYER, {"flat": _number(-20, 20, 0), "pair": _number(-20, 20, 0), "per_face": _per_face}),
    "lock_count": (PLAYER, {"min": _number(1, 5, 1), "max": _number(1, 5, 5)}),
    "lock_order": (PLAYER, {"order": _names(*SYMBOLS)}),
    "throw_limit": (PLAYER, {"max": _number()}),
    "free_rethrow": (PLAYER, {"times": _number(1, 10), "dice": _number(1, 5)}),
    "draw_rule": (
        PLAYER,
        {
            "chooser": _unless_silent("drawer", "left", "right"),
            "rows": _unless_silent("any", "lowest", "highest"),
        },
    ),
    "falling": (PLAYER, {"type": _among("discovery", "spell", "madness")}),
    "lead_rule": (
        TABLE,
        {"best": _unless_silent("high", "low"), "ties": _unless_silent("later", "earlier")},
    ),
    "ban": (TABLE, {"what": _names("spells", "tokens")}),
    "insanity_at": (ABILITY, {"n": _number(1, 13)}),
    "start_spells": (ABILITY, {"n": _number(1, 5)}),
    "spell_choice": (ABILITY, {"look": _number(2, 10)}),
    "shield": (ABILITY, {"times": _number(1, 13)}),
}
"""Every kind of rule with its scope and its parameters (section 3.2)."""

OF_LOCATIONS: Final = PLAYER + TABLE
OF_ABILITIES: Final = PLAYER + ABILITY


def read_clause(entries: Entries, scopes: str, of: str) -> Clause | None:
    """A rule object; what may not stand there is refused with the reason."""
    kind = entries.text("kind")
    if kind not in CLAUSES:
        if isinstance(entries.raw("kind"), str):
            entries.error("kind", f"there is no rule {kind!r}; there are: {', '.join(CLAUSES)}")
        return None
    scope, readers = CLAUSES[kind]
    if scope not in scopes:
        entries.error("kind", f"{kind} cannot be a rule of {of}")
    values = {key: read(entries, key) for key, read in readers.items()}
    entries.done()
    return Clause(kind, values)
