"""How strong the bots are: every step of the ladder as a contest in the laboratory, with intervals.

    python benchmarks/strength.py                      all contests, a few games each
    python benchmarks/strength.py --most 2000          more games
    python benchmarks/strength.py insanity --write     one game, and write the table into docs/strength.md

A contest goes on until the sequential test has decided, or `--most` games are played. What was played is kept in
`miskatonic-runs/strength`, so that an interrupted contest goes on, and one with a larger `--most` only adds to it.
Contests of another version of the package do not go on, and are left out: delete that folder to play them anew.
"""

from __future__ import annotations

import argparse
import re
from pathlib import Path
from typing import NamedTuple

import numpy as np
import polars as pl

from miskatonic.kernel import MiskatonicError
from miskatonic.lab.compare import scores
from miskatonic.lab.dice import share_of
from miskatonic.lab.figures import Interval, Sprt, share
from miskatonic.lab.keep import Results
from miskatonic.lab.play import play_chunk
from miskatonic.lab.run import Run, tournament_lineups, win_together

PAGE = Path(__file__).parent.parent / "docs" / "strength.md"
KEPT = Path("miskatonic-runs") / "strength"
TEST = Sprt(low=0.0, high=60.0, alpha=0.01, beta=0.01)
"""Stronger by 60 Elo rather than equal, at 99 %."""
LONGEST = 2_000
"""No contest is longer; a part of it is played first, and the rest can follow."""


class Contest(NamedTuple):
    """Two bots, the one that should be stronger first.

    Where all win or lose together, each bot has whole tables of its own on the same dice; else the first has one seat
    in turn among the others.
    """

    game: str
    what: str
    stronger: str
    weaker: str
    seats: int = 1
    options: tuple[tuple[str, str], ...] = ()

    @property
    def lineups(self) -> tuple[tuple[str, ...], ...]:
        """Who sits where."""
        if self.seats == 1 or win_together(dict(self.options)):
            return tournament_lineups([self.stronger, self.weaker], self.seats, together=True)
        row = (self.stronger, *[self.weaker] * (self.seats - 1))
        return tuple(row[-at:] + row[:-at] for at in range(self.seats))

    @property
    def run(self) -> Run:
        """The run of the laboratory."""
        return Run(self.game, self.lineups, LONGEST, "strength", dict(self.options))

    @property
    def folder(self) -> Path:
        """Where it is kept."""
        name = "-".join((self.game, str(self.seats), *dict(self.options).values(), self.stronger, self.weaker))
        return KEPT / re.sub(r"[^\w.-]", "_", name)


ALONE = "alone"
COOP = (("mode", "cooperative"),)
DEATH = (("mode", "death_match"), ("keeper", "auto"))
CONTESTS = (
    Contest("arkham", ALONE, "heuristic", "random"),
    Contest("arkham", ALONE, "rollout:500", "heuristic"),
    Contest("arkham", ALONE, "mcts:500", "heuristic"),
    Contest("arkham", ALONE, "optimal", "mcts:500"),
    Contest("insanity", "two players", "heuristic", "random", 2),
    Contest("insanity", "two players", "rollout:150", "heuristic", 2),
    Contest("insanity", "two players", "mcts:150", "heuristic", 2),
    Contest("insanity", "two players", "mcts:150", "rollout:150", 2),
    Contest("tower", "three players", "heuristic", "random", 3),
    Contest("tower", "three players", "mcts:100", "heuristic", 3),
    Contest("mash", ALONE, "heuristic", "random"),
    Contest("mash", ALONE, "mcts:100", "heuristic"),
    Contest("mash", "two together", "heuristic", "random", 2, COOP),
    Contest("mash", "two together", "mcts:100", "heuristic", 2, COOP),
    Contest("mash", "Death Match, two players", "heuristic", "random", 2, DEATH),
    Contest("mash", "Death Match, two players", "mcts:60", "heuristic", 2, DEATH),
)


class Outcome(NamedTuple):
    """What came out of a contest: shares of wins per seat, points of the first, and the verdict of the test."""

    games: int
    stronger: Interval
    weaker: Interval
    points: Interval
    seconds: float
    verdict: str


UNKNOWN = Interval(0.0, 0.0, 1.0)
NOTHING = Outcome(0, UNKNOWN, UNKNOWN, UNKNOWN, 0.0, "open")


