"""Vocabulary: one code per answer, one word per code."""

from __future__ import annotations

import pytest

from miskatonic.kernel import Choice, Hand, MalformedWord, Number, Tuple, Vocabulary
from miskatonic.kernel.hands import hand_of

WORDS = Vocabulary(
    Choice("stance", "fight", "flee"),
    Number("lore", -2, 4),
    Tuple("spend", 2, 3),
    Hand("reroll", "123L", dice=4, empty="stop"),
)


def test_every_code_has_one_word_and_one_value() -> None:
    words = [WORDS.text(code) for code in WORDS]
    assert len(set(words)) == len(WORDS) == 2 + 7 + 12 + 70
    for code in WORDS:
        assert WORDS.parse(WORDS.text(code)) == code
        assert WORDS.encode(*WORDS.decode(code)) == code
        assert WORDS.text(code) == f"{WORDS.family(code).name}={WORDS.short(code)}"


def test_values() -> None:
    assert WORDS.decode(1) == ("stance", "flee")
    assert WORDS.decode(2) == ("lore", -2)
    assert WORDS.decode(9) == ("spend", (0, 0))
    assert WORDS.decode(10) == ("spend", (0, 1))
    assert WORDS.text(21) == "reroll=stop"
    assert WORDS.encode("reroll", hand_of((1, 4))) == WORDS.parse("reroll=L,1")


@pytest.mark.parametrize(("spoken", "meant"), [(" stance=flee ", "stance=flee"), ("spend= 1, 2", "spend=1,2")])
def test_spaces_do_not_matter(spoken: str, meant: str) -> None:
    assert WORDS.parse(spoken) == WORDS.parse(meant)


@pytest.mark.parametrize(
    "word",
    [
        "",
        "flee",
        "stance",
        "stance=",
        "stance=hide",
        "rest=1",
        "lore=5",
        "lore=-3",
        "lore=x",
        "spend=1",
        "spend=1,2,3",
        "spend=3,0",
        "spend=0,-1",
        "spend=a,b",
        "reroll=",
        "reroll=22",
        "reroll=4",
        "reroll=2,,2",
        "reroll=1,1,1,1,1",
        "reroll=" + ",".join("1" * 32),
        "reroll=stop,stop",
    ],
)
def test_what_is_no_word_is_refused(word: str) -> None:
    with pytest.raises(MalformedWord):
        WORDS.parse(word)


@pytest.mark.parametrize("code", [-1, 91, 10**9])
def test_codes_beyond_the_vocabulary(code: int) -> None:
    with pytest.raises(MalformedWord, match=r"is not a code of this game \(0 to 90\)"):
        WORDS.text(code)


def test_values_beyond_a_family_are_refused() -> None:
    with pytest.raises(MalformedWord, match="lore=5 is beyond"):
        WORDS.encode("lore", 5)
    with pytest.raises(MalformedWord):
        WORDS.encode("reroll", hand_of((1, 1, 1, 1, 1)))
    with pytest.raises(ValueError, match="text"):
        WORDS.encode("lore", "text")
