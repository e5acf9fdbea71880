"""Runs: the same matches everywhere, kept chunk by chunk, gone on with after an interruption."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import joblib
import polars as pl
import pytest
from lab.really_played import figures, played
from terminal.talk import Terminal

from miskatonic import __version__
from miskatonic.bots import BOTS, LEVELS
from miskatonic.cli import main
from miskatonic.games.arkham.view import sheet_view
from miskatonic.kernel import SetupError
from miskatonic.lab.keep import Results
from miskatonic.lab.play import play_chunk
from miskatonic.lab.report import report
from miskatonic.lab.run import CHUNK, Run, tournament_lineups
from miskatonic.lab.simulate import simulate
from miskatonic.lab.summary import summarise
from miskatonic.lab.tune import with_setting

PROGRAM = str(Path(sys.executable).with_name("miskatonic"))
DUEL = (("heuristic", "random"), ("random", "heuristic"))


def test_the_number_of_processes_makes_no_difference(tmp_path: Path) -> None:
    run = Run("insanity", DUEL, games=3 * CHUNK // 2, seed="s")
    assert figures(played(run, tmp_path / "one")).equals(figures(played(run, tmp_path / "two", jobs=2)))


def test_who_sits_elsewhere_has_the_same_dice() -> None:
    run = Run("insanity", DUEL, games=4)
    assert [repr(run.match(number)).partition("seed=")[2] for number in range(3)] == ["'0/0')", "'0/0')", "'0/1')"]
    rows = play_chunk(run, range(4))
    assert [row["dice"] for row in rows.matches] == ["0/0", "0/0", "0/1", "0/1"]


def test_a_run_goes_on_where_it_was_left(tmp_path: Path) -> None:
    run = Run("arkham", (("heuristic",),), games=3 * CHUNK)
    whole = played(run, tmp_path / "whole")
    results = Results.of(run, tmp_path / "parts")
    chunks = list(run.chunks())
    results.add(chunks[1], play_chunk(run, chunks[1]))
    assert results.played == CHUNK
    heard: list[int] = []
    simulate(run, results, jobs=1, told=heard.append)
    assert heard == [CHUNK, CHUNK]
    assert figures(results).equals(figures(whole))


def test_two_programs_at_the_same_run_do_not_disturb_each_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The other one writes the same table just before this one puts its own in place."""
    run = Run("arkham", (("random",),), games=CHUNK)
    results, chunk = Results.of(run, tmp_path / "r"), next(run.chunks())
    rows = play_chunk(run, chunk)
    write = pl.DataFrame.write_parquet
    process = os.getpid()

    def write_twice(table: pl.DataFrame, file: Path) -> None:
        write(table, file)
        if os.getpid() == process:
            with monkeypatch.context() as other:
                other.setattr(os, "getpid", lambda: process + 1)
                results.add(chunk, rows)

    monkeypatch.setattr(pl.DataFrame, "write_parquet", write_twice)
    results.add(chunk, rows)
    assert results.played == CHUNK
    assert sorted(path.suffix for path in (tmp_path / "r").iterdir()) == [".json", *[".parquet"] * 3]


def test_a_run_that_was_killed_before_it_was_kept_begins_again(tmp_path: Path) -> None:
    (tmp_path / ".run.json.7.new").touch()
    assert Results.of(Run("arkham", (("random",),), games=1), tmp_path).played == 0


def test_another_run_does_not_write_into_the_folder(tmp_path: Path) -> None:
    played(Run("arkham", (("random",),), games=1), tmp_path / "a")
    with pytest.raises(SetupError, match="another run"):
        Results.of(Run("arkham", (("random",),), games=1, seed="other"), tmp_path / "a")
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "letter.txt").write_text("dear")
    with pytest.raises(SetupError, match="not empty"):
        Results.of(Run("arkham", (("random",),), games=2), tmp_path / "mine")


