"""Bytecodes a node: work that is the same in every run, so that a slower game is noticed without a stopwatch.

    python benchmarks/bytecodes.py                                     # count
    python benchmarks/bytecodes.py --check benchmarks/recorded.json    # exit status 1 if a game takes 20 % more
    python benchmarks/bytecodes.py --record benchmarks/recorded.json   # after a change that is meant

Counted for random play by `Match.play` in pure Python; what C functions do is not seen (`instructions.py` sees it).
Every version of Python has bytecodes of its own, and figures of its own; early releases of 3.12 and 3.13 do not tell
tracers of all of them, so nothing is recorded there.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from types import FrameType
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import miskatonic as mk
from benchmarks import ours

MOST = 1.2
"""A game that takes more than so many times what is recorded has become slower."""
NODES = 1_000
"""Whole matches are counted until they have so many."""
PYTHON = f"{sys.version_info.major}.{sys.version_info.minor}"


def begun(name: str, number: int) -> mk.Match:
    """A match at its first question, always the same one."""
    return mk.Match(name, seats=ours.SEATS[name], seed=number, quiet=True)


def bytecodes(name: str) -> float:
    """Bytecodes a node of a few matches, always the same ones."""
    counted = 0

    def each(frame: FrameType, event: str, arg: Any) -> Any:
        nonlocal counted
        counted += event == "opcode"
        return each

    def every(frame: FrameType, event: str, arg: Any) -> Any:
        frame.f_trace_opcodes = True
        frame.f_trace_lines = False
        return each

    nodes = number = 0
    while nodes < NODES:
        # whatever is made and kept when it comes for the first or the second time is not counted
        for _ in range(2):
            begun(name, number).play(mk.anybody(number))
        match = begun(name, number)
        before = sys.gettrace()
        sys.settrace(every)
        try:
            match.play(mk.anybody(number))
        finally:
            sys.settrace(before)
        nodes += len(match.log)
        number += 1
    return counted / nodes


def compare(found: dict[str, float], recorded: dict[str, float]) -> list[str]:
    """A sentence for every game that takes too much more than recorded."""
    return [
        f"{name} takes {count:,.0f} bytecodes a node, {count / recorded[name] - 1:.0%} more than the "
        f"{recorded[name]:,.0f} recorded: make it quicker, or record it if that is meant"
        for name, count in found.items()
        if name in recorded and count > MOST * recorded[name]
    ]


def main() -> int:
    """Count, and compare or record."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", nargs="+", choices=sorted(ours.SEATS), default=sorted(ours.SEATS))
    parser.add_argument("--check", type=Path, metavar="FILE", help="compare with what is recorded")
    parser.add_argument("--record", type=Path, metavar="FILE", help="record what was counted")
    wanted = parser.parse_args()
    if mk.COMPILED:
        print("kernel and rules are compiled: there are no bytecodes to count")
        return 0
    found = {name: bytecodes(name) for name in wanted.games}
    for name, count in found.items():
        print(f"{name:<10}{count:>10,.1f} bytecodes a node")
    if wanted.record:
        kept = json.loads(wanted.record.read_text("utf-8")) if wanted.record.is_file() else {}
        kept[PYTHON] = kept.get(PYTHON, {}) | {name: round(count, 1) for name, count in found.items()}
        wanted.record.write_text(json.dumps(kept, indent=2, sort_keys=True) + "\n", "utf-8")
    return check(found, wanted.check) if wanted.check else 0


def check(found: dict[str, float], file: Path) -> int:
    """Say which games have become slower; the exit status."""
    recorded = json.loads(file.read_text("utf-8")).get(PYTHON, {})
    if not recorded:
        print(f"nothing is recorded for Python {PYTHON}, so nothing is compared")
    slower = compare(found, recorded)
    for sentence in slower:
        print(sentence)
    return 1 if slower else 0


if __name__ == "__main__":
    sys.exit(main())
