"""Every worked example of the rules, as a script of questions and answers.

A script names every question that must be answered and every roll, in order; anything unexpected fails. It may stop
only where a player is asked for the next action. Lines:

    given ...                 the table (see `stage.py`)
    run                       start; `run begin` and `run activation` start in that part of a turn
    A go=C3R1                 an answer; `B for A spot=C3R3` where the keeper answers for somebody's turn
    roll melee = 5, parry = 3 dice and draws, by their labels
    offers A go=C3R1 ...      these are among the options; `refuses` the opposite
    options A spot = C2R2 ... exactly these options of one family
    asks A target             who is asked what
    expect A.hp = 2           a fact of the table
    stop                      whatever comes next does not belong to the example
"""

from __future__ import annotations

import re
from collections.abc import Callable, Generator, Mapping
from pathlib import Path

import pytest
from games.examples import Example, read_examples
from games.mash.stage import Stage

import miskatonic as mk
from miskatonic.games.mash.box import SPELLS
from miskatonic.games.mash.grid import BIT, CELL, NONE
from miskatonic.games.mash.pieces import Piece
from miskatonic.games.mash.sight import lined, sees, shooting_range
from miskatonic.games.mash.state import PHASES, Mash
from miskatonic.games.mash.turn import beat
from miskatonic.games.mash.view import LIVES, census
from miskatonic.games.mash.vocabulary import SEATS, VOCABULARY

Question = mk.Ask | mk.AskAll | mk.Chance
RESTS = ("act", "move", "deed", "wake")
"""Questions at which a script may stop."""


