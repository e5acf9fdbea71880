"""A game out of one flow: tests write just the questions they need."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from typing import Any, Self

from miskatonic.kernel import Choice, Flow, Game, GameOver, News, Number, Schema, Vocabulary, register
from miskatonic.kernel import State as KernelState
from miskatonic.kernel.ask import Ask

WORDS = Vocabulary(Number("number", 0, 9), Choice("word", "yes", "no", "maybe"))
YES, NO, MAYBE = 10, 11, 12

_numbers = count(1)


class Notes(KernelState):
    """A list of what was answered, and how many beats have begun."""

    __slots__ = ("beats", "notes", "seats")

    def __init__(self, seats: int) -> None:
        super().__init__()
        self.seats = seats
        self.beats = 0
        self.notes: list[int] = []

    def copy(self) -> Self:
        other = self.__new__(type(self))
        other.news = None
        other.audience = self.audience
        other.reveals = self.reveals
        other.seats = self.seats
        other.beats = self.beats
        other.notes = self.notes.copy()
        return other


class Silent:
    """A phrase book without a word."""

    def prompt(self, ask: Ask, view: dict[str, Any]) -> str:
        return ""

    def label(self, code: int, view: dict[str, Any]) -> str:
        return ""

    def sentence(self, news: News) -> str:
        return ""

    def rules(self, ask: Ask) -> tuple[str, ...]:
        return ()

    def ending(self, view: dict[str, Any]) -> str:
        return ""


def game_of(
    beat: Callable[[Notes], Flow[None]], beats: int = 1, seats: range = range(1, 5), **more: Any
) -> Game[Notes]:
    """A game that repeats a beat a few times; it is known by a name of its own."""

    def repeated(s: Notes) -> Flow[None]:
        s.beats += 1
        yield from beat(s)
        if s.beats == beats:
            raise GameOver

    facts: dict[str, Any] = {
        "name": f"scripted {next(_numbers)}",
        "title": "A scripted game",
        "seats": seats,
        "vocabulary": WORDS,
        "schema": Schema(
            shipped=lambda: {"box": 'name = "standard"'}, read=lambda root: [(root.text("name"), {}, None)]
        ),
        "setup": lambda content, options, seats: Notes(seats),
        "beat": repeated,
        "view": lambda s, seat: {"notes": s.notes.copy()},
        "returns": lambda s: (0.0,) * s.seats,
        "phrases": Silent(),
        "result": lambda s: "done" if s.beats == beats else "",
    }
    game: Game[Notes] = Game(**(facts | more))
    register(game.name, lambda: game)
    return game


def number(seat: int = 0, *options: int, **more: Any) -> Ask:
    """A question for a number from 0 to 9, or for one of a few."""
    return Ask(seat, "number", options or tuple(range(10)), **more)


def word(seat: int = 0, **more: Any) -> Ask:
    """A question for a word."""
    return Ask(seat, "word", (YES, NO, MAYBE), **more)
