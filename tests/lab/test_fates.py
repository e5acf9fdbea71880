"""By what everybody wins or loses, and how far everybody has come, as the laboratory keeps it."""

from __future__ import annotations

from pathlib import Path

import polars as pl
import pytest

import miskatonic as mk
from miskatonic.lab.keep import Results
from miskatonic.lab.play import play_chunk
from miskatonic.lab.run import Run

TABLES = [(game, seats) for game in ("arkham", "insanity", "mash", "tower") for seats in mk.game_named(game).seats]
TABLES.remove(("insanity", 1))  # alone there is a title, and nobody to win against
SHORT = {"mode": "death_match", "last_round": "10"}


def seats_of(run: Run) -> list[dict[str, object]]:
    return play_chunk(run, range(run.games)).seats


@pytest.mark.parametrize(("game", "seats"), TABLES)
@pytest.mark.parametrize("bot", ["heuristic", "random"])
def test_fates_tell_winners_from_losers(game: str, seats: int, bot: str) -> None:
    for row in seats_of(Run(game, ((bot,) * seats,), games=2)):
        assert str(row["fate"]).startswith("won" if row["won"] else ("lost", "draw"))


@pytest.mark.parametrize(
    ("game", "bots", "options", "known"),
    [
        ("arkham", ("heuristic",), {}, {"won", "lost:health", "lost:sanity"}),
        ("insanity", ("heuristic", "random"), {}, {"won", "lost: fewer points"}),
        (
            "tower",
            ("random", "heuristic", "heuristic"),
            {},
            {
                "won: points",
                "won: brought doom",
                "lost: insane",
                "lost: too few points",
                "lost: another brought doom",
                "lost: all were consumed",
            },
        ),
        ("mash", ("random",), {"turn_limit": "5"}, {"lost: time was up", "lost: all eliminated"}),
        ("mash", ("random",) * 2, {"mode": "death_match", "last_round": "10"}, {"draw: time was up"}),
    ],
)
def test_the_reasons_of_a_game_are_met(
    game: str, bots: tuple[str, ...], options: dict[str, str], known: set[str]
) -> None:
    met = {row["fate"] for row in seats_of(Run(game, (bots,), games=24, options=options))}
    assert known <= met


def test_standings_are_points_and_gates_not_only_victory() -> None:
    for game, seats in (("arkham", 1), ("tower", 3), ("mash", 1)):
        found = {row["standing"] for row in seats_of(Run(game, (("heuristic",) * seats,), games=12))}
        assert len(found) > 2, game


@pytest.mark.parametrize(("game", "options"), [("tower", {}), ("arkham", {}), ("mash", SHORT)])
def test_there_are_leaders_wherever_people_play_against_each_other(game: str, options: dict[str, str]) -> None:
    rows = play_chunk(Run(game, (("heuristic", "slips:20", "random"),), games=24, options=options), range(24))
    assert sum(row["lead_changes"] for row in rows.matches) > 0
    decided = [row["decided_at"] for row in rows.matches if row["decided_at"] is not None]
    assert all(0 <= moment <= 1 for moment in decided)
    assert decided or game == "mash", "ten rounds of a Death Match decide nothing"


def test_results_of_before_there_were_fates_are_read_all_the_same(tmp_path: Path) -> None:
    run = Run("arkham", (("random",),), games=1)
    results = Results.of(run, tmp_path / "r")
    results.add(range(1), play_chunk(run, range(1)))
    old = tmp_path / "r" / "seats-00000000.parquet"
    pl.read_parquet(old).drop("fate").write_parquet(old)
    assert results.table("seats")["fate"].to_list() == [None]
