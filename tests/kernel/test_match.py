"""A match: answering, refusing, forking, going back and being written down."""

from __future__ import annotations

import copy
import pickle
from random import Random

import pytest
from toys import CANDLES
from toys.script import NO, YES, Notes, game_of, number, word

import miskatonic as mk
from miskatonic.kernel import Ask, AskAll, Dice, Draw, Flow, Match, RoundFlow, Seeded

mk.register("candles", lambda: CANDLES)


def talk(s: Notes) -> Flow[None]:
    """Two questions to seat 0, one to seat 1, a die, a question, a reveal, a question."""
    s.notes.append((yield number(0)))
    s.notes.append((yield word(0)))
    s.notes.append((yield number(1)))
    s.notes.append((yield Dice("die", 1)))
    s.notes.append((yield number(0)))
    s.reveals += 1
    s.notes.append((yield number(0)))


TALK = game_of(talk, beats=2)


def played(*codes: int, **more: object) -> Match:
    match = Match(TALK, seats=2, **({"seed": 1} | more))  # type: ignore[arg-type]
    for code in codes:
        match.answer(match.ask.actor, code)
    return match


def facts(match: Match) -> tuple[object, ...]:
    return match.fingerprint(), list(match.log), match.asks, match.over, len(match.story())


# -- answering --------------------------------------------------------------------------------------------------------


def test_a_match_is_over_after_its_last_beat() -> None:
    match = played(1, YES, 2, 3, 4, 5, NO, 6, 7, 8)
    assert match.over
    assert match.result == "done"
    assert match.asks == ()
    with pytest.raises(mk.MatchOver):
        match.ask  # noqa: B018 - looking is the test
    with pytest.raises(mk.MatchOver):
        match.answer(0, 1)
    with pytest.raises(mk.MatchOver):
        match.say("number=1")


@pytest.mark.parametrize(
    ("actor", "code", "ask_id", "error", "sentence"),
    [
        (0, YES, None, mk.IllegalAnswer, "word=yes is not possible here; number can be: 0, 1, 2"),
        (0, -1, None, mk.IllegalAnswer, "-1 is not possible"),
        (0, 999, None, mk.IllegalAnswer, "999 is not possible"),
        (1, 1, None, mk.ForeignAnswer, "Seat 2 is not asked now"),
        (7, 1, None, mk.ForeignAnswer, "seat 8 is not asked now"),
        (0, 1, "1.0", mk.StaleAnswer, "not open any more"),
        (0, 1, "nonsense", mk.StaleAnswer, "not open any more"),
    ],
)
def test_wrong_answers_are_refused_and_change_nothing(
    actor: int, code: int, ask_id: str | None, error: type[mk.AnswerError], sentence: str
) -> None:
    match = played()
    before = facts(match)
    with pytest.raises(error, match=sentence) as raised:
        match.answer(actor, code, ask_id)
    assert type(raised.value) is error
    assert facts(match) == before


def test_an_answer_may_name_its_question() -> None:
    match = played()
    first = match.ask_id(match.ask)
    match.answer(0, 1, first)
    with pytest.raises(mk.StaleAnswer):
        match.answer(0, YES, first)
    match.answer(0, YES, match.ask_id(match.ask))
    assert match.log == [1, YES]


def test_a_long_list_of_options_is_cut_short_in_the_error() -> None:
    with pytest.raises(mk.IllegalAnswer, match=r"and \d+ more"):
        Match("arkham", seed=7).answer(0, 0)


def test_words_are_answers_too() -> None:
    match = played()
    match.say("number=3")
    match.say("no")
    match.say("4", actor=1)
    assert match.log[:3] == [3, NO, 4]
    with pytest.raises(mk.MalformedWord, match="write it like"):
        match.say("nonsense=3")
    with pytest.raises(mk.MalformedWord, match="'x' is not an answer to 'number'"):
        match.say("x")
    with pytest.raises(mk.ForeignAnswer):
        match.say("5", actor=1)


def two_prompts(s: Notes) -> RoundFlow[None]:
    s.notes += yield AskAll((number(0), word(1)))


