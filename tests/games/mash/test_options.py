"""Options and optional rules in corners where they meet set-up, views and each other."""

from __future__ import annotations

import pytest
from games.mash.stage import table
from games.mash.test_setup import APART, refused

import miskatonic as mk
from miskatonic.games.mash import GAME


@pytest.mark.rule("CM-Q1", "CM-B21")
def test_after_a_reset_everybody_looks_where_he_likes() -> None:
    rules = {"mode": "death_match", "q_facing": "true"}
    words = APART.format(turned=0).replace("phase=begin", "phase=cleanup countdown=1")
    match = mk.Match(GAME, seats=2, seed=1, options=rules, position=words)
    asked = []
    while match.ask.prompt != "act":
        asked.append((match.ask.actor, match.ask.prompt))
        match.answer(match.ask.actor, match.ask.options[-1])
    assert [one for one in asked if one[1] == "face"][:2] == [(0, "face"), (1, "face")]
    assert [hero.face for hero in table(match).heroes] == [3, 3]


@pytest.mark.rule("CM-N1", "CM-N3", "CM-Q3")
@pytest.mark.parametrize("layout", ["ring", "block"])
def test_a_layout_without_an_entry_gate_is_refused(layout: str) -> None:
    chosen = {"mode": "cooperative", "coop_start": "true", "q_custom_layout": layout}
    assert "entry gate" in refused(lambda: mk.Match(GAME, seats=2, seed=1, options=chosen))
    assert mk.Match(GAME, seats=2, seed=1, options=chosen | {"q_custom_layout": "line"}).ask.prompt == "start_tile"
