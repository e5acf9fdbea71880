"""Random games: nothing breaks, nothing is lost, and everything the vocabulary of cards can say does happen."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random

import pytest

import miskatonic as mk
from miskatonic.games.tower import GAME
from miskatonic.games.tower.clauses import CLAUSES
from miskatonic.games.tower.desk import desk_of
from miskatonic.games.tower.effects import EFFECTS
from miskatonic.games.tower.names import DOOM, FAILED, IDLE, MARBLES, SUCCESS, THROW, TIMINGS, marbles
from miskatonic.games.tower.scoring import leader
from miskatonic.games.tower.spells import EFFECTS as CARRIED_OUT
from miskatonic.games.tower.state import Expedition
from miskatonic.games.tower.windows import CARRY_OUT

PACK = (Path(__file__).with_name("packs") / "every_effect.toml").read_text("utf-8")
GAMES = 12


def table(match: mk.Match) -> Expedition:
    assert isinstance(match._state, Expedition)
    return match._state


def play(match: mk.Match, seed: int) -> None:
    random = Random(seed)
    match.play(lambda ask: random.choice(ask.options))


def check(s: Expedition, before: dict[int, bool]) -> None:
    """What holds at every question."""
    for p in s.players:
        assert not (before.get(p.seat) and not p.insane), "insanity is permanent"
        before[p.seat] = p.insane
        if p.insane:
            assert p.status == IDLE
            assert p.seat not in s.holder, "the insane hold no tokens"
        else:
            limit = desk_of(s).binding(s, p).insanity_at
            assert p.madness < limit or s.holder[1] == p.seat, "only I'm No Madman may delay insanity"
    best = leader(s)
    assert best < 0 or s.players[best].status == SUCCESS
    assert marbles(s.inside, DOOM) > 0 or s.over


@pytest.mark.rule("TM-I1", "TM-I2", "TM-I3", "TM-U9", "TM-L1", "TM-T3", "TM-M6")
@pytest.mark.parametrize("seats", GAME.seats)
def test_invariants(seats: int) -> None:
    ends: Counter[str] = Counter()
    for seed in range(GAMES):
        match = mk.Match(GAME, seats=seats, seed=seed, quiet=True)
        census = GAME.census(table(match))
        random = Random(seed)
        mad: dict[int, bool] = {}

        def choose(
            ask: mk.Ask,
            match: mk.Match = match,
            census: object = census,
            random: Random = random,
            mad: dict[int, bool] = mad,
        ) -> int:
            s = table(match)
            assert GAME.census(s) == census, "all 39 marbles are accounted for at every step"
            check(s, mad)
            return random.choice(ask.options)

        match.play(choose)
        s = table(match)
        assert GAME.census(s) == census
        ends[s.over] += 1
        assert (marbles(s.inside, DOOM) == 0) == (s.over != "saved") or seats == 1
        assert (sum(match.returns) > -seats) == bool(s.winners)
    assert sum(ends.values()) == GAMES
    assert ends["consumed"] > 0


def test_random_games_end() -> None:
    for seed in range(90):
        match = mk.Match(GAME, seats=3 + seed % 3, seed=seed, quiet=True)
        play(match, seed)
        assert match.result


OPTIONS = [
    (option.name, value)
    for option in GAME.options
    for value in (option.values if option.name != "solo_target" else ("0", "150"))
]


@pytest.mark.rule("TM-V7", "TM-V1", "TM-V2", "TM-S5", "TM-S7", "TM-F9", "TM-D8")
@pytest.mark.parametrize(("name", "value"), OPTIONS)
def test_every_option_is_playable(name: str, value: str) -> None:
    for seed in range(5):
        match = mk.Match(GAME, seats=1 + seed % 5, seed=seed, options={name: value}, quiet=True)
        census = GAME.census(table(match))
        play(match, seed)
        assert match.result
        assert GAME.census(table(match)) == census


@pytest.mark.parametrize("seats", GAME.seats)
def test_packs_are_playable(seats: int) -> None:
    content = GAME.schema.load(PACK, "every_effect.toml")[0]
    assert content.warnings == ()
    for seed in range(5):
        options = {option.name: Random(f"{seed} {option.name}").choice(option.values) for option in GAME.options}
        match = mk.Match(GAME, seats=seats, seed=seed, content=content, options=options)
        census = GAME.census(table(match))
        random = Random(seed)

        def choose(ask: mk.Ask, match: mk.Match = match, census: object = census, random: Random = random) -> int:
            assert GAME.census(table(match)) == census
            return random.choice(ask.options)

        match.play(choose)
        assert match.result
        if seed == 0:
            again = mk.read_record(mk.write_record(match)).match()
            assert again.fingerprint() == match.fingerprint()


def test_the_pack_uses_everything(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every kind of rule and effect, on both sides, in every window; and every effect does happen."""
    content = GAME.schema.load(PACK, "every_effect.toml")[0]
    s = GAME.setup(content, GAME.default_options, 3)
    desk = desk_of(s)
    kinds = {clause.kind for card in desk.cards.locations for clause in card.clauses}
    kinds |= {clause.kind for card in desk.cards.investigators for clause in card.clauses}
    assert kinds == set(CLAUSES)
    imposed = {clause.kind for clause in desk.imposed}
    assert imposed == {kind for kind, (scope, _) in CLAUSES.items() if scope == "P"}
    sides = [side for part in desk.sides for side in part]
    assert {side.timing for side in sides} == set(range(len(TIMINGS)))
    assert {effect.do for side in sides for effect in side.effects} == set(EFFECTS) == set(CARRIED_OUT)
    done: Counter[str] = Counter()
    for name, carry in CARRIED_OUT.items():

        def counted(*given: object, name: str = name, carry: object = carry) -> mk.Flow[None]:
            done[name] += 1
            yield from carry(*given)  # type: ignore[operator]

        monkeypatch.setitem(CARRY_OUT, name, counted)
    for seed in range(150):
        match = mk.Match(GAME, seats=3 + seed % 3, seed=seed, content=content, quiet=True)
        random = Random(seed)

        def choose(ask: mk.Ask, random: Random = random) -> int:
            """Whoever can play something usually does."""
            return ask.options[-1] if random.random() < 0.5 else random.choice(ask.options)

        match.play(choose)
        if len(done) == len(EFFECTS):
            break
    assert set(done) == set(EFFECTS)


@pytest.mark.rule("TM-D4", "TM-D11", "TM-F4")
def test_windows_of_throws_close_on_failure() -> None:
    """Nobody is asked about a throw whose thrower has failed or gone insane."""
    content = GAME.schema.load(PACK, "every_effect.toml")[0]
    for seed in range(10):
        match = mk.Match(GAME, seats=4, seed=seed, content=content, quiet=True)
        random = Random(seed)

        def choose(ask: mk.Ask, match: mk.Match = match, random: Random = random) -> int:
            s = table(match)
            if s.moments and s.moments[-1].kind == THROW:
                thrower = s.players[s.moments[-1].subject]
                assert thrower.status != FAILED
                assert not thrower.insane
            return random.choice(ask.options)

        match.play(choose)


def test_the_longest_games_stay_within_the_bound() -> None:
    longest = 0
    for seed in range(15):
        match = mk.Match(GAME, seats=5, seed=seed, options={"ask_everyone": "true"}, quiet=True)
        play(match, seed)
        longest = max(longest, len(match.log))
    assert longest < GAME.longest / 4
    assert sum(MARBLES) == 39
