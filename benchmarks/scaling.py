"""How speed changes with the number of players, of processes, and of matches in an environment."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

import miskatonic as mk
from benchmarks import ours
from benchmarks.measure import Workload, measure, timed

ROOT = Path(__file__).resolve().parents[1]
PLAYS = """
import sys, time
sys.path.insert(0, {root!r})
from benchmarks import ours
work = ours.whole_matches({game!r})
work()
print("ready", flush=True)
sys.stdin.readline()
nodes, until = 0, time.monotonic() + {seconds}
while time.monotonic() < until:
    nodes += work()
print(nodes, flush=True)
"""


def print_players(games: list[str], repeats: int, seconds: float) -> None:
    """Nodes a second of every game, by the number of seats."""
    workloads = {}
    for game in games:
        for seats in mk.game_named(game).seats:
            workloads[f"{game}, {seats} seats"] = timed(ours.whole_matches(game, seats))
    print(f"\n{'nodes a second by seats':<32}{'best':>12}{'median':>12}")
    for name, rate in measure(workloads, max(2, repeats // 3), seconds).items():
        print(f"{name:<32}{rate.best:>12,.0f}{rate.median:>12,.0f}")


def print_processes(game: str, most: int, seconds: float) -> None:
    """Nodes a second of one game in several processes at once, by the clock on the wall."""
    print(f"\n{game + ' by processes':<32}{'a second':>12}{'x one':>12}")
    alone = 0.0
    number = 1
    while number <= most:
        together = played_together(game, number, seconds) / seconds
        alone = alone or together
        print(f"{number:<32}{together:>12,.0f}{together / alone:>12.2f}")
        number *= 2


def played_together(game: str, number: int, seconds: float) -> int:
    """Nodes that so many processes play in so many seconds, all at the same time."""
    script = PLAYS.format(root=str(ROOT), game=game, seconds=seconds)
    running = [
        subprocess.Popen([sys.executable, "-c", script], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        for _ in range(number)
    ]
    for process in running:
        assert process.stdout is not None
        process.stdout.readline()
    for process in running:
        assert process.stdin is not None
        process.stdin.write("go\n")
        process.stdin.flush()
    time.sleep(seconds)
    return sum(int(process.communicate()[0]) for process in running)


def environments() -> dict[str, Workload]:
    """Steps of the learning environments, where Gymnasium is installed."""
    try:
        from benchmarks import vectors
    except ImportError as error:
        print(f"the environments are left out: {error}")
        return {}
    return vectors.workloads("Arkham") | vectors.workloads("MashSolo")
