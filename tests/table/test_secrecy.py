"""Nobody learns what is hidden: everything that leaves the server is the same whatever the hidden things are."""

from __future__ import annotations

import base64
import json
import logging
import pickle
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from table.guest import Guest, as_json
from table.house import House

from miskatonic.bots import Glimpse
from miskatonic.client import TableError, fresh_id
from miskatonic.kernel import AnswerError, FortuneError, Match, game_named, game_names
from miskatonic.table.live import Live
from miskatonic.table.logs import Structured
from miskatonic.table.story import Story
from miskatonic.table.wire import Answer, News, Table

pytestmark = pytest.mark.usefixtures("odd")


def fetched(house: House, match: str, guest: Guest) -> dict[str, Any]:
    """Everything that somebody can fetch about a match that is being played."""
    found: dict[str, Any] = {"table": as_json(guest.look(match)), "record": guest.record(match)}
    with guest.socket(match) as socket:
        found["socket"] = as_json(socket.next(Table))
    with guest.stream(match) as events:
        found["events"] = as_json(next(events)[1])
    for path in (f"/api/matches/{match}/steps/0", f"/api/matches/{match}/hint?seat=0", "/api/matches"):
        response = guest.raw("GET", path)
        found[path] = response.status_code, response.text if "hint" not in path else ""
    return found


def redealt(match: Match, seat: int | None, random: Random) -> Match | None:
    """The match with other hidden things that fit to what happened; None if none was found."""
    for _ in range(20):
        try:
            return match.redealt(seat, random, quiet=False)
        except (AnswerError, FortuneError):
            continue
    return None


def with_other_cards(live: Live, seat: int | None, random: Random) -> Match | None:
    """Put another deal into a live match, with the story that it would have had since the last rest."""
    match = live.match
    assert match is not None
    other = redealt(match, seat, random)
    if other is None or other.fingerprint() == match.fingerprint():
        return None
    told = len(match.news or [])
    since_rest = other.news or []
    at = told - len(since_rest)
    story = Story()
    by_rules = iter([*(match.news or [])[:at], *since_rest])
    story._lines = [(seq, item if isinstance(item, News) else next(by_rules)) for seq, item in live.story._lines]
    other.id, other.fortune, other.forked = match.id, match.fortune, match.forked
    live.match, live.story = other, story
    return match


HIDDEN = ["candles", *(name for name in game_names() if game_named(name).redeal is not None and name != "candles")]
"""Games in which somebody knows what others do not."""


@pytest.mark.parametrize("game", HIDDEN)
def test_what_can_be_fetched_is_the_same_under_another_deal(house: House, game: str) -> None:
    people = max(2, 3 if game == "candles" else game_named(game).seats[0])
    opened, guests = house.gathered(game, people)
    match = opened.match
    for seat, guest in enumerate(guests):
        guest.sit(match, seat, f"Guest {seat}", opened.invitations[seat].token)
    watcher = house.guest()
    watcher.watch(match, opened.watch)
    random = Random(5)
    compared = 0
    for _ in range(6):
        asked = [guest for guest in guests if guest.look(match).asks]
        if not asked:
            break
        audiences: list[tuple[int | None, Guest]] = [(None, watcher), *enumerate(guests)]
        for audience, guest in audiences:
            before = fetched(house, match, guest)
            live = house.live(match)
            story = live.story
            kept = with_other_cards(live, audience, random)
            if kept is not None:
                compared += 1
                assert fetched(house, match, guest) == before, f"seat {audience} can tell two deals apart"
                live.match, live.story = kept, story
        question = asked[0].question(match)
        asked[0].do(match, Answer(fresh_id(), question.id, random.choice(question.options).code))
    assert compared > 2


def test_deal_that_matters_would_be_noticed(house: House) -> None:
    """The comparison can fail: what a seat itself holds does show."""
    match, guests = house.seated("candles", 3)
    before = fetched(house, match, guests[0])
    live = house.live(match)
    playing = live.match
    assert playing is not None
    state: Any = playing._state
    state.hands[0] = [1, 6] if state.hands[0] != [1, 6] else [2, 6]
    live._sight = None
    assert fetched(house, match, guests[0]) != before


Sent = list[tuple[Glimpse, Any]]


