"""Deeds over the wire: done once or not at all, and always with an explanation."""

from __future__ import annotations

from typing import Any

import pytest
from table.guest import Guest, Socket, as_json
from table.house import House

from miskatonic.client import TableError, fresh_id
from miskatonic.table.wire import (
    Ack,
    Answer,
    Consent,
    Deed,
    Hold,
    Nack,
    Ping,
    Pong,
    Say,
    Sync,
    Table,
    Undo,
    Withdraw,
)


def refused(reply: Ack | Nack, why: str, words: str) -> None:
    """A refusal that says why in a sentence."""
    assert isinstance(reply, Nack), reply
    assert reply.why == why
    assert words.lower() in reply.detail.lower()
    assert not reply.detail[0].islower()
    assert reply.detail[-1] in ".!?"


@pytest.fixture
def solo(house: House) -> tuple[House, str, Guest]:
    match, (guest,) = house.seated("arkham", 1, seed="7")
    return house, match, guest


Solo = tuple[House, str, Guest]


def test_acknowledged_is_saved(solo: Solo) -> None:
    house, match, guest = solo
    with guest.socket(match) as socket:
        table = socket.next(Table)
        while table.asks:
            question = table.asks[0]
            ack = socket.ask(Answer(fresh_id(), question.id, question.options[-1].code))
            assert isinstance(ack, Ack)
            # the log is read by another connection: what is acknowledged is committed
            assert house.entries(match)[-1].seq >= ack.seq
            table = socket.table(ack.seq)
        assert table.status == "over"


def test_resent_answer_is_acknowledged_again_and_counts_once(solo: Solo) -> None:
    house, match, guest = solo
    question = guest.question(match)
    answer = Answer("my-own-id", question.id, question.options[0].code)
    first = guest.do(match, answer)
    count = len(house.entries(match))
    assert guest.do(match, answer) == first
    with guest.socket(match) as socket:
        assert socket.ask(answer) == first
        assert socket.ask(answer) == first
    guest.answer(match)
    assert guest.do(match, answer) == first
    assert len(house.entries(match)) == count + 1


def test_resent_answer_is_known_after_the_match_was_forgotten(solo: Solo) -> None:
    house, match, guest = solo
    question = guest.question(match)
    answer = Answer("my-own-id", question.id, question.options[0].code)
    first = guest.do(match, answer)
    house.evict()
    assert house.service.hall.rooms == {}
    assert guest.do(match, answer) == first


def test_another_answer_to_an_answered_question_is_stale(solo: Solo) -> None:
    house, match, guest = solo
    question = guest.question(match)
    guest.answer(match)
    before = house.facts(match)
    with guest.socket(match) as socket:
        refused(socket.ask(Answer("b", question.id, question.options[0].code)), "stale", "not open any more")
    assert house.facts(match) == before


@pytest.mark.parametrize(
    ("deed", "why", "words"),
    [
        (Answer("a", "{ask}", 2**31 - 1), "illegal", "is not possible here"),
        (Answer("a", "{ask}", 0), "illegal", "is not possible here"),
        (Answer("a", "9.9.0", 0), "stale", "not open any more"),
        (Answer("a", "0.0.9", 0), "stale", "no such question"),
        (Answer("a", "nonsense", 0), "stale", "no such question"),
        (Answer("a", "0.0.99999999999", 0), "stale", "no such question"),
        (Withdraw("a", 0), "stale", "no answer to take back"),
        (Withdraw("a", 7), "refused", "no seat 7"),
        (Undo("a", 0), "refused", "nothing of yours"),
        (Consent("a", 0, True), "stale", "nobody asks you"),
        (Hold("a", 5, True), "refused", "no seat 5"),
        (Say("a", 3, "hello"), "refused", "no seat 3"),
    ],
    ids=lambda value: repr(value) if not isinstance(value, str) else None,
)
def test_refused_deed_changes_nothing(solo: Solo, deed: Deed, why: str, words: str) -> None:
    house, match, guest = solo
    question = guest.question(match)
    if isinstance(deed, Answer):
        deed = Answer(deed.id, deed.ask.format(ask=question.id), deed.code)
    before = house.facts(match)
    with guest.socket(match) as socket:
        reply = socket.ask(deed)
        assert isinstance(reply, Nack)
        assert reply.id == deed.id
        refused(reply, why, words)
    response = guest.post(f"/api/matches/{match}/deeds", deed)
    assert response.status_code == 409
    assert response.json() == as_json(reply)
    assert house.facts(match) == before
    # the connection and the match are as good as before
    assert guest.answer(match).seq == before[0] + 1  # type: ignore[operator]


