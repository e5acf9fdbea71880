"""Questions to several at once: nobody learns another's answer before all are in."""

from __future__ import annotations

import msgspec
import pytest
from table.guest import Guest, as_json
from table.house import House

from miskatonic.client import fresh_id
from miskatonic.table.wire import Ack, Answer, Nack, Table, Undo, Withdraw

pytestmark = pytest.mark.usefixtures("odd")


def everything(house: House, match: str, guest: Guest) -> dict[str, object]:
    """All that a guest can fetch, but for who is present and how many events there were."""
    table = as_json(guest.look(match))
    with guest.socket(match) as socket:
        shown = as_json(socket.next(Table))
    with guest.stream(match) as events:
        streamed = as_json(next(events)[1])
    found = {"table": table, "socket": shown, "stream": streamed, "record": guest.record(match)}
    found["list"] = guest.json("/api/matches")["mine"]
    return found


def without_waiting(found: dict[str, object]) -> bytes:
    """Without who has answered, which everybody may know, and the count of events."""
    text = msgspec.json.encode(found)
    plain = msgspec.json.decode(text)
    for key in ("table", "socket", "stream"):
        plain[key].pop("seq")
        for seat in plain[key]["seats"]:
            seat.pop("waiting", None)
            seat.pop("here", None)
    for listed in plain["list"]:
        listed.pop("changed")
        for seat in listed["seats"]:
            seat.pop("waiting", None)
            seat.pop("here", None)
    return msgspec.json.encode(plain)


@pytest.mark.parametrize("game", ["candles", "insanity"])
def test_held_answer_is_nobodys_business(house: House, game: str) -> None:
    """Whatever others can fetch is the same before an answer, after it, and after a different one."""
    match, guests = house.seated(game, 3)
    for _ in range(60):
        asked = [guest for guest in guests if guest.look(match).asks]
        if len(asked) > 1 and len(asked[0].question(match).options) > 1:
            break
        asked[0].answer(match)
    ann, *others = asked
    others += [guest for guest in guests if guest not in asked]
    question = ann.question(match)
    before = [without_waiting(everything(house, match, other)) for other in others]
    for option in (question.options[0], question.options[-1]):
        ack = ann.do(match, Answer(fresh_id(), question.id, option.code))
        assert ann.look(match).seq == ack.seq
        assert [without_waiting(everything(house, match, other)) for other in others] == before
        ann.do(match, Withdraw(fresh_id(), question.actor))
    assert [without_waiting(everything(house, match, other)) for other in others] == before


def test_answers_are_told_together_when_the_last_is_in(house: House) -> None:
    match, guests = house.seated("candles", 3)
    sockets = [guest.socket(match) for guest in guests]
    last = 0
    for seat, guest in enumerate(guests):
        assert not any(line.kind == "answered" for line in guests[0].look(match).news)
        last = guest.answer(match).seq
        assert [place.waiting for place in guests[0].look(match).seats[: seat + 1]].count(True) == 0 or seat == 2
    for socket in sockets:
        table = socket.table(last)
        played = [line for line in table.news if line.kind == "answered"]
        assert [line.seat for line in played] == [0, 1, 2]
        assert {line.seq for line in played} == {last}
        socket.connection.close()


def test_withdrawn_answer_can_be_given_again_differently(house: House) -> None:
    match, (ann, bob) = house.seated("candles", 2, options={"omens": "off"})
    question = ann.question(match)
    with ann.socket(match) as socket:
        first = Answer(fresh_id(), question.id, question.options[0].code)
        assert isinstance(socket.ask(first), Ack)
        table = socket.table(house.live(match).seq)
        assert (table.asks, table.undo) == ([], [0])
        reply = socket.ask(Answer(fresh_id(), question.id, question.options[-1].code))
        assert isinstance(reply, Nack)
        assert (reply.why, "take that answer back first" in reply.detail) == ("stale", True)
        assert isinstance(socket.ask(Withdraw(fresh_id(), 0)), Ack)
        assert socket.table(house.live(match).seq).asks == [question]
        # the first one again, late: it was done once and is not done again
        assert isinstance(socket.ask(first), Ack)
        assert ann.look(match).asks == [question]
        assert isinstance(socket.ask(Answer(fresh_id(), question.id, question.options[-1].code)), Ack)
        bob.answer(match)
        reply = socket.ask(Withdraw(fresh_id(), 0))
        assert isinstance(reply, Nack)
    playing = house.live(match).match
    assert playing is not None
    assert playing.log[4] == question.options[-1].code


def test_undo_of_a_held_answer_withdraws_it(house: House) -> None:
    match, (ann, _) = house.seated("candles", 2)
    question = ann.question(match)
    ann.answer(match)
    ann.do(match, Undo(fresh_id(), 0))
    assert ann.question(match) == question
