"""Every answer Cthulhu Mash can take (CM-D): one fixed range of codes, whatever the content.

Pieces of a pack that the standard box does not have are called `own1`, `own2` and so on.
"""

from __future__ import annotations

from functools import cache
from typing import Final

from miskatonic.games.mash.box import MOST, MOST_SLOTS, SPELLS, standard_ids
from miskatonic.games.mash.grid import CELL_NAMES, CELLS, DIRECTION_NAMES, GATE_CELLS, WAYS, tables
from miskatonic.kernel import Vocabulary, Words

SEATS: Final = "ABCD"


def _named(key: str) -> tuple[str, ...]:
    """The standard pieces of a kind by their ids, then those that packs may add."""
    ids = standard_ids(key)
    return (*ids, *(f"own{n}" for n in range(1, MOST[key] - len(ids) + 1)))


OBJECT_WORDS: Final = _named("objects")
CHARACTER_WORDS: Final = _named("characters")
TILE_WORDS: Final = _named("tiles")
OBJECTS: Final = len(OBJECT_WORDS)
FISTS: Final = OBJECTS
"""In place of a weapon: none."""
RAZOR: Final = OBJECTS + 1
"""In place of a weapon: the Spectral Razor."""
_WEAPONS: Final = (*OBJECT_WORDS, "unarmed", "razor")

SHARED: Final = 8
"""Whom a target names in a cell: the piece itself, up to six attached to it, the spawn space."""
SPACE: Final = SHARED - 1
_SHARES: Final = ("", *(f" rider{n}" for n in range(1, SPACE)), " space")
_GATES: Final = tuple(cell for cells in GATE_CELLS for cell in cells)
DEEDS: Final = (
    "end", "stop", "push", "operate", "space", "free", "syringe", "scout", "fish", "cock", "turn_in", "drain", "heal",
)  # fmt: skip

VOCABULARY: Final = Vocabulary(
    Words("do", *DEEDS),
    Words("go", *CELL_NAMES),
    Words("gate", *DIRECTION_NAMES),
    Words("jump", *CELL_NAMES),
    Words("take", "top", *OBJECT_WORDS),
    Words("give", *(f"{thing} {seat}" for thing in OBJECT_WORDS for seat in SEATS)),
    Words("drop", *OBJECT_WORDS),
    Words("use", *OBJECT_WORDS),
    Words("read", *OBJECT_WORDS),
    Words("melee", *_WEAPONS),
    Words("ranged", *_WEAPONS),
    Words("cast", *SPELLS),
    Words("memorize", *SPELLS),
    Words("ready", *OBJECT_WORDS, "nothing"),
    Words("treat", *(f"{thing} {bag} {seat}" for thing in OBJECT_WORDS for bag in ("own", "theirs") for seat in SEATS)),
    Words("face", *DIRECTION_NAMES),
    Words("charge", *CELL_NAMES),
    Words("target", *(f"{cell}{share}" for cell in CELL_NAMES for share in _SHARES)),
    Words("wake", *(f"{cell}{share}" for cell in CELL_NAMES for share in _SHARES)),
    Words("block", *CELL_NAMES),
    Words("way", *WAYS),
    Words("spot", *CELL_NAMES, "through"),
    Words("arrive", *(f"{slot} {CELL_NAMES[cell]}" for slot in range(1, MOST_SLOTS + 1) for cell in _GATES)),
    Words("beyond", *(f"{slot} {CELL_NAMES[cell]}" for slot in range(1, MOST_SLOTS + 1) for cell in range(CELLS))),
    Words("slot", *map(str, range(1, MOST_SLOTS + 1))),
    Words("rotate", "0", "90", "180", "270"),
    Words("say", "no", "yes"),
    Words("pay", *map(str, range(21))),
    Words("steal", *OBJECT_WORDS),
    Words("green", "none", *OBJECT_WORDS),
    Words("character", *CHARACTER_WORDS),
    Words("tile", *TILE_WORDS),
)  # fmt: skip


def _base(name: str) -> int:
    return VOCABULARY.families[name].base


DO: Final = _base("do")
END, STOP, PUSH, OPERATE, SPACE_USE, FREE, SYRINGE, SCOUT, FISH, COCK, TURN_IN, DRAIN, HEAL = range(DO, DO + len(DEEDS))
GO: Final = _base("go")
GATE: Final = _base("gate")
JUMP: Final = _base("jump")
TOP: Final = _base("take")
TAKE: Final = TOP + 1
GIVE: Final = _base("give")
DROP: Final = _base("drop")
USE: Final = _base("use")
READ: Final = _base("read")
MELEE: Final = _base("melee")
RANGED: Final = _base("ranged")
CAST: Final = _base("cast")
MEMORIZE: Final = _base("memorize")
READY: Final = _base("ready")
TREAT: Final = _base("treat")
FACE: Final = _base("face")
CHARGE: Final = _base("charge")
TARGET: Final = _base("target")
WAKE: Final = _base("wake")
WAKE_IN: Final = tuple(range(WAKE, WAKE + CELLS * SHARED, SHARED))
"""Waking the piece that stands on each cell."""
BLOCK: Final = _base("block")
WAY: Final = _base("way")
SPOT: Final = _base("spot")
THROUGH: Final = SPOT + CELLS
ARRIVE: Final = _base("arrive")
BEYOND: Final = _base("beyond")
SLOT: Final = _base("slot")
ROTATE: Final = _base("rotate")
NO: Final = _base("say")
YES: Final = NO + 1
PAY: Final = _base("pay")
STEAL: Final = _base("steal")
NO_GREEN: Final = _base("green")
GREEN: Final = NO_GREEN + 1
CHARACTER: Final = _base("character")
TILE: Final = _base("tile")

GATE_NUMBER: Final = {cell: number for number, cell in enumerate(_GATES)}
GATE_CELL: Final = _GATES
"""The eight gate cells of a tile, in the order of answers."""


GO_LOW, GO_MIDDLE, GO_HIGH = tables(GO)
"""The codes of going to each cell of a set, ascending, by twelve cells at a time; see `go_codes`."""
STOP_OR_GO_LOW: Final = tuple((STOP, *codes) for codes in GO_LOW)
"""The code of stopping, then those of going to the first twelve cells."""


@cache
def jump_codes(mask: int) -> tuple[int, ...]:
    """The codes of jumping to each cell of a set, ascending; jumps have few ends, so all sets are kept."""
    return tuple(code + (JUMP - GO) for code in go_codes(mask))


def go_codes(mask: int) -> tuple[int, ...]:
    """The codes of going to each cell of a set, ascending."""
    return GO_LOW[mask & 4095] + GO_MIDDLE[mask >> 12 & 4095] + GO_HIGH[mask >> 24]
