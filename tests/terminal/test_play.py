"""Interactive play at a real pseudo-terminal: whole conversations, in which every question is expected."""

from __future__ import annotations

from pathlib import Path

import pytest
from terminal.talk import Terminal, run

import miskatonic as mk
from miskatonic.terminal.screen import ascii_only

ROLL = "Which dice do you roll again?"
SEED = "28799"
"""Mythos dice 2 6, a first roll of 1 3 4 4 6, and 4 6 for whoever rolls two dice again."""


def sensible_words(seed: int) -> tuple[list[tuple[str, str]], str]:
    """What the sensible player is asked and answers in a whole game, and the record of it."""
    match = mk.Match("arkham", seed=seed, seats=["Investigator"])
    said = []
    while not match.over:
        view, ask = match.view(0), match.ask
        assert match.game.heuristic is not None
        code = match.game.heuristic(view, ask)
        said.append((match.game.phrases.prompt(ask, view), match.game.vocabulary.short(code)))
        match.answer(0, code)
    return said, mk.write_record(match, mk.__version__)


def flat(text: str) -> str:
    """Text without its line breaks, which depend on the width of the screen."""
    return " ".join(text.split())


def saves(home: Path) -> list[Path]:
    return sorted((home / "saves").glob("*.jsonl"))


def test_a_whole_game_by_hand(tmp_path: Path) -> None:
    words, record = sensible_words(1)
    with Terminal(tmp_path, "play", "arkham", "--seed", "1", "--record", tmp_path / "a.jsonl") as talk:
        for number, (prompt, word) in enumerate(words):
            assert flat(prompt) in flat(talk.asked()), f"question {number}"
            talk.type(word.replace(",", " ") if number % 2 else word)
        talk.ended(0, "The seed was 1.")
    assert (tmp_path / "a.jsonl").read_text() == record
    assert saves(tmp_path) == []


def test_the_sheet_is_drawn_within_the_terminal(tmp_path: Path) -> None:
    for columns, rows in ((80, 24), (100, 30), (60, 24)):
        with Terminal(tmp_path, "play", "arkham", "--seed", SEED, columns=columns, rows=rows) as talk:
            screen = talk.asked("Clock   [1] 2  3  4  5", "Mythos  [2] 2 cultists   [6] quiet", "1*", ROLL)
            assert max(map(len, screen.splitlines())) <= columns
            assert len(screen.splitlines()) <= rows
            assert "\x1b[" in talk.raw


def test_dice_are_typed_as_they_lie(tmp_path: Path) -> None:
    for typed in ("3 4", "34", "4,3", "reroll=3,4"):
        with Terminal(tmp_path, "play", "arkham", "--seed", SEED) as talk:
            talk.asked("You roll 1 3 4 4 6.")
            talk.type(typed)
            talk.asked("You roll 3 4 again.", "Second roll: 4 6.")
            talk.type("st")
            talk.asked("You stop.", "Fight or flee?", "1  f  fight", "2  l  flee")


def test_a_choice_by_number_letter_or_word(tmp_path: Path) -> None:
    for typed in ("2", "l", "fl", "Flee", "stance=flee"):
        with Terminal(tmp_path, "play", "arkham", "--seed", SEED) as talk:
            talk.asked(ROLL)
            talk.type("stop")
            talk.asked("Fight or flee?")
            talk.type(typed)
            talk.asked("You flee.", ROLL)


def test_a_wrong_answer_gets_a_sentence_and_the_question_again(tmp_path: Path) -> None:
    with Terminal(tmp_path, "play", "arkham", "--seed", SEED) as talk:
        talk.asked(ROLL)
        for typed, sentence in (
            ("2 2", "'2 2' is not possible here. Type the dice, such as"),
            ("banana", "'banana' is no answer here."),
            ("reroll=9", "'9' is not an answer to 'reroll'."),
            ("rule DA-X99", "Dice of Arkham has no rule 'DA-X99'"),
            ("undo", "No undo: there is nothing of yours to take back."),
            ("save /nowhere/at/all", "Not saved: "),
        ):
            talk.type(typed)
            talk.asked(sentence)
        talk.type("stop")
        talk.asked("Fight or flee?")
        talk.type("f")
        talk.asked("How much fight and magic do you spend?")
        talk.type("undo")
        talk.asked("Fight or flee?")
        talk.type("fi")
        talk.asked("How much fight and magic do you spend?")


