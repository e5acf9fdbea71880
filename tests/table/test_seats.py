"""Seats: coming together, leaving, bots that stand in, hosts, the next match of the same people."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from random import Random

import pytest
from table.bench import opened as opened_live
from table.bench import plan_of
from table.conftest import PLENTY, OpenHouse
from table.guest import Guest
from table.house import House

from miskatonic.client import TableError, fresh_id
from miskatonic.table import ledger
from miskatonic.table.wire import Answer, Claim, Consent, Hold, Nack, NewMatch, Place, Say, StandIn, Table, Undo

pytestmark = pytest.mark.usefixtures("odd")


def kinds(guest: Guest, match: str) -> list[str]:
    return [seat.kind for seat in guest.look(match).seats]


def test_match_begins_when_the_last_seat_is_taken(house: House) -> None:
    opened, (ann, bob) = house.gathered("insanity", 2, bots=1)
    assert [invitation.seat for invitation in opened.invitations] == [0, 1]
    assert kinds(ann, opened.match) == ["open", "open", "bot"]
    with ann.socket(opened.match) as socket:
        assert socket.next(Table).status == "gathering"
        ann.sit(opened.match, 0, "Ann", opened.invitations[0].token)
        assert house.live(opened.match).status == "gathering"
        bob.sit(opened.match, 1, "  Bob ", opened.invitations[1].token)
        while (table := socket.next(Table)).status == "gathering":
            pass
    assert table.status == "playing"
    assert [seat.name for seat in table.seats][:2] == ["Ann", "Bob"]
    assert table.sealed
    assert table.lucks == [chair.luck for chair in house.live(opened.match).chairs if chair.luck]
    assert len(table.lucks) == 2


def test_seat_given_up_before_the_beginning_is_free_again(house: House) -> None:
    opened, (ann, bob) = house.gathered("insanity", 2)
    ann.sit(opened.match, 0, "Ann", opened.invitations[0].token)
    assert ann.raw("DELETE", f"/api/matches/{opened.match}/seats/0").status_code == 200
    assert kinds(ann, opened.match) == ["open", "open"]
    bob.sit(opened.match, 1, "Bob", opened.invitations[1].token)
    with pytest.raises(TableError, match="not good"):
        ann.sit(opened.match, 0, "Ann", opened.invitations[0].token)
    fresh = ann.post(f"/api/matches/{opened.match}/seats/0/invitation").json()
    ann.sit(opened.match, 0, "Ann", fresh["token"])
    assert house.live(opened.match).status == "playing"


def test_seat_left_later_is_played_on_by_a_bot(house: House) -> None:
    """Also where the game has no sensible player of its own: somebody always answers."""
    match, (ann, bob) = house.seated("candles", 2)
    assert bob.raw("DELETE", f"/api/matches/{match}/seats/0").status_code == 403
    assert bob.raw("DELETE", f"/api/matches/{match}/seats/9").status_code == 422
    assert bob.raw("DELETE", f"/api/matches/{match}/seats/1").status_code == 200
    assert _play_with_bots(ann, match).status == "over"


def test_bot_that_stands_in_plays_the_match_to_its_end(house: House) -> None:
    match, (ann, bob) = house.seated("insanity", 2)
    assert bob.raw("DELETE", f"/api/matches/{match}/seats/1").status_code == 200
    assert kinds(ann, match) == ["person", "bot"]
    assert bob.raw("GET", f"/api/matches/{match}").status_code == 200
    with pytest.raises(TableError, match="not your seat"):
        bob.do(match, Say("a", 1, "bye"))
    table = _play_with_bots(ann, match)
    assert table.status == "over"


def _play_with_bots(guest: Guest, match: str) -> Table:
    """Play on until the match is over, waiting while bots think."""
    end = time.monotonic() + 60
    while (table := guest.look(match)).status != "over":
        assert time.monotonic() < end
        if table.asks:
            question = table.asks[0]
            guest.do(match, Answer(fresh_id(), question.id, question.options[0].code))
        else:
            time.sleep(0.01)
    return table


def test_host_lets_a_bot_play_for_who_is_not_there(house: House) -> None:
    match, (ann, bob, carl) = house.seated("insanity", 3)
    path = f"/api/matches/{match}/seats"
    assert carl.post(f"{path}/1/bot", StandIn("random")).status_code == 403
    with bob.socket(match) as socket:
        socket.next(Table)
        response = ann.post(f"{path}/1/bot", StandIn("random"))
        assert (response.status_code, response.json()["problem"]) == (403, "Guest 1 is here and plays.")
    deadline = time.monotonic() + 5
    while ann.look(match).seats[1].here and time.monotonic() < deadline:
        time.sleep(0.02)
    assert ann.post(f"{path}/1/bot", StandIn("nonsense")).status_code == 422
    assert ann.post(f"{path}/1/bot", StandIn("random")).status_code == 200
    assert ann.look(match).seats[1].bot == "random"
    # whoever was replaced comes back by a new invitation
    fresh = ann.post(f"{path}/1/invitation").json()
    bob.sit(match, 1, "Bob again", fresh["token"])
    assert ann.look(match).seats[1].kind == "person"
    assert carl.post(f"{path}/2/bot", StandIn("random")).status_code == 200


def test_bots_may_fill_a_table_that_waits(house: House) -> None:
    opened, (ann, _) = house.gathered("candles", 2)
    ann.sit(opened.match, 0, "Ann", opened.invitations[0].token)
    assert ann.post(f"/api/matches/{opened.match}/seats/1/bot", StandIn("random")).status_code == 200
    assert ann.look(opened.match).status == "playing"


def test_open_tables_are_listed_for_everybody_and_joined_without_invitation(house: House) -> None:
    opened, (ann, bob) = house.gathered("candles", 2, open=True)
    closed, _ = house.gathered("candles", 2)
    stranger = house.guest()
    assert [listed.match for listed in stranger.matches().open] == [opened.match]
    assert stranger.look(opened.match).status == "gathering"
    listed = ann.matches()
    assert [entry.match for entry in listed.mine] == [opened.match]
    assert listed.open == []
    ann.sit(opened.match, 0, "Ann")
    bob.sit(opened.match, 1, "Bob")
    assert stranger.matches().open == []
    assert stranger.look(opened.match).status == "playing"
    with pytest.raises(TableError, match="taken"):
        stranger.sit(opened.match, 1, "Stranger")
    assert stranger.raw("GET", f"/api/matches/{closed.match}").status_code == 404


def test_list_says_whose_turn_it_is(house: House) -> None:
    match, guests = house.seated("insanity", 2)
    waiting = [guest.matches().mine[0].waiting for guest in guests]
    assert waiting == [bool(guest.look(match).asks) for guest in guests]
    assert any(waiting)


def test_one_person_may_have_several_seats(house: House) -> None:
    opened, (ann, _) = house.gathered("candles", 2)
    for seat in (0, 1):
        ann.sit(opened.match, seat, f"Ann {seat}", opened.invitations[seat].token)
    table = ann.look(opened.match)
    assert list(table.views) == ["0", "1"]
    assert [question.actor for question in table.asks] == [0, 1]
    assert ann.play_out(opened.match).status == "over"


def test_rematch_is_the_same_for_all_and_keeps_the_seats(house: House) -> None:
    match, (ann, bob) = house.seated("candles", 2, bots=1, options={"omens": "off"})
    response = ann.post(f"/api/matches/{match}/rematch")
    assert (response.status_code, "not over" in response.json()["problem"]) == (422, True)
    while (table := ann.look(match)).status != "over":
        for guest in (ann, bob):
            if guest.look(match).asks:
                guest.answer(match)
        time.sleep(0.01)
    with ThreadPoolExecutor(4) as pool:
        asked = [pool.submit(guest.post, f"/api/matches/{match}/rematch") for guest in (ann, bob, ann, bob)]
        replies = [reply.result().json() for reply in asked]
    assert len({reply["match"] for reply in replies}) == 1
    new = replies[0]["match"]
    assert table.match != new
    assert ann.look(match).rematch == new
    assert len({reply["commitment"] for reply in replies}) == 1
    # nobody is left with a table that only he knows
    assert {listed.match for guest in (ann, bob) for listed in guest.matches().mine} == {match, new}
    with pytest.raises(TableError):
        house.guest().sit(new, 0, "Thief")
    with pytest.raises(TableError, match="not good"):
        bob.sit(new, 0, "Bob")
    bob.sit(new, 1, "Bob")
    ann.sit(new, 0, "Ann")
    live = house.live(new)
    assert (live.status, live.plan.options) == ("playing", {"omens": "off"})
    assert [chair.name for chair in live.chairs][:2] == ["Ann", "Bob"]
    assert live.plan.secret != house.live(match).plan.secret


def test_rematch_of_an_open_table_keeps_the_seats_from_strangers(house: House) -> None:
    opened, (ann, bob) = house.gathered("candles", 2, open=True)
    ann.sit(opened.match, 0, "Ann")
    bob.sit(opened.match, 1, "Bob")
    while ann.look(opened.match).status != "over":
        ann.play_out(opened.match)
        bob.play_out(opened.match)
    new = ann.post(f"/api/matches/{opened.match}/rematch").json()["match"]
    with pytest.raises(TableError, match="not good"):
        house.guest().sit(new, 1, "Stranger")
    bob.sit(new, 1, "Bob")


def test_who_took_over_from_a_bot_is_kept_a_seat_in_the_rematch(house: House) -> None:
    match, (ann,) = house.seated("insanity", 1, bots=1)
    token = ann.post(f"/api/matches/{match}/seats/1/invitation").json()["token"]
    bob = house.guest()
    bob.sit(match, 1, "Bob", token)
    while ann.look(match).status != "over":
        ann.play_out(match)
        bob.play_out(match)
    new = ann.post(f"/api/matches/{match}/rematch").json()["match"]
    ann.sit(new, 0, "Ann")
    assert house.live(new).status == "gathering"
    bob.sit(new, 1, "Bob")
    assert house.live(new).status == "playing"


def test_undo_among_people_needs_everybodys_consent(house: House) -> None:
    match, guests = house.seated("candles", 3, dice="seeded")
    for guest in guests:
        guest.answer(match)
    before = house.live(match).match
    assert before is not None
    log = list(before.log)
    ann, bob, carl = guests
    ann.do(match, Undo("u1", 0))
    wish = bob.look(match).wish
    assert wish is not None
    assert (wish.seat, wish.missing) == (0, [1, 2])
    assert ann.do(match, Undo("u1", 0)).seq == ann.look(match).seq
    bob.do(match, Consent("c1", 1, True))
    with pytest.raises(TableError, match="already"):
        bob.do(match, Undo("u2", 1))
    carl.do(match, Consent("c1", 2, False))
    assert ann.look(match).wish is None
    ann.do(match, Undo("u3", 0))
    wish = bob.look(match).wish
    assert wish is not None
    assert wish.missing == [1, 2]
    bob.do(match, Consent("c2", 1, True))
    carl.do(match, Consent("c2", 2, True))
    playing = house.live(match).match
    assert playing is not None
    assert playing.log == log[:7]
    assert all(guest.look(match).asks for guest in guests)


def test_consent_is_given_to_one_wish_only(house: House) -> None:
    """Who agreed to a wish that came to nothing has not agreed to the next one."""
    match, (ann, bob, carl) = house.seated("candles", 3, dice="seeded")
    for guest in (ann, bob, carl):
        guest.answer(match)
    carl.do(match, Undo("u", 2))
    bob.do(match, Consent("c", 1, True))
    carl.raw("DELETE", f"/api/matches/{match}/seats/2")
    before = house.live(match).match
    assert before is not None
    log = list(before.log)
    ann.do(match, Undo("u", 0))
    wish = bob.look(match).wish
    assert wish is not None
    assert wish.missing == [1]
    playing = house.live(match).match
    assert playing is not None
    assert playing.log[: len(log)] == log


def test_sealed_match_that_is_over_stays_over(house: House) -> None:
    """Its secret is told: nobody may play on with dice that are known."""
    match, (ann, bob) = house.seated("candles", 2, dice="sealed")
    while ann.look(match).status != "over":
        ann.play_out(match)
        bob.play_out(match)
    assert "secret" in ann.record(match)
    for seat, guest in enumerate((ann, bob)):
        assert guest.look(match).undo == []
        with guest.socket(match) as socket:
            reply = socket.ask(Undo("u", seat))
            assert isinstance(reply, Nack)
            assert reply.why == "refused"
    assert house.live(match).status == "over"


def test_standing_offers_are_let_pass_for_who_holds() -> None:
    live, _ = opened_live(plan_of("insanity", 2, dice="seeded", seed="2"))
    random = Random(4)
    while not (offered := [ask for ask in live.asks if ask.prompt in live.game.offers]):
        ask = live.asks[0]
        live.answer(1.0, ask.actor, random.choice(ask.options))
    seat = offered[0].actor
    before = live.seq
    live.do(1.0, ledger.Held("", seat, True))
    assert not [ask for ask in live.asks if ask.actor == seat and ask.prompt in live.game.offers]
    declined = [line for seq, line in live.fresh if seq > before and isinstance(line, ledger.Answered)]
    assert (declined[0].seat, declined[0].code) == (seat, live.game.offers[offered[0].prompt])
    for _ in range(100):
        if live.asks:
            ask = random.choice(live.asks)
            live.answer(1.0, ask.actor, random.choice(ask.options))
        assert not [ask for ask in live.asks if ask.actor == seat and ask.prompt in live.game.offers]


def test_who_holds_is_known_to_himself_only(house: House) -> None:
    match, (ann, bob) = house.seated("insanity", 2)
    ann.do(match, Hold("h", 0, True))
    assert ann.look(match).seats[0].held
    assert not bob.look(match).seats[0].held
    ann.do(match, Hold("i", 0, False))
    assert not ann.look(match).seats[0].held


def test_ready_made_phrases_are_heard_by_all(house: House) -> None:
    match, (ann, bob) = house.seated("insanity", 2)
    with bob.socket(match) as socket:
        socket.next(Table)
        ack = ann.do(match, Say("s", 0, "luck"))
        line = socket.table(ack.seq).news[-1]
    assert (line.kind, line.what, line.seat) == ("said", "luck", 0)
    assert line.text == "Guest 0: May the stars be right."


def test_presence_is_shown(house: House) -> None:
    match, (ann, bob) = house.seated("insanity", 2)
    with ann.socket(match) as socket:
        assert [seat.here for seat in socket.next(Table).seats] == [True, False]
        with bob.socket(match):
            while not socket.next(Table).seats[1].here:
                pass
        while socket.next(Table).seats[1].here:
            pass


@pytest.mark.parametrize(
    ("wanted", "words"),
    [
        (NewMatch("arkham", [Place("bot")]), "at least one person"),
        (NewMatch("insanity", [Place() for _ in range(9)]), "players, not 9"),
        (NewMatch("arkham", [Place(), Place("bot", bot="genius")]), "no bot 'genius'"),
        (NewMatch("arkham", options={"nonsense": "yes"}), "no rule option 'nonsense'"),
        (NewMatch("arkham", options={"luck": "good"}), "cannot be 'good'"),
        (NewMatch("arkham", content="nothing"), "nothing"),
        (NewMatch("arkham", text="this is not TOML ="), ""),
        (NewMatch("arkham", dice="sealed", seed="7"), "Sealed dice have no seed"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_tables_that_cannot_be_are_refused_with_a_sentence(house: House, wanted: NewMatch, words: str) -> None:
    response = house.guest().post("/api/matches", wanted)
    assert response.status_code == 422
    assert words in response.json()["problem"]


def test_bots_are_called_by_their_level_or_just_bots(house: House) -> None:
    ann = house.guest()
    places = [Place(), Place("bot", bot="heuristic"), Place("bot", bot="elder_one"), Place("bot", bot="mcts:50")]
    match = ann.post("/api/matches", NewMatch("arkham", places)).json()["match"]
    assert [seat.name for seat in ann.look(match).seats[1:]] == ["Bot 2", "Elder One 3", "Bot 4"]


def test_unknown_game_is_not_found(house: House) -> None:
    response = house.guest().post("/api/matches", NewMatch("chess"))
    assert (response.status_code, "chess" in response.json()["problem"]) == (404, True)


def test_unnamed_and_nameless(house: House) -> None:
    opened, (ann, _) = house.gathered("insanity", 2)
    response = ann.post(f"/api/matches/{opened.match}/seats/0", Claim("   ", opened.invitations[0].token))
    assert response.json()["seats"][0]["name"] == "Somebody"
    for name in ("", "x" * 25):
        body = {"name": name, "token": opened.invitations[1].token}
        assert ann.post(f"/api/matches/{opened.match}/seats/1", body).status_code == 422


def test_tables_nobody_came_to_are_forgotten(open_house: OpenHouse) -> None:
    house = open_house(limits=replace(PLENTY, gathering_hours=0, session_days=0))
    opened, (ann, _) = house.gathered("insanity", 2)
    playing, _ = house.seated("arkham", 1)
    loose = house.guest()
    loose.post(f"/api/matches/{opened.match}/watch", {"token": "nothing"})
    assert loose.cookie
    house.run(house.service._tidy_up())
    assert house.run(house.service.store.load(opened.match)) is None
    assert house.run(house.service.store.load(playing)) is not None
    with pytest.raises(TableError, match="no such match"):
        ann.sit(opened.match, 0, "Ann", opened.invitations[0].token)
    house.evict()
    assert ann.raw("GET", f"/api/matches/{opened.match}").status_code == 404
