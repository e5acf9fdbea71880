"""Candles: a toy game with hidden hands, simultaneous questions, secret answers, chance, coins and cards.

Every round all hands are filled up to two cards; an omen die falls; all play a card at once. The highest card played
by one seat alone wins a coin (with an omen of 6 the lowest). The seat to the left of the winner says whether he takes
it or leaves it in the bank. Then one seat may put a card back, in secret.

The game is a class, so that tests can plant a fault by overriding one method.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any, Self

from miskatonic.kernel import (
    Ask,
    AskAll,
    Chance,
    Choice,
    Content,
    Dice,
    Draw,
    Flow,
    Game,
    GameOver,
    News,
    Number,
    Option,
    RoundFlow,
    Schema,
    Table,
    View,
    Vocabulary,
)
from miskatonic.kernel import State as KernelState
from miskatonic.kernel.hands import faces

RANKS = range(1, 7)
COPIES = 5
COINS = 4

BOXES = """
[[box]]
name = "standard"
rounds = 4

[[box]]
name = "short"
rounds = 2
"""


class State(KernelState):
    """Cards are counted by rank in the deck, listed in hands; `played` lies open."""

    __slots__ = ("bank", "deck", "hands", "omen", "omens", "played", "round", "rounds", "scores")

    def __init__(self, seats: int, rounds: int, omens: bool) -> None:
        super().__init__()
        self.deck = [0] + [COPIES] * len(RANKS)
        self.hands: list[list[int]] = [[] for _ in range(seats)]
        self.played: list[int] = []
        self.scores = [0] * seats
        self.bank = COINS
        self.round = 0
        self.rounds = rounds
        self.omen = 0
        self.omens = omens

    def copy(self) -> Self:
        other = self.__new__(type(self))
        other.news = None
        other.audience = self.audience
        other.reveals = self.reveals
        other.deck = self.deck.copy()
        other.hands = [hand.copy() for hand in self.hands]
        other.played = self.played.copy()
        other.scores = self.scores.copy()
        other.bank = self.bank
        other.round = self.round
        other.rounds = self.rounds
        other.omen = self.omen
        other.omens = self.omens
        return other


class Phrases:
    """Short words for everything."""

    def prompt(self, ask: Ask, view: View) -> str:
        return f"{ask.prompt}?"

    def label(self, code: int, view: View) -> str:
        return str(code)

    def sentence(self, news: News) -> str:
        return repr(news)

    def rules(self, ask: Ask) -> tuple[str, ...]:
        return (f"C-{ask.prompt}",)

    def ending(self, view: View) -> str:
        return f"Scores: {view['scores']}"


class Candles:
    """The rules, one overridable method per step."""

    name = "candles"
    longest = 200
    state: type[State] = State
    vocabulary = Vocabulary(Number("play", 1, 6), Choice("share", "take", "leave"), Number("hide", 0, 6))

    def game(self) -> Game[State]:
        """Everything as one object."""
        return Game(
            name=self.name,
            title="Candles",
            seats=range(2, 5),
            vocabulary=self.vocabulary,
            schema=Schema(shipped=lambda: {"boxes.toml": BOXES}, read=self.read),
            setup=self.setup,
            beat=self.beat,
            view=self.view,
            returns=self.returns,
            phrases=Phrases(),
            options=(Option("omens", ("on", "off"), "Is the omen die rolled?"),),
            longest=self.longest,
            result=self.result,
            redeal=self.redeal,
            census=self.census,
            features=self.features,
            odds=lambda view, ask: dict.fromkeys(ask.options, "who knows"),
            draw=lambda view, paint: paint(f"bank {view['bank']}", "gold"),
        )

    def read(self, root: Table) -> list[tuple[str, Any, Any]]:
        return [(box.text("name"), dict(box.data), box.integer("rounds", low=1)) for box in root.tables("box")]

    def setup(self, content: Content, options: Mapping[str, str], seats: int) -> State:
        return self.state(seats, content.data, options["omens"] == "on")

    # -- one round ----------------------------------------------------------------------------------------------------

    def beat(self, s: State) -> RoundFlow[None]:
        for seat in range(len(s.hands)):
            yield from self.fill_hand(s, seat)
        s.omen = faces((yield self.omen_die()))[0] if s.omens else 0
        s.tell("omen", s.omen)
        cards: list[int] = yield AskAll(tuple(self.which_card(s, seat) for seat in range(len(s.hands))))
        for seat, code in enumerate(cards):
            self.play_card(s, seat, self.card(code))
        winner = self.winner(s, [self.card(code) for code in cards])
        if winner is not None:
            yield from self.award(s, winner)
        yield from self.hide(s, s.round % len(s.hands))
        s.round += 1
        if s.round == s.rounds:
            raise GameOver

    def fill_hand(self, s: State, seat: int) -> Flow[None]:
        while len(s.hands[seat]) < 2:
            card = yield self.deal(s, seat)
            s.deck[card] -= 1
            s.hands[seat] = sorted([*s.hands[seat], card])
            self.tell_only(s, seat, "drawn", card)

    def tell_only(self, s: State, seat: int, what: str, *figures: int) -> None:
        s.audience = seat
        s.tell(what, *figures)
        s.audience = None

    def deal(self, s: State, seat: int) -> Chance:
        return Draw("deal", list(enumerate(s.deck))).private(seat)

    def omen_die(self) -> Chance:
        return Dice("omen", 1)

    def card(self, code: int) -> int:
        value = self.vocabulary.decode(code)[1]
        assert isinstance(value, int)
        return value

    def which_card(self, s: State, seat: int) -> Ask:
        return Ask(seat, "play", tuple(self.vocabulary.encode("play", card) for card in sorted(set(s.hands[seat]))))

    def play_card(self, s: State, seat: int, card: int) -> None:
        s.hands[seat].remove(card)
        s.played.append(card)
        s.reveals += 1
        s.tell("played", seat, card)

    def winner(self, s: State, cards: list[int]) -> int | None:
        best = min(cards) if s.omen == 6 else max(cards)
        return cards.index(best) if cards.count(best) == 1 else None

    def award(self, s: State, winner: int) -> Flow[None]:
        options = tuple(self.vocabulary.encode("share", word) for word in ("take", "leave"))
        if (yield Ask(winner, "share", options, actor=(winner + 1) % len(s.hands))) == options[0]:
            s.bank -= 1
            s.scores[winner] += 1
            s.tell("coin", winner)

    def hide(self, s: State, seat: int) -> Flow[None]:
        card = self.card((yield self.which_to_hide(s, seat)))
        if card:
            s.hands[seat].remove(card)
            s.deck[card] += 1
        self.tell_only(s, seat, "hidden", card)

    def which_to_hide(self, s: State, seat: int) -> Ask:
        cards = (0, *sorted(set(s.hands[seat])))
        return Ask(seat, "hide", tuple(self.vocabulary.encode("hide", card) for card in cards), secret=True)

    # -- looking ------------------------------------------------------------------------------------------------------

    def view(self, s: State, seat: int | None) -> View:
        return {
            "round": s.round,
            "omen": s.omen,
            "bank": s.bank,
            "scores": s.scores.copy(),
            "played": s.played.copy(),
            "hand": [] if seat is None else s.hands[seat].copy(),
            "cards": sum(s.deck) + sum(map(len, s.hands)),
        }

    def features(self, s: State, seat: int) -> list[float]:
        return [float(s.hands[seat].count(card)) for card in RANKS] + [s.round / s.rounds, s.bank / COINS]

    def returns(self, s: State) -> tuple[float, ...]:
        return tuple(score / COINS for score in s.scores)

    def result(self, s: State) -> str:
        return "-".join(map(str, s.scores)) if s.round == s.rounds else ""

    def redeal(self, s: State, seat: int | None, random: Random) -> State:
        """All cards that this seat does not see are shuffled; everybody holds as many as before."""
        other = s.copy()
        theirs = [n for n in range(len(s.hands)) if n != seat]
        pool = [card for card, number in enumerate(s.deck) for _ in range(number)]
        pool += [card for n in theirs for card in s.hands[n]]
        pool.sort()  # what lies there now makes no difference
        random.shuffle(pool)
        for n in theirs:
            other.hands[n] = sorted(pool.pop() for _ in s.hands[n])
        other.deck = [pool.count(card) for card in range(len(s.deck))]
        return other

    def census(self, s: State) -> Mapping[str, int]:
        return {"cards": sum(s.deck) + sum(map(len, s.hands)) + len(s.played), "coins": s.bank + sum(s.scores)}


CANDLES = Candles().game()
