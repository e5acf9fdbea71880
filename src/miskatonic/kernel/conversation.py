"""Conversation: drives the flows of a game from question to question.

A conversation keeps the state at the last rest and the answers since; see `match` for what can be done with that.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from miskatonic.kernel.ask import Ask, AskAll, Flow, GameOver, Question
from miskatonic.kernel.chance import Chance
from miskatonic.kernel.content import Content
from miskatonic.kernel.errors import (
    AmbiguousWord,
    ForeignAnswer,
    FortuneError,
    IllegalAnswer,
    MalformedWord,
    MatchOver,
    SetupError,
    StaleAnswer,
)
from miskatonic.kernel.fortune import Fortune, Seeded
from miskatonic.kernel.game import Game, View, game_named
from miskatonic.kernel.options import choose
from miskatonic.kernel.state import Answered, Fell, News, State

Choose: TypeAlias = Callable[[Ask], int]


def beats(beat: Callable[[Any], Flow[None]], state: State, log: list[int], rests: list[int]) -> Flow[None]:
    """One beat after the other, until the game is over; `rests` is told how long the log was at every rest."""
    while True:
        rests.append(len(log))
        yield from beat(state)


class Legal:
    """The answers somebody may give now: a lazy set of codes that prints in words.

    >>> import miskatonic as mk
    >>> legal = mk.Match("arkham", seed=7).legal
    >>> len(legal), "reroll=stop" in legal
    (16, True)
    """

    def __init__(self, match: Conversation, asks: tuple[Ask, ...]) -> None:
        self._match = match
        self._asks = asks

    def __iter__(self) -> Iterator[int]:
        for ask in self._asks:
            yield from ask.options

    def __len__(self) -> int:
        return sum(len(ask.options) for ask in self._asks)

    def __contains__(self, answer: object) -> bool:
        if isinstance(answer, str):
            try:
                answer = self._match.game.vocabulary.parse(answer)
            except MalformedWord:
                return False
        return any(answer in ask.legal for ask in self._asks)

    def __repr__(self) -> str:
        return f"<Legal: {', '.join(map(self._match.game.vocabulary.text, self))}>"


class Conversation:
    """A match in progress: who is asked what, and what happens when they answer.

    `seed` gives fast seeded dice; `fortune` anything else. With `fortune=None` and no seed the match stops at every
    chance and waits for `fall()`. A `quiet` match keeps no news, which is faster. `answers` are words that are said at
    once, so that `repr(match)` makes the same match.
    """

    __slots__ = (
        "_flow",
        "_held",
        "_question",
        "_rest",
        "_rest_at",
        "_rests",
        "_state",
        "content",
        "forked",
        "fortune",
        "game",
        "id",
        "log",
        "news",
        "options",
        "over",
        "players",
        "start",
        "undone",
    )

    def __init__(
        self,
        game: Game[Any] | str,
        *,
        seats: int | Sequence[str] | None = None,
        seed: int | str | None = None,
        fortune: Fortune | None = None,
        options: Mapping[str, str] | None = None,
        content: Content | str | None = None,
        position: str = "",
        answers: Sequence[str] = (),
        id: str = "",
        quiet: bool = False,
    ) -> None:
        self.game: Game[Any] = game_named(game) if isinstance(game, str) else game
        self.players = self.game.named_seats(seats)
        if seed is not None and fortune is not None:
            raise SetupError("give a seed or a fortune, not both")
        self.fortune: Fortune | None = fortune if seed is None else Seeded(seed)
        self.options = choose(self.game.options, options) if options else self.game.default_options
        self.content = content if isinstance(content, Content) else self.game.schema.named(content)
        self.start = position
        self.id = id or getattr(fortune, "match_id", "")
        self.forked = False
        self.undone = 0
        self.log: list[int] = []
        self.news: list[News] | None = None if quiet else []
        self._begin()
        for word in answers:
            self.say(word)

    def _begin(self) -> None:
        """Set the table up and run to the first question."""
        table: State = self.game.laid(self.content, self.options, len(self.players))
        if self.start:
            if self.game.place is None:
                raise SetupError(f"{self.game.title} cannot start from a position")
            table = self.game.place(table.copy(), self.start)
        self._lay(table)

    def _lay(self, table: State) -> None:
        """Begin on a copy of a table at rest, and run to the first question."""
        self._rest = table
        self._rest_at = len(self.log)
        self._state = table.copy()
        self._state.news = self.news
        self._held: dict[int, int] = {}
        self._question: Question | None = None
        self.over = False
        self._start()
        self._go(None)

    def _start(self) -> Flow[None]:
        """The table is at rest: start the beats from there."""
        self._rests: list[int] = []
        flow = beats(self.game.beat, self._state, self.log, self._rests)
        self._flow: Flow[None] | None = flow
        return flow

    def _go(self, entry: int | list[int] | None, choose: Choose | None = None) -> None:
        """Send an entry of the log to the flow, and run to the next question that `choose` does not answer.

        The entry is an answer, an outcome, or everybody's codes for simultaneous questions.
        """
        flow = self._flow
        if flow is None:
            return
        # Any: what is only handed on need not be looked at, which counts where this is compiled
        send: Any = flow.send
        choice: Any = choose
        question: Any = self._question
        said: Any = entry
        log = self.log
        news = self.news
        fortune = self.fortune
        seeded = fortune if type(fortune) is Seeded else None
        try:
            question = send(said)
            while True:
                kind = type(question)
                if kind is Ask:
                    ask: Ask = question
                    self._question = ask
                    if choice is None:
                        return
                    said = choice(ask)
                    if said not in ask.legal:
                        self._check(ask.actor, said, None)
                    if news is not None:
                        news.append(Answered(ask, said))
                elif kind is AskAll:
                    self._question = question
                    if choose is not None:
                        said = self._ask_around(question, choose)
                    elif question.asks:
                        question.check()
                        return
                    else:
                        said = question.filled(())
                    question = send(said)
                    continue
                elif fortune is None:
                    self._question = question
                    return
                else:
                    # a stream knows its place by itself
                    said = seeded.draw(question, 0) if seeded is not None else fortune.draw(question, len(log))
                    if news is not None:
                        news.append(Fell(question, said))
                log.append(said)
                question = send(said)
        except GameOver:
            self._flow = self._question = None
            self.over = True
        except FortuneError:
            # dice may run out: the chance stays open
            self._question = question
            raise

    def _ask_around(self, question: AskAll, choose: Choose) -> list[int]:
        """Everybody's codes, with the answers that `choose` gives to simultaneous questions; these are logged."""
        choice: Any = choose
        codes: list[int] = []
        given: list[int] = []
        for answer in question.answers:
            if isinstance(answer, Ask):
                code = choice(answer)
                if code not in answer.legal:
                    self._check(answer.actor, code, None)
                given.append(code)
                codes.append(code)
            else:
                codes.append(answer)
        self.log += given
        if self.news is not None:
            self.news += map(Answered, question.asks, given)
        return codes

    # -- what is asked ------------------------------------------------------------------------------------------------

    @property
    def asks(self) -> tuple[Ask, ...]:
        """The open questions; of simultaneous ones those that are not answered yet."""
        question = self._question
        if type(question) is Ask:  # nothing is held of a single question
            return (question,)
        if type(question) is AskAll:
            return tuple([ask for ask in question.asks if ask.actor not in self._held])
        return ()

    @property
    def ask(self) -> Ask:
        """The first open question."""
        question = self._question
        if type(question) is Ask:
            return question
        asks = self.asks
        if not asks:
            raise MatchOver("the match is over" if self.over else "nobody is asked: chance is to fall")
        return asks[0]

    @property
    def chance(self) -> Chance | None:
        """The chance that is waited for, in a match without a fortune."""
        return self._question if isinstance(self._question, Chance) else None

    @property
    def legal(self) -> Legal:
        """Everything that may be answered now, by anybody."""
        return Legal(self, self.asks)

    def ask_of(self, actor: int) -> Ask | None:
        """The open question that this actor may answer."""
        return next((ask for ask in self.asks if ask.actor == actor), None)

    def ask_id(self, ask: Ask) -> str:
        """The name of an open question, to be sent along with its answer."""
        return self._id(ask.actor)

    def _id(self, actor: int) -> str:
        """Never the same for two questions, also if answers were taken back in between."""
        return f"{self.undone}.{len(self.log)}.{actor}"

    def name(self, seat: int) -> str:
        """The name of a player, with the number of the seat where two have the same."""
        if seat not in range(len(self.players)):
            return f"seat {seat + 1}"
        name = self.players[seat]
        return f"{name} ({seat + 1})" if self.players.count(name) > 1 else name

    def named(self, text: str) -> str:
        """A phrase with names in place of its seats: `{0} holds the First card` becomes `Ann holds ...`."""
        return re.sub(r"\{(\d+)\}", lambda seat: self.name(int(seat[1])), text) if "{" in text else text

    def wording(self, ask: Ask, view: View) -> str:
        """A question in words; where somebody else answers it, it says once for whom."""
        text, whose = self.named(self.game.phrases.prompt(ask, view)), self.name(ask.seat)
        return text if ask.actor == ask.seat or whose in text else f"For {whose}: {text}"

    # -- answering ----------------------------------------------------------------------------------------------------

    def answer(self, actor: int, code: int, ask_id: str | None = None) -> None:
        """Answer an open question; refused answers raise an `AnswerError` and change nothing."""
        question = self._question
        if type(question) is Ask and ask_id is None and question.actor == actor and code in question.legal:
            self._enter(question, code)
            return
        self._check(actor, code, ask_id)
        if type(question) is AskAll:
            self._hold(question, actor, code)
        elif type(question) is Ask:
            self._enter(question, code)

    def _enter(self, ask: Ask, code: int, choose: Choose | None = None) -> None:
        """Take an answer that has been checked."""
        if self.news is not None:
            self.news.append(Answered(ask, code))
        self.log.append(code)
        self._go(code, choose)

    def _hold(self, question: AskAll, actor: int, code: int) -> None:
        """Keep a simultaneous answer; with the last one all are told, and handed over."""
        self._held[actor] = code
        if len(self._held) == len(question.asks):
            if self.news is not None:
                self.news += [Answered(ask, self._held[ask.actor]) for ask in question.asks]
            self._hand_over(question)

    def _hand_over(self, question: AskAll) -> None:
        """All simultaneous answers are in: they are given in the order of the questions."""
        given = [self._held[ask.actor] for ask in question.asks]
        self._held = {}
        self.log += given
        self._go(question.filled(given))

    def play(self, choose: Choose) -> None:
        """Let `choose` answer everything until the match is over: the quickest way through many matches."""
        while not self.over:
            question = self._question
            ask = self.ask
            code = choose(ask)
            self._check(ask.actor, code, None)
            if type(question) is AskAll:
                self._hold(question, ask.actor, code)
            else:
                self._enter(ask, code, choose)

    def _check(self, actor: int, code: int, ask_id: str | None) -> None:
        """Say exactly what is wrong with an answer, if anything is."""
        if self.over:
            raise MatchOver("the match is over; nothing is left to answer")
        if ask_id is not None and ask_id != self._id(actor):
            raise StaleAnswer("that question is not open any more; look at the table again")
        ask = self.ask_of(actor)
        if ask is None:
            if actor in self._held:
                raise StaleAnswer("you have answered; take that answer back first if you want to change it")
            raise ForeignAnswer(f"{self.name(actor)} is not asked now")
        if code not in ask.legal:
            word = self.game.vocabulary.text(code) if code in range(len(self.game.vocabulary)) else str(code)
            raise IllegalAnswer(f"{word} is not possible here; {self._possible(ask)}")

    def _possible(self, ask: Ask) -> str:
        short = self.game.vocabulary.short
        some = ", ".join(short(code) for code in ask.options[:12])
        more = f" and {len(ask.options) - 12} more" if len(ask.options) > 12 else ""
        return f"{ask.prompt} can be: {some}{more}"

    def has_answered(self, actor: int) -> bool:
        """Whether an answer of this actor waits for those of others."""
        return actor in self._held

    def held(self, actor: int) -> int | None:
        """The answer of this actor that waits for those of others."""
        return self._held.get(actor)

    def withdraw(self, actor: int) -> None:
        """Take back a simultaneous answer while others are still thinking."""
        if actor not in self._held:
            raise StaleAnswer("there is no answer to take back")
        del self._held[actor]

    def say(self, word: str, actor: int | None = None) -> None:
        """Answer in words: `reroll=2,2`, or just `2,2` where only one question is open."""
        asks = [ask for ask in self.asks if actor is None or ask.actor == actor]
        if not asks:
            self._check(0 if actor is None else actor, -1, None)
        if "=" not in word:
            if len({ask.prompt for ask in asks}) > 1:
                raise AmbiguousWord(f"{word!r} fits several questions: {', '.join(ask.prompt for ask in asks)}")
            family = self.game.vocabulary.family(asks[0].options[0]).name
            word = f"{family}={word}"
        code = self.game.vocabulary.parse(word)
        meant = next((ask for ask in asks if code in ask.legal), asks[0])
        self.answer(meant.actor, code)

    def fall(self, outcome: int) -> None:
        """Answer chance from outside, in a match without a fortune."""
        chance = self.chance
        if chance is None:
            raise FortuneError("no chance is waited for")
        if not chance.possible(outcome):
            raise FortuneError(f"{outcome} is not an outcome of {chance}")
        if self.news is not None:
            self.news.append(Fell(chance, outcome))
        self.log.append(outcome)
        self._go(outcome)
