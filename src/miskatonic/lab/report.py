"""Report: one page about a run, with pictures, that needs nothing but a browser."""

from __future__ import annotations

import html
from collections.abc import Callable
from math import hypot

import numpy as np
import polars as pl

from miskatonic.kernel import MiskatonicError, game_named
from miskatonic.lab.effects import FEWEST, Effect, effects
from miskatonic.lab.figures import Interval, Numbers
from miskatonic.lab.judge import told
from miskatonic.lab.keep import Results
from miskatonic.lab.pictures import BRASS, GREEN, INK, RED, Group, bars, forest, histogram, stacked
from miskatonic.lab.play import with_seats
from miskatonic.lab.run import Run
from miskatonic.lab.summary import Summary, summarise

PAPER, LINE = "#f4ecd8", "#8a7a5c"
STYLE = f"""
body {{ font: 16px/1.5 Georgia, serif; color: {INK}; background: {PAPER} }}
body {{ max-width: 62rem; margin: 2rem auto; padding: 0 1rem }}
h1, h2 {{ font-weight: normal; line-height: 1.2 }} h2 {{ margin-top: 2.5rem; border-bottom: 1px solid {LINE} }}
table {{ border-collapse: collapse; margin: 1rem 0 }} th, td {{ text-align: right; padding: .2rem .8rem .2rem 0 }}
th:first-child, td:first-child {{ text-align: left }} th {{ border-bottom: 1px solid {LINE}; font-weight: normal }}
svg {{ max-width: 100%; height: auto }} summary {{ cursor: pointer }}
.runs {{ display: grid; gap: 2rem; grid-template-columns: repeat(auto-fit, minmax(min(24rem, 100%), 1fr)) }}
.runs > div {{ min-width: 0; overflow-x: auto; display: flex; flex-wrap: wrap; align-items: start; gap: 0 2rem }}
.runs > div > p, .runs > div > details {{ flex-basis: 100% }}
.note, .side {{ color: #6b5d45 }}
@media (min-width: 54rem) {{ .side {{ display: none }} }}
"""
SIDES = ('<p class="side">left</p>', '<p class="side">right</p>')
"""Which run a column is about, where columns stand below each other."""
SHOWN = 20
"""So many effects are drawn."""
LISTED = 250
"""So many are listed below the picture, the most frequent ones."""
ROUNDING = 1e-9
NO_CAUSE = "Whoever lasts longer meets more of everything, and so do better players: a difference is no cause yet."


def report(runs: list[Results]) -> str:
    """The page; two runs are shown side by side."""
    runs = [told(results) for results in runs]
    summaries = [summarise(results) for results in runs]
    game = game_named(summaries[0].game)
    parts = [
        f"<h1>{html.escape(game.title)}: {' and '.join(str(summary.games) for summary in summaries)} games</h1>",
        _settings([results.run for results in runs]),
        _section("Right against left", [_differences(*summaries)] if len(runs) == 2 else []),
        _section("Results", [_results(summary) for summary in summaries]),
        _section("Bots", [_bots(summary, game.measure) for summary in summaries]),
        _section("Seats", [_seats(summary) for summary in summaries]),
        _section("What they won and lost by", [_fates(summary, _all_fates(summaries)) for summary in summaries]),
        _section(f"Score: {game.measure}", _histograms(runs, _standings, game.measure, "seats")),
        _section("Length", _histograms(runs, _lengths, "decisions in a game")),
        _section("Who is ahead", [_lead(summary) for summary in summaries]),
        _section("", _histograms(runs, _lead_changes, "how often the lead changes in a game")),
        _section("", _histograms(runs, _decided, "part of the game after which the winner was never behind again")),
        _section("What was chosen", [_effects(results, "answer") for results in runs], NO_CAUSE),
        _section("What happened", [_effects(results, "event") for results in runs], NO_CAUSE),
        _section("What chance brought", [_effects(results, "chance") for results in runs], NO_CAUSE),
    ]
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{html.escape(game.title)}</title><style>{STYLE}</style></head><body>{''.join(parts)}</body></html>"
    )


def _section(title: str, columns: list[str], note: str = "") -> str:
    """Something about every run, beside each other; nothing where there is nothing to tell."""
    if not any(columns):
        return ""
    sides = SIDES if len(columns) > 1 else ("",)
    shown = "".join(f"<div>{side}{column}</div>" for side, column in zip(sides, columns, strict=True) if column)
    head = f"<h2>{html.escape(title)}</h2>" if title else ""
    return f'{head}{_note(note) if note else ""}<div class="runs">{shown}</div>'