def test_words_find_their_question() -> None:
    match = Match(game_of(two_prompts), seats=2)
    with pytest.raises(mk.AmbiguousWord, match="number, word"):
        match.say("3")
    match.say("word=no")
    assert [ask.seat for ask in match.asks] == [0]
    match.withdraw(1)
    match.say("yes", actor=1)
    match.say("3")
    assert match.log == [3, YES]


def test_legal_is_a_container_in_words() -> None:
    match = played(1)
    assert list(match.legal) == [10, 11, 12]
    assert len(match.legal) == 3
    assert "word=no" in match.legal
    assert YES in match.legal
    assert "number=3" not in match.legal
    assert "rubbish" not in match.legal
    assert repr(match.legal) == "<Legal: word=yes, word=no, word=maybe>"


def test_play_answers_everything() -> None:
    match = played()
    match.play(lambda ask: ask.options[0])
    assert match.over
    twin = played()
    while not twin.over:
        twin.answer(twin.ask.actor, twin.ask.options[0])
    assert facts(match) == facts(twin)


def test_play_refuses_an_illegal_choice_and_stays_at_the_question() -> None:
    match = played()
    with pytest.raises(mk.IllegalAnswer):
        match.play(lambda ask: 1)
    assert match.log == [1]
    assert match.ask == word(0)
    match.answer(0, YES)
    assert match.ask == number(1)


def test_without_a_fortune_chance_is_waited_for() -> None:
    match = played(1, YES, 2, seed=None)
    assert str(match.chance) == "die:1"
    assert match.asks == ()
    with pytest.raises(mk.AnswerError, match="chance is to fall"):
        match.ask  # noqa: B018 - looking is the test
    with pytest.raises(mk.ForeignAnswer):
        match.answer(0, 1)
    with pytest.raises(mk.FortuneError, match="not an outcome"):
        match.fall(7)
    match.fall(mk.Dice("die", 1).parse("6"))
    assert match.ask == number(0)
    with pytest.raises(mk.FortuneError, match="no chance is waited for"):
        match.fall(1)


def test_a_fortune_that_runs_dry_leaves_the_chance_open() -> None:
    match = played(1, YES, seed=None, fortune=mk.Scripted())
    with pytest.raises(mk.FortuneError, match="the script has ended"):
        match.answer(1, 2)
    assert match.log == [1, YES, 2]
    assert str(match.chance) == "die:1"
    match.fall(1)
    assert match.ask == number(0)


# -- setting up -------------------------------------------------------------------------------------------------------


def test_wrong_set_ups_are_refused_in_a_sentence() -> None:
    with pytest.raises(mk.SetupError, match="A scripted game takes 1 to 4 players, not 5"):
        Match(TALK, seats=5)
    with pytest.raises(mk.SetupError, match="not both"):
        Match(TALK, seed=1, fortune=mk.Seeded(1))
    with pytest.raises(mk.SetupError, match="no rule option 'x'"):
        Match(TALK, options={"x": "y"})
    with pytest.raises(mk.SetupError, match="no content 'x'; there is: standard"):
        Match(TALK, content="x")
    with pytest.raises(mk.SetupError, match="cannot start from a position"):
        Match(TALK, position="x")
    with pytest.raises(mk.SetupError, match="has no features"):
        Match(TALK).features()
    with pytest.raises(mk.UnknownGame, match="there is no game 'chess'; there are: arkham"):
        Match("chess")


def test_players_have_names() -> None:
    match = Match(TALK, seats=["Ann", "Ben"])
    assert match.name(1) == "Ben"
    with pytest.raises(mk.ForeignAnswer, match="Ben is not asked"):
        match.answer(1, 1)


# -- forks ------------------------------------------------------------------------------------------------------------


def test_a_fork_is_the_same_and_independent() -> None:
    match = played(1, YES, 2, 3)
    before = facts(match)
    fork = match.fork()
    assert facts(fork)[:4] == before[:4]
    fork.play(lambda ask: ask.options[-1])
    assert facts(match) == before


