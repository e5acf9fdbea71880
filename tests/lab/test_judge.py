"""The sequential test ends a run, and it makes no difference how that was played."""

from __future__ import annotations

import json
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest
from lab.made_up import DUEL, results, rows

from miskatonic.cli import main
from miskatonic.lab.judge import Judge
from miskatonic.lab.keep import Results
from miskatonic.lab.play import play_chunk
from miskatonic.lab.report import report
from miskatonic.lab.run import CHUNK, Run, tournament_lineups
from miskatonic.lab.simulate import simulate
from miskatonic.lab.summary import summarise

PROGRAM = str(Path(sys.executable).with_name("miskatonic"))
SEQUENTIAL = Run("insanity", DUEL, games=20 * CHUNK, sprt=(0.0, 60.0))
TOURNAMENT = ["tournament", "insanity", "--bots", "heuristic,random", "--games", "400", "--sprt", "0,60", "--json"]


def found(results: Results) -> object:
    """Everything that is told and does not depend on the clock."""
    summary = summarise(results)
    return summary._replace(bots=[standing._replace(seconds=0.0) for standing in summary.bots])


def test_a_run_ends_when_its_test_has_decided(tmp_path: Path) -> None:
    kept = Results.of(SEQUENTIAL, tmp_path / "r")
    simulate(SEQUENTIAL, kept, jobs=1)
    games = summarise(kept).decided_after
    assert games == kept.played == summarise(kept).games
    assert games < SEQUENTIAL.games
    [pair] = summarise(kept).pairs
    assert (pair.verdict, pair.decided_after) == ("accepted", games)
    heard: list[int] = []
    simulate(SEQUENTIAL, kept, jobs=1, told=heard.append)
    assert heard == []


def test_what_was_played_beyond_is_not_told(tmp_path: Path) -> None:
    kept = Results.of(SEQUENTIAL, tmp_path / "r")
    simulate(SEQUENTIAL, kept, jobs=1)
    before = found(kept)
    more = list(SEQUENTIAL.chunks())[kept.played // CHUNK :]
    for chunk in (more[0], more[3]):
        kept.add(chunk, play_chunk(SEQUENTIAL, chunk))
    assert found(kept) == before
    assert f"{summarise(kept).games} games</h1>" in report([kept])


def test_nothing_is_decided_by_matches_behind_a_gap(tmp_path: Path) -> None:
    winners = dict.fromkeys(range(SEQUENTIAL.games), "heuristic")
    chunks = list(SEQUENTIAL.chunks())
    kept = Results.of(SEQUENTIAL, tmp_path / "r")
    judge = Judge(kept)
    for chunk in chunks[1:]:
        kept.add(chunk, rows(SEQUENTIAL, chunk, winners))
    assert judge.decided_after() is None
    kept.add(chunks[0], rows(SEQUENTIAL, chunks[0], winners))
    assert judge.decided_after() == CHUNK


def test_the_first_decision_stands(tmp_path: Path) -> None:
    """Also where all games are played: what comes later does not take it back."""
    run = Run("insanity", DUEL, games=4 * CHUNK)
    winners = dict.fromkeys(range(2 * CHUNK), "heuristic") | dict.fromkeys(range(2 * CHUNK, 4 * CHUNK), "random")
    summary = summarise(results(run, tmp_path / "r", winners))
    assert (summary.games, summary.decided_after) == (4 * CHUNK, None)
    [pair] = summary.pairs
    assert (pair.verdict, pair.decided_after, pair.points.value) == ("accepted", 2 * CHUNK, 0.5)


def test_all_pairs_must_be_decided(tmp_path: Path) -> None:
    bots = ["heuristic", "random", "slips:30"]
    run = Run("insanity", tournament_lineups(bots, 2), games=15 * CHUNK, sprt=(0.0, 60.0))
    first_seat = {number: run.lineup(number)[0] for number in range(run.games)}
    slips = {number: "slips:30" for number in range(run.games) if "slips:30" in run.lineup(number)}
    summary = summarise(results(run, tmp_path / "r", first_seat | slips))
    after = {(pair.first, pair.second): pair.decided_after for pair in summary.pairs}
    equal = after.pop(("heuristic", "random"))
    assert equal is not None
    assert all(games is not None and games < equal for games in after.values())
    assert summary.decided_after == summary.games == equal


@pytest.mark.parametrize("cluster", ["--jobs=2", "--cluster=dask", "--cluster=ray"])
def test_neither_processes_nor_clusters_change_what_is_told(cluster: str, tmp_path: Path) -> None:
    kind = cluster.partition("=")[2]
    if kind != "2" and find_spec(kind) is None:
        pytest.skip(f"{kind} is not installed")
    done = subprocess.run(
        [PROGRAM, *TOURNAMENT, cluster, "--out", "r"], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert "Warning" not in done.stderr
    here = Results.of(SEQUENTIAL, tmp_path / "here")
    simulate(SEQUENTIAL, here, jobs=1)
    assert found(Results(tmp_path / "r")) == found(here)
    assert json.loads(done.stdout)["decided_after"] == summarise(here).decided_after


def test_the_command_says_after_how_many_games_it_was_decided(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = [*TOURNAMENT[:-1], "--jobs", "1", "--out", str(tmp_path / "r")]
    assert main(words) == 0
    said = capsys.readouterr().out
    assert "insanity: 40 games\nEvery pair is decided after 40 games" in said
    assert "accepted after 40 games" in said
    assert main([*words, "--games", "20"]) == 0
    assert "Not every pair is decided after 20 games" in capsys.readouterr().out
    without = [word for word in words if word not in ("--sprt", "0,60")]
    assert main(without) == 0
    said = capsys.readouterr().out
    assert "insanity: 400 games\nResult" in said
