"""Levels and reasons where people meet them: at the table and in the terminal."""

from __future__ import annotations

import asyncio
import time

import pytest

import miskatonic as mk
from miskatonic.bots import LEVELS, Glimpse
from miskatonic.table.library import _info
from miskatonic.table.thinkers import Thinkers


@pytest.mark.parametrize("name", mk.game_names())
def test_the_table_offers_levels_first_and_no_bot_without_its_parameter(name: str) -> None:
    game = _info(mk.game_named(name))
    assert game.bots[: len(LEVELS)] == list(LEVELS)
    assert "heuristic" in game.bots
    assert not {"mcts", "rollout", "slips"} & set(game.bots)


def test_a_thinking_bot_at_the_table_keeps_its_time_and_gives_a_reason() -> None:
    async def main() -> None:
        match = mk.Match("insanity", seats=2, seed=3)
        ask = match.ask
        thinkers = Thinkers(1, 20.0)
        try:
            await thinkers.choose("insanity", "random", "warm", Glimpse(match, ask.actor), ask)
            began = time.monotonic()
            code, why, _ = await thinkers.advise("insanity", "mcts:0.2s", "seed", Glimpse(match, ask.actor), ask)
            assert time.monotonic() - began < 10.0  # the budget, and a loaded machine
            assert code in ask.legal
            assert why.startswith("wins ")
            twice = [
                await thinkers.advise("insanity", "mcts:30", "seed", Glimpse(match, ask.actor), ask) for _ in range(2)
            ]
            assert twice[0] == twice[1]
        finally:
            thinkers.close()

    asyncio.run(main())