class Exchange:
    """Plays the lines of an example against the rules."""

    def __init__(self, example: Example) -> None:
        self.lines = [line for line in example.lines if not line.startswith("given ")]
        self.stage = Stage([line.removeprefix("given ") for line in example.lines if line.startswith("given ")])
        self.state: Mash = self.stage.state()
        self.flow: Generator[Question, int, None] | None = None
        self.question: Question | None = None
        self.over = False
        self.census = census(self.state)

    def play(self) -> None:
        for line in self.lines:
            if line == "stop":
                return
            self.play_line(line)
            assert census(self.state) == self.census, f"{line}: a component is lost"
        if isinstance(self.question, mk.Ask):
            assert self.question.prompt in RESTS, f"unanswered {self.question}"
        else:
            assert self.question is None, f"unanswered {self.question}"

    def play_line(self, line: str) -> None:
        if found := re.fullmatch(r"run(?: (\w+))?", line):
            if found[1]:
                self.state.phase = PHASES.index(found[1])
            self.go_on(None)
        elif found := re.fullmatch(r"expect (.+?) = (.*)", line):
            assert str(self.fact(found[1].strip())) == found[2].strip(), line
        elif line.startswith("roll "):
            for part in line.removeprefix("roll ").split(", "):
                label, _, text = part.partition(" = ")
                self.fall(line, label.strip(), text.strip())
        elif found := re.fullmatch(r"(offers|refuses) ([A-D]) (.+)", line):
            ask = self.asked(line, found[2])
            for word in re.split(r" (?=\w+=)", found[3]):
                assert (VOCABULARY.parse(word) in ask.legal) == (found[1] == "offers"), f"{line}: {self.words(ask)}"
        elif found := re.fullmatch(r"options ([A-D]) (\w+) =(.*)", line):
            ask = self.asked(line, found[1])
            family = VOCABULARY.families[found[2]]
            mine = {VOCABULARY.short(code) for code in ask.options if family.base <= code < family.base + family.size}
            assert mine == {word.strip() for word in found[3].split(",") if word.strip()}, f"{line}: {sorted(mine)}"
        elif found := re.fullmatch(r"asks ([A-D]) (\w+)", line):
            assert self.asked(line, found[1]).prompt == found[2], f"{line}: {self.question}"
        elif found := re.fullmatch(r"(?:([A-D]) for )?([A-D]) (\w+=.+)", line):
            ask = self.asked(line, found[2])
            assert SEATS[ask.actor] == (found[1] or found[2]), f"{line}: {ask}"
            code = VOCABULARY.parse(found[3])
            assert code in ask.legal, f"{line}: {self.words(ask)}"
            self.go_on(code)
        else:
            raise AssertionError(f"{line}: not understood")

    def words(self, ask: mk.Ask) -> list[str]:
        return [ask.prompt, *(VOCABULARY.text(code) for code in ask.options)]

    def asked(self, line: str, seat: str) -> mk.Ask:
        assert isinstance(self.question, mk.Ask), f"{line}: the rules ask {self.question}"
        assert SEATS[self.question.seat] == seat, f"{line}: {self.question}"
        return self.question

    def fall(self, line: str, label: str, text: str) -> None:
        assert isinstance(self.question, mk.Chance), f"{line}: the rules ask {self.described()}"
        assert self.question.label == label, f"{line}: the rules roll {self.question.label}"
        self.go_on(self.question.parse(text))

    def described(self) -> object:
        return self.words(self.question) if isinstance(self.question, mk.Ask) else self.question

    def go_on(self, code: int | None) -> None:
        """To the next question, beat after beat."""
        self.question = None
        try:
            while True:
                try:
                    if self.flow is None:
                        self.flow = beat(self.state)
                        self.question = next(self.flow)
                    else:
                        assert code is not None
                        self.question = self.flow.send(code)
                    return
                except StopIteration:
                    self.flow = None
        except mk.GameOver:
            self.flow = None
            self.over = True

    # -- facts --------------------------------------------------------------------------------------------------------

    def fact(self, name: str) -> object:
        s = self.state
        if name in TABLE:
            return TABLE[name](s)
        what, _, rest = name.partition(" ")
        if what == "sees":
            one, two = rest.split()
            return "yes" if sees(s, self.slot(), CELL[one], CELL[two]) else "no"
        if what == "lined":
            one, two = rest.split()
            return "yes" if lined(s, self.slot(), CELL[one], CELL[two]) else "no"
        if what == "shoots":
            shooter, cell = rest.split()
            return "yes" if shooting_range(s, self.piece(shooter)) & BIT[CELL[cell]] else "no"
        if what in ("loose", "tissue"):
            things = (s.loose if what == "loose" else s.tissue).get(self.stage.place_of(rest), ())
            return "+".join(s.box.objects[thing].id for thing in things) or "-"
        if what == "pile":
            return len(s.piles.get(self.stage.place_of(rest), ()))
        if what == "at":
            piece = s.standing(*divmod(self.stage.place_of(rest), 36))
            return "-" if piece is None else self.called(piece)
        if what == "discarded":
            return s.discard[s.box.object_named[rest]]
        if what == "gone":
            return sum(s.nests_gone)
        if what == "tile":
            slot = self.stage.slots.get(rest, 0) - 1 if rest in self.stage.slots else int(rest) - 1
            return f"{s.tile(slot).id} {90 * s.turns[slot]}" if s.up[slot] else "down"
        if what == "spells":
            return "+".join(SPELLS[spell] for spell in s.tomes.get(s.box.object_named[rest], ())) or "-"
        who, _, what = name.partition(".")
        return self.about(who, what)

    def slot(self) -> int:
        return self.stage.slots["T"] - 1

    def piece(self, name: str) -> Piece:
        return self.state.heroes[SEATS.index(name)] if name in SEATS else self.state.pieces[self.stage.ids[name]]

    def called(self, piece: Piece) -> str:
        if piece.id < 4:
            return SEATS[piece.id]
        kinds: list[object] = list(self.state.box.monsters if piece.kind == 1 else self.state.box.generators)
        return str(getattr(kinds[piece.type], "id", ""))

    def about(self, name: str, what: str) -> object:
        s = self.state
        if name not in SEATS and self.stage.ids[name] not in s.pieces:
            return "-"
        piece = self.piece(name)
        if what == "cell":
            return "-" if piece.slot == NONE else self.stage.name_of(piece.slot, piece.cell)
        if what == "objects":
            return "+".join(sorted(s.box.objects[thing].id for thing in piece.objects)) or "-"
        if what == "life":
            return LIVES[s.heroes[piece.id].life]
        if what in ("powerups", "kept"):
            return len(getattr(piece, what))
        if what == "host":
            return "-" if piece.host == NONE else SEATS[piece.host]
        value = getattr(piece, what)
        if what in ("memorised", "innate"):
            return "+".join(SPELLS[spell] for spell in value) or "-"
        return int(value)


