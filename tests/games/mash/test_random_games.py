"""Random games over all modes and options: they end, no component is lost, records lead to the same table."""

from __future__ import annotations

from random import Random

import pytest
from games.mash.stage import table

import miskatonic as mk
from miskatonic.games.mash import GAME

GAMES = 12


def random_options(random: Random, seats: int) -> dict[str, str]:
    chosen = {option.name: random.choice(option.values) for option in GAME.options if random.random() < 0.3}
    for name in ("mode", "teams"):
        chosen.pop(name, None)
    if seats > 1:
        chosen["mode"] = random.choice(GAME.options[0].values)
        in_teams = chosen["mode"].startswith(("roll", "team"))
        chosen["teams"] = random.choice(("none", "1", "12")) if in_teams else "none"
    return chosen | {"last_round": "10"}


def played(seats: int, seed: int, options: dict[str, str]) -> mk.Match | None:
    try:
        match = mk.Match(GAME, seats=seats, seed=seed, options=options, quiet=True)
    except mk.SetupError:
        return None
    random = Random(seed)
    census = GAME.census(table(match))

    def choose(ask: mk.Ask) -> int:
        assert GAME.census(table(match)) == census
        return random.choice(ask.options)

    match.play(choose)
    assert match.result
    assert GAME.census(table(match)) == census
    assert len(match.log) < GAME.longest
    return match


@pytest.mark.rule("CM-S1", "CM-V5", "CM-S10")
@pytest.mark.parametrize("seats", GAME.seats)
def test_random_games(seats: int) -> None:
    ended = 0
    for seed in range(GAMES):
        match = played(seats, seed, random_options(Random(f"{seats} {seed}"), seats))
        if match is not None:
            ended += 1
            if ended % 4 == 1:
                again = mk.read_record(mk.write_record(match)).match()
                assert again.fingerprint() == match.fingerprint()
    assert ended >= GAMES // 4


OPTIONS = [(option.name, value) for option in GAME.options for value in option.values[1:]]


@pytest.mark.parametrize(("name", "value"), OPTIONS, ids=[f"{name}-{value}" for name, value in OPTIONS])
def test_every_option_is_playable(name: str, value: str) -> None:
    for seats in (1, 3):
        options = {"last_round": "10"} | ({"mode": "cooperative"} if seats > 1 else {}) | {name: value}
        played(seats, 5, options)
