"""Sight: what can be seen of a match at one moment, put into words once for all who look."""

from __future__ import annotations

from functools import cache
from typing import Any

from msgspec import Raw
from msgspec.json import Encoder

from miskatonic.kernel import Ask, Game, Match, View, Vocabulary
from miskatonic.table.wire import Option, Question

_encode = Encoder().encode


class Sight:
    """The views and questions of a match as long as it does not move: each is made when it is first wanted.

    They are kept as they are sent, and copied into every picture they belong to. As trees of small objects they would
    take much longer to write, and those of a thousand matches would be searched for garbage again and again.
    """

    def __init__(self, match: Match, due: float | None) -> None:
        self._match = match
        self._due = due
        self._moment = _moment(match)
        self._views: dict[int | None, View] = {}
        self._questions: dict[int, Question] = {}
        self._open: View | None = None
        """What lies open to everybody, while they look."""

    def is_of(self, match: Match) -> bool:
        """Whether this is how the match stands now."""
        return self._match is match and self._moment == _moment(match)

    def view(self, seat: int | None) -> View:
        """What a seat sees and what may change of it, written already."""
        if seat not in self._views:
            self._look(seat)
        return self._views[seat]

    def question(self, ask: Ask) -> Question:
        """An open question, written already."""
        if ask.actor not in self._questions:
            self._look(ask.actor)
        return self._questions[ask.actor]

    def rest(self) -> None:
        """Everybody has looked: what is written is kept, no more."""
        self._open = None

    def _look(self, seat: int | None) -> None:
        """Write down what a seat sees and is asked."""
        match = self._match
        view = self._seen_by(seat)
        self._views[seat] = _written(parted(match.game, view)[0])
        if seat is not None and (ask := match.ask_of(seat)) is not None:
            self._questions[seat] = _written(question(match, ask, view, self._due))

    def _seen_by(self, seat: int | None) -> View:
        """What a seat sees, as a tree; what is open to all is looked at once."""
        if not self._match.game.open:
            return self._match.view(seat)
        if self._open is None:
            self._open = self._match.view()
        return self._open | {"seat": seat}


def _written(part: Any) -> Any:
    """A part of a message in the place of what it says: nobody looks into it any more."""
    return Raw(_encode(part))


def _moment(match: Match) -> tuple[int, int]:
    """Different whenever the match has moved: simultaneous answers move it only when all are in."""
    return match.undone, len(match.log)


def parted(game: Game[Any], view: View) -> tuple[View, View]:
    """What may change of a view, and what never does."""
    still = game.still
    return (
        {name: part for name, part in view.items() if name not in still},
        {name: view[name] for name in still if name in view},
    )


def question(match: Match, ask: Ask, view: View, due: float | None = None) -> Question:
    """An open question with everything its player may like to know."""
    game = match.game
    odds = game.odds(view, ask) if game.odds else {}
    return Question(
        id=match.ask_id(ask),
        seat=ask.seat,
        actor=ask.actor,
        prompt=ask.prompt,
        text=match.wording(ask, view),
        options=[
            Option(code, _word(game.vocabulary, code), match.named(game.phrases.label(code, view)), odds.get(code, ""))
            for code in ask.options
        ],
        rules=list(game.phrases.rules(ask)),
        decline=game.offers.get(ask.prompt),
        due=due,
    )


@cache
def _word(vocabulary: Vocabulary, code: int) -> str:
    return vocabulary.text(code)
