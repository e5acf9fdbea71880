"""Workloads in a process of their own, beside another build of the package: pure and compiled in the same run.

Started by `Elsewhere`; reads lines `game workload seconds`, answers each with units per second of its own process time.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


class Elsewhere:
    """The package in another folder, in a process that waits while others have their turns."""

    def __init__(self, folder: Path, share: float) -> None:
        path = os.pathsep.join([str(folder.resolve()), str(ROOT)])
        self._process = subprocess.Popen(
            [sys.executable, __file__, str(share)],
            env=os.environ | {"PYTHONPATH": path},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self.kind = self._line()
        """What the package there says of itself: `compiled`, or `pure Python`."""

    def _line(self) -> str:
        assert self._process.stdout is not None
        line = self._process.stdout.readline().strip()
        if not line:
            raise SystemExit("the other build of the package does not run; its reason stands above")
        return line

    def rate(self, game: str, work: str, seconds: float) -> float:
        """One turn of a workload."""
        assert self._process.stdin is not None
        self._process.stdin.write(f"{game} {work} {seconds}\n")
        self._process.stdin.flush()
        return float(self._line())

    def close(self) -> None:
        """Let it go."""
        self._process.communicate()


def main() -> None:
    """Work as asked, until nobody asks any more."""
    import miskatonic as mk
    from benchmarks import ours
    from benchmarks.measure import Timed, timed

    print("compiled" if mk.COMPILED else "pure Python", flush=True)
    known: dict[tuple[str, str], Timed] = {}
    warm: set[str] = set()
    for line in sys.stdin:
        game, work, seconds = line.split()
        if game not in warm:
            ours.warm_up(game, float(sys.argv[1]))
            warm.add(game)
        if (game, work) not in known:
            known[game, work] = timed(ours.WORKLOADS[work](game))
        print(known[game, work](float(seconds)), flush=True)


if __name__ == "__main__":
    main()
