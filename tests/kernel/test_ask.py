"""Questions: values, simultaneous questions and flows side by side."""

from __future__ import annotations

from itertools import permutations

import pytest
from toys.script import MAYBE, NO, YES, Notes, game_of, number, word

from miskatonic.kernel import (
    Ask,
    AskAll,
    Dice,
    Fell,
    Flow,
    ForeignAnswer,
    GameOver,
    IllegalAnswer,
    Match,
    RoundFlow,
    StaleAnswer,
    together,
)


def three_at_once(s: Notes) -> RoundFlow[None]:
    s.notes += yield AskAll((number(0), number(1), number(2)))
    s.notes.append((yield word(1, actor=2)))


THREE = game_of(three_at_once)


def test_asks_are_values() -> None:
    assert Ask(1, "word", (YES, NO)) == Ask(1, "word", (YES, NO))
    assert len({Ask(1, "word", (YES, NO)), Ask(1, "word", (YES, NO))}) == 1
    assert Ask(1, "word", (YES, NO)) != Ask(1, "word", (YES, NO), actor=0)
    assert Ask(1, "word", (YES, NO)) != Ask(1, "word", (YES, NO), secret=True)
    assert Ask(1, "word", (YES,)).actor == 1
    assert set(Ask(1, "word", (YES, NO)).legal) == {YES, NO}
    assert Ask(1, "word", (YES, NO)).often().put_to(2).legal == frozenset({YES, NO})
    ask = Ask(1, "word", (YES, NO), actor=0, secret=True)
    assert eval(repr(ask)) == ask


@pytest.mark.parametrize("order", list(permutations(range(3))))
def test_simultaneous_questions_take_any_order(order: tuple[int, ...]) -> None:
    match = Match(THREE, seats=3)
    for seat in order:
        assert match.log == []
        assert match.view(None) == {"notes": []}
        assert match.story() == []
        match.answer(seat, seat + 5)
    assert match.log == [5, 6, 7]
    assert match.view(None) == {"notes": [5, 6, 7]}


def test_asks_are_those_not_answered_yet() -> None:
    match = Match(THREE, seats=3)
    match.answer(1, 4)
    assert [ask.seat for ask in match.asks] == [0, 2]
    assert match.ask_of(1) is None
    assert match.ask.seat == 0
    with pytest.raises(StaleAnswer, match="you have answered"):
        match.answer(1, 5)
    with pytest.raises(StaleAnswer, match="you have answered"):
        match.answer(1, 4)


def test_simultaneous_answer_is_taken_back_and_given_anew() -> None:
    match = Match(THREE, seats=3)
    match.answer(1, 4)
    match.withdraw(1)
    assert [ask.seat for ask in match.asks] == [0, 1, 2]
    with pytest.raises(StaleAnswer, match="no answer to take back"):
        match.withdraw(1)
    for seat, code in ((2, 2), (1, 9), (0, 0)):
        match.answer(seat, code)
    assert match.log == [0, 9, 2]
    with pytest.raises(StaleAnswer):
        match.withdraw(1)


def test_undo_takes_a_waiting_answer_back() -> None:
    match = Match(THREE, seats=3)
    match.answer(1, 4)
    match.undo(1)
    assert match.ask_of(1) is not None


def test_waiting_answers_are_checked_and_kept_by_forks() -> None:
    match = Match(THREE, seats=3)
    with pytest.raises(IllegalAnswer):
        match.answer(0, YES)
    assert len(match.asks) == 3
    match.answer(0, 1)
    fork = match.fork()
    fork.answer(1, 2)
    fork.answer(2, 3)
    assert fork.log == [1, 2, 3]
    assert [ask.seat for ask in match.asks] == [1, 2]


def test_actor_answers_for_the_seat() -> None:
    match = Match(THREE, seats=3)
    for seat in range(3):
        match.answer(seat, 0)
    assert (match.ask.seat, match.ask.actor) == (1, 2)
    with pytest.raises(ForeignAnswer, match="Seat 2 is not asked"):
        match.answer(1, YES)
    match.answer(2, MAYBE)
    assert match.over


def test_nobody_is_asked_two_things_at_once() -> None:
    def twice(s: Notes) -> RoundFlow[None]:
        yield AskAll((number(0), word(1, actor=0)))

    with pytest.raises(ValueError, match="nobody can be asked two"):
        Match(game_of(twice), seats=2)


def test_of_several_at_once_only_those_are_asked_who_have_a_choice() -> None:
    def some(s: Notes) -> RoundFlow[None]:
        s.notes += yield AskAll((number(0), 7, number(1), 9))
        s.notes += yield AskAll((5, number(2)))
        s.notes += yield AskAll((3, 4))
        yield number()

    match = Match(game_of(some), seats=3)
    match.answer(1, 2)
    match.answer(0, 1)
    match.answer(2, 0)
    assert match.view() == {"notes": [1, 7, 2, 9, 5, 0, 3, 4]}
    assert match.log == [1, 2, 0]


def test_asking_nobody_at_once_asks_nothing() -> None:
    def nobody(s: Notes) -> RoundFlow[None]:
        assert (yield AskAll(())) == []
        s.notes.append((yield number()))

    match = Match(game_of(nobody))
    match.answer(0, 3)
    assert match.view() == {"notes": [3]}


# -- side by side -----------------------------------------------------------------------------------------------------


def alone(s: Notes, seat: int) -> Flow[None]:
    die = yield Dice("die", 1)
    s.notes.append(100 * seat + die.bit_length())
    if (yield number()) == 9:
        raise GameOver
    yield word()


def side_by_side(s: Notes) -> Flow[None]:
    yield from together({seat: alone(s, seat) for seat in range(s.seats)})
    s.notes.append(-1)


SIDE_BY_SIDE = game_of(side_by_side)


def test_together_asks_all_flows_at_once() -> None:
    match = Match(SIDE_BY_SIDE, seats=3, seed=1)
    assert [(ask.seat, ask.prompt, ask.secret) for ask in match.asks] == [(n, "number", True) for n in range(3)]
    for seat in (2, 0, 1):
        match.answer(seat, seat)
    assert [ask.prompt for ask in match.asks] == ["word"] * 3


def test_together_lets_a_flow_end_for_its_seat_only() -> None:
    match = Match(SIDE_BY_SIDE, seats=3, seed=1)
    for seat, code in ((0, 1), (1, 9), (2, 2)):
        match.answer(seat, code)
    assert [ask.seat for ask in match.asks] == [0, 2]
    match.answer(2, NO)
    match.answer(0, YES)
    assert match.over
    assert match.view()["notes"][-1] == -1


def test_together_tells_answers_and_dice_to_their_seat_only() -> None:
    match = Match(SIDE_BY_SIDE, seats=2, seed=1)
    match.answer(0, 1)
    match.answer(1, 2)
    assert match.story() == []
    for seat in range(2):
        fell, answered = match.story(seat)
        assert isinstance(fell, Fell)
        assert fell.chance.audience == seat
        assert answered == (number(seat, secret=True), seat + 1)


def test_together_refuses_flows_that_ask_many() -> None:
    def many(s: Notes) -> RoundFlow[None]:
        yield AskAll((number(0), number(1)))

    with pytest.raises(TypeError, match="one question at a time"):
        Match(game_of(lambda s: together({0: many(s)})), seats=2)