def play(contest: Contest, most: int) -> Outcome:
    """Play a contest to its end, a few games at a time."""
    results = Results.of(contest.run, contest.folder)
    for chunk in contest.run.chunks():
        outcome = judged(contest, results)
        if chunk.start >= most or outcome.verdict != "open":
            return outcome
        if not results.has(chunk):
            results.add(chunk, play_chunk(contest.run, chunk))
            print(row(contest, judged(contest, results)), flush=True)
    return judged(contest, results)


def judged(contest: Contest, results: Results) -> Outcome:
    """The figures of what is played so far."""
    if not results.played:
        return NOTHING
    seats = results.table("seats")
    own = seats.filter(pl.col("bot") == contest.stronger)
    points = scores(contest.run, seats, contest.stronger, contest.weaker)
    return Outcome(
        games=results.played,
        stronger=won(contest.run, seats, contest.stronger),
        weaker=won(contest.run, seats, contest.weaker),
        points=share(points, np.ones(len(points))),
        seconds=float(own["seconds"].sum()) / max(1, int(own["decisions"].sum())),
        verdict=TEST.verdict(TEST.ratios(points)[-1]),
    )


def won(run: Run, seats: pl.DataFrame, bot: str) -> Interval:
    """The share of its seats that a bot won."""
    return share_of(run, seats.filter(pl.col("bot") == bot), pl.col("won"))


def names(contest: Contest) -> str:
    """How a line of the table begins."""
    return f"| {contest.what} | `{contest.stronger}` | `{contest.weaker}` |"


def row(contest: Contest, outcome: Outcome) -> str:
    """A line of the table."""
    word = {"accepted": "**stronger**", "rejected": "not stronger", "open": "not decided"}[outcome.verdict]
    pace = f"{outcome.seconds * 1000:.0f} ms" if outcome.seconds >= 0.001 else "< 1 ms"
    figures = f"{outcome.stronger.percent()} | {outcome.weaker.percent()} | {outcome.points.value:.2f}"
    return f"{names(contest)} {outcome.games} | {figures} | {pace} | {word} |"


def page(found: dict[Contest, Outcome], before: str) -> str:
    """The tables of all games, as they stand in the page; what was played elsewhere stays as it was there before."""
    rows: dict[Contest, str] = {}
    for contest, outcome in found.items():
        table = before.partition(f"### {contest.game}\n")[2].partition("###")[0]
        old = next((line for line in table.splitlines() if line.startswith(names(contest))), "")
        if line := row(contest, outcome) if outcome.games else old:
            rows[contest] = line
    lines: list[str] = []
    for game in dict.fromkeys(contest.game for contest in rows):
        lines += [
            f"### {game}",
            "",
            "| table | bot | against | games | bot wins | the other wins | points | thinks | verdict |",
            "|---|---|---|---|---|---|---|---|---|",
            *(line for contest, line in rows.items() if contest.game == game),
            "",
        ]
    return "\n".join(lines)


def main() -> None:
    """Play, tell, and perhaps write."""
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("games", nargs="*", help="arkham, insanity, tower, mash (all)")
    words.add_argument("--most", type=int, default=200, help="games of a contest, if nothing is decided before")
    words.add_argument("--bot", default="", help="only contests of this bot: heuristic, rollout, mcts")
    words.add_argument("--table", default="", help="only contests at this table: alone, Death Match")
    words.add_argument("--write", action="store_true", help="write what is known into docs/strength.md")
    said = words.parse_args()
    known: dict[Contest, Outcome] = {}
    for contest in CONTESTS:
        wanted = (
            (not said.games or contest.game in said.games)
            and contest.stronger.startswith(said.bot)
            and contest.what.startswith(said.table)
        )
        try:
            known[contest] = play(contest, said.most if wanted else 0)
        except MiskatonicError as error:
            known[contest] = NOTHING
            print(f"{contest.stronger} against {contest.weaker} is left out: {error}")
    text = PAGE.read_text("utf-8")
    tables = page(known, text)
    print(tables)
    if said.write:
        PAGE.write_text(
            re.sub(r"(<!-- begin -->\n).*(<!-- end -->)", rf"\1\n{tables}\n\2", text, flags=re.DOTALL), "utf-8"
        )


if __name__ == "__main__":
    main()
