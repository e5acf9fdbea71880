"""Keeping house: clocks, matches that are forgotten and built again, failures of the database."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable
from dataclasses import replace

import psycopg
import pytest
from table.conftest import PLENTY, OpenHouse
from table.guest import Guest
from table.house import House

from miskatonic.client import fresh_id
from miskatonic.kernel import MiskatonicError
from miskatonic.table.errors import Conflict
from miskatonic.table.ledger import Answered, read_line, write_line
from miskatonic.table.store import Entry
from miskatonic.table.wire import Ack, Answer, Table, Withdraw

pytestmark = pytest.mark.usefixtures("odd")


def clocked(house: House, match: str) -> list[int]:
    """The seats the clock has answered for."""
    lines = [read_line(entry.body) for entry in house.entries(match)]
    return [line.seat for line in lines if isinstance(line, Answered) and line.by == "clock"]


def wait_until(what: Callable[[], object], seconds: float = 20.0) -> None:
    end = time.monotonic() + seconds
    while not what():
        assert time.monotonic() < end
        time.sleep(0.05)


def test_clock_answers_for_all_who_are_late(house: House) -> None:
    match, (ann, bob) = house.seated("candles", 2, deadline=1)
    due = ann.question(match).due
    assert due is not None
    assert 0 < due - time.time() <= 1
    ann.answer(match)
    with bob.socket(match) as socket:
        wait_until(lambda: clocked(house, match))
        assert socket.table(house.live(match).seq).entries > 5
    assert clocked(house, match)[0] == 1


def test_time_goes_on_while_the_server_is_away(open_house: OpenHouse) -> None:
    house = open_house()
    match, (_ann, _bob) = house.seated("candles", 2, deadline=2)
    before = house.facts(match)
    database = house.settings.database
    house.close()
    time.sleep(2)
    again = open_house(database=database)
    wait_until(lambda: len(again.entries(match)) > before[1])  # type: ignore[operator]
    assert set(clocked(again, match)) == {0, 1}


def test_nobody_is_late_without_a_deadline_or_when_only_bots_are_asked(house: House) -> None:
    match, (ann,) = house.seated("arkham", 1)
    assert ann.question(match).due is None
    assert house.run(house.service.store.due(time.time() + 1e6)) == []


def test_match_that_cannot_be_built_stops_no_clock(house: House) -> None:
    broken, _ = house.seated("candles", 2, deadline=1)
    fine, _ = house.seated("candles", 2, deadline=1)
    broken, fine = sorted((broken, fine))
    file = sqlite3.connect(house.settings.database)
    with file:
        file.execute("UPDATE log SET body = 'rubbish' WHERE match = ? AND seq = 3", (broken,))
    file.close()
    house.evict()
    wait_until(lambda: clocked_in_file(house, fine))


def clocked_in_file(house: House, match: str) -> bool:
    return any('"by":"clock"' in entry.body for entry in house.entries(match))


def test_match_is_forgotten_when_nobody_follows_and_built_again(open_house: OpenHouse) -> None:
    house = open_house(limits=replace(PLENTY, evict_after=0.0))
    match, (ann, bob) = house.seated("candles", 2)
    ann.answer(match)
    before = house.facts(match)
    with ann.socket(match) as socket:
        socket.next(Table)
        time.sleep(1.5)
        assert match in house.service.hall.rooms
    wait_until(lambda: match not in house.service.hall.rooms)
    assert house.facts(match) == before
    bob.answer(match)
    assert ann.look(match).news[-1].seq == before[0] + 1  # type: ignore[operator]


def test_everything_is_there_after_a_restart(open_house: OpenHouse, database: str) -> None:
    house = open_house(database=database)
    match, (ann, bob) = house.seated("candles", 2)
    ann.answer(match)
    before, shown = house.facts(match), ann.look(match)
    cookies = [guest.cookie for guest in (ann, bob)]
    house.close()
    again = open_house(database=database)
    assert again.facts(match) == before
    guests = [Guest(again.address) for _ in cookies]
    for guest, cookie in zip(guests, cookies, strict=True):
        guest.become(cookie)
    assert guests[0].look(match) == shown
    guests[0].do(match, Withdraw(fresh_id(), 0))
    for guest in guests:
        guest.answer(match)
        guest.close()


def test_deed_that_cannot_be_saved_has_not_happened(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    match, (ann,) = house.seated("arkham", 1)
    question = ann.question(match)
    answer = Answer("once", question.id, question.options[0].code)
    before = house.facts(match)
    append = house.service.store.append

    async def broken(*words: object, **more: object) -> None:
        raise sqlite3.OperationalError("disk is full")

    with ann.socket(match) as watching:
        shown = watching.next(Table)
        monkeypatch.setattr(house.service.store, "append", broken)
        assert ann.post(f"/api/matches/{match}/deeds", answer).status_code == 500
        with ann.socket(match) as socket:
            socket.send(answer)
            assert socket.closed()[0] == 1011
        monkeypatch.setattr(house.service.store, "append", append)
        assert house.facts(match) == before
        assert ann.look(match).asks == [question]
        # nobody was shown what was not saved
        last = watching.table(shown.seq)
        assert last.seq == shown.seq
        ack = ann.do(match, answer)
        assert watching.table(ack.seq).seq == ack.seq


def test_saved_but_not_acknowledged_is_found_again(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """The database may have committed although it did not get to say so: the resent answer is known."""
    match, (ann,) = house.seated("arkham", 1)
    question = ann.question(match)
    answer = Answer("once", question.id, question.options[0].code)
    append = house.service.store.append

    async def cut_off(*words: object, **more: object) -> None:
        await append(*words, **more)  # type: ignore[arg-type]
        raise sqlite3.OperationalError("the line is dead")

    monkeypatch.setattr(house.service.store, "append", cut_off)
    assert ann.post(f"/api/matches/{match}/deeds", answer).status_code == 500
    monkeypatch.setattr(house.service.store, "append", append)
    before = house.facts(match)
    assert ann.do(match, answer).seq == before[0]
    assert house.facts(match) == before


def test_conflict_is_resolved_by_looking_again(house: House) -> None:
    """Another server has written meanwhile: its entry counts, and so does ours after it."""
    match, (ann, bob) = house.seated("candles", 2)
    entries = house.entries(match)
    question = bob.question(match)
    line = Answered("1:other", 1, question.options[0].code)
    house.run(house.service.store.append(match, [Entry(len(entries) + 1, time.time(), write_line(line))]))
    ack = ann.answer(match)
    assert ack.seq == len(entries) + 2
    playing = house.live(match).match
    assert playing is not None
    assert playing.log[6] == question.options[0].code


def test_endless_conflicts_are_an_explained_refusal(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    match, (ann,) = house.seated("arkham", 1)

    async def conflict(*words: object, **more: object) -> None:
        raise Conflict

    before = house.facts(match)
    append = house.service.store.append
    monkeypatch.setattr(house.service.store, "append", conflict)
    with pytest.raises(MiskatonicError, match="try again"):
        ann.answer(match)
    monkeypatch.setattr(house.service.store, "append", append)
    assert house.facts(match) == before


def test_postgresql_may_go_away_for_a_while(open_house: OpenHouse, postgres: str) -> None:
    house = open_house(database=postgres)
    match, (ann,) = house.seated("arkham", 1)
    question = ann.question(match)
    answer = Answer("once", question.id, question.options[0].code)
    with psycopg.connect(postgres, autocommit=True) as other:
        other.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
            "WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )
    replies = [ann.post(f"/api/matches/{match}/deeds", answer) for _ in range(3)]
    assert replies[-1].status_code == 200
    assert len([entry for entry in house.entries(match) if '"k":"answered"' in entry.body]) == 1
    assert house.live(match).match.log == house.live(match).match.at(99).log  # type: ignore[union-attr]


def test_followers_of_all_kinds_are_dismissed_when_the_table_closes(house: House) -> None:
    match, (ann,) = house.seated("arkham", 1)
    with ann.socket(match) as socket, ann.stream(match) as events:
        socket.next(Table)
        next(events)

        async def close() -> None:
            house.service.say_goodbye()

        house.run(close())
        code, _ = socket.closed()
        assert code == 1012
        said = [message for _, message in events]
        assert type(said[-1]).__name__ == "Closing"
    assert house.guest().json("/healthz")["status"] == "closing"


def test_answers_are_acknowledged_through_any_connection(house: House) -> None:
    match, (ann,) = house.seated("arkham", 1)
    with ann.socket(match) as one, ann.socket(match) as two:
        for socket in (one, two, one, two):
            question = ann.question(match)
            ack = socket.ask(Answer(fresh_id(), question.id, question.options[0].code))
            assert isinstance(ack, Ack)
            assert one.table(ack.seq).seq == two.table(ack.seq).seq
