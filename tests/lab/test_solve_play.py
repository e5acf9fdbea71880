"""Playing from a policy: the file, the bot, hints, the analysis of a match, and the command."""

from __future__ import annotations

import argparse
import re
from pathlib import Path

import numpy as np
import pytest
from lab.small_sheets import POCKET, content_of

from miskatonic.bots import Glimpse, advised, bot_named
from miskatonic.bots.optimal import OptimalBot, all_odds, evaluate, is_solved
from miskatonic.bots.optimal.analysis import analyse, decisions
from miskatonic.bots.optimal.book import Book
from miskatonic.bots.optimal.policy import load, policy_path, save
from miskatonic.cli import main
from miskatonic.games.arkham import GAME
from miskatonic.kernel import Match, RecordError, SetupError, UnknownBot, game_named
from miskatonic.lab.solve.check import Outcome
from miskatonic.lab.solve.command import Disagreement, add_solve_options, do_solve
from miskatonic.terminal.saves import write_match


@pytest.fixture
def kept(pocket: Book, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The policy of the pocket sheet, where the bot looks for it."""
    monkeypatch.setenv("MISKATONIC_HOME", str(tmp_path))
    path = policy_path(pocket.model)
    save(pocket, path)
    return path


def test_a_policy_keeps_every_value_to_ten_digits(pocket: Book, kept: Path) -> None:
    read = load(kept)
    assert read.chapters.keys() == pocket.chapters.keys()
    for key, chapter in pocket.chapters.items():
        for spot, grid in chapter.rest.items():
            assert np.abs(read.chapters[key].rest[spot] - grid).max() < 2e-10
        for flag, grid in chapter.seal.items():
            assert np.abs(read.chapters[key].seal[flag] - grid).max() < 2e-10
    assert read.start_value() == pytest.approx(pocket.start_value(), abs=2e-10)


def test_a_policy_that_is_read_can_be_kept_again(kept: Path, tmp_path: Path) -> None:
    save(load(kept), tmp_path / "again.policy")
    assert (tmp_path / "again.policy").read_bytes() == kept.read_bytes()


def test_damaged_policies_are_refused(kept: Path) -> None:
    whole = kept.read_bytes()
    kept.write_bytes(whole[:-4])
    with pytest.raises(RecordError, match="not complete"):
        load(kept)
    kept.write_bytes(b"something else\n" + whole)
    with pytest.raises(RecordError, match="no policy"):
        load(kept)


def play(seed: int) -> Match:
    match = Match(GAME, seed=seed, content=content_of(POCKET))
    bot = OptimalBot(GAME, 0)
    match.play(lambda ask: bot.choose(Glimpse(match, 0), ask))
    return match


def test_the_bot_makes_no_mistake(kept: Path) -> None:
    match = play(seed=3)
    assert analyse(match, least=1e-9) == []
    assert [decision.chosen for decision in decisions(match)] == [decision.best for decision in decisions(match)]


def test_the_bot_plays_the_same_way_every_time(kept: Path) -> None:
    assert play(seed=4).log == play(seed=4).log


def test_hints_name_the_chance_of_every_option(kept: Path) -> None:
    match = Match(GAME, seed=5, content=content_of(POCKET))
    values = evaluate(match, match.ask)
    assert values.keys() == set(match.ask.options)
    assert values == evaluate(match.view(0), match.ask)
    assert max(values.values()) > min(values.values())


def test_odds_and_hints_tell_the_chance_to_win(kept: Path) -> None:
    match = Match(GAME, seed=5, content=content_of(POCKET))
    view, values = match.view(0), evaluate(match, match.ask)
    assert is_solved(GAME, view)
    told = all_odds(GAME, view, match.ask)
    for code, value in values.items():
        assert told[code].startswith(f"wins {value:.1%} of games with best play; on average")
    best, why, wins = advised(bot_named("optimal", GAME), Glimpse(match, 0), match.ask)
    first, second = sorted(values.values(), reverse=True)[:2]
    assert (values[best], wins) == (first, values)
    assert why == f"wins {first:.1%} of games with best play from here, the next best answer {second:.1%}"


def test_what_is_not_solved_has_the_odds_of_the_game_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MISKATONIC_HOME", str(tmp_path))
    match = Match(GAME, seed=5)
    assert not is_solved(GAME, match.view(0))
    assert GAME.odds is not None
    assert all_odds(GAME, match.view(0), match.ask) == GAME.odds(match.view(0), match.ask)


def test_a_record_is_analysed(kept: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    match = Match(GAME, seed=6, content=content_of(POCKET))
    match.play(lambda ask: ask.options[-1])
    write_match(tmp_path / "poor.jsonl", match)
    main(["analyse", str(tmp_path / "poor.jsonl"), "--plain"])
    said = " ".join(capsys.readouterr().out.split())
    assert str(analyse(match)[0]) in said
    assert f"{len(analyse(match))} mistakes; together they gave away" in said


def test_the_analysis_lists_mistakes_with_their_cost(kept: Path) -> None:
    match = Match(GAME, seed=6, content=content_of(POCKET))
    match.play(lambda ask: ask.options[-1])
    mistakes = analyse(match)
    assert mistakes
    for mistake in mistakes:
        assert mistake.cost == mistake.best_value - mistake.chosen_value >= 0.0005
        assert mistake.chosen_words != mistake.best_words
        assert f"instead of {mistake.best_words}" in str(mistake)


def test_an_unsolved_sheet_says_how_to_solve_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MISKATONIC_HOME", str(tmp_path))
    match = Match(GAME, seed=1)
    with pytest.raises(SetupError, match="run: miskatonic solve arkham --sheet standard"):
        evaluate(match, match.ask)


def test_what_cannot_be_solved_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MISKATONIC_HOME", str(tmp_path))
    with pytest.raises(UnknownBot, match="run: miskatonic solve arkham"):
        OptimalBot(GAME, 0)
    with pytest.raises(UnknownBot, match="only Dice of Arkham"):
        OptimalBot(game_named("insanity"), 0)
    with pytest.raises(SetupError, match="ghost_toll"):
        solve("arkham", "--option", "ghost_toll=choose")
    with pytest.raises(SetupError, match="only arkham"):
        solve("insanity")


def solve(*words: str) -> None:
    parser = argparse.ArgumentParser()
    add_solve_options(parser)
    do_solve(parser.parse_args(words))


def test_the_command_checks_a_policy(kept: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    sheet = tmp_path / "pocket.json"
    sheet.write_text(POCKET, "utf-8")
    solve("arkham", "--content", str(sheet), "--check", "500", "--jobs", "1")
    said = capsys.readouterr().out
    assert "the best player wins 5.8906" in said
    assert re.search(r"played 500 real games: won \d+\.\d\d % \(\d+\.\d\d % to \d+\.\d\d %\), z = [+-]", said)


def test_the_policy_of_another_sheet_is_not_taken_for_this_one(kept: Path, tmp_path: Path) -> None:
    sheet = tmp_path / "other.json"
    sheet.write_text(POCKET.replace('"time_end": 3', '"time_end": 4'), "utf-8")
    with pytest.raises(SetupError, match="another sheet or of other rules; choose another file with --out"):
        solve("arkham", "--content", str(sheet), "--out", str(kept), "--jobs", "1")


def test_fewer_than_no_games_are_not_played(kept: Path) -> None:
    with pytest.raises(SetupError, match="--check -1"):
        solve("arkham", "--check", "-1")


def test_a_policy_that_wins_too_rarely_is_found_out(
    kept: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sheet = tmp_path / "pocket.json"
    sheet.write_text(POCKET, "utf-8")
    monkeypatch.setattr(Book, "start_value", lambda self: 0.4)
    with pytest.raises(Disagreement, match="one of them is wrong"):
        solve("arkham", "--content", str(sheet), "--check", "500", "--jobs", "1")


def test_the_check_allows_for_chance_only() -> None:
    assert Outcome(won=500, games=1000, value=0.52).agrees
    assert not Outcome(won=500, games=1000, value=0.56).agrees
    assert Outcome(won=500, games=1000, value=0.52).z == pytest.approx(-1.266, abs=1e-3)
