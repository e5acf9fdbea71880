"""The fortune of a match with a physical tower."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.util import find_spec
from random import Random
from typing import TYPE_CHECKING, Any, Final

from miskatonic.games.tower.names import BIT, KINDS, counts_of
from miskatonic.games.tower.tower import LAYOUTS, Falls
from miskatonic.kernel import Chance, Fortune, SetupError
from miskatonic.kernel.chance import Below
from miskatonic.physics.film import Film

if TYPE_CHECKING:
    from miskatonic.physics.shaft import Fall, Shaft

SEEDS: Final = 1 << 32
OBSERVED: Final = "tower"
"""The label of the chance that is simulated instead of rolled."""


def is_installed() -> bool:
    """Whether a tower can be simulated here."""
    return find_spec("mujoco") is not None


class Filling(Chance):
    """How the marbles were poured in: a number from which everything in the tower follows."""

    def draw(self, below: Below) -> int:
        """One of many."""
        return below(SEEDS)


class Kinds(Chance):
    """Which marbles they are that fell. Nobody knows where marbles lie, so their kinds need not be settled before."""

    def __init__(self, falls: Falls, number: int) -> None:
        super().__init__(falls.label)
        self.falls = falls
        self.number = number

    def draw(self, below: Below) -> int:
        """So many marbles out of all that are inside."""
        return self.falls.which(self.number, below)


class Physical:
    """Answers draws of tentacles from a simulated tower, and leaves everything else to other dice.

    The filling and the kinds of marbles follow from the luck of those dice, so that nobody can bend them. `films` holds
    what was filmed, by the number of the draw, until somebody takes it.
    """

    def __init__(self, dice: Fortune, films: dict[int, Film] | None = None) -> None:
        if not is_installed():
            raise SetupError("a physical tower needs MuJoCo: pip install 'miskatonic[physics]'")
        self.dice = dice
        self.match_id: str = getattr(dice, "match_id", "")
        self.films: dict[int, Film] = {} if films is None else films
        self._shaft: Shaft | None = None
        self._past: list[tuple[int, int]] = []
        """What the shaft has been through: tentacles, and how many marbles fell."""

    def draw(self, chance: Chance, n: int) -> int:
        """The outcome of chance number `n`."""
        if not isinstance(chance, Falls):
            return self.dice.draw(chance, n)
        draw = len(chance.history)
        fall = self._shaft_for(chance, n).pull(chance.stick)
        inside = sum(counts_of(chance.inside))
        # TM-T4: nothing can stay when the last tentacle is out
        number = inside if chance.left == BIT[chance.stick] else min(inside, len(fall.paths))
        heap = self.dice.draw(Kinds(chance, number).keyed(f"tower {draw}"), n)
        self._past.append((chance.stick, number))
        self.films[draw] = _film(draw, chance.stick, fall, heap)
        return heap

    def _shaft_for(self, chance: Falls, n: int) -> Shaft:
        """A tower with the same past: the one at hand, or a new one that is brought to it."""
        past = [(stick, sum(counts_of(heap))) for stick, heap in chance.history]
        if self._shaft is not None and self._past == past:
            return self._shaft
        from miskatonic.physics.shaft import Shaft

        all_sticks = chance.left | sum(BIT[stick] for stick, _ in past)
        inside = sum(counts_of(chance.inside)) + sum(number for _, number in past)
        seed = self.dice.draw(Filling("tower").keyed("tower filling"), n)
        self._shaft, self._past = Shaft(LAYOUTS[chance.layout], all_sticks, inside, seed), past
        for stick, number in past:
            fell = self._shaft.pull(stick)
            inside -= number
            if len(fell.paths) != number:
                self._shaft.hold(inside)
        return self._shaft

    def restart(self) -> Physical:
        """The same from the beginning; a tower is brought to the past that it is asked about."""
        dice = self.dice.restart()
        return self if dice is self.dice else Physical(dice, self.films)

    def header(self, over: bool) -> dict[str, Any]:
        """Marbles roll a little otherwise on every machine, so nobody can compute them again; dice can be."""
        return self.dice.header(over) | {"observed": [OBSERVED]}


def physical(game: str, dice: Fortune) -> Fortune:
    """Dice with real bodies, where the game has some and they can be simulated here; else the dice as they are."""
    return Physical(dice) if game == "tower" and is_installed() else dice


def films(fortune: Fortune | None) -> Iterator[Film]:
    """The films of draws that nobody has looked at yet; each is given away once."""
    if isinstance(fortune, Physical):
        while fortune.films:
            yield fortune.films.pop(min(fortune.films))


def _film(draw: int, stick: int, fall: Fall, heap: int) -> Film:
    """The film of a draw; kinds are given to the marbles in the order in which they fell."""
    kinds = [kind for kind, number in zip(KINDS, counts_of(heap), strict=True) for _ in range(number)]
    Random(draw).shuffle(kinds)  # which of them comes first is of no account
    # those that the last draw freed without being seen to fall have no path
    seen = min(len(kinds), len(fall.paths))
    return Film(draw, stick, fall.frames, tuple(kinds[:seen]), fall.paths[:seen])
