"""The desk: a match whose questions are answered letter by letter, with observations as numbers.

All environments stand on it. Questions with a single answer are put only where their absence would betray a hand;
letters that nothing else could follow are written at once.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from miskatonic.gyms.spelling import Mask, Spelling, Word
from miskatonic.kernel import Ask, Content, Fortune, Game, Match, SetupError, game_named

REACH = 2.0
"""No number of an observation lies further from 0; most lie between 0 and 1."""
Numbers = NDArray[np.float32]


@cache
def spelling_of(game: str) -> Spelling:
    """The letters of a game."""
    return Spelling(game_named(game).vocabulary)


@cache
def observed(game: str, seats: int) -> int:
    """How many numbers the game's features have."""
    return len(Match(game, seats=seats, seed=0, quiet=True).features(0))


class Desk:
    """A match to be played by learners.

    Where every step is `watched` by all, and hands are hidden, whoever can only pass is asked all the same.
    """

    def __init__(
        self,
        game: str,
        seats: int,
        fortune: Fortune | None,
        options: Mapping[str, str] | None = None,
        content: Content | str | None = None,
        watched: bool = False,
    ) -> None:
        self.spelling = spelling_of(game)
        self.match = Match(game, seats=seats, fortune=fortune, options=options, content=content, quiet=True)
        self.written: dict[int, Word] = {}
        self.watched = watched
        self.pass_forced()

    def __getstate__(self) -> dict[str, Any]:
        return {"match": self.match, "written": self.written, "watched": self.watched}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        self.match, self.written, self.watched = kept["match"], kept["written"], kept["watched"]
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
        return () if ask is None else self._begun(ask)[1]

    def _begun(self, ask: Ask) -> tuple[Word, Word, int | None]:
        """What was written in answer to a question, and the letters that may follow."""
        return self.spelling.spelled_out(ask.options, self.written.get(ask.actor, ()))

    def write(self, actor: int, letter: int) -> bool:
        """Write a letter, if it may be written; when the answer is clear, it is given."""
        ask = self.match.ask_of(actor)
        if ask is None:
            return False
        begun, letters, _ = self._begun(ask)
        if letter not in letters:
            return False
        word, _, code = self.spelling.spelled_out(ask.options, (*begun, letter))
        if code is None:
            self.written[actor] = word
            return True
        self.written.pop(actor, None)
        self.match.answer(actor, code)
        self.pass_forced()
        return True

    def pass_forced(self) -> None:
        """Answer whatever has only one answer, unless somebody could tell a hand by it."""
        if self.watched and self.game.redeal is not None:
            return
        while forced := self._forced():
            self.match.answer(forced.actor, forced.options[0])

    def _forced(self) -> Ask | None:
        return next((ask for ask in self.match.asks if len(ask.options) == 1), None)

    def mask(self, actor: int) -> Mask:
        """1 for every letter that may be written now."""
        return self.spelling.mask(self.letters(actor)).copy()

    def numbers(self, seat: int) -> Numbers:
        """What a seat observes: the game's features, which kind of question is open to it, what it has written."""
        found = np.zeros(observed(self.game.name, len(self.match.players)) + self.spelling.told, np.float32)
        self.observe(seat, found)
        return np.clip(found, -REACH, REACH, out=found)

    def observe(self, seat: int, numbers: Numbers, mask: Mask | None = None) -> None:
        """Fill in what a seat observes, and what it may write; numbers beyond `REACH` are left to be clipped."""
        spelling = self.spelling
        features = self.match.features(seat)
        numbers[: len(features)] = features
        numbers[len(features) :] = 0
        ask = self.match.ask_of(seat)
        if ask is not None:
            numbers[len(features) + spelling.family(ask.options[0])] = 1
            for letter in self.written.get(seat, ()):
                numbers[len(features) + len(spelling.families) + letter] = 1
        if mask is not None:
            mask[:] = spelling.mask(() if ask is None else self._begun(ask)[1])

    def draw(self, seat: int | None) -> str:
        """The table as text, with names."""
        view = self.match.view(seat)
        return self.match.named(self.game.draw(view, lambda text, colour: text) if self.game.draw else str(view))


class AtDesk:
    """Whoever plays at a desk; before the first reset there is none."""

    _desk: Desk | None = None

    @property
    def desk(self) -> Desk:
        """The match in play."""
        if self._desk is None:
            raise SetupError("no match has begun; reset the environment first")
        return self._desk


def fields(game: str, seats: int | None = None) -> list[str]:
    """The name of every number of an observation, in its order."""
    known = game_named(game)
    number = observed(game, seats or known.seats[0])
    named = getattr(sys.modules[known.features.__module__], "FEATURES", ()) if known.features else ()
    features = list(named) if len(named) == number else [f"feature_{place}" for place in range(number)]
    spelling = spelling_of(game)
    asked = [f"asked_{family}" for family in spelling.families]
    return features + asked + [f"wrote_{meaning}" for meaning in spelling.meanings]


def length_of(game: str, seats: int) -> int:
    """How many numbers an observation has."""
    return observed(game, seats) + spelling_of(game).told
