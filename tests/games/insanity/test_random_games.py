"""Random games: the invariants of section 6.4 of the rules, and every kind of effect in play."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random

import pytest

import miskatonic as mk
from miskatonic.games.insanity import GAME
from miskatonic.games.insanity.asks import desk_of
from miskatonic.games.insanity.effects import BONUSES, PENALTIES
from miskatonic.games.insanity.markers import values
from miskatonic.games.insanity.names import COLOURS, NONE
from miskatonic.games.insanity.sheet import sheet_of
from miskatonic.games.insanity.state import NEGATIVE, START, Cult
from miskatonic.games.insanity.vocabulary import PASS, USE_OF

GAMES = 150
PACKS = {path.stem: path.read_text("utf-8") for path in Path(__file__).with_name("packs").glob("*.toml")}


def pack(name: str) -> mk.Content:
    return GAME.schema.load(PACKS[name], f"{name}.toml")[0]


def table(match: mk.Match) -> Cult:
    assert isinstance(match._state, Cult)
    return match._state


class Watch:
    """Looks at a match of standard content at every question."""

    def __init__(self, match: mk.Match) -> None:
        self.match = match
        self.first = [NONE] * len(COLOURS)
        self.used = 0
        self.rest: Cult | None = None
        self.cards: tuple[int, ...] = ()

    def look(self) -> None:
        s = table(self.match)
        for colour in range(len(COLOURS)):
            assert self.first[colour] in (NONE, s.first[colour]), "a First card never changes hands"
            if s.first[colour] == NONE:
                assert not any(n.insane >> colour & 1 for n in s.novices), "nobody is insane before the first"
        assert self.used & ~s.used == 0, "a used bonus stays used"
        self.first, self.used = s.first.copy(), s.used
        for n in s.novices:
            assert all(2 <= number <= 10 and number % 2 == 0 for row in n.rows for number in row if number)
            assert all(-8 <= number <= -2 and number % 2 == 0 for number in n.numbers if number)
            assert all(value % 2 == 0 for value in (*values(desk_of(s), n), *n.size))
        if (rest := self.match.rest) is not self.rest:
            assert isinstance(rest, Cult)
            self.at_rest(rest)

    def at_rest(self, now: Cult) -> None:
        assert now.bag.bit_count() in (2, 3, 4, 5)
        assert not now.private
        cards = tuple(n.insane for n in now.novices)
        if (
            self.rest is not None
            and 2 * now.turn + now.step // NEGATIVE == 2 * self.rest.turn + self.rest.step // NEGATIVE + 1
        ):
            if now.step == START:
                assert cards == self.cards, "regular cards change in the sanity check only"
                self.check_progress(self.rest, now)
            else:
                assert now.step == NEGATIVE
                others = [seat for seat in range(len(cards)) if seat != now.active]
                assert all(cards[seat] == self.cards[seat] for seat in others), "only the active player is checked"
        self.rest, self.cards = now, cards

    def check_progress(self, before: Cult, now: Cult) -> None:
        if before.used != now.used:
            return
        for old, new in zip(before.novices, now.novices, strict=True):
            filled = [sum(map(bool, n.numbers)) + sum(map(len, n.rows)) for n in (old, new)]
            assert filled[1] > filled[0], "every negative die leaves its mark"
            assert new.empty & ~old.empty == 0, "filled spaces stay filled"


@pytest.mark.rule("UI-S7", "UI-T1", "UI-T5", "UI-F1", "UI-I2", "UI-P4")
@pytest.mark.parametrize("seats", GAME.seats)
def test_invariants(seats: int) -> None:
    turns = []
    for seed in range(GAMES):
        match = mk.Match(GAME, seats=seats, seed=seed, quiet=True)
        random = Random(seed)
        watch = Watch(match)

        def choose(ask: mk.Ask, random: Random = random, watch: Watch = watch) -> int:
            watch.look()
            return random.choice(ask.options)

        match.play(choose)
        s = table(match)
        assert s.turn <= 33 + 18 + 1
        assert match.result
        assert max(match.returns) == 1 or seats == 1
        turns.append(s.turn)
    assert 12 < sum(turns) / len(turns) < 17


OPTIONS = [(option.name, value) for option in GAME.options for value in option.values]


@pytest.mark.rule("UI-S3", "UI-N2", "UI-N4", "UI-X1", "UI-F5", "UI-E4")
@pytest.mark.parametrize(("name", "value"), OPTIONS)
def test_every_option_is_playable(name: str, value: str) -> None:
    for seed in range(20):
        match = mk.Match(GAME, seats=2 + seed % 4, seed=seed, options={name: value}, quiet=True)
        random = Random(seed)

        def choose(ask: mk.Ask, random: Random = random) -> int:
            return random.choice(ask.options)

        match.play(choose)
        assert match.result


@pytest.mark.parametrize("seats", GAME.seats)
@pytest.mark.parametrize("name", PACKS)
def test_packs_are_playable(name: str, seats: int) -> None:
    content = pack(name)
    assert content.warnings == ()
    for seed in range(50):
        options = {option.name: Random(f"{name} {seed} {option.name}").choice(option.values) for option in GAME.options}
        match = mk.Match(GAME, seats=seats, seed=seed, content=content, options=options)
        random = Random(seed)
        census = GAME.census(table(match))

        def choose(ask: mk.Ask, random: Random = random, match: mk.Match = match, census: object = census) -> int:
            assert GAME.census(table(match)) == census
            return random.choice(ask.options)

        match.play(choose)
        assert match.result
        if seed % 10 == 0:
            again = mk.read_record(mk.write_record(match)).match()
            assert again.fingerprint() == match.fingerprint()


def test_the_packs_use_every_kind_of_effect() -> None:
    penalties: set[str] = set()
    used: Counter[str] = Counter()
    for name in PACKS:
        content = pack(name)
        sheet = sheet_of(content.data)
        penalties |= {effect.kind for effects in sheet.penalties for effect in effects}
        for seed in range(60):
            match = mk.Match(GAME, seats=3, seed=seed, content=content, quiet=True)
            random = Random(seed)

            def choose(ask: mk.Ask, random: Random = random, sheet: object = sheet) -> int:
                code = random.choice(ask.options)
                if code > PASS:
                    used[sheet.bonuses[USE_OF[code][1]].kind] += 1  # type: ignore[attr-defined]
                return code

            match.play(choose)
    assert penalties == set(PENALTIES)
    assert set(used) == set(BONUSES) - {"none"}