def test_deeds_in_the_wrong_order_do_nothing(house: House) -> None:
    """Answers that overtake each other: each names its question, so none is taken for another."""
    match, (guest,) = house.seated("arkham", 1, seed="7")
    twin, (other,) = house.seated("arkham", 1, seed="7")
    sent = []
    for _ in range(6):
        question = other.question(twin)
        sent.append(Answer(fresh_id(), question.id, question.options[-1].code))
        other.do(twin, sent[-1])
    with guest.socket(match) as socket:
        for answer in reversed(sent[1:]):
            assert isinstance(socket.ask(answer), Nack)
        assert house.live(match).match.log != house.live(twin).match.log  # type: ignore[union-attr]
        for answer in sent:
            assert isinstance(socket.ask(answer), Ack)
            assert isinstance(socket.ask(answer), Ack)
    mine, hers = house.live(match).match, house.live(twin).match
    assert mine is not None
    assert hers is not None
    assert (mine.log, mine.fingerprint()) == (hers.log, hers.fingerprint())


def test_after_the_end_nothing_is_answered(solo: Solo) -> None:
    house, match, guest = solo
    question = guest.question(match)
    guest.play_out(match)
    before = house.facts(match)
    with guest.socket(match) as socket:
        refused(socket.ask(Answer("late", question.id, question.options[0].code)), "over", "match is over")
    assert house.facts(match) == before


def test_before_the_beginning_nothing_is_answered(house: House) -> None:
    opened, (ann, _) = house.gathered("insanity", 2)
    ann.sit(opened.match, 0, "Ann", opened.invitations[0].token)
    before = house.facts(opened.match)
    with ann.socket(opened.match) as socket:
        refused(socket.ask(Answer("early", "0.0.0", 0)), "not_yet", "has not begun")
        refused(socket.ask(Undo("early", 0)), "not_yet", "has not begun")
        refused(socket.ask(Withdraw("early", 0)), "not_yet", "has not begun")
    assert house.facts(opened.match) == before


def test_answer_for_another_seat_is_refused(house: House) -> None:
    match, guests = house.seated("insanity", 2)
    asked, other = guests if guests[0].look(match).asks else guests[::-1]
    question = asked.question(match)
    before = house.facts(match)
    with other.socket(match) as socket:
        refused(socket.ask(Answer("x", question.id, question.options[0].code)), "not_yours", "not your seat")
        mine = question.id.rpartition(".")[0] + f".{1 - question.actor}"
        refused(socket.ask(Answer("y", mine, question.options[0].code)), "not_yours", "is not asked now")
        for deed in (Say("z", question.actor, "hello"), Hold("z", question.actor, True), Undo("z", question.actor)):
            refused(socket.ask(deed), "not_yours", "not your seat")
    assert house.facts(match) == before


MALFORMED: list[Any] = [
    "",
    "hello",
    "{",
    "null",
    "[]",
    "[" * 5000,
    '{"t":"answer"}',
    '{"t":"answer","id":"a","ask":"0.0.0","code":"one"}',
    '{"t":"answer","id":"a","ask":"0.0.0","code":-1}',
    '{"t":"answer","id":"a","ask":"0.0.0","code":1e400}',
    '{"t":"answer","id":"a","ask":"0.0.0","code":99999999999999999999}',
    '{"t":"answer","id":"","ask":"0.0.0","code":1}',
    '{"t":"answer","id":"' + "a" * 41 + '","ask":"0.0.0","code":1}',
    '{"t":"answer","id":"a b","ask":"0.0.0","code":1}',
    '{"t":"answer","id":"a","ask":"0.0.0","code":1,"more":1}',
    '{"t":"say","id":"a","seat":0,"phrase":"rude words"}',
    '{"t":"say","id":"a","seat":-1,"phrase":"hello"}',
    '{"t":"table","match":"x"}',
    '{"t":"sync","since":-1}',
    '{"t":1}',
    '{"id":"a"}',
    '{"t":"ping","\\ud800":1}',
    b"\xff\xfe\x00",
    b"\x00" * 100,
    "\u0000" * 10,
]


def test_malformed_messages_are_explained_and_change_nothing(solo: Solo) -> None:
    house, match, guest = solo
    before = house.facts(match)
    with guest.socket(match) as socket:
        for message in MALFORMED:
            socket.send(message)
            refused(socket.next(Nack), "malformed", "cannot be understood")
        socket.send(Ping())
        assert isinstance(socket.next(Pong), Pong)
    for message in MALFORMED:
        body = message if isinstance(message, bytes) else message.encode()
        for path in ("answers", "deeds"):
            response = guest.post(f"/api/matches/{match}/{path}", body)
            assert response.status_code in (400, 422), (message, response.text)
            assert response.json()["problem"]
    assert house.facts(match) == before


def test_bytes_are_read_like_text(solo: Solo) -> None:
    _, match, guest = solo
    with guest.socket(match) as socket:
        socket.send(b'{"t":"ping"}')
        assert isinstance(socket.next(Pong), Pong)


def test_oversized_message_closes_the_connection_with_a_reason(solo: Solo) -> None:
    house, match, guest = solo
    before = house.facts(match)
    with guest.socket(match) as socket:
        socket.send('{"t":"ping"' + " " * 20_000 + "}")
        assert socket.closed()[0] == 1009
    assert house.facts(match) == before


