"""Guests: sessions at a table that do everything by the public interface."""

from __future__ import annotations

import secrets
from typing import Any, NamedTuple, TypeVar

import httpx2
import msgspec
from websockets.asyncio.client import ClientConnection, connect

from miskatonic.table.wire import Claim, GameInfo, Games, NewMatch, Opened, Place, Watch

T = TypeVar("T")
ADDRESSES = 100
"""Guests come from this many addresses, all of this machine, because the table limits what one address may do."""
AWAY = (OSError, httpx2.TransportError)
"""What is raised while the server is down."""


class Party(NamedTuple):
    """Who comes to a table: people, bots and spectators."""

    game: str
    people: int
    bots: int
    watchers: int

    @property
    def places(self) -> list[Place]:
        """The seats; people first."""
        return [Place("person")] * self.people + [Place("bot")] * self.bots


def parties(games: list[GameInfo], sockets: int) -> list[Party]:
    """One table of every kind: of each game one person, two with a bot, and three; then spectators."""
    kinds = []
    for game in games:
        for people in range(1, min(3, game.seats[-1]) + 1):
            bots = max(game.seats[0] - people, int(people == 2 and game.seats[-1] > 2))
            kinds.append(Party(game.name, people, bots, max(0, sockets - people)))
    return kinds


class Refused(Exception):  # noqa: N818 - what happened
    """The table said no."""

    def __init__(self, status: int, said: str) -> None:
        super().__init__(f"{status} {said}")
        self.status = status


class Door:
    """The way to a server, from many addresses."""

    def __init__(self, address: str) -> None:
        self.address = address
        limits = httpx2.Limits(max_connections=8, keepalive_expiry=2.0)
        self._ways = [
            httpx2.AsyncHTTPTransport(verify=False, limits=limits, local_address=local_address(number))
            for number in range(ADDRESSES)
        ]

    async def close(self) -> None:
        """Leave."""
        for way in self._ways:
            await way.aclose()

    async def request(self, number: int, request: httpx2.Request) -> httpx2.Response:
        """Send a request from the address of that guest."""
        response = await self._ways[number % ADDRESSES].handle_async_request(request)
        await response.aread()
        return response


def local_address(number: int) -> str:
    """The address a guest comes from."""
    return f"127.0.1.{number % ADDRESSES + 1}"


class Guest:
    """One session."""

    def __init__(self, door: Door, number: int) -> None:
        self._door = door
        self.number = number
        self._cookie = ""

    async def ask(self, method: str, path: str, body: Any = None) -> bytes:
        """Send a request, and get the reply's body; whatever is refused is an error."""
        headers = {"content-type": "application/json", "cookie": self._cookie}
        content = b"" if body is None else msgspec.json.encode(body)
        request = httpx2.Request(method, self._door.address + path, headers=headers, content=content)
        response = await self._door.request(self.number, request)
        if response.status_code >= 400:
            raise Refused(response.status_code, f"{method} {path}: {response.text[:200]}")
        if given := response.headers.get("set-cookie"):
            self._cookie = given.partition(";")[0]
        return response.content

    async def ask_for(self, kind: type[T], method: str, path: str, body: Any = None) -> T:
        """The same, with the reply understood."""
        return msgspec.json.decode(await self.ask(method, path, body), type=kind)

    async def games(self) -> list[GameInfo]:
        """The games at this table."""
        return (await self.ask_for(Games, "GET", "/api/games")).games

    async def open(self, party: Party, **more: Any) -> Opened:
        """Open a table."""
        return await self.ask_for(Opened, "POST", "/api/matches", NewMatch(party.game, party.places, **more))

    async def sit(self, opened: Opened, seat: int) -> None:
        """Take a seat by its invitation; taking it twice is taking it once."""
        token = next(invitation.token for invitation in opened.invitations if invitation.seat == seat)
        claim = Claim(f"Guest {self.number}", token, secrets.token_hex(16))
        await self.ask("POST", f"/api/matches/{opened.match}/seats/{seat}", claim)

    async def watch(self, opened: Opened) -> None:
        """Become a spectator."""
        await self.ask("POST", f"/api/matches/{opened.match}/watch", Watch(opened.watch))

    async def record(self, match: str) -> str:
        """The record of a match."""
        return (await self.ask("GET", f"/api/matches/{match}/record")).decode()

    def connect(self, match: str, since: int = 0) -> connect:
        """A socket that follows a match."""
        return connect(
            f"ws{self._door.address.removeprefix('http')}/ws/matches/{match}?since={since}",
            additional_headers={"cookie": self._cookie},
            compression=None,
            max_size=None,
            ping_interval=None,
            proxy=None,
            open_timeout=30,
            close_timeout=1,
            local_addr=(local_address(self.number), 0),
        )


def fresh_id() -> str:
    """An id for a deed."""
    return secrets.token_hex(10)


__all__ = ["AWAY", "ClientConnection", "Door", "Guest", "Party", "Refused", "fresh_id", "parties"]
