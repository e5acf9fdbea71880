"""The command line: what it looks up, and how every mistake ends in a sentence."""

from __future__ import annotations

import shlex
import subprocess
from pathlib import Path

import pytest
from terminal.talk import PROGRAM, Terminal, run, surroundings

import miskatonic as mk

SHEET = """\
name = "mine"
time_end = 5
inv_end = 16
red = [4, 8]
elder = 9
"""


def test_version_games_and_help(tmp_path: Path) -> None:
    kind = "compiled" if mk.COMPILED else "pure Python"
    assert run(tmp_path, "--version").stdout == f"miskatonic {mk.__version__} ({kind})\n"
    assert "arkham Dice of Arkham, 1 to 6 players" in run(tmp_path, "games").stdout
    for words in ((), ("play",), ("resume",), ("replay",), ("verify",), ("rules",), ("content",), ("content", "check")):
        done = run(tmp_path, *words, "--help")
        assert done.returncode == 0
        assert done.stdout.startswith("usage: miskatonic")


def test_rules_by_id_by_beginning_and_whole(tmp_path: Path) -> None:
    one = run(tmp_path, "rules", "arkham", "da-c3").stdout
    assert one.startswith("DA-C3 ")
    assert len(one.splitlines()) == 1
    assert [line.split()[0] for line in run(tmp_path, "rules", "arkham", "DA-M").stdout.splitlines()] == [
        f"DA-M{n}" for n in range(1, 6)
    ]
    whole = run(tmp_path, "rules", "arkham").stdout
    assert whole.isascii()
    assert "Dice of Arkham" in whole


def test_options_are_listed_with_their_values(tmp_path: Path) -> None:
    shown = run(tmp_path, "options", "arkham").stdout
    for option in mk.game_named("arkham").options:
        assert f"{option.name} {option.about} By default {option.default}" in shown


def test_content_list_show_and_check(tmp_path: Path) -> None:
    mine = tmp_path / "mine.toml"
    mine.write_text(SHEET)
    assert "standard Dice of Arkham (default)" in run(tmp_path, "content", "list").stdout
    assert run(tmp_path, "content", "list", "arkham").stdout in run(tmp_path, "content", "list").stdout
    shown = run(tmp_path, "content", "show", mine).stdout
    assert shown.isascii()
    assert "[S] .  .  .  R  .  .  .  R  E  .  .  .  .  .  .  #" in shown
    assert "R  E  .  .  R  .  .  .  #" in run(tmp_path, "content", "show", "standard").stdout
    assert "is fine. For Dice of Arkham: mine." in run(tmp_path, "content", "check", mine).stdout
    mine.write_text(SHEET.replace("[4, 8]", "[4, 9]"))
    assert "line 5: elder: 9 is a red space too" in run(tmp_path, "content", "check", mine, "--game", "arkham").stdout


def test_content_check_tells_every_mistake_with_its_line(tmp_path: Path) -> None:
    bad = tmp_path / "bad.toml"
    bad.write_text(SHEET.replace("elder = 9", "elder = 99\nluck = 3").replace("time_end = 5", "time_end = 1"))
    done = run(tmp_path, "content", "check", bad)
    assert done.returncode == 1
    lines = done.stderr.splitlines()
    assert len(lines) >= 3
    assert all(line.startswith(f"{bad}, line ") for line in lines)
    for number, word in ((2, "time_end"), (5, "elder"), (6, "luck")):
        assert any(line.startswith(f"{bad}, line {number}: {word}") for line in lines), lines


def test_play_with_content_options_and_position(tmp_path: Path) -> None:
    mine, path = tmp_path / "mine.toml", tmp_path / "a.jsonl"
    mine.write_text(SHEET)
    words = ("--content", mine, "--option", "idle_heal=allowed", "--position", "inv=9 health=6", "--record", path)
    assert run(tmp_path, "play", "arkham", "--seed", "dark", *words, "--bot", "random").returncode == 0
    header = mk.read_record(path.read_text()).header
    assert header["content"]["name"] == "mine"
    assert header["content"]["text"] == SHEET
    assert header["options"] == {"idle_heal": "allowed"}
    assert header["position"] == "inv=9 health=6"
    assert header["fortune"] == {"kind": "seeded", "seed": "dark"}
    assert run(tmp_path, "verify", path).returncode == 0


def test_one_sheet_of_several_in_a_file(tmp_path: Path) -> None:
    both, path = tmp_path / "both.toml", tmp_path / "a.jsonl"
    both.write_text("[[sheet]]\n" + SHEET + "[[sheet]]\n" + SHEET.replace("mine", "other"))
    unsaid = run(tmp_path, "play", "arkham", "--content", both)
    assert unsaid.returncode == 2
    assert "holds several; choose one with --sheet: mine, other" in unsaid.stderr
    words = ("--content", both, "--sheet", "other", "--bot", "random", "--record", path)
    assert run(tmp_path, "play", "arkham", *words).returncode == 0
    assert mk.read_record(path.read_text()).header["content"]["name"] == "other"


