"""After the end: records, steps, verification, playing on from the middle, records from elsewhere, tutorials, hints."""

from __future__ import annotations

from typing import Any

import httpx2
import pytest
from table.guest import Guest
from table.house import House

import miskatonic as mk
from miskatonic.client import fresh_id
from miskatonic.kernel import read_record, write_record
from miskatonic.table.wire import Answer, NewMatch, Place, Table

pytestmark = pytest.mark.usefixtures("odd")

TEXT = {"content-type": "text/plain"}


def finished(house: House, game: str, people: int, **more: Any) -> tuple[str, list[Guest]]:
    match, guests = house.seated(game, people, **more)
    while guests[0].look(match).status != "over":
        for guest in guests:
            guest.play_out(match)
    return match, guests


def verify(guest: Guest, record: str) -> Any:
    return guest.raw("POST", "/api/verify", content=record.encode(), headers=TEXT).json()


@pytest.mark.parametrize(("game", "people", "dice"), [("arkham", 1, "seeded"), ("candles", 3, "sealed")])
def test_record_is_sound_and_gives_the_same_match(house: House, game: str, people: int, dice: str) -> None:
    match, guests = finished(house, game, people, dice=dice)
    record = guests[-1].record(match)
    played, again = house.live(match).match, read_record(record).match()
    assert played is not None
    assert (again.log, again.fingerprint(), again.returns) == (played.log, played.fingerprint(), played.returns)
    verdict = verify(guests[0], record)
    assert verdict["sound"], verdict
    lines = record.splitlines()
    lines[3] = lines[3].replace('"n":2', '"n":3')
    assert not verify(guests[0], "\n".join(lines) + "\n")["sound"]
    assert not verify(guests[0], "rubbish")["sound"]
    assert not verify(guests[0], "")["sound"]


def test_record_of_a_match_that_goes_on_is_what_one_has_been_told(house: House) -> None:
    match, (ann, bob) = house.seated("candles", 2)
    ann.answer(match)
    bob.answer(match)
    for guest in (ann, bob):
        told = [line.text for line in guest.look(match).news if line.text]
        assert guest.record(match) == "".join(f"{line}\n" for line in told)
    assert ann.record(match) != bob.record(match)


def test_no_record_before_the_beginning(house: House) -> None:
    opened, (ann, _) = house.gathered("insanity", 2)
    response = ann.raw("GET", f"/api/matches/{opened.match}/record")
    assert (response.status_code, "not begun" in response.json()["problem"]) == (404, True)


@pytest.mark.parametrize("audience", ["watch", "0", "2"])
def test_every_step_is_what_that_audience_saw(house: House, audience: str) -> None:
    match, (ann, *_) = finished(house, "candles", 3)
    played = house.live(match).match
    assert played is not None
    seat = int(audience) if audience.isdecimal() else None
    for n in range(len(played.log) + 1):
        step = ann.json(f"/api/matches/{match}/steps/{n}?audience={audience}")
        past = played.at(n)
        assert step["sheet"] | step["view"] == past.view(seat)
        assert step["sheet"].keys() <= set(past.game.still)
        assert (step["n"], step["entries"], len(step["players"])) == (n, len(played.log), 3)
        assert len(step["news"]) == len(past.story(seat))
        if "asked" in step and n < len(played.log):
            assert step["answer"] == played.log[n]
    assert step["ending"]
    assert ann.raw("GET", f"/api/matches/{match}/steps/{n + 1}").status_code == 422
    assert ann.raw("GET", f"/api/matches/{match}/steps/0?audience=7").status_code == 422


def test_steps_are_for_afterwards(house: House) -> None:
    match, (ann, _) = house.seated("candles", 2)
    response = ann.raw("GET", f"/api/matches/{match}/steps/1?audience=1")
    assert (response.status_code, "not over yet" in response.json()["problem"]) == (422, True)


