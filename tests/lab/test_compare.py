"""Matches with the same dice are one observation."""

from __future__ import annotations

import json
from pathlib import Path

import polars as pl
import pytest
from lab.made_up import DUEL, results, seat_rows

from miskatonic.cli import main
from miskatonic.lab.compare import scores
from miskatonic.lab.figures import wilson
from miskatonic.lab.keep import Results
from miskatonic.lab.run import Run, tournament_lineups
from miskatonic.lab.summary import summarise


def compared(run: Run, winners: dict[int, str], first: str = "heuristic", second: str = "random") -> list[float]:
    seats = pl.DataFrame(seat_rows(run, range(run.games), winners))
    return list(scores(run, seats, first, second))


def test_rotations_on_the_same_dice_are_one_observation() -> None:
    winners = {0: "heuristic", 1: "heuristic", 2: "heuristic", 3: "random", 4: "random", 5: "heuristic", 7: "random"}
    assert compared(Run("insanity", DUEL, games=8), winners) == [1.0, 0.5, 0.5, 0.0]


def test_dice_with_which_not_all_sat_everywhere_are_left_out() -> None:
    assert compared(Run("insanity", DUEL, games=3), {0: "random", 1: "random", 2: "heuristic"}) == [0.0]


def test_only_matches_count_in_which_both_meet() -> None:
    run = Run("insanity", tournament_lineups(["heuristic", "random", "slips:30"], 2), games=6)
    winners = {number: "heuristic" for number in range(6) if "slips:30" in run.lineup(number)}
    met = [number for number in range(6) if "slips:30" not in run.lineup(number)]
    assert len(met) == 2
    assert compared(run, winners) == [0.5]
    assert compared(run, winners | dict.fromkeys(met, "random")) == [0.0]


def test_who_plays_alone_is_compared_dice_by_dice_in_their_order() -> None:
    run = Run("arkham", (("heuristic",), ("random",)), games=24)
    assert compared(run, {4: "heuristic", 21: "random"}) == [0.5, 0.5, 1.0, *[0.5] * 7, 0.0, 0.5]


def test_where_the_seat_wins_whoever_sits_there_the_bots_are_known_to_be_equal(tmp_path: Path) -> None:
    """Match by match the interval would be three times as wide; twenty dice that ended alike leave little doubt."""
    run = Run("insanity", DUEL, games=40)
    summary = summarise(results(run, tmp_path / "r", {number: run.lineup(number)[0] for number in range(40)}))
    [pair] = summary.pairs
    assert (pair.dice, pair.points.value) == (20, 0.5)
    assert 0 < pair.points.high - pair.points.low < (wilson(20, 40).high - wilson(20, 40).low) / 3
    rating = summary.bots[0].elo
    assert rating is not None
    assert rating.value == pytest.approx(0)
    assert -40 < rating.low < -5 < 5 < rating.high < 40


def test_who_has_won_every_game_of_a_few_is_not_surely_that_strong(tmp_path: Path) -> None:
    few, many = (
        summarise(
            results(Run("insanity", DUEL, games=games), tmp_path / f"{games}", dict.fromkeys(range(games), "random"))
        )
        for games in (8, 80)
    )
    assert few.pairs[0].points == pytest.approx(wilson(0, 4))
    ratings = [summary.bots[1].elo for summary in (few, many)]
    assert all(rating is not None and rating.low < rating.value for rating in ratings)
    assert [rating.low for rating in ratings if rating] == sorted(rating.low for rating in ratings if rating)


def test_rotations_do_not_make_a_share_surer(tmp_path: Path) -> None:
    """Six rotations on the same dice that all end alike are one observation; so are several seats of one match."""
    run = Run("tower", tournament_lineups(["heuristic", "random", "slips:30"], 3), games=60)
    winners = {number: "heuristic" for number in range(60) if number // len(run.lineups) % 2}
    summary = summarise(results(run, tmp_path / "r", winners))
    dice = 60 // len(run.lineups)
    assert dice < 60
    assert summary.bots[0].won == pytest.approx(wilson(dice / 2, dice))
    assert summary.results["heuristic"] == pytest.approx(wilson(dice / 2, dice))
    assert summary.bots[0].games == 60


def test_seats_of_one_table_do_not_make_a_share_surer(tmp_path: Path) -> None:
    run = Run("arkham", (("heuristic",) * 6,), games=20)
    summary = summarise(results(run, tmp_path / "r", dict.fromkeys(range(5), "heuristic")))
    assert summary.bots[0].won == pytest.approx(wilson(5, 20))
    assert summary.bots[0].games == 20


def test_friends_have_tables_of_their_own(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Who wins and loses together with the others at a table cannot be compared with them there."""
    words = ["tournament", "mash", "--bots", "random,heuristic", "--option", "mode=cooperative", "--games", "20"]
    assert main([*words, "--jobs", "1", "--out", str(tmp_path / "r"), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert Results(tmp_path / "r").run.lineups == (("random", "random"), ("heuristic", "heuristic"))
    [pair] = found["pairs"]
    assert (pair["dice"], pair["points"]["value"] < 0.4) == (10, True)
    assert [(bot["games"], bot["elo"]) for bot in found["bots"]] == [(10, None)] * 2


def test_a_table_of_friends_is_one_outcome(tmp_path: Path) -> None:
    run = Run("mash", (("heuristic",) * 3, ("random",) * 3), games=20, options={"mode": "cooperative"})
    summary = summarise(results(run, tmp_path / "r", {0: "heuristic", 4: "heuristic"}))
    assert [standing.won for standing in summary.bots] == [pytest.approx(wilson(2, 10)), pytest.approx(wilson(0, 10))]
    assert (summary.pairs[0].dice, summary.pairs[0].points.value) == (10, 0.6)
