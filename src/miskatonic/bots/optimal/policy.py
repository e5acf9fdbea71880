"""The solved game as a file: one number of 32 bits per state.

A policy holds the winning probability at the beginning of every turn, and after every seal and key, as fractions of
2^32 - 1. That is enough to play: what to do within a turn follows from it by looking ahead to the turn's end.

The file begins with a line that says what it is and a line of JSON with the sheet, the rules and the order of the
grids; then the numbers follow.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from miskatonic.bots.optimal.book import Book, Chapter
from miskatonic.bots.optimal.compiled import Floats
from miskatonic.bots.optimal.model import Model, Spot
from miskatonic.bots.optimal.shelf import policy_file
from miskatonic.games.arkham.options import Rules
from miskatonic.games.arkham.sheet import SCHEMA
from miskatonic.games.arkham.view import rules_view, sheet_view
from miskatonic.kernel import ContentError, RecordError
from miskatonic.kernel.state import slots_of

FIRST_LINE: Final = b"miskatonic policy arkham 1\n"
ANEW: Final = "delete it, and make it anew with: miskatonic solve arkham"
ONE: Final = 2**32 - 1
NAMES: Final = ("tired", "gifted", "key", "seal")


def model_of(sheet: dict[str, Any], rules: dict[str, Any]) -> Model:
    """The model of a sheet and rules as a view shows them."""
    played = Rules.__new__(Rules)
    for name in slots_of(Rules):
        setattr(played, name, rules[name])
    return Model(SCHEMA.load(json.dumps(sheet), "the sheet")[0].data, played)


def described(model: Model) -> dict[str, Any]:
    """Sheet and rules in plain values; whose luck it is makes no difference."""
    return {"sheet": sheet_view(model.sheet), "rules": rules_view(model.rules) | {"shared_luck": False}}


def policy_path(model: Model) -> Path:
    """Where the policy of a model is kept."""
    facts = described(model)
    return policy_file(facts["sheet"], facts["rules"])


def save(book: Book, path: Path) -> int:
    """Write all chapters that are known; returns the size in bytes. The file is complete or not there at all."""
    order: list[list[int | str]] = []
    grids: list[Floats] = []
    for (seals, keys), chapter in book.chapters.items():
        for spot in _places(chapter.rest):
            order.append([seals, keys, "rest", *map(int, spot)])
            grids.append(chapter.rest[spot])
        for name in NAMES:
            known = getattr(chapter, name)
            for flag in _places(known):
                order.append([seals, keys, name, int(flag)])
                grids.append(known[flag])
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_name(f".{path.name}.{os.getpid()}.new")
    try:
        with beside.open("wb") as file:
            file.write(FIRST_LINE)
            file.write(json.dumps(described(book.model) | {"order": order}).encode() + b"\n")
            for grid in grids:
                file.write(np.rint(np.clip(grid[1:, 1:], 0.0, 1.0) * ONE).astype("<u4").tobytes())
            size = file.tell()
        beside.replace(path)
    finally:
        beside.unlink(missing_ok=True)
    return size


def _places(grids: dict[Any, Floats]) -> Iterable[Any]:
    """Where there are grids, read from a file already or not."""
    return grids.places if isinstance(grids, Stored) else grids


class Stored(dict[Any, Floats]):
    """Grids that are read from the file when they are first wanted."""

    def __init__(self) -> None:
        super().__init__()
        self.places: dict[Any, NDArray[np.uint32]] = {}

    def __missing__(self, key: Any) -> Floats:
        numbers = self.places[key]
        grid: Floats = np.zeros((numbers.shape[0] + 1, numbers.shape[1] + 1, numbers.shape[2]))
        grid[1:, 1:] = numbers / ONE
        self[key] = grid
        return grid


def load(path: Path) -> Book:
    """The policy in a file; the grids are read when they are needed."""
    with path.open("rb") as file:
        first, header = file.readline(), file.readline()
        start = file.tell()
    if first != FIRST_LINE:
        raise RecordError(f"{path} is no policy of this version; {ANEW}")
    try:
        facts = json.loads(header)
        model = model_of(facts["sheet"], facts["rules"])
        order = facts["order"]
    except (ValueError, KeyError, ContentError):
        raise RecordError(f"{path} is damaged; {ANEW}") from None
    shape = (model.shape[0] - 1, model.shape[1] - 1, model.purses)
    if path.stat().st_size - start != 4 * len(order) * int(np.prod(shape)):
        raise RecordError(f"{path} is not complete; {ANEW}")
    numbers = np.memmap(path, "<u4", "r", start, (len(order), *shape))
    book = Book(model)
    for number, (seals, keys, name, *where) in enumerate(order):
        if (seals, keys) not in book.chapters:
            book.chapters[seals, keys] = _stored_chapter()
        key = Spot(bool(where[0]), where[1], where[2]) if name == "rest" else bool(where[0])
        getattr(book.chapters[seals, keys], name).places[key] = numbers[number]
    return book


def _stored_chapter() -> Chapter:
    chapter = Chapter()
    for name in ("rest", *NAMES):
        setattr(chapter, name, Stored())
    return chapter
