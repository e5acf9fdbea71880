"""Understanding what somebody types at a question.

Few options are listed with a key each: a number and a letter, or, where the options are numbers or dice themselves,
just these. Many options are not listed; they are typed as they are called, with or without commas: `2 2 5`, `225`.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from miskatonic.kernel import (
    AmbiguousWord,
    Ask,
    Choice,
    Family,
    Hand,
    IllegalAnswer,
    MalformedWord,
    Number,
    Tuple,
    Vocabulary,
)

LISTED = 8
"""More options than these are not listed unless asked for, nor are choices of dice; a choice of names always is."""

_GAPS = re.compile(r"[\s,;+]+")


class Item(NamedTuple):
    """One option: its code, its word, the key that picks it and, beside a number, a letter."""

    code: int
    word: str
    key: str
    letter: str


class Choices:
    """The options of one question, by what may be typed for them."""

    def __init__(self, ask: Ask, vocabulary: Vocabulary) -> None:
        self.vocabulary = vocabulary
        self.families = list({id(family): family for family in map(vocabulary.family, ask.options)}.values())
        self.legal = ask.legal
        words = [vocabulary.short(code) for code in ask.options]
        if len(set(words)) < len(words):
            words = [vocabulary.text(code) for code in ask.options]
        numbered = not any(sign.isdigit() for word in words for sign in word)
        letters = _letters(words) if numbered else [""] * len(words)
        keys = [str(number) for number in range(1, len(words) + 1)] if numbered else words
        self.items = [Item(*item) for item in zip(ask.options, words, keys, letters, strict=True)]
        dice = isinstance(self.families[0], Hand)
        self.listed = numbered or (len(words) <= LISTED and not dice)

    @property
    def hint(self) -> str:
        """How an answer is typed, in a sentence."""
        if self.items[0].letter:
            return f"Type {self.items[0].key}, {self.items[0].letter} or {self.items[0].word}, for example."
        family = self.families[0]
        if isinstance(family, Hand):
            pair = [item.word for item in self.items if len(item.word) == 3] or [self.items[-1].word]
            none = f", or {family.empty}" if any(item.word == family.empty for item in self.items) else ""
            return f"Type the dice, such as {pair[-1].replace(',', ' ')}{none}."
        if isinstance(family, Tuple):
            example = self.items[len(self.items) // 2].word.replace(",", " ")
            return f"Type {len(family.limits)} numbers, such as {example}."
        if isinstance(family, Number):
            return f"Type a number from {self.items[0].word} to {self.items[-1].word}."
        others = "" if self.listed else f"; type options for all {len(self.items)}"
        return f"Type a word, such as {self.items[0].word}{others}."

    def exactly(self, typed: str) -> int | None:
        """The option that is called exactly so, by key, letter or word."""
        folded = typed.casefold()
        for item in self.items:
            if folded in (item.key.casefold(), item.letter or None, item.word.casefold()):
                return item.code
        return None

    def understand(self, typed: str) -> int:
        """The code of what was typed; a sentence says why if it is no answer, or not a possible one."""
        exact = self.exactly(typed)
        if exact is not None:
            return exact
        if "=" in typed:
            spelled = [self.vocabulary.parse(typed)]
        else:
            spelled = [code for family in self.families if (code := self._spelled(family, typed)) is not None]
        for code in spelled:
            if code in self.legal:
                return code
        if spelled:
            raise IllegalAnswer(f"{typed!r} is not possible here. {self.hint}")
        begun = [item for item in self.items if item.word.casefold().startswith(typed.casefold())]
        if len(begun) > 1 and not typed[:1].isdigit():
            raise AmbiguousWord(f"{typed!r} could be {' or '.join(item.word for item in begun[:6])}.")
        if len(begun) == 1 and not typed[:1].isdigit():
            return begun[0].code
        raise MalformedWord(f"{typed!r} is no answer here. {self.hint}")

    def _spelled(self, family: Family, typed: str) -> int | None:
        """What was typed as a value of a family, whatever the gaps between its parts."""
        parts = [part for part in _GAPS.split(typed) if part]
        if isinstance(family, Hand):
            kinds = {kind.casefold(): kind for kind in family.kinds}
            parts = [kinds.get(sign.casefold(), "?") for sign in "".join(parts)]
            if len(parts) > family.dice:
                return None
        elif isinstance(family, Choice):
            return None
        try:
            return self.vocabulary.encode(family.name, family.parse(",".join(parts)))
        except (ValueError, KeyError, IndexError, MalformedWord):
            return None


def _letters(words: list[str]) -> list[str]:
    """A letter for every word: its first that no word before has taken."""
    taken: list[str] = []
    for word in words:
        free = [sign for sign in word.casefold() if sign.isalpha() and sign not in taken]
        taken.append(free[0] if free else "")
    return taken
