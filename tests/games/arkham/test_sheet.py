"""Sheets as content: every mistake is named with its line."""

from __future__ import annotations

import pytest

import miskatonic as mk
from miskatonic.games.arkham import GAME

GOOD = """\
[[sheet]]
name = "mine"
time_end = 5
inv_end = 16
red = [4, 8, 12]
elder = 9
"""


def load(text: str) -> mk.Content:
    return GAME.schema.load(text, "mine.toml")[0]


@pytest.mark.rule("DA-S4")
def test_a_sheet_of_your_own_is_playable() -> None:
    match = mk.Match(GAME, content=load(GOOD + "health_max = 15\nhealth_start = 14\n"), seed=1)
    assert match.view()["you"]["health"] == 14
    match.play(lambda ask: ask.options[0])
    again = mk.read_record(mk.write_record(match)).match()
    assert again.result == match.result
    assert again.content.text == match.content.text


@pytest.mark.rule("DA-S4")
@pytest.mark.parametrize(
    ("change", "line", "reason"),
    [
        ("time_end = 1", 3, "must be above time_start"),
        ("time_end = 5\ntime_reset = 7", 3, "must be above time_reset"),
        ("time_end = 5\ntime_start = -1", 4, "too small"),
        ('time_end = "five"', 3, "not a whole number"),
        ("time_end = true", 3, "not a whole number"),
        ("time_end = 100", 3, "too large"),
        ("inv_end = 1", 4, "too small"),
        ("inv_end = 9000000000000", 4, "too large"),
        ("elder = 16", 6, "must lie from 1 to 15"),
        ("elder = 0", 6, "must lie from 1 to 15"),
        ("red = [4, 4]", 5, "ascending"),
        ("red = [8, 4]", 5, "ascending"),
        ("red = [17]", 5, "not on the track"),
        ("red = 4", 5, "not a list"),
        ("elder = 9\nhealth_start = 11", 7, "above the maximum"),
        ("elder = 9\nsanity_start = 0", 7, "too small"),
        ("elder = 9\nfight_start = -1", 7, "too small"),
        ("elder = 9\nfight_max = 40", 7, "too large"),
        ("elder = 9\nelderly = 3", 7, "no such entry"),
        ('elder = 9\nprovenance = "attic"', 7, "not one of"),
    ],
)
def test_mistakes_are_explained(change: str, line: int, reason: str) -> None:
    name = change.split(" = ")[0]
    text = "".join(change + "\n" if row.startswith(f"{name} = ") else row for row in GOOD.splitlines(keepends=True))
    with pytest.raises(mk.ContentError) as caught:
        load(text)
    assert any(f"mine.toml, line {line}: " in problem and reason in problem for problem in caught.value.problems)


@pytest.mark.rule("DA-S4")
def test_a_missing_entry_is_named() -> None:
    with pytest.raises(mk.ContentError, match=r"line 1: inv_end is missing"):
        load(GOOD.replace("inv_end = 16\n", ""))


@pytest.mark.rule("DA-S4")
@pytest.mark.parametrize("entry", ["time_end", "inv_end", "elder"])
@pytest.mark.parametrize("instead", ["", '{} = "many"'])
def test_nothing_is_measured_by_an_entry_that_is_not_there(entry: str, instead: str) -> None:
    rows = [instead.format(entry) if row.startswith(f"{entry} =") else row for row in GOOD.splitlines()]
    with pytest.raises(mk.ContentError) as caught:
        load("\n".join(rows))
    assert len(caught.value.problems) == 1
    assert entry in caught.value.problems[0]


@pytest.mark.rule("DA-S4", "DA-G1")
def test_a_sheet_without_fight_and_magic_can_be_played_and_seen() -> None:
    bare = load(GOOD + "fight_start = 0\nfight_max = 0\nmagic_start = 0\nmagic_max = 0\n")
    match = mk.Match(GAME, content=bare, seed=3)
    assert GAME.draw is not None
    while not match.over:
        assert GAME.draw(match.view(0), lambda text, colour: text)
        assert max(match.features(0)) <= 1
        assert 0 <= match.appraisal[0] <= 1
        match.answer(0, match.sensible(match.ask))
    assert {match.view()["you"][name] for name in ("fight", "magic")} == {0}


def test_all_mistakes_at_once() -> None:
    with pytest.raises(mk.ContentError) as caught:
        load(GOOD.replace("time_end = 5", "time_end = 0").replace("elder = 9", "elder = 99"))
    assert len(caught.value.problems) >= 2


@pytest.mark.rule("DA-S4")
@pytest.mark.parametrize(
    ("old", "new", "warning"),
    [
        ("inv_end = 16\nred = [4, 8, 12]\nelder = 9", "inv_end = 4\nred = [2]\nelder = 3", "2B.6"),
        ("time_end = 5", "time_end = 3", "2B.3"),
        ("elder = 9", "elder = 8", "red space too"),
        ("red = [4, 8, 12]", "red = []", "no red space"),
    ],
)
def test_oddities_are_only_warned_about(old: str, new: str, warning: str) -> None:
    assert warning in load(GOOD.replace(old, new)).warnings[0]
    assert load(GOOD).warnings == ()


def test_json_is_read_too() -> None:
    sheet = '{"name": "mine",\n "time_end": 5,\n "inv_end": 16,\n "red": [4, 8, 12],\n "elder": 9}\n'
    assert load(sheet).hash == load("\n".join(GOOD.splitlines()[1:])).hash
    with pytest.raises(mk.ContentError, match="line 5: elder"):
        load(sheet.replace("9}", "99}"))
