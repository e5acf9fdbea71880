"""What was tried is weighed with doubt, and a lucky answer has to prove itself."""

from __future__ import annotations

from functools import partial
from random import Random

import pytest

from miskatonic.bots import Glimpse, bot_named
from miskatonic.bots.thinker import Thinker
from miskatonic.bots.thoughts import ROUNDS, Thoughts
from miskatonic.kernel import Match


def test_a_clear_case_ends_early_and_a_close_one_does_not() -> None:
    clear, close = Thoughts(1, 2), Thoughts(1, 2)
    random = Random(1)
    for world in range(40):
        noise = random.gauss(0, 0.05)
        for thoughts, lead in ((clear, 0.3), (close, 0.0)):
            thoughts.add(1, world, 0.5)
            thoughts.add(2, world, 0.5 + lead + noise)
    assert clear.settled
    assert clear.best == 2
    assert not close.settled
    assert close.best == 1


def test_doubt_favours_the_sensible_answer() -> None:
    """Two lucky playouts are no reason to leave the sensible answer."""
    thoughts = Thoughts(1, 3)
    for world in range(2):
        thoughts.add(1, world, 0.4)
        thoughts.add(2, world, 0.5)
    assert thoughts.best == 1


def test_what_an_appraisal_cannot_tell_is_no_reason() -> None:
    """Even a sure lead must be larger than what appraisals may be off."""
    for blur, best in ((0.0, 2), (0.02, 1)):
        thoughts = Thoughts(1, 2, blur)
        for world in range(30):
            thoughts.add(1, world, 0.5)
            thoughts.add(2, world, 0.51)
        assert thoughts.best == best


def challenged(lead: float) -> Thoughts:
    """An answer that was lucky when it was tried, and then leads by so much in a duel."""
    thoughts = Thoughts(1, 3, blur=0.005)
    for world in range(12):
        thoughts.add(1, world, 0.5)
        thoughts.add(2, world, 0.45)
        thoughts.add(3, world, 0.6)
    assert thoughts.challenge() == 3
    for world in range(40):
        if thoughts.proven:
            break
        thoughts.fight(0.5, 0.5 + lead + (0.02 if world % 2 else -0.02))
    return thoughts


@pytest.mark.parametrize(
    ("lead", "best", "early"), [(0.1, 3, True), (0.013, 3, False), (0.003, 1, False), (-0.1, 1, True)]
)
def test_only_the_duel_tells_whether_a_lucky_answer_is_better(lead: float, best: int, early: bool) -> None:
    thoughts = challenged(lead)
    assert thoughts.best == best
    assert (thoughts.duel.tries == ROUNDS) == early
    assert {thought.code: thought.tries for thought in thoughts.ranked()}[3] == 12 + thoughts.duel.tries


def test_nobody_challenges_without_hope() -> None:
    thoughts = Thoughts(1, 2)
    for world in range(12):
        thoughts.add(1, world, 0.5)
        thoughts.add(2, world, 0.4)
    assert thoughts.challenge() is None
    assert thoughts.best == 1


def test_where_nobody_is_trusted_more_any_lead_counts() -> None:
    """Two manners are compared without doubt; an answer of the sensible player's own would need more than this."""
    for doubt, best in ((0.0, 2), (1.5, 1)):
        thoughts = Thoughts(1, 2, doubt=doubt)
        thoughts.rival = 2
        for world in range(ROUNDS):
            thoughts.fight(0.5, 0.51 + (0.1 if world % 2 else -0.1))
        assert thoughts.best == best


def fighting() -> Match:
    """Alone in Cthulhu Mash with a monster, a remedy and all actions."""
    position = (
        "mode=solo phase=actions round=3 pool=4 tile.1=BC/0/up/rolled "
        "A=private_eye@1:C3R3/hp:2/objects:revolver_32+sack_of_grits/life:0/home:0 "
        "g5=cultist_idol@1:C1R2/hp:2 m6=cultist@1:C3R4/hp:1"
    )
    return Match("mash", seats=1, seed=1, position=position)


@pytest.mark.parametrize("budget", [20, 21, 60])
def test_a_duel_is_paid_from_the_same_budget(budget: int, worlds: list[Match], monkeypatch: pytest.MonkeyPatch) -> None:
    def anyway(self: Thoughts) -> int:
        self.rival = min(self.leads)
        return self.rival

    monkeypatch.setattr(Thoughts, "challenge", anyway)
    monkeypatch.setattr(Thoughts, "proven", False)
    match = fighting()
    bot_named(f"mcts:{budget}", match.game).choose(Glimpse(match, 0), match.ask)
    assert len(worlds) == budget


def test_what_is_used_at_once_is_judged_by_the_end_of_the_turn() -> None:
    """A free move leaves all actions: the table could be appraised right after it, in the middle of the turn."""
    match = fighting()
    ask = match.ask
    bot = bot_named("rollout:10", match.game)
    assert isinstance(bot, Thinker)
    code = next(code for code in ask.options if match.game.vocabulary.text(code) == "use=sack_of_grits")
    world, since = bot.after(Glimpse(match, 0), ask, code, 1)
    assert world.appraisal
    assert world.turn == since.turn
    bot.playouts.play(world, partial(bot.playouts.answer, world), since)
    assert world.over or world.turn > since.turn