def _note(*lines: str) -> str:
    return f'<p class="note">{"<br>".join(map(html.escape, lines))}</p>'


def _settings(runs: list[Run]) -> str:
    lines = []
    for run, side in zip(runs, ("left: ", "right: "), strict=False):
        said = ", ".join(f"{name}={value}" for name, value in run.options.items()) or "usual rules"
        place = side if len(runs) > 1 else ""
        lines.append(f"{place}{said}, {_content_of(run)}, seed {run.seed}, bots {', '.join(run.bots)}")
    return _note(*lines)


def _content_of(run: Run) -> str:
    if not run.text:
        return f"{run.content or game_named(run.game).schema.default} content"
    try:
        return f"content {run.pack().name} from a file"
    except MiskatonicError:
        return "content from a file that is no longer understood"


def _table(heads: list[str], rows: list[list[str]]) -> str:
    head = "".join(f"<th>{html.escape(cell)}</th>" for cell in heads)
    body = "".join(f"<tr>{''.join(f'<td>{html.escape(cell)}</td>' for cell in row)}</tr>" for row in rows)
    return f"<table><tr>{head}</tr>{body}</table>"


def _differences(left: Summary, right: Summary) -> str:
    """What the second run has more or less of."""
    rows = []
    for one in left.bots:
        for other in (standing for standing in right.bots if standing.bot == one.bot):
            rows.append(_difference(f"{one.bot} wins", one.won, other.won))
            for fate in _all_fates([left, right]):
                if fate != "won":
                    rows.append(_difference(f"{one.bot}: {fate}", one.fate(fate), other.fate(fate)))
    rows += [
        _difference(f"seat {seat + 1} wins", one, other)
        for seat, (one, other) in enumerate(zip(left.seats, right.seats, strict=False))
        if len(left.seats) > 1
    ]
    plain = [("entries of the record", left.entries, right.entries)]
    if left.lead_changes is not None and right.lead_changes is not None:
        plain.append(("lead changes", left.lead_changes, right.lead_changes))
    rows += [_difference(what, one, other, "{:.1f}") for what, one, other in plain]
    return _table(["", "left", "right", "difference"], rows)


def _difference(what: str, left: Interval, right: Interval, form: str = "{:.1%}") -> list[str]:
    reach = hypot((left.high - left.low) / 2, (right.high - right.low) / 2)
    more = right.value - left.value
    sign = "+" if more >= 0 else "-"
    shown = f"{sign}{form.format(abs(more))} ± {form.format(reach)}"
    return [what, form.format(left.value), form.format(right.value), shown]


def _results(summary: Summary) -> str:
    rows = [[word or "none", won.percent()] for word, won in summary.results.items()]
    names = [row[0] for row in rows]
    return bars("how often matches end how", names, list(summary.results.values())) + _table(["result", "share"], rows)


def _bots(summary: Summary, measure: str) -> str:
    rows = [
        [
            standing.bot,
            standing.won.percent(),
            standing.standing.plain(".2f"),
            *([] if standing.elo is None else [standing.elo.plain("+.0f")]),
            f"{standing.seconds * 1000:.2f} ms",
        ]
        for standing in summary.bots
    ]
    rating = ["Elo"] if any(standing.elo for standing in summary.bots) else []
    pairs = [[pair.first, pair.second, pair.points.percent(), pair.said] for pair in summary.pairs]
    names = [standing.bot for standing in summary.bots]
    shown = bars("how often every bot wins", names, [standing.won for standing in summary.bots])
    table = _table(["bot", "won", measure.partition(",")[0], *rating, "per decision"], rows)
    return shown + table + (_table(["bot", "against", "points", "stronger?"], pairs) if pairs else "")


def _seats(summary: Summary) -> str:
    if len(summary.seats) == 1:
        return ""
    names = [f"seat {seat + 1}" for seat in range(len(summary.seats))]
    fair = sum(won.value for won in summary.seats) / len(names)
    return bars("how often every seat wins", names, summary.seats, fair) + _table(
        ["seat", "won", "beside all seats"],
        [[name, won.percent(), f"{won.value - fair:+.1%}"] for name, won in zip(names, summary.seats, strict=True)],
    )


