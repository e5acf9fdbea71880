"""Write the page that says what every number of an observation means, from the games' own words.

    python -m tools.observations [--check]

With --check nothing is written: exit status 1 says that `docs/observations.md` is not what the games say.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import NamedTuple

from miskatonic.gyms import fields
from miskatonic.kernel import game_named
from miskatonic.kernel.features import spread

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "observations.md"
GAMES = ("arkham", "insanity", "tower", "mash")
HOLE = re.compile(r"{(\w+)}")
HEAD = """# What every number says

Written by `python -m tools.observations`; do not edit. How observations are made, and what they leave out, is said
under [learning environments](learning.md#observations).

A name in braces stands for several values, which are listed above each table. Numbers are counted from 0. A single
number, or the first and the last one, is given where they lie side by side; otherwise how to find one of them, like
`40 + 97 seat + 9 colour`: there a name is the place of the value in its list, counted from 0. Seat 0 is always the own
one, the others follow clockwise. Whatever lies beyond -2 or 2 is cut off.
"""


class Words(NamedTuple):
    """What a game says about its features."""

    names: Sequence[str]
    meaning: Mapping[str, str]
    holes: Mapping[str, Sequence[object]]


def words_of(game: str) -> Words:
    """What a game says about its features."""
    module = import_module(f"miskatonic.games.{game}.features")
    return Words(module.FEATURES, module.MEANING, module.HOLES)


def names_of(pattern: str, words: Words) -> tuple[str, ...]:
    """The names that a pattern stands for."""
    return spread((pattern,), words.holes)


def where(pattern: str, words: Words) -> str:
    """Which numbers a pattern stands for."""
    places = [words.names.index(name) for name in names_of(pattern, words)]
    if places == list(range(places[0], places[-1] + 1)):
        return side_by_side(places[0], places[-1])
    found = [str(places[0])]
    for hole in HOLE.findall(pattern):
        first, second = (_filled(pattern, words, hole, place) for place in (0, 1))
        step = words.names.index(second) - words.names.index(first)
        found.append(hole if step == 1 else f"{step} {hole}")
    return " + ".join(found)


def _filled(pattern: str, words: Words, hole: str, place: int) -> str:
    """A pattern with the first value in every hole, but another one in one of them."""
    return HOLE.sub(lambda found: str(words.holes[found[1]][place if found[1] == hole else 0]), pattern)


def side_by_side(first: int, last: int) -> str:
    """Numbers side by side."""
    return str(first) if first == last else f"{first} to {last}"


def listed(values: Sequence[object]) -> str:
    """The values of a hole; many of them in short."""
    if isinstance(values, range):
        return f"{values[0]} to {values[-1]}"
    if len(values) > 20:
        return f"{values[0]}, {values[1]} and so on to {values[-1]}, {len(values)} in all"
    return ", ".join(map(str, values))


def section(game: str) -> Iterator[str]:
    """What is said about a game."""
    words = words_of(game)
    everything = fields(game)
    asked = [name.removeprefix("asked_") for name in everything[len(words.names) :] if name.startswith("asked_")]
    letters = len(words.names) + len(asked)
    yield f"\n## {game_named(game).title}\n"
    yield f"`fields({game!r})`: {len(everything)} numbers.\n"
    yield from (f"- `{hole}`: {listed(values)}" for hole, values in words.holes.items())
    yield f"- `question`: {', '.join(asked)}"
    yield "\n| numbers | name | meaning |\n|---|---|---|"
    for pattern, meaning in words.meaning.items():
        yield f"| {where(pattern, words)} | `{pattern}` | {meaning} |"
    questions = side_by_side(len(words.names), letters - 1)
    yield f"| {questions} | `asked_{{question}}` | 1 if this kind of question is open |"
    yield f"| {side_by_side(letters, len(everything) - 1)} | `wrote_{{letter}}` | 1 if the letter was written so far |"


def generated() -> str:
    """The page as it should be."""
    return HEAD + "\n".join(line for game in GAMES for line in section(game)) + "\n"


def check() -> int:
    """Look whether the page is true."""
    if PAGE.exists() and PAGE.read_text("utf-8") == generated():
        return 0
    print("docs/observations.md is not what the games say: run python -m tools.observations", file=sys.stderr)
    return 1


def main() -> int:
    """Write the page, or look whether it is true."""
    if "--check" in sys.argv:
        return check()
    PAGE.write_text(generated(), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