@pytest.mark.parametrize("before", [CHUNK // 2, CHUNK, 3 * CHUNK // 2])
def test_more_games_go_on_where_fewer_ended(before: int, tmp_path: Path) -> None:
    longer = Run("arkham", (("heuristic",),), games=2 * CHUNK + 3)
    shorter = replace(longer, games=before)
    assert shorter.name == longer.name
    played(shorter, tmp_path / "r")
    results = Results.of(longer, tmp_path / "r")
    assert results.played == before // CHUNK * CHUNK
    simulate(longer, results, jobs=1)
    assert figures(results).equals(figures(played(longer, tmp_path / "whole")))


def test_fewer_games_than_are_kept_are_told_by_themselves(tmp_path: Path) -> None:
    """Also where the last of them were not played yet, and belong to a chunk that goes on."""
    longer = Run("arkham", (("heuristic",),), games=3 * CHUNK)
    shorter = replace(longer, games=3 * CHUNK // 2)
    Results.of(longer, tmp_path / "r").add(range(CHUNK), play_chunk(longer, range(CHUNK)))
    few = played(shorter, tmp_path / "r")
    assert few.played == summarise(few).games == shorter.games
    assert figures(few).equals(figures(played(shorter, tmp_path / "few")))
    assert Results(tmp_path / "r").played == 2 * CHUNK
    assert figures(played(longer, tmp_path / "r")).equals(figures(played(longer, tmp_path / "whole")))


@pytest.mark.parametrize(
    ("version", "said"), [("0.0.1", "begun with miskatonic 0.0.1, and this is"), (None, "with an earlier miskatonic")]
)
def test_a_run_does_not_go_on_after_an_update(version: str | None, said: str, tmp_path: Path) -> None:
    run = Run("arkham", (("random",),), games=CHUNK)
    results = played(run, tmp_path / "r")
    file = tmp_path / "r" / "run.json"
    kept = json.loads(file.read_text())
    assert kept["version"] == __version__
    if version is None:
        del kept["version"]
    file.write_text(json.dumps(kept | ({"version": version} if version else {})))
    with pytest.raises(SetupError, match=f"{said}.* --out"):
        Results.of(replace(run, games=2 * CHUNK), tmp_path / "r")
    assert results.run == run
    assert "20 games" in report([results])


def test_a_killed_simulation_loses_and_doubles_nothing(tmp_path: Path) -> None:
    command = [PROGRAM, "simulate", "arkham", "--games", "400", "--jobs", "2", "--out", "r", "--json"]
    first = subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.DEVNULL, start_new_session=True)
    until = time.monotonic() + 60
    while len(list(tmp_path.glob("r/matches-*"))) < 3 and time.monotonic() < until:
        time.sleep(0.02)
    os.killpg(first.pid, signal.SIGKILL)
    first.wait()
    done = Results(tmp_path / "r").played
    assert 0 < done < 400
    again = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True)
    assert json.loads(again.stdout)["games"] == 400
    numbers = Results(tmp_path / "r").table("matches")["number"].to_list()
    assert sorted(numbers) == list(range(400))
    assert figures(Results(tmp_path / "r")).equals(figures(played(Results(tmp_path / "r").run, tmp_path / "w")))


@pytest.mark.skipif(sys.platform == "win32", reason="there are no pseudo terminals")
@pytest.mark.parametrize(("more", "bar"), [([], True), (["--plain"], False)])
def test_a_terminal_shows_progress_with_rate_and_time_left(more: list[str], bar: bool, tmp_path: Path) -> None:
    import pty

    screen, terminal = pty.openpty()
    command = [PROGRAM, "simulate", "arkham", "--games", "200", "--jobs", "1", "--out", "r", *more]
    run = subprocess.Popen(command, cwd=tmp_path, stdout=terminal, stderr=terminal, stdin=terminal)
    os.close(terminal)
    shown = b""
    with suppress(OSError):  # the other end is closed when the program has ended
        while part := os.read(screen, 4096):
            shown += part
    os.close(screen)
    said = shown.decode()
    assert run.wait() == 0, said
    assert "Traceback" not in said
    assert ("\x1b" in said) == bar
    letters = re.sub(r"\x1b\[[0-9;?]*\w", "", said)
    assert "arkham: 200 games" in letters
    assert bool(re.search(r"\d+/200 +\d+\.\d/s 0:00:\d\d", letters)) == bar


def nobody_left(group: int) -> bool:
    """Whether all processes of a group have ended, within some seconds."""
    until = time.monotonic() + 20
    while time.monotonic() < until:
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.05)
    return False