def test_gap_is_filled_on_request(solo: Solo) -> None:
    _, match, guest = solo
    for _ in range(5):
        guest.answer(match)
    with guest.socket(match) as socket:
        whole = socket.next(Table)
        socket.send(Sync(0))
        assert as_json(socket.next(Table)) == as_json(whole)
        socket.send(Sync(whole.seq - 2))
        rest = socket.next(Table)
        assert rest.news == [line for line in whole.news if line.seq > whole.seq - 2]
        assert rest.start + len(rest.news) == len(whole.news)
        assert (rest.since, rest.sheet, rest.commitment) == (whole.seq - 2, None, "")
        assert (rest.views, rest.asks) == (whole.views, whole.asks)
        socket.send(Sync(2**31 - 1))
        assert socket.next(Table).news == []


def told_after(client_news: list[Any], table: Table) -> list[Any]:
    """What a client knows after a picture: lines from `start` on are replaced."""
    return client_news[: table.start] + table.news


def test_pictures_add_up_to_the_whole_story(house: House) -> None:
    """Also over answers that are taken back: whoever follows knows what a newcomer is told."""
    match, (guest,) = house.seated("arkham", 1, seed="3")
    with guest.socket(match) as socket:
        table = socket.next(Table)
        news = told_after([], table)
        for step in range(25):
            if not table.asks:
                break
            question = table.asks[0]
            deed: Deed = Answer(fresh_id(), question.id, question.options[step % len(question.options)].code)
            if step % 4 == 3 and table.undo:
                deed = Undo(fresh_id(), 0)
            ack = socket.ask(deed)
            assert isinstance(ack, Ack), ack
            while table.seq < ack.seq:
                table = socket.next(Table)
                news = told_after(news, table)
            assert news == guest.look(match).news


def test_since_names_what_a_client_knows(solo: Solo) -> None:
    _, match, guest = solo
    for _ in range(3):
        guest.answer(match)
    whole = guest.look(match)
    for since in range(whole.seq + 1):
        with guest.socket(match, since) as socket:
            table = socket.next(Table)
            assert table.news == [line for line in whole.news if line.seq > since]
    for nonsense in ("x", "-3", "99999999999999999999", ""):
        with guest.socket(match, nonsense) as socket:  # type: ignore[arg-type]
            assert socket.next(Table).news == whole.news


def test_events_say_the_same_as_the_socket(solo: Solo) -> None:
    _, match, guest = solo
    with guest.socket(match) as socket, guest.stream(match) as events:
        table = socket.next(Table)
        number, shown = next(events)
        seen = {table.seq: as_json(table)}
        assert as_json(shown) == seen[number]
        for _ in range(8):
            ack = guest.answer(match)
            table = socket.table(ack.seq)
            number, shown = next(events)
            while number < ack.seq:
                number, shown = next(events)
            assert as_json(shown) == as_json(table)
    last = guest.look(match)
    with guest.stream(match, known=last.seq - 1) as events:
        _, shown = next(events)
        assert isinstance(shown, Table)
        assert shown.news == [line for line in last.news if line.seq == last.seq]


def test_slow_client_gets_one_merged_picture(solo: Solo) -> None:
    house, match, guest = solo
    room = house.room(match)
    with guest.socket(match) as socket:
        before = socket.next(Table)
        (follower,) = room.followers

        async def while_it_is_busy() -> None:
            # the loop never gets to the sending task between these: as if the line were blocked
            live = room.live
            for _ in range(6):
                ask = live.asks[0]
                live.answer(1.0, 0, ask.options[0])
            await house.service.hall.save(room)

        house.run(while_it_is_busy())
        table = socket.next(Table)
        assert (table.since, table.seq) == (before.seq, before.seq + 6)
        assert follower.seen == table.seq
        with pytest.raises(TimeoutError):
            socket.read(0.3)


def drop_and_come_back(house: House, guest: Guest, match: str, when: str) -> None:
    """Lose the connection around an answer, come back, send it again."""
    question = guest.question(match)
    answer = Answer(fresh_id(), question.id, question.options[0].code)
    before = len(house.entries(match))
    socket: Socket = guest.socket(match)
    if when == "before it is sent":
        socket.drop()
    elif when == "before the first picture":
        socket.send(answer)
        socket.drop()
    elif when == "before the acknowledgement":
        socket.next(Table)
        socket.send(answer)
        socket.drop()
    else:
        assert isinstance(socket.ask(answer), Ack)
        socket.drop()
    with guest.socket(match) as again:
        ack = again.ask(answer)
        assert isinstance(ack, Ack)
        assert again.table(ack.seq).seq == ack.seq
    answered = [entry for entry in house.entries(match)[before:] if '"k":"answered"' in entry.body]
    assert len(answered) == 1


@pytest.mark.parametrize(
    "when",
    ["before it is sent", "before the first picture", "before the acknowledgement", "after the acknowledgement"],
)
def test_lost_connection_loses_nothing_and_doubles_nothing(solo: Solo, when: str) -> None:
    house, match, guest = solo
    for _ in range(3):
        drop_and_come_back(house, guest, match, when)


def test_refusal_is_an_error_of_the_client(solo: Solo) -> None:
    _, match, guest = solo
    with pytest.raises(TableError, match="not possible here") as error:
        guest.answer(match, 10**6)
    assert error.value.status == 409
