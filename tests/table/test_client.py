"""The client for programs: a bot plays whole matches by the public API alone."""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from random import Random

import pytest
from table.conftest import PLENTY, OpenHouse
from table.house import House
from table.served import Served

from miskatonic.client import Client, Seated, TableError
from miskatonic.kernel import read_record
from miskatonic.table.wire import Closing, Place, Question, Table

Start = Callable[..., Served]


def last(table: Table, question: Question) -> int:
    return question.options[-1].code


def test_program_plays_a_whole_match(start: Start) -> None:
    server = start()
    with Client(server.address) as client:
        assert "arkham" in [game.name for game in client.games().games]
        opened = client.open("arkham")
        seat = client.sit(opened.match, 0, "Robot", opened.invitations[0].token)
        table = seat.play(last)
        assert (table.status, bool(table.ending)) == ("over", True)
        assert [listed.status for listed in client.matches().mine] == ["over"]
        record = read_record(client.record(opened.match))
        assert record.match().result == table.result


def test_programs_play_against_each_other(house: House) -> None:
    with Client(house.address) as ann, Client(house.address) as bob:
        opened = ann.open("insanity", [Place(), Place(), Place("bot", bot="random")])
        seats = [
            client.sit(opened.match, n, f"Robot {n}", opened.invitations[n].token)
            for n, client in enumerate((ann, bob))
        ]
        random = Random(1)

        def choose(table: Table, question: Question) -> int:
            return random.choice(question.options).code

        with ThreadPoolExecutor(2) as pool:
            over = [playing.result(90) for playing in [pool.submit(seat.play, choose) for seat in seats]]
    assert [table.status for table in over] == ["over", "over"]
    assert over[0].result == over[1].result


def test_program_waits_patiently_for_others(open_house: OpenHouse, monkeypatch: pytest.MonkeyPatch) -> None:
    """While another thinks, signs of life keep the connection; if it breaks all the same, it is made again."""
    monkeypatch.setattr("miskatonic.client.PULSE", 0.2)
    house = open_house(limits=replace(PLENTY, silence=0.8))
    match, (ann, bob) = house.seated("insanity", 2)
    asked = []

    def choose(table: Table, question: Question) -> int:
        asked.append(question.id)
        return question.options[0].code

    with ThreadPoolExecutor(1) as pool:
        playing = pool.submit(Seated(bob, match, 1).play, choose)
        time.sleep(1.5)
        assert not playing.done()
        room = house.room(match)
        assert len(room.followers) == 1

        async def cut() -> None:
            for follower in room.followers:
                follower.dismiss(Closing("Be gone."))

        house.run(cut())
        end = time.monotonic() + 60
        while not playing.done():
            assert time.monotonic() < end
            ann.play_out(match)
            time.sleep(0.02)
        assert playing.result().status == "over"
    assert asked


def test_program_that_answers_nonsense_is_told(house: House) -> None:
    match, (ann,) = house.seated("arkham", 1)
    with pytest.raises(TableError, match="not possible here"):
        Seated(ann, match, 0).play(lambda table, question: 2**31 - 1)


def test_program_at_no_table_is_told(house: House) -> None:
    with Client(house.address) as client, pytest.raises(TableError, match="no such match") as refused:
        Seated(client, "nowhere", 0).play(last)
    assert refused.value.status == 404


def test_program_gives_up_when_nobody_is_there() -> None:
    with Client("http://127.0.0.1:9") as client, pytest.raises(OSError, match="refused"):
        Seated(client, "match", 0).play(last, patience=0.1)


def test_following_is_everything_the_table_says(house: House) -> None:
    match, (ann,) = house.seated("arkham", 1)
    said = ann.follow(match)
    first = next(said)
    assert isinstance(first, Table)
    ack = ann.answer(match)
    second = next(said)
    assert isinstance(second, Table)
    assert (second.since, second.seq) == (first.seq, ack.seq)
    said.close()  # type: ignore[attr-defined]