def test_a_fork_does_not_foretell_the_dice() -> None:
    """The dice of forks are their own: over many matches they agree with the real ones no more than by luck."""
    same = 0
    for seed in range(300):
        match = played(1, YES, seed=seed)
        fork = match.fork()
        for both in (match, fork):
            both.answer(1, 2)
        same += match.log == fork.log
    assert same < 100


def test_a_fork_may_be_given_dice() -> None:
    fork = played(1, YES).fork(mk.Scripted(["die=6"]))
    fork.answer(1, 2)
    assert mk.Dice("die", 1).text(fork.log[3]) == "6"


def test_forks_of_a_match_at_its_end_are_at_their_end() -> None:
    match = played()
    match.play(lambda ask: ask.options[0])
    fork = match.fork()
    assert fork.over
    assert fork.asks == ()
    assert fork.fingerprint() == match.fingerprint()


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda match: pickle.loads(pickle.dumps(match))])
def test_copies_keep_dice_and_story(copied: object) -> None:
    match = played(1, YES)
    twin: Match = copied(match)  # type: ignore[operator]
    for both in (match, twin):
        both.play(lambda ask: ask.options[0])
    assert match.log == twin.log
    assert len(match.story()) == len(twin.story()) == len(match.log)


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda match: pickle.loads(pickle.dumps(match))])
def test_a_copy_made_after_dice_were_rolled_has_dice_of_its_own(copied: object) -> None:
    match = Match("arkham", seed=1, quiet=True)
    for _ in range(3):
        match.answer(0, match.ask.options[0])
    twin: Match = copied(match)  # type: ignore[operator]
    for both in (match, twin):
        both.play(lambda ask: ask.options[0])
    assert match.log == twin.log


def test_redealt_answers_again_and_keeps_a_story_if_wanted() -> None:
    match = Match(CANDLES, seats=2, seed=4)
    match.answer(0, match.ask.options[0])
    quiet = match.redealt(0, Random(1))
    assert quiet.asks == match.asks
    assert quiet.view(0) == match.view(0)
    assert quiet.story(0) == []
    assert len(match.redealt(0, Random(1), quiet=False).story(0)) == len(match.story(0))


# -- going back -------------------------------------------------------------------------------------------------------


def test_undo_takes_back_own_answers_one_by_one() -> None:
    match = played()
    first = facts(match)
    match.answer(0, 1)
    second = facts(match)
    match.answer(0, YES)
    match.undo(0)
    assert facts(match) == second
    match.undo(0)
    assert facts(match) == first
    with pytest.raises(mk.UndoRefused, match="nothing of yours"):
        match.undo(0)


@pytest.mark.parametrize(
    ("codes", "actor", "sentence"),
    [
        ((1, YES, 2), 0, "dice have been rolled"),
        ((1, YES, 2), 1, "dice have been rolled"),
        ((1, YES, 2, 3), 0, "something hidden has been shown"),
        ((1,), 1, "nothing of yours"),
    ],
)
def test_undo_is_refused_and_changes_nothing(codes: tuple[int, ...], actor: int, sentence: str) -> None:
    match = played(*codes)
    before = facts(match)
    with pytest.raises(mk.UndoRefused, match=sentence):
        match.undo(actor)
    assert facts(match) == before


def three_in_turn(s: Notes) -> Flow[None]:
    for seat in (0, 1, 0):
        s.notes.append((yield number(seat)))


def test_undo_never_takes_back_the_answers_of_others() -> None:
    match = Match(game_of(three_in_turn), seats=2)
    match.answer(0, 1)
    match.answer(1, 2)
    with pytest.raises(mk.UndoRefused, match="somebody else has answered"):
        match.undo(0)
    match.undo(0, consent=True)
    assert match.log == []


def test_undo_with_consent_rolls_the_same_dice_again() -> None:
    match = played(1, YES, 2, 3)
    log = match.log.copy()
    for actor in (0, 1):
        match.undo(actor, consent=True)
    assert match.log == [1, YES]
    match.answer(1, 2)
    match.answer(0, 3)
    assert match.log == log


