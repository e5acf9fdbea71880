"""Load: many live matches at one server: `python benchmarks/load.py [--matches 1000] [--sockets 3000] [--seconds 120]`.

Players answer after a think time; spectators look on; every socket sends the browser client's heartbeat. Reported are
acknowledged moves per second, the time from an answer to its acknowledgement, and from an answer to the picture of
everybody else at the table. Exit status 1 if 95 % of the acknowledgements do not come within the goal.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import sys
import time
from collections import Counter
from dataclasses import dataclass, field
from itertools import count, cycle, islice
from pathlib import Path
from random import Random

import msgspec
import uvloop
from websockets.exceptions import ConnectionClosed

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.guests import AWAY, ClientConnection, Door, Guest, Party, Refused, fresh_id, parties
from benchmarks.server import Server, Usage, load_average, raise_file_limit, running
from miskatonic.table.wire import Ack, Answer, GameInfo, Ping

HEARTBEAT = 5.0
"""Seconds from a pong to the next ping, as in the browser."""
ARRIVALS = 20
"""Tables that are opened at the same time."""
COMING = 120.0
"""Seconds in which everybody must have come."""


class Choice(msgspec.Struct):
    """An option, as far as a hasty player reads it."""

    code: int


class Asked(msgspec.Struct):
    """A question, as far as a hasty player reads it."""

    id: str
    options: list[Choice]


class Picture(msgspec.Struct, tag_field="t", tag="table"):
    """A picture of the table, as far as a player reads it."""

    seq: int
    status: str
    asks: list[Asked]


class Glance(msgspec.Struct, tag_field="t", tag="table"):
    """A picture of the table, as far as a spectator reads it."""

    seq: int
    status: str


_ack = msgspec.json.Decoder(Ack)
_picture = msgspec.json.Decoder(Picture)
_glance = msgspec.json.Decoder(Glance)
_write = msgspec.json.Encoder()
_PING = _write.encode(Ping()).decode()


@dataclass
class Figures:
    """What is measured, while it is."""

    acks: list[float] = field(default_factory=list)
    pictures: list[float] = field(default_factory=list)
    pongs: list[float] = field(default_factory=list)
    troubles: Counter[str] = field(default_factory=Counter)
    finished: int = 0
    sockets: int = 0
    measuring: bool = False


@dataclass
class Company:
    """A party at table after table: when a match is over, they open the next."""

    party: Party
    guests: list[Guest]
    think: float
    figures: Figures
    random: Random
    sent: dict[int, tuple[float, Guest]] = field(default_factory=dict)
    """When the answers that became these events were sent, and by whom."""
    arrived: dict[int, list[tuple[float, Guest]]] = field(default_factory=dict)
    """When pictures with these events came to whom, while the sender does not know their numbers yet."""

    async def play(self, ready: asyncio.Semaphore) -> None:
        """Play match after match."""
        while True:
            try:
                async with ready:
                    match = await self._sit_down()
                self.sent.clear()
                self.arrived.clear()
                async with asyncio.TaskGroup() as group:
                    for number, guest in enumerate(self.guests):
                        group.create_task(Follower(self, guest, match, number < self.party.people).follow())
                self.figures.finished += 1
            except (*AWAY, Refused, TimeoutError) as error:
                self.figures.troubles[f"opening: {type(error).__name__}: {str(error)[:80]}"] += 1
                await asyncio.sleep(1)

    async def _sit_down(self) -> str:
        players, watchers = self.guests[: self.party.people], self.guests[self.party.people :]
        opened = await players[0].open(self.party)
        for seat, guest in enumerate(players):
            await guest.sit(opened, seat)
        for guest in watchers:
            await guest.watch(opened)
        return opened.match

    def acknowledged(self, seq: int, sent: float, sender: Guest) -> None:
        """An answer became event `seq`; others may have seen it before its sender knew."""
        self.sent[seq] = sent, sender
        for at, guest in self.arrived.pop(seq, ()):
            self._count(sent, sender, at, guest)

    def seen(self, since: int, seq: int, now: float, guest: Guest) -> None:
        """A guest was shown all events after `since` up to `seq`."""
        for event in range(since + 1, seq + 1):
            if event in self.sent:
                self._count(*self.sent[event], now, guest)
            else:
                self.arrived.setdefault(event, []).append((now, guest))

    def _count(self, sent: float, sender: Guest, at: float, guest: Guest) -> None:
        if self.figures.measuring and guest is not sender:
            self.figures.pictures.append(at - sent)


@dataclass
class Follower:
    """One socket of a player or spectator, made again when it breaks."""

    company: Company
    guest: Guest
    match: str
    plays: bool
    seq: int = 0
    asked: str = ""
    """The question that is being thought about."""
    waiting: dict[str, float] = field(default_factory=dict)
    """Answers that are not acknowledged, and when they were sent."""
    pinged: float = 0.0
    sending: set[asyncio.Task[None]] = field(default_factory=set)

    async def follow(self) -> None:
        """Follow the match until it is over."""
        figures = self.company.figures
        while True:
            try:
                async with self.guest.connect(self.match, self.seq) as socket:
                    figures.sockets += 1
                    try:
                        await self._read(socket)
                    finally:
                        figures.sockets -= 1
                return
            except (*AWAY, ConnectionClosed, TimeoutError) as error:
                figures.troubles[f"reconnect: {type(error).__name__}: {str(error)[:80]}"] += 1
                await asyncio.sleep(self.company.random.uniform(0.5, 1.5))

    async def _read(self, socket: ClientConnection) -> None:
        loop = asyncio.get_running_loop()
        self.asked = ""
        self.waiting.clear()
        loop.call_later(self.company.random.uniform(0, HEARTBEAT), self._ping, socket)
        while True:
            data = await socket.recv(decode=False)
            now = time.perf_counter()
            # every message begins with its kind
            kind = data[6:9]
            if kind == b"tab":
                if self._look(socket, data, now):
                    return
            elif kind == b"ack":
                self._acknowledged(_ack.decode(data), now)
            elif kind == b"pon":
                if self.company.figures.measuring:
                    self.company.figures.pongs.append(now - self.pinged)
                loop.call_later(HEARTBEAT, self._ping, socket)
            else:
                self.company.figures.troubles[f"refused: {data[:120].decode()}"] += 1
                self.asked = ""

    def _look(self, socket: ClientConnection, data: bytes, now: float) -> bool:
        """Look at a picture; whether the match is over."""
        picture = _picture.decode(data) if self.plays else _glance.decode(data)
        if self.seq:
            self.company.seen(self.seq, picture.seq, now, self.guest)
        self.seq = picture.seq
        if isinstance(picture, Picture) and picture.asks and picture.asks[0].id != self.asked:
            question = picture.asks[0]
            self.asked = question.id
            choice = self.company.random.choice(question.options).code
            think = self.company.random.expovariate(1 / self.company.think)
            asyncio.get_running_loop().call_later(think, self._answer, socket, question.id, choice)
        return picture.status == "over"

    def _answer(self, socket: ClientConnection, ask: str, code: int) -> None:
        answer = Answer(fresh_id(), ask, code)
        self.waiting[answer.id] = time.perf_counter()
        self._send(socket, _write.encode(answer).decode())

    def _ping(self, socket: ClientConnection) -> None:
        self.pinged = time.perf_counter()
        self._send(socket, _PING)

    def _send(self, socket: ClientConnection, text: str) -> None:
        task = asyncio.get_running_loop().create_task(_sent(socket, text))
        self.sending.add(task)
        task.add_done_callback(self.sending.discard)

    def _acknowledged(self, ack: Ack, now: float) -> None:
        sent = self.waiting.pop(ack.id)
        if self.company.figures.measuring:
            self.company.figures.acks.append(now - sent)
        self.company.acknowledged(ack.seq, sent, self.guest)


async def _sent(socket: ClientConnection, text: str) -> None:
    # whoever reads from a closed socket connects again
    with contextlib.suppress(ConnectionClosed):
        await socket.send(text)


def seat_parties(games: list[GameInfo], matches: int, sockets: int) -> list[Party]:
    """The parties of all tables: every kind in turn, with as many spectators as there are sockets for."""
    found = list(islice(cycle(parties(games, sockets // matches)), matches))
    for number in range(sockets - sum(party.people + party.watchers for party in found)):
        party = found[number % matches]
        found[number % matches] = party._replace(watchers=party.watchers + 1)
    return found


@dataclass(frozen=True)
class Run:
    """A measurement that is done."""

    figures: Figures
    seconds: float
    sockets: int
    """Open at the end."""
    server: Usage
    own: float
    """Processor seconds of the load generator itself."""


async def measure(server: Server, wanted: argparse.Namespace) -> Run:
    """Let everybody come, then measure for a while."""
    door = Door(server.address)
    figures = Figures()
    random = Random(wanted.seed)
    numbers = count()
    games = [game for game in await Guest(door, 0).games() if game.name in (wanted.games or [game.name])]
    ready = asyncio.Semaphore(ARRIVALS)
    began = time.perf_counter()
    tasks = []
    for party in seat_parties(games, wanted.matches, wanted.sockets):
        guests = [Guest(door, next(numbers)) for _ in range(party.people + party.watchers)]
        company = Company(party, guests, wanted.think, figures, Random(random.random()))
        tasks.append(asyncio.create_task(company.play(ready)))
    while figures.sockets < wanted.sockets and time.perf_counter() - began < COMING:
        await asyncio.sleep(0.1)
    if figures.sockets < wanted.sockets:
        figures.troubles[f"only {figures.sockets} of {wanted.sockets} sockets within {COMING:.0f} s"] += 1
    print(f"{figures.sockets} sockets at {wanted.matches} tables after {time.perf_counter() - began:.1f} s", flush=True)
    await asyncio.sleep(wanted.think)
    before, own, start = server.usage(), time.process_time(), time.perf_counter()
    figures.measuring = True
    await asyncio.sleep(wanted.seconds)
    figures.measuring = False
    seconds, after, sockets = time.perf_counter() - start, server.usage(), figures.sockets
    run = Run(figures, seconds, sockets, after.since(before), time.process_time() - own)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    await door.close()
    return run


def share(waits: list[float], part: float) -> float:
    """The waiting time that this part of all does not exceed."""
    return sorted(waits)[int(part * (len(waits) - 1))]


def told(name: str, waits: list[float]) -> str:
    """Waiting times as a line."""
    shares = "".join(f"{1000 * share(waits, part):>9.1f}" for part in (0.5, 0.95, 0.99, 1) if waits)
    return f"{name:<36}{shares}{len(waits):>10,}"


def report(run: Run, wanted: argparse.Namespace) -> bool:
    """Print the figures; whether the goal is reached."""
    figures = run.figures
    print(
        f"{len(figures.acks) / run.seconds:.0f} acknowledged moves a second for {run.seconds:.0f} s, {load_average()}"
    )
    print(f"{'milliseconds':<36}{'p50':>9}{'p95':>9}{'p99':>9}{'most':>9}{'number':>10}")
    print(told("answer to acknowledgement", figures.acks))
    print(told("answer to everybody else's picture", figures.pictures))
    print(told("ping to pong", figures.pongs))
    print(f"server: {1000 * run.server.server / max(1, len(figures.acks)):.2f} ms of processor time for every move")
    cores = [spent / run.seconds for spent in (run.server.server, run.server.others, run.own)]
    print(f"cores: server {cores[0]:.2f}, bots {cores[1]:.2f}, load generator {cores[2]:.2f}")
    print(f"memory of the server with its bots: {run.server.memory / 1e6:.0f} MB")
    print(f"{figures.finished} matches finished, {run.sockets} sockets at the end")
    for trouble, times in figures.troubles.most_common(10):
        print(f"trouble, {times} times: {trouble}")
    reached = bool(figures.acks) and 1000 * share(figures.acks, 0.95) < wanted.goal
    print(f"goal p95 < {wanted.goal:g} ms: {'reached' if reached else 'missed'}")
    return reached and not figures.troubles


def main() -> int:
    """Start a server, bring the guests, report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=1000, help="live matches (1000)")
    parser.add_argument("--sockets", type=int, default=3000, help="players and spectators (3000)")
    parser.add_argument("--seconds", type=float, default=120, help="how long to measure (120)")
    parser.add_argument("--think", type=float, default=3, help="mean think time of a player in seconds (3)")
    parser.add_argument("--database", default="", help="postgresql://..., or postgres for a private one (a fresh file)")
    parser.add_argument("--goal", type=float, default=100, help="the p95 to reach, in milliseconds (100)")
    parser.add_argument("--games", nargs="+", help="the games to play (all)")
    parser.add_argument("--seed", type=int, default=1, help="for the players' choices and think times (1)")
    wanted = parser.parse_args()
    raise_file_limit(2 * wanted.sockets + 1000)
    with running(wanted.database) as server:
        run = uvloop.run(measure(server, wanted))
        if trouble := server.trouble():
            print(trouble, file=sys.stderr)
    return 0 if report(run, wanted) else 1


if __name__ == "__main__":
    sys.exit(main())
