"""The brain sheet and the cards, as a content file describes them (section 4 of the rules)."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.resources import files
from itertools import combinations
from typing import Any, Final, NamedTuple, TypeAlias

from miskatonic.games.insanity.effects import Effect, burdens, read_bonus, read_penalty
from miskatonic.games.insanity.entries import Entries
from miskatonic.games.insanity.names import (
    BIT,
    COLOUR_OF,
    COLOURS,
    LETTERS,
    MOST_FREE,
    MOST_SPACES,
    SPACE,
    SPACES,
)
from miskatonic.kernel import Printed, Schema, Table
from miskatonic.kernel.content import PROVENANCE

FACES: Final = 6
BOX: Final = range(101)
"""Coordinates lie in a box of 0..100, x to the right, y down."""


Brain: TypeAlias = Printed
"""A sheet with its cards as states know it."""


class Row(NamedTuple):
    """The positive row of a colour: printed figures, and how it looks."""

    start: int
    free: int
    target: int
    name: str
    letter: str
    lobe: str
    faculty: str
    glyph: str
    hex: str
    pointer: str
    side: str


class Card(NamedTuple):
    """What is written on a card."""

    name: str
    text: str


class Sheet:
    """UI-S2, UI-S5: rows, spaces, lines and cards; it never changes during a game."""

    def __init__(self, root: Entries) -> None:
        self.id = root.text("id")
        self.title = root.text("title", self.id)
        self.origin = root.text("origin")
        root.integer("version", 1)
        root.text("provenance", "house", among=PROVENANCE)
        dice = root.table("dice")
        self.positive = self._read_faces(dice, "positive", 1)
        self.negative = self._read_faces(dice, "negative", -1)
        dice.done()
        self.fallback = root.integer("fallback", 2, low=1)
        self.where: dict[int, tuple[int, int]] = {}
        """The coordinates of every space."""
        spaces = list(root.tables("spaces"))
        self._read_spaces(spaces)
        self.rows = self._read_rows(root)
        self.lines: list[tuple[int, int]] = []
        self._read_lines(root)
        self._derive_masks()
        self.rings = self._rings(self._adjacent_colours(root))
        """UI-X2: for every colour the sets of colours by distance, itself first."""
        self.penalty_cards: list[Card] = []
        self.bonus_cards: list[Card] = []
        self.penalties: list[list[Effect]] = []
        self.bonuses: list[Effect] = []
        self._read_cards(root)
        root.done()
        self._check_areas(root, spaces)
        self.burdens = burdens(self.penalties)

    # -- reading ------------------------------------------------------------------------------------------------------

    def _read_faces(self, dice: Entries, key: str, sign: int) -> tuple[int, ...]:
        faces = dice.integers(key)
        if len(faces) != FACES or any(face * sign <= 0 for face in faces):
            dice.error(key, f"{list(faces)} must be six {key} numbers")
        return tuple(sorted(faces))

    def _read_spaces(self, spaces: list[Entries]) -> None:
        for entries in spaces:
            name = entries.text("id")
            colour = entries.text("colour", among=COLOURS)
            x, y = entries.integer("x"), entries.integer("y")
            entries.text("provenance", "house", among=PROVENANCE)
            entries.done()
            if name not in SPACE or (colour in COLOURS and COLOURS[COLOUR_OF[SPACE[name]]] != colour):
                letter = LETTERS[COLOURS.index(colour)] if colour in COLOURS else "a letter"
                entries.error(
                    "id", f"{name!r} is no {colour} space; write {letter} and a number from 1 to {MOST_SPACES}"
                )
            elif SPACE[name] in self.where:
                entries.error("id", f"{name} is there twice")
            else:
                self.where[SPACE[name]] = (x, y)
            if x not in BOX or y not in BOX:
                entries.warning("", f"{name} lies outside the drawing (0 to 100)")

    def _read_rows(self, root: Entries) -> list[Row]:
        rows: dict[str, Row] = {}
        for entries in root.tables("colours"):
            colour = entries.text("id", among=COLOURS)
            if colour in rows:
                entries.error("id", f"{colour} is there twice")
            row = rows[colour] = self._read_row(entries, colour)
            if row.free >= 1 and row.target not in self._totals(row):
                entries.error("target", f"{row.target} cannot be reached: {self._reach(row)}")
        for colour in COLOURS:
            if colour not in rows:
                root.error("colours", f"{colour} is missing")
        return [rows.get(colour, Row(0, 1, 0, *[""] * 8)) for colour in COLOURS]

    def _read_row(self, entries: Entries, colour: str) -> Row:
        letter = LETTERS[COLOURS.index(colour)] if colour in COLOURS else ""
        row = Row(
            start=entries.integer("start", low=0),
            free=entries.integer("free", low=1, high=MOST_FREE),
            target=entries.integer("target"),
            name=entries.text("name", colour.capitalize()),
            letter=entries.text("letter", letter, among=(letter,)),
            lobe=entries.text("lobe", ""),
            faculty=entries.text("faculty", ""),
            glyph=entries.text("glyph", ""),
            hex=entries.text("hex", ""),
            pointer=entries.text("pointer", ""),
            side=entries.text("side", ""),
        )
        entries.text("provenance", "house", among=PROVENANCE)
        entries.done()
        if row.pointer and SPACE.get(row.pointer) not in self.where:
            entries.error("pointer", f"there is no space {row.pointer!r}")
        return row

    def _totals(self, row: Row) -> set[int]:
        """UI-B1: every total a full row can have."""
        totals = {row.start}
        entries = {0, self.fallback, *self.positive}
        for _ in range(min(row.free, MOST_FREE)):
            totals = {total + entry for total in totals for entry in entries}
        return totals

    def _reach(self, row: Row) -> str:
        totals = sorted(self._totals(row))
        near = [str(total) for total in totals if abs(total - row.target) <= 4]
        close = f"; near it: {', '.join(near)}" if near else ""
        return f"a full row has from {totals[0]} to {totals[-1]}{close}"

    def _read_lines(self, root: Entries) -> None:
        seen: set[frozenset[str]] = set()
        for place, one, two in root.pairs("edges", "spaces"):
            unknown = [name for name in (one, two) if SPACE.get(name) not in self.where]
            if unknown:
                root.wrong("edges", place, f"there is no space {unknown[0]!r}")
            elif one == two:
                root.wrong("edges", place, f"a line from {one} to itself")
            elif frozenset((one, two)) in seen:
                root.wrong("edges", place, f"the line between {one} and {two} is there twice")
            else:
                seen.add(frozenset((one, two)))
                self.lines.append((SPACE[one], SPACE[two]))
        for (a, b), (c, d) in combinations(self.lines, 2):
            if len({a, b, c, d}) == 4 and _cross(*(self.where[space] for space in (a, b, c, d))):
                names = f"{SPACES[a]}-{SPACES[b]} and {SPACES[c]}-{SPACES[d]}"
                root.warning("edges", f"the lines {names} cross in the drawing")

    def _derive_masks(self) -> None:
        self.spaces = sum(BIT[space] for space in self.where)
        self.areas = [sum(BIT[space] for space in self.where if COLOUR_OF[space] == c) for c in range(len(COLOURS))]
        self.neighbours = [0] * len(SPACES)
        for one, two in self.lines:
            self.neighbours[one] |= BIT[two]
            self.neighbours[two] |= BIT[one]

    def _adjacent_colours(self, root: Entries) -> list[int]:
        """UI-X2: the colours next to each colour, by the lines or as the file says."""
        adjacent = [0] * len(COLOURS)
        if isinstance(root.raw("colour_adjacency"), list):
            pairs = []
            for place, one, two in root.pairs("colour_adjacency", "colours"):
                if one in COLOURS and two in COLOURS and one != two:
                    pairs.append((COLOURS.index(one), COLOURS.index(two)))
                else:
                    root.wrong("colour_adjacency", place, f"{one!r} and {two!r} are not two colours")
        else:
            root.text("colour_adjacency", "from_edges", among=("from_edges",))
            pairs = [(COLOUR_OF[one], COLOUR_OF[two]) for one, two in self.lines if COLOUR_OF[one] != COLOUR_OF[two]]
        for colour, other in pairs:
            adjacent[colour] |= BIT[other]
            adjacent[other] |= BIT[colour]
        return adjacent

    def _rings(self, adjacent: list[int]) -> list[tuple[int, ...]]:
        return [_rings_around(colour, adjacent) for colour in range(len(COLOURS))]

    def _read_cards(self, root: Entries) -> None:
        penalties, bonuses = root.table("penalties"), root.table("bonuses")
        for colour, name in enumerate(COLOURS):
            card = penalties.table(name)
            self.penalty_cards.append(_read_card(card))
            effects = [read_penalty(entries, colour) for entries in card.tables("effects")] if card.data else []
            self.penalties.append([effect for effect in effects if effect is not None])
            card.done()
            card = bonuses.table(name)
            self.bonus_cards.append(_read_card(card))
            bonus = read_bonus(card.table("effect"), colour) if card.data else None
            self.bonuses.append(bonus or Effect("none", colour, {}))
            card.done()
        penalties.done()
        bonuses.done()

    def _check_areas(self, root: Entries, spaces: list[Entries]) -> None:
        for entries in spaces:
            name = str(entries.raw("id"))
            if SPACE.get(name) in self.where and not self.neighbours[SPACE[name]]:
                entries.error("", f"no line leads to {name}; every space needs a neighbour")
        for colour, area in enumerate(self.areas):
            around = 0
            for space in self.where:
                if area & BIT[space]:
                    around |= self.neighbours[space]
            if not area:
                root.error("spaces", f"there is no {COLOURS[colour]} space")
            elif around and not around & ~area:
                root.warning("edges", f"no line leads from the {COLOURS[colour]} area to another colour")


def _read_card(entries: Entries) -> Card:
    entries.text("provenance", "house", among=PROVENANCE)
    return Card(entries.text("name", ""), entries.text("text", ""))


def _rings_around(colour: int, adjacent: list[int]) -> tuple[int, ...]:
    """UI-X2: the colour itself, its neighbours, theirs and so on; colours out of reach come last."""
    rings = [BIT[colour]]
    seen = BIT[colour]
    while seen != (1 << len(COLOURS)) - 1:
        ring = 0
        for other in range(len(COLOURS)):
            if rings[-1] & BIT[other]:
                ring |= adjacent[other]
        ring &= ~seen
        if not ring:
            ring = (1 << len(COLOURS)) - 1 & ~seen
        rings.append(ring)
        seen |= ring
    return tuple(rings)


def _cross(a: tuple[int, int], b: tuple[int, int], c: tuple[int, int], d: tuple[int, int]) -> bool:
    """Whether the straight lines a-b and c-d cross."""

    def side(p: tuple[int, int], q: tuple[int, int], r: tuple[int, int]) -> int:
        return (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])

    return side(a, b, c) * side(a, b, d) < 0 and side(c, d, a) * side(c, d, b) < 0


def _read(root: Table) -> list[tuple[str, Any, Any]]:
    """A content file is one sheet with its cards."""
    sheet = Sheet(Entries.of(root))
    return [(sheet.id, root.data, Brain.of(sheet.id, root))]


def sheet_of(brain: Brain) -> Sheet:
    """The sheet that a state names."""
    return Sheet(Entries.of(brain.read()))


def _shipped() -> Mapping[str, str]:
    return {"standard.toml": files(__package__).joinpath("content/standard.toml").read_text("utf-8")}


SCHEMA: Final = Schema(shipped=_shipped, read=_read)
