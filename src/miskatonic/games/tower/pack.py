"""Content: Locations, two-sided Spells and Investigators, read and checked (section 3 of the rules)."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.resources import files
from typing import Any, Final, NamedTuple, TypeAlias

from miskatonic.games.tower.clauses import OF_ABILITIES, OF_LOCATIONS, Clause, read_clause
from miskatonic.games.tower.effects import Side, read_side
from miskatonic.games.tower.entries import Entries
from miskatonic.games.tower.names import MOST_INVESTIGATORS, MOST_SPELLS, SEATS
from miskatonic.kernel import Printed, Schema, Table
from miskatonic.kernel.content import PROVENANCE

FORMAT: Final = "tower-content/1"
FIRST: Final = "clock_tower"
"""TM-S6: the Location that is always the first."""
LEAST_LOCATIONS: Final = 15
MOST_LOCATIONS: Final = 60
LEAST_SPELLS: Final = 2 * SEATS + 1
FACES: Final = ("Gate", "Heart", "Mind", "Eye", "Spiral", "Star")
"""TM-D1: the names of the faces; those of 4, 5 and 6 are ornament."""


class Location(NamedTuple):
    """A place to investigate."""

    id: str
    name: str
    points: int
    clauses: tuple[Clause, ...]
    text: str
    provenance: str


class Spell(NamedTuple):
    """A card with a side for the sane and a side for the insane (TM-C2)."""

    id: str
    name: str
    sane: Side
    insane: Side


class Investigator(NamedTuple):
    """A person, perhaps with an ability (TM-V3)."""

    id: str
    name: str
    role: str
    clauses: tuple[Clause, ...]
    text: str


Pack: TypeAlias = Printed
"""The cards of an expedition as states know them."""


class Cards:
    """All cards of a content file; whatever is wrong is noted in the file's report."""

    def __init__(self, root: Entries) -> None:
        self.id = root.text("id")
        root.text("format", among=(FORMAT,))
        self.title = root.text("title", "")
        self.origin = root.text("origin", "")
        self.faces = _read_faces(root)
        self.locations = [_read_location(entries) for entries in root.cards("locations")]
        self.spells = [_read_spell(entries) for entries in root.cards("spells")]
        self.investigators = [_read_investigator(entries) for entries in root.cards("investigators")]
        root.done()
        self._check_locations(root)
        self._check_numbers(root)
        for key, ids in (
            ("locations", [card.id for card in self.locations]),
            ("spells", [card.id for card in self.spells]),
            ("investigators", [card.id for card in self.investigators]),
        ):
            for place, name in enumerate(ids):
                if name in ids[:place]:
                    root.report.error((key, place, "id"), f"id: {name} is there twice")

    def _check_locations(self, root: Entries) -> None:
        first = [card for card in self.locations if card.id == FIRST]
        if not first:
            root.error("locations", f"{FIRST} is missing: the first Location of every game")
        elif first[0].clauses:
            root.error("locations", f"{FIRST} must not have rules")
        if not LEAST_LOCATIONS <= len(self.locations) <= MOST_LOCATIONS:
            root.error(
                "locations",
                f"there are {len(self.locations)}; it takes {LEAST_LOCATIONS} to {MOST_LOCATIONS} Locations",
            )

    def _check_numbers(self, root: Entries) -> None:
        if not LEAST_SPELLS <= len(self.spells) <= MOST_SPELLS:
            root.error("spells", f"there are {len(self.spells)}; it takes {LEAST_SPELLS} to {MOST_SPELLS} Spells")
        plain = sum(not card.clauses for card in self.investigators)
        if plain < SEATS or len(self.investigators) > MOST_INVESTIGATORS:
            root.error(
                "investigators",
                f"{plain} of {len(self.investigators)} have no ability; it takes {SEATS} of them, "
                f"and at most {MOST_INVESTIGATORS} Investigators in all",
            )
        if 0 < len(self.investigators) - plain < SEATS:
            root.warning("investigators", f"fewer than {SEATS} have an ability: games with abilities are not possible")


def _read_faces(root: Entries) -> tuple[str, ...]:
    if not root.has("dice"):
        return FACES
    entries = root.table("dice")
    names = tuple(entries.text(str(face), name) for face, name in enumerate(FACES, 1))
    entries.done()
    return names


def _read_clauses(entries: Entries, scopes: str, of: str) -> tuple[Clause, ...]:
    found = [read_clause(each, scopes, of) for each in entries.tables("rules")]
    return tuple(clause for clause in found if clause is not None)


def _read_location(entries: Entries) -> Location:
    card = Location(
        entries.text("id"),
        entries.text("name"),
        entries.integer("points", low=0, high=20),
        _read_clauses(entries, OF_LOCATIONS, "a Location"),
        entries.text("text", ""),
        entries.text("provenance", "house", among=PROVENANCE),
    )
    entries.done()
    return card


def _read_spell(entries: Entries) -> Spell:
    card = Spell(
        entries.text("id"), entries.text("name"), read_side(entries.table("sane")), read_side(entries.table("insane"))
    )
    entries.text("provenance", "house", among=PROVENANCE)
    entries.done()
    return card


def _read_investigator(entries: Entries) -> Investigator:
    card = Investigator(
        entries.text("id"),
        entries.text("name"),
        entries.text("role", ""),
        _read_clauses(entries, OF_ABILITIES, "an Investigator"),
        entries.text("text", ""),
    )
    entries.text("provenance", "house", among=PROVENANCE)
    entries.done()
    return card


def _read(root: Table) -> list[tuple[str, Any, Any]]:
    """A content file is one set of cards."""
    cards = Cards(Entries.of(root))
    return [(cards.id, root.data, Pack.of(cards.id, root))]


def cards_of(pack: Pack) -> Cards:
    """The cards that a state names."""
    return Cards(Entries.of(pack.read()))


def _shipped() -> Mapping[str, str]:
    return {"standard.toml": files(__package__).joinpath("content/standard.toml").read_text("utf-8")}


SCHEMA: Final = Schema(shipped=_shipped, read=_read)