def test_who_is_ended_leaves_nobody_playing(tmp_path: Path) -> None:
    """As a service or `timeout` ends programs: the boss alone is told."""
    command = [PROGRAM, "simulate", "arkham", "--games", "2000", "--jobs", "2", "--out", "r"]
    run = subprocess.Popen(command, cwd=tmp_path, stderr=subprocess.PIPE, text=True, start_new_session=True)
    until = time.monotonic() + 60
    while not list(tmp_path.glob("r/matches-*")) and time.monotonic() < until:
        time.sleep(0.02)
    run.terminate()
    said = run.communicate(timeout=60)[1]
    assert nobody_left(run.pid)
    assert run.returncode == 130
    assert "games are kept in r; the same command goes on." in said


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_an_interruption_is_told_in_sentences_and_loses_nothing(jobs: str, tmp_path: Path) -> None:
    command = [PROGRAM, "simulate", "arkham", "--games", "2000", "--jobs", jobs, "--out", "r"]
    run = subprocess.Popen(command, cwd=tmp_path, stderr=subprocess.PIPE, text=True, start_new_session=True)
    until = time.monotonic() + 60
    while len(list(tmp_path.glob("r/matches-*"))) < 4 and time.monotonic() < until:
        time.sleep(0.02)
    os.killpg(run.pid, signal.SIGINT)
    said = run.communicate(timeout=60)[1]
    assert run.returncode == 130
    assert "Traceback" not in said
    results = Results(tmp_path / "r")
    assert f"{results.played} of 2000 games are kept in r; the same command goes on." in said
    assert results.table("matches")["number"].n_unique() == results.played


@pytest.mark.parametrize(
    ("bots", "seats", "number"), [("ab", 2, 2), ("ab", 1, 2), ("abc", 2, 6), ("ab", 3, 6), ("abc", 3, 3), ("ab", 4, 2)]
)
def test_tournaments_seat_everybody_everywhere(bots: str, seats: int, number: int) -> None:
    lineups = tournament_lineups(list(bots), seats)
    assert len(lineups) == number
    for seat in range(seats):
        sat = [lineup[seat] for lineup in lineups]
        assert len({sat.count(bot) for bot in bots}) == 1, "every bot sits in every seat equally often"


@pytest.mark.parametrize("bots", ["ab", "aab"])
@pytest.mark.parametrize("seats", [1, 2, 3])
def test_who_cannot_be_compared_at_one_table_has_whole_tables(bots: str, seats: int) -> None:
    assert tournament_lineups(list(bots), seats, together=True) == (("a",) * seats, ("b",) * seats)


def test_who_loses_together_with_all_others_has_not_won() -> None:
    rows = play_chunk(Run("tower", (("random",) * 3,), games=20), range(20))
    winners = {match["number"]: int(match["result"] != "consumed") for match in rows.matches}
    assert set(winners.values()) == {0, 1}
    for number, expected in winners.items():
        assert sum(row["won"] for row in rows.seats if row["number"] == number) == expected


def test_a_summary_counts_right(tmp_path: Path) -> None:
    run = Run("insanity", DUEL, games=40)
    summary = summarise(played(run, tmp_path / "d"))
    rows = [row for chunk in run.chunks() for row in play_chunk(run, chunk).seats]
    for standing in summary.bots:
        own = [row for row in rows if row["bot"] == standing.bot]
        assert standing.games == len(own) == 40
        assert standing.won.value == sum(row["won"] for row in own) / 40
    heuristic, random = summary.bots
    assert heuristic.won.value > random.won.value
    assert heuristic.elo is not None
    assert random.elo is not None
    assert heuristic.elo.value > random.elo.value
    assert summary.pairs[0].points.value > 0.5
    assert json.dumps(summary.to_json())


