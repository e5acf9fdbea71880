"""Saves: found again, never half written, never overwritten by another match."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

import miskatonic as mk
from miskatonic.terminal import saves


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("MISKATONIC_HOME", str(tmp_path))
    return tmp_path


def test_the_folder_follows_the_environment(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert saves.saves_folder() == home / "saves"
    monkeypatch.delenv("MISKATONIC_HOME")
    monkeypatch.setenv("XDG_DATA_HOME", str(home / "data"))
    assert saves.saves_folder() == home / "data" / "miskatonic" / "saves"


def test_every_new_match_has_a_save_of_its_own() -> None:
    first, second = saves.new_save("arkham"), saves.new_save("arkham")
    assert first != second
    assert saves.saved_matches() == [], "an empty file is not a match"


def test_the_latest_save_comes_first() -> None:
    for seed, age in ((1, 100), (2, 300), (3, 200)):
        path = saves.new_save("arkham")
        saves.write_match(path, mk.Match("arkham", seed=seed))
        os.utime(path, (age, age))
    assert [path.stem for path in saves.saved_matches("arkham")] == ["arkham-2", "arkham-3", "arkham-1"]
    assert saves.latest_save().stem == "arkham-2"
    with pytest.raises(mk.SetupError, match="no saved match of tower"):
        saves.latest_save("tower")


def test_a_write_that_fails_leaves_the_old_save(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = home / "a.jsonl"
    saves.write_whole(path, "old")

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space"):
        saves.write_whole(path, "new")
    assert path.read_text() == "old"
    assert list(home.iterdir()) == [path]


def test_a_save_is_the_match(home: Path) -> None:
    match = mk.Match("arkham", seed=28799)
    match.say("reroll=3,4")
    saves.write_match(home / "a.jsonl", match)
    again = saves.load_match(home / "a.jsonl")
    for one in (match, again):
        one.say("reroll=stop")
    assert again.log == match.log
    assert again.fingerprint() == match.fingerprint()


def test_what_is_not_text_is_refused_with_its_line(home: Path) -> None:
    path = home / "a.jsonl"
    path.write_bytes(b"fine\nfine\n\xff\n")
    with pytest.raises(mk.RecordError, match="line 3: this is not text"):
        saves.read_file(path)
    with pytest.raises(mk.RecordError) as refused:
        saves.load_match(path)
    assert str(refused.value) == f"{path}, line 3: this is not text"
