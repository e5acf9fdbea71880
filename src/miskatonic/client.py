"""A small client of the table: whatever a person can do in a browser, a program can do by the public API.

with Client("http://127.0.0.1:1928") as client:
    opened = client.open("arkham")
    seat = client.sit(opened.match, 0, "Robot", opened.invitations[0].token)
    seat.play(lambda table, question: question.options[0].code)
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Iterator
from types import TracebackType
from typing import Any, Self, TypeAlias, TypeVar

import httpx2
import msgspec
from websockets.exceptions import ConnectionClosed, WebSocketException
from websockets.sync.client import ClientConnection, connect

from miskatonic.kernel import MiskatonicError
from miskatonic.table.wire import (
    Ack,
    Answer,
    Claim,
    Closing,
    Deed,
    FromServer,
    Games,
    Matches,
    Nack,
    NewMatch,
    Opened,
    Ping,
    Place,
    Problem,
    Question,
    Table,
    Watch,
)

T = TypeVar("T")
Choose: TypeAlias = Callable[[Table, Question], int]
"""A player: given what is seen and what is asked, the code of an answer."""
PULSE = 10.0
"""Seconds of silence after which the server is told that we are still here."""
GONE = 4404
"""How the server closes a connection to a match that is not there, or not for us."""


class TableError(MiskatonicError):
    """The table refused something; the message is its own sentence."""

    def __init__(self, problem: str, status: int) -> None:
        super().__init__(problem)
        self.status = status


def fresh_id() -> str:
    """An id for a deed: sent again, it counts once."""
    return secrets.token_hex(10)


class Client:
    """One session at a table."""

    def __init__(self, address: str, timeout: float = 10.0) -> None:
        self.address = address.rstrip("/")
        self._http = httpx2.Client(base_url=self.address, timeout=timeout)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._http.close()

    @property
    def cookie(self) -> str:
        """The session's cookie, as a header."""
        return "; ".join(f"{name}={value}" for name, value in self._http.cookies.items())

    def request(self, method: str, path: str, reply: type[T], body: Any = None) -> T:
        """Send a request; what the table refuses is a `TableError`."""
        content = None if body is None else msgspec.json.encode(body)
        headers = {"content-type": "application/json"} if body is not None else {}
        response = self._http.request(method, path, content=content, headers=headers)
        if response.status_code == 409 and b'"nack"' in response.content:
            nack = msgspec.json.decode(response.content, type=Nack)
            raise TableError(nack.detail, 409)
        if response.status_code >= 400:
            try:
                said = msgspec.json.decode(response.content, type=Problem).problem
            except msgspec.DecodeError:
                said = f"the table answered with status {response.status_code}"
            raise TableError(said, response.status_code)
        return msgspec.json.decode(response.content, type=reply)

    def games(self) -> Games:
        """The games at this table."""
        return self.request("GET", "/api/games", Games)

    def matches(self) -> Matches:
        """This session's matches, and the open tables."""
        return self.request("GET", "/api/matches", Matches)

    def open(self, game: str, seats: list[Place] | None = None, **more: Any) -> Opened:
        """Open a table."""
        return self.request("POST", "/api/matches", Opened, NewMatch(game, seats or [], **more))

    def sit(self, match: str, seat: int, name: str, token: str = "") -> Seated:
        """Take a seat, bringing luck of one's own for the dice."""
        claim = Claim(name, token, secrets.token_hex(16))
        self.request("POST", f"/api/matches/{match}/seats/{seat}", Table, claim)
        return Seated(self, match, seat)

    def watch(self, match: str, token: str) -> Table:
        """Become a spectator."""
        return self.request("POST", f"/api/matches/{match}/watch", Table, Watch(token))

    def look(self, match: str) -> Table:
        """The match as this session may see it."""
        return self.request("GET", f"/api/matches/{match}", Table)

    def do(self, match: str, deed: Deed) -> Ack:
        """Do something at a match; the acknowledgement comes when it is saved."""
        return self.request("POST", f"/api/matches/{match}/deeds", Ack, deed)

    def record(self, match: str) -> str:
        """The record of a match."""
        response = self._http.get(f"/api/matches/{match}/record")
        if response.status_code >= 400:
            raise TableError(msgspec.json.decode(response.content, type=Problem).problem, response.status_code)
        return response.text

    def follow(self, match: str, since: int = 0) -> Iterator[FromServer]:
        """Everything the table says about a match, by WebSocket, until it is closed."""
        with self.connect(match, since) as socket:
            for text in socket:
                yield msgspec.json.decode(text, type=FromServer)

    def connect(self, match: str, since: int = 0) -> ClientConnection:
        """A socket that follows a match."""
        url = f"ws{self.address.removeprefix('http')}/ws/matches/{match}?since={since}"
        return connect(url, additional_headers={"Cookie": self.cookie}, compression=None, max_size=None)


class Seated:
    """A seat at a match, played by a program."""

    def __init__(self, client: Client, match: str, seat: int) -> None:
        self.client = client
        self.match = match
        self.seat = seat
        self._heard = 0.0

    def play(self, choose: Choose, patience: float = 60.0) -> Table:
        """Answer every question until the match is over; a broken connection is made again for so many seconds."""
        self._heard = time.monotonic()
        while True:
            try:
                table = self._play(choose)
            except (OSError, WebSocketException) as error:
                if isinstance(error, ConnectionClosed) and error.rcvd is not None and error.rcvd.code == GONE:
                    raise TableError(error.rcvd.reason, 404) from None
                if time.monotonic() > self._heard + patience:
                    raise
                table = None
            if table is not None:
                return table
            time.sleep(0.5)

    def _play(self, choose: Choose) -> Table | None:
        """Play by one connection, until the match is over or the connection ends."""
        with self.client.connect(self.match) as socket:
            while True:
                try:
                    message = msgspec.json.decode(socket.recv(PULSE), type=FromServer)
                except TimeoutError:
                    socket.send(msgspec.json.encode(Ping()).decode())
                    continue
                self._heard = time.monotonic()
                if isinstance(message, Closing):
                    return None
                if isinstance(message, Nack) and message.why == "illegal":
                    raise TableError(message.detail, 409)
                if not isinstance(message, Table):
                    continue
                if message.status == "over":
                    return message
                for question in message.asks:
                    if question.actor == self.seat:
                        code = choose(message, question)
                        socket.send(msgspec.json.encode(Answer(fresh_id(), question.id, code)).decode())
