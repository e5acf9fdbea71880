"""Questions: the only thing that rules ever say to the world outside.

A *flow* is a generator that yields questions and is sent one `int` for each of them: the code of the answer in the
game's vocabulary, or the outcome of a chance; for several questions at once, the list of everybody's codes. Rules never
know who answers.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import Any, Self, TypeAlias, TypeVar, final

from miskatonic.kernel.chance import Chance

T = TypeVar("T")


class GameOver(Exception):  # noqa: N818 - an ending, not an error
    """Raised by a flow at the moment the game ends, however deep; the match catches it."""


@final
class Ask:
    """A question put to one seat, with all its legal answers in ascending order.

    `seat` is whose decision it is, `actor` who gives the answer (usually the same; the neighbour on the left may play
    the monsters). The answer to a `secret` question is never told to the others. Asks are values: they never change,
    and frequent ones are kept and used again.

    `legal` are the options for looking one up: a set only where that pays (`often`), since most questions are put once.
    """

    __slots__ = ("actor", "legal", "options", "prompt", "seat", "secret")

    def __init__(
        self, seat: int, prompt: str, options: tuple[int, ...], actor: int | None = None, secret: bool = False
    ) -> None:
        self.seat = seat
        self.actor = seat if actor is None else actor
        self.prompt = prompt
        self.options = options
        self.secret = secret
        self.legal: tuple[int, ...] | frozenset[int] = options

    def often(self) -> Self:
        """The same question, which is put again and again and has many options."""
        self.legal = frozenset(self.options)
        return self

    def put_to(self, seat: int) -> Ask:
        """The same question to another seat; the options are kept only once."""
        other = Ask(seat, self.prompt, self.options, secret=self.secret)
        other.legal = self.legal
        return other

    def _facts(self) -> tuple[int, int, str, tuple[int, ...], bool]:
        return self.seat, self.actor, self.prompt, self.options, self.secret

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Ask) and self._facts() == other._facts()

    def __hash__(self) -> int:
        return hash(self._facts())

    def __repr__(self) -> str:
        by = "" if self.actor == self.seat else f", actor={self.actor}"
        secret = ", secret=True" if self.secret else ""
        return f"Ask({self.seat}, {self.prompt!r}, {self.options!r}{by}{secret})"


Answer: TypeAlias = Ask | int
"""A question, or the code of the only answer it could have."""


@final
class AskAll:
    """Several seats asked at once: they answer in any order, and nobody sees an answer before all are in.

    Of the `answers` only those are asked that have a choice; the codes of all come back together, in their order.
    """

    __slots__ = ("_asks", "answers")

    def __init__(self, answers: Sequence[Answer]) -> None:
        self.answers = answers
        self._asks: tuple[Ask, ...] | None = None

    @property
    def asks(self) -> tuple[Ask, ...]:
        """The questions among the answers; looked for only when people are asked."""
        if self._asks is None:
            self._asks = tuple([answer for answer in self.answers if isinstance(answer, Ask)])
        return self._asks

    def filled(self, given: Sequence[int]) -> list[int]:
        """Everybody's codes, with those that were given to the questions."""
        if len(given) == len(self.answers):
            return list(given)
        codes = iter(given)
        return [next(codes) if isinstance(answer, Ask) else answer for answer in self.answers]

    def check(self) -> None:
        """Nobody can answer two questions at once; seen to whenever people are asked, so that simulations need not."""
        if len({ask.actor for ask in self.asks}) < len(self.asks):
            raise ValueError("of several questions at once, nobody can be asked two")

    def __repr__(self) -> str:
        return f"AskAll({self.answers!r})"


Question: TypeAlias = Ask | AskAll | Chance
Flow: TypeAlias = Generator[Question, int, T]
RoundFlow: TypeAlias = Generator[Question, Any, T]
"""A flow that goes round the table: `codes: list[int] = yield AskAll(answers)`."""


def together(flows: dict[int, Flow[None]]) -> RoundFlow[None]:
    """Run one flow per seat side by side, question by question, until all have ended.

    Each flow speaks as if it were alone; its questions are put to its own seat, and neither its answers nor its chance
    are told to the others. Chance is answered as it comes, in the order of the seats. A flow that raises `GameOver`
    ends for its seat only.
    """
    open_asks: dict[int, Ask] = {}
    for seat, flow in flows.items():
        yield from _run_to_ask(seat, flow, None, open_asks)
    while open_asks:
        seats = tuple(open_asks)
        answers: list[int] = yield AskAll(tuple(open_asks.values()))
        open_asks = {}
        for seat, answer in zip(seats, answers, strict=True):
            yield from _run_to_ask(seat, flows[seat], answer, open_asks)


def _run_to_ask(seat: int, flow: Flow[None], answer: int | None, open_asks: dict[int, Ask]) -> Flow[None]:
    """Advance one seat's flow to its next question, answering chance on the way."""
    try:
        question = next(flow) if answer is None else flow.send(answer)
        while not isinstance(question, Ask):
            if isinstance(question, AskAll):
                raise TypeError("a flow that runs side by side with others asks one question at a time")
            question = flow.send((yield question.private(seat)))
        open_asks[seat] = Ask(seat, question.prompt, question.options, secret=True)
    except (StopIteration, GameOver):
        return
