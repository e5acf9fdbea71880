"""State: plain data that flows change, and the news they tell on the way."""

from __future__ import annotations

import hashlib
from typing import Any, NamedTuple, Self, TypeAlias

from miskatonic.kernel.ask import Ask
from miskatonic.kernel.chance import Chance


class Told(NamedTuple):
    """Something that happened by the rules: a key of the game's phrase book with its figures."""

    what: str
    figures: tuple[int, ...]
    audience: int | None = None


class Answered(NamedTuple):
    """Somebody answered a question."""

    ask: Ask
    code: int


class Fell(NamedTuple):
    """Chance answered."""

    chance: Chance
    outcome: int


News: TypeAlias = Told | Answered | Fell


def heard_by(news: News, seat: int | None) -> bool:
    """Whether a seat (None: a spectator) is told."""
    if isinstance(news, Told):
        return news.audience in (None, seat)
    if isinstance(news, Fell):
        return news.chance.audience in (None, seat)
    return not news.ask.secret or seat in (news.ask.seat, news.ask.actor)


def about(news: News) -> int | None:
    """The seat that news are about, if about one."""
    if isinstance(news, Answered):
        return news.ask.seat
    return news.chance.audience if isinstance(news, Fell) else news.audience


def as_told(news: News, seat: int | None) -> News:
    """News without what only others may know: the other options of a hand, the other cards of a stack."""
    if isinstance(news, Fell):
        return Fell(news.chance.only(news.outcome), news.outcome)
    if isinstance(news, Answered) and seat not in (news.ask.seat, news.ask.actor):
        ask = news.ask
        return Answered(Ask(ask.seat, ask.prompt, (news.code,), ask.actor, ask.secret), news.code)
    return news


class State:
    """What every state has; a game adds its own slots and its own `copy`.

    `news` collects what happened, for the log in words; it is `None` where nobody listens (forks, simulations) and is
    no part of the position. `audience` is the only seat that hears them, or None. `reveals` counts how often something
    hidden became visible: no undo reaches behind that.
    """

    __slots__ = ("audience", "news", "reveals")

    def __init__(self) -> None:
        self.news: list[News] | None = None
        self.audience: int | None = None
        self.reveals = 0

    def copy(self) -> Self:
        """An independent copy, with nobody listening."""
        raise NotImplementedError

    def __getstate__(self) -> dict[str, Any]:
        # said explicitly, because a compiled class would keep only what it has itself, not what a game adds
        return {name: getattr(self, name) for name in fields_of(self)} | getattr(self, "__dict__", {})

    def __setstate__(self, kept: dict[str, Any]) -> None:
        for name, value in kept.items():
            setattr(self, name, value)

    def tell(self, what: str, *figures: int) -> None:
        """Say what just happened, if anybody listens."""
        if self.news is not None:
            self.news.append(Told(what, figures, self.audience))


def slots_of(kind: type) -> tuple[str, ...]:
    """The names of all slots of a class, base classes first; compiled classes keep no list of their own slots."""
    names: list[str] = []
    for base in reversed(kind.__mro__):
        compiled = base.__dict__.get("__mypyc_attrs__", ())
        slots = base.__dict__.get("__slots__") or sorted(set(compiled) & set(base.__dict__))
        names += (slots,) if isinstance(slots, str) else slots
    return tuple(names)


def fields_of(thing: object) -> tuple[str, ...]:
    """The names of all slots of an object, base classes first."""
    return slots_of(type(thing))


def facts(thing: object) -> Any:
    """A state as nested plain values, equal exactly if the states are; listeners are left out.

    Fields go by their names: a compiled class does not know in which order they were written. Content is told by its
    digest, where it has one.
    """
    if isinstance(thing, (list, tuple)):
        return tuple(facts(part) for part in thing)
    if isinstance(thing, dict):
        return tuple((facts(key), facts(value)) for key, value in thing.items())
    if isinstance(thing, (set, frozenset)):
        return tuple(sorted(map(repr, map(facts, thing))))
    if isinstance(thing, (int, str, float, bytes, type(None))):
        return thing
    names = set(fields_of(thing) or vars(thing)) - {"news"}
    if "digest" in names:
        return getattr(thing, "digest")  # noqa: B009 - what it is an attribute of is not known
    return tuple((name, facts(getattr(thing, name))) for name in sorted(names))


def fingerprint(state: State) -> str:
    """A short digest of a position: equal positions, equal fingerprints, in every process."""
    return hashlib.sha256(repr(facts(state)).encode()).hexdigest()[:16]
