"""The plain screen prints ASCII only, whatever it is given; a drawn one shows every question on 24 lines."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

import pytest
from rich.text import Text

import miskatonic as mk
from miskatonic.terminal import commands
from miskatonic.terminal.play import Sitting
from miskatonic.terminal.prompt import Choices
from miskatonic.terminal.screen import Screen, ascii_only, fitted, harmless


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("Zoë \u2013 “no”…", 'Zoe - "no"...'),
        ("███░ ◆◇ ●○", "###. *. o."),
        ("\x1b[2J\x07bell", "[2Jbell"),
        ("狂", "?"),
    ],
)
def test_ascii(text: str, plain: str) -> None:
    assert ascii_only(text) == plain


def test_control_codes_never_reach_a_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    assert harmless("a\x1b[31mb\x9bc\nd") == "a[31mbc\nd"
    screen = Screen(plain=False)
    screen.say("name\x1b[2J")
    screen.row([("key", "cyan")], "text\x1b[2J")
    assert "\x1b[2J" not in capsys.readouterr().out


def test_a_plain_screen_does_not_paint() -> None:
    assert Screen(plain=True).paint("text", "bold red") == "text"
    assert "\x1b[" in Screen(plain=False).paint("text", "bold red")


def test_markdown_becomes_plain_lines(capsys: pytest.CaptureFixture[str]) -> None:
    Screen(plain=True).markdown("## Title\n\n**Bold** and `code`.")
    assert capsys.readouterr().out == "Title\n\nBold and code.\n"


def questions(match: mk.Match, screen: Screen, capsys: pytest.CaptureFixture[str]) -> Iterator[list[str]]:
    """The lines on a screen at every question of a sensible game."""
    sitting = Sitting(match, screen)
    assert match.game.heuristic is not None
    while not match.over:
        ask = match.ask
        sitting.show(ask)
        yield [*capsys.readouterr().out.splitlines(), " >"]
        match.answer(ask.actor, match.game.heuristic(match.view(ask.actor), ask))


@pytest.mark.parametrize(("game", "seats"), [("arkham", 1), ("insanity", 3), ("tower", 3), ("mash", 1), ("mash", 4)])
def test_every_question_fits_a_small_terminal(
    game: str, seats: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("LINES", "24")
    match = mk.Match(game, seats=seats, seed=1)
    for shown in islice(questions(match, Screen(plain=False), capsys), 120):
        assert len(shown) <= 24, "\n".join(shown)
        assert all(Text.from_ansi(line).cell_len <= 80 for line in shown)


def test_the_whole_tile_is_seen_in_a_small_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("LINES", "24")
    match = mk.Match("mash", seats=1, seed=1)
    screen = Screen(plain=False)
    for shown in islice(questions(match, screen, capsys), 40):
        assert "Round" in shown[0]
        rows = [line[:2] for line in shown if line[:1] == "R"][1:]
        assert rows == ["R6", "R5", "R4", "R3", "R2", "R1"][: len(rows)]
        assert len(rows) == 6 or not any("Type a word" in line for line in shown)
    sitting = Sitting(match, screen)
    commands.obey(sitting, Choices(match.ask, match.game.vocabulary), "more")
    assert "Supply:" in capsys.readouterr().out


def test_a_drawing_loses_its_end_first() -> None:
    drawn = ["head", "", "a", "b", "c", "", *"defghijkl"]
    assert fitted(drawn, 15, 80) == drawn
    assert fitted(drawn, 9, 80, ": more") == ["head", "a", "b", "c", "d", "e", "f", "g", "(5 more lines: more)"]
    assert fitted(drawn, 7, 80) == ["head", "a", "b", "c", "(9 more lines)"], "two of nine are as good as none"
    assert fitted(["a" * 90, "b", "c"], 3, 80) == ["a" * 90, "(2 more lines)"]


def test_many_short_options_stand_side_by_side(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("LINES", "24")
    rows = [([(str(n), "cyan")], "a short text") for n in range(1, 8)]
    screen = Screen(plain=False)
    screen.listing(rows)
    shown = capsys.readouterr().out.splitlines()
    assert " ".join(shown[0].split()) == "1 a short text 3 a short text 5 a short text 7 a short text"
    assert len(shown) == screen.height(rows) == 2
    screen.listing(rows[:2])
    assert len(capsys.readouterr().out.splitlines()) == 2, "few stand one below the other"
