"""The summary of a run: who won how often, from which seat, and who is stronger."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from typing import Any, NamedTuple

import numpy as np
import polars as pl

from miskatonic.lab.figures import Interval, Numbers, Sprt, elo, mean, share
from miskatonic.lab.keep import Results


class Standing(NamedTuple):
    """How one bot fared."""

    bot: str
    games: int
    won: Interval
    returned: Interval
    standing: Interval
    seconds: float
    """Seconds per decision."""
    elo: Interval | None
    fates: dict[str, Interval]
    """By what it won and lost, how often."""


class Pair(NamedTuple):
    """Two bots on the same dice: the share of points of the first, and whether it is stronger."""

    first: str
    second: str
    games: int
    points: Interval
    ratio: float
    verdict: str


class Summary(NamedTuple):
    """A run in figures."""

    game: str
    games: int
    results: dict[str, Interval]
    bots: list[Standing]
    seats: list[Interval]
    pairs: list[Pair]
    entries: Interval
    lead_changes: Interval | None
    decided_at: Interval | None

    def to_json(self) -> dict[str, Any]:
        """The summary as plain values."""
        return _plain(self)  # type: ignore[no-any-return]


def _plain(value: Any) -> Any:
    if isinstance(value, tuple) and hasattr(value, "_asdict"):
        return {name: _plain(part) for name, part in value._asdict().items()}
    if isinstance(value, dict):
        return {key: _plain(part) for key, part in value.items()}
    return [_plain(part) for part in value] if isinstance(value, list) else value


def summarise(results: Results, sprt: Sprt | None = None) -> Summary:
    """The summary of what is done of a run."""
    run = results.run
    matches, seats = results.table("matches"), results.table("seats")
    alone = len(run.lineups[0]) == 1
    pairs = _pairs(run.bots, seats, matches, alone, sprt or Sprt())
    ratings = {} if alone else _ratings(run.bots, seats)
    decided = _numbers(matches.drop_nulls("decided_at"), "decided_at")
    return Summary(
        game=run.game,
        games=len(matches),
        results={
            word: share(times, len(matches)) for word, times in Counter(matches["result"].to_list()).most_common(12)
        },
        bots=[_standing(bot, seats, ratings.get(bot)) for bot in run.bots],
        seats=[_won(seats.filter(pl.col("seat") == seat)) for seat in range(len(run.lineups[0]))],
        pairs=pairs,
        entries=mean(_numbers(matches, "entries")),
        lead_changes=None if alone else mean(_numbers(matches, "lead_changes")),
        decided_at=mean(decided) if len(decided) else None,
    )


def _numbers(table: pl.DataFrame, column: str) -> Numbers:
    return table[column].to_numpy().astype(np.float64)


def _won(seats: pl.DataFrame) -> Interval:
    return share(int(seats["won"].sum()), len(seats))


def _standing(bot: str, seats: pl.DataFrame, rating: Interval | None) -> Standing:
    own = seats.filter(pl.col("bot") == bot)
    decisions = max(1, int(own["decisions"].sum()))
    return Standing(
        bot=bot,
        games=len(own),
        won=_won(own),
        returned=mean(_numbers(own, "returned")),
        standing=mean(_numbers(own, "standing")),
        seconds=float(own["seconds"].sum()) / decisions,
        elo=rating,
        fates={fate: share(times, len(own)) for fate, times in Counter(own["fate"].drop_nulls()).most_common()},
    )


def _pairs(bots: list[str], seats: pl.DataFrame, matches: pl.DataFrame, alone: bool, sprt: Sprt) -> list[Pair]:
    found = []
    for first, second in combinations(bots, 2):
        scores = _scores(first, second, seats, matches, alone)
        if len(scores):
            points = mean(scores)
            found.append(Pair(first, second, len(scores), points, sprt.ratio(scores), sprt.verdict(scores)))
    return found


def _scores(first: str, second: str, seats: pl.DataFrame, matches: pl.DataFrame, alone: bool) -> Numbers:
    """The points of one bot against another: per match, or, where everybody plays alone, on the same dice."""
    key = "dice" if alone else "number"
    table = seats.join(matches.select("number", "dice"), on="number")
    both = [
        table.filter(pl.col("bot") == bot).group_by(key).agg(pl.col("returned").mean()).sort(key)
        for bot in (first, second)
    ]
    joined = both[0].join(both[1], on=key, suffix="_other").sort(key)
    return (np.sign(_numbers(joined, "returned") - _numbers(joined, "returned_other")) + 1) / 2


def _ratings(bots: list[str], seats: pl.DataFrame, draws: int = 200) -> dict[str, Interval]:
    """Elo of every bot with the interval of a bootstrap over matches."""
    means = seats.group_by("number", "bot").agg(pl.col("returned").mean())
    table = means.pivot(on="bot", index="number", values="returned").sort("number")
    returned = np.column_stack([_numbers(table, bot) for bot in bots if bot in table.columns])
    present = [bot for bot in bots if bot in table.columns]
    if len(present) < 2:
        return {}
    random = np.random.default_rng(0)
    size = len(returned)
    whole = _elo_of(present, returned)
    drawn = [_elo_of(present, returned[random.integers(0, size, size)]) for _ in range(draws)]
    return {
        bot: Interval(whole[bot], *map(float, np.percentile([rating[bot] for rating in drawn], (2.5, 97.5))))
        for bot in present
    }


def _elo_of(bots: list[str], returned: Numbers) -> dict[str, float]:
    points = {}
    for first, second in combinations(range(len(bots)), 2):
        difference = returned[:, first] - returned[:, second]
        met = difference[~np.isnan(difference)]
        points[bots[first], bots[second]] = (float(((np.sign(met) + 1) / 2).sum()), len(met))
    return elo(points)
