"""Candles with one fault each; the docstring of each names what is wrong, `caught_by` the property that must fail."""

from __future__ import annotations

from random import random
from typing import Any, Self

from miskatonic.kernel import Ask, Chance, Choice, Dice, Draw, Flow, GameOver, Number, View, Vocabulary
from miskatonic.kernel.chance import Below, Uniform
from toys.candles import Candles, State


class LeakingView(Candles):
    """A view shows how many sixes the next seat holds."""

    name, caught_by = "leaking view", "secrets"

    def view(self, s: State, seat: int | None) -> View:
        return super().view(s, seat) | {"sixes": s.hands[((seat or 0) + 1) % len(s.hands)].count(6)}


class LeakingFeatures(Candles):
    """The features of every seat show the hand of seat 0."""

    name, caught_by = "leaking features", "secrets"

    def features(self, s: State, seat: int) -> list[float]:
        return super().features(s, 0)


class TellingQuestion(Candles):
    """A seat is only asked what to hide if its hand holds a high card."""

    name, caught_by = "telling question", "secrets"

    def hide(self, s: State, seat: int) -> Flow[None]:
        if max(s.hands[seat]) > 3:
            yield from super().hide(s, seat)


class TellingFirstQuestion(Candles):
    """Before anything is shown, a seat is asked only if another seat holds a high card."""

    name, caught_by = "telling first question", "secrets"

    def beat(self, s: State) -> Flow[None]:
        if s.hands[1] and max(s.hands[1]) > 3:
            yield Ask(0, "share", (6, 7))
        yield from super().beat(s)


class TellingOptions(Candles):
    """What seat 0 may answer depends on the cards of seat 1."""

    name, caught_by = "telling options", "secrets"

    def beat(self, s: State) -> Flow[None]:
        yield Ask(0, "share", (6, 7) if sum(s.hands[1]) % 2 else (6,))
        yield from super().beat(s)


class LoudNews(Candles):
    """At the start of a round everybody hears a card of seat 1."""

    name, caught_by = "loud news", "secrets"

    def beat(self, s: State) -> Flow[None]:
        if s.hands[1]:
            s.tell("seen", s.hands[1][0])
        yield from super().beat(s)


class NewsToTheWrongSeat(Candles):
    """What seat 1 holds is told to seat 0 only."""

    name, caught_by = "news to the wrong seat", "secrets"

    def beat(self, s: State) -> Flow[None]:
        if s.hands[1]:
            self.tell_only(s, 0, "yours", s.hands[1][0])
        yield from super().beat(s)


class SharingState(State):
    """Copies share the list of scores."""

    __slots__ = ()

    def copy(self) -> Self:
        other = super().copy()
        other.scores = self.scores
        return other


class SharedList(Candles):
    """Copies of the state share a list."""

    name, caught_by, state = "shared list", "forks", SharingState


class ForgettingState(State):
    """Copies forget the bank."""

    __slots__ = ()

    def copy(self) -> Self:
        other = super().copy()
        other.bank = 4
        return other


class ForgottenField(Candles):
    """Copies of the state lack what changed in a field."""

    name, caught_by, state = "forgotten field", "forks", ForgettingState


class LuckyFlow(Candles):
    """The rules draw a random number of their own."""

    name, caught_by = "lucky flow", "replay"

    def winner(self, s: State, cards: list[int]) -> int | None:
        return int(random() * len(cards))


class CountingFlow(Candles):
    """The rules count in a place outside the state."""

    name, caught_by = "counting flow", "replay"
    rounds_ever = 0

    def winner(self, s: State, cards: list[int]) -> int | None:
        self.rounds_ever += 1
        return self.rounds_ever % len(cards)


class MemoryOutside(Candles):
    """Coins left in the bank are remembered outside the state, so no undo takes them back."""

    name, caught_by = "memory outside", "undo"

    def __init__(self) -> None:
        self.left: list[int] = []

    def award(self, s: State, winner: int) -> Flow[None]:
        before = s.bank
        yield from super().award(s, winner)
        if s.bank == before:
            self.left.append(winner)
        s.omen = 10 * len(self.left)


class BiasedDie(Dice):
    """Simulations roll more sixes than the probabilities say."""

    __slots__ = ()

    def sample(self, uniform: Uniform) -> int:
        return super().sample(lambda: max(uniform(), 0.25))


class BiasedSample(Candles):
    """A die that samples otherwise than its outcomes say."""

    name, caught_by = "biased sample", "chance"

    def omen_die(self) -> Chance:
        return BiasedDie("omen", 1)


class BiasedDrawDie(Dice):
    """The exact draw shows too many ones."""

    __slots__ = ()

    def draw(self, below: Below) -> int:
        return super().draw(lambda n: below(n) and below(n))