def test_the_commands_at_a_question(tmp_path: Path) -> None:
    copy = tmp_path / "copy.jsonl"
    with Terminal(tmp_path, "play", "arkham", "--seed", SEED, rows=60) as talk:
        talk.asked(ROLL)
        for typed, shown in (
            ("?", ("DA-D4", "DA-D5", "undo", "quit")),
            ("help da-c3", ("DA-C3",)),
            ("DA-C3", ("DA-C3",)),
            ("odds", (" stop  ", " 1 3 4 4 6  ")),
            ("hint", ("A sensible player would say:",)),
            ("log", ("Mythos dice: 2 6.", "You roll 1 3 4 4 6.")),
            ("options", ("roll 1 3 4 4 6 (costs 1 sanity, 9 left)",)),
            ("1 3 ?", ("Roll 1 3 (costs 1 sanity, 9 left)",)),
            ("", (ROLL,)),
            (f"save {copy}", ("Saved in",)),
        ):
            talk.type(typed)
            talk.asked(*shown)
        talk.type("stop")
        talk.asked("Fight or flee?")
        talk.type("fight")
        talk.asked("How much fight and magic")
        talk.type("odds")
        talk.asked("3 0  wins 5")
    assert mk.read_record(copy.read_text()).match().log


def test_quit_saves_and_resume_goes_on_with_the_same_dice(tmp_path: Path) -> None:
    words, record = sensible_words(2)
    half = len(words) // 2
    with Terminal(tmp_path, "play", "arkham", "--seed", "2", "--record", tmp_path / "a.jsonl") as talk:
        for _, word in words[:half]:
            talk.asked()
            talk.type(word)
        talk.asked()
        talk.type("quit")
        talk.ended(0, "The match is saved; go on with: miskatonic resume")
    assert mk.read_record((tmp_path / "a.jsonl").read_text()).ending["end"] == "paused"
    with Terminal(tmp_path, "resume", "--record", tmp_path / "a.jsonl") as talk:
        for prompt, word in words[half:]:
            assert flat(prompt) in flat(talk.asked())
            talk.type(word)
        talk.ended(0)
    assert (tmp_path / "a.jsonl").read_text() == record
    assert saves(tmp_path) == []


@pytest.mark.parametrize("how", ["ctrl-c", "end of input", "kill"])
def test_a_match_that_is_cut_off_can_be_resumed(tmp_path: Path, how: str) -> None:
    with Terminal(tmp_path, "play", "arkham", "--seed", SEED) as talk:
        talk.asked(ROLL)
        talk.type("stop")
        talk.asked("Fight or flee?")
        if how == "kill":
            talk.kill()
        elif how == "ctrl-c":
            talk.interrupt()
            talk.ended(130, "Interrupted. The match is saved; go on with: miskatonic resume")
        else:
            talk.press("\x04")
            talk.ended(1, "The input has ended, the match has not. The match is saved")
    [save] = saves(tmp_path)
    with Terminal(tmp_path, "play", "arkham", "--resume") as talk:
        talk.asked("You face 3 cultists. Fight or flee?")
        talk.type("1")
        talk.asked("How much fight and magic do you spend?")
    with Terminal(tmp_path, "resume", save) as talk:
        talk.asked("How much fight and magic do you spend?")


def test_two_people_and_a_bot_at_one_keyboard(tmp_path: Path) -> None:
    with Terminal(tmp_path, "play", "arkham", "--players", "Ann,Ben,heuristic", "--seed", "3", rows=40) as talk:
        talk.wait_for("keyboard. ", "It is the turn of Ann.")
        talk.type("")
        talk.asked("Dice of Arkham   Ann", "You roll 1 2 2 4 4.", ROLL)
        talk.type("2 2")
        seen = talk.wait_for("keyboard. ", "It is the turn of Ben.")
        talk.type("")
        seen += talk.asked("Dice of Arkham   Ben", "You roll 1 2 2 4 4.", ROLL)
        assert "2 2 again" not in seen, "Ben must not see what Ann has answered"
        talk.type("stop")
        talk.wait_for("keyboard. ", "It is the turn of Ann.")
        talk.type("")
        assert "You stop" not in talk.asked("You roll 2 2 again.", ROLL)


