"""Speed beside the peers, as ratios measured in one run: `python benchmarks/peers.py --all`.

    python benchmarks/peers.py                       # ours in pure Python beside OpenSpiel
    python benchmarks/peers.py --compiled FOLDER     # and ours compiled into FOLDER by tools/compiled.py
    python benchmarks/peers.py --all                 # both builds, every peer, player counts, processes, environments
    python benchmarks/peers.py --check benchmarks/recorded.json    # only: has a game become slower than recorded?

Exit status 1 if a goal is missed. Needs the extra `bench` (`pip install -e ".[bench]"`); a peer that is not installed
is left out with a sentence. With `--all` the package is compiled into `build/compiled`, unless that is up to date: the
first time that takes some minutes.
"""

from __future__ import annotations

import argparse
import os
import sys
from functools import partial
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks import bytecodes, openspiel, others, ours, scaling
from benchmarks.elsewhere import Elsewhere
from benchmarks.goals import print_goals
from benchmarks.measure import Rates, Timed, measure, timed
from tools.compiled import ROOT, has_compiler, up_to_date


def ours_here(games: list[str], share: float) -> dict[str, Timed]:
    """Everything that is measured of our games in this process."""
    workloads: dict[str, Timed] = {}
    for game in games:
        ours.warm_up(game, share)
        workloads |= {f"{game} {work}": timed(make(game)) for work, make in ours.WORKLOADS.items()}
    return workloads


def ours_there(games: list[str], there: Elsewhere) -> dict[str, Timed]:
    """Play and forks of our games in the other build."""
    print(f"the other build is {there.kind}")
    return {f"{game} {work}, compiled": partial(there.rate, game, work) for game in games for work in ("play", "fork")}


def compiled_here() -> Path | None:
    """The package as it stands, compiled; None where that cannot be done."""
    if has_compiler():
        return up_to_date(ROOT / "build" / "compiled")
    print("ours compiled are left out: there is no C compiler here")
    return None


def print_rates(rates: dict[str, Rates]) -> None:
    """Every workload with its rate, and beside the two yardsticks."""
    print(f"\n{'per second':<32}{'best':>12}{'median':>12}{'x pig':>9}{'x backgammon':>14}")
    for name, rate in rates.items():
        pig, backgammon = rate.best / rates["pig"].best, rate.best / rates["backgammon"].best
        print(f"{name:<32}{rate.best:>12,.0f}{rate.median:>12,.0f}{pig:>9.2f}{backgammon:>14.2f}")


def main() -> int:
    """Measure, print the tables, and say whether every goal is reached."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "--all", action="store_true", help="both builds, every peer, player counts, processes and environments"
    )
    parser.add_argument("--games", nargs="+", choices=sorted(ours.SEATS), default=sorted(ours.SEATS))
    parser.add_argument("--compiled", type=Path, metavar="FOLDER", help="where tools/compiled.py has put the package")
    parser.add_argument("--repeats", type=int, default=9, help="how often every workload has its turn (9)")
    # long enough for a dozen of the longest matches: some are quicker to play than others, whoever has its turn
    parser.add_argument("--seconds", type=float, default=0.5, help="how long a turn lasts (0.5)")
    parser.add_argument("--warm", type=float, default=1.0, help="share of the usual warming up (1.0)")
    parser.add_argument(
        "--check", type=Path, metavar="FILE", help="only compare bytecodes a node with what is recorded"
    )
    wanted = parser.parse_args()
    if wanted.check:
        return bytecodes.check({game: bytecodes.bytecodes(game) for game in wanted.games}, wanted.check)

    workloads = {name: timed(openspiel.random_play(name)) for name in openspiel.NAMES}
    workloads["backgammon clone"] = timed(openspiel.clones("backgammon"))
    if wanted.all:
        workloads |= {name: timed(work) for name, work in others.found().items()}
        workloads |= {name: timed(work) for name, work in scaling.environments().items()}
    workloads |= ours_here(wanted.games, wanted.warm)
    folder = wanted.compiled or (compiled_here() if wanted.all else None)
    there = Elsewhere(folder, wanted.warm) if folder else None
    if there is not None:
        workloads |= ours_there(wanted.games, there)
    rates = measure(workloads, wanted.repeats, wanted.seconds)
    if there is not None:
        there.close()
    print_rates(rates)
    if wanted.all:
        scaling.print_players(wanted.games, wanted.repeats, wanted.seconds)
        scaling.print_processes(wanted.games[0], os.cpu_count() or 1, 5 * wanted.seconds)
    return print_goals(rates)


if __name__ == "__main__":
    sys.exit(main())
