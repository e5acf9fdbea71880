"""Choices in words, whatever the table looks like: for whoever looks at thousands of matches at once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from miskatonic.games.tower.labels import knowledge
from miskatonic.games.tower.names import NONE, TOKEN_NAMES, TOKENS
from miskatonic.games.tower.vocabulary import VOCABULARY, played
from miskatonic.kernel import View


def choice(code: int, still: View) -> str:
    """An answer in words; cards have the names of the content."""
    return CHOICES[VOCABULARY.family(code).name](code, VOCABULARY.short(code), still)


def _play(code: int, text: str, still: View) -> str:
    if text in ("pass", "imprison"):
        return {"pass": "pass", "imprison": "stop it with Imprison"}[text]
    card, target = played(code)
    upon = f" on {{{target}}}" if target != NONE else ""
    return f"play {_named(still, 'spells', card)}{upon}"


def _named(still: View, kind: str, card: int) -> str:
    """The name of a card; a pack may have fewer than there can be."""
    cards = still["cards"][kind]
    return str(cards[card]["name"]) if card < len(cards) else f"{kind} {card + 1}"


def _token(text: str) -> str:
    return "take no token" if text == "none" else f"take {TOKEN_NAMES[TOKENS.index(text)]}"


def _madman(text: str) -> str:
    return "keep all Madness" if text == "no" else f"give one Madness marble to {{{text.removeprefix('give ')}}}"


CHOICES: Final[dict[str, Callable[[int, str, View], str]]] = {
    "lock": lambda code, text, still: f"lock {text.replace(',', ' ')}",
    "dice": lambda code, text, still: "choose no dice" if text == "none" else f"choose the dice {text}",
    "die": lambda code, text, still: f"choose the die d{text}",
    "face": lambda code, text, still: f"choose the face {text} {still['cards']['faces'][int(text) - 1]}",
    "token": lambda code, text, still: _token(text),
    "knowledge": lambda code, text, still: knowledge(text),
    "madman": lambda code, text, still: _madman(text),
    "findings": lambda code, text, still: {"no": "keep the total", "yes": "rethrow both Discovery dice"}[text],
    "play": _play,
    "card": lambda code, text, still: f"choose the Spell {_named(still, 'spells', int(text) - 1)}",
    "stick": lambda code, text, still: f"pull tentacle {text}",
    "investigator": lambda code, text, still: f"be {_named(still, 'investigators', int(text) - 1)}",
}
"""By family of answers."""