def test_watching_a_bot(tmp_path: Path) -> None:
    prompt = "q: leave "
    with Terminal(tmp_path, "play", "arkham", "--bot", "heuristic", "--seed", "9") as talk:
        talk.wait_for(prompt, ROLL, "heuristic: roll 2 2")
        talk.type("")
        talk.wait_for(prompt, "You roll 2 2 again.")
        talk.type("e")
        talk.ended(0, "The seed was 9.")
    with Terminal(tmp_path, "play", "arkham", "--bot", "heuristic", "--seed", "9") as talk:
        talk.wait_for(prompt)
        talk.type("q")
        talk.ended(0, "The match is saved")


def test_a_narrow_terminal_falls_back_to_plain_lines(tmp_path: Path) -> None:
    with Terminal(tmp_path, "play", "arkham", "--seed", SEED, columns=59) as talk:
        talk.wait_for("Answer: ", "This terminal has 59 columns; a drawn table needs 60.", ROLL)
        assert "\x1b" not in talk.raw


@pytest.mark.parametrize("game", ["mash", "insanity", "tower"])
def test_a_table_that_is_too_wide_is_told_in_sentences(tmp_path: Path, game: str) -> None:
    with Terminal(tmp_path, "play", game, "--seed", "3", columns=60, rows=50) as talk:
        told = flat(talk.asked())
    match = mk.Match(game, seed=3, seats=["Investigator"])
    assert match.game.facts is not None
    for fact in match.game.facts(match.view(0)):
        assert ascii_only(flat(match.named(fact))) in ascii_only(told)


def test_a_long_name_does_not_keep_a_table_from_being_drawn(tmp_path: Path) -> None:
    players = "Ann,Wilbur Whateley of Dunwich"
    with Terminal(tmp_path, "play", "insanity", "--seed", "3", "--players", players, rows=50) as talk:
        talk.wait_for("at the keyboard. ")
        talk.type("")
        talk.asked("(R7)", "of Dunwich")


def company_words(seed: int) -> str:
    """What a sensible player among bots says in a whole game of Unlocking Insanity."""
    match = mk.Match("insanity", seed=seed, seats=["Ann", "heuristic", "heuristic"])
    said = []
    while not match.over:
        ask = match.asks[0]
        code = match.sensible(ask)
        if ask.actor == 0:
            said.append(match.game.vocabulary.text(code))
        match.answer(ask.actor, code)
    return "\n".join(said) + "\n"


def test_a_whole_game_in_plain_lines_is_told_once(tmp_path: Path) -> None:
    players = ("--players", "Ann,heuristic,heuristic", "--seed", "5")
    done = run(tmp_path, "play", "insanity", *players, "--plain", typed=company_words(5))
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("heuristic (2) begins.") == 1
    assert done.stdout.count("A sheet is full: the game ends.") == 1


def test_the_end_offers_no_log_that_cannot_be_asked_for(tmp_path: Path) -> None:
    with Terminal(tmp_path, "play", "insanity", "--players", "Ann,heuristic,heuristic", "--seed", "5", rows=60) as talk:
        for word in company_words(5).splitlines():
            talk.asked()
            talk.type(word)
        talk.ended(0, "A sheet is full: the game ends.", "The seed was 5.")
        assert "more lines before" not in talk.text


def test_others_are_named_in_their_own_lines(tmp_path: Path) -> None:
    with Terminal(tmp_path, "play", "insanity", "--seed", "3", "--players", "Ann,heuristic,heuristic") as talk:
        screen = talk.asked().splitlines()
    assert [line.split("score")[1].split(maxsplit=1)[1] for line in screen if line.startswith("P  8:0")] == [
        "heuristic (2)",
        "heuristic (3)",
    ]


