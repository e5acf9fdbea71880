"""Summaries as tables in a terminal."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from rich.console import Console
from rich.table import Table

from miskatonic.lab.summary import Summary

WIDE = 120
"""Columns of a page that nobody has measured."""


def tell(summary: Summary, plain: bool = False) -> None:
    """Print a summary: plain without colours and, as in a pipe, without anything wrapped."""
    wide = plain or not sys.stdout.isatty()
    console = Console(width=WIDE if wide else None, color_system=None if plain else "auto")
    console.print(f"{summary.game}: {summary.games} games", style="bold")
    if summary.decided_after is not None:
        console.print(f"Every pair is decided after {summary.decided_after} games, so no more are told.")
    _table(console, "Result", [(word, won.percent()) for word, won in summary.results.items()], ("result", "share"))
    rows = [
        (
            standing.bot,
            str(standing.games),
            standing.won.percent(),
            standing.standing.plain(".2f"),
            *([] if standing.elo is None else [standing.elo.plain("+.0f")]),
            f"{standing.seconds * 1000:.2f} ms",
        )
        for standing in summary.bots
    ]
    rating = ("Elo",) if any(standing.elo for standing in summary.bots) else ()
    _table(console, "Bots", rows, ("bot", "games", "won", "standing", *rating, "thinks"))
    fates = [(bot.bot, fate, part.percent()) for bot in summary.bots for fate, part in bot.fates.items()]
    if {fate for _, fate, _ in fates} - set(summary.results):
        _table(console, "Won and lost by", fates, ("bot", "fate", "share"))
    if len(summary.seats) > 1:
        seats = [(str(seat + 1), won.percent()) for seat, won in enumerate(summary.seats)]
        _table(console, "Seats", seats, ("seat", "won"))
    pairs = [(pair.first, pair.second, pair.points.percent(), pair.said) for pair in summary.pairs]
    if pairs:
        _table(console, "Pairs", pairs, ("bot", "against", "points", "stronger?"))


def _table(console: Console, title: str, rows: Sequence[tuple[str, ...]], heads: tuple[str, ...]) -> None:
    """Rows below each other or, where the page is too narrow for that, a line for every cell."""
    if "utf" not in console.encoding:
        rows = [tuple(cell.replace("±", "+-") for cell in row) for row in rows]
    table = Table(title=title, title_justify="left", title_style="", box=None, pad_edge=False)
    for at, head in enumerate(heads):
        table.add_column(head, justify="left" if at == 0 else "right")
    for row in rows:
        table.add_row(*row)
    if console.measure(table, options=console.options.update(width=WIDE)).maximum <= console.width:
        console.print(table)
    else:
        console.print(title)
        for first, *others in rows:
            console.print(first, *(f"  {head} {cell}" for head, cell in zip(heads[1:], others, strict=True)), sep="\n")
    console.print()