def test_bots_that_play_alone_are_compared_on_the_same_dice(tmp_path: Path) -> None:
    run = Run("arkham", tournament_lineups(["heuristic", "random"], 1), games=120)
    summary = summarise(played(run, tmp_path / "a"))
    assert summary.pairs[0].dice == 60
    assert summary.pairs[0].verdict == "accepted"
    assert summary.bots[0].elo is None


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["simulate", "chess"], "there is no game 'chess'"),
        (["simulate", "arkham", "--games", "0"], "at least one game"),
        (["simulate", "arkham", "--games", "1000000000000"], "at most 10000000"),
        (["simulate", "arkham", "--jobs", "0"], "write 1 or more"),
        (["simulate", "arkham", "--jobs", "999999"], "at most 1000"),
        (["simulate", "arkham", "--seats", "-1"], "takes 1 to 6 players, not -1"),
        (["simulate", "arkham", "--seats", "1000000000000"], "takes 1 to 6 players, not 1000000000000"),
        (["tune", "arkham", "--vary", "time_end=99..100"], "time_end=100 cannot be played"),
        (["simulate", "arkham", "--content", "noise"], "noise is not text"),
        (["solve", "arkham", "--content", "noise"], "noise is not text"),
        (["solve", "arkham", "--jobs", "0"], "write 1 or more"),
        (["simulate", "arkham", "--bots", "genius"], "there is no bot 'genius'"),
        (["simulate", "insanity", "--bots", "random,random,random", "--seats", "2"], "3 bots for 2 seats"),
        (["simulate", "arkham", "--option", "luck"], "write it as name=value"),
        (["simulate", "arkham", "--cluster", "grid"], "no cluster of the kind 'grid'"),
        (["simulate", "arkham", "--cluster", "dask:nowhere"], "--cluster dask"),
        (["simulate", "arkham", "--cluster", "ray:nowhere"], "--cluster ray"),
        (["tournament", "insanity", "--bots", "random"], "two different bots"),
        (["tournament", "insanity", "--bots", "random,heuristic", "--sprt", "30,0"], "must be less"),
        (["tournament", "insanity", "--bots", "random,heuristic", "--sprt", "nan,nan"], "finite"),
        (["report", "nowhere"], "run.json is missing"),
        (["tune", "arkham", "--vary", "luckiness=1..2"], "luckiness: there is no such entry"),
        (["tune", "arkham", "--vary", "time_end=8..5"], "is empty"),
        (["tune", "arkham", "--vary", "time_end=4..8:0"], "'4..8:0' is not a whole number"),
        (["tune", "arkham", "--vary", "sheet.9.time_end=4..5"], "neither a rule option nor a figure"),
        (["tune", "arkham", "--vary", "sheet.x.y=4..5"], "neither a rule option nor a figure"),
        (["tune", "arkham", "--vary", "=4..5"], "write it as name="),
        (["tune", "arkham", "--vary", "time_end=1..99999999999999999999999"], "too many values"),
        (["tune", "arkham", "--vary", "inv_heal=1..200", "--vary", "time_end=1..200"], "40000 settings are too many"),
        (["tune", "arkham", "--vary", "time_end=5", "--vary", "time_end=6"], "varies already"),
        (["tune", "arkham", "--vary", "luck=own|bad"], "luck cannot be 'bad'"),
        (["tune", "insanity", "--vary", "a=1", "--seats", "2", "--bots", "random,random,random"], "3 bots for 2 seats"),
    ],
)
def test_what_cannot_be_done_is_said_in_a_sentence(
    words: list[str], said: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "noise").write_bytes(b"\xff\x00\x90")
    with suppress(SystemExit):
        assert main(words) == 2
    assert said in capsys.readouterr().err


