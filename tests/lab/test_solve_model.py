"""The model of the solver against the real rules, question by question."""

from __future__ import annotations

from collections import Counter
from itertools import cycle
from random import Random

import numpy as np
import pytest
from lab.kernel_turns import KernelTurns, state_of
from lab.small_sheets import POCKET, content_of, event_in, solved

from miskatonic.bots.optimal.book import Book
from miskatonic.bots.optimal.clashes import Alone
from miskatonic.bots.optimal.judge import Judge
from miskatonic.bots.optimal.model import Omen
from miskatonic.bots.optimal.slots import first_rolls
from miskatonic.games.arkham import GAME
from miskatonic.games.arkham.asks import MYTHOS
from miskatonic.games.arkham.mythos import omens
from miskatonic.kernel import Dice, Match
from miskatonic.kernel.hands import faces
from miskatonic.lab.solve.backwards import Solver

CLOSE = 1e-6
FEW_DICE = "seals=1 keys=1 elder_die=yes tired=yes"
"""A turn of three dice, so that all falls of all rolls can be looked through."""


def kernel_turns(book: Book) -> KernelTurns:
    """The real rules, with what follows a turn taken from a book."""
    return KernelTurns(book.value_of, event_in(book))


def compare_questions(book: Book, options: dict[str, str], kinds: set[str], seed: int, each: int) -> None:
    """Play at random; at every question compare the worth of all options, until each kind was met."""
    judge, turns, random = Judge(book), kernel_turns(book), Random(seed)
    met: Counter[str] = Counter()
    for position in cycle(("inv=2", "seals=1 inv=3", "keys=1 time=2 fight=0 magic=0")):
        if kinds <= met.keys():
            break
        luck, content = random.random().hex(), content_of(POCKET)
        match = Match(GAME, seed=luck, content=content, options=options, position=position, quiet=True)
        while not match.over:
            ask = match.ask
            if ask.prompt in kinds and met[ask.prompt] < each:
                expected = turns.options(turns.begin(match))
                found = judge.evaluate(match.view(0), ask)
                assert found == pytest.approx(expected, abs=CLOSE), (match.position, ask.prompt)
                best = judge.best(match.view(0), ask)
                assert expected[best] == pytest.approx(max(expected.values()), abs=CLOSE)
                met[ask.prompt] += 1
            careful = ask.prompt == "reroll" and random.random() < 0.6
            match.answer(0, ask.options[0] if careful else random.choice(ask.options))


ASKED = {"heal", "double", "stance", "spend", "fight_reroll", "first_key", "lore", "pick", "pact"}


@pytest.mark.rule("DA-I8", "DA-M3", "DA-C3", "DA-C6", "DA-C8", "DA-C10", "DA-1B", "DA-2A", "DA-2B")
@pytest.mark.parametrize("seed", [5, 6, 7])
def test_every_option_is_worth_what_the_real_rules_make_of_it(pocket: Book, seed: int) -> None:
    compare_questions(pocket, {}, ASKED, seed, each=1)


def test_other_rules_are_modelled_too() -> None:
    options = {
        "fatal_payments": "allowed",
        "double_cost": "seen",
        "flee_kind": "reduced",
        "pact_dice": "any",
        "monster_lock": "showing",
        "zero_dice": "forbidden",
        "red_spaces": "cumulative",
        "idle_heal": "allowed",
        "elder_return": "land",
        "gift_die": "extra",
    }
    compare_questions(solved(POCKET, tuple(options.items())), options, ASKED - {"lore"} | {"pact_dice"}, seed=2, each=1)


@pytest.mark.rule("DA-D4", "DA-D5", "DA-I2", "DA-I5", "DA-M2", "DA-M5")
def test_rerolls_are_worth_what_the_real_rules_make_of_them(pocket: Book) -> None:
    judge, turns = Judge(pocket), kernel_turns(pocket)
    for seed in (5, 6):
        match = Match(GAME, content=content_of(POCKET), position=FEW_DICE, quiet=True, seed=seed)
        expected = turns.options(turns.begin(match))
        assert judge.evaluate(match.view(0), match.ask) == pytest.approx(expected, abs=CLOSE)


@pytest.mark.rule("DA-D1", "DA-D3")
def test_a_turn_is_worth_the_mean_over_its_first_roll(pocket: Book) -> None:
    judge, total = Judge(pocket), 0.0
    match = Match(GAME, content=content_of(POCKET), position=FEW_DICE, quiet=True)
    you = match.view(0)["you"]
    for mythos, omen_chance in MYTHOS.outcomes():
        first = judge.prospects(you, Omen(0.0, *omens(mythos)), 3).first[you["sanity"]]
        for number, (_, chance) in enumerate(sorted(Dice("roll1", 3).outcomes(), key=lambda fall: faces(fall[0]))):
            total += omen_chance * chance * first[number]
    assert total == pytest.approx(pocket.value_of(state_of(match)), abs=CLOSE)


def test_values_hold_when_they_are_computed_once_more(pocket: Book) -> None:
    """DA-W4: best play satisfies one equation, which has a single solution; so values that satisfy it are the ones."""
    again = Solver(Book(pocket.model), Alone())
    again.book.chapters.update(pocket.chapters)
    frame, chapter = again.frame(1, 1), pocket.chapters[1, 1]
    after = np.zeros((len(frame.slots.numbers), *pocket.model.shape), np.float32)
    for spot in [*again.full_tracks(frame.slots), *again.order(1)]:
        again.meet(chapter, frame.slots, spot, after)
    for spot, turn in frame.turns.items():
        values = again.turn(turn, after, first_rolls(turn.dice, gift=False))[0]
        assert np.abs(values - chapter.rest[spot]).max() < CLOSE, spot


def test_values_are_chances(pocket: Book) -> None:
    for chapter in pocket.chapters.values():
        for grid in [*chapter.rest.values(), *chapter.key.values(), *chapter.seal.values()]:
            assert 0.0 <= grid.min() <= grid.max() <= 1.0
            assert grid[0].max() == grid[:, 0].max() == 0.0, "who has no health or sanity has lost"
