"""The summary of a run: who won how often, from which seat, and who is stronger."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from typing import Any, NamedTuple

import numpy as np
import polars as pl
from numpy.typing import NDArray

from miskatonic.lab.dice import dice_of, mean_of, share_of
from miskatonic.lab.figures import Interval, Numbers, elo, share, wilson
from miskatonic.lab.judge import Decision, Judge, told
from miskatonic.lab.keep import Results
from miskatonic.lab.run import Run


class Standing(NamedTuple):
    """How one bot fared."""

    bot: str
    games: int
    dice: int
    """On so many dice it played."""
    won: Interval
    returned: Interval
    standing: Interval
    seconds: float
    """Seconds per decision."""
    elo: Interval | None
    fates: dict[str, Interval]
    """By what it won and lost, how often."""

    def fate(self, what: str) -> Interval:
        """How often it won or lost by something, which it may never have met."""
        return self.fates.get(what) or wilson(0, self.dice)


class Pair(NamedTuple):
    """Two bots on the same dice: the share of points of the first, and whether it is stronger."""

    first: str
    second: str
    dice: int
    """On so many dice they are compared; all matches with the same dice count once."""
    points: Interval
    ratio: float
    verdict: str
    decided_after: int | None
    """After how many games of the run the sequential test decided."""

    @property
    def said(self) -> str:
        """The verdict in words: `accepted after 120 games`."""
        return self.verdict if self.decided_after is None else f"{self.verdict} after {self.decided_after} games"


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
    decided_after: int | None
    """After how many games the run ended, because its sequential test had decided."""

    def to_json(self) -> dict[str, Any]:
        """The summary as plain values."""
        return _plain(self)  # type: ignore[no-any-return]


def _plain(value: Any) -> Any:
    if isinstance(value, tuple) and hasattr(value, "_asdict"):
        return {name: _plain(part) for name, part in value._asdict().items()}
    if isinstance(value, dict):
        return {key: _plain(part) for key, part in value.items()}
    return [_plain(part) for part in value] if isinstance(value, list) else value


def summarise(results: Results) -> Summary:
    """The summary of what is done of a run; where its sequential test has decided, of no more than that took."""
    results = told(results)
    run, judge = results.run, Judge(results)
    matches, seats = results.table("matches"), results.table("seats")
    alone = len(run.lineups[0]) == 1
    ratings = {} if run.apart else _ratings(run, seats)
    decided = matches.drop_nulls("decided_at")
    return Summary(
        game=run.game,
        games=len(matches),
        results={
            word: share_of(run, matches, pl.col("result") == word)
            for word, _ in Counter(matches["result"].to_list()).most_common(12)
        },
        bots=[_standing(run, bot, seats, ratings.get(bot)) for bot in run.bots],
        seats=[
            share_of(run, seats.filter(pl.col("seat") == seat), pl.col("won")) for seat in range(len(run.lineups[0]))
        ],
        pairs=[_pair(decision) for decision in judge.decisions()],
        entries=mean_of(run, matches, "entries"),
        lead_changes=None if alone else mean_of(run, matches, "lead_changes"),
        decided_at=mean_of(run, decided, "decided_at") if len(decided) else None,
        decided_after=None if run.sprt is None else judge.decided_after(),
    )


def _numbers(table: pl.DataFrame, column: str) -> Numbers:
    return table[column].to_numpy().astype(np.float64)


def _standing(run: Run, bot: str, seats: pl.DataFrame, rating: Interval | None) -> Standing:
    own = seats.filter(pl.col("bot") == bot)
    decisions = max(1, int(own["decisions"].sum()))
    return Standing(
        bot=bot,
        games=own["number"].n_unique(),
        dice=own.select(dice_of(run)).n_unique(),
        won=share_of(run, own, pl.col("won")),
        returned=mean_of(run, own, "returned"),
        standing=mean_of(run, own, "standing"),
        seconds=float(own["seconds"].sum()) / decisions,
        elo=rating,
        fates={
            fate: share_of(run, own, pl.col("fate").eq_missing(fate))
            for fate, _ in Counter(own["fate"].drop_nulls()).most_common()
        },
    )


def _pair(decision: Decision) -> Pair:
    first, second, points, ratio, verdict, games = decision
    return Pair(first, second, len(points), share(points, np.ones(len(points))), ratio, verdict, games)


def _ratings(run: Run, seats: pl.DataFrame, draws: int = 200) -> dict[str, Interval]:
    """Elo of every bot from its matches, with the interval of a bootstrap over dice, which several matches share."""
    table = seats.pivot(on="bot", index="number", values="returned", aggregate_function="mean").sort("number")
    present = [bot for bot in run.bots if bot in table.columns]
    pairs = list(combinations(present, 2))
    if not pairs:
        return {}
    lead = np.column_stack([_numbers(table, first) - _numbers(table, second) for first, second in pairs])
    _, dice = np.unique(table.select(dice_of(run)).to_series(), return_inverse=True)
    games = _sums(~np.isnan(lead), dice)
    points = _sums(np.nan_to_num((np.sign(lead) + 1) / 2), dice)

    # bots that fared alike on all dice may not do so on others: two doubtful ones more, won and lost altogether
    doubtful = games.mean(axis=0)
    size = len(games)
    games = np.vstack([games, doubtful, doubtful])
    points = np.vstack([points, doubtful, 0 * doubtful])

    def rated(drawn: slice | NDArray[np.int64]) -> dict[str, float]:
        won, met = points[drawn].sum(axis=0), games[drawn].sum(axis=0)
        return elo({pair: (float(won[at]), float(met[at])) for at, pair in enumerate(pairs)})

    random = np.random.default_rng(0)
    whole = rated(slice(size))
    drawn = [rated(random.integers(0, size + 2, size + 2)) for _ in range(draws)]
    return {
        bot: Interval(whole[bot], *map(float, np.percentile([rating[bot] for rating in drawn], (2.5, 97.5))))
        for bot in present
    }


def _sums(values: NDArray[Any], dice: NDArray[np.int64]) -> Numbers:
    """The sums over all matches with the same dice."""
    sums = np.zeros((dice.max() + 1, values.shape[1]))
    np.add.at(sums, dice, values)
    return sums
