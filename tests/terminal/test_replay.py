"""Replay and verify, through the real program."""

from __future__ import annotations

from pathlib import Path

import pytest
from terminal.talk import Terminal, run

import miskatonic as mk
from miskatonic.cli import main

KEYS = "q: leave "


@pytest.fixture
def record(tmp_path: Path) -> Path:
    path = tmp_path / "a.jsonl"
    assert run(tmp_path, "play", "arkham", "--bot", "heuristic", "--seed", "1", "--record", path).returncode == 0
    return path


def test_the_same_seed_and_bot_give_the_same_record(tmp_path: Path, record: Path) -> None:
    for bot in ("heuristic", "random"):
        for name in ("b", "c"):
            path = tmp_path / f"{bot}-{name}.jsonl"
            done = run(tmp_path, "play", "arkham", "--bot", bot, "--seed", "1", "--plain", "--record", path)
            assert done.returncode == 0
            assert done.stdout.isascii()
            assert "\x1b" not in done.stdout
        assert (tmp_path / f"{bot}-b.jsonl").read_bytes() == (tmp_path / f"{bot}-c.jsonl").read_bytes()
    assert (tmp_path / "heuristic-b.jsonl").read_bytes() == record.read_bytes()
    assert not (tmp_path / "saves").exists(), "watching leaves nothing behind"


def test_stepping_through_at_a_terminal(tmp_path: Path, record: Path) -> None:
    last = len(mk.read_record(record.read_text()).entries)
    with Terminal(tmp_path, "replay", record) as talk:
        talk.wait_for(KEYS, f"step 0 of {last}")
        for typed, step in (
            ("", 1),
            ("next", 2),
            ("n", 3),
            ("b", 2),
            ("back", 1),
            ("5", 5),
            ("first", 0),
            ("last", last),
        ):
            talk.type(typed)
            talk.wait_for(KEYS, f"step {step} of {last}")
        talk.type("")
        talk.wait_for(KEYS, "This is the last step.")
        talk.type("banana")
        talk.wait_for(KEYS, "'banana' leads nowhere.")
        talk.type("q")
        talk.ended(0)


def test_plain_prints_every_step(tmp_path: Path, record: Path) -> None:
    done = run(tmp_path, "replay", record, "--plain")
    match = mk.read_record(record.read_text()).match()
    assert done.returncode == 0
    assert done.stdout.isascii()
    lines = done.stdout.splitlines()
    for n in range(len(match.log) + 1):
        assert f"Step {n} of {len(match.log)}." in lines
    said = [match.game.phrases.sentence(news) for news in match.news or ()]
    told = iter(lines)
    assert all(sentence in told for sentence in said if sentence), "every sentence of the log, in order"


def test_a_paused_match_can_be_replayed(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    run(tmp_path, "play", "arkham", "--seed", "1", "--record", path, typed="stop\n")
    done = run(tmp_path, "replay", path)
    assert done.returncode == 0
    assert done.stdout.endswith("The match was paused here.\n")


def test_several_players_can_be_replayed(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    players = ("--players", "heuristic,random,heuristic")
    assert run(tmp_path, "play", "arkham", *players, "--seed", "5", "--record", path).returncode == 0
    assert run(tmp_path, "verify", path).returncode == 0
    done = run(tmp_path, "replay", path)
    assert done.returncode == 0
    assert "random: You" in done.stdout
    assert "heuristic (3): You" in done.stdout


def test_verify_says_what_was_checked(tmp_path: Path, record: Path) -> None:
    done = run(tmp_path, "verify", record)
    assert done.returncode == 0
    match = mk.read_record(record.read_text()).match()
    answers = sum(isinstance(step.question, mk.Ask) for step in match.steps())
    assert "is a true record of Dice of Arkham, finished: " in done.stdout
    assert f"Its {len(match.log) + 2} lines are whole" in done.stdout
    assert f"Its {answers} answers are legal" in done.stdout
    assert f"Its {len(match.log) - answers} rolls follow from the seed 1." in done.stdout


def test_verify_rejects_a_record_with_any_byte_changed(
    tmp_path: Path, record: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    whole = record.read_bytes()
    changed = tmp_path / "changed.jsonl"
    for at in [*range(0, len(whole), 37), len(whole) - 1]:
        for bit in (0x01, 0x20, 0x80):
            changed.write_bytes(whole[:at] + bytes([whole[at] ^ bit]) + whole[at + 1 :])
            assert main(["verify", str(changed)]) == 1, f"byte {at} changed by {bit}"
            said = capsys.readouterr()
            assert said.out == ""
            line = whole[:at].count(b"\n") + 1
            assert said.err.startswith(f"{changed}, line "), said.err
            assert len(said.err.splitlines()) == 1
            assert abs(int(said.err.split("line ")[1].split(":")[0]) - line) <= 1


def test_verify_rejects_what_is_cut_off(tmp_path: Path, record: Path) -> None:
    lines = record.read_text().splitlines(keepends=True)
    for kept in (lines[:-1], lines[:5], lines[:1], [*lines[:-1], lines[-1][:-1]], []):
        record.write_text("".join(kept))
        done = run(tmp_path, "verify", record)
        assert done.returncode == 1
        assert len(done.stderr.splitlines()) == 1


def finished(fortune: mk.Fortune) -> mk.Match:
    match = mk.Match("arkham", fortune=fortune, id="m1")
    while not match.over:
        match.answer(0, match.ask.options[0])
    return match


@pytest.mark.parametrize(
    ("revealed", "sentence"),
    [
        (True, "rolls follow from the revealed secret, and the secret fits its commitment."),
        (False, "rolls are possible, but cannot be checked: they are sealed, and the secret is not revealed."),
    ],
)
def test_verify_sealed_dice(tmp_path: Path, revealed: bool, sentence: str) -> None:
    match = mk.Match("arkham", fortune=mk.Sealed("m1", b"s" * 32, [b"ann"]), id="m1")
    match.say("reroll=stop")
    if revealed:
        match = finished(mk.Sealed("m1", b"s" * 32, [b"ann"]))
    path = tmp_path / "a.jsonl"
    path.write_text(mk.write_record(match))
    done = run(tmp_path, "verify", path)
    assert done.returncode == 0
    assert sentence in done.stdout
    if not revealed:
        gone = run(tmp_path, "resume", path)
        assert gone.returncode == 2
        assert "cannot go on: its dice do not follow from a seed" in gone.stderr


def test_verify_dice_entered_by_hand(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    match = mk.Match("arkham", fortune=mk.Scripted(["mythos=5,6", "roll1=1,2,3,4,5"]))
    path.write_text(mk.write_record(match))
    done = run(tmp_path, "verify", path)
    assert done.returncode == 0
    assert "Its 2 rolls are possible, but cannot be checked: they were entered by hand." in done.stdout
