"""Standing offers: whoever holds a card is not asked about it at every window."""

from __future__ import annotations

from pathlib import Path

import pytest
from terminal.talk import run

OFFER = "Do you use a First card now?"
START = ("play", "insanity", "--players", "Ann,Ben", "--seed", "4", "--plain")
HOLDING = ("--position", "active=A step=start A.blue=4 first.blue=A")


@pytest.mark.rule("UI-F7")
def test_who_does_not_hold_is_asked_at_every_window(tmp_path: Path) -> None:
    said = run(tmp_path, *START, *HOLDING, typed="pass\n1\npass\n").stdout
    assert said.count(OFFER) == 2
    assert "Type hold" in said


@pytest.mark.rule("UI-F7")
def test_who_holds_is_asked_again_when_he_says_so(tmp_path: Path) -> None:
    said = run(tmp_path, *START, *HOLDING, typed="hold\n1\n").stdout
    assert said.count(OFFER) == 1
    assert "Which two dice do you roll?" in said
    assert "What do you write?" in said, "the window after the roll is passed by"
    again = run(tmp_path, *START, *HOLDING, typed="hold\nhold\n1\n").stdout
    assert "You will be asked again." in again
    assert again.count(OFFER) == 2


def test_there_is_nothing_to_hold_in_a_game_without_offers(tmp_path: Path) -> None:
    assert "has nothing to hold" in run(tmp_path, "play", "arkham", "--seed", "1", "--plain", typed="hold\n").stdout


def test_people_are_called_by_their_names(tmp_path: Path) -> None:
    said = run(tmp_path, *START, typed="1\n1\n").stdout
    assert "Active: Ann." in said or "Active: Ben." in said
    assert "{" not in said
