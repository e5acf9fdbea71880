"""A live match: its seats, its questions and its story, built from the lines of its log.

A deed changes the match in memory and leaves the lines for the log in `fresh`; whoever calls it publishes nothing
before those are saved. The same lines, read back, build the same match again without throwing a die.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from msgspec import json

from miskatonic.bots import bot_named
from miskatonic.kernel import Ask, Game, Match, SetupError, UndoRefused, game_named
from miskatonic.physics import films
from miskatonic.table import ledger
from miskatonic.table.errors import NotYet, NotYours
from miskatonic.table.ledger import Line
from miskatonic.table.plan import Plan
from miskatonic.table.sight import Sight
from miskatonic.table.story import Story
from miskatonic.table.wire import News, Phrase, Status

PHRASES: dict[Phrase, str] = {
    "hello": "Good evening.",
    "luck": "May the stars be right.",
    "well_played": "Well played.",
    "ouch": "That cost me some sanity.",
    "thinking": "Let me think.",
    "sorry": "Forgive me.",
    "thanks": "My thanks.",
    "again": "Once more?",
    "bye": "Sleep well, if you can.",
}
"""What players may say to each other."""


@dataclass
class Chair:
    """A seat at the table and whoever has it."""

    name: str
    bot: str = ""
    session: str = ""
    luck: str = ""
    token: str = ""
    """The hash of the invitation that is still good."""
    keeper: str = ""
    """The session the seat is kept for."""
    holds: bool = False
    """Standing offers are let pass."""

    @property
    def taken(self) -> bool:
        """Whether a person or a bot sits here."""
        return bool(self.bot or self.session)


@dataclass
class Live:
    """A match in memory, after event number `seq`."""

    id: str
    plan: Plan
    chairs: list[Chair] = field(init=False)
    seq: int = 0
    match: Match | None = None
    fresh: list[tuple[int, Line]] = field(default_factory=list)
    """Lines that are to be saved, with the numbers of their events."""
    marks: dict[str, int] = field(default_factory=dict)
    """The events of deeds that were done, by the ids their senders gave them."""
    story: Story = field(default_factory=Story)
    asked_at: float = 0.0
    """When the open questions were put."""
    wish: int | None = None
    """The seat whose player wishes to take something back."""
    agreed: set[int] = field(default_factory=set)
    rematch: str = ""
    _sight: Sight | None = None
    _prefix: list[int] = field(default_factory=list)
    _back: list[int] = field(default_factory=list)
    _answered: set[int] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.chairs = [Chair(seat.name, seat.bot, keeper=seat.keeper) for seat in self.plan.seats]

    # -- looking ------------------------------------------------------------------------------------------------------

    @property
    def game(self) -> Game[Any]:
        """What is played."""
        return game_named(self.plan.game)

    @property
    def status(self) -> Status:
        """Waiting for people, being played, or over."""
        if self.match is None:
            return "gathering"
        return "over" if self.match.over else "playing"

    @property
    def playing(self) -> Match:
        """The match itself; before it has begun, an error that says so."""
        if self.match is None:
            raise NotYet("the match has not begun; it begins when every seat is taken")
        return self.match

    @property
    def sight(self) -> Sight:
        """What can be seen of the match now."""
        match = self.playing
        if self._sight is None or not self._sight.is_of(match):
            self._sight = Sight(match, self.asked_at + self.plan.deadline if self.plan.deadline else None)
        return self._sight

    @property
    def asks(self) -> tuple[Ask, ...]:
        """The open questions."""
        return self.match.asks if self.match is not None else ()

    @property
    def sealed(self) -> bool:
        """Whether the dice can be checked afterwards, and never be rolled back."""
        return self.plan.dice == "sealed"

    @property
    def lucks(self) -> list[str]:
        """The bytes the players brought for the dice, by seat."""
        return [chair.luck for chair in self.chairs if chair.luck]

    @property
    def due(self) -> float | None:
        """When the time of those who are asked is up."""
        if not self.plan.deadline or not any(self.chairs[ask.actor].session for ask in self.asks):
            return None
        return self.asked_at + self.plan.deadline

    @property
    def players(self) -> set[str]:
        """The sessions that hold seats."""
        return {chair.session for chair in self.chairs if chair.session}

    def seats_of(self, session: str) -> tuple[int, ...]:
        """The seats a session holds."""
        return tuple([n for n, chair in enumerate(self.chairs) if session and chair.session == session])

    def others(self, seat: int) -> set[int]:
        """The seats of other people."""
        mine = self.chairs[seat].session
        return {n for n, chair in enumerate(self.chairs) if chair.session and chair.session != mine}

    def may_undo(self, seat: int) -> bool:
        """Whether the seat's player may take something back, at least with everybody's consent."""
        match = self.match
        if match is None or self.wish is not None or (self.sealed and match.over):
            return False
        if match.has_answered(seat) or (self._back and self._back[-1] == seat):
            return True
        return not self.sealed and seat in self._answered

    # -- from the log -------------------------------------------------------------------------------------------------

    def absorb(self, seq: int, at: float, line: Line) -> None:
        """Take in a line of the log."""
        self.seq = seq
        if line.mark:
            self.marks[line.mark] = seq
        match line:
            case ledger.Opened(tail=tail):
                self._prefix = tail
            case ledger.Began(tail=tail):
                self._sit_down()
                self._follow(at, tail)
            case ledger.Answered(seat=seat, tail=tail) if tail:
                self._follow(at, tail, seat)
                self._forget_wish(seat)
            case ledger.Answered(seat=seat, code=code):
                self.playing.answer(seat, code)
                self._forget_wish(seat)
            case ledger.Withdrawn(seat=seat):
                self.playing.withdraw(seat)
            case ledger.Undone(length=length):
                self.playing.rewind(length)
                self._went_back(at)
            case _:
                self._note(line)

    def complete(self) -> None:
        """All lines are in: take up the dice where they lie."""
        if self.match is not None and self.match.fortune is None and not self.plan.record:
            self.match.take_up(self.plan.fortune(self.id, self.lucks))
            for _ in films(self.match.fortune):
                pass  # how marbles fell before has been seen

    def _sit_down(self) -> None:
        """The match with the people who have come, after the moves that were made elsewhere before."""
        self.match = self.plan.new_match(self.id, [chair.name for chair in self.chairs])
        if self._prefix:
            self.match.follow(self._prefix)
            self.match.forked = True
            self._count_answers()

    def _follow(self, at: float, tail: list[int], seat: int | None = None) -> None:
        match = self.playing
        shown, answered = match.reveals, self._answering(seat)
        for actor in filter(match.has_answered, range(len(match.players))):
            match.withdraw(actor)  # what waited comes once more, with all others
        match.follow(tail)
        self._went_on(at, tail, shown, answered)

    def _answering(self, seat: int | None) -> set[int]:
        """Those whose answers are in when this seat's is: with it go all that waited for it."""
        waiting = {n for n in range(len(self.chairs)) if self.playing.has_answered(n)}
        return set() if seat is None else {seat, *waiting}

    def _went_on(self, at: float, tail: list[int], shown: int, answered: set[int]) -> None:
        """The match has moved: tell the news, note who could take it back."""
        self.asked_at = at
        self._tell()
        free = len(tail) == 1 and self.playing.reveals == shown
        if answered:
            self._answered |= answered
            self._back = [*self._back, *answered] if free else []

    def _tell(self) -> None:
        self.story.happen(self.seq, self.playing.news or [])
        for film in films(self.playing.fortune):
            self.story.remark(News(self.seq, "told", "film", value=json.encode(film.as_json()).decode()))

    def _went_back(self, at: float) -> None:
        """Answers were taken back."""
        self.asked_at = at
        self.wish = None
        self.agreed.clear()
        self._back = self._back[:-1]
        self._count_answers()
        self.story.take_back(len(self.playing.news or []))

    def _count_answers(self) -> None:
        """Note anew who has something to take back."""
        asked = (step.question for step in self.playing.steps())
        self._answered = {question.actor for question in asked if isinstance(question, Ask)}

    def _note(self, line: Line) -> None:
        """What happens around the match, not in it."""
        match line:
            case ledger.Invited(seat=seat, token=token):
                self.chairs[seat].token = token
            case ledger.Claimed(seat=seat, session=session, name=name, luck=luck):
                keeper = self.chairs[seat].keeper
                self.chairs[seat] = Chair(name, session=session, luck=luck, keeper=keeper)
                self._remark("claimed", seat, f"{name} sits down.")
            case ledger.Left(seat=seat):
                self._remark("left", seat, f"{self.chairs[seat].name} leaves.")
                self.chairs[seat] = Chair(self.plan.seats[seat].name)
            case ledger.Handed(seat=seat, bot=bot):
                self._remark("handed", seat, f"A bot plays for {self.chairs[seat].name} from now on.")
                luck = self.chairs[seat].luck
                self.chairs[seat] = Chair(self.chairs[seat].name, bot=bot, luck=luck)
                if self.wish == seat:
                    self.wish = None
            case ledger.Wished(seat=seat):
                self.wish = seat
                self.agreed.clear()
                self._remark("wished", seat, f"{self.chairs[seat].name} wishes to take back an answer.")
            case ledger.Consented(seat=seat, yes=True):
                self.agreed.add(seat)
            case ledger.Consented(seat=seat):
                self.wish = None
                self.agreed.clear()
                self._remark("refused", seat, f"{self.chairs[seat].name} does not agree.")
            case ledger.Held(seat=seat, on=on):
                self.chairs[seat].holds = on
            case ledger.Said(seat=seat, phrase=phrase):
                self.story.remark(News(self.seq, "said", phrase, f"{self.chairs[seat].name}: {PHRASES[phrase]}", seat))
            case ledger.Rematched(match=match):
                self.rematch = match
            case _:
                raise AssertionError(f"a line that nobody reads: {line}")

    def _remark(self, what: str, seat: int, text: str) -> None:
        self.story.remark(News(self.seq, "seated", what, text, seat))

    # -- deeds --------------------------------------------------------------------------------------------------------

    def do(self, at: float, *lines: Line) -> None:
        """Take in new lines, and let follow from them what follows by itself."""
        for line in lines:
            self.absorb(self.seq + 1, at, line)
            self.fresh.append((self.seq, line))
        self._let_follow(at)

    def _let_follow(self, at: float) -> None:
        """Play begins when all have come; offers are let pass for those who hold; a wish all agree to is granted."""
        if self.match is None and all(chair.taken for chair in self.chairs):
            self._begin(at)
        if self.wish is not None and self.agreed >= self.others(self.wish):
            self._undo(at, self.wish, consent=True)
        while declined := self._declined():
            self._answer(at, *declined)

    def _declined(self) -> tuple[int, int] | None:
        """An open offer to somebody who lets offers pass, with the answer that does."""
        for ask in self.asks:
            if self.chairs[ask.actor].holds and ask.prompt in self.playing.game.offers:
                return ask.actor, self.playing.game.offers[ask.prompt]
        return None

    def _begin(self, at: float) -> None:
        self.seq += 1
        self._sit_down()
        match = self.playing
        before = len(match.log)
        match.take_up(self.plan.fortune(self.id, self.lucks))
        tail = match.log[before:]
        self.fresh.append((self.seq, ledger.Began(tail=tail)))
        self._went_on(at, tail, match.reveals, set())

    def answer(self, at: float, seat: int, code: int, ask: str | None = None, mark: str = "", by: str = "") -> None:
        """Answer a question."""
        self._answer(at, seat, code, ask, mark, by)
        self._let_follow(at)

    def _answer(self, at: float, seat: int, code: int, ask: str | None = None, mark: str = "", by: str = "") -> None:
        match = self.playing
        before, shown, answered = len(match.log), match.reveals, self._answering(seat)
        match.answer(seat, code, ask)
        tail = match.log[before:]
        self._record(ledger.Answered(mark, seat, code, by, tail))
        if tail:
            self._went_on(at, tail, shown, answered)
        self._forget_wish(seat)

    def _forget_wish(self, seat: int) -> None:
        """Whoever answers the next question does not wish to take back the last one any more."""
        if self.wish == seat:
            self.wish = None
            self.agreed.clear()

    def _record(self, line: Line) -> None:
        """A line that has been carried out already."""
        self.seq += 1
        if line.mark:
            self.marks[line.mark] = self.seq
        self.fresh.append((self.seq, line))

    def undo(self, at: float, seat: int, mark: str = "") -> None:
        """Take back an answer; where others must agree, they are asked."""
        match = self.playing
        if match.has_answered(seat):
            self.do(at, ledger.Withdrawn(mark, seat))
            return
        if self.wish is not None:
            raise UndoRefused("an undo is being asked for already")
        if self.sealed and match.over:
            raise UndoRefused("the match is over and the secret of its dice is told; nothing can be taken back")
        try:
            self._undo(at, seat, consent=not self.others(seat), mark=mark)
        except UndoRefused:
            if self.sealed or not self.others(seat) or seat not in self._answered:
                raise
            self.do(at, ledger.Wished(mark, seat))

    def _undo(self, at: float, seat: int, consent: bool, mark: str = "") -> None:
        match = self.playing
        match.undo(seat, consent)
        self._record(ledger.Undone(mark, seat, len(match.log)))
        self._went_back(at)

    # -- seats --------------------------------------------------------------------------------------------------------

    def check_seat(self, seat: int) -> Chair:
        """The chair of that number."""
        if seat not in range(len(self.chairs)):
            raise SetupError(f"there is no seat {seat}; the seats are 0 to {len(self.chairs) - 1}")
        return self.chairs[seat]

    def claim(self, at: float, seat: int, session: str, token: str, name: str, luck: str) -> None:
        """Take a seat, with the (hashed) token of an invitation, at an open table, or where it is kept for you."""
        chair = self.check_seat(seat)
        if chair.session == session:
            return
        if chair.session or (chair.bot and not chair.token):
            raise NotYours("this seat is taken; an invitation can be used only once")
        kept = chair.keeper == session
        if not (kept or (self.plan.open and not chair.bot and not chair.keeper) or (token and token == chair.token)):
            raise NotYours("this invitation is not good for this seat; ask for a new one")
        self.do(at, ledger.Claimed(seat=seat, session=session, name=name, luck=luck if self.match is None else ""))

    def invite(self, at: float, seat: int, session: str, token: str) -> None:
        """A new invitation to a seat that no person holds."""
        chair = self.check_seat(seat)
        if session != self.plan.host:
            raise NotYours("only the host of this table hands out invitations")
        if chair.session:
            raise NotYours(f"{chair.name} sits here")
        self.do(at, ledger.Invited(seat=seat, token=token))

    def leave(self, at: float, seat: int, session: str) -> None:
        """Give a seat up: before play begins it is free again, later a bot plays on."""
        if self.check_seat(seat).session != session:
            raise NotYours("this is not your seat")
        if self.match is None:
            self.do(at, ledger.Left(seat=seat))
        elif not self.match.over:
            self.do(at, ledger.Handed(seat=seat, bot="heuristic"))

    def hand_over(self, at: float, seat: int, session: str, bot: str, present: Iterable[int]) -> None:
        """Let a bot play: for yourself, or as host for somebody who is not there."""
        chair = self.check_seat(seat)
        if chair.session != session:
            if session != self.plan.host:
                raise NotYours("only the host can let a bot play for somebody else")
            if chair.session and seat in present:
                raise NotYours(f"{chair.name} is here and plays")
        if self.status == "over":
            raise SetupError("the match is over")
        bot_named(bot, self.game)
        self.do(at, ledger.Handed(seat=seat, bot=bot))
