"""Game: one object per game that says everything the rest of the package needs to know."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from random import Random
from types import MappingProxyType
from typing import Any, Generic, Protocol, TypeVar

from miskatonic.kernel.ask import Ask, Flow
from miskatonic.kernel.content import Content, Schema
from miskatonic.kernel.errors import SetupError, UnknownGame
from miskatonic.kernel.options import Option, choose
from miskatonic.kernel.state import News, State
from miskatonic.kernel.vocabulary import Vocabulary

S = TypeVar("S", bound=State)
View = dict[str, Any]
"""What one audience may see: plain values, ready for JSON."""


class Phrases(Protocol):
    """A game's phrase book: everything that is said to people.

    It speaks to a player as "you", and writes other people as their seats in braces: `{0}`, `{1}`; see `Match.named`.
    """

    def prompt(self, ask: Ask, view: View) -> str:
        """A question as a sentence."""

    def label(self, code: int, view: View) -> str:
        """An option with what it costs."""

    def sentence(self, news: News) -> str:
        """One line of the log; empty where nothing need be said."""

    def rules(self, ask: Ask) -> tuple[str, ...]:
        """The ids of the rules behind a question."""

    def ending(self, view: View) -> str:
        """How the match ended, in a sentence or a few lines."""


@dataclass(frozen=True, eq=False)
class Game(Generic[S]):
    """The rules, the words and the facts of one game.

    Only the first block is needed to play; everything else makes the game pleasant, honest and measurable.
    """

    name: str
    title: str
    seats: range
    vocabulary: Vocabulary
    schema: Schema
    setup: Callable[[Content, Mapping[str, str], int], S]
    beat: Callable[[S], Flow[None]]
    view: Callable[[S, int | None], View]
    returns: Callable[[S], tuple[float, ...]]
    phrases: Phrases

    choice: Callable[[int, View], str] | None = None
    """An answer in words, by nothing but the still parts of a view: whatever the table looks like."""
    version: int = 1
    """Raised whenever the same answers may lead to another state; a record says which it was made with."""
    options: tuple[Option, ...] = ()
    usual: int = 0
    """How many usually play, where that is not the least number: so many sit down when nobody says otherwise."""
    longest: int = 10_000
    """Random play ends within this many answers, chance included."""
    result: Callable[[S], str] = field(default=lambda state: "")
    """The outcome as one word, empty while the game goes on."""
    place: Callable[[S, str], S] | None = None
    """A position from its one-line text, over a freshly set-up state."""
    position: Callable[[S], str] | None = None
    """A position at rest as one line of text, for `place`."""
    redeal: Callable[[S, int | None, Random], S] | None = None
    """A state that differs only in what this seat cannot know; the same luck deals the same, whatever lies there. None
    where nothing is hidden between beats."""
    standings: Callable[[S], tuple[float, ...]] | None = None
    """How every seat stands at any moment: points, or whatever grows with success."""
    measure: str = "standing"
    """What standings count, in words."""
    fates: Callable[[S], tuple[str, ...]] | None = None
    """When it is over: by what every seat has won or lost, in a few words."""
    appraise: Callable[[S], tuple[float, ...]] | None = None
    """How likely every seat is to win, from 0 to 1: an estimate, for those who think ahead. It is asked for at rests;
    nothing is returned where too much is in the air to tell."""
    horizon: int = 1
    """At which of the rests to come that can be appraised those who think ahead ask for it."""
    outlook: Callable[[S], tuple[float, ...]] | None = None
    """A better appraisal of tables of several, learnt from many games: the tree asks for it instead, at the next rest
    that has it."""
    turn: Callable[[S], int] = field(default=lambda state: 0)
    """Which turn it is, where none may be appraised before it is over; 0 where every rest counts."""
    blur: Callable[[View], float] = field(default=lambda view: 0.0)
    """How far appraisals may be off, however many: whoever thinks ahead does not leave the sensible answer for less."""
    proof: Callable[[View], float] = field(default=lambda view: 0.0)
    """Which part of the budget is kept for a duel in fresh worlds between the sensible answer and the best other one:
    where dice hide what answers differ by, the best of many is mostly the luckiest."""
    still: tuple[str, ...] = ("sheet",)
    """The parts of a view that never change during a match and are the same for everybody: shown once, and kept."""
    open: bool = False
    """Whether everybody sees the same: views differ in nothing but `seat`, which only says whose eyes these are."""
    census: Callable[[S], Mapping[str, int]] = field(default=lambda state: {})
    """The components in play by kind; the numbers never change during a match."""
    offers: Mapping[str, int] = field(default_factory=dict)
    """Questions that are standing offers, with the code that declines: a front end may decline for whoever wishes."""
    features: Callable[[S, int], list[float]] | None = None
    heuristic: Callable[[View, Ask], int] | None = None
    """What a sensible quick player answers."""
    manner: Callable[[View, Ask], int] | None = None
    """What a player answers who is as sensible, but has another aim: those who think ahead try it for some turns."""
    quick: Callable[[S, Ask], int | None] | None = None
    """The same straight from the state, where it can be told at once: for thousands of imagined games."""
    ranking: Callable[[View, Ask], Sequence[int]] | None = None
    """The options as the sensible player would try them, the most promising first; some may be left out."""
    odds: Callable[[View, Ask], Mapping[int, str]] | None = None
    """What a player may like to know about the options of a question: a remark per code."""
    rules: Mapping[str, str] = field(default_factory=dict)
    """The rules by id, in our own words."""
    help: str = ""
    draw: Callable[[View, Callable[[str, str], str]], str] | None = None
    """The table as text; the second argument paints a text in a named colour."""
    facts: Callable[[View], list[str]] | None = None
    """The table in words, one fact per line: for screen readers and pipes."""

    @cached_property
    def _tables(self) -> dict[tuple[str, int], S]:
        return {}

    def laid(self, content: Content, options: Mapping[str, str], seats: int) -> S:
        """A freshly laid table, never to be changed itself: with default options it is laid only once."""
        if options is not self.default_options:
            return self.setup(content, options, seats)
        key = (content.hash, seats)
        table = self._tables.get(key)
        if table is None:
            table = self._tables[key] = self.setup(content, options, seats)
        return table

    @cached_property
    def default_options(self) -> Mapping[str, str]:
        """Every rule option with its default value."""
        return MappingProxyType(choose(self.options, {}))

    def named_seats(self, seats: int | Sequence[str] | None) -> tuple[str, ...]:
        """The players' names; a wrong number of them is refused. None is as many as usually play."""
        if seats is None or isinstance(seats, int):
            return _plain_names(self, seats)
        self.check_seats(len(seats))
        return tuple(seats)

    def check_seats(self, number: object) -> None:
        """Refuse a number of players that the game is not for."""
        if not isinstance(number, int) or number not in self.seats:
            few, many = self.seats[0], self.seats[-1]
            takes = f"{few}" if few == many else f"{few} to {many}"
            raise SetupError(f"{self.title} takes {takes} players, not {number!r}")

    def __deepcopy__(self, memo: object) -> Game[S]:
        return self

    def __reduce__(self) -> tuple[Callable[[str], Game[Any]], tuple[str]]:
        return game_named, (self.name,)


@cache
def _plain_names(game: Game[Any], seats: int | None) -> tuple[str, ...]:
    number = (game.usual or game.seats[0]) if seats is None else seats
    game.check_seats(number)
    return tuple(f"Seat {n + 1}" for n in range(number))


_KNOWN: dict[str, Callable[[], Game[Any]]] = {}


def register(name: str, load: Callable[[], Game[Any]]) -> None:
    """Make a game known by name; it is loaded when it is first wanted."""
    _KNOWN[name] = load


def game_names() -> list[str]:
    """The names of all known games."""
    return sorted(_KNOWN)


def game_named(name: str) -> Game[Any]:
    """The game of that name."""
    if name not in _KNOWN:
        raise UnknownGame(f"there is no game {name!r}; there are: {', '.join(game_names())}")
    return _KNOWN[name]()
