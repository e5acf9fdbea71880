"""Choices in words, whatever the board looks like: for whoever looks at thousands of matches at once."""

from __future__ import annotations

from collections.abc import Callable

from miskatonic.games.mash.grid import DIRECTION_NAMES
from miskatonic.games.mash.labels import LABELS, where_looks
from miskatonic.games.mash.vocabulary import VOCABULARY
from miskatonic.kernel import View


def choice(code: int, still: View) -> str:
    """An answer in words; things have the names of the box."""
    name, word = VOCABULARY.decode(code)
    said = CHOICES[name](str(word)) if name in CHOICES else LABELS[name](str(word), still)
    return f"{VERBS[name]} {said}" if name in VERBS else said


def _target(word: str) -> str:
    cell, _, share = word.partition(" ")
    if not share:
        return f"whoever is on {cell}"
    clings = f"what clings there, number {share.removeprefix('rider')}"
    return f"{'the spawn space' if share == 'space' else clings}, on {cell}"


def _far(word: str) -> str:
    slot, cell = word.split()
    return f"{cell} of slot {slot}"


CHOICES: dict[str, Callable[[str], str]] = {
    "gate": lambda word: f"go through the {where_looks(DIRECTION_NAMES.index(word))} gate",
    "target": _target,
    "wake": _target,
    "arrive": _far,
    "beyond": _far,
    "slot": lambda word: f"slot {word}",
}
"""What depends on who stands where, without that."""
VERBS = {
    "target": "aim at",
    "wake": "wake",
    "block": "aim at",
    "way": "choose the way",
    "spot": "choose",
    "arrive": "come in on",
    "beyond": "look to",
    "slot": "choose",
    "rotate": "lay a tile",
    "say": "say",
    "pay": "pay",
    "steal": "steal",
    "green": "in reply,",
    "character": "be",
    "tile": "begin on",
}
"""What stands before words that are clear only beside their question."""
