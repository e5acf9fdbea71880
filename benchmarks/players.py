"""Players who remember everything that was acknowledged, and ask for it again."""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass, field
from random import Random

import msgspec
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from benchmarks.guests import AWAY, ClientConnection, Guest, Party, Refused, fresh_id
from miskatonic.kernel import MiskatonicError, read_record
from miskatonic.table.wire import Ack, Answer, Closing, Deed, FromServer, Nack, Opened, Say, Sync, Table, Undo, Withdraw

GONE = (*AWAY, ConnectionClosed, InvalidHandshake, TimeoutError)
"""What happens to whoever is connected when the server dies."""
TOO_FAST = 429
SHORT = {"mash": {"last_round": "10"}}
"""Rules by which a match of random players ends within minutes."""
SAYS, UNDOES, WITHDRAWS = 0.03, 0.03, 0.1
"""How often a player does something else than answer."""

_read = msgspec.json.Decoder(FromServer)
_write = msgspec.json.Encoder()


@dataclass
class Proofs:
    """What was found out so far."""

    acknowledged: int = 0
    checked: int = 0
    checked_at_end: int = 0
    found: int = 0
    resent: int = 0
    ended: int = 0
    losses: list[str] = field(default_factory=list)
    players: list[Player] = field(default_factory=list)
    """Everybody who has finished a match."""

    def lose(self, what: str) -> None:
        """Something is not as it was acknowledged."""
        self.losses.append(what)

    async def check_all(self) -> None:
        """Ask for everything that was ever acknowledged once more."""
        for player in self.players:
            for deed, seq in player.acknowledged.values():
                await player.prove(deed, seq)
                self.checked_at_end += 1


@dataclass
class Company:
    """The players of one table; when a match is over they open the next, until it is the last."""

    party: Party
    guests: list[Guest]
    random: Random
    proofs: Proofs
    think: float
    match: str = ""
    last: bool = False
    players: list[Player] = field(default_factory=list)

    @property
    def back(self) -> bool:
        """Whether all players see the table since the server has been started."""
        return all(player.back_at for player in self.players)

    @property
    def back_at(self) -> float:
        """When the last player saw the table again."""
        return max((player.back_at for player in self.players), default=0.0)

    def lose_sight(self) -> None:
        """The server is gone."""
        for player in self.players:
            player.back_at = 0.0

    async def play(self) -> None:
        """Play match after match."""
        while True:
            opened = await self._sit_down()
            self.match = opened.match
            alone = self.party.people == 1
            self.players = [
                Player(guest, opened.match, seat, alone, self.random, self.proofs, self.think)
                for seat, guest in enumerate(self.guests)
            ]
            await asyncio.gather(*(player.play() for player in self.players))
            players, self.players = self.players, []
            await check_record(players, self.proofs)
            self.proofs.players += players
            self.proofs.ended += 1
            if self.last:
                return

    async def _sit_down(self) -> Opened:
        """Open a table at which everybody has a seat; one that the server's death has spoilt is left alone."""
        while True:
            try:
                opened = await self.guests[0].open(self.party, options=SHORT.get(self.party.game, {}))
                for seat, guest in enumerate(self.guests):
                    await guest.sit(opened, seat)
                return opened
            except (*GONE, Refused):
                await asyncio.sleep(0.1)


