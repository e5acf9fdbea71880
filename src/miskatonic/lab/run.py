"""A run: many matches of one game, each fixed by the run's seed and its number.

The same run gives the same matches on any number of processes and on any cluster.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field, replace
from functools import lru_cache
from itertools import combinations
from typing import Any

from miskatonic.bots import bot_named
from miskatonic.kernel import Content, Match, SetupError, game_named
from miskatonic.kernel.options import choose

CHUNK = 20
"""How many matches are played and saved at a time."""
MOST = 10_000_000
"""So many matches still fit into a folder."""


@dataclass(frozen=True)
class Run:
    """What is played: every line-up of bots in turn, as often as `games` says.

    Matches that differ only in who sits where have the same dice, so that luck weighs on all bots alike.
    """

    game: str
    lineups: tuple[tuple[str, ...], ...]
    games: int
    seed: str = "0"
    options: dict[str, str] = field(default_factory=dict)
    content: str = ""
    text: str = ""
    """The text of a content file of one's own."""
    sprt: tuple[float, float] | None = None
    """Ends as soon as it is known of every pair whether the first is stronger by the higher Elo, not by the lower."""

    def check(self) -> None:
        """Refuse what cannot be played here; results that were made elsewhere can be looked at all the same."""
        game = game_named(self.game)
        if self.games < 1:
            raise SetupError("a run has at least one game")
        if self.games > MOST:
            raise SetupError(f"{self.games} games are too many; a run has at most {MOST}")
        choose(game.options, self.options)
        self.pack()
        for lineup in self.lineups:
            game.named_seats(lineup)
            for bot in lineup:
                bot_named(bot, game)

    def pack(self) -> Content:
        """The content that is played with."""
        return _pack(self.game, self.text, self.content)

    @property
    def name(self) -> str:
        """A name that is the same for the same matches, however far the run goes."""
        matches = asdict(replace(self, games=0, sprt=None))
        digest = hashlib.sha256(json.dumps(matches, sort_keys=True).encode()).hexdigest()
        return f"{self.game}-{digest[:10]}"

    def has_matches_of(self, other: Run) -> bool:
        """Whether the matches of both are the same, however far they go."""
        return replace(self, games=other.games, sprt=other.sprt) == other

    @property
    def bots(self) -> list[str]:
        """All bots that take part, in the order of their first appearance."""
        return list(dict.fromkeys(bot for lineup in self.lineups for bot in lineup))

    @property
    def apart(self) -> bool:
        """Whether bots never meet: each has whole tables, or plays alone."""
        return all(len(set(lineup)) == 1 for lineup in self.lineups)

    def chunks(self) -> Iterator[range]:
        """The numbers of the matches, a few at a time."""
        for first in range(0, self.games, CHUNK):
            yield range(first, min(first + CHUNK, self.games))

    def lineup(self, number: int) -> tuple[str, ...]:
        """Who sits where in a match."""
        return self.lineups[number % len(self.lineups)]

    def match(self, number: int) -> Match:
        """A match of the run, at its first question."""
        seed = f"{self.seed}/{number // len(self.lineups)}"
        return Match(self.game, seats=self.lineup(number), seed=seed, options=self.options, content=self.pack())

    def to_json(self) -> dict[str, Any]:
        """The run as it is kept beside its results."""
        return asdict(self)

    @staticmethod
    def from_json(kept: dict[str, Any]) -> Run:
        """A run that was kept; which version of the package played it is nothing that the run knows."""
        described = {name: value for name, value in kept.items() if name != "version"}
        lineups = tuple(map(tuple, kept["lineups"]))
        sprt = kept.get("sprt")
        if (
            not lineups
            or not isinstance(kept["games"], int)
            or not all(isinstance(bot, str) for bot in sum(lineups, ()))
        ):
            raise TypeError("this describes no run")
        return Run(**(described | {"lineups": lineups, "sprt": sprt and tuple(sprt)}))


@lru_cache
def _pack(game: str, text: str, name: str) -> Content:
    schema = game_named(game).schema
    if not text:
        return schema.named(name or None)
    found = {pack.name: pack for pack in schema.load(text, "the content file")}
    wanted = name or (schema.default if schema.default in found else next(iter(found)))
    if wanted not in found:
        raise SetupError(f"the content file has no {wanted!r}; it has: {', '.join(found)}")
    return found[wanted]


def win_together(options: Mapping[str, str]) -> bool:
    """Whether all at a table win or lose together by these rule options."""
    return options.get("mode") == "cooperative"


def tournament_lineups(bots: list[str], seats: int, together: bool = False) -> tuple[tuple[str, ...], ...]:
    """Every group of bots that fits at a table, in every rotation of the seats.

    Where there are more seats than bots, they sit in turns; everybody then also has the part with fewer seats. Where
    somebody plays alone, or all win or lose together, every bot has whole tables of its own.
    """
    if seats == 1 or together:
        return tuple((bot,) * seats for bot in dict.fromkeys(bots))
    found: list[tuple[str, ...]] = []
    for group in combinations(bots, min(seats, len(bots))):
        for first in range(len(group)):
            order = group[first:] + group[:first]
            row = (order * seats)[:seats]
            found += [row[at:] + row[:at] for at in range(seats)]
    return tuple(dict.fromkeys(found))
