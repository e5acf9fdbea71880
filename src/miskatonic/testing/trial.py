"""A trial: one match played at random, the same way whenever it is played again."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from random import Random
from typing import Any, TypeAlias

from hypothesis import strategies as st

from miskatonic.kernel import Ask, Content, Fell, Game, Match, News, SetupError

WINDOW = 20
"""The most questions that one trial looks at."""

Snapshot: TypeAlias = tuple[Any, ...]


class Enough(Exception):  # noqa: N818 - a way out of a long match, not an error
    """Raised to leave a match that has lasted its declared bound."""


@dataclass(frozen=True)
class Trial:
    """How one match is set up and played, and which part of it is looked at.

    Looking begins when `late` per cent of the match are over, and lasts for `window` questions.
    """

    game: Game[Any]
    seats: int
    content: Content | str
    options: Mapping[str, str]
    seed: int
    late: int
    window: int

    def __repr__(self) -> str:
        content = self.content if isinstance(self.content, str) else self.content.name
        return (
            f"Trial({self.game.name}, seats={self.seats}, content={content!r}, options={dict(self.options)!r}, "
            f"seed={self.seed}, late={self.late}, window={self.window})"
        )

    def random(self, purpose: str) -> Random:
        """Luck for one purpose, the same at every run."""
        return Random(f"{purpose} {self.seed}")

    def match(self, quiet: bool = False) -> Match:
        """The match at its first question."""
        return Match(
            self.game, seats=self.seats, seed=self.seed, options=self.options, content=self.content, quiet=quiet
        )

    def whole(self) -> Match:
        """The match played to its end, or as far as the declared bound."""
        match = self.match(quiet=True)
        random = self.random("answers")

        def choose(ask: Ask) -> int:
            if len(match.log) > self.game.longest:
                raise Enough
            return random.choice(ask.options)

        with suppress(Enough):
            match.play(choose)
        return match

    def walk(self) -> Iterator[Match]:
        """The match at one question after the other (simultaneous ones all together), and at its end."""
        begin = len(self.whole().log) * self.late // 100
        match = self.match()
        random = self.random("answers")
        while len(match.log) < begin and not match.over:
            answer_at_random(match, random)
        yield match
        for _ in range(self.window):
            if match.over:
                return
            answer_at_random(match, random)
            yield match

    def audiences(self) -> Iterator[int | None]:
        """Everybody at the table, then a spectator."""
        yield from range(self.seats)
        yield None


def answer_at_random(match: Match, random: Random) -> None:
    """Answer all open questions."""
    for ask in match.asks:
        match.answer(ask.actor, random.choice(ask.options))


def answer_again(match: Match, log: list[int]) -> None:
    """Play a match on with the answers of a log; its dice are its own."""
    while len(match.log) < len(log):
        begin = len(match.log)
        for offset, ask in enumerate(match.asks):
            match.answer(ask.actor, log[begin + offset])


def snapshot(match: Match) -> Snapshot:
    """Everything that decides how a match goes on."""
    return match.fingerprint(), tuple(match.log), match.asks, match.over, match.returns, match.result


def story(match: Match, seat: int | None) -> list[object]:
    """What one audience has heard; chances are compared by what they say, not by identity."""
    return [_plain(news) for news in match.story(seat)]


def _plain(news: News) -> object:
    if isinstance(news, Fell):
        chance = news.chance
        return str(chance), chance.key, chance.audience, getattr(chance, "weights", None), news.outcome
    return news


def stories(trial: Trial, match: Match) -> list[list[object]]:
    """What everybody has heard."""
    return [story(match, seat) for seat in trial.audiences()]


def who(seat: int | None) -> str:
    """An audience in words."""
    return "a spectator" if seat is None else f"seat {seat}"


def expect(true: bool, match: Match, otherwise: str) -> None:
    """Fail with a sentence and the place in the match."""
    if not true:
        raise AssertionError(f"after {len(match.log)} entries of the log: {otherwise}")


def trials(
    game: Game[Any], seats: int | None, content: Content | str | None, options: Mapping[str, str] | None
) -> st.SearchStrategy[Trial]:
    """Trials of a game; what is not given is varied."""
    chosen = {option.name: st.sampled_from(option.values) for option in game.options}
    return st.builds(
        Trial,
        game=st.just(game),
        seats=st.sampled_from(game.seats) if seats is None else st.just(seats),
        content=st.sampled_from(game.schema.names()) if content is None else st.just(content),
        options=st.fixed_dictionaries(chosen) if options is None else st.just(options),
        seed=st.integers(0, 2**32 - 1),
        late=st.integers(0, 100),
        window=st.integers(1, WINDOW),
    ).filter(_can_be_set_up)


def _can_be_set_up(trial: Trial) -> bool:
    """Not every option goes with every number of players; a game says so by a `SetupError`."""
    try:
        trial.match(quiet=True)
    except SetupError:
        return False
    return True
