"""Bots that think ahead: the same with the same seed, honest, within their budget, at home in every game and seat."""

from __future__ import annotations

import time
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from toys import CANDLES

import miskatonic as mk
from miskatonic.bots import LEVELS, Glimpse, advised, bot_named, is_bot
from miskatonic.bots.thinker import Thinker
from miskatonic.bots.thoughts import Thought, reason
from miskatonic.kernel import AnswerError, FortuneError, Game, Match, UnknownBot

GAMES = [(name, seats) for name in mk.game_names() for seats in mk.game_named(name).seats]
THINKERS = ("rollout:24", "mcts:24")


def played(game: Game[Any] | str, seats: int, seed: str, answers: int) -> Match:
    """A match after some sensible answers, at a question with a choice."""
    match = Match(game, seats=seats, seed=seed)
    random = Random(seed)
    heuristic = match.game.heuristic
    while not match.over and (answers > 0 or len(match.ask.options) == 1):
        ask = match.ask
        answers -= 1
        match.answer(ask.actor, heuristic(match.view(ask.actor), ask) if heuristic else random.choice(ask.options))
    return match


@pytest.mark.parametrize(("game", "seats"), GAMES)
@pytest.mark.parametrize("code", THINKERS)
def test_every_game_and_seat_can_be_thought_about_and_the_same_seed_thinks_the_same(
    game: str, seats: int, code: str
) -> None:
    match = played(game, seats, f"{game} {seats}", 12)
    for _ in range(3):
        ask = match.ask
        before = match.fingerprint()
        bots = [bot_named(code, match.game, "a seed") for _ in range(2)]
        first, second = (bot.choose(Glimpse(match, ask.actor), ask) for bot in bots)
        assert first == second
        assert first in ask.legal
        assert match.fingerprint() == before
        match.answer(ask.actor, first)


def test_different_seeds_imagine_different_games() -> None:
    match = played("arkham", 1, "seeds", 3)
    shares = set()
    for seed in range(4):
        bot = bot_named("rollout:24", match.game, seed)
        assert isinstance(bot, Thinker)
        shares.add(bot.think(Glimpse(match, 0), match.ask)[0].share)
    assert len(shares) > 1


@pytest.mark.parametrize(("game", "seats", "answers"), [(CANDLES, 3, 4), ("tower", 3, 40), ("tower", 4, 90)])
@pytest.mark.parametrize("code", THINKERS)
def test_what_is_hidden_makes_no_difference(game: Game[Any] | str, seats: int, answers: int, code: str) -> None:
    """Hands that a seat cannot see are dealt anew: with the same seed it answers the same."""
    match = played(game, seats, "hidden", answers)
    ask = match.ask
    chosen = bot_named(code, match.game, "one").choose(Glimpse(match, ask.actor), ask)
    deals = set()
    for deal in range(20):
        try:
            other = match.redealt(ask.actor, Random(deal))
        except (AnswerError, FortuneError):
            continue  # in this deal somebody could not have done what was seen
        if other.ask != ask or other.fingerprint() in deals:
            continue
        deals.add(other.fingerprint())
        worlds = [Glimpse(table, ask.actor).world(Random(7)).fingerprint() for table in (match, other)]
        assert worlds[0] == worlds[1]
        assert bot_named(code, match.game, "one").choose(Glimpse(other, ask.actor), ask) == chosen
        if len(deals) == 3:
            break
    assert len(deals) > 1


def test_nobody_looks_behind_the_glimpse(monkeypatch: pytest.MonkeyPatch) -> None:
    """A thinking bot asks the match for nothing but views of its seat and imagined worlds."""
    match = played("tower", 3, "glimpse", 30)
    ask = match.ask
    seen = Glimpse(match, ask.actor)
    allowed = (seen.view, *[seen.world(Random(n)) for n in range(40)])
    worlds = iter(allowed[1:])
    blind = Glimpse.__new__(Glimpse)
    blind.__dict__ |= {"view": seen.view, "seat": ask.actor}
    monkeypatch.setattr(Glimpse, "world", lambda self, random: next(worlds))
    assert bot_named("rollout:16", match.game).choose(blind, ask) in ask.legal


@pytest.mark.parametrize("kind", ["rollout", "mcts"])
def test_a_time_is_kept(kind: str) -> None:
    match = played("insanity", 3, "time", 6)
    bot = bot_named(f"{kind}:0.3s", match.game)
    began = time.process_time()
    bot.choose(Glimpse(match, match.ask.actor), match.ask)
    assert time.process_time() - began < 0.6


