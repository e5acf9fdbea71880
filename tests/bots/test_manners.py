"""Rivals compare two manners of play, some turns ahead."""

from __future__ import annotations

from typing import Any

import pytest

from miskatonic.bots import Glimpse, bot_named
from miskatonic.bots.thinker import Thinker
from miskatonic.kernel import Ask, Match


def hunting() -> Match:
    """Rivals in Cthulhu Mash: the sensible player is after the other one, the patient player after the generators."""
    position = (
        "mode=death_match phase=actions round=3 pool=4 tile.1=BC/0/up/rolled tile.3=AS/90/up/rolled "
        "tile.8=TS/180/up/rolled A=private_eye@1:C3R5/hp:4/objects:revolver_32/life:0/home:0/me:4 "
        "B=arctic_explorer@3:C3R3/hp:4/life:0/home:7/me:4 g5=cultist_idol@1:C1R2/hp:2"
    )
    return Match("mash", seats=2, seed=1, options={"mode": "death_match", "keeper": "auto"}, position=position)


@pytest.mark.parametrize(
    ("seats", "mode"), [(3, "death_match"), (4, "team_death_match"), (2, "capture_flag"), (4, "team_capture_flag")]
)
def test_rivals_think_in_every_mode(seats: int, mode: str) -> None:
    match = Match("mash", seats=seats, seed=mode, options={"mode": mode, "keeper": "auto"})
    for turn in range(3):
        while len(match.ask.options) == 1 or match.ask.prompt != "act" or match.ask.actor != turn % seats:
            match.answer(match.ask.actor, match.sensible(match.ask))
        ask = match.ask
        chosen = bot_named("mcts:20", match.game, "a seed").choose(Glimpse(match, ask.actor), ask)
        assert chosen in ask.legal
        match.answer(ask.actor, chosen)


@pytest.mark.parametrize("code", ["rollout:1", "rollout:21", "mcts:40"])
def test_two_manners_are_compared_within_the_budget(code: str, worlds: list[Match]) -> None:
    match = hunting()
    view, ask, game = match.view(0), match.ask, match.game
    assert game.manner is not None
    manners = {match.sensible(ask), game.manner(view, ask)}
    assert len(manners) == 2
    bot = bot_named(code, game, "a seed")
    assert isinstance(bot, Thinker)
    thoughts = bot.think(Glimpse(match, 0), ask)
    assert {thought.code for thought in thoughts} <= manners
    assert len(worlds) <= int(code.partition(":")[2])


def test_a_manner_is_kept_up_for_some_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever is tried as a patient player goes on like that; everybody else stays sensible."""
    match = hunting()
    asked: list[int] = []
    manner = match.game.manner
    assert manner is not None

    def watched(view: dict[str, Any], ask: Ask) -> int:
        asked.append(ask.actor)
        return manner(view, ask)

    bot = bot_named("rollout:20", match.game, "a seed")
    assert isinstance(bot, Thinker)
    monkeypatch.setattr(bot.playouts, "_manner", watched)
    bot.think(Glimpse(match, 0), match.ask)
    assert len(asked) > 20
    assert set(asked) == {0}
