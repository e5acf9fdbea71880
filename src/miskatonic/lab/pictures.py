"""Pictures of a report, each as an SVG that stands in the page itself."""

from __future__ import annotations

import html
import io
from collections.abc import Sequence
from typing import NamedTuple

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from miskatonic.lab.figures import Interval, Numbers

INK, FADED, BRASS, GREEN, RED = "#1c1714", "#8a7a5c", "#7a5c14", "#0b5d4c", "#a3352b"
SHADES = (GREEN, RED, BRASS, "#3d5a80", "#c98b3c", "#6b3f69", "#7f9c8a", "#c9736a", FADED)
"""Colours of parts that stand beside each other."""
BINS = 30
LONGEST = 44
"""Letters of a name; longer ones would leave no room for the picture."""


class Group(NamedTuple):
    """Values that are counted together."""

    name: str
    values: Numbers
    colour: str


def bars(about: str, names: Sequence[str], shares: Sequence[Interval], usual: float | None = None) -> str:
    """Shares as bars with their intervals; a line shows the usual share."""
    figure, axes = _figure(0.6 + 0.32 * len(names))
    at = np.arange(len(names))
    reach = np.array([[share.value - share.low for share in shares], [share.high - share.value for share in shares]])
    axes.barh(at, [share.value for share in shares], xerr=reach.clip(0), color=GREEN, ecolor=INK, height=0.6)
    if usual is not None:
        axes.axvline(usual, color=RED, linestyle="--", linewidth=1)
    _name_rows(axes, names)
    axes.set_xlim(0, 1)
    _in_percent(axes)
    return _svg(figure, about)


def stacked(about: str, rows: Sequence[str], parts: dict[str, list[float]]) -> str:
    """Every row as one bar, made of parts; what is won is green."""
    figure, axes = _figure(0.9 + 0.32 * len(rows) + 0.17 * len(parts))
    done = np.zeros(len(rows))
    losses = iter(SHADES[1:] * len(parts))
    for number, (name, shares) in enumerate(parts.items()):
        colour = GREEN if name.startswith("won") else next(losses)
        axes.barh(
            np.arange(len(rows)), shares, left=done, height=0.6, color=colour, label=name, hatch=("", "//")[number % 2]
        )
        done += np.array(shares)
    _name_rows(axes, rows)
    axes.set_xlim(0, 1)
    _in_percent(axes)
    figure.legend(loc="outside lower left", frameon=False, fontsize=8, ncols=2)
    return _svg(figure, about)


def histogram(about: str, groups: Sequence[Group], label: str, counted: str, reach: tuple[float, float]) -> str:
    """How many have each value; groups stand on each other. Runs that are compared have the same reach."""
    figure, axes = _figure(2.6)
    axes.hist(
        [group.values for group in groups],
        bins=list(_bins([group.values for group in groups], *reach)),
        color=[group.colour for group in groups],
        label=[group.name for group in groups],
        stacked=True,
    )
    axes.set(xlabel=label, ylabel=counted)
    if len(groups) > 1:
        axes.legend(frameon=False)
    return _svg(figure, about)


def _bins(values: Sequence[Numbers], low: float, high: float) -> Numbers:
    """One bin for every whole number where there are few of them."""
    whole = all(bool((part == part.round()).all()) for part in values)
    if whole and high - low < BINS:
        return np.arange(low - 0.5, high + 1)
    return np.linspace(low, high if high > low else low + 1, BINS + 1)


def forest(about: str, names: Sequence[str], effects: Sequence[Interval]) -> str:
    """Differences with their intervals around the line of no difference; what may be chance is faded."""
    figure, axes = _figure(0.7 + 0.24 * len(names))
    for at, effect in enumerate(effects):
        colour = FADED if effect.low <= 0 <= effect.high else GREEN if effect.value > 0 else RED
        axes.plot((effect.low, effect.high), (at, at), color=colour, linewidth=1.5)
        axes.plot(effect.value, at, "o" if effect.value > 0 else "s", color=colour, markersize=5)
    axes.axvline(0, color=INK, linewidth=0.8)
    _name_rows(axes, names)
    _in_percent(axes)
    axes.set_xlabel("wins more often by")
    return _svg(figure, about)


def _figure(height: float) -> tuple[Figure, Axes]:
    figure = Figure(figsize=(5.5, height), layout="constrained", facecolor="none")
    return figure, figure.add_subplot()


def _name_rows(axes: Axes, names: Sequence[str]) -> None:
    # sentences that begin alike may end differently
    half = LONGEST // 2 - 2
    short = [name if len(name) <= LONGEST else f"{name[:half]} ... {name[-half:]}" for name in names]
    axes.set_yticks(np.arange(len(names)), short)
    axes.set_ylim(len(names) - 0.4, -0.6)


def _in_percent(axes: Axes) -> None:
    axes.xaxis.set_major_formatter(lambda x, _: f"{x:.0%}")


def _svg(figure: Figure, about: str) -> str:
    """A picture as a part of the page, with words for who cannot see it; it is the same every time."""
    for axes in figure.axes:
        axes.set_facecolor("none")
        axes.spines[["top", "right"]].set_visible(False)
    drawn = io.StringIO()
    with mpl.rc_context({"svg.fonttype": "none", "svg.hashsalt": "miskatonic"}):
        figure.savefig(drawn, format="svg", metadata={"Date": None, "Creator": None})
    picture = drawn.getvalue()
    words = f'<svg role="img" aria-label="{html.escape(about)}" '
    return words + picture[picture.index("<svg ") + len("<svg ") :]
