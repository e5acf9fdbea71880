"""Machine instructions a node, counted by valgrind: `python benchmarks/instructions.py [--games arkham ...]`.

Rates drift with a machine and its other work; this count does not, so it shows a change of one per cent. It does not
show memory that is waited for. Needs valgrind.
"""

from __future__ import annotations

import argparse
import gc
import os
import re
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import miskatonic as mk
from benchmarks import ours

GAMES = 60
FEWER = 20


def play(name: str, games: int) -> int:
    """Random play of so many games, always the same ones; the number of nodes."""
    player = mk.anybody(1)
    fortune = mk.Seeded(1)
    nodes = 0
    for _ in range(games):
        match = mk.Match(name, seats=ours.SEATS[name], fortune=fortune, quiet=True)
        match.play(player)
        nodes += len(match.log)
    return nodes


def counted(name: str, games: int) -> tuple[int, int]:
    """Nodes and instructions of a run of its own: all games, to make what is made once, then so many of them again."""
    command = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null"]
    command += [sys.executable, __file__, "--games", name, "--play", str(games)]
    # strings hash the same in every run, so that dictionaries take the same steps
    done = subprocess.run(command, capture_output=True, text=True, check=True, env=os.environ | {"PYTHONHASHSEED": "0"})
    found = re.search(r"Collected : (\d+)", done.stderr)
    if found is None:
        raise RuntimeError(f"valgrind has counted nothing: {done.stderr}")
    return int(done.stdout), int(found[1])


def main() -> None:
    """Count with more and with fewer games: the difference is free of everything that is done once."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", nargs="+", choices=sorted(ours.SEATS), default=sorted(ours.SEATS))
    parser.add_argument("--play", type=int, help="only play, as many games; prints the nodes")
    arguments = parser.parse_args()
    if arguments.play is not None:
        gc.disable()
        play(arguments.games[0], GAMES)
        print(play(arguments.games[0], arguments.play))
        return
    for name in arguments.games:
        play(name, 1)  # so that nothing is compiled while valgrind counts
        (nodes, spent), (fewer, less) = counted(name, GAMES), counted(name, FEWER)
        print(f"{name:<10}{(spent - less) / (nodes - fewer):>10,.0f} instructions a node")


if __name__ == "__main__":
    main()
