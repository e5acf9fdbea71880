"""Sight: what can be seen of a match at one moment, put into words once for all who look."""

from __future__ import annotations

from functools import cache

from miskatonic.kernel import Ask, Match, View, Vocabulary
from miskatonic.table.wire import Option, Question


class Sight:
    """The views and questions of a match as long as it does not move: each is made when it is first wanted."""

    def __init__(self, match: Match) -> None:
        self._match = match
        self._moment = _moment(match)
        self._views: dict[int | None, View] = {}
        self._questions: dict[int, Question] = {}

    def is_of(self, match: Match) -> bool:
        """Whether this is how the match stands now."""
        return self._match is match and self._moment == _moment(match)

    def view(self, seat: int | None) -> View:
        """What a seat sees; not to be changed."""
        if seat not in self._views:
            self._views[seat] = self._match.view(seat)
        return self._views[seat]

    def question(self, ask: Ask, due: float | None) -> Question:
        """An open question; not to be changed."""
        if ask.actor not in self._questions:
            self._questions[ask.actor] = question(self._match, ask, self.view(ask.actor), due)
        return self._questions[ask.actor]


def _moment(match: Match) -> tuple[int, int]:
    """Different whenever the match has moved: simultaneous answers move it only when all are in."""
    return match.undone, len(match.log)


def question(match: Match, ask: Ask, view: View, due: float | None = None) -> Question:
    """An open question with everything its player may like to know."""
    game = match.game
    odds = game.odds(view, ask) if game.odds else {}
    whose = "" if ask.actor == ask.seat else f"For {match.name(ask.seat)}: "
    return Question(
        id=match.ask_id(ask),
        seat=ask.seat,
        actor=ask.actor,
        prompt=ask.prompt,
        text=whose + match.named(game.phrases.prompt(ask, view)),
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