TABLE: Mapping[str, Callable[[Mash], object]] = {
    "pool": lambda s: s.pool,
    "mp": lambda s: s.mp,
    "over": lambda s: s.over or "no",
    "winners": lambda s: "".join(SEATS[seat] for seat in s.winners) or "-",
    "phase": lambda s: PHASES[s.phase],
    "active": lambda s: SEATS[s.active],
    "round": lambda s: s.round,
    "mode": lambda s: s.mode,
    "monsters": lambda s: sum(piece.kind == 1 for piece in s.pieces.values()),
    "generators": lambda s: sum(piece.kind == 2 for piece in s.pieces.values()),
    "countdown": lambda s: s.countdown,
    "one_way": lambda s: int(s.one_way),
    "stack": lambda s: s.stack,
}

FILES = sorted(Path(__file__).parent.glob("examples*.txt"))
ALL = [example for path in FILES for example in read_examples(path.read_text("utf-8"))]
CASES = [pytest.param(example, id=example.name, marks=pytest.mark.rule(*example.ids)) for example in ALL]


@pytest.mark.parametrize("example", CASES)
def test_example(example: Example) -> None:
    Exchange(example).play()


ELSEWHERE = {1, 2, 3, 4, 15, 16, 17, 131, 133, 147, 149, 153, 159, 160}
"""Examples about setting up or ending a game; they are in test_setup.py."""


def test_there_are_all_examples() -> None:
    found = {int(re.sub(r"\D", "", example.name)) for example in ALL}
    assert found | ELSEWHERE == set(range(1, 173))
    tests = Path(__file__).with_name("test_setup.py").read_text("utf-8")
    assert {n for n in ELSEWHERE if not re.search(rf"_e{n}_", tests)} == set()


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("E38", "roll push = 3", "roll push = 2"),
        ("E38", "roll push = 3", ""),
        ("E38", "C4R3, C4R4", "C4R3"),
        ("E38", "A spot=C4R4", "A spot=C2R3"),
        ("E38", "A spot=C4R4", ""),
        ("E38", "expect M.cell = C4R4", "expect M.cell = C4R3"),
        ("E71", "roll parry = 5", "roll armour = 5"),
        ("E74", "A say=yes", ""),
        ("E100", "B for A spot=C4R4", "A spot=C4R4"),
        ("E105", "offers A melee=unarmed", "refuses A melee=unarmed"),
        ("E80", "asks B green", "asks B dust"),
    ],
)
def test_a_wrong_script_fails(name: str, old: str, new: str) -> None:
    (example,) = (example for example in ALL if example.name == name)
    text = "\n".join(example.lines)
    assert old in text
    lines = [line for line in text.replace(old, new, 1).splitlines() if line]
    with pytest.raises((AssertionError, mk.MiskatonicError, ValueError)):
        Exchange(Example(name, [], "", lines)).play()


def test_a_view_shows_what_is_printed_on_cards_and_counters() -> None:
    """Also where the rules are compiled: this file is tested again there."""
    box = mk.Match("mash", seed=1).view(0)["box"]
    assert box["characters"]["mariner_merchant"]["melee"] == 10
    assert box["monsters"]["gnoph_keh"]["health"] == 3
    assert box["generators"]["bone_den"]["spawns"] == "gnoph_keh"
    assert not any("id" in card for card in box["characters"].values())
