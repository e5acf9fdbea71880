"""The desk: a match whose questions are answered letter by letter, with observations as numbers.

All environments stand on it. Questions with a single answer are never put; letters that nothing else could follow are
written at once.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from miskatonic.gyms.spelling import Choices, Spelling, Word
from miskatonic.kernel import Ask, Content, Fortune, Game, Match, game_named

REACH = 2.0
"""No number of an observation lies further from 0; most lie between 0 and 1."""
Numbers = NDArray[np.float32]
Mask = NDArray[np.int8]


@cache
def spelling_of(game: str) -> Spelling:
    """The letters of a game."""
    return Spelling(game_named(game).vocabulary)


@cache
def observed(game: str, seats: int) -> int:
    """How many numbers the game's features have."""
    return len(Match(game, seats=seats, seed=0, quiet=True).features(0))


class Desk:
    """A match to be played by learners."""

    def __init__(
        self,
        game: str,
        seats: int,
        fortune: Fortune | None,
        options: Mapping[str, str] | None = None,
        content: Content | str | None = None,
    ) -> None:
        self.spelling = spelling_of(game)
        self.match = Match(game, seats=seats, fortune=fortune, options=options, content=content, quiet=True)
        self.written: dict[int, Word] = {}
        self.pass_forced()

    def __getstate__(self) -> dict[str, Any]:
        return {"match": self.match, "written": self.written}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        self.match, self.written = kept["match"], kept["written"]
        self.spelling = spelling_of(self.game.name)

    @property
    def game(self) -> Game[Any]:
        """What is played."""
        return self.match.game

    @property
    def actors(self) -> tuple[int, ...]:
        """The seats that are asked now."""
        return tuple(ask.actor for ask in self.match.asks)

    def letters(self, actor: int) -> Word:
        """The letters this seat may write now; none if it is not asked."""
        ask = self.match.ask_of(actor)
        if ask is None:
            return ()
        choices = self.spelling.choices(ask.options)
        return choices[_spelled_out(choices, self.written.get(actor, ()))][0]

    def write(self, actor: int, letter: int) -> None:
        """Write a letter, which must be one of those; when the answer is clear, it is given."""
        ask = self.match.ask_of(actor)
        assert ask is not None
        choices = self.spelling.choices(ask.options)
        word = _spelled_out(choices, (*_spelled_out(choices, self.written.get(actor, ())), letter))
        code = choices[word][1]
        if code is None:
            self.written[actor] = word
            return
        self.written.pop(actor, None)
        self.match.answer(actor, code)
        self.pass_forced()

    def pass_forced(self) -> None:
        """Answer whatever has only one answer."""
        while forced := self._forced():
            self.match.answer(forced.actor, forced.options[0])

    def _forced(self) -> Ask | None:
        return next((ask for ask in self.match.asks if len(ask.options) == 1), None)

    def mask(self, actor: int) -> Mask:
        """1 for every letter that may be written now."""
        mask = np.zeros(self.spelling.size, np.int8)
        mask[list(self.letters(actor))] = 1
        return mask

    def numbers(self, seat: int) -> Numbers:
        """What a seat observes: the game's features, which kind of question is open to it, what it has written."""
        spelling = self.spelling
        features = self.match.features(seat)
        found = np.zeros(len(features) + len(spelling.families) + spelling.size, np.float32)
        found[: len(features)] = np.clip(features, -REACH, REACH)
        ask = self.match.ask_of(seat)
        if ask is not None:
            family = self.game.vocabulary.family(ask.options[0]).name
            found[len(features) + spelling.families.index(family)] = 1
            for letter in self.written.get(seat, ()):
                found[len(features) + len(spelling.families) + letter] = 1
        return found

    def draw(self, seat: int | None) -> str:
        """The table as text."""
        view = self.match.view(seat)
        return self.game.draw(view, lambda text, colour: text) if self.game.draw else str(view)


def _spelled_out(choices: Choices, word: Word) -> Word:
    """A word with the letters that must follow."""
    while choices[word][1] is None and len(choices[word][0]) == 1:
        word = (*word, choices[word][0][0])
    return word


def length_of(game: str, seats: int) -> int:
    """How many numbers an observation has."""
    spelling = spelling_of(game)
    return observed(game, seats) + len(spelling.families) + spelling.size
