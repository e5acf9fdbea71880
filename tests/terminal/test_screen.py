"""The plain screen prints ASCII only, whatever it is given."""

from __future__ import annotations

import pytest

from miskatonic.terminal.screen import Screen, ascii_only, harmless


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
