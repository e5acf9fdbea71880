"""Spelling: every answer has a word of its own, and every legal word is an answer."""

from __future__ import annotations

from random import Random

import pytest

from miskatonic.gyms.desk import Desk, fields, spelling_of
from miskatonic.gyms.spelling import Spelling
from miskatonic.kernel import Seeded, game_named
from miskatonic.kernel.vocabulary import Choice, Hand, Number, Tuple, Vocabulary

WORDS = Vocabulary(
    Choice("stance", "fight", "flee"), Number("many", 0, 999), Hand("keep", "123", 3, "none"), Tuple("pay", 40, 9)
)

GAMES = ("arkham", "insanity", "mash", "tower")
"""Our own; toys of other tests may be registered, too."""


def test_all_words_of_a_small_vocabulary_differ() -> None:
    spelling = Spelling(WORDS)
    words = [spelling.spell(code) for code in WORDS]
    assert len(set(words)) == len(words)
    assert spelling.size == len(spelling.meanings) == 2 + (32 + 32) + 3 * 4 + (41 + 10)


def test_dice_are_spelled_face_by_face() -> None:
    spelling = Spelling(WORDS)
    word = spelling.spell(WORDS.parse("keep=1,3,3"))
    assert [spelling.meanings[letter] for letter in word] == ["keep[0]=1", "keep[1]=0", "keep[2]=2"]


def test_letters_lead_to_exactly_the_options() -> None:
    spelling = Spelling(WORDS)
    options = tuple(sorted(WORDS.parse(f"keep={kept}") for kept in ("none", "1", "1,1", "2", "1,2,3")))
    choices = spelling.choices(options)
    found = set()

    def follow(start: tuple[int, ...]) -> None:
        letters, code = choices[start]
        if code is not None:
            found.add(code)
            return
        assert len(letters) > 0
        for letter in letters:
            follow((*start, letter))

    follow(())
    assert found == set(options)


@pytest.mark.parametrize("game", GAMES)
def test_every_game_is_played_to_its_end_by_letters(game: str) -> None:
    """The desk never offers a letter that leads nowhere, and never puts a question with a single answer."""
    random = Random(4)
    desk = Desk(game, game_named(game).seats[0], Seeded(9))
    letters_written = 0
    while not desk.match.over:
        actor = random.choice(desk.actors)
        letters = desk.letters(actor)
        assert len(letters) > 1
        assert int(desk.mask(actor).sum()) == len(letters)
        desk.write(actor, random.choice(letters))
        letters_written += 1
    assert letters_written
    assert spelling_of(game).size < 4_000


@pytest.mark.parametrize("game", GAMES)
def test_observations_say_what_was_written(game: str) -> None:
    desk = Desk(game, game_named(game).seats[0], Seeded(2))
    random = Random(1)
    seen_half_a_word = False
    for _ in range(400):
        if desk.match.over:
            desk = Desk(game, game_named(game).seats[0], Seeded(random.getrandbits(30)))
        actor = desk.actors[0]
        numbers = desk.numbers(actor)
        assert len(numbers) == len(desk.numbers(0))
        assert int(numbers[-spelling_of(game).size :].sum()) == len(desk.written.get(actor, ()))
        seen_half_a_word |= bool(desk.written.get(actor))
        desk.write(actor, random.choice(desk.letters(actor)))
    assert seen_half_a_word or game != "arkham"


@pytest.mark.parametrize(("game", "seats"), [(game, seats) for game in GAMES for seats in game_named(game).seats])
def test_every_number_of_an_observation_has_a_name(game: str, seats: int) -> None:
    desk = Desk(game, seats, Seeded(2))
    names = fields(game, seats)
    assert len(names) == len(set(names)) == len(desk.numbers(0))
    assert not any(name.startswith("feature_") for name in names)
    actor = desk.actors[0]
    asked = {name: number for name, number in zip(names, desk.numbers(actor), strict=True) if name.startswith("asked_")}
    assert sum(asked.values()) == 1
