"""Plans for the dice of a Turn: what every lock is worth, by exact look-ahead over all throws that may follow."""

from __future__ import annotations

from functools import cache
from typing import Final

from miskatonic.games.tower.binding import Binding, Locking
from miskatonic.games.tower.names import DICE
from miskatonic.games.tower.tray import tray_of
from miskatonic.games.tower.vocabulary import LOCK, LOCKED, NUMBER
from miskatonic.kernel import Dice
from miskatonic.kernel.hands import faces, size

HIGHEST: Final = 40
"""Totals beyond this are worth no more."""


@cache
def outcomes(number: int) -> tuple[tuple[int, float], ...]:
    """Every throw of so many dice with its probability."""
    return tuple(Dice("", number).outcomes())


@cache
def lock_after(locking: Locking, locked: int, loose: int) -> tuple[int, ...]:
    """All dice locked after every legal lock."""
    return tuple(locked + LOCKED[code - LOCK] for code in locking.rooms[NUMBER[locked]].locks(loose))


class Tree:
    """Everything that may follow from the first throw, by what is locked: the same for all who are bound alike."""

    def __init__(self, locking: Locking, failing: frozenset[int]) -> None:
        self.throws: dict[int, list[tuple[float, tuple[int, ...]]]] = {}
        """By locked dice: what may be locked after the next throw, with its chance; throws that allow the same are one.

        An empty tuple stands for the throws that end the investigation: nothing may be locked, or a rule says so.
        """
        waiting = [0]
        while waiting:
            locked = waiting.pop()
            if locked in self.throws or size(locked) == DICE:
                continue
            found: dict[tuple[int, ...], float] = {}
            for hand, chance in outcomes(DICE - size(locked)):
                after = () if hand in failing else lock_after(locking, locked, hand)
                found[after] = found.get(after, 0.0) + chance
                waiting += after
            self.throws[locked] = [(chance, after) for after, chance in found.items()]
        self.order = sorted(self.throws, key=size, reverse=True)
        locks = {hand for throws in self.throws.values() for _, after in throws for hand in after}
        self.complete = locks - self.throws.keys()
        """All five dice locked, in every way that may be reached."""


@cache
def tree(locking: Locking, failing: frozenset[int]) -> Tree:
    """The tree for a way of locking and the throws that fail by a rule, grown once."""
    return Tree(locking, failing)


@cache
def failing_throws(binding: Binding) -> frozenset[int]:
    """The throws that a rule makes fail."""
    throws = (hand for number in range(1, DICE + 1) for hand, _ in outcomes(number))
    return frozenset(hand for hand in throws if binding.thrown[NUMBER[hand]].fails)


class Plan:
    """The best course for one Investigator, given what each total is worth, and what a failure is.

    Free rethrows, tokens and Spells are left out of account; so are consequences of throws other than failing.
    """

    def __init__(self, binding: Binding, worth: tuple[float, ...], failure: float, mods: int) -> None:
        self.binding = binding
        self.worth = worth
        self.failure = failure
        self.mods = mods
        self._judged: dict[int, float] = {}
        self._failing = failing_throws(binding)
        self._tree = tree(binding.locking, self._failing)
        self._limit = binding.throw_limit if binding.throw_limit <= DICE else 0
        complete = {hand: self.judged(hand) for hand in self._tree.complete}
        # with a limit of throws, the worth of locked dice depends on how many are left
        self._values: list[dict[int, float]] = [complete.copy() for _ in range(max(1, self._limit))]
        for throws in range(self._limit - 1, -1, -1) if self._limit else (0,):
            last = self._limit and throws + 1 == self._limit
            values, later = self._values[throws], self._values[throws if last or not self._limit else throws + 1]
            for locked in self._tree.order:
                values[locked] = self._last(locked) if last else self._ahead(locked, later)

    def _ahead(self, locked: int, values: dict[int, float]) -> float:
        """What locked dice are worth before a throw after which some may be locked."""
        worth_of = values.__getitem__
        total = 0.0
        for chance, after in self._tree.throws[locked]:
            total += chance * (max(map(worth_of, after)) if after else self.failure)
        return total

    def _last(self, locked: int) -> float:
        """What locked dice are worth before the last throw, after which all count as they lie."""
        total = 0.0
        for hand, chance in outcomes(DICE - size(locked)):
            total += chance * (self.failure if hand in self._failing else self.judged(locked + hand))
        return total

    def judged(self, hand: int) -> float:
        """What five dice are worth as they lie."""
        found = self._judged.get(hand)
        if found is None:
            placed = self.binding.placing.of(tray_of(faces(hand)))
            found = self.failure
            if self.binding.succeeds(placed, self.mods):
                found = self.worth[min(HIGHEST, max(0, placed.total + self.mods))]
            self._judged[hand] = found
        return found

    def ahead(self, locked: int, throws: int) -> float:
        """What locked dice are worth after so many throws; those that no lock leads to are not looked into."""
        worth = self._after(throws).get(locked)
        if worth is None:
            worth = self.judged(locked) if size(locked) == DICE else self.failure
        return worth

    def _after(self, throws: int) -> dict[int, float]:
        return self._values[min(throws, self._limit - 1) if self._limit else 0]

    def thrown(self, locked: int, loose: int, throws: int) -> float:
        """What some loose dice are worth, if the best is locked now."""
        if throws >= self.binding.throw_limit or not loose:
            return self.judged(locked + loose)
        after = lock_after(self.binding.locking, locked, loose)
        values = self._after(throws)
        worths = [values[hand] if hand in values else self.ahead(hand, throws) for hand in after]
        return max(worths, default=self.failure)

    def lock(self, code: int, locked: int, throws: int) -> float:
        """What a lock is worth."""
        return self.ahead(locked + LOCKED[code - LOCK], throws)

    def rethrow(self, locked: int, kept: int, number: int, throws: int) -> float:
        """What it is worth to throw so many dice again while others keep lying loose."""
        return sum(
            chance * (self.failure if hand in self._failing else self.thrown(locked, kept + hand, throws))
            for hand, chance in outcomes(number)
        )


@cache
def plan(binding: Binding, worth: tuple[float, ...], failure: float, mods: int) -> Plan:
    """A plan, made once for the same circumstances."""
    return Plan(binding, worth, failure, mods)


@cache
def success_plan(binding: Binding, mods: int) -> Plan:
    """The plan that succeeds most often, whatever the total."""
    return Plan(binding, (1.0,) * (HIGHEST + 1), 0.0, mods)
