"""Everything that can go wrong, each with a sentence a player understands.

All errors derive from `MiskatonicError`, so a front end needs one `except` to turn any of them into a sentence.
"""

from __future__ import annotations


class MiskatonicError(Exception):
    """The root of every error this package raises on purpose."""


class AnswerError(MiskatonicError):
    """An answer that the match refused; the match is unchanged."""


class IllegalAnswer(AnswerError):
    """The question is yours, but this is not one of its options."""


class StaleAnswer(AnswerError):
    """The answer names a question that is no longer (or not yet) open."""


class ForeignAnswer(AnswerError):
    """Somebody answered who was not asked."""


class MatchOver(AnswerError):
    """The match has ended; there is nothing left to answer."""


class UndoRefused(MiskatonicError):
    """Going back would take back chance, a reveal or somebody else's answer."""


class SetupError(MiskatonicError):
    """A match cannot be set up like this: wrong number of seats, unknown option, bad position."""


class UnknownGame(SetupError):
    """No game of that name."""


class UnknownBot(SetupError):
    """No bot of that name, or a bot that cannot play this game."""


class WordError(MiskatonicError):
    """Text that should name an answer, but does not."""


class MalformedWord(WordError):
    """The text does not have the shape of any answer of this game."""


class AmbiguousWord(WordError):
    """The text fits several open questions; name the question too."""


class ContentError(MiskatonicError):
    """Content that cannot be used; `problems` lists every mistake with its place."""

    def __init__(self, problems: tuple[str, ...]) -> None:
        super().__init__("\n".join(problems))
        self.problems = problems


class RecordError(MiskatonicError):
    """A record that is damaged, truncated, edited or foreign."""

    def __init__(self, message: str, line: int | None = None) -> None:
        super().__init__(f"line {line}: {message}" if line is not None else message)
        self.line = line


class FortuneError(MiskatonicError):
    """Chance could not be answered: a script ran dry, or dice do not follow from their seed."""
