"""The benchmarks of the table, as short as they can be: they must run, find nothing lost and tell their figures."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

BENCHMARKS = Path(__file__).resolve().parents[1] / "benchmarks"


def run(name: str, *options: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(BENCHMARKS / name), *options]
    return subprocess.run(command, capture_output=True, text=True, timeout=280, check=False)


def check_crash(*options: str) -> None:
    done = run("crash.py", "--kills", "3", "--tables", "6", "--think", "0.05", *options)
    assert done.returncode == 0, done.stdout + done.stderr
    last = re.fullmatch(r"acknowledged (\d+) lost 0", done.stdout.splitlines()[-1])
    assert last, done.stdout
    assert int(last[1]) > 50
    assert done.stdout.startswith("3 kills, ")


def test_nothing_acknowledged_is_lost_when_the_server_is_killed() -> None:
    check_crash()


@pytest.mark.skipif(
    not (shutil.which("initdb") or list(Path("/usr/lib/postgresql").glob("*/bin/initdb"))),
    reason="there is no PostgreSQL here",
)
def test_nothing_acknowledged_is_lost_with_postgresql() -> None:
    check_crash("--database", "postgres")


def test_a_small_load_is_carried_without_trouble() -> None:
    done = run("load.py", "--matches", "20", "--sockets", "60", "--seconds", "3", "--think", "0.5", "--goal", "5000")
    assert done.returncode == 0, done.stdout + done.stderr
    moves = re.search(r"^(\d+) acknowledged moves a second", done.stdout, re.MULTILINE)
    assert moves, done.stdout
    assert int(moves[1]) > 5
    assert "trouble" not in done.stdout
    assert "60 sockets at the end" in done.stdout
    assert done.stdout.endswith("goal p95 < 5000 ms: reached\n")


def test_a_goal_that_is_missed_is_told() -> None:
    done = run("load.py", "--matches", "2", "--sockets", "4", "--seconds", "2", "--think", "0.2", "--goal", "0")
    assert done.returncode == 1
    assert done.stdout.endswith("goal p95 < 0 ms: missed\n"), done.stdout + done.stderr
