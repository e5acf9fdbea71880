"""Every worked example of the rules, as a script of questions and answers.

A script names every question that must be asked and every roll, in order; simultaneous answers may stand in any order.
A question that the script does not answer fails, except in windows, where whoever is not mentioned passes.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable, Generator, Mapping
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from games.examples import Example, read_examples

import miskatonic as mk
from miskatonic.games.insanity import GAME, rules, scoring
from miskatonic.games.insanity.asks import desk_of
from miskatonic.games.insanity.effects import POSITIVE_ROLLED, TURN_END, TURN_START
from miskatonic.games.insanity.markers import is_doubled, row_total, usable, values
from miskatonic.games.insanity.names import BIT, COLOURS, NONE, SEATS, SPACE, SPACES, colour_names
from miskatonic.games.insanity.placing import negative
from miskatonic.games.insanity.sanity import check, verdict
from miskatonic.games.insanity.state import Cult, Novice
from miskatonic.games.insanity.windows import window
from miskatonic.games.insanity.writing import choose_and_roll, write_results

EXAMPLES = [Path(__file__).with_name(name).read_text("utf-8") for name in ("examples.txt", "more_examples.txt")]
STANDARD = files("miskatonic.games.insanity").joinpath("content/standard.toml").read_text("utf-8")
Question = mk.Ask | mk.AskAll | mk.Chance


# -- the given state --------------------------------------------------------------------------------------------------


def given_state(lines: list[str]) -> Cult:
    """The table that the `given` lines describe."""
    data = tomllib.loads(STANDARD)
    seats, options, words = 2, {}, {"active": "A"}
    for line in lines:
        if found := re.fullmatch(r"players (\d)", line):
            seats = int(found[1])
        elif found := re.fullmatch(r"active (\w)", line):
            words["active"] = found[1]
        elif found := re.fullmatch(r"option (\w+)=(\w+)", line):
            options[found[1]] = found[2]
        elif found := re.fullmatch(r"bag (.+)", line):
            words["bag"] = found[1].replace(" ", ",")
        elif found := re.fullmatch(r"(\w)\.row (\w+): (.+)", line):
            words[f"{found[1]}.{found[2]}"] = found[3].replace(" ", ",")
        elif found := re.fullmatch(r"(\w)\.neg: (.+)", line):
            words[f"{found[1]}.brain"] = found[2].replace("=", ":").replace(" ", ",")
        elif found := re.fullmatch(r"(\w)\.negfill (-\d) except(.*)", line):
            spaces = [item["id"] for item in data["spaces"] if item["id"] not in found[3].split()]
            words[f"{found[1]}.brain"] = ",".join(f"{space}:{found[2]}" for space in spaces)
        elif found := re.fullmatch(r"(\w)\.insane: (.+)", line):
            words[f"{found[1]}.insane"] = found[2].replace(" ", ",")
        elif found := re.fullmatch(r"first (\w+)=(\w)( used)?", line):
            words[f"first.{found[1]}"] = found[2] + (",used" if found[3] else "")
        elif found := re.fullmatch(r"roll (.+)", line):
            words["roll"] = found[1].replace("=", ":").replace(" ", ",")
            words["step"] = "write"
        elif found := re.fullmatch(r"penalty (\w+) = (.+)", line):
            data["penalties"][found[1]]["effects"] = [json.loads(found[2])]
        elif found := re.fullmatch(r"bonus (\w+) = (.+)", line):
            data["bonuses"][found[1]]["effect"] = json.loads(found[2])
        elif found := re.fullmatch(r"content (\w+) = (.+)", line):
            data[found[1]] = json.loads(found[2])
        else:
            raise AssertionError(f"given {line}: not understood")
    content = GAME.schema.load(json.dumps(data), "example.json")[0]
    chosen = {**GAME.default_options, **options}
    state = GAME.setup(content, chosen, seats)
    assert GAME.place is not None
    return GAME.place(state, " ".join(f"{name}={value}" for name, value in words.items()))


# -- playing ----------------------------------------------------------------------------------------------------------


def dice(s: Cult) -> mk.Flow[None]:
    yield from choose_and_roll(s, desk_of(s))
    yield from window(s, desk_of(s), POSITIVE_ROLLED)


def sanity_check(s: Cult) -> mk.Flow[None]:
    n = s.novices[s.active]
    yield from check(s, desk_of(s), n, *verdict(n))


def end(s: Cult) -> mk.Flow[None]:
    yield from window(s, desk_of(s), TURN_END)
    rules.end_turn(s)


def whole_turn(s: Cult) -> mk.Flow[None]:
    yield from rules.mastery(s)
    yield from rules.madness(s)


PARTS: Mapping[str, Callable[[Cult], mk.Flow[None]]] = {
    "start": lambda s: window(s, desk_of(s), TURN_START),
    "check": sanity_check,
    "dice": dice,
    "write": lambda s: write_results(s, desk_of(s)),
    "negative": lambda s: negative(s, desk_of(s)),
    "end": end,
    "turn": whole_turn,
}


class Exchange:
    """Plays the lines of an example against the rules."""

    def __init__(self, example: Example) -> None:
        self.lines = [line for line in example.lines if not line.startswith("given ")]
        self.state = given_state([line.removeprefix("given ") for line in example.lines if line.startswith("given ")])
        self.flow: Generator[Question, int, None] | None = None
        self.question: Question | None = None

    def play(self) -> None:
        while self.lines:
            line = self.lines.pop(0)
            if line.startswith("expect "):
                self.pass_windows()
                if not self.lines or not self.answers_follow():
                    assert self.question is None, f"{line}: unanswered {self.question}"
                name, _, text = line.removeprefix("expect ").partition(" = ")
                assert facts(self.state, name.strip()) == in_order(name, text.strip()), line
            elif line.startswith("run "):
                self.pass_windows()
                assert self.question is None, f"{line}: unanswered {self.question}"
                self.flow = PARTS[line.removeprefix("run ")](self.state)
                self.send(None)
            elif line.startswith("options "):
                self.check_options(line.removeprefix("options "))
            else:
                self.lines.insert(0, line)
                self.answer()
        self.pass_windows()
        assert self.question is None, f"unanswered {self.question}"

    def answers_follow(self) -> bool:
        """Whether a later line, before the next part, still answers something."""
        for line in self.lines:
            if line.startswith("run "):
                return False
            if not line.startswith(("expect ", "options ")):
                return True
        return False

    def send(self, said: int | list[int] | None) -> None:
        assert self.flow is not None
        send: Callable[[Any], Question] = self.flow.send
        try:
            self.question = send(said)
            while isinstance(self.question, mk.AskAll) and not self.question.asks:
                self.question = send(self.question.filled(()))
        except (StopIteration, mk.GameOver):
            self.flow = self.question = None

    def asks(self) -> list[mk.Ask]:
        if isinstance(self.question, mk.AskAll):
            return list(self.question.asks)
        return [self.question] if isinstance(self.question, mk.Ask) else []

    def pass_windows(self, but: str = "") -> None:
        """Whoever is not mentioned in a window passes."""
        while (
            isinstance(self.question, mk.Ask) and self.question.prompt == "bonus" and SEATS[self.question.seat] != but
        ):
            self.send(GAME.vocabulary.parse("bonus=pass"))

    def check_options(self, text: str) -> None:
        found = re.fullmatch(r"(\w) (\w+) = (.+)", text)
        assert found, text
        seat, prompt, options = found[1], found[2], {part.strip() for part in found[3].split(",")}
        self.pass_windows(but=seat)
        (ask,) = [ask for ask in self.asks() if SEATS[ask.seat] == seat and ask.prompt == prompt]
        words = {GAME.vocabulary.short(code).replace("fallback", "2") for code in ask.options}
        assert words == options, text

    def answer(self) -> None:
        line = self.lines[0]
        if found := re.fullmatch(r"(\w) use (.+)", line):
            self.pass_windows(but=found[1])
            self.say(self.lines.pop(0), found[1], found[1], f"bonus={found[2]}")
            return
        if line.startswith(("roll ", "draw ", "outburst ", "negative ", "random ")):
            self.pass_windows()
            self.fall(self.lines.pop(0))
            return
        self.pass_windows()
        asks = self.asks()
        assert asks, f"{line}: the rules ask {self.question}"
        codes: list[int] = []
        for ask in asks:
            line = self.line_for(ask)
            words = line.split(maxsplit=4 if " for " in line else 2)
            if " for " in line:
                assert words[0] == SEATS[ask.actor] != SEATS[ask.seat], line
            else:
                assert ask.actor == ask.seat, f"{line}: {ask}"
            word = " ".join(words[4:] if " for " in line else words[2:])
            code = GAME.vocabulary.parse(f"{ask.prompt}={word}")
            assert code in ask.legal, f"{line}: {[GAME.vocabulary.short(code) for code in ask.options]}"
            codes.append(code)
        self.send(self.question.filled(codes) if isinstance(self.question, mk.AskAll) else codes[0])

    def line_for(self, ask: mk.Ask) -> str:
        """The next line that answers a question; options asked for on the way are checked, too."""
        pattern = re.compile(rf"(\w for )?{SEATS[ask.seat]} {ask.prompt} .+")
        for at, line in enumerate(self.lines):
            if pattern.fullmatch(line):
                return self.lines.pop(at)
            if line.startswith("options "):
                self.check_options(line.removeprefix("options "))
                self.lines[at] = "expect active = " + SEATS[self.state.active]
            elif line.startswith("run "):
                break
        raise AssertionError(f"{SEATS[ask.seat]} is asked {ask.prompt}, and the script says nothing")

    def say(self, line: str, actor: str, seat: str, word: str) -> None:
        (ask,) = self.asks()
        assert (SEATS[ask.actor], SEATS[ask.seat]) == (actor, seat), f"{line}: {ask}"
        code = GAME.vocabulary.parse(word)
        assert code in ask.legal, f"{line}: {[GAME.vocabulary.short(code) for code in ask.options]}"
        self.send(code)

    def fall(self, line: str) -> None:
        what, *words = line.split()
        outcomes: list[tuple[str, str]]
        if what == "roll":
            outcomes = [(f"roll {colour}", face) for colour, _, face in (word.partition("=") for word in words)]
        elif what == "draw":
            outcomes = [("draw", words[0]), (f"negative {words[0]}", words[1])]
        elif what == "random":
            outcomes = [(words[0], words[1])]
        else:
            assert isinstance(self.question, mk.Chance), f"{line}: the rules ask {self.question}"
            outcomes = [(self.question.label, words[0])]
            assert self.question.label.startswith(what), line
        for label, text in outcomes:
            assert isinstance(self.question, mk.Chance), f"{line}: the rules ask {self.question}"
            assert self.question.label == label, f"{line}: the rules roll {self.question}"
            self.send(self.question.parse(text))


# -- what is expected -------------------------------------------------------------------------------------------------


def facts(s: Cult, name: str) -> str:
    """One fact of the table, in the words of the examples."""
    if name in TABLE:
        return TABLE[name](s)
    what, _, part = name.partition(" ")
    if what == "first":
        owner = s.first[COLOURS.index(part)]
        used = " used" if s.used & BIT[COLOURS.index(part)] else ""
        return "nobody" if owner == NONE else SEATS[owner] + used
    seat, _, what = what.partition(".")
    return sheet_fact(s, s.novices[SEATS.index(seat)], what, part)


def sheet_fact(s: Cult, n: Novice, what: str, part: str) -> str:
    colour = COLOURS.index(part) if part in COLOURS else NONE
    desk = desk_of(s)
    found: dict[str, Callable[[], Any]] = {
        "row": lambda: " ".join(str(number) if number else "X" for number in n.rows[colour]) or "empty",
        "total": lambda: row_total(desk, n, colour),
        "value": lambda: values(desk, n)[colour],
        "negative": lambda: -n.size[colour],
        "neg": lambda: " ".join(f"{SPACES[at]}={number}" for at, number in enumerate(n.numbers) if number) or "empty",
        "space": lambda: n.numbers[SPACE[part]] or "empty",
        "filled": lambda: sum(map(bool, n.numbers)),
        "insane": lambda: " ".join(colour_names(n.insane)) or "none",
        "usable": lambda: " ".join(colour_names(usable(desk, n))) or "none",
        "doubled": lambda: " ".join(COLOURS[c] for c in range(5) if is_doubled(desk, n, c)) or "none",
        "score": lambda: scoring.score(s, n),
    }
    return str(found[what]())


def in_order(name: str, text: str) -> str:
    """Numbers of a brain may be named in any order."""
    if not name.strip().endswith(".neg") or text == "empty":
        return text
    return " ".join(sorted(text.split(), key=lambda word: SPACE[word.partition("=")[0]]))


TABLE: Mapping[str, Callable[[Cult], str]] = {
    "active": lambda s: SEATS[s.active],
    "bag": lambda s: " ".join(colour_names(s.bag)),
    "over": lambda s: " ".join(s.over) or "no",
    "winner": lambda s: " ".join(SEATS[seat] for seat in scoring.winners(s)),
}

ALL = [example for text in EXAMPLES for example in read_examples(text)]
CASES = [pytest.param(example, id=example.name, marks=pytest.mark.rule(*example.ids)) for example in ALL]


@pytest.mark.parametrize("example", CASES)
def test_example(example: Example) -> None:
    Exchange(example).play()


def test_there_are_all_examples() -> None:
    assert [example.name for example in ALL[:79]] == [f"EX-{n:02}" for n in range(1, 80)]


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("EX-02", "B place Y3 Y4", ""),
        ("EX-02", "A write red", "A write red\nA cross blue"),
        ("EX-02", "Y5 Y4, Y5 G5", "Y5 Y4"),
        ("EX-02", "roll purple=6 red=10", "roll purple=6 blue=10"),
        ("EX-02", "expect A.score = 58", "expect A.score = 60"),
        ("EX-52", "roll blue=10", ""),
        ("EX-67", "C for B dice", "B dice"),
        ("EX-68", "C for A place", "B for A place"),
        ("EX-70", "B use blue red", "A use blue red"),
    ],
)
def test_a_wrong_script_fails(name: str, old: str, new: str) -> None:
    (example,) = (example for example in ALL if example.name == name)
    text = "\n".join(example.lines)
    assert old in text
    with pytest.raises((AssertionError, mk.MiskatonicError, ValueError)):
        Exchange(Example(name, [], "", [line for line in text.replace(old, new).splitlines() if line])).play()
