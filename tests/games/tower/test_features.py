"""What learners are told of the table is what their seat sees of it."""

from __future__ import annotations

from random import Random

import pytest

import miskatonic as mk
from miskatonic.games.tower.features import FEATURES
from miskatonic.kernel import View


def told(view: View, seat: int) -> dict[str, float]:
    """What is known of hands, deck, Locations and abilities, read off a view."""
    players = view["players"]
    found: dict[str, float] = {}
    for card in range(len(view["cards"]["spells"])):
        found[f"under_{card}"] = card in view["under"]
        for away in range(len(players)):
            player = players[(seat + away) % len(players)]
            known = player["known"] if player["hand"] is None else player["hand"]
            found[f"{away}_holds_{card}"] = card in known
    for away in range(len(players)):
        player = players[(seat + away) % len(players)]
        found[f"{away}_shield"] = player["shield"] / 5
        found[f"{away}_drew"] = player["drew"] / 30
    return {name: float(number) for name, number in found.items()}


@pytest.mark.parametrize("hands", ["hidden", "open"])
def test_learners_are_told_what_their_seat_knows(hands: str) -> None:
    known = under = 0
    for seed in range(12):
        match = mk.Match("tower", seats=4, seed=seed, options={"hands": hands, "abilities": "random"}, quiet=True)
        random = Random(seed)
        opened: list[int] = []
        while not match.over:
            seat = random.randrange(4)
            view = match.view(seat)
            numbers = dict(zip(FEATURES, match.features(seat), strict=True))
            expected = told(view, seat)
            assert {name: numbers[name] for name in expected} == pytest.approx(expected)
            now = view["location"]["number"] if view["location"] else None
            assert all(numbers[f"seen_{location}"] for location in opened if location != now)
            if now is not None:
                assert not numbers[f"seen_{now}"]
                opened.append(now)
            known += any(player["known"] for player in view["players"])
            under += bool(view["under"])
            match.answer(match.ask.actor, random.choice(match.ask.options))
    assert known
    assert under
