"""What the sensible player looks at: the question, with everything looked up that answers need."""

from __future__ import annotations

from functools import cache
from typing import Any

from miskatonic.games.mash.vocabulary import VOCABULARY
from miskatonic.kernel import Ask, View

WORD = cache(VOCABULARY.text)
"""The word of a code: looked up again and again."""
Hero = dict[str, Any]
Piece = dict[str, Any]


class Player:
    """The question with everything looked up that answers need."""

    def __init__(self, view: View, ask: Ask) -> None:
        self.view = view
        self.ask = ask
        self.me: Hero = view["heroes"][ask.seat]
        self.words = {WORD(code): code for code in ask.options}
        self.slot: int | None = self.me["slot"]

    @property
    def tile(self) -> dict[str, Any]:
        """The printed tile of the character."""
        found: dict[str, Any] = self.view["box"]["tiles"][self.view["slots"][self.slot]["tile"]]
        return found

    def family(self, name: str) -> dict[str, int]:
        """The options of one family by their value."""
        return {word.partition("=")[2]: code for word, code in self.words.items() if word.startswith(f"{name}=")}

    def here(self, kind: str = "") -> list[Piece]:
        """The pieces on the character's tile."""
        return [p for p in self.view["pieces"] if p["slot"] == self.slot and kind in ("", p["kind"])]

    def foes(self) -> list[Hero]:
        """Opponents on the character's tile."""
        if self.view["mode"] in ("cooperative", "solo"):
            return []
        return [h for h in self.view["heroes"] if h["slot"] == self.slot and h["team"] != self.me["team"]]