def test_sealed_dice_never_roll_back() -> None:
    sealed = mk.Sealed("m", secret=b"s")
    match = played(1, YES, 2, seed=None, fortune=sealed)
    with pytest.raises(mk.UndoRefused, match="dice have been rolled"):
        match.undo(1, consent=True)
    match = played(1, YES, seed=None, fortune=sealed)
    match.undo(0)
    assert match.log == [1]


def test_sealed_dice_that_were_saved_never_roll_back() -> None:
    match = played(1, YES, 2, seed=None, fortune=mk.Sealed("m", secret=b"s"))
    read = mk.read_record(mk.write_record(match)).match()
    with pytest.raises(mk.UndoRefused, match="dice have been rolled"):
        read.undo(1, consent=True)


def reveal_at_once(s: Notes) -> Flow[None]:
    s.reveals += 1
    s.notes.append((yield number()))
    s.notes.append((yield number()))


def test_what_was_shown_before_the_question_does_not_hinder_undo() -> None:
    match = Match(game_of(reveal_at_once))
    match.answer(0, 1)
    match.undo(0)
    assert match.log == []


def at_once_then_more(s: Notes) -> RoundFlow[None]:
    s.notes.append((yield number(2)))
    s.notes += yield AskAll((number(0), number(1)))
    s.notes.append((yield number(2)))


@pytest.mark.parametrize("actor", [0, 1])
def test_simultaneous_answers_are_taken_back_together_or_not_at_all(actor: int) -> None:
    """Whoever took his answer back alone would know the answers of the others."""
    match = Match(game_of(at_once_then_more), seats=3)
    match.answer(2, 1)
    match.answer(1, 6)
    match.answer(0, 5)
    with pytest.raises(mk.UndoRefused, match="somebody else"):
        match.undo(actor)
    match.undo(actor, consent=True)
    assert match.log == [1]
    assert [ask.seat for ask in match.asks] == [0, 1]


def test_undo_leaves_a_quiet_match_quiet() -> None:
    match = played(1, YES, quiet=True)
    match.undo(0)
    match.answer(0, NO)
    assert match.news is None
    assert match.story() == []


def test_undo_reopens_a_match_that_was_over() -> None:
    match = Match(game_of(three_in_turn), seats=2)
    for seat in (0, 1, 0):
        match.answer(seat, seat)
    assert match.over
    match.undo(0)
    assert not match.over
    assert match.ask == number(0)


def test_at_is_the_match_as_it_was() -> None:
    match = played()
    seen = {0: facts(match)}
    for code in (1, YES, 2, 3, 4, 5, NO):
        match.answer(match.ask.actor, code)
        seen[len(match.log)] = facts(match)
    for n, then in seen.items():
        assert facts(match.at(n)) == then


def test_steps_tell_question_answer_and_moment() -> None:
    match = Match(game_of(at_once_then_more), seats=3)
    for seat in (2, 0, 1):
        match.answer(seat, seat)
    steps = list(match.steps())
    assert [(step.n, step.asked_at, step.code) for step in steps] == [(0, 0, 2), (1, 1, 0), (2, 1, 1)]
    assert [step.question.seat for step in steps if isinstance(step.question, Ask)] == [2, 0, 1]


# -- the story --------------------------------------------------------------------------------------------------------


def whispers(s: Notes) -> Flow[None]:
    s.audience = 1
    s.tell("psst", 5)
    s.audience = None
    s.tell("hear, hear")
    s.notes.append((yield number(0, secret=True, actor=1)))
    s.notes.append((yield Dice("die", 1).private(0)))
    yield number(0)


def test_everybody_hears_his_own_story() -> None:
    match = Match(game_of(whispers), seats=3, seed=2)
    match.answer(1, 3)

    def heard(seat: int | None) -> list[str]:
        return [type(news).__name__ for news in match.story(seat)]

    assert heard(None) == heard(2) == ["Told"]
    assert heard(0) == ["Told", "Answered", "Fell"]
    assert heard(1) == ["Told", "Told", "Answered"]


def cards(s: Notes) -> Flow[None]:
    s.notes.append((yield number(0, 2, 5)))
    s.notes.append((yield Draw("card", [(3, 1), (8, 4)])))
    yield number(0)


