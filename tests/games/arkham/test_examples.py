"""Every worked example of the rules, as a script of questions and answers.

A script names every question and every roll in the order in which the rules must ask for them; anything unexpected
fails. Fields that `expect` does not name must not have changed.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path

import pytest

import miskatonic as mk
from miskatonic.games.arkham import GAME
from miskatonic.games.arkham.combat import value
from miskatonic.games.arkham.state import FIELDS, FLAGS, Investigator
from miskatonic.kernel.hands import faces

EXAMPLES = [Path(__file__).with_name(name).read_text("utf-8") for name in ("examples.txt", "more_examples.txt")]


@dataclass
class Example:
    """One block of the examples file."""

    name: str
    ids: list[str]
    title: str
    lines: dict[str, str] = field(default_factory=dict)

    def words(self, line: str) -> list[str]:
        return self.lines.get(line, "").split()


def read_examples(text: str) -> list[Example]:
    found: list[Example] = []
    for line in text.splitlines():
        if re.match(r"X\d+ \|", line):
            name, ids, title = (part.strip() for part in line.split("|"))
            found.append(Example(name, ids.split(), title))
        elif ":" in line and not line.startswith("#"):
            key, _, rest = line.partition(":")
            assert key in ("sheet", "rules", "given", "play", "expect", "options", "refuse"), line
            found[-1].lines[key] = rest.strip()
    return found


def start(example: Example) -> mk.Match:
    options = dict(word.split("=") for word in example.words("rules"))
    return mk.Match(
        GAME,
        content=example.lines.get("sheet", "standard"),
        options=options,
        position=example.lines.get("given", ""),
    )


def play(match: mk.Match, script: list[str]) -> None:
    """Say every word of a script; the rules must be asking for exactly that."""
    for word in script:
        label, _, text = word.partition("=")
        chance = match.chance
        if chance is not None:
            assert label == chance.label, f"the script says {word}, the rules roll {chance}"
            match.fall(chance.parse(text))
        else:
            assert not match.over, f"the script says {word}, but the game is over: {match.result}"
            assert label == match.ask.prompt, f"the script says {word}, the rules ask {match.ask.prompt}"
            match.say(word)


def what_next(match: mk.Match) -> str:
    if match.over:
        return match.result
    if len(match.log) == match.rested_at and match.log:
        return "turn"
    chance = match.chance
    return f"{chance.label}:{chance.number}" if isinstance(chance, mk.Dice) else match.ask.prompt


def facts(match: mk.Match) -> dict[str, str]:
    s = match._state
    assert isinstance(s, Investigator)
    said = {name: str(getattr(s, name)) for name in FIELDS}
    return said | {name: "yes" if getattr(s, name) else "no" for name in FLAGS}


ALL = [example for text in EXAMPLES for example in read_examples(text)]
CASES = [pytest.param(example, id=example.name, marks=pytest.mark.rule(*example.ids)) for example in ALL]


@pytest.mark.parametrize("example", CASES)
def test_example(example: Example) -> None:
    match = start(example)
    expected = facts(match)
    play(match, example.words("play"))
    s = match._state
    assert isinstance(s, Investigator)
    derived = {
        "next": lambda: what_next(match),
        "extra": lambda: str(s.extra),
        "dice": lambda: ",".join(map(str, faces(s.dice))),
        "value": lambda: str(value(s)),
        "option_count": lambda: str(len(match.legal)),
    }
    for word in example.words("expect"):
        name, _, text = word.partition("=")
        if name in derived:
            assert derived[name]() == text, f"{example.title}: {name}"
        else:
            expected[name] = text
    assert facts(match) == expected, example.title
    short = GAME.vocabulary.short
    if "options" in example.lines:
        assert {short(code) for code in match.legal} == set(example.words("options"))
    for text in example.words("refuse"):
        before = match.fingerprint()
        with pytest.raises((mk.IllegalAnswer, mk.WordError)):
            match.say(text)
        assert match.fingerprint() == before


def test_there_are_all_examples() -> None:
    assert [example.name for example in ALL[:105]] == [f"X{n:02}" for n in range(1, 106)]
