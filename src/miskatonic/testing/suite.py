"""Running the suite: every property of a game, over many random matches."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from hypothesis import HealthCheck, Phase, given, settings

from miskatonic.kernel import Content, Game, Match, game_named, game_names, register
from miskatonic.testing.facts import components, endings, queries, views
from miskatonic.testing.hidden import secrets, simultaneous
from miskatonic.testing.luck import chance
from miskatonic.testing.times import forks, replay, undo
from miskatonic.testing.trial import Trial, trials
from miskatonic.testing.words import refusals, vocabulary

PROPERTIES: dict[str, Callable[[Trial], None]] = {
    prop.__name__: prop
    for prop in (
        replay,
        forks,
        undo,
        queries,
        views,
        secrets,
        simultaneous,
        vocabulary,
        refusals,
        chance,
        components,
        endings,
    )
}
"""Every property by its name; the docstring of each says what it demands."""


def conformance(
    game: Game[Any],
    *,
    seats: int | None = None,
    content: Content | str | None = None,
    options: Mapping[str, str] | None = None,
    examples: int = 50,
) -> None:
    """Check everything a game must do; the first property that fails is an `AssertionError` that names it.

    Seats, content and options are varied, unless they are given.
    """
    for name in PROPERTIES:
        check(name, game, seats=seats, content=content, options=options, examples=examples)


def check(
    name: str,
    game: Game[Any],
    *,
    seats: int | None = None,
    content: Content | str | None = None,
    options: Mapping[str, str] | None = None,
    examples: int = 50,
) -> None:
    """Check one property in as many matches as `examples` says."""
    _make_known(game)
    Match(game, seats=seats, content=content, options=options)  # what is asked for here must be possible
    prop = PROPERTIES[name]

    @settings(
        max_examples=examples,
        deadline=None,
        database=None,
        derandomize=True,
        report_multiple_bugs=False,
        phases=(Phase.generate, Phase.shrink),
        suppress_health_check=list(HealthCheck),
    )
    @given(trials(game, seats, content, options))
    def run(trial: Trial) -> None:
        try:
            prop(trial)
        except Exception as error:
            what = str(error) if isinstance(error, AssertionError) else f"{type(error).__name__}: {error}"
            raise AssertionError(f"{game.name} fails {name!r} {what}\n  in {trial}") from error

    try:
        run()
    except AssertionError:
        raise
    except Exception as error:
        raise AssertionError(
            f"{game.name} fails {name!r}, but not every time: its rules use something outside"
        ) from error


def _make_known(game: Game[Any]) -> None:
    """Records and pickles name their game, so it must be known by that name."""
    if game.name not in game_names():
        register(game.name, lambda: game)
    elif game_named(game.name) is not game:
        raise AssertionError(f"another game is known as {game.name!r}; a name belongs to one game")
