"""Report: one page about a run, with pictures, that needs nothing but a browser."""

from __future__ import annotations

import html
import io
from collections.abc import Iterator

import matplotlib as mpl
import numpy as np
import polars as pl
from matplotlib.figure import Figure

from miskatonic.kernel import game_named
from miskatonic.lab.figures import Interval, share
from miskatonic.lab.keep import Results
from miskatonic.lab.summary import Summary, summarise

INK, PAPER, BRASS, GREEN, RED = "#1c1714", "#f4ecd8", "#7a5c14", "#0b5d4c", "#a3352b"
COLOURS = (GREEN, BRASS)
FEWEST = 20
"""So many matches must have something, and so many must not, before its effect is shown."""
STYLE = f"""
body {{ font: 16px/1.5 Georgia, serif; color: {INK}; background: {PAPER} }}
body {{ max-width: 62rem; margin: 2rem auto; padding: 0 1rem }}
h1, h2 {{ font-weight: normal; line-height: 1.2 }} h2 {{ margin-top: 2.5rem; border-bottom: 1px solid #8a7a5c }}
table {{ border-collapse: collapse; margin: 1rem 0 }} th, td {{ text-align: right; padding: .2rem .8rem .2rem 0 }}
th:first-child, td:first-child {{ text-align: left }} th {{ border-bottom: 1px solid #8a7a5c; font-weight: normal }}
svg {{ max-width: 100%; height: auto }}
.runs {{ display: grid; gap: 2rem; grid-template-columns: repeat(auto-fit, minmax(24rem, 1fr)) }}
.note {{ color: #6b5d45 }}
"""


def report(runs: list[Results]) -> str:
    """The page; two runs are shown side by side."""
    summaries = [summarise(results) for results in runs]
    title = game_named(summaries[0].game).title
    parts = [
        f"<h1>{html.escape(title)}: {' and '.join(str(summary.games) for summary in summaries)} games</h1>",
        _settings(runs),
        _section("Results", [_results(summary) for summary in summaries]),
        _section("Bots", [_bots(summary) for summary in summaries]),
        _section("Seats", [_seats(summary) for summary in summaries if len(summary.seats) > 1]),
        _section("Standing at the end", [_standings(results) for results in runs]),
        _section("Length", [_lengths(results) for results in runs]),
        _section("Who is ahead", [_lead(summary) for summary in summaries if summary.lead_changes is not None]),
        _section("What was chosen", [_effects(results, "answer") for results in runs]),
        _section("What happened", [_effects(results, "event") for results in runs]),
        _section("What chance brought", [_effects(results, "chance") for results in runs]),
    ]
    return (
        f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{html.escape(title)}</title>'
        f"<style>{STYLE}</style>{''.join(parts)}</html>"
    )


def _section(title: str, columns: list[str]) -> str:
    shown = [column for column in columns if column]
    return f'<h2>{title}</h2><div class="runs">{"".join(f"<div>{column}</div>" for column in shown)}</div>' * bool(
        shown
    )


def _settings(runs: list[Results]) -> str:
    lines = []
    for at, results in enumerate(runs):
        run = results.run
        said = ", ".join(f"{name}={value}" for name, value in run.options.items()) or "usual rules"
        content = "a content file" if run.text else run.content or "standard content"
        name = ("left: " if at == 0 else "right: ") if len(runs) > 1 else ""
        lines.append(f"{name}{said}, {content}, seed {run.seed}, bots {', '.join(run.bots)}")
    return f'<p class="note">{"<br>".join(map(html.escape, lines))}</p>'


def _table(heads: list[str], rows: list[list[str]]) -> str:
    head = "".join(f"<th>{html.escape(cell)}</th>" for cell in heads)
    body = "".join(f"<tr>{''.join(f'<td>{html.escape(cell)}</td>' for cell in row)}</tr>" for row in rows)
    return f"<table><tr>{head}</tr>{body}</table>"


def _results(summary: Summary) -> str:
    rows = [[word or "none", won.percent()] for word, won in summary.results.items()]
    return _bars([row[0] for row in rows], list(summary.results.values())) + _table(["result", "share"], rows)


def _bots(summary: Summary) -> str:
    rows = [
        [
            standing.bot,
            standing.won.percent(),
            f"{standing.standing.value:.2f}",
            "" if standing.elo is None else f"{standing.elo.value:+.0f}",
            f"{standing.seconds * 1000:.2f} ms",
        ]
        for standing in summary.bots
    ]
    pairs = [[pair.first, pair.second, pair.points.percent(), pair.verdict] for pair in summary.pairs]
    shown = _bars([standing.bot for standing in summary.bots], [standing.won for standing in summary.bots])
    table = _table(["bot", "won", "standing", "Elo", "per decision"], rows)
    return shown + table + (_table(["bot", "against", "points", "stronger?"], pairs) if pairs else "")