def _all_fates(summaries: list[Summary]) -> list[str]:
    """Everything that anybody won or lost by, what is won first: runs that are compared show it alike."""
    met = {fate for summary in summaries for standing in summary.bots for fate in standing.fates}
    return sorted(met, key=lambda fate: (not fate.startswith("won"), fate))


def _fates(summary: Summary, words: list[str]) -> str:
    if not words:
        return ""
    names = [standing.bot for standing in summary.bots]
    parts = {fate: [standing.fate(fate).value for standing in summary.bots] for fate in words}
    rows = [[fate, *(standing.fate(fate).percent() for standing in summary.bots)] for fate in words]
    return stacked("by what every bot wins and loses", names, parts) + _table(["", *names], rows)


def _lead(summary: Summary) -> str:
    if summary.lead_changes is None:
        return ""
    said = f"The lead changes {summary.lead_changes.value:.1f} times a game."
    if summary.decided_at is not None:
        said += f" Whoever wins is never behind again after {summary.decided_at.value:.0%} of the game, on average."
    return f"<p>{said}</p>"


def _histograms(
    runs: list[Results], groups: Callable[[Results], list[Group]], label: str, counted: str = "games"
) -> list[str]:
    """The same figure of all runs, drawn to the same scale; nothing of a run that has none."""
    found = [[group for group in groups(results) if len(group.values)] for results in runs]
    values = [group.values for groups in found for group in groups]
    if not values:
        return []
    reach = float(min(part.min() for part in values)), float(max(part.max() for part in values))
    return [histogram(label, groups, label, counted, reach) if groups else "" for groups in found]


def _standings(results: Results) -> list[Group]:
    seats = results.table("seats")
    return [
        Group(name, _numbers(seats.filter(pl.col("won") == won), "standing"), colour)
        for name, won, colour in (("won", True, GREEN), ("not won", False, RED))
    ]


def _lengths(results: Results) -> list[Group]:
    return [Group("games", _numbers(results.table("matches"), "decisions"), BRASS)]


def _lead_changes(results: Results) -> list[Group]:
    if len(results.run.lineups[0]) == 1:
        return []
    return [Group("games", _numbers(results.table("matches"), "lead_changes"), BRASS)]


def _decided(results: Results) -> list[Group]:
    return [Group("games", _numbers(results.table("matches").drop_nulls("decided_at"), "decided_at"), BRASS)]


def _numbers(table: pl.DataFrame, column: str) -> Numbers:
    return table[column].to_numpy().astype(np.float64)


def _effects(results: Results, kind: str) -> str:
    """The effects that are surest to be none of chance as a picture, and everything that is frequent as a table."""
    found = effects(results, kind)
    if not found:
        return ""
    if kind == "answer":
        words = _choices(results.run)
        found = [effect._replace(what=words(effect.what)) for effect in found]
    surest = sorted(found, key=lambda effect: -effect.weight)[:SHOWN]
    drawn = sorted(((effect.more, effect.what) for effect in surest if effect.more is not None), reverse=True)
    picture = _note("What everybody at a table meets alike favours nobody.") if drawn else ""
    if any(abs(more.value) > ROUNDING for more, _ in drawn):
        picture = forest("what goes with winning", [what for _, what in drawn], [more for more, _ in drawn])
    rarer = f", the {LISTED} most frequent of {len(found)}" if len(found) > LISTED else ""
    table = _table(["", "times a game", "seats that met it", "won more often by"], list(map(_row, found[:LISTED])))
    return f"{picture}<details><summary>How often everything occurs{rarer}</summary>{table}</details>"


def _choices(run: Run) -> Callable[[str], str]:
    """Choices in the game's words; what this version of the game does not know stays as it was kept."""
    game = game_named(run.game)
    try:
        seen = run.match(0).view()
    except MiskatonicError:
        return str
    still = {part: seen[part] for part in game.still if part in seen}

    def words(kept: str) -> str:
        try:
            code = game.vocabulary.parse(kept)
        except MiskatonicError:
            return kept
        return with_seats(game.choice(code, still)).rstrip(".") if game.choice else kept.replace("=", ": ")

    return words


def _row(effect: Effect) -> list[str]:
    more = f"fewer than {FEWEST}"
    if effect.more is not None:
        more = f"{effect.more.value:+.1%} ± {effect.more.high - effect.more.value:.1%}"
    return [effect.what, f"{effect.times:.2f}", effect.met.percent(), more]
