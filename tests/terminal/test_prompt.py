"""What may be typed at a question, and what is said about the rest."""

from __future__ import annotations

import pytest

from miskatonic.kernel import (
    AmbiguousWord,
    Ask,
    Choice,
    Hand,
    IllegalAnswer,
    MalformedWord,
    Number,
    Tuple,
    Vocabulary,
    WordError,
)
from miskatonic.kernel.hands import hand_of, parts
from miskatonic.terminal.prompt import LISTED, Choices

WORDS = Vocabulary(
    Choice("stance", "fight", "flee", "hide"),
    Number("lore", 0, 30),
    Tuple("spend", 9, 9),
    Hand("again", "123456L", dice=6, empty="stop"),
    Choice("mood", "calm", "fight"),
)


def choices(*words: str) -> Choices:
    return Choices(Ask(0, "any", tuple(sorted(map(WORDS.parse, words)))), WORDS)


def dice(*shown: int) -> Choices:
    codes = sorted(WORDS.encode("again", part) for part in parts(hand_of(shown)))
    return Choices(Ask(0, "any", tuple(codes)), WORDS)


@pytest.mark.parametrize("typed", ["2", "l", "fl", "FLEE", "stance=flee"])
def test_names_have_a_number_and_a_letter(typed: str) -> None:
    asked = choices("stance=fight", "stance=flee", "stance=hide")
    assert [(item.key, item.letter) for item in asked.items] == [("1", "f"), ("2", "l"), ("3", "h")]
    assert WORDS.text(asked.understand(typed)) == "stance=flee"


@pytest.mark.parametrize("typed", ["2 2 5", "225", "5,2,2", "2;5 2", "again=2,2,5", "5 2 2 "])
def test_dice_are_typed_in_any_order_with_any_gaps(typed: str) -> None:
    assert WORDS.text(dice(2, 2, 5, 6).understand(typed)) == "again=2,2,5"


def test_locked_dice_are_typed_by_their_letter() -> None:
    assert WORDS.text(dice(2, 7, 7).understand("l 2")) == "again=2,L"


@pytest.mark.parametrize("typed", ["stop", "STOP", "st"])
def test_the_empty_choice_of_dice_has_its_name(typed: str) -> None:
    assert WORDS.text(dice(2, 2).understand(typed)) == "again=stop"


def test_numbers_are_their_own_keys() -> None:
    asked = choices("lore=0", "lore=1", "lore=3")
    assert [item.key for item in asked.items] == ["0", "1", "3"]
    assert WORDS.text(asked.understand("1")) == "lore=1"
    with pytest.raises(IllegalAnswer, match=r"'2' is not possible here\. Type a number from 0 to 3"):
        asked.understand("2")


@pytest.mark.parametrize("typed", ["3 1", "3,1", "3, 1", "spend=3,1"])
def test_two_numbers(typed: str) -> None:
    assert WORDS.text(choices("spend=3,1", "spend=0,0").understand(typed)) == "spend=3,1"


@pytest.mark.parametrize(
    ("typed", "error", "sentence"),
    [
        ("2 2 2", IllegalAnswer, "'2 2 2' is not possible here. Type the dice, such as 5 6, or stop."),
        ("7", MalformedWord, "'7' is no answer here."),
        ("banana", MalformedWord, "'banana' is no answer here."),
        ("1" * 500, MalformedWord, "is no answer here."),
        ("again=9", MalformedWord, "'9' is not an answer to 'again'"),
        ("lore=2", IllegalAnswer, "'lore=2' is not possible here."),
        ("²", MalformedWord, "is no answer here."),
    ],
)
def test_what_is_no_answer_gets_a_sentence(typed: str, error: type[Exception], sentence: str) -> None:
    with pytest.raises(error) as refused:
        dice(2, 2, 5, 6).understand(typed)
    assert sentence in str(refused.value)


def test_a_beginning_that_fits_two_words_is_ambiguous() -> None:
    vocabulary = Vocabulary(Choice("way", "north", "northeast"))
    asked = Choices(Ask(0, "any", (0, 1)), vocabulary)
    with pytest.raises(AmbiguousWord, match="'nor' could be north or northeast"):
        asked.understand("nor")
    assert vocabulary.text(asked.understand("north")) == "way=north"


def test_equal_words_of_two_families_are_told_apart() -> None:
    asked = choices("stance=fight", "mood=fight")
    assert [item.word for item in asked.items] == ["stance=fight", "mood=fight"]
    assert WORDS.text(asked.understand("mood=fight")) == "mood=fight"


def test_few_options_are_listed_and_many_are_not() -> None:
    assert choices(*(f"lore={n}" for n in range(LISTED))).listed
    assert not choices(*(f"lore={n}" for n in range(LISTED + 1))).listed
    assert not dice(2, 3).listed


def test_every_option_of_every_kind_can_be_typed_as_it_is_listed() -> None:
    everything = [
        choices("stance=fight", "stance=flee", "stance=hide"),
        choices(*(f"lore={n}" for n in range(31))),
        choices(*(f"spend={a},{b}" for a in range(10) for b in range(10))),
        dice(1, 2, 2, 5, 7, 7),
    ]
    for asked in everything:
        for item in asked.items:
            for typed in (item.key, item.word, item.word.replace(",", " "), WORDS.text(item.code)):
                assert asked.understand(typed) == item.code


def test_a_word_error_is_what_a_front_end_catches() -> None:
    assert issubclass(AmbiguousWord, WordError)
    assert issubclass(MalformedWord, WordError)
