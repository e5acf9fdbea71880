"""Bots at the table: in processes of their own, with a time budget; whatever they do, somebody answers."""

from __future__ import annotations

import asyncio
import os
import time

import pytest
from table.conftest import OpenHouse
from table.guest import Guest
from table.house import House

import miskatonic as mk
from miskatonic.bots import Glimpse
from miskatonic.table.errors import TooSlow
from miskatonic.table.ledger import Answered, read_line
from miskatonic.table.thinkers import Thinkers, quick_answer
from miskatonic.table.wire import Place

pytestmark = pytest.mark.usefixtures("odd")


def by_whom(house: House, match: str) -> list[str]:
    """Who gave the answers of a match."""
    lines = [read_line(entry.body) for entry in house.entries(match)]
    return [line.by for line in lines if isinstance(line, Answered)]


def play_until_over(house: House, match: str, guest: Guest, seconds: float = 60.0) -> None:
    end = time.monotonic() + seconds
    while (table := guest.look(match)).status != "over":
        assert time.monotonic() < end, "the match does not go on"
        if table.asks:
            guest.answer(match)
        else:
            time.sleep(0.02)


@pytest.mark.parametrize("bot", ["random", "fails", "cheats", "babbles"])
def test_bot_answers_or_is_answered_for(open_house: OpenHouse, bot: str, caplog: pytest.LogCaptureFixture) -> None:
    house = open_house(bot_seconds=20.0)
    match, (guest,) = house.seated("candles", 1, bots=1, bot=bot, content="short")
    play_until_over(house, match, guest)
    assert by_whom(house, match).count("bot") >= 3
    failed = [record for record in caplog.records if record.message == "bot failed"]
    assert bool(failed) == (bot != "random")
    assert guest.raw("POST", "/api/verify", content=guest.record(match).encode(), headers={
        "content-type": "text/plain"
    }).json()["sound"]  # fmt: skip


@pytest.mark.parametrize("bot", ["hangs", "dies"])
def test_bot_that_hangs_or_dies_is_ended_and_answered_for(open_house: OpenHouse, bot: str) -> None:
    house = open_house(bot_seconds=1.0)
    match, (guest,) = house.seated("candles", 1, bots=1, bot=bot, content="short")
    end = time.monotonic() + 30
    while "bot" not in by_whom(house, match):
        assert time.monotonic() < end
        time.sleep(0.1)
    # the server itself goes on meanwhile, and so does the match
    assert guest.raw("GET", "/healthz").status_code == 200
    assert guest.look(match).asks
    guest.answer(match)


def test_thinker_is_replaced_after_it_was_ended() -> None:
    async def main() -> None:
        thinkers = Thinkers(1, 5.0)
        match = mk.Match("candles", seats=2, seed=1)
        ask, seen = match.asks[0], Glimpse(match, 0)
        try:
            first = await thinkers.choose("candles", "random", "seed", seen, ask)
            assert first in ask.legal
            (thinker,) = thinkers._all
            for bot, words in (("dies", "no answer"), ("fails", "no idea"), ("nobody", "UnknownBot")):
                with pytest.raises(TooSlow, match=words):
                    await thinkers.choose("candles", bot, "seed", seen, ask)
            # the same seed answers the same way, also in another process
            assert await thinkers.choose("candles", "random", "seed", seen, ask) == first
            assert thinkers._all != {thinker}
            assert not thinker.process.is_alive()
            (now,) = thinkers._all
            assert now.process.pid != os.getpid()
        finally:
            thinkers.close()
        assert not now.process.is_alive()

    asyncio.run(main())


def test_sensible_player_that_fails_is_no_obstacle(monkeypatch: pytest.MonkeyPatch) -> None:
    match = mk.Match("insanity", seats=2, seed=1)
    ask = match.asks[0]
    game = mk.game_named("insanity")
    assert quick_answer("insanity", match.view(ask.actor), ask) in ask.legal

    def fail(view: object, ask: object) -> int:
        raise ValueError("no idea")

    for heuristic in (fail, lambda view, ask: -1, None):
        monkeypatch.setitem(game.__dict__, "heuristic", heuristic)
        assert quick_answer("insanity", match.view(ask.actor), ask) == ask.options[0]


def test_many_bots_share_few_processes(open_house: OpenHouse) -> None:
    house = open_house(bot_processes=2)
    tables = [house.seated("candles", 1, bots=2, content="short") for _ in range(4)]
    for match, (guest,) in tables:
        play_until_over(house, match, guest)
    assert len(house.service.hall.thinkers._all) <= 2


def test_bots_go_on_when_a_match_is_loaded_again(open_house: OpenHouse) -> None:
    house = open_house()
    match, (guest,) = house.seated("candles", 1, bots=1, content="short")
    play_until_over(house, match, guest)
    # a match in which the bot had no time to answer before the server went down
    stuck, (other,) = house.seated("candles", 1, bots=1, bot="hangs", content="short")
    other.answer(stuck)
    database = house.settings.database
    house.close()
    again = open_house(database=database, bot_seconds=0.5)
    again.live(stuck)
    end = time.monotonic() + 30
    while "bot" not in by_whom(again, stuck):
        assert time.monotonic() < end
        time.sleep(0.05)


def test_bots_are_called_by_words(house: House) -> None:
    ann = house.guest()
    opened = ann.open("insanity", [Place(name="Ann"), Place(kind="bot", bot="elder_one")])
    assert ann.look(opened.match).seats[1].name == "Elder One 2"