class BiasedDraw(Candles):
    """A die that draws otherwise than its outcomes say."""

    name, caught_by = "biased draw", "chance"

    def omen_die(self) -> Chance:
        return BiasedDrawDie("omen", 1)


class Overfull(Dice):
    """Its probabilities sum to more than 1."""

    __slots__ = ()

    def outcomes(self) -> list[tuple[int, float]]:
        return [(code, p * 1.01) for code, p in super().outcomes()]


class SumBeyondOne(Candles):
    """Probabilities that do not sum to 1."""

    name, caught_by = "sum beyond one", "chance"

    def omen_die(self) -> Chance:
        return Overfull("omen", 1)


class SameNames(Candles):
    """Two outcomes of a chance have the same word."""

    name, caught_by = "same names", "chance"

    def deal(self, s: State, seat: int) -> Chance:
        return Draw("deal", list(enumerate(s.deck)), lambda card: "high" if card > 4 else str(card)).private(seat)


class LostCard(Candles):
    """A six that is played leaves the game."""

    name, caught_by = "lost card", "components"

    def play_card(self, s: State, seat: int, card: int) -> None:
        super().play_card(s, seat, card)
        if card == 6:
            s.played.pop()


class UnsortedOptions(Candles):
    """Options in the order of the hand, highest first."""

    name, caught_by = "unsorted options", "vocabulary"

    def which_card(self, s: State, seat: int) -> Ask:
        ask = super().which_card(s, seat)
        return Ask(seat, ask.prompt, ask.options[::-1])


class DoubleOptions(Candles):
    """A pair in the hand is offered twice."""

    name, caught_by = "double options", "vocabulary"

    def which_card(self, s: State, seat: int) -> Ask:
        return Ask(seat, "play", tuple(self.vocabulary.encode("play", card) for card in s.hands[seat]))


class Shouted(Choice):
    """Words that are written in another way than they are read."""

    def text(self, value: Any) -> str:
        return str(value).upper()


class OneWayWords(Candles):
    """A vocabulary whose words cannot be read again."""

    name, caught_by = "one-way words", "vocabulary"
    vocabulary = Vocabulary(Number("play", 1, 6), Shouted("share", "take", "leave"), Number("hide", 0, 6))


class ChangingView(Candles):
    """Looking at the table turns the omen die."""

    name, caught_by = "changing view", "queries"

    def view(self, s: State, seat: int | None) -> View:
        s.omen = (s.omen + 1) % 7
        return super().view(s, seat)


class FickleView(Candles):
    """A view that tells something else each time, although nothing changes."""

    name, caught_by = "fickle view", "queries"
    looks = 0

    def view(self, s: State, seat: int | None) -> View:
        self.looks += 1
        return super().view(s, seat) | {"looks": self.looks}


class TuplesInView(Candles):
    """A view with a tuple, which JSON turns into a list."""

    name, caught_by = "tuples in view", "views"

    def view(self, s: State, seat: int | None) -> View:
        return super().view(s, seat) | {"played": tuple(s.played)}


class GrowingFeatures(Candles):
    """Features whose number grows with the cards played."""

    name, caught_by = "growing features", "views"

    def features(self, s: State, seat: int) -> list[float]:
        return super().features(s, seat) + [float(card) for card in s.played]


class NeverEnding(Candles):
    """A match that starts over instead of ending."""

    name, caught_by, longest = "never ending", "endings", 300

    def beat(self, s: State) -> Flow[None]:
        try:
            yield from super().beat(s)
        except GameOver:
            s.__init__(len(s.hands), s.rounds, s.omens)  # type: ignore[misc]


class LateEnd(Candles):
    """A match that may last longer than declared."""

    name, caught_by, longest = "late end", "endings", 20


class GreedyReturns(Candles):
    """Returns beyond 1."""

    name, caught_by = "greedy returns", "endings"

    def returns(self, s: State) -> tuple[float, ...]:
        return tuple(map(float, s.scores))


class EarlyResult(Candles):
    """A result before the end."""

    name, caught_by = "early result", "endings"

    def result(self, s: State) -> str:
        return "-".join(map(str, s.scores))


class MintedCoin(Candles):
    """A coin is minted with every omen of 1."""

    name, caught_by = "minted coin", "components"

    def winner(self, s: State, cards: list[int]) -> int | None:
        s.bank += s.omen == 1
        return super().winner(s, cards)

    def returns(self, s: State) -> tuple[float, ...]:
        return tuple(score / 20 for score in s.scores)


FAULTS: list[type[Candles]] = [
    fault for fault in globals().copy().values() if isinstance(fault, type) and hasattr(fault, "caught_by")
]
