"""Match: a conversation that can be looked at, forked, replayed and taken back.

Forking copies the state at the last rest and answers again; undoing drops answers and plays the others again. Nothing
else is needed, because every flow is a function of state and answers.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from random import Random
from typing import Any, NamedTuple, Self

from miskatonic.kernel.ask import Ask, AskAll, Flow, GameOver, Question
from miskatonic.kernel.chance import Chance
from miskatonic.kernel.conversation import Conversation
from miskatonic.kernel.errors import AnswerError, FortuneError, SetupError, UndoRefused
from miskatonic.kernel.fortune import Fortune, Seeded
from miskatonic.kernel.game import View
from miskatonic.kernel.options import changed
from miskatonic.kernel.state import Answered, Fell, News, State, about, as_told, fields_of, fingerprint, heard_by

DEALS = 200
"""How often hidden things are dealt anew in search of a deal that fits."""
LONGEST_BEAT = 10_000
"""No beat takes more questions than this."""
ALIVE = ("_flow", "_question", "_state")
"""What cannot be kept, and is made again by playing on from the last rest."""


class Step(NamedTuple):
    """One entry of a match's log with the question it answered.

    `asked_at` is how long the log was when the question was put: the same for all answers to simultaneous questions.
    """

    n: int
    question: Ask | Chance
    code: int
    asked_at: int


class Match(Conversation):
    """A match of a game. See `Conversation` for how to set one up and how to answer.

    >>> import miskatonic as mk
    >>> match = mk.Match("arkham", seed=7)
    >>> match.ask.prompt
    'reroll'
    """

    __slots__ = ()

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
        return [as_told(news, seat) for news in self.news or [] if heard_by(news, seat)]

    def sentence(self, news: News, listener: int | None = None) -> str:
        """News as a line of the log with names, told to one seat or to everybody; empty if nothing need be said."""
        said = self.game.phrases.sentence(news)
        seat = about(news)
        if said and seat not in (None, listener) and len(self.players) > 1 and f"{{{seat}}}" not in said:
            said = f"{{{seat}}}: {said}"
        return self.named(said)

    @property
    def returns(self) -> tuple[float, ...]:
        """What each seat has won or lost, from -1 to 1."""
        return self.game.returns(self._state)

    @property
    def standings(self) -> tuple[float, ...]:
        """How every seat stands now; what it has won or lost where the game has no better measure."""
        return self.game.standings(self._state) if self.game.standings else self.returns

    @property
    def fates(self) -> tuple[str, ...]:
        """By what every seat has won or lost, once it is over; merely whether where the game does not say more."""
        if self.game.fates is not None:
            return self.game.fates(self._state)
        return tuple("won" if won > 0 else "lost" if won < 0 else "draw" for won in self.returns)

    @property
    def appraisal(self) -> tuple[float, ...]:
        """How likely every seat is to win, from 0 to 1; nothing where that cannot be told now."""
        if self.over:
            return tuple((won + 1) / 2 for won in self.returns)
        return self.game.appraise(self._state) if self.game.appraise else ()

    @property
    def outlook(self) -> tuple[float, ...]:
        """The same as it was learnt from many games; nothing where that cannot be told now."""
        if self.over or self.game.outlook is None:
            return self.appraisal
        return self.game.outlook(self._state)

    @property
    def turn(self) -> int:
        """Which turn it is, in a game whose running turn is not to be appraised; else 0."""
        return self.game.turn(self._state)

    def sensible(self, ask: Ask) -> int:
        """What the game's sensible player answers to an open question."""
        quick, heuristic = self.game.quick, self.game.heuristic
        if quick is not None and (code := quick(self._state, ask)) is not None:
            return code
        if heuristic is None:
            raise SetupError(f"{self.game.title} has no sensible player")
        return heuristic(self.view(ask.actor), ask)

    @property
    def rested_at(self) -> int:
        """How long the log was at the last rest."""
        return self._rests[-1]

    @property
    def result(self) -> str:
        """The outcome in a word; empty while the match goes on."""
        return self.game.result(self._state)

    @property
    def position(self) -> str:
        """The position at the last rest, as one line of text that `Match(..., position=...)` takes."""
        return self.game.position(self.rest) if self.game.position else ""

    @property
    def reveals(self) -> int:
        """How often something hidden has become visible so far."""
        return self._state.reveals

    @property
    def revealed(self) -> bool:
        """Whether something hidden has become visible since the last rest."""
        return self._state.reveals > self.rest.reveals

    def fingerprint(self) -> str:
        """A digest of the whole state, for tests and comparisons."""
        return fingerprint(self._state)

    # -- other times --------------------------------------------------------------------------------------------------

    def fork(self, fortune: Fortune | None = None) -> Self:
        """An independent copy that nobody listens to; its dice are its own, so it foretells nothing."""
        other = self.__new__(type(self))
        other.game = self.game
        other.players = self.players
        other.options = self.options
        other.content = self.content
        other.start = self.start
        other.id = self.id
        other.forked = True
        other.undone = self.undone
        other.fortune = Seeded(f"fork {len(self.log)}") if fortune is None and self.fortune is not None else fortune
        other.news = None
        other._held = self._held.copy()
        other._rest = self.rest
        other._rest_at = self._rest_at
        other._resume(self.log)
        return other

    @property
    def rest(self) -> State:
        """The state at the beginning of this beat; made when it is first wanted, since many matches never fork."""
        at = self._rests[-1]
        if self._rest_at < at:
            self._rest = self._played(at)
            self._rest_at = at
        return self._rest

    def _played(self, until: int) -> State:
        """A copy of the kept state, with the beats from there up to a later rest played again."""
        state = self._rest.copy()
        log = self.log[: self._rest_at]
        whole = self.log[:until]
        while len(log) < until:
            with suppress(StopIteration):
                retell(self.game.beat(state), whole, log)
        return state

    def _resume(self, whole: list[int]) -> None:
        """Play what a whole log has since the kept rest again, over a copy of the state kept there."""
        self.log = whole[: self._rest_at]
        self._state = self._rest.copy()
        self.over = False
        try:
            self._question = retell(self._start(), whole, self.log)
        except GameOver:
            self._flow = self._question = None
            self.over = True

    def redealt(self, seat: int | None, random: Random, quiet: bool = True) -> Self:
        """A fork in which everything this seat could not know at the last rest was dealt anew there.

        What was answered since is answered again; an `AnswerError` or `FortuneError` says that it does not fit this
        deal. The story of a fork that is not `quiet` begins at the rest.
        """
        other = self.fork()
        fortune, other.fortune = other.fortune, None
        other.log = self.log[: self._rest_at]
        other.news = None if quiet else []
        other._lay(self._redealt_rest(seat, random))
        for code in self.log[self._rest_at :]:
            if other.chance is not None:
                other.fall(code)
            else:
                other.answer(other.ask.actor, code)
        for actor, code in self._held.items():
            other.answer(actor, code)
        other.fortune = fortune
        return other

    def imagined(self, seat: int, random: Random) -> Self:
        """A fork that could be this match as far as a seat knows; whatever it cannot know is made up.

        Dice to come are others, what is hidden is dealt anew, what happened unheard since the last rest is decided by
        chance, and simultaneous answers of others are not in yet. The log before the rest is blank.
        """
        for _ in range(DEALS):
            other = self.fork(Seeded(random.getrandbits(64)))
            try:
                if len(self.players) > 1:  # who is alone has heard everything
                    self._relive(other, seat, random)
            except (AnswerError, FortuneError):
                continue  # with these hands somebody could not have done what the seat has seen
            other._held = {actor: code for actor, code in self._held.items() if actor == seat}
            other.log[: self._rest_at] = [0] * self._rest_at
            return other
        raise SetupError(f"no deal was found that fits to what {self.name(seat)} has seen")

    def _relive(self, other: Self, seat: int, random: Random) -> None:
        """Play over another deal what the seat heard since the last rest, up to the question that is open to it.

        What it did not hear is decided by chance, and need not take as many questions as it really took.
        """
        heard = self._heard_since_rest(seat)
        wanted = self.ask_of(seat)
        fortune, other.fortune = other.fortune, None
        other.log = self.log[: self._rest_at]
        other._lay(self._redealt_rest(seat, random))
        for _ in range(2 * LONGEST_BEAT):
            if not heard and other.ask_of(seat) == wanted and (wanted or len(other.log) >= len(self.log)):
                other.fortune = fortune
                return
            if (chance := other.chance) is not None:
                known = heard_by(Fell(chance, 0), seat)
                other.fall(_next(heard) if known else chance.sample(random.random))
            elif other.over:
                break
            else:
                ask = other.ask
                known = heard_by(Answered(ask, 0), seat)
                other.answer(ask.actor, _next(heard) if known else random.choice(ask.options))
        raise FortuneError("the question does not come up in this deal")

    def _heard_since_rest(self, seat: int) -> list[int]:
        """What a seat heard since the last rest, the latest first."""
        lead = self.fork()
        lead.fortune = None
        lead.log = self.log[: self._rest_at]
        lead._lay(self.rest)
        heard: list[int] = []
        for code in self.log[self._rest_at :]:
            if (chance := lead.chance) is not None:
                if heard_by(Fell(chance, code), seat):
                    heard.append(code)
                lead.fall(code)
            else:
                if heard_by(Answered(lead.ask, code), seat):
                    heard.append(code)
                lead.answer(lead.ask.actor, code)
        return heard[::-1]

    def _redealt_rest(self, seat: int | None, random: Random) -> State:
        return self.game.redeal(self.rest, seat, random) if self.game.redeal else self.rest

    def steps(self) -> Iterator[Step]:
        """The whole log with the questions it answered, played again from the set-up."""
        past = self.at(0)
        for n, code in enumerate(self.log):
            question = past.chance or past.ask
            yield Step(n, question, code, len(past.log))
            past._follow(code)

    def at(self, n: int) -> Self:
        """This match as it stood after `n` entries of its log, without a fortune of its own.

        Of simultaneous answers some may be in and others not: they are held, and stand in no log yet.
        """
        past = self.fork()
        past.fortune = None
        past.log = []
        past.news = []
        past._begin()
        past.follow(self.log[:n])
        return past

    def follow(self, log: Iterable[int]) -> None:
        """Play on as a log says, answers and outcomes alike; nothing is rolled, and no dice are left: see `take_up`."""
        self.fortune = None
        for code in log:
            self._follow(code)

    def take_up(self, fortune: Fortune) -> None:
        """Let these dice fall from here on, as if they had fallen from the beginning."""
        self.fortune = fortune.restart()
        if self.fortune is not fortune:  # dice that have a position must be brought to it
            for step in self.steps():
                if isinstance(step.question, Chance):
                    self.fortune.draw(step.question, step.n)
        if self.chance is not None:
            self.fall(self.fortune.draw(self.chance, len(self.log)))

    def _follow(self, code: int) -> None:
        """One entry of a log; the news are the same as the first time."""
        question = self._question
        asked = self.chance or self.ask
        if self.news is not None:
            self.news.append(Answered(asked, code) if isinstance(asked, Ask) else Fell(asked, code))
        if isinstance(question, AskAll):
            self._held[self.ask.actor] = code
            if len(self._held) == len(question.asks):
                self._hand_over(question)
        else:
            self.log.append(code)
            self._go(code)

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
        self.rewind(back)

    def rewind(self, length: int) -> None:
        """Go back to when the log was this long; the dice will fall again as they fell."""
        past = self.at(length)
        if self.news is None:
            past.news = past._state.news = None
        for name in ("log", "news", "over", "_held", "_rest", "_rest_at", "_rests", "_state", "_flow", "_question"):
            setattr(self, name, getattr(past, name))
        if self.fortune is not None:
            self.take_up(self.fortune)
        self.undone += 1

    def _dice_may_roll_back(self) -> bool:
        return self.fortune is None or self.fortune.header(over=False).get("kind") != "sealed"

    def __getstate__(self) -> dict[str, Any]:
        kept = {name: getattr(self, name) for name in fields_of(self) if name not in ALIVE}
        return kept | {"options": dict(self.options)}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        for name, value in kept.items():
            setattr(self, name, value)
        self._resume(self.log)
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


def retell(flow: Flow[None], whole: list[int], log: list[int]) -> Question:
    """Tell a flow the rest of a whole log, of which `log` has the beginning and gets all: the question after it."""
    send: Any = flow.send
    question = next(flow)
    at, end = len(log), len(whole)
    while True:
        if type(question) is AskAll:
            asked = len(question.asks)
            if asked and at == end:
                return question
            given = whole[at : at + asked]
            log += given
            at += asked
            question = send(question.filled(given))
        elif at == end:
            return question
        else:
            said = whole[at]
            log.append(said)
            at += 1
            question = send(said)


def _next(heard: list[int]) -> int:
    """The next thing that was heard; in this deal something is heard too early if there is none."""
    if not heard:
        raise FortuneError("something is heard that was not heard")
    return heard.pop()
