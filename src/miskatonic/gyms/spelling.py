"""Spelling: answers letter by letter, so that a learner chooses among hundreds of actions, not half a million.

Most answers are one letter. A choice of dice is spelled face by face (how many of the ones, of the twos ...), a pair of
numbers number by number. Letters that nothing else could follow are written by themselves.
"""

from __future__ import annotations

from bisect import bisect_right
from functools import lru_cache
from math import isqrt

import numpy as np
from numpy.typing import NDArray

from miskatonic.kernel.hands import faces
from miskatonic.kernel.vocabulary import Family, Hand, Tuple, Vocabulary

MOST = 256
"""Larger families are spelled with more than one letter."""
Word = tuple[int, ...]
Choices = dict[Word, tuple[Word, int | None]]
"""For every beginning of a word: the letters that may follow, and the answer if it is clear already."""
Mask = NDArray[np.int8]


def _alphabet(family: Family) -> Word:
    """How many letters there are at each place of a family's words."""
    if isinstance(family, Hand):
        return (family.dice + 1,) * len(family.kinds)
    if family.size <= MOST:
        return (family.size,)
    if isinstance(family, Tuple):
        return tuple(limit + 1 for limit in family.limits)
    digits = isqrt(family.size - 1) + 1
    return (-(-family.size // digits), digits)


def _digits(family: Family, index: int, alphabet: Word) -> Word:
    """The letters of one answer, each counted from 0 at its place."""
    if isinstance(family, Hand):
        shown = faces(int(str(family.value(index))))
        return tuple(shown.count(face) for face in range(1, len(family.kinds) + 1))
    digits = []
    for letters in reversed(alphabet):
        index, digit = divmod(index, letters)
        digits.append(digit)
    return tuple(reversed(digits))


class Spelling:
    """The letters of a game; `size` of them, all places of all families side by side."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self._vocabulary = vocabulary
        self._alphabets: dict[str, Word] = {}
        self._bases: dict[str, int] = {}
        self.meanings: list[str] = []
        """What each letter says: family, place and value."""
        for name, family in vocabulary.families.items():
            self._bases[name] = len(self.meanings)
            self._alphabets[name] = _alphabet(family)
            for place, letters in enumerate(self._alphabets[name]):
                self.meanings += [f"{name}[{place}]={letter}" for letter in range(letters)]
        self.size = len(self.meanings)
        self.families = list(vocabulary.families)
        self.told = len(self.families) + self.size
        """How many numbers of an observation tell of the open question and what was written."""
        self.longest = max(map(len, self._alphabets.values()))
        self._starts = [family.base for family in vocabulary.families.values()]
        self.choices = lru_cache(maxsize=2**14)(self._choices)
        self.mask = lru_cache(maxsize=2**14)(self._mask)

    def spell(self, code: int) -> Word:
        """An answer as letters."""
        family = self._vocabulary.family(code)
        alphabet = self._alphabets[family.name]
        word = []
        base = self._bases[family.name]
        for digit, letters in zip(_digits(family, code - family.base, alphabet), alphabet, strict=True):
            word.append(base + digit)
            base += letters
        return tuple(word)

    def family(self, code: int) -> int:
        """The number of the family that an answer belongs to."""
        return bisect_right(self._starts, code) - 1

    def spelled_out(self, options: Word, word: Word) -> tuple[Word, Word, int | None]:
        """A word with the letters that must follow, those that may follow then, and the answer if it is clear."""
        choices = self.choices(options)
        letters, code = choices[word]
        while code is None and len(letters) == 1:
            word = (*word, letters[0])
            letters, code = choices[word]
        return word, letters, code

    def _mask(self, letters: Word) -> Mask:
        """1 for every one of these letters; not to be changed."""
        mask = np.zeros(self.size, np.int8)
        mask[list(letters)] = 1
        mask.flags.writeable = False
        return mask

    def _choices(self, options: Word) -> Choices:
        words = {self.spell(code): code for code in options}
        following: dict[Word, set[int]] = {}
        ends: dict[Word, set[int]] = {}
        for word, code in words.items():
            for place in range(len(word) + 1):
                ends.setdefault(word[:place], set()).add(code)
                if place < len(word):
                    following.setdefault(word[:place], set()).add(word[place])
        return {
            start: (tuple(sorted(following.get(start, ()))), next(iter(codes)) if len(codes) == 1 else None)
            for start, codes in ends.items()
        }