def test_play_goes_on_from_any_step(house: House) -> None:
    match, (ann,) = finished(house, "arkham", 1, seed="11")
    played = house.live(match).match
    assert played is not None
    entries = len(played.log)
    for at in (0, entries // 2, entries):
        opened = ann.open("arkham", origin=match, at=at)
        ann.sit(opened.match, 0, "Ann", opened.invitations[0].token)
        live = house.live(opened.match)
        assert live.match is not None
        assert live.match.log[:at] == played.log[:at]
        assert ann.play_out(opened.match).status == "over"
        house.evict()
        assert ann.look(opened.match).status == "over"
        verdict = verify(ann, ann.record(opened.match))
        assert verdict["sound"], verdict
    assert ann.post("/api/matches", NewMatch("arkham", origin=match, at=entries + 1)).status_code == 422
    two = NewMatch("arkham", [Place(), Place()], origin=match, at=1)
    assert ann.post("/api/matches", two).status_code == 422
    assert house.guest().post("/api/matches", NewMatch("arkham", origin=match, at=1)).status_code == 404


def test_simultaneous_answers_are_never_cut_apart(house: House) -> None:
    match, (ann, _, _) = finished(house, "candles", 3)
    played = house.live(match).match
    assert played is not None
    first = next(step for step in played.steps() if isinstance(step.question, mk.Ask))
    for at in range(first.n, first.n + 3):
        opened = ann.open("candles", [Place() for _ in range(3)], origin=match, at=at)
        for seat in range(3):
            ann.sit(opened.match, seat, "Ann", opened.invitations[seat].token)
        live = house.live(opened.match)
        assert live.match is not None
        assert len(live.match.log) == first.n
        assert len(ann.look(opened.match).asks) == 3


def bring(guest: Guest, record: str) -> httpx2.Response:
    return guest.raw("POST", "/api/records", content=record.encode(), headers=TEXT)


@pytest.mark.parametrize("over", [True, False])
def test_record_from_elsewhere_is_kept_and_looked_at(house: House, over: bool) -> None:
    match = mk.Match("arkham", seed=3, seats=["Wilma"])
    for _ in range(5):
        match.answer(0, match.ask.options[0])
    if over:
        match.play(lambda ask: ask.options[-1])
    record = write_record(match, "test")
    guest, stranger = house.guest(), house.guest()
    response = bring(guest, record)
    assert response.status_code == 201, response.text
    kept = response.json()["match"]
    house.evict()
    for someone in (guest, stranger):
        assert someone.record(kept) == record
        table = someone.look(kept)
        assert table.status == ("over" if over else "playing")
        assert (table.asks, list(table.views)) == ([], ["watch"])
        assert someone.json(f"/api/matches/{kept}/steps/{len(match.log)}")["players"] == ["Wilma"]
    with pytest.raises(Exception, match="taken"):
        stranger.sit(kept, 0, "Thief")
    opened = stranger.open("arkham", origin=kept, at=3)
    stranger.sit(opened.match, 0, "Fred", opened.invitations[0].token)
    assert stranger.play_out(opened.match).status == "over"


def test_records_that_are_not_sound_are_not_kept(house: House) -> None:
    guest = house.guest()
    record = write_record(mk.Match("arkham", seed=3), "test")
    for bad in ("", "rubbish", record[:-20], record.replace("arkham", "mystery"), "\x00", "{" * 1000):
        response = bring(guest, bad)
        assert response.status_code in (404, 422), bad
        assert response.json()["problem"]
    response = guest.raw("POST", "/api/records", content=b"\xff\xfe", headers=TEXT)
    assert response.status_code == 400
    assert guest.post("/api/records", {"a": 1}).status_code == 415


def test_hint_is_a_legal_answer_to_ones_own_question(house: House) -> None:
    match, guests = house.seated("insanity", 2)
    asked, other = guests if guests[0].look(match).asks else guests[::-1]
    question = asked.question(match)
    hint = asked.json(f"/api/matches/{match}/hint?seat={question.actor}")
    assert hint["code"] in [option.code for option in question.options]
    assert hint["label"]
    path = f"/api/matches/{match}/hint?seat="
    assert other.raw("GET", f"{path}{question.actor}").status_code == 403
    if not other.look(match).asks:
        assert other.raw("GET", f"{path}{1 - question.actor}").status_code == 422
    for nonsense in ("x", "-1", "", "99"):
        assert asked.raw("GET", path + nonsense).status_code == 403


def test_games_and_their_rules_are_described(house: House) -> None:
    guest = house.guest()
    games = {game.name: game for game in guest.games().games}
    assert {"arkham", "insanity"} <= games.keys()
    assert games["insanity"].seats == list(mk.game_named("insanity").seats)
    handbook = guest.json("/api/games/arkham")
    assert handbook["help"]
    assert handbook["rules"] == dict(mk.game_named("arkham").rules)
    assert guest.raw("GET", "/api/games/chess").status_code == 404
    response = guest.raw("GET", "/api/games/chess/tutorial")
    assert response.status_code == 404


def test_answers_may_be_posted_one_by_one(house: House) -> None:
    match, (ann,) = house.seated("arkham", 1)
    question = ann.question(match)
    response = ann.post(f"/api/matches/{match}/answers", Answer(fresh_id(), question.id, question.options[0].code))
    assert response.json()["t"] == "ack"
    with ann.socket(match) as socket:
        assert socket.next(Table).seq == response.json()["seq"]