@pytest.mark.parametrize("kind", ["rollout", "mcts"])
def test_a_number_of_playouts_is_kept(kind: str, worlds: list[Match]) -> None:
    match = played("arkham", 1, "number", 5)
    bot_named(f"{kind}:20", match.game).choose(Glimpse(match, 0), match.ask)
    assert 12 <= len(worlds) <= 20


@pytest.mark.parametrize(("kind", "seats", "learnt"), [("rollout", 2, False), ("mcts", 2, True), ("mcts", 1, False)])
def test_only_the_tree_goes_by_what_was_learnt_and_no_farther_than_to_the_next_turn(
    kind: str, seats: int, learnt: bool
) -> None:
    plain = mk.game_named("insanity")
    assert plain.outlook is not None
    turns: set[int] = set()

    def outlook(state: Any) -> tuple[float, ...]:
        assert plain.outlook is not None
        if chances := plain.outlook(state):
            turns.add(state.turn)
        return chances

    match = played(replace(plain, outlook=outlook), seats, "learnt", 11)
    now = match.rest.turn  # type: ignore[attr-defined]
    bot_named(f"{kind}:24", match.game).choose(Glimpse(match, match.ask.actor), match.ask)
    assert turns == ({now + 1} if learnt else set())


@pytest.mark.parametrize(
    ("thoughts", "said"),
    [
        ([Thought(1, 0, 0.0)], ""),
        ([Thought(1, 9, 0.413)], "wins 41% of imagined games"),
        ([Thought(1, 9, 0.413), Thought(2, 9, 0.38)], "wins 41% of imagined games, the next best 38%"),
        ([Thought(1, 9, 0.413), Thought(2, 9, 0.42)], "wins 41% of imagined games, and nothing is clearly better"),
    ],
)
def test_reasons_are_sentences(thoughts: list[Thought], said: str) -> None:
    assert reason(thoughts) == said


def test_only_who_thinks_gives_reasons() -> None:
    match = played("arkham", 1, "reasons", 4)
    seen = Glimpse(match, 0)
    code, why, _ = advised(bot_named("mcts:40", match.game), seen, match.ask)
    assert code in match.ask.legal
    assert why.startswith("wins ")
    assert advised(bot_named("heuristic", match.game), seen, match.ask)[1] == ""


@pytest.mark.parametrize("name", mk.game_names())
def test_levels_are_bots_for_every_game(name: str) -> None:
    for level in LEVELS:
        assert is_bot(level)
        assert bot_named(level, mk.game_named(name)) is not None


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("mcts:many", "is no budget"),
        ("mcts:0", "more than nothing"),
        ("rollout:-1s", "more than nothing"),
        ("rollout:nans", "is no budget"),
        ("mcts:-3", "more than nothing"),
        ("mcts:9999999999s", "finite"),
        ("mcts:1e3", "is no budget"),
        ("mcts:1_000", "is no budget"),
        ("mcts:5 s", "is no budget"),
        ("mcts:٣", "is no budget"),
        ("mcts:1.5", "is no budget"),
        ("mcts:", "nothing stands behind the colon"),
        ("slips:", "nothing stands behind the colon"),
        ("slips:101", "of a hundred"),
        ("random:5", "takes no parameter"),
        ("deep", "there is no bot 'deep'"),
    ],
)
def test_unknown_bots_are_refused_in_words(code: str, said: str) -> None:
    with pytest.raises(UnknownBot, match=said):
        bot_named(code, mk.game_named("arkham"))


def test_slips_are_as_frequent_as_said() -> None:
    match = played("insanity", 2, "slips", 3)
    seen, ask = Glimpse(match, match.ask.actor), match.ask
    sensible = bot_named("heuristic", match.game).choose(seen, ask)
    bot = bot_named("slips:50", match.game, 1)
    slips = sum(bot.choose(seen, ask) != sensible for _ in range(200))
    expected = 200 * 0.5 * (1 - 1 / len(ask.options))
    assert abs(slips - expected) < 35
    assert bot_named("slips:0", match.game).choose(seen, ask) == sensible


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_the_quick_player_answers_as_the_sensible_one(seats: int) -> None:
    """What is answered straight from the state is what the view leads to."""
    match = Match("insanity", seats=seats, seed=f"quick {seats}")
    random = Random(seats)
    heuristic = match.game.heuristic
    assert heuristic is not None
    compared = 0
    while not match.over:
        ask = match.ask
        sensible = heuristic(match.view(ask.actor), ask)
        assert match.sensible(ask) == sensible
        compared += len(ask.options) > 1
        match.answer(ask.actor, sensible if random.random() < 0.7 else random.choice(ask.options))
    assert compared > 40


