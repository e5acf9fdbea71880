"""Somebody at the table: a client with a session of its own, who also does what no honest client does."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from types import TracebackType
from typing import Any, Self, TypeVar

import httpx2
import msgspec
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from miskatonic.client import Client, fresh_id
from miskatonic.table.wire import Ack, Answer, Closing, FromServer, Nack, Pong, Question, Table

M = TypeVar("M", Table, Ack, Nack, Pong, Closing)


class Socket:
    """A WebSocket that understands the table's messages."""

    def __init__(self, connection: ClientConnection) -> None:
        self.connection = connection
        self.last: Table | None = None
        self.farewell: Closing | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.connection.close()

    def send(self, message: Any) -> None:
        """Send a message: a struct, a plain object, or any text or bytes as they are."""
        raw = isinstance(message, str | bytes)
        self.connection.send(message if raw else msgspec.json.encode(message).decode())

    def read(self, timeout: float = 10.0) -> FromServer:
        """The next message."""
        message: FromServer = msgspec.json.decode(self.connection.recv(timeout), type=FromServer)
        if isinstance(message, Table):
            self.last = message
        if isinstance(message, Closing):
            self.farewell = message
        return message

    def next(self, kind: type[M], timeout: float = 10.0) -> M:
        """The next message of a kind; others before it are passed over."""
        while True:
            message = self.read(timeout)
            if isinstance(message, kind):
                return message

    def ask(self, message: Any) -> Ack | Nack:
        """Send a deed and wait for what becomes of it."""
        self.send(message)
        while True:
            reply = self.read()
            if isinstance(reply, Ack | Nack):
                return reply

    def table(self, seq: int) -> Table:
        """The latest picture, or the first to come, that shows an event."""
        while self.last is None or self.last.seq < seq:
            self.next(Table)
        return self.last

    def closed(self) -> tuple[int, str]:
        """With which code and reason the server closed the connection."""
        with pytest.raises(ConnectionClosed) as closed:
            self._read_on()
        said = closed.value.rcvd
        assert said is not None
        return said.code, said.reason

    def _read_on(self) -> None:
        while True:
            self.connection.recv(10)

    def drop(self) -> None:
        """Be gone without a word."""
        self.connection.socket.close()
        self.connection.close_socket()


class Guest(Client):
    """A client with everything a test needs."""

    def become(self, cookie: str) -> None:
        """Come as somebody who has a session already."""
        self._http.headers["cookie"] = cookie

    @property
    def cookie(self) -> str:
        """The session's cookie, as a header."""
        return self._http.headers.get("cookie") or super().cookie

    def close(self) -> None:
        """Leave the house."""
        self._http.close()

    def raw(self, method: str, path: str, **more: Any) -> httpx2.Response:
        """Any request at all."""
        return self._http.request(method, path, **more)

    def post(self, path: str, body: Any = None, **headers: str) -> httpx2.Response:
        """Post something as JSON."""
        content = body if isinstance(body, bytes) else msgspec.json.encode(body)
        return self.raw("POST", path, content=content, headers={"content-type": "application/json"} | headers)

    def json(self, path: str) -> Any:
        """What an address answers."""
        response = self.raw("GET", path)
        assert response.status_code == 200, response.text
        return response.json()

    def socket(self, match: str, since: int = 0, host: str = "", **headers: str) -> Socket:
        """Follow a match by WebSocket, perhaps under another name of the host."""
        own = self.address.removeprefix("http://")
        name, _, port = own.partition(":")
        url = f"ws://{host or own}/ws/matches/{match}?since={since}"
        sent = {"Cookie": self.cookie} | headers
        wire = socket.create_connection((name, int(port)))
        try:
            line = connect(
                url, sock=wire, additional_headers=sent, compression=None, max_size=None, open_timeout=20, proxy=None
            )
        except Exception:
            wire.close()
            raise
        return Socket(line.__enter__())

    @contextmanager
    def stream(self, match: str, since: int = 0, known: int = 0) -> Iterator[Iterator[tuple[int, FromServer]]]:
        """Follow a match by server-sent events: the number of the event, and the message."""
        path = f"/api/matches/{match}/events?since={since}"
        headers = {"last-event-id": str(known)} if known else {}
        with self._http.stream("GET", path, headers=headers, timeout=20) as response:
            assert response.status_code == 200

            def events() -> Iterator[tuple[int, FromServer]]:
                number = 0
                for line in response.iter_lines():
                    if line.startswith("id: "):
                        number = int(line[4:])
                    if line.startswith("data: "):
                        yield number, msgspec.json.decode(line[6:], type=FromServer)

            yield events()

    def question(self, match: str) -> Question:
        """The first question that is open to this guest."""
        return self.look(match).asks[0]

    def answer(self, match: str, code: int | None = None, id: str = "") -> Ack:
        """Answer the first open question, by the first option unless told otherwise."""
        question = self.question(match)
        said = question.options[0].code if code is None else code
        return self.do(match, Answer(id or fresh_id(), question.id, said))

    def play_out(self, match: str, choose: Any = None) -> Table:
        """Answer everything by single requests until the match is over or somebody else is asked."""
        while (table := self.look(match)).asks:
            question = table.asks[0]
            code = choose(question) if choose else question.options[-1].code
            self.do(match, Answer(fresh_id(), question.id, code))
        return table


def as_json(thing: Any) -> Any:
    """A struct as plain values."""
    return json.loads(msgspec.json.encode(thing))
