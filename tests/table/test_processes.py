"""Several servers at one database: a match is played through all of them as if there were one."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import cycle

import pytest
from table.guest import Guest
from table.served import Served

from miskatonic.client import fresh_id
from miskatonic.kernel import Ask, read_record
from miskatonic.table.wire import Ack, Answer, Place, Say

Start = Callable[..., Served]


def two_servers(start: Start, *words: str) -> list[Served]:
    """Two servers with the same settings; they take their time to start, so they do it together."""
    with ThreadPoolExecutor(2) as pool:
        return list(pool.map(lambda _: start(*words), range(2)))


def at(server: Served, cookie: str) -> Guest:
    """The same person at another server."""
    guest = server.guest()
    guest.become(cookie)
    return guest


@pytest.mark.parametrize("with_redis", [False, True], ids=["by looking", "by redis"])
def test_match_is_played_through_two_servers(
    start: Start, postgres: str, request: pytest.FixtureRequest, with_redis: bool
) -> None:
    words = ["--database", postgres]
    if with_redis:
        words += ["--redis", request.getfixturevalue("redis_server")]
    one, two = two_servers(start, *words)
    ann, bob, watcher = one.guest(), two.guest(), two.guest()
    opened = ann.open("insanity", [Place(), Place()])
    match = opened.match
    ann.sit(match, 0, "Ann", opened.invitations[0].token)
    bob.sit(match, 1, "Bob", opened.invitations[1].token)
    watcher.watch(match, opened.watch)
    # each of them is connected here and answers there
    there = [at(two, ann.cookie), at(one, bob.cookie)]
    with watcher.socket(match) as watching, ann.socket(match) as here:
        answered = 0
        for turn in cycle((0, 1)):
            acks: list[Ack] = []
            for guest in ((ann, there[0])[turn], (bob, there[1])[turn]):
                while guest.look(match).seq < (acks[-1].seq if acks else 0):
                    time.sleep(0.01)
                if asks := guest.look(match).asks:
                    acks.append(guest.do(match, Answer(fresh_id(), asks[0].id, asks[0].options[0].code)))
            if acks:
                seen = watching.table(acks[-1].seq)
                assert here.table(acks[-1].seq).seq >= acks[-1].seq
                assert seen.status == "playing"
            answered += len(acks)
            if answered >= 24:  # a lucky match may be over after some forty
                break
        last = ann.do(match, Say(fresh_id(), 0, "bye"))
        news = watching.table(last.seq).news
        assert news[-1].text == "Ann: Sleep well, if you can."
    views = [guest.look(match) for guest in (ann, there[0])]
    assert views[0].views == views[1].views
    assert views[0].news == views[1].news
    assert views[0].seq > 24


def test_answers_at_the_same_moment_are_all_kept(start: Start, postgres: str) -> None:
    """Simultaneous answers at two servers: whoever loses the race to the log looks again and follows."""
    one, two = two_servers(start, "--database", postgres)
    ann, bob = one.guest(), two.guest()
    opened = ann.open("arkham", [Place(), Place()])
    match = opened.match
    ann.sit(match, 0, "Ann", opened.invitations[0].token)
    bob.sit(match, 1, "Bob", opened.invitations[1].token)
    acknowledged = 0
    with ann.socket(match) as left, bob.socket(match) as right:
        sides = [(ann, left), (bob, right)]
        for _ in range(25):
            sent = []
            for guest, socket in sides:
                if asks := guest.look(match).asks:
                    socket.send(Answer(fresh_id(), asks[0].id, asks[0].options[0].code))
                    sent.append(socket)
            acks = [socket.next(Ack) for socket in sent]
            acknowledged += len(acks)
            if not acks:
                break
            seq = max(ack.seq for ack in acks)
            tables = [socket.table(seq) for _, socket in sides]
            if all(table.status == "over" for table in tables):
                break
    assert acknowledged > 20
    conflicts = 0.0
    for server in (one, two):
        text = server.guest().raw("GET", "/metrics").text
        found = re.search(r"^miskatonic_conflicts_total (\S+)", text, re.MULTILINE)
        assert found is not None
        conflicts += float(found[1])
    assert conflicts > 0, "the servers never met"


def answers_saved(guest: Guest) -> float:
    """What `/metrics` says."""
    found = re.search(r"^miskatonic_answers_total (\S+)", guest.raw("GET", "/metrics").text, re.MULTILINE)
    assert found is not None
    return float(found[1])


def test_workers_of_one_server_share_its_matches(start: Start, postgres: str) -> None:
    server = start("--database", postgres, "--workers", "2", "--log", "json")
    guests = [server.guest() for _ in range(6)]
    host = guests[0]
    opened = host.open("arkham")
    seat = host.sit(opened.match, 0, "Ann", opened.invitations[0].token)
    # every guest has a connection of its own, so that both workers get some
    others = [at(server, host.cookie) for _ in guests]
    for _ in range(10):
        for guest in others:
            if guest.look(opened.match).asks:
                guest.answer(opened.match)
    table = seat.play(lambda table, question: question.options[-1].code)
    match = read_record(host.record(opened.match)).match()
    assert match.over
    assert table.status == "over"
    answers = sum(isinstance(step.question, Ask) for step in match.steps())
    assert {answers_saved(server.guest()) for _ in range(6)} == {answers}, "every worker tells the figures of all"
    status = server.stop()
    assert status == 0, server.errors
    assert any('"path": "/api/matches"' in line for line in server.errors), "the workers write no logs"


def test_what_was_acknowledged_here_is_seen_there_at_once(start: Start, postgres: str) -> None:
    one, two = two_servers(start, "--database", postgres)
    ann = one.guest()
    opened = ann.open("insanity", [Place()])
    ann.sit(opened.match, 0, "Ann", opened.invitations[0].token)
    there = at(two, ann.cookie)
    for _ in range(5):
        question = there.question(opened.match)
        ack = ann.do(opened.match, Answer(fresh_id(), question.id, question.options[0].code))
        table = there.look(opened.match)
        assert table.seq == ack.seq
        # an answer to the next question is good here, although only the other server has put it
        known = ann.answer(opened.match).seq
        with there.socket(opened.match, known) as socket:
            assert socket.read().seq >= known  # type: ignore[union-attr]
        question = ann.question(opened.match)
        there.do(opened.match, Answer(fresh_id(), question.id, question.options[0].code))
