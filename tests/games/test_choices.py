"""Choices in words, for reports about thousands of matches: every code of every game has them, and they are its own."""

from __future__ import annotations

import pytest

import miskatonic as mk

GAMES = ("arkham", "insanity", "mash", "tower")
EVERY = 97
"""Of large vocabularies every so-manieth code is looked at."""


@pytest.mark.parametrize("name", GAMES)
def test_every_choice_has_words_of_its_own_by_the_still_parts_alone(name: str) -> None:
    match = mk.Match(name)
    game, view = match.game, match.view()
    assert game.choice is not None
    still = {part: view[part] for part in game.still if part in view}
    said: dict[str, str] = {}
    for family in game.vocabulary.families.values():
        for at in range(0, family.size, EVERY if family.size > 5000 else 1):
            kept = game.vocabulary.text(family.base + at)
            words = game.choice(family.base + at, still)
            assert words
            assert "=" not in words
            assert words.lower() != kept
            assert said.setdefault(words, kept) == kept
    assert max(map(len, said)) < 150


@pytest.mark.parametrize(
    ("game", "kept", "words"),
    [
        ("arkham", "reroll=1,5", "roll 1 5 again"),
        ("arkham", "fight_reroll=stop", "stop rolling in combat"),
        ("arkham", "pact=rest", "close the book"),
        ("insanity", "write=fallback in red", "write the fallback in red"),
        ("insanity", "place=R2 R4", "write copies in R2 and R4"),
        ("insanity", "place=R2 -", "write the matching copy in R2"),
        ("insanity", "place=- R2", "write the adjacent copy in R2"),
        ("insanity", "dice=purple+yellow", "roll purple and yellow"),
        ("tower", "lock=1,2,3", "lock 1 2 3"),
        ("tower", "madman=give 2", "give one Madness marble to {2}"),
        ("mash", "melee=unarmed", "strike with bare hands (1 action)"),
        ("mash", "gate=N", "go through the north gate"),
        ("mash", "target=C4R4 rider1", "aim at what clings there, number 1, on C4R4"),
        ("mash", "pay=0", "pay nothing"),
        ("mash", "take=net", "take Net (1 point)"),
        ("tower", "play=3 to 2", "play The Viol-Player's Last Refrain on {2}"),
        ("insanity", "bonus=yellow G1 B", "Shed the Twitch: G1 to {1}"),
    ],
)
def test_choices_are_what_people_say(game: str, kept: str, words: str) -> None:
    match = mk.Match(game)
    assert match.game.choice is not None
    assert match.game.choice(match.game.vocabulary.parse(kept), match.view()) == words
