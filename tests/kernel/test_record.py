"""Records: whatever is wrong with one is refused with its line, never half a match."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from toys import CANDLES
from toys.script import NO, YES, Notes, game_of, number, word

import miskatonic as mk
from miskatonic.kernel import Dice, Flow, Match, RecordError, read_record, write_record
from miskatonic.kernel.record import _chain, _sealed_lines

mk.register("candles", lambda: CANDLES)


def short(s: Notes) -> Flow[None]:
    s.notes.append((yield Dice("die", 2)))
    s.notes.append((yield number(0, actor=1)))
    s.notes.append((yield word(1)))


SHORT = game_of(short, beats=2, seats=range(2, 3), version=3)


def played(answers: int = 4, **more: Any) -> Match:
    match = Match(SHORT, seats=["Ann", "Bén"], **({"seed": 1} | more))
    for code in (4, YES, 5, NO)[:answers]:
        match.answer(match.ask.actor, code)
    return match


WHOLE = write_record(played(), package="1.2.3")


def edited(change: Callable[[list[dict[str, Any]]], object], text: str = WHOLE) -> str:
    """A record changed by somebody who also computes all checksums again."""
    lines = [json.loads(line) for line in text.splitlines()]
    for line in lines:
        del line["sum"]
    change(lines)
    return _sealed_lines(lines)


def replayed(text: str) -> Match:
    return read_record(text).match()


# -- honest records ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("answers", range(5))
def test_a_record_gives_the_match_back(answers: int) -> None:
    match = played(answers)
    text = write_record(match)
    again = replayed(text)
    assert again.log == match.log
    assert again.fingerprint() == match.fingerprint()
    assert again.players == ("Ann", "Bén")
    assert again.asks == match.asks
    assert len(again.story()) == len(match.story())
    assert write_record(again) == text
    for both in (match, again):
        both.play(lambda ask: ask.options[0])
    assert again.log == match.log


def test_a_record_reads_like_a_protocol() -> None:
    lines = [json.loads(line) for line in WHOLE.splitlines()]
    assert lines[0]["format"] == "miskatonic record 1"
    assert (lines[0]["rules"], lines[0]["package"]) == (3, "1.2.3")
    assert lines[0]["fortune"] == {"kind": "seeded", "seed": 1}
    assert lines[1].keys() == {"n", "fell", "outcome", "sum"}
    assert {key: lines[2][key] for key in ("seat", "actor", "asked", "answer")} == {
        "seat": 0,
        "actor": 1,
        "asked": "number",
        "answer": "number=4",
    }
    assert "actor" not in lines[3]
    assert lines[-1]["end"] == "over"
    assert "Bén" in WHOLE


@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.parametrize("fortune", [None, mk.Sealed("m", b"secret", [b"a"])])
def test_simultaneous_and_secret_answers_are_kept(seats: int, fortune: mk.Fortune | None) -> None:
    match = Match("candles", seats=seats, **({"seed": 1} if fortune is None else {"fortune": fortune}))
    match.play(lambda ask: ask.options[-1])
    again = replayed(write_record(match))
    assert again.over
    assert again.log == match.log
    assert again.returns == match.returns


def test_position_options_and_content_are_kept() -> None:
    match = Match("arkham", seed=1, position="turn=3 seals=1", options={"zero_dice": "forbidden"}, content="easy")
    match.answer(0, match.ask.options[0])
    again = replayed(write_record(match))
    assert (again.start, again.options["zero_dice"], again.content.name) == (match.start, "forbidden", "easy")
    assert again.fingerprint() == match.fingerprint()


def test_content_of_ones_own_travels_with_the_record() -> None:
    text = 'name = "mine"\ntime_end = 6\ninv_end = 9\nred = [3]\nelder = 5\n'
    content = mk.game_named("arkham").schema.load(text, "mine.toml")[0]
    match = Match("arkham", seed=1, content=content)
    record = write_record(match)
    again = replayed(record).content
    assert (again.name, again.hash, again.text) == ("mine", content.hash, text)
    with pytest.raises(RecordError, match="line 1: content 'mine' is not the one this match was played with"):
        replayed(edited(lambda lines: lines[0]["content"].update(text=text.replace("9", "12")), record))
    with pytest.raises(RecordError, match=r"line 1: .*not readable"):
        replayed(edited(lambda lines: lines[0]["content"].update(text="["), record))
    with pytest.raises(RecordError, match="line 1: content 'yours' is not in the record"):
        replayed(edited(lambda lines: lines[0]["content"].update(name="yours"), record))


def observing(what: object, outcome: str = "1,6") -> str:
    """The record of a first roll whose header says what was observed, not rolled."""

    def change(lines: list[dict[str, Any]]) -> None:
        lines[0]["fortune"]["observed"] = what
        lines[1]["outcome"] = outcome

    return edited(change, write_record(Match("arkham", seed=7, seats=["Ann"])))


def test_what_was_observed_is_taken_as_written_and_everything_else_is_computed() -> None:
    assert replayed(observing(["mythos", "roll1"], "1,1")).view(0)["you"]["mythos"] == [1, 1]
    with pytest.raises(RecordError, match=r"line 2: .*not these dice"):
        replayed(observing([], "1,1"))


@pytest.mark.parametrize("odd", ["mythos", [1], [{}], {"mythos": 1}])
def test_what_was_observed_is_a_list_of_names(odd: object) -> None:
    with pytest.raises(RecordError, match="line 1: what was observed must be a list of names"):
        replayed(observing(odd))


def test_dice_of_forks_scripts_and_unfinished_sealed_matches_cannot_be_checked() -> None:
    fork = played(1).fork()
    fork.answer(fork.ask.actor, YES)
    for match in (
        fork,
        played(0, seed=None, fortune=mk.Scripted(["die=1,1"])),
        played(2, seed=None, fortune=mk.Sealed("m", b"s")),
    ):
        record = read_record(write_record(match))
        assert not record.dice_can_be_checked
        assert record.match().log == match.log
    assert read_record(WHOLE).dice_can_be_checked


def test_sealed_dice_are_told_at_the_end_and_checked() -> None:
    paused = write_record(played(2, seed=None, fortune=mk.Sealed("m", b"sesame")))
    assert b"sesame".hex() not in paused
    over = write_record(played(4, seed=None, fortune=mk.Sealed("m", b"sesame")))
    assert read_record(over).dice_can_be_checked
    assert replayed(over).over
    other = {"1,1": "1,2"}
    tampered = edited(lambda lines: lines[1].update(outcome=other.get(lines[1]["outcome"], "1,1")), over)
    with pytest.raises(RecordError, match=r"line 2: die:2 cannot have come out as .*: not these dice"):
        replayed(tampered)
    stolen = edited(lambda lines: lines[0]["fortune"].update(secret=b"simsim".hex()), over)
    with pytest.raises(RecordError, match="line 1: the revealed secret does not fit the commitment"):
        replayed(stolen)


# -- damage -----------------------------------------------------------------------------------------------------------


def test_every_change_of_a_single_byte_is_refused() -> None:
    data = WHOLE.encode()
    starts = [0, *(at + 1 for at, byte in enumerate(data) if byte == ord("\n"))]
    for at, byte in enumerate(data):
        for other in {ord("0"), ord("7"), ord("a"), ord('"'), ord("\n"), ord(" "), 0, 0xFF, byte ^ 1, byte ^ 32} - {
            byte
        }:
            damaged = bytearray(data)
            damaged[at] = other
            line = sum(start <= at for start in starts)
            with pytest.raises(RecordError) as raised:
                replayed(damaged.decode("utf-8", "surrogateescape"))
            assert raised.value.line == line


def test_every_truncation_is_refused() -> None:
    for length in range(len(WHOLE)):
        with pytest.raises(RecordError, match=r"empty|cut short|breaks off"):
            replayed(WHOLE[:length])


def test_missing_swapped_and_doubled_lines_are_refused_with_the_line() -> None:
    lines = WHOLE.splitlines(keepends=True)
    for n in range(len(lines) - 1):
        for damaged in (
            lines[:n] + lines[n + 1 :],
            [*lines[:n], lines[n + 1], lines[n], *lines[n + 2 :]],
        ):
            with pytest.raises(RecordError, match="checksum") as raised:
                replayed("".join(damaged))
            assert raised.value.line == n + 1
        with pytest.raises(RecordError, match="checksum") as raised:
            replayed("".join(lines[: n + 1] + lines[n:]))
        assert raised.value.line == n + 2


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "the record is empty"),
        ("\n \n", "the record is empty"),
        ("Dear diary\n", "line 1: this is not a Miskatonic record"),
        ('{"format":"other"}\n', "line 1: this is not a Miskatonic record"),
        ("<html>\n<body>\n", "line 1: this is not a Miskatonic record"),
        ("{}", "line 1: this line breaks off"),
        (WHOLE + "\n", "line 9: this line is damaged"),
        (WHOLE + WHOLE, "line 9: the checksum does not fit"),
        (WHOLE.replace("\n", "\r\n"), "line 1: this is not a Miskatonic record"),
    ],
)
def test_foreign_files_are_refused(text: str, sentence: str) -> None:
    with pytest.raises(RecordError, match=sentence):
        replayed(text)


def test_deeply_nested_nonsense_is_refused() -> None:
    deep = edited(lambda lines: None).splitlines()[0]
    nested = deep.replace('"package":"1.2.3"', '"package":' + "[" * 100_000)
    head = nested.rsplit(',"sum"', 1)[0]
    with pytest.raises(RecordError, match="line 1: this line is not readable"):
        read_record(f'{head},"sum":"{_chain("", head)}"}}\n')


# -- edits by somebody who knows the checksums ------------------------------------------------------------------------


def header(**facts: Any) -> Callable[[list[dict[str, Any]]], object]:
    return lambda lines: lines[0].update(facts)


def entry(line: int, **facts: Any) -> Callable[[list[dict[str, Any]]], object]:
    return lambda lines: lines[line - 1].update(facts)


def without(line: int, key: str) -> Callable[[list[dict[str, Any]]], object]:
    return lambda lines: lines[line - 1].pop(key)


@pytest.mark.parametrize(
    ("change", "line", "sentence"),
    [
        (header(format="miskatonic record 2"), 1, "only 'miskatonic record 1' can be read"),
        (header(game="chess"), 1, "there is no game 'chess'"),
        (header(game="arkham"), 1, "rules version 3 of Dice of Arkham, not 1"),
        (header(rules=2), 1, "rules version 2 of A scripted game, not 3"),
        (header(content={"name": "standard", "hash": "0"}), 1, "is not the one this match was played with"),
        (header(content={"name": "other", "hash": "0"}), 1, "there is no content 'other'"),
        (header(content={"name": "standard"}), 1, "'hash' is missing"),
        (header(content={"name": "standard", "hash": "0", "text": 5}), 1, "'text' is missing"),
        (header(options={"luck": "good"}), 1, "there is no rule option 'luck'"),
        (header(options=[]), 1, "'options' is missing"),
        (header(players=["Ann"]), 1, "takes 2 players, not 1"),
        (header(players=[1, 2]), 1, "'players' is missing or not"),
        (header(position=5), 1, "'position' is missing or not"),
        (header(position="x=1"), 1, "cannot start from a position"),
        (header(fortune={"kind": "seeded", "seed": 2}), 2, "not these dice"),
        (header(fortune={"kind": "seeded"}), 1, "the seed is missing"),
        (header(fortune={"kind": "loaded"}), 1, "unknown kind of dice"),
        (without(1, "id"), 1, "'id' is missing"),
        (entry(2, outcome="7,7"), 2, "'7,7' is not a throw"),
        (entry(2, outcome=5), 2, "'outcome' is missing or not"),
        (entry(2, fell="dice"), 2, "the rules roll die:2 here"),
        (entry(2, n=5), 2, "this should be entry 0, but it says 5"),
        (entry(2, n="0"), 2, "'n' is missing or not"),
        (entry(3, answer="number=12"), 3, "beyond what this game can ask"),
        (entry(3, answer="word=yes"), 3, "word=yes is not possible here"),
        (entry(3, answer="rubbish"), 3, "is not an answer"),
        (entry(3, asked="word"), 3, "the rules ask Ann for number here"),
        (entry(3, seat=1), 3, "the rules ask Ann for number here"),
        (entry(3, actor=0), 3, "Bén answers here"),
        (without(3, "answer"), 3, "'answer' is missing"),
        (lambda lines: lines.pop(1), 7, "6 answers are promised, 5 are here"),
        (lambda lines: (lines.pop(1), lines[-1].update(entries=5)), 2, "this should be entry 0"),
        (lambda lines: lines.pop(), 7, "the closing line is missing"),
        (lambda lines: (lines.insert(-1, lines[-2]), lines[-1].update(entries=7)), 8, "but the record goes on"),
        (entry(8, end="paused"), 8, "the match is over"),
        (entry(8, end="lost"), 8, "the closing line is missing"),
        (entry(8, result="won"), 8, "the match ends with done, not with won"),
        (entry(8, returns=[1, -1]), 8, "the match ends with"),
        (without(8, "returns"), 8, "'returns' is missing"),
        (without(8, "entries"), 8, "'entries' is missing"),
        (lambda lines: (lines.pop(-2), lines[-1].update(entries=5)), 7, "says the match is over, but it is not"),
    ],
)
def test_edits_with_right_checksums_are_refused(
    change: Callable[[list[dict[str, Any]]], object], line: int, sentence: str
) -> None:
    with pytest.raises(RecordError, match=sentence) as raised:
        replayed(edited(change))
    assert raised.value.line == line


def test_the_unchanged_record_passes_the_editor() -> None:
    assert edited(lambda lines: None) == WHOLE
    assert replayed(WHOLE).over


def test_another_answer_or_die_is_refused_by_the_dice_that_follow() -> None:
    """Changing a die is found at once: it does not follow from the seed."""
    other = "1,1" if json.loads(WHOLE.splitlines()[1])["outcome"] != "1,1" else "1,2"
    with pytest.raises(RecordError, match=f"line 2: die:2 cannot have come out as {other}: not these dice"):
        replayed(edited(entry(2, outcome=other)))
