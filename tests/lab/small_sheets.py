"""Small sheets, solved."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache

from miskatonic.bots.optimal.book import Book
from miskatonic.bots.optimal.model import Model
from miskatonic.games.arkham import GAME
from miskatonic.games.arkham.options import rules_of
from miskatonic.games.arkham.state import Investigator
from miskatonic.kernel import Content
from miskatonic.kernel.options import choose
from miskatonic.lab.solve.backwards import Solver

POCKET = """
{"name": "pocket", "time_end": 3, "inv_end": 4, "red": [2], "elder": 2, "health_max": 2, "sanity_max": 2,
 "health_start": 2, "sanity_start": 2, "fight_max": 1, "magic_max": 2, "fight_start": 1, "magic_start": 2}
"""
"""Every rule can matter here, but there are few states."""


def content_of(text: str) -> Content:
    """The one sheet of a text."""
    return GAME.schema.load(text, "a test")[0]


def model_with(text: str, **options: str) -> Model:
    """The model of a sheet under some options."""
    return Model(content_of(text).data, rules_of(tuple(choose(GAME.options, options).values())))


@cache
def solved(text: str, options: tuple[tuple[str, str], ...] = ()) -> Book:
    """A sheet, solved as closely as doubles allow."""
    with ThreadPoolExecutor(1) as hands:
        solver = Solver(Book(model_with(text, **dict(options))), hands, close=1e-7)
        book = solver.solve()
    assert solver.odd == 0
    return book


def event_in(book: Book) -> Callable[[Investigator], float]:
    """The solved value of a state that has just gained a seal or key."""

    def event(s: Investigator) -> float:
        if s.event in ("1A", "2A"):
            grid = book.chapters[s.seals - 1, s.keys].seal[s.elder_die]
        else:
            grid = book.chapters[s.seals, s.keys - 1].key[s.elder_die]
        return float(grid[s.health, s.sanity, s.fight * book.model.magics + s.magic])

    return event
