"""Match: drives the flows of a game, from question to question.

A match keeps the state at the last rest and the answers since. Forking copies that state and answers again; undoing
drops answers and plays the others again. Nothing else is needed, because every flow is a function of state and answers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random
from typing import Any, NamedTuple, Self

from miskatonic.kernel.ask import Ask, AskAll, Flow, GameOver, Question, asks_of
from miskatonic.kernel.chance import Chance
from miskatonic.kernel.content import Content
from miskatonic.kernel.errors import (
    AmbiguousWord,
    FortuneError,
    ForeignAnswer,
    IllegalAnswer,
    MalformedWord,
    MatchOver,
    SetupError,
    StaleAnswer,
    UndoRefused,
)
from miskatonic.kernel.fortune import Fortune, Seeded
from miskatonic.kernel.game import Game, View, game_named
from miskatonic.kernel.options import changed, choose
from miskatonic.kernel.state import Answered, Fell, News, State, fingerprint, heard_by


class Step(NamedTuple):
    """One entry of a match's log with the question it answered.

    `asked_at` is how long the log was when the question was put: the same for all answers to simultaneous questions.
    """

    n: int
    question: Ask | Chance
    code: int
    asked_at: int


class Legal:
    """The answers somebody may give now: a lazy set of codes that prints in words.

    >>> import miskatonic as mk
    >>> legal = mk.Match("arkham", seed=7).legal
    >>> len(legal), "reroll=stop" in legal
    (16, True)
    """

    def __init__(self, match: Match, asks: tuple[Ask, ...]) -> None:
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


class Match:
    """A match of a game: who is asked what, and what happens when they answer.

    `seed` gives fast seeded dice; `fortune` anything else. With `fortune=None` and no seed the match stops at every
    chance and waits for `fall()`. A `quiet` match keeps no news, which is faster. `answers` are words that are said at once, so that `repr(match)` makes the same match.
    """

    __slots__ = (
        "_flow",
        "_held",
        "_question",
        "_rest",
        "_rest_at",
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
        self.players = self.game.name_seats(self.game.seats[0] if seats is None else seats)
        if seed is not None and fortune is not None:
            raise SetupError("give a seed or a fortune, not both")
        self.fortune: Fortune | None = fortune if seed is None else Seeded(seed)
        self.options = choose(self.game.options, options) if options else self.game.default_options
        self.content = content if isinstance(content, Content) else self.game.schema.named(content or self.game.schema.default)
        self.start = position
        self.id = id or getattr(fortune, "match_id", "")
        self.forked = False
        self.log: list[int] = []
        self.news: list[News] | None = None if quiet else []
        self._begin()
        for word in answers:
            self.say(word)

    def _begin(self) -> None:
        """Set the table up and run to the first question."""
        state: State = self.game.setup(self.content, self.options, len(self.players))
        if self.start:
            if self.game.place is None:
                raise SetupError(f"{self.game.title} cannot start from a position")
            state = self.game.place(state, self.start)
        self._held: dict[int, int] = {}
        self._question: Question | None = None
        self.over = False
        self._state = state
        self._open_beat()
        self._go(None)

    def _open_beat(self) -> Flow[None]:
        """Come to rest: keep this state as it is, and start the next beat on a copy."""
        rest = self._rest = self._state
        state = self._state = rest.copy()
        state.news = self.news
        self._rest_at = len(self.log)
        flow: Flow[None] = self.game.beat(state)
        self._flow: Flow[None] | None = flow
        return flow

    def _go(self, code: int | None, choose: Callable[[Ask], int] | None = None) -> None:
        """Send an answer to the flow and run to the next question that `choose` does not answer."""
        log = self.log
        news = self.news
        fortune = self.fortune
        flow = self._flow
        question = self._question
        while flow is not None:
            try:
                if code is None:
                    question = next(flow)
                else:
                    log.append(code)
                    question = flow.send(code)
                while True:
                    if type(question) is Ask:
                        if choose is None:
                            self._question = question
                            return
                        code = choose(question)
                        if code not in (question._legal or question.legal):
                            self._question = question
                            self._check(question.actor, code, None)
                        if news is not None:
                            news.append(Answered(question, code))
                    elif fortune is None or type(question) is AskAll:
                        self._question = question
                        return
                    else:
                        code = fortune.draw(question, len(log))
                        if news is not None:
                            news.append(Fell(question, code))
                    log.append(code)
                    question = flow.send(code)
            except StopIteration:
                flow = self._open_beat()
                code = None
            except GameOver:
                flow = self._flow = self._question = None
                self.over = True
            except BaseException:
                # whoever chooses or draws may fail or be interrupted: the question stays open
                self._question = question
                raise

    # -- what is asked ------------------------------------------------------------------------------------------------

    @property
    def asks(self) -> tuple[Ask, ...]:
        """The open questions; of simultaneous ones those that are not answered yet."""
        question = self._question
        if question is None or isinstance(question, Chance):
            return ()
        return tuple(ask for ask in asks_of(question) if ask.actor not in self._held)

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
        return f"{len(self.log)}.{ask.actor}"

    # -- answering ----------------------------------------------------------------------------------------------------

    def answer(self, actor: int, code: int, ask_id: str | None = None) -> None:
        """Answer an open question; refused answers raise an `AnswerError` and change nothing."""
        question = self._question
        if type(question) is Ask and ask_id is None and question.actor == actor and code in (question._legal or question.legal):
            if self.news is not None:
                self.news.append(Answered(question, code))
            self._go(code)
            return
        self._check(actor, code, ask_id)
        self._held[actor] = code
        if not self.asks:
            self._all_in()

    def play(self, choose: Callable[[Ask], int]) -> None:
        """Let `choose` answer everything until the match is over: the quickest way through many matches."""
        while not self.over:
            ask = self.ask
            code = choose(ask)
            if type(self._question) is Ask and code in ask.legal:
                if self.news is not None:
                    self.news.append(Answered(ask, code))
                self._go(code, choose)
            else:
                self.answer(ask.actor, code)

    def _check(self, actor: int, code: int, ask_id: str | None) -> None:
        """Say exactly what is wrong with an answer, if anything is."""
        if self.over:
            raise MatchOver("the match is over; nothing is left to answer")
        if ask_id is not None and ask_id != f"{len(self.log)}.{actor}":
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

    def _all_in(self) -> None:
        """The last simultaneous answer is in: hand them to the flow in the order of the questions."""
        question = self._question
        if question is None or isinstance(question, Chance):
            return
        held, self._held = self._held, {}
        for ask in asks_of(question):
            code = held[ask.actor]
            if self.news is not None:
                self.news.append(Answered(ask, code))
            self._go(code)

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
        self._go(outcome)

    # -- looking ------------------------------------------------------------------------------------------------------

    def view(self, seat: int | None = None) -> View:
        """What this seat (or, with None, a spectator) may see."""
        return self.game.view(self._state, seat)

    def features(self, seat: int = 0) -> list[float]:
        """What this seat may see, as numbers of fixed length."""
        if self.game.features is None:
            raise SetupError(f"{self.game.title} has no features")
        return self.game.features(self._state, seat)

    def story(self, seat: int | None = None) -> list[News]:
        """Everything that happened so far, as far as this seat (or a spectator) is told."""
        return [news for news in self.news or [] if heard_by(news, seat)]

    @property
    def returns(self) -> tuple[float, ...]:
        """What each seat has won or lost, from -1 to 1."""
        return self.game.returns(self._state)

    @property
    def result(self) -> str:
        """The outcome in a word; empty while the match goes on."""
        return self.game.result(self._state)

    @property
    def position(self) -> str:
        """The position at the last rest, as one line of text that `Match(..., position=...)` takes."""
        return self.game.position(self._rest) if self.game.position else ""

    @property
    def revealed(self) -> bool:
        """Whether something hidden has become visible since the last rest."""
        return self._state.reveals > self._rest.reveals

    def fingerprint(self) -> str:
        """A digest of the whole state, for tests and comparisons."""
        return fingerprint(self._state)

    def name(self, seat: int) -> str:
        """The name of a player."""
        return self.players[seat] if seat in range(len(self.players)) else f"seat {seat}"

    # -- other times --------------------------------------------------------------------------------------------------

    def fork(self, fortune: Fortune | None = None) -> Self:
        """An independent copy that nobody listens to; its dice are its own, so it foretells nothing."""
        other = object.__new__(type(self))
        other.game = self.game
        other.players = self.players
        other.options = self.options
        other.content = self.content
        other.start = self.start
        other.id = self.id
        other.forked = True
        other.fortune = Seeded(f"fork {len(self.log)}") if fortune is None and self.fortune is not None else fortune
        other.log = self.log.copy()
        other.news = None
        other._held = self._held.copy()
        other._rest = self._rest
        other._rest_at = self._rest_at
        other._resume()
        return other

    def _resume(self) -> None:
        """Play the answers since the last rest again, over a copy of the state kept there."""
        self._state = state = self._rest.copy()
        flow: Flow[None] = self.game.beat(state)
        self.over = False
        self._flow = flow
        question: Question | None = None
        try:
            question = next(flow)
            for code in self.log[self._rest_at :]:
                question = flow.send(code)
        except GameOver:
            self._flow = None
            self.over = True
            question = None
        self._question = question

    def redealt(self, seat: int | None, random: Random, quiet: bool = True) -> Self:
        """A fork in which everything this seat could not know at the last rest was dealt anew there.

        What was answered since is answered again; an `AnswerError` or `FortuneError` says that it does not fit this
        deal. The story of a fork that is not `quiet` begins at the rest.
        """
        other = self.fork()
        fortune, other.fortune = other.fortune, None
        other.log = self.log[: self._rest_at]
        other.news = None if quiet else []
        other.over = False
        other._held = {}
        other._state = self.game.redeal(self._rest, seat, random)
        other._state.news = other.news
        other._open_beat()
        other._go(None)
        for code in self.log[self._rest_at :]:
            if other.chance is not None:
                other.fall(code)
            else:
                other.answer(other.ask.actor, code)
        for actor, code in self._held.items():
            other.answer(actor, code)
        other.fortune = fortune
        return other

    def steps(self) -> Iterator[Step]:
        """The whole log with the questions it answered, played again from the set-up."""
        past = self.at(0)
        asked_at = together = 0
        for n, code in enumerate(self.log):
            question = past._question
            if n >= asked_at + together:
                asked_at = n
                together = len(question.asks) if isinstance(question, AskAll) else 1
            if isinstance(question, AskAll):
                question = question.asks[0]
            if question is None:
                return
            yield Step(n, question, code, asked_at)
            past._go(code)

    def at(self, n: int) -> Self:
        """This match as it stood after `n` entries of its log, without a fortune of its own."""
        past = self.fork()
        past.fortune = None
        past.log = []
        past.news = []
        past._begin()
        for code in self.log[:n]:
            past._retell(code)
            past._go(code)
        return past

    def _retell(self, code: int) -> None:
        """Let the news of a replay be the same as the first time."""
        question = self._question
        if self.news is None or question is None:
            return
        if isinstance(question, Chance):
            self.news.append(Fell(question, code))
        else:
            self.news.append(Answered(next(asks_of(question)), code))

    def undo(self, actor: int, consent: bool = False) -> None:
        """Take back this actor's last answer.

        Allowed while there was no chance, no reveal and no other's answer since, or if everybody else consents (which
        sealed dice never accept: the dice would be known). Simultaneous answers are known as soon as all are in, so
        they are taken back all together or not at all.
        """
        if actor in self._held:
            self.withdraw(actor)
            return
        steps = list(self.steps())
        mine = [step.asked_at for step in steps if isinstance(step.question, Ask) and step.question.actor == actor]
        if not mine:
            raise UndoRefused("there is nothing of yours to take back")
        back = mine[-1]
        since = steps[back:]
        fell = any(isinstance(step.question, Chance) for step in since)
        if fell and not (consent and self._dice_may_roll_back()):
            raise UndoRefused("dice have been rolled since; they cannot be rolled back")
        past = self.at(back)
        if not consent and self._state.reveals > past._state.reveals:
            raise UndoRefused("something hidden has been shown since")
        if not consent and any(isinstance(step.question, Ask) and step.question.actor != actor for step in since):
            raise UndoRefused("somebody else has answered since")
        if self.news is None:
            past.news = past._state.news = None
        if fell and self.fortune is not None:
            self.fortune = self.fortune.restart()
            for step in steps[:back]:
                if isinstance(step.question, Chance):
                    self.fortune.draw(step.question, step.n)
        for name in ("log", "news", "over", "_held", "_rest", "_rest_at", "_state", "_flow", "_question"):
            setattr(self, name, getattr(past, name))

    def _dice_may_roll_back(self) -> bool:
        return self.fortune is None or self.fortune.header(over=False).get("kind") != "sealed"

    def __getstate__(self) -> dict[str, Any]:
        kept = {name: getattr(self, name) for name in self.__slots__ if name not in ("_flow", "_question", "_state")}
        return kept | {"options": dict(self.options)}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        for name, value in kept.items():
            setattr(self, name, value)
        self._resume()
        self._state.news = self.news

    def __repr__(self) -> str:
        said = [repr(self.game.name)]
        if len(self.players) > 1:
            said.append(f"seats={len(self.players)}")
        if isinstance(self.fortune, Seeded) and not self.forked:
            said.append(f"seed={self.fortune.seed!r}")
        if differing := changed(self.game.options, self.options):
            said.append(f"options={differing!r}")
        if self.content.name != self.game.schema.default:
            said.append(f"content={self.content.name!r}")
        if self.start:
            said.append(f"position={self.start!r}")
        text = self.game.vocabulary.text
        if words := [text(step.code) for step in self.steps() if isinstance(step.question, Ask)]:
            said.append(f"answers={words!r}")
        return f"Match({', '.join(said)})"
