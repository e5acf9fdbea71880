"""Rule options."""

from __future__ import annotations

import pytest

from miskatonic.kernel import Option, SetupError
from miskatonic.kernel.options import changed, choose

KNOWN = (Option("luck", ("own", "shared"), "Whose dice?"), Option("end", ("soon", "late", "never"), "When?"))
SPOKEN = (
    Option("start", ("any", "A", "B"), "Who starts?", words=("drawn by lot", "seat 1", "seat 2")),
    Option("rain", ("false", "true"), "Does it rain?"),
    Option("pace", ("very_slow", "fast"), "How fast?"),
)


def test_what_is_not_wished_is_the_default() -> None:
    assert choose(KNOWN, {}) == {"luck": "own", "end": "soon"}
    assert choose(KNOWN, {"end": "never"}) == {"luck": "own", "end": "never"}


def test_only_what_differs_is_changed() -> None:
    assert changed(KNOWN, choose(KNOWN, {"end": "never", "luck": "own"})) == {"end": "never"}


@pytest.mark.parametrize(
    ("wishes", "sentence"),
    [
        ({"lukc": "own"}, "there is no rule option 'lukc'; there are: luck, end"),
        ({"luck": "bad"}, "rule option luck cannot be 'bad'; it is one of: own, shared"),
    ],
)
def test_unknown_wishes_are_refused_with_what_would_be_right(wishes: dict[str, str], sentence: str) -> None:
    with pytest.raises(SetupError, match=sentence):
        choose(KNOWN, wishes)


def test_a_game_without_options_says_so() -> None:
    with pytest.raises(SetupError, match="there are: none"):
        choose((), {"luck": "own"})


def test_values_are_chosen_as_people_say_them() -> None:
    said = {"start": "Seat 2", "rain": "yes", "pace": "very slow"}
    assert choose(SPOKEN, said) == {"start": "B", "rain": "true", "pace": "very_slow"}
    assert [[option.spoken(value) for value in option.values] for option in SPOKEN] == [
        ["drawn by lot", "seat 1", "seat 2"],
        ["no", "yes"],
        ["very slow", "fast"],
    ]


def test_a_refusal_says_what_values_mean() -> None:
    with pytest.raises(SetupError, match=r"it is one of: any \(drawn by lot\), A \(seat 1\), B \(seat 2\)"):
        choose(SPOKEN, {"start": "C"})
