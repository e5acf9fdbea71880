"""Crash: nothing acknowledged is ever lost: `python benchmarks/crash.py [--kills 20] [--database URL]`.

Many guests play while the server, bots and all, is killed by SIGKILL at random moments and started again. Whatever was
acknowledged is sent again afterwards and must have the same number; no picture may have shown what was not saved; every
match must go on and end; every record must verify, dice included, and must have every answer. The last line is
`acknowledged N lost 0`; exit status 1 otherwise.
"""

from __future__ import annotations

import argparse
import asyncio
import statistics
import sys
import time
from dataclasses import dataclass, field
from itertools import count, cycle, islice
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.guests import Door, Guest, parties
from benchmarks.players import Company, Proofs
from benchmarks.server import Server, load_average, running

RESUME = 3.0
"""Seconds after a restart in which everybody must be back at the table."""
RASH = 0.2
"""How often a server is killed again before everybody is back."""


@dataclass
class Ghost:
    """Kills the server and brings it back."""

    server: Server
    random: Random
    companies: list[Company]
    kills: int = 0
    resumes: list[float] = field(default_factory=list)
    """Seconds from a start to the picture of the last player."""
    work: list[float] = field(default_factory=list)
    """Processor seconds the server needed for that: the same on a busy machine."""

    async def haunt(self, kills: int) -> None:
        """Kill the server at random moments so many times."""
        while self.kills < kills:
            if self.kills and self.random.random() < RASH:
                await asyncio.sleep(self.random.uniform(0, RESUME / 2))
            else:
                await self.everybody_back()
                await asyncio.sleep(self.random.uniform(0.1, 2.0))
            self._kill()

    def _kill(self) -> None:
        self.kills += 1
        self.server.kill()
        for company in self.companies:
            company.lose_sight()
        self._started = time.perf_counter()
        self.server.start()

    async def everybody_back(self) -> None:
        """Wait until every player has been shown the table again."""
        while not all(company.back for company in self.companies):
            await asyncio.sleep(0.01)
        if self.kills:
            self.resumes.append(max(company.back_at for company in self.companies) - self._started)
            self.work.append(self.server.usage().server)


async def play(server: Server, wanted: argparse.Namespace) -> tuple[Proofs, Ghost]:
    """Play, kill, and look at what is left."""
    random = Random(wanted.seed)
    door, proofs, numbers = Door(server.address), Proofs(), count()
    games = [game for game in await Guest(door, 0).games() if game.name in (wanted.games or [game.name])]
    companies = []
    for party in islice(cycle(parties(games, 0)), wanted.tables):
        guests = [Guest(door, next(numbers)) for _ in range(party.people)]
        companies.append(Company(party, guests, Random(random.random()), proofs, wanted.think))
    ghost = Ghost(server, random, companies)
    playing = [asyncio.create_task(company.play()) for company in companies]
    haunting = asyncio.create_task(ghost.haunt(wanted.kills))
    done, _ = await asyncio.wait([haunting, *playing], return_when=asyncio.FIRST_COMPLETED)
    for early in done - {haunting}:
        early.result()
    await haunting
    for company in companies:
        company.last = True
    await ghost.everybody_back()
    _, late = await asyncio.wait(playing, timeout=wanted.patience)
    for company, task in zip(companies, playing, strict=True):
        if task in late:
            task.cancel()
            proofs.lose(f"match {company.match} of {company.party.game} did not end")
        elif error := task.exception():
            raise error
    await proofs.check_all()
    await door.close()
    return proofs, ghost


def report(proofs: Proofs, ghost: Ghost) -> bool:
    """Print what was found; whether all is well."""
    print(f"{ghost.kills} kills, {proofs.ended} matches ended and verified, {load_average()}")
    print(f"{proofs.checked} acknowledgements asked for again after a restart, {proofs.checked_at_end} at the end")
    print(f"{proofs.found} answers found in records, {proofs.resent} sent again because no acknowledgement had come")
    if ghost.resumes:
        middle, most = statistics.median(ghost.resumes), max(ghost.resumes)
        verdict = "reached" if most < RESUME else "missed"
        print(f"everybody back after {middle:.2f} s (median), {most:.2f} s (most); goal < {RESUME:.0f} s: {verdict}")
        print(f"{statistics.median(ghost.work):.2f} s of the server's processor time for that (median)")
    for loss in proofs.losses[:20]:
        print(f"lost: {loss}")
    print(f"acknowledged {proofs.acknowledged} lost {len(proofs.losses)}")
    return not proofs.losses and proofs.acknowledged > 0


def main() -> int:
    """Start a server, let guests play, kill it, report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=20, help="how often the server is killed (20)")
    parser.add_argument("--tables", type=int, default=24, help="matches that are played at the same time (24)")
    parser.add_argument("--think", type=float, default=0.2, help="the longest think time of a player in seconds (0.2)")
    parser.add_argument("--patience", type=float, default=300, help="seconds to play on after the last kill (300)")
    parser.add_argument("--database", default="", help="postgresql://..., or postgres for a private one (a fresh file)")
    parser.add_argument("--games", nargs="+", help="the games to play (all)")
    parser.add_argument("--seed", type=int, default=None, help="for kills and players (another one every time)")
    wanted = parser.parse_args()
    with running(wanted.database) as server:
        proofs, ghost = asyncio.run(play(server, wanted))
        if trouble := server.trouble():
            print(trouble, file=sys.stderr)
    return 0 if report(proofs, ghost) else 1


if __name__ == "__main__":
    sys.exit(main())
