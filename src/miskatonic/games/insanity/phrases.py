"""The phrase book of Unlocking Insanity."""

from __future__ import annotations

from miskatonic.games.insanity.vocabulary import VOCABULARY
from miskatonic.kernel import Ask, News, Told, View


class InsanityPhrases:
    """What Unlocking Insanity says to people."""

    def prompt(self, ask: Ask, view: View) -> str:
        """A question as a sentence."""
        return ask.prompt

    def label(self, code: int, view: View) -> str:
        """An option with what it costs."""
        return VOCABULARY.short(code)

    def sentence(self, news: News) -> str:
        """One line of the log."""
        return news.what if isinstance(news, Told) else ""

    def rules(self, ask: Ask) -> tuple[str, ...]:
        """The ids of the rules behind a question."""
        return ()

    def ending(self, view: View) -> str:
        """How it ended."""
        return str(view["result"])


PHRASES = InsanityPhrases()
