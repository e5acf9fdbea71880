"""Strangers at the door: other sites, stolen addresses, used invitations, floods."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest
from table.conftest import PLENTY, OpenHouse
from table.guest import Guest
from table.house import House
from websockets.exceptions import InvalidStatus

from miskatonic.client import TableError, fresh_id
from miskatonic.table.sessions import hashed
from miskatonic.table.wire import Answer, Claim, Nack, Ping, Place, Say, StandIn, Table


@pytest.fixture
def duo(house: House) -> tuple[House, str, Guest, Guest]:
    match, (ann, bob) = house.seated("insanity", 2)
    return house, match, ann, bob


Duo = tuple[House, str, Guest, Guest]

FOREIGN = ["https://evil.example", "http://127.0.0.1:1", "http://localhost", "null", "http://[", "", "file://"]


@pytest.mark.parametrize("origin", FOREIGN)
def test_request_from_another_site_is_refused(duo: Duo, origin: str) -> None:
    house, match, ann, _ = duo
    before = house.facts(match)
    response = ann.post(f"/api/matches/{match}/deeds", Say("a", 0, "hello"), origin=origin)
    assert response.status_code == 403
    assert "other sites" in response.json()["problem"]
    with pytest.raises(InvalidStatus) as refused:
        ann.socket(match, Origin=origin)
    assert refused.value.response.status_code == 403
    assert house.facts(match) == before


def test_own_site_and_programs_are_let_in(duo: Duo) -> None:
    house, match, ann, _ = duo
    assert ann.post(f"/api/matches/{match}/deeds", Say("a", 0, "hello"), origin=house.address).status_code == 200
    with ann.socket(match, Origin=house.address) as socket:
        socket.next(Table)


def test_further_origins_are_a_choice(open_house: OpenHouse) -> None:
    house = open_house(origins=("https://play.example",), hosts=("play.example", "127.0.0.1"))
    guest = house.guest()
    body = {"game": "arkham"}
    assert guest.post("/api/matches", body, origin="https://play.example").status_code == 201
    assert guest.post("/api/matches", body, origin="https://play.example:444").status_code == 403


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:80", "127.0.0.1.evil.example", "", "[::2]:80", "a" * 99]
)
def test_foreign_host_is_refused(duo: Duo, host: str) -> None:
    """Whoever lets a name of his own point to this machine does not get in by it."""
    _, match, ann, _ = duo
    for path in ("/", "/api/games", f"/api/matches/{match}", "/healthz"):
        assert ann.raw("GET", path, headers={"host": host}).status_code == 421
    if host:
        with pytest.raises(InvalidStatus):
            ann.socket(match, host=host)


def test_cookie_is_out_of_reach_for_scripts_and_other_sites(house: House, open_house: OpenHouse) -> None:
    def cookie(house: House) -> str:
        return str(house.guest().post("/api/matches", {"game": "arkham"}).headers["set-cookie"])

    plain = cookie(house)
    assert {"HttpOnly", "SameSite=lax", "Path=/"} <= set(re.split("; ?", plain))
    assert "Secure" not in plain
    token = re.match(r"miskatonic=([\w-]{43});", plain)
    assert token is not None
    assert house.run(house.service.store.knows(hashed(token[1])))
    assert not house.run(house.service.store.knows(token[1]))
    secure = open_house(database=house.settings.database + "2", secure=True)
    assert "Secure" in cookie(secure)


def test_looking_makes_no_session(house: House) -> None:
    guest = house.guest()
    for path in ("/api/games", "/api/matches", "/", "/healthz"):
        assert "set-cookie" not in guest.raw("GET", path).headers


def test_invented_cookie_is_nobody(house: House) -> None:
    match, _ = house.seated("arkham", 1)
    guest = house.guest()
    for invented in ("x" * 43, "", "a", "x" * 5000, '"quoted"', "archive"):
        response = guest.raw("GET", f"/api/matches/{match}", headers={"cookie": f"miskatonic={invented}"})
        assert response.status_code == 404


def test_stolen_address_shows_nothing(duo: Duo) -> None:
    house, match, ann, _ = duo
    thief = house.guest()
    thief.open("arkham")
    room = f"/api/matches/{match}"
    for path in ("", "/record", "/events", "/steps/0", "/hint?seat=0"):
        response = thief.raw("GET", room + path)
        assert response.status_code == 404, path
        assert "Guest 0" not in response.text
    body = Answer("a", ann.look(match).asks[0].id if ann.look(match).asks else "0.0.1", 0)
    for path in ("/answers", "/deeds"):
        assert thief.post(room + path, body).status_code == 404
    assert thief.post(room + "/rematch").status_code == 404
    assert thief.post(room + "/watch", {"token": "x" * 43}).status_code == 403
    assert thief.post(room + "/watch", {}).status_code == 403
    assert thief.post(room + "/seats/0/bot", StandIn()).status_code == 404
    assert thief.post(room + "/seats/0/invitation").status_code == 404
    assert thief.raw("DELETE", room + "/seats/0").status_code == 404
    with thief.socket(match) as socket:
        code, reason = socket.closed()
        assert (code, "no such match" in reason) == (4404, True)
    assert thief.matches().open == []


def test_invitation_is_good_once_and_for_its_seat(house: House) -> None:
    opened, (ann, bob) = house.gathered("insanity", 2)
    first, second = (invitation.token for invitation in opened.invitations)
    for guest in (house.guest(), bob):
        with pytest.raises(TableError, match="not good for this seat") as refused:
            guest.sit(opened.match, 1, "Thief", first)
        assert refused.value.status == 403
    ann.sit(opened.match, 0, "Ann", first)
    with pytest.raises(TableError, match="only once"):
        house.guest().sit(opened.match, 0, "Thief", first)
    with pytest.raises(TableError, match="not good for this seat"):
        house.guest().sit(opened.match, 1, "Thief", "")
    for token in (opened.watch, hashed(second), second.upper(), second[:-1]):
        with pytest.raises(TableError, match="not good"):
            house.guest().sit(opened.match, 1, "Thief", token)
    bob.sit(opened.match, 1, "Bob", second)
    # whoever sits there may come again by the same link
    bob.sit(opened.match, 1, "Bob", second)
    assert house.live(opened.match).status == "playing"


def test_new_invitation_makes_the_old_one_void(house: House) -> None:
    opened, (ann, bob) = house.gathered("insanity", 2)
    ann.sit(opened.match, 0, "Ann", opened.invitations[0].token)
    fresh = ann.post(f"/api/matches/{opened.match}/seats/1/invitation").json()
    with pytest.raises(TableError, match="not good"):
        bob.sit(opened.match, 1, "Bob", opened.invitations[1].token)
    bob.sit(opened.match, 1, "Bob", fresh["token"])
    response = ann.post(f"/api/matches/{opened.match}/seats/1/invitation")
    assert (response.status_code, response.json()["problem"]) == (403, "Bob sits here.")
    assert bob.post(f"/api/matches/{opened.match}/seats/0/invitation").status_code == 403


def test_spectators_see_what_everybody_sees_and_do_nothing(house: House) -> None:
    opened, guests = house.gathered("insanity", 2)
    for seat, guest in enumerate(guests):
        guest.sit(opened.match, seat, f"Guest {seat}", opened.invitations[seat].token)
    watcher = house.guest()
    table = watcher.watch(opened.match, opened.watch)
    assert list(table.views) == ["watch"]
    assert (table.asks, table.undo, table.host) == ([], [], False)
    before = house.facts(opened.match)
    asked = next(guest for guest in guests if guest.look(opened.match).asks)
    question = asked.question(opened.match)
    with watcher.socket(opened.match) as socket:
        reply = socket.ask(Answer("a", question.id, question.options[0].code))
        assert isinstance(reply, Nack)
        assert reply.why == "not_yours"
        reply = socket.ask(Say("a", 0, "hello"))
        assert isinstance(reply, Nack)
        assert reply.why == "not_yours"
    room = f"/api/matches/{opened.match}"
    assert watcher.post(room + "/seats/0/bot", StandIn()).status_code == 403
    assert watcher.raw("DELETE", room + "/seats/0").status_code == 403
    assert watcher.post(room + "/rematch").status_code == 403
    assert watcher.raw("GET", room + "/hint?seat=0").status_code == 403
    assert watcher.matches().mine == []
    assert house.facts(opened.match) == before
    house.evict()
    assert watcher.look(opened.match).match == opened.match


def test_sessions_see_their_own_seats_only(duo: Duo) -> None:
    _, match, ann, bob = duo
    assert list(ann.look(match).views) == ["0"]
    assert list(bob.look(match).views) == ["1"]
    assert [seat.yours for seat in bob.look(match).seats] == [False, True]
    assert [listed.match for listed in bob.matches().mine] == [match]
    assert ann.look(match).host
    assert not bob.look(match).host


def test_floods_of_requests_are_refused(open_house: OpenHouse) -> None:
    house = open_house(limits=replace(PLENTY, requests_per_second=0.01, requests_at_once=5))
    guest = house.guest()
    codes = [guest.raw("GET", "/api/games").status_code for _ in range(7)]
    assert codes == [200] * 5 + [429] * 2
    assert "too many requests" in guest.raw("GET", "/api/games").json()["problem"].lower()
    assert guest.raw("GET", "/healthz").status_code == 200
    with pytest.raises(InvalidStatus):
        guest.socket("nowhere")


def test_tables_are_not_opened_by_the_hundred(open_house: OpenHouse) -> None:
    house = open_house(limits=replace(PLENTY, openings_per_minute=0.1, openings_at_once=3))
    guest = house.guest()
    for _ in range(3):
        guest.open("arkham")
    with pytest.raises(TableError, match="too quickly") as refused:
        guest.open("arkham")
    assert refused.value.status == 429
    response = guest.raw("POST", "/api/records", content=b"rubbish", headers={"content-type": "text/plain"})
    assert response.status_code == 429
    house.guest().open("arkham")


def test_number_of_matches_of_a_session_is_limited(open_house: OpenHouse) -> None:
    house = open_house(limits=replace(PLENTY, matches_per_session=2))
    guest = house.guest()
    opened = [guest.open("arkham") for _ in range(2)]
    with pytest.raises(TableError, match="2 matches that are not over") as refused:
        guest.open("arkham")
    assert refused.value.status == 429
    guest.sit(opened[0].match, 0, "Ann", opened[0].invitations[0].token)
    guest.play_out(opened[0].match)
    guest.open("arkham")


def test_floods_of_messages_are_slowed_then_closed(open_house: OpenHouse) -> None:
    house = open_house(limits=replace(PLENTY, messages_per_second=0.01, messages_at_once=4))
    match, (guest,) = house.seated("arkham", 1)
    with guest.socket(match) as socket:
        for _ in range(5):
            socket.send(Ping())
        nack = socket.next(Nack)
        assert (nack.why, "too quickly" in nack.detail) == ("too_fast", True)
        for _ in range(200):
            socket.send(Ping())
        assert socket.closed() == (4429, "too many messages")
    with guest.socket(match) as socket:
        socket.next(Table)


def test_number_of_connections_of_an_address_is_limited(open_house: OpenHouse) -> None:
    house = open_house(limits=replace(PLENTY, sockets_per_address=2))
    match, (guest,) = house.seated("arkham", 1)
    with guest.socket(match) as first, guest.socket(match) as second, guest.socket(match) as third:
        first.next(Table)
        second.next(Table)
        assert third.closed() == (4430, "too many connections from your address")
        assert guest.raw("GET", f"/api/matches/{match}/events").status_code == 429
    with guest.socket(match) as again:
        again.next(Table)
    assert house.run(_sockets(house)) <= 1


async def _sockets(house: House) -> int:
    return sum(house.service.sockets.values())


def test_silent_connection_is_closed(open_house: OpenHouse) -> None:
    house = open_house(limits=replace(PLENTY, silence=0.4))
    match, (guest,) = house.seated("arkham", 1)
    with guest.socket(match) as socket:
        for _ in range(4):
            socket.connection.recv(0.3) if socket.last is None else None
            socket.send(Ping())
        assert socket.closed() == (4408, "nothing was heard from you for a while")


def test_long_bodies_are_refused(open_house: OpenHouse) -> None:
    house = open_house(limits=replace(PLENTY, body_bytes=2048))
    guest = house.guest()
    response = guest.post("/api/matches", b'{"game":"' + b"a" * 5000 + b'"}')
    assert response.status_code == 413
    assert "2 kB" in response.json()["problem"]
    response = guest.raw("POST", "/api/verify", content=b"x" * 5000, headers={"content-type": "text/plain"})
    assert response.status_code == 413


@pytest.mark.parametrize(
    "path",
    [
        "/api/matches/" + "9" * 5000,
        "/api/matches/x/seats/" + "9" * 5000,
        "/r/x/" + "9" * 5000,
        "/" + "a" * 5000,
        "/" + "%C3%A4" * 200,
        "/assets/" + "a" * 5000,
        "/%00",
        "/api/matches/%00",
        "/api/games/%00",
        "/api/matches/%F0%9F%90%99",
        "/api/matches/%FF%FE",
    ],
    ids=lambda path: path[:24],
)
def test_odd_addresses_are_not_there(house: House, path: str) -> None:
    response = house.guest().raw("GET", path)
    assert response.status_code in (404, 405, 414), response.status_code


def test_who_goes_astray_sees_a_page_and_a_program_a_problem(house: House) -> None:
    guest = house.guest()
    browser = {"accept": "text/html,application/xhtml+xml,*/*;q=0.8"}
    start = guest.raw("GET", "/", headers=browser).text
    for path in ("/nowhere", "/t/abc/def", "/r/abc/def", "/assets/nothing.js"):
        page = guest.raw("GET", path, headers=browser)
        assert (page.status_code, page.text) == (404, start)
        problem = guest.raw("GET", path)
        assert (problem.status_code, problem.json()) == (404, {"problem": "There is nothing at this address."})
    assert guest.raw("GET", "/api/nowhere", headers=browser).json()["problem"]


def test_odd_addresses_are_not_there_with_postgresql(open_house: OpenHouse, postgres: str) -> None:
    house = open_house(database=postgres)
    guest = house.guest()
    for path in ("/api/matches/%00", "/api/matches/a%00b/record", "/api/matches/%FF"):
        assert guest.raw("GET", path).status_code == 404
    assert guest.post("/api/matches/%00/seats/0", Claim("Ann")).status_code == 404
    opened = guest.open("arkham", [Place(name="A\0nn")])
    guest.sit(opened.match, 0, "A\0nn\ud7ff\U0001f419", opened.invitations[0].token)
    house.evict()
    assert guest.look(opened.match).seats[0].name == "A\0nn\ud7ff\U0001f419"


def test_every_reply_is_safe_for_browsers(duo: Duo) -> None:
    _, match, ann, _ = duo
    replies = [
        ann.raw("GET", "/"),
        ann.raw("GET", "/api/games"),
        ann.raw("GET", f"/api/matches/{match}"),
        ann.raw("GET", "/nowhere"),
        ann.raw("GET", "/api/nowhere"),
        ann.raw("PATCH", "/api/games"),
        ann.raw("GET", "/", headers={"host": "evil.example"}),
        ann.post("/api/matches", {}, origin="https://evil.example"),
    ]
    for reply in replies:
        policy = reply.headers["content-security-policy"]
        assert "default-src 'self'" in policy
        assert "frame-ancestors 'none'" in policy
        assert "script-src" not in policy
        assert "unsafe-eval" not in policy
        assert not re.search(r"https?:|\*", policy)
        assert reply.headers["x-content-type-options"] == "nosniff"
        assert reply.headers["referrer-policy"] == "no-referrer"
    assert ann.raw("GET", f"/api/matches/{match}").headers["cache-control"] == "no-store"


def test_pages_name_no_other_host(house: House) -> None:
    guest = house.guest()
    for path in ("/", "/new", "/t/abc", "/r/abc/3", "/verify", "/about"):
        response = guest.raw("GET", path)
        assert response.status_code == 200
        assert response.headers["content-type"].startswith("text/html")
        assert not re.search(r"(src|href)=[\"']?(https?:)?//", response.text)


def test_pages_lead_to_no_other_file(house: House, tmp_path: Path) -> None:
    import socket

    host, port = house.address.removeprefix("http://").split(":")
    for path in ("/../cli.py", "/..%2fcli.py", "/assets/../../cli.py", "/assets/..%2f..%2fcli.py", "/%2e%2e/cli.py"):
        # a browser would tidy the address up: send it as it is
        with socket.create_connection((host, int(port))) as line:
            line.sendall(f"GET {path} HTTP/1.1\r\nHost: {host}:{port}\r\nConnection: close\r\n\r\n".encode())
            answer = b"".join(iter(lambda: line.recv(65536), b""))
        assert answer.startswith(b"HTTP/1.1 404"), path
        assert b"import" not in answer


def test_failure_shows_no_traceback(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    match, (guest,) = house.seated("arkham", 1)

    def fail(*words: object) -> None:
        raise RuntimeError("the secret inner life")

    monkeypatch.setattr("miskatonic.table.api.show", fail)
    response = guest.raw("GET", f"/api/matches/{match}")
    assert response.status_code == 500
    assert "secret inner life" not in response.text
    assert "something went wrong" in response.json()["problem"].lower()


def test_failing_connection_is_closed_with_a_reason(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    match, (guest,) = house.seated("arkham", 1)

    def fail(*words: object) -> None:
        raise RuntimeError("the secret inner life")

    monkeypatch.setattr("miskatonic.table.room.show", fail)
    with guest.socket(match) as socket:
        code, reason = socket.closed()
    assert (code, "connect again" in reason) == (1011, True)


def test_ids_are_new_every_time() -> None:
    assert len({fresh_id() for _ in range(1000)}) == 1000