def _seats(summary: Summary) -> str:
    names = [f"seat {seat + 1}" for seat in range(len(summary.seats))]
    return _bars(names, summary.seats) + _table(
        ["seat", "won"], [[name, won.percent()] for name, won in zip(names, summary.seats, strict=True)]
    )


def _lead(summary: Summary) -> str:
    assert summary.lead_changes is not None
    decided = summary.decided_at.value if summary.decided_at else 0.0
    return (
        f"<p>The lead changes {summary.lead_changes.value:.1f} times a game. Whoever wins is never behind again after "
        f"{decided:.0%} of the game, on average.</p>"
    )


def _standings(results: Results) -> str:
    seats = results.table("seats")
    figure = _figure(3.0)
    axes = figure.add_subplot()
    for colour, won in zip((RED, GREEN), (False, True), strict=True):
        values = seats.filter(pl.col("won") == won)["standing"].to_numpy()
        axes.hist(values, bins=30, color=colour, alpha=0.6, label="won" if won else "not won")
    axes.legend(frameon=False)
    axes.set_xlabel("standing at the end")
    return _svg(figure)


def _lengths(results: Results) -> str:
    figure = _figure(2.5)
    axes = figure.add_subplot()
    axes.hist(results.table("matches")["decisions"].to_numpy(), bins=30, color=BRASS)
    axes.set_xlabel("decisions in a game")
    return _svg(figure)


def _effects(results: Results, kind: str, most: int = 25) -> str:
    """How often something occurs, and how much more often those win to whom it occurs."""
    rows = list(_effect_rows(results, kind))
    rows.sort(key=lambda row: -abs(row[2]))
    if not rows:
        return ""
    return _table(
        ["", "seats that met it", "won more often by"],
        [[what, met.percent(), f"{effect:+.1%} ± {reach:.1%}"] for what, met, effect, reach in rows[:most]],
    )


def _effect_rows(results: Results, kind: str) -> Iterator[tuple[str, Interval, float, float]]:
    seats = results.table("seats").select("number", "seat", "won")
    marks = results.table("marks").filter(pl.col("kind") == kind)
    total, won = len(seats), int(seats["won"].sum())
    everybody = seats.join(marks.filter(pl.col("seat").is_null()).drop("seat"), on="number")
    own = seats.join(marks.filter(pl.col("seat").is_not_null()), on=["number", "seat"])
    columns = ["number", "seat", "won", "what"]
    met = pl.concat([everybody.select(columns), own.select(columns)]).unique()
    for what, had, had_won in met.group_by("what").agg(pl.len(), pl.col("won").sum()).iter_rows():
        other = total - had
        if had < FEWEST or other < FEWEST:
            continue
        with_it, without = had_won / had, (won - had_won) / other
        reach = 1.96 * np.sqrt(with_it * (1 - with_it) / had + without * (1 - without) / other)
        yield what, share(had, total), with_it - without, float(reach)


def _figure(height: float) -> Figure:
    return Figure(figsize=(6, height), layout="constrained", facecolor="none")


def _bars(names: list[str], values: list[Interval]) -> str:
    """Shares as bars with their intervals."""
    figure = _figure(0.6 + 0.32 * len(names))
    axes = figure.add_subplot()
    at = np.arange(len(names))
    middle = np.array([value.value for value in values])
    reach = np.array([[value.value - value.low for value in values], [value.high - value.value for value in values]])
    axes.barh(at, middle, xerr=reach.clip(0), color=GREEN, ecolor=INK, height=0.6)
    axes.set_yticks(at, names)
    axes.invert_yaxis()
    axes.set_xlim(0, 1)
    axes.xaxis.set_major_formatter(lambda x, _: f"{x:.0%}")
    return _svg(figure)


def _svg(figure: Figure) -> str:
    """A picture as a part of the page; nothing in it changes from one time to the next."""
    for axes in figure.axes:
        axes.set_facecolor("none")
        axes.spines[["top", "right"]].set_visible(False)
    drawn = io.StringIO()
    with mpl.rc_context({"svg.fonttype": "none", "svg.hashsalt": "miskatonic"}):
        figure.savefig(drawn, format="svg", metadata={"Date": None, "Creator": None})
    return drawn.getvalue()[drawn.getvalue().index("<svg") :]