@dataclass
class Player:
    """A player at one match."""

    guest: Guest
    match: str
    seat: int
    alone: bool
    random: Random
    proofs: Proofs
    think: float
    seq: int = 0
    """The last event that was shown."""
    back_at: float = 0.0
    """When the table was first seen since the server was started; 0 if it was not."""
    pending: Deed | None = None
    """What was sent and is not acknowledged yet."""
    acknowledged: dict[str, tuple[Deed, int]] = field(default_factory=dict)
    unproved: list[tuple[Deed, int]] = field(default_factory=list)
    """What was acknowledged since the server was last asked again."""
    said: dict[str, int] = field(default_factory=dict)
    """Answers that stand, by their questions, in the order in which they were given."""
    over: bool = False

    async def play(self) -> None:
        """Play until the match is over, by as many connections as it takes."""
        while not self.over:
            try:
                async with self.guest.connect(self.match, self.seq) as socket:
                    if self.pending is not None:
                        self.proofs.resent += 1
                        await self._send(socket, self.pending)
                    await self._follow(socket)
            except GONE:
                await asyncio.sleep(self.random.uniform(0.02, 0.1))

    async def _prove_latest(self) -> None:
        while self.unproved:
            await self.prove(*self.unproved[-1])
            self.unproved.pop()
            self.proofs.checked += 1

    async def prove(self, deed: Deed, seq: int) -> None:
        """Send a deed again: the same number must come back."""
        while True:
            try:
                ack = await self.guest.ask_for(Ack, "POST", f"/api/matches/{self.match}/deeds", deed)
            except Refused as refused:
                if refused.status == TOO_FAST:
                    await asyncio.sleep(1)
                    continue
                self.proofs.lose(f"{deed} was event {seq}, now it is refused: {refused}")
            else:
                if ack.seq != seq:
                    self.proofs.lose(f"{deed} was event {seq}, now it is {ack.seq}")
            return

    async def _follow(self, socket: ClientConnection) -> None:
        first = True
        async for data in socket:
            message = _read.decode(data)
            if isinstance(message, Table):
                if first and message.seq < self.seq:
                    self.proofs.lose(f"event {self.seq} of {self.match} was shown, but only {message.seq} is there")
                self.seq = message.seq
                self.back_at = self.back_at or time.perf_counter()
                if first:
                    first = False
                    await self._prove_latest()
                self.over = message.status == "over"
                if self.over and self.pending is None:
                    return
                await self._consider(socket, message)
            elif isinstance(message, Ack):
                await self._note(socket, message)
            elif isinstance(message, Nack) and not message.id and self.pending is not None:
                # too many messages at once: whichever of them was meant, the deed may be sent again
                await asyncio.sleep(0.2)
                await self._send(socket, self.pending)
            elif isinstance(message, Nack):
                # an undo or a withdrawal may come too late, and a question may be gone by then: look again
                self.pending = None
                await socket.send(_write.encode(Sync(self.seq)).decode())
            elif isinstance(message, Closing):
                return

    async def _consider(self, socket: ClientConnection, table: Table) -> None:
        """Do something about what is seen, one thing at a time."""
        if self.pending is not None or self.over:
            return
        question = next((question for question in table.asks if question.actor == self.seat), None)
        if question is None:
            return
        await asyncio.sleep(self.random.uniform(0, self.think))
        if self.random.random() < SAYS:
            self.pending = Say(fresh_id(), self.seat, "thinking")
        elif self.alone and self.said and self.random.random() < UNDOES:
            self.pending = Undo(fresh_id(), self.seat)
        else:
            self.pending = Answer(fresh_id(), question.id, self.random.choice(question.options).code)
        await self._send(socket, self.pending)

    async def _send(self, socket: ClientConnection, deed: Deed) -> None:
        await socket.send(_write.encode(deed).decode())

    async def _note(self, socket: ClientConnection, ack: Ack) -> None:
        """Remember what was acknowledged; what was sent twice has one number."""
        if ack.id in self.acknowledged:
            if ack.seq != self.acknowledged[ack.id][1]:
                self.proofs.lose(f"{ack} acknowledges what was event {self.acknowledged[ack.id][1]}")
            return
        deed, self.pending = self.pending, None
        if deed is None or ack.id != deed.id:
            self.proofs.lose(f"{ack} acknowledges what was not sent")
            return
        self.proofs.acknowledged += 1
        self.acknowledged[ack.id] = deed, ack.seq
        self.unproved.append((deed, ack.seq))
        if isinstance(deed, Answer):
            self.said[deed.ask] = deed.code
            if not self.alone and not self.over and self.random.random() < WITHDRAWS:
                self.pending = Withdraw(fresh_id(), self.seat)
                await self._send(socket, self.pending)
                return
        elif isinstance(deed, Undo | Withdraw):
            self.said.popitem()
        # whatever was seen meanwhile was not acted upon
        await socket.send(_write.encode(Sync(self.seq)).decode())


async def check_record(players: list[Player], proofs: Proofs) -> None:
    """Fetch the record of a match that is over: it must verify, and have every answer that stands."""
    while True:
        try:
            text = await players[0].guest.record(players[0].match)
            break
        except (*GONE, Refused):
            await asyncio.sleep(0.1)
    try:
        record = read_record(text)
        match = record.match()
    except MiskatonicError as error:
        proofs.lose(f"the record of {players[0].match} does not verify: {error}")
        return
    if not match.over or not record.dice_can_be_checked:
        proofs.lose(f"the record of {players[0].match} does not tell the whole match")
    for player in players:
        for ask, code in player.said.items():
            at = int(ask.split(".")[1])
            # simultaneous answers stand one after the other, each seat once
            given = (e for e in record.entries[at : at + len(match.players)] if _actor(e) == player.seat)
            entry = next(given, None)
            if entry is None or entry["answer"] != match.game.vocabulary.text(code):
                proofs.lose(f"the record of {player.match} has {entry}, not {code} of seat {player.seat} to {ask}")
            proofs.found += 1


def _actor(entry: dict[str, object]) -> object:
    return entry.get("actor", entry.get("seat"))