@pytest.mark.parametrize("game", mk.game_names())
def test_rankings_begin_with_the_sensible_answer_and_name_legal_ones(game: str) -> None:
    match = Match(game, seed="ranking")
    ranking = match.game.ranking
    assert ranking is not None
    for _ in range(60):
        if match.over:
            break
        ask = match.ask
        order = ranking(match.view(ask.actor), ask)
        assert order[0] == match.sensible(ask)
        assert len(order) == len(set(order))
        assert set(order) <= set(ask.options)
        match.answer(ask.actor, order[0])


@pytest.mark.parametrize(("game", "seats"), GAMES)
def test_appraisals_are_chances_and_become_certain(game: str, seats: int) -> None:
    match = Match(game, seats=seats, seed=f"appraisal {seats}", quiet=True)
    for _ in range(150):
        if match.over:
            break
        if chances := match.appraisal:
            assert len(chances) == seats
            assert all(0 <= chance <= 1 for chance in chances)
        ask = match.ask
        match.answer(ask.actor, match.sensible(ask))
    if match.over:
        assert match.appraisal == tuple((won + 1) / 2 for won in match.returns)


@pytest.mark.parametrize(("game", "worse", "better"), [
    ("arkham", "seals=0 inv=2 health=2 sanity=2", "seals=2 inv=12 health=9 sanity=9"),
])  # fmt: skip
def test_appraisals_tell_good_from_bad(game: str, worse: str, better: str) -> None:
    chances = [Match(game, position=position, seed=1).appraisal[0] for position in (worse, better)]
    assert chances[0] + 0.3 < chances[1]


LATE = (
    "turn=13 active=B A.purple=10,6,6 A.yellow=10,10 A.green=6,6 A.blue=6,6,8,X A.red=10,6 A.brain=P1:-4,P2:-4,P3:-4,"
    "P5:-2,P6:-8,Y1:-2,Y2:-4,Y5:-6,G1:-8,G3:-8,G5:-6,G7:-4,B1:-6,B3:-6,B4:-8,B6:-6,B7:-6,R1:-6,R2:-6,R5:-4,R6:-6,R7:-6,"
    "R8:-4 A.insane=red B.purple=10,6,6 B.yellow=10,10,8 B.green=6,6 B.blue=6,6,8,X B.red=10 B.brain=P1:-4,P2:-4,P3:-4,"
    "P4:-6,P5:-2,P6:-8,Y1:-2,Y2:-4,Y5:-6,G1:-8,G3:-8,G5:-6,G7:-4,B1:-6,B3:-6,B4:-8,B6:-6,B7:-6,R1:-6,R2:-6,R5:-4,R6:-6,"
    "R7:-6,R8:-4 first.red=A"
)
"""Yellow and green would fill a row that is worth little; others promise more before the game ends."""
LAST_CHANCE = "seals=2 inv=12 time=4 keys=1 health=2 sanity=6 fight=1 magic=1"
"""Three 1s make a pair of cultists, and there is hardly any health left to meet them with."""


def share_won(match: Match, code: int, games: int) -> float:
    """How often an answer wins if everybody is sensible afterwards, to the very end."""
    actor = match.ask.actor
    won = 0.0
    for game in range(games):
        world = Glimpse(match, actor).world(Random(f"to the end {game}"))
        world.answer(actor, code)
        world.play(world.sensible)
        won += (world.returns[actor] + 1) / 2
    return won / games


@pytest.mark.parametrize(
    ("game", "seats", "position", "seed", "prompt", "least"),
    [("arkham", 1, LAST_CHANCE, 5, "reroll", 0.3), ("insanity", 2, LATE, 1, "dice", 0.1)],
)
def test_thinking_ahead_finds_what_common_sense_overlooks(
    game: str, seats: int, position: str, seed: int, prompt: str, least: float
) -> None:
    """The answer is compared with the sensible one by games that are played to the end."""
    match = Match(game, seats=seats, position=position, seed=seed)
    while match.ask.prompt != prompt:
        match.answer(match.ask.actor, match.ask.options[0])
    ask = match.ask
    found = bot_named("rollout:150", match.game, 2).choose(Glimpse(match, ask.actor), ask)
    sensible = match.sensible(ask)
    assert found != sensible
    assert share_won(match, found, 50) > share_won(match, sensible, 50) + least
