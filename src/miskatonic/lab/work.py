"""What the laboratory's commands do, once it is known that everything they need is there."""

from __future__ import annotations

import argparse
import json
import sys
from math import isfinite
from pathlib import Path

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    ProgressColumn,
    Task,
    TextColumn,
    TimeRemainingColumn,
)
from rich.text import Text

from miskatonic.kernel import SetupError
from miskatonic.lab.command import content_text, lineup_of, rule_options
from miskatonic.lab.crews import crew_of
from miskatonic.lab.keep import Results
from miskatonic.lab.report import report
from miskatonic.lab.run import Run
from miskatonic.lab.simulate import simulate
from miskatonic.lab.summary import summarise
from miskatonic.lab.tell import tell
from miskatonic.lab.tune import Tried, in_words, tune

RUNS = Path("miskatonic-runs")


def run_of(words: argparse.Namespace, lineups: tuple[tuple[str, ...], ...]) -> Run:
    """The run that a command line describes."""
    return Run(
        game=words.game,
        lineups=lineups,
        games=words.games,
        seed=words.seed,
        options=rule_options(words.option),
        content=words.sheet,
        text=content_text(words.game, words.content) if words.content else "",
        sprt=_sprt(getattr(words, "sprt", None)),
    )


def run_and_tell(run: Run, words: argparse.Namespace) -> None:
    """Play a run, or what is left of it, and tell how it went."""
    results = Results.of(run, words.out or RUNS / run.name)
    with _progress(shown=sys.stderr.isatty() and not words.plain) as progress:
        task = progress.add_task(run.game, total=run.games, completed=results.played)
        try:
            simulate(run, results, words.jobs, words.cluster, lambda done: progress.advance(task, done))
        except KeyboardInterrupt:
            progress.stop()
            note = f"{results.played} of {run.games} games are kept in {results.folder}; the same command goes on."
            print(note, file=sys.stderr)
            raise
    summary = summarise(results)
    if words.json:
        print(json.dumps(summary.to_json(), indent=1))
        return
    tell(summary, words.plain)
    if run.sprt is not None and summary.decided_after is None:
        print(f"Not every pair is decided after {summary.games} games; with a larger --games the tournament goes on.")
    print(f"The results are in {results.folder}; a page with pictures: miskatonic report {results.folder}")


def _sprt(said: str | None) -> tuple[float, float] | None:
    if said is None:
        return None
    try:
        low, high = (float(bound) for bound in said.split(","))
    except ValueError:
        raise SetupError(f"--sprt {said}: write two numbers of Elo, as 0,30") from None
    if not isfinite(low) or not isfinite(high):
        raise SetupError(f"--sprt {said}: Elo is a finite number")
    if low >= high:
        raise SetupError(f"--sprt {said}: the first must be less than the second")
    return low, high


class Rate(ProgressColumn):
    """Games a second, once that can be told."""

    def render(self, task: Task) -> Text:
        """As `12.3/s`."""
        return Text("" if task.speed is None else f"{task.speed:.1f}/s")


def _progress(shown: bool) -> Progress:
    """A bar for whoever watches: nothing of it goes into a file or a pipe."""
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        Rate(),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
        disable=not shown,
    )


def write_report(words: argparse.Namespace) -> None:
    """Write the page of one run, or of two side by side."""
    runs = [Results(folder) for folder in (words.results, words.other) if folder is not None]
    games = list(dict.fromkeys(results.run.game for results in runs))
    if len(games) > 1:
        raise SetupError(f"{' and '.join(games)} cannot be compared; name two runs of one game")
    words.out.write_text(report(runs), "utf-8")
    print(f"The report is in {words.out}")


def tune_and_tell(words: argparse.Namespace) -> None:
    """Look for the best setting and tell what was tried."""
    if not 0 < words.target < 1:
        raise SetupError(f"--target {words.target}: a share lies between 0 and 1")
    lineup = lineup_of(words)
    run = run_of(words, (lineup,))
    judged = range(1 if "," in words.bots else len(lineup))

    def told(tried: Tried) -> None:
        print(f"{in_words(tried.setting)}: {tried.won.percent()} in {tried.games} games", file=sys.stderr, flush=True)

    with crew_of(words.cluster, words.jobs) as crew:
        best = tune(run, words.vary, words.target, crew, judged, told)
    if words.json:
        print(json.dumps([{"setting": item.setting, **item.won._asdict(), "games": item.games} for item in best]))
        return
    for item in best[:10]:
        print(f"{in_words(item.setting)}  {item.won.percent()}  {item.games} games")
