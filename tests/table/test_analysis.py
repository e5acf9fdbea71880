"""What a table says where the best play is known: hints with every option's chance, and a match judged afterwards."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from lab.small_sheets import POCKET, solved
from msgspec import convert
from table.house import House

import miskatonic as mk
from miskatonic.bots.optimal import evaluate
from miskatonic.bots.optimal.analysis import decisions
from miskatonic.bots.optimal.policy import policy_path, save
from miskatonic.kernel.record import read_record, write_record
from miskatonic.table.wire import Analysis, Hint

SHEET: Any = {"text": POCKET}


@pytest.fixture
def at_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No policies but those of this test."""
    monkeypatch.setenv("MISKATONIC_HOME", str(tmp_path))


@pytest.fixture
def known(at_home: None) -> None:
    """The best play of the pocket sheet, in this process and in those where bots think."""
    book = solved(POCKET)
    save(book, policy_path(book.model))


def test_a_hint_tells_what_every_option_is_worth(known: None, house: House) -> None:
    match, (ann,) = house.seated("arkham", 1, **SHEET)
    hint = convert(ann.json(f"/api/matches/{match}/hint?seat=0"), Hint, strict=False)
    question = ann.look(match).asks[0]
    assert hint.wins.keys() == {option.code for option in question.options}
    assert hint.wins[hint.code] == max(hint.wins.values())
    assert f"wins {hint.wins[hint.code]:.1%} of games with best play" in hint.why
    live = house.live(match).playing
    assert hint.wins == pytest.approx(evaluate(live, live.ask))


def test_a_finished_match_is_judged_answer_by_answer(known: None, house: House) -> None:
    match, (ann,) = house.seated("arkham", 1, **SHEET)
    assert "not over" in ann.raw("GET", f"/api/matches/{match}/analysis").json()["problem"]
    ann.play_out(match)
    found = convert(ann.json(f"/api/matches/{match}/analysis"), Analysis)
    again = read_record(ann.record(match)).match()
    assert [(one.n, one.chosen, one.best) for one in found.judgements] == [
        (one.n, one.chosen_words, one.best_words) for one in decisions(again)
    ]
    assert all(one.best_wins >= one.chosen_wins for one in found.judgements)
    assert ann.json(f"/api/matches/{match}/steps/0")["solved"]


def test_what_is_not_solved_is_not_judged(at_home: None, house: House) -> None:
    match, (ann,) = house.seated("arkham", 1, **SHEET)
    ann.play_out(match)
    refused = ann.raw("GET", f"/api/matches/{match}/analysis")
    assert refused.status_code == 422
    assert "run: miskatonic solve arkham" in refused.json()["problem"]
    assert "solved" not in ann.json(f"/api/matches/{match}/steps/0")


def test_the_optimal_player_sits_down_only_where_it_knows_the_way(known: None, house: House) -> None:
    ann = house.guest()
    seats = [{"kind": "person"}, {"kind": "bot", "bot": "optimal"}]
    assert ann.raw("POST", "/api/matches", json={"game": "arkham", "seats": seats, **SHEET}).status_code == 201
    refused = ann.raw("POST", "/api/matches", json={"game": "arkham", "seats": seats})
    assert refused.status_code == 422
    assert "'standard' is not solved yet" in refused.json()["problem"]


def test_games_without_a_solution_say_so(house: House) -> None:
    ann = house.guest()
    match = mk.Match("insanity", seats=2, seed=1)
    match.play(lambda ask: ask.options[0])
    brought = ann.raw("POST", "/api/records", content=write_record(match), headers={"content-type": "text/plain"})
    kept = brought.json()["match"]
    assert "is not known" in ann.raw("GET", f"/api/matches/{kept}/analysis").json()["problem"]
