"""Signs of life: calm ones are answered by the socket itself, and the table hears of them often enough."""

from __future__ import annotations

from typing import Any

import pytest
from table.guest import Socket
from table.house import House

from miskatonic.table import following, pulse
from miskatonic.table.wire import Ping, Pong


@pytest.fixture
def heard(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """What the table itself hears."""
    messages: list[object] = []
    understood = following._understood

    def hear(said: str | bytes, most: int) -> Any:
        messages.append(understood(said, most))
        return messages[-1]

    monkeypatch.setattr(following, "_understood", hear)
    return messages


def ping(socket: Socket, times: int) -> None:
    for _ in range(times):
        socket.send(Ping())
        assert isinstance(socket.next(Pong), Pong)


def test_calm_pings_are_answered_by_the_socket(
    house: House, heard: list[object], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pulse, "CALM", 0.0)
    match, (guest,) = house.seated("arkham", 1)
    with guest.socket(match) as socket:
        ping(socket, 5)
        assert heard == [Ping()], "the table hears that somebody is there, and is then left alone"
        socket.send('{"t":"ping" }')
        assert isinstance(socket.next(Pong), Pong)
        assert heard == [Ping()] * 2, "what looks different is not for the socket to judge"


def test_table_hears_now_and_then_of_who_only_pings(
    house: House, heard: list[object], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pulse, "CALM", 0.0)
    monkeypatch.setattr(pulse, "NEWS", 0.0)
    match, (guest,) = house.seated("arkham", 1)
    with guest.socket(match) as socket:
        ping(socket, 3)
    assert heard == [Ping()] * 3


def test_hurried_pings_are_counted_by_the_table(house: House, heard: list[object]) -> None:
    match, (guest,) = house.seated("arkham", 1)
    with guest.socket(match) as socket:
        ping(socket, 5)
    assert heard == [Ping()] * 5


def test_table_waits_much_longer_than_it_is_left_alone(house: House) -> None:
    assert house.settings.limits.silence > 3 * pulse.NEWS