@pytest.mark.parametrize(
    ("game", "bots", "seats"), [("tower", "random", 3), ("tower", "random,random", 2), ("arkham", "random", 1)]
)
def test_a_single_bot_plays_at_a_usual_table(game: str, bots: str, seats: int, tmp_path: Path) -> None:
    assert main(["simulate", game, "--bots", bots, "--games", "1", "--jobs", "1", "--out", str(tmp_path / "r")]) == 0
    assert Results(tmp_path / "r").run.lineups == (("random",) * seats,)


@pytest.mark.parametrize("command", ["simulate", "tournament", "tune"])
def test_help_names_games_and_bots_that_there_are(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with suppress(SystemExit):
        main([command, "--help"])
    said = " ".join(capsys.readouterr().out.split())
    assert "one of: arkham, " in said
    named = re.search(r"Bots: (.*)\. Levels: (.*)\.", said)
    assert named is not None
    assert {code.partition(":")[0] for code in named[1].split(", ")} == set(BOTS)
    assert named[2].split(", ") == list(LEVELS)


def test_an_empty_content_file_is_not_the_usual_content(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    empty = tmp_path / "empty.toml"
    empty.touch()
    assert main(["simulate", "arkham", "--games", "1", "--content", str(empty), "--out", str(tmp_path / "r")]) == 1
    assert "empty.toml, line 1: sheet is missing" in capsys.readouterr().err


@pytest.mark.parametrize(
    "kept",
    [
        "{",
        "[]",
        '{"game": "arkham"}',
        "\0",
        '{"game": "arkham", "lineups": [], "games": 1}',
        '{"game": "arkham", "lineups": [[7]], "games": 1}',
        '{"game": "arkham", "lineups": [["random"]], "games": "many"}',
    ],
)
def test_a_folder_that_describes_no_run_is_refused(
    kept: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "run.json").write_text(kept)
    assert main(["report", str(tmp_path)]) == 2
    assert "does not describe a run" in capsys.readouterr().err
    assert main(["simulate", "arkham", "--games", "1", "--out", str(tmp_path)]) == 2


def test_games_whose_tables_are_lost_or_cut_off_are_played_again(tmp_path: Path) -> None:
    run = Run("arkham", (("random",),), games=3 * CHUNK)
    results = played(run, tmp_path / "r")
    before = figures(results)
    (tmp_path / "r" / "seats-00000020.parquet").unlink()
    cut = tmp_path / "r" / "marks-00000040.parquet"
    cut.write_bytes(cut.read_bytes()[:-9])
    assert results.played == CHUNK
    simulate(run, results, jobs=1)
    assert figures(results).equals(before)


def test_a_damaged_table_is_named(tmp_path: Path) -> None:
    results = played(Run("arkham", (("random",),), games=1), tmp_path / "r")
    (tmp_path / "r" / "seats-00000000.parquet").write_bytes(b"noise, noise, noise PAR1")
    with pytest.raises(SetupError, match=r"seats-00000000.parquet is damaged; delete it"):
        summarise(results)


@pytest.mark.parametrize("other", ["matches", "marks"])
def test_a_table_in_the_place_of_another_is_damaged(other: str, tmp_path: Path) -> None:
    results = played(Run("arkham", (("random",),), games=1), tmp_path / "r")
    (tmp_path / "r" / f"{other}-00000000.parquet").replace(tmp_path / "r" / "seats-00000000.parquet")
    with pytest.raises(SetupError, match=r"seats-00000000.parquet is damaged"):
        results.part("seats", range(1))


def test_no_more_processes_are_called_than_there_is_work(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    called: list[int] = []
    parallel = joblib.Parallel

    def counted(n_jobs: int, **wishes: object) -> object:
        called.append(n_jobs)
        return parallel(n_jobs=1, **wishes)

    monkeypatch.setattr(joblib, "Parallel", counted)
    for games, jobs in ((1, -1), (2 * CHUNK, 500), (3 * CHUNK, -1)):
        played(Run("arkham", (("random",),), games=games), tmp_path / f"{games}", jobs)
    assert called == [1, 2, -1]


@pytest.mark.parametrize(("columns", "told"), [(80, "heuristic     20  "), (40, "heuristic\n  games 20\n  won ")])
def test_a_narrow_terminal_is_told_everything(columns: int, told: str, tmp_path: Path) -> None:
    words = ["tournament", "insanity", "--bots", "random,heuristic", "--games", "20", "--jobs", "1"]
    with Terminal(tmp_path, *words, "--out", tmp_path / "r", columns=columns) as terminal:
        assert "…" not in terminal.ended(0, told).partition("insanity: 20 games")[2]


@pytest.mark.parametrize("encoding", ["utf-8", "ascii"])
def test_figures_are_told_also_where_only_plain_letters_can_be_written(encoding: str, tmp_path: Path) -> None:
    command = [PROGRAM, "simulate", "arkham", "--games", "2", "--out", "r"]
    surroundings = os.environ | {"PYTHONIOENCODING": encoding}
    done = subprocess.run(command, cwd=tmp_path, env=surroundings, capture_output=True, check=True)
    assert (" ± " if encoding == "utf-8" else " +- ") in done.stdout.decode(encoding)


def test_results_are_looked_at_also_where_they_cannot_be_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A bot that played elsewhere may be missing here, as `optimal` is where nothing was solved."""
    results = played(Run("arkham", (("random",),), games=1), tmp_path / "r")
    kept = tmp_path / "r" / "run.json"
    kept.write_text(kept.read_text().replace('"random"', '"optimal"'))
    monkeypatch.setenv("MISKATONIC_HOME", str(tmp_path))
    assert results.run.bots == ["optimal"]
    with pytest.raises(SetupError, match="nothing to play from"):
        Results.of(results.run, tmp_path / "r")


def test_runs_of_different_games_are_not_compared(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for game in ("arkham", "insanity"):
        played(Run(game, (("random",),), games=1), tmp_path / game)
    words = ["report", str(tmp_path / "arkham"), str(tmp_path / "insanity"), "-o", str(tmp_path / "page.html")]
    assert main(words) == 2
    assert "arkham and insanity cannot be compared" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("sheet", "figure", "value", "known"),
    [
        ("", "health_max", "11", "health_max"),  # this sheet leaves it out, another one in the file has it
        ("easy", "health_max", "11", "health_max"),
        ("hard", "red.0", "2", "red"),
        ("hard", "sheet.2.time_end", "5", "time_end"),
    ],
)
def test_what_is_varied_is_the_sheet_in_use(sheet: str, figure: str, value: str, known: str) -> None:
    run = Run("arkham", (("random",),), games=1, content=sheet)
    usual = run.pack()
    varied = with_setting(run, {figure: value}).pack()
    assert varied.name == usual.name
    shown = [sheet_view(pack.data) for pack in (usual, varied)]
    assert [name for name in shown[0] if shown[0][name] != shown[1][name]] == [known]


def test_tuning_is_the_same_on_any_number_of_processes_and_counts_the_first_of_several_bots(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    words = ["tune", "insanity", "--vary", "colours.0.target=24..26:2", "--games", "40", "--json"]
    found = []
    for jobs in ("1", "2"):
        assert main([*words, "--bots", "heuristic,random", "--jobs", jobs]) == 0
        found.append(json.loads(capsys.readouterr().out))
    assert found[0] == found[1]
    assert all(tried["value"] > 0.6 for tried in found[0])
    run = Run("insanity", (("heuristic", "random"),), games=40)
    first = [row["won"] for chunk in run.chunks() for row in play_chunk(run, chunk).seats if row["seat"] == 0]
    usual = next(tried for tried in found[0] if tried["setting"] == {"colours.0.target": "24"})
    assert usual["value"] == sum(first) / 40


def test_tuning_finds_the_length_of_the_clock(tmp_path: Path) -> None:
    """The standard sheet, at five hours, is won by the sensible player in about 40 % of games."""
    words = [PROGRAM, "tune", "arkham", "--vary", "time_end=4..6", "--target", "0.41", "--games", "800", "--json"]
    done = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, check=True)
    best = json.loads(done.stdout)[0]
    assert best["setting"] == {"time_end": "5"}
    assert 0.33 < best["value"] < 0.49