def test_place_dice_and_news_of_a_tall_table_stand_on_a_small_screen(tmp_path: Path) -> None:
    with Terminal(tmp_path, "play", "tower", "--seed", "3", "--players", "Ann,heuristic,heuristic") as talk:
        talk.asked("Who are you?")
        talk.type("2")
        seen = talk.asked("Which dice do you lock?").splitlines()[-24:]
    news = [line for line in seen if line.startswith(" ·")]
    assert len(news) >= 3
    assert any(line.startswith("Round 1 of 11: The Clock Tower") for line in seen)
    assert any(line.startswith("Dice of Ann:") for line in seen)


def test_a_hint_names_what_can_be_typed(tmp_path: Path) -> None:
    with Terminal(tmp_path, "play", "tower", "--seed", "3", "--players", "Ann,heuristic,heuristic", rows=60) as talk:
        talk.asked()
        talk.type("2")
        while "Which tentacle do you draw?" not in talk.asked():
            talk.type("hint")
            hinted = talk.asked("A sensible player would say: ").split("would say: ")[1]
            talk.type(hinted.split("(")[0].split(",")[0].strip(" .\n"))
        talk.type("hint")
        hinted = talk.asked("A sensible player would say: ").split("would say: ")[1]
        word = hinted.split(",")[0]
        assert hinted.startswith(f"{word}, tentacle {word} ")
        talk.type(word)
        talk.asked(f"Ann draws tentacle {word}")


def test_a_copy_that_cannot_be_saved_is_called_as_it_was_typed(tmp_path: Path) -> None:
    with Terminal(tmp_path, "play", "arkham", "--seed", SEED) as talk:
        talk.asked(ROLL)
        talk.type("save nowhere/copy.jsonl")
        talk.asked("Not saved: nowhere/copy.jsonl: No such file or directory.")


def test_plain_at_a_terminal_has_no_escape_codes(tmp_path: Path) -> None:
    with Terminal(tmp_path, "play", "arkham", "--seed", SEED, "--plain") as talk:
        talk.wait_for("Answer: ", ROLL)
        assert talk.raw.isascii()
        assert "\x1b" not in talk.raw
        talk.type("stop")
        talk.wait_for("Answer: ", "Option 1 or f: fight", "Option 2 or l: flee")
        assert "\x1b" not in talk.raw


def test_a_plain_conversation_through_pipes(tmp_path: Path) -> None:
    done = run(
        tmp_path, "play", "arkham", "--seed", SEED, "--players", "Zoë", "--plain", typed="3 4\nstop\n?\nf\nquit\n"
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.isascii()
    assert "\x1b" not in done.stdout
    lines = done.stdout.splitlines()
    assert lines.index("Answer: 3 4") < lines.index("Second roll: 4 6.") < lines.index("Option 1 or f: fight")
    assert lines[-1].startswith("The match is saved; go on with: miskatonic resume")


def test_plain_tells_only_what_has_changed(tmp_path: Path) -> None:
    done = run(tmp_path, "play", "arkham", "--seed", SEED, "--plain", typed="stop\ntable\n")
    assert done.returncode == 1
    lines = done.stdout.splitlines()
    assert lines.count("Keys: 0 of 3.") == 2, "once at the start, once on request"
    assert lines.count("Investigation: 5 of 16.") == 2
    assert "The input has ended, the match has not." in done.stderr


def test_end_of_input_before_the_first_answer(tmp_path: Path) -> None:
    done = run(tmp_path, "play", "arkham", "--seed", SEED)
    assert done.returncode == 1
    assert "miskatonic resume" in done.stderr
    [save] = saves(tmp_path)
    assert mk.read_record(save.read_text()).match().legal


def test_a_save_of_your_own_is_kept_and_holds_the_finished_match(tmp_path: Path) -> None:
    mine = tmp_path / "mine.jsonl"
    words, record = sensible_words(1)
    typed = "".join(f"{word}\n" for _, word in words)
    assert run(tmp_path, "play", "arkham", "--seed", "1", "--save", mine, typed=typed).returncode == 0
    assert mine.read_text() == record
    again = run(tmp_path, "play", "arkham", "--save", mine)
    assert again.returncode == 2
    assert "is there already" in again.stderr
    over = run(tmp_path, "resume", mine)
    assert over.returncode == 2
    assert "is over; look at it with: miskatonic replay" in over.stderr
