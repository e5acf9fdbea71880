"""The benchmarks' own arithmetic: goals, counts that never differ, and what counts as slower."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

import miskatonic as mk

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks import bytecodes, ours
from benchmarks.goals import GOALS, Goal, print_goals, reached
from benchmarks.measure import Rates, measure, timed
from tools import compiled

RECORDED = Path(__file__).parents[1] / "benchmarks" / "recorded.json"


@pytest.mark.parametrize("game", ["arkham", "insanity", "mash", "tower"])
def test_every_game_has_a_goal_and_a_record(game: str) -> None:
    assert any(goal.rate == f"{game} play" for goal in GOALS)
    assert game in ours.SEATS
    for figures in json.loads(RECORDED.read_text("utf-8")).values():
        assert game in figures


def test_a_goal_is_a_ratio_of_the_best_turns(capsys: pytest.CaptureFixture[str]) -> None:
    rates = {"arkham play": Rates([10.0, 30.0, 20.0]), "pig": Rates([60.0, 40.0]), "arkham fork": Rates([60_000.0])}
    assert reached(Goal("arkham play", 0.6, "pig"), rates) == 0.5
    assert reached(Goal("arkham fork", 50_000), rates) == 60_000
    assert reached(Goal("mash play", 1.0, "pig"), rates) is None
    assert print_goals(rates) == 1
    assert "missed" in capsys.readouterr().out
    assert print_goals(rates | {"arkham play": Rates([36.0])}) == 0


def test_units_are_counted_by_process_time() -> None:
    rates = measure({"work": timed(lambda: 5)}, repeats=2, seconds=0.001)
    assert len(rates["work"].figures) == 2
    assert rates["work"].best >= rates["work"].median > 0


@pytest.mark.skipif(mk.COMPILED, reason="compiled rules have no bytecodes")
def test_bytecodes_are_the_same_in_every_count(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bytecodes, "NODES", 50)
    assert bytecodes.bytecodes("arkham") == bytecodes.bytecodes("arkham") > 50


def test_more_than_a_fifth_more_is_slower(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "recorded.json"
    file.write_text(json.dumps({bytecodes.PYTHON: {"arkham": 100.0}}))
    assert bytecodes.check({"arkham": 119.0}, file) == 0
    assert bytecodes.check({"arkham": 121.0, "toy": 9e9}, file) == 1
    assert "arkham takes 121 bytecodes a node, 21% more than the 100 recorded" in capsys.readouterr().out
    file.write_text("{}")
    assert bytecodes.check({"arkham": 1e9}, file) == 0
    assert "nothing is recorded" in capsys.readouterr().out


def test_only_changed_sources_are_compiled_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = tmp_path / "src" / "miskatonic" / "rules.py"
    source.parent.mkdir(parents=True)
    source.write_text("1")
    made: list[Path] = []

    def whole_package(folder: Path, games: tuple[str, ...], level: str) -> None:
        folder.mkdir()
        made.append(folder)

    monkeypatch.setattr(compiled, "ROOT", tmp_path)
    monkeypatch.setattr(compiled, "whole_package", whole_package)
    folder = tmp_path / "compiled"
    assert compiled.up_to_date(folder) == compiled.up_to_date(folder) == folder
    assert made == [folder]
    source.write_text("2")
    compiled.up_to_date(folder)
    assert made == [folder, folder]