def sent_to_bots(house: House, monkeypatch: pytest.MonkeyPatch, bot: str) -> tuple[str, Sent]:
    """A match with two such bots, and what goes to their process."""
    sent: Sent = []

    async def choose(game: str, bot: str, seed: str, seen: Glimpse, ask: Any) -> int:
        sent.append((seen, ask))
        return int(ask.options[0])

    monkeypatch.setattr(house.service.hall.thinkers, "choose", choose)
    match, (guest,) = house.seated("candles", 1, bots=2, bot=bot, dice="sealed")
    guest.play_out(match)
    assert len(sent) > 4
    return match, sent


def test_bots_get_an_imagined_world_in_place_of_the_real_one(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """What goes to the bot's process shows its own hand, and of the others' hands nothing it does not know."""
    match, sent = sent_to_bots(house, monkeypatch, "rollout:8")
    secret = house.live(match).plan.secret
    guessed = 0
    for seen, ask in sent:
        raw = pickle.dumps((seen, ask))
        assert secret.encode() not in raw
        assert bytes.fromhex(secret) not in raw
        got: Glimpse = pickle.loads(raw)[0]
        assert got.view == seen._match.view(ask.actor)
        there: Any = got._match._state
        here: Any = seen._match._state
        assert there.hands[ask.actor] == here.hands[ask.actor]
        guessed += there.hands != here.hands
    assert guessed > len(sent) / 3


def test_bots_that_go_by_the_view_get_no_world(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    _, sent = sent_to_bots(house, monkeypatch, "random")
    for seen, ask in sent:
        got: Glimpse = pickle.loads(pickle.dumps(seen))
        assert vars(got) == {"view": seen.view, "seat": ask.actor}


class Listener(logging.Handler):
    """Everything that is logged, as it would be written."""

    def __init__(self) -> None:
        super().__init__(logging.DEBUG)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(Structured().format(record))


@pytest.fixture
def logged() -> Iterator[Listener]:
    """Everything the table itself logs; what others log is for `set_up_logs`."""
    listener = Listener()
    logger = logging.getLogger("miskatonic")
    level = logger.level
    logger.setLevel(logging.DEBUG)
    logger.addHandler(listener)
    yield listener
    logger.removeHandler(listener)
    logger.setLevel(level)


def test_secret_of_the_dice_is_told_at_the_end_and_not_before(house: House, logged: Listener) -> None:
    opened, (ann, bob) = house.gathered("candles", 2, bots=1)
    match = opened.match
    secret = house.live(match).plan.secret
    assert len(bytes.fromhex(secret)) == 32
    forms = [secret, secret.upper(), base64.b64encode(bytes.fromhex(secret)).decode()[:-2]]
    heard = [json.dumps(as_json(opened))]
    for seat, guest in enumerate((ann, bob)):
        guest.sit(match, seat, "Guest", opened.invitations[seat].token)
    watcher = house.guest()
    watcher.watch(match, opened.watch)
    with ann.socket(match) as socket, watcher.stream(match) as events:
        heard.append(json.dumps(as_json(next(events)[1])))
        while (table := ann.look(match)).status != "over":
            heard += [json.dumps(fetched(house, match, guest)) for guest in (bob, watcher)]
            for guest in (ann, bob):
                if guest.look(match).asks:
                    with pytest.raises(TableError) as refused:
                        guest.do(match, Answer(fresh_id(), "0.0.9", 1))
                    heard.append(str(refused.value))
                    guest.answer(match)
        socket.table(table.seq)
    heard += logged.lines
    assert any("commitment" in text for text in heard)
    assert any('"status": 200' in line for line in logged.lines)
    for form in forms:
        assert not any(form in text for text in heard)
    assert secret in ann.record(match)
    verdict = ann.raw(
        "POST", "/api/verify", content=ann.record(match).encode(), headers={"content-type": "text/plain"}
    ).json()
    assert verdict["sound"], verdict
    assert any("secret fits" in line for line in verdict["said"])


def test_logs_have_no_cookie_no_token_and_no_name(house: House, logged: Listener) -> None:
    opened, (ann, bob) = house.gathered("candles", 2)
    tokens = [opened.watch, *(invitation.token for invitation in opened.invitations)]
    ann.sit(opened.match, 0, "Ann Onymous", tokens[1])
    bob.sit(opened.match, 1, "Bob", tokens[2])
    bob.raw("GET", f"/api/matches/{opened.match}?token={tokens[0]}")
    for guest in (ann, bob):
        tokens.append(guest.cookie.partition("=")[2])
    assert all(len(token) > 20 for token in tokens)
    text = "\n".join(logged.lines)
    assert opened.match in text
    for token in tokens:
        assert token not in text
    for line in logged.lines:
        assert isinstance(json.loads(line), dict)
