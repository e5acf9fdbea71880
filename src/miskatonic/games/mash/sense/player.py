"""What the sensible player looks at: the question, with everything looked up that answers need."""

from __future__ import annotations

from functools import cache, cached_property
from typing import Any

from miskatonic.games.mash.grid import CELL, NONE, mask_of
from miskatonic.games.mash.sense.ground import Ground, ground_of
from miskatonic.games.mash.vocabulary import VOCABULARY
from miskatonic.kernel import Ask, View

WORD = cache(VOCABULARY.text)
"""The word of a code: looked up again and again."""
Hero = dict[str, Any]
Piece = dict[str, Any]


class Player:
    """The question with everything looked up that answers need."""

    def __init__(self, view: View, ask: Ask, patient: bool = False) -> None:
        self.view = view
        self.ask = ask
        self.me: Hero = view["heroes"][ask.seat]
        self.slot: int | None = self.me["slot"]
        self.words = {WORD(code): code for code in ask.options}
        self.cell = CELL.get(self.me["cell"], NONE)
        self.pieces: list[Piece] = [p for p in view["pieces"] if p["slot"] == self.slot]
        """The monsters and generators on the character's tile."""
        self.friendly: bool = view["mode"] in ("cooperative", "solo")
        self.patient = patient and not self.friendly
        """Whether it would rather grow than hunt its rivals, and takes care of itself as friends do."""

    @cached_property
    def families(self) -> dict[str, dict[str, int]]:
        """The options by family and value."""
        found: dict[str, dict[str, int]] = {}
        for word, code in self.words.items():
            name, _, value = word.partition("=")
            found.setdefault(name, {})[value] = code
        return found

    def family(self, name: str) -> dict[str, int]:
        """The options of one family by their value."""
        return self.families.get(name, {})

    @property
    def tile(self) -> dict[str, Any]:
        """The printed tile of the character."""
        found: dict[str, Any] = self.view["box"]["tiles"][self.view["slots"][self.slot]["tile"]]
        return found

    @cached_property
    def ground(self) -> Ground:
        """The floor of the character's tile."""
        assert self.slot is not None
        return self.ground_at(self.slot)

    def ground_at(self, slot: int) -> Ground:
        """The floor of a tile that lies open."""
        return ground_of(self.view["box"], self.view["slots"][slot]["tile"])

    @cached_property
    def safe(self) -> int:
        """The cells of the character's tile that do no harm: no red ones, and none on which tissue lies (CM-O53)."""
        assert self.slot is not None
        tissue = self.view["slots"][self.slot]["tissue"]
        return self.ground.safe & ~mask_of([CELL[cell] for cell in tissue])

    def here(self, kind: str = "") -> list[Piece]:
        """The pieces of a kind on the character's tile."""
        return [p for p in self.pieces if kind in ("", p["kind"])]

    @cached_property
    def abilities(self) -> list[str]:
        """What the character is able to do."""
        found: list[str] = self.view["box"]["characters"][self.me["character"]]["abilities"]
        return found

    def friends(self) -> list[Hero]:
        """The character and its friends on the same tile."""
        return [h for h in self.view["heroes"] if h["slot"] == self.slot and h["team"] == self.me["team"]]

    def foes(self) -> list[Hero]:
        """Opponents on the character's tile."""
        if self.friendly:
            return []
        return [h for h in self.view["heroes"] if h["slot"] == self.slot and h["team"] != self.me["team"]]