def test_who_sits_where(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    for words, names in (
        ((), ["Investigator"]),
        (("--seats", "2"), ["Player 1", "Player 2"]),
        (("--players", "Ann, Ben"), ["Ann", "Ben"]),
    ):
        run(tmp_path, "play", "arkham", *words, "--record", path)
        assert mk.read_record(path.read_text()).header["players"] == names
    assert run(tmp_path, "play", "arkham", "--bot", "random", "--seats", "2", "--record", path).returncode == 0
    assert mk.read_record(path.read_text()).header["players"] == ["random", "random"]


def test_saved_matches_are_listed(tmp_path: Path) -> None:
    for _ in range(2):
        run(tmp_path, "play", "arkham", "--seed", "1", "--plain")
    listed = run(tmp_path, "resume", "--list").stdout.splitlines()
    assert sorted(Path(line).name for line in listed) == ["arkham-1.jsonl", "arkham-2.jsonl"]


@pytest.mark.parametrize(
    ("words", "status", "sentence"),
    [
        ("", 2, "required: COMMAND"),
        ("dance", 2, "invalid choice: 'dance'"),
        ("play", 2, "required: GAME; see: miskatonic play --help"),
        ("play chess", 2, "there is no game 'chess'; there are: "),
        ("rules chess", 2, "there is no game 'chess'"),
        ("options chess", 2, "there is no game 'chess'"),
        ("content list chess", 2, "there is no game 'chess'"),
        ("play arkham --bot deep", 2, "there is no bot 'deep'; there are: "),
        ("play arkham --bot random --players Ann", 2, "name people and bots together with --players"),
        ("play arkham --players Ann --seats 2", 2, "not allowed with argument"),
        ("play arkham --players Ann,,Ben", 2, "one of the names is empty"),
        ("play arkham --seats 9", 2, "takes 1 to 6 players, not 9"),
        ("play arkham --seats 0", 2, "takes 1 to 6 players, not 0"),
        ("play arkham --seats two", 2, "invalid int value: 'two'"),
        ("play arkham --sheet moon", 2, "there is no content 'moon'; there is: "),
        ("play arkham --content {missing}", 1, "no such file"),
        ("play arkham --content {binary}", 1, "line 1: this is not text"),
        ("play arkham --content {text}", 1, "{text}"),
        ("play arkham --option luck", 2, "--option luck: write it as name=value"),
        ("play arkham --option luck=bad", 2, "rule option luck cannot be 'bad'"),
        ("play arkham --option mood=bad", 2, "there is no rule option 'mood'"),
        ("play arkham --position inv=99", 2, "inv=99 is not on this sheet"),
        ("play arkham --record {folder}", 2, "no file can be written there"),
        ("play arkham --record {missing}/a", 2, "no file can be written there"),
        ("play arkham --save {missing}/a", 1, "no such file or directory"),
        ("play arkham --resume", 2, "there is no saved match of arkham"),
        ("play arkham --banana", 2, "unrecognized arguments: --banana"),
        ("resume", 2, "there is no saved match"),
        ("resume {missing}", 1, "no such file or directory"),
        ("resume {text}", 1, "line 1: this is not a Miskatonic record"),
        ("replay {missing}", 1, "no such file or directory"),
        ("replay {binary}", 1, "line 1: this is not text"),
        ("verify {missing}", 1, "no such file or directory"),
        ("verify {folder}", 1, "is a directory"),
        ("verify {binary}", 1, "line 1: this is not text"),
        ("verify {text}", 1, "line 1: this is not a Miskatonic record"),
        ("verify {empty}", 1, "the record is empty"),
        ("content check {missing}", 1, "no such file or directory"),
        ("content check {folder}", 1, "is a directory"),
        ("content check {binary}", 1, "line 1: this is not text"),
        ("content check {text}", 1, "{text}"),
        ("content check", 2, "required: FILE"),
        ("content show {missing}", 2, "and no such file; there is: easy (arkham)"),
        ("solve arkham --out {text}/policy", 1, "miskatonic: {text}: "),
        ("rules arkham DA-X99", 2, "Dice of Arkham has no rule 'DA-X99'"),
    ],
)
def test_every_mistake_ends_in_a_sentence(tmp_path: Path, words: str, status: int, sentence: str) -> None:
    files = {name: tmp_path / name for name in ("missing", "folder", "binary", "text", "empty")}
    files["folder"].mkdir()
    files["binary"].write_bytes(bytes(range(255, 0, -1)))
    files["text"].write_text("just some words\nwithout a meaning\n")
    files["empty"].touch()
    done = run(tmp_path, *(word.format(**files) for word in words.split()))
    assert done.returncode == status, done.stderr
    assert sentence.format(**files) in done.stderr
    assert len(done.stderr.splitlines()) == 1, done.stderr
    assert done.stdout == ""


def test_output_that_nobody_reads_any_more(tmp_path: Path) -> None:
    program = subprocess.Popen(
        [*PROGRAM, "play", "arkham", "--bot", "random", "--seed", "1"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=surroundings(tmp_path),
    )
    assert program.stdout is not None
    assert program.stderr is not None
    program.stdout.close()
    assert program.stderr.read() == b""
    program.stderr.close()
    assert program.wait(30) == 1


@pytest.mark.parametrize("words", ["games", "simulate arkham --games 1 --out r"])
def test_output_that_is_closed_from_the_beginning(tmp_path: Path, words: str) -> None:
    """As some services start programs."""
    command = f"{shlex.join(PROGRAM)} {words} >&- 2>said"
    assert subprocess.run(command, shell=True, cwd=tmp_path, env=surroundings(tmp_path), check=False).returncode == 0
    assert (tmp_path / "said").read_text() == ""


def test_ctrl_c_outside_a_match(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    run(tmp_path, "play", "arkham", "--bot", "random", "--seed", "1", "--record", path)
    with Terminal(tmp_path, "replay", path) as talk:
        talk.wait_for("q: leave ")
        talk.interrupt()
        talk.ended(130, "Interrupted.")