def test_the_story_tells_nobody_what_else_was_possible() -> None:
    """What somebody might have answered shows his hand, what might have been drawn shows what is left."""
    match = Match(game_of(cards), seats=2, seed=2)
    match.answer(0, 5)
    for seat in (None, 1):
        answered, fell = match.story(seat)
        assert isinstance(answered, mk.Answered)
        assert (answered.ask.options, answered.code) == ((5,), 5)
        assert isinstance(fell, mk.Fell)
        assert fell.chance.outcomes() == [(fell.outcome, 1)]
    own = match.story(0)[0]
    assert isinstance(own, mk.Answered)
    assert own.ask.options == (2, 5)


# -- written as code --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("steps", [0, 1, 5, 30])
@pytest.mark.parametrize(
    "match",
    [
        lambda: Match("arkham", seed=7),
        lambda: Match("arkham", seed="Dunwich", content="easy", options={"zero_dice": "forbidden"}),
        lambda: Match("arkham", seats=2, seed=3),
        lambda: Match("arkham", seed=3, position="turn=6 time=4 seals=2"),
        lambda: Match("candles", seats=3, seed=11),
        lambda: played(),
    ],
)
def test_repr_makes_an_equal_match(match: object, steps: int) -> None:
    original: Match = match()  # type: ignore[operator]
    random = Random(5)
    for _ in range(steps):
        for ask in original.asks:
            original.answer(ask.actor, random.choice(ask.options))
    twin = eval(repr(original), {"Match": mk.Match})
    assert facts(twin) == facts(original)
    assert twin.options == original.options
    assert twin.content == original.content
    for both in (original, twin):
        both.play(lambda ask: ask.options[-1])
    assert facts(twin) == facts(original)


def test_repr_of_a_fork_does_not_claim_its_dice() -> None:
    """The dice of a fork begin in mid-match, so no seed could roll them again."""
    fork = played(1, YES, 2).fork()
    assert "seed" not in repr(fork)


def test_an_imagined_world_looks_the_same_to_its_seat_and_has_other_dice() -> None:
    match = mk.Match("insanity", seats=3, seed=5)
    random = Random(1)
    while len(match.asks) < 2:
        match.answer(match.ask.actor, match.ask.options[0])
    first, second = match.asks[:2]
    match.answer(second.actor, second.options[-1])
    world = match.imagined(first.actor, random)
    assert world.view(first.actor) == match.view(first.actor)
    assert world.ask_of(first.actor) == first
    assert not world.has_answered(second.actor), "another's answer that waits is not known"
    assert set(world.log[: len(world.log) - len(match.log) + match._rest_at]) <= {0}, "the past is blank"
    worlds = [match.imagined(first.actor, random) for _ in range(8)]
    for imagined in worlds:
        imagined.play(lambda ask: ask.options[0])
    assert len({imagined.fingerprint() for imagined in worlds}) > 1
    assert match.ask_of(first.actor) == first


def test_a_followed_log_takes_up_its_dice_where_they_lie() -> None:
    match = mk.Match("arkham", seed=11)
    for _ in range(5):
        match.answer(0, match.ask.options[-1])
    other = mk.Match("arkham")
    other.follow(match.log)
    assert other.fortune is None
    other.take_up(Seeded(11))
    assert other.fingerprint() == match.fingerprint()
    for _ in range(5):
        code = match.ask.options[0]
        match.answer(0, code)
        other.answer(0, code)
    assert other.log == match.log
    assert other.story(0) == match.story(0)


def test_a_question_that_another_answers_says_once_for_whom() -> None:
    match = mk.Match("mash", seed=1, seats=["Ann", "Ben"], options={"mode": "death_match"})
    player = mk.anybody(1)
    told: dict[str, tuple[str, str]] = {}
    while not match.over and len(told) < 3:
        ask = match.asks[0]
        if ask.actor != ask.seat:
            told[ask.prompt] = (match.name(ask.seat), match.wording(ask, match.view(ask.actor)))
        match.answer(ask.actor, player(ask))
    assert told
    for whose, text in told.values():
        assert text.count(whose) == 1
