"""Solving Dice of Arkham backwards, chapter by chapter, from the third seal and the third key.

Seals, keys, clock and investigation never go back within a chapter, so the spots are solved one after the other. Only a
turn that leaves its spot as it was leads to values not yet known; there the values are computed again until they hold.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

import numpy as np

from miskatonic.bots.optimal.book import Book, Chapter, everywhere
from miskatonic.bots.optimal.clashes import Clash, Hands, settled
from miskatonic.bots.optimal.compiled import Floats, Reals
from miskatonic.bots.optimal.events import Events
from miskatonic.bots.optimal.model import Spot
from miskatonic.bots.optimal.slots import Slots, Turn, chunks, first_rolls, play_turn

CLOSE = 1e-5
"""A spot is left when its values would move by less than this, however often they were computed again."""

SLOWEST = 0.9
"""The slowest approach that is extrapolated: what is left of a change in the next sweep."""


class Progress(NamedTuple):
    """What has been done so far: spots of all there are, and sweeps over them."""

    done: int
    of: int
    sweeps: int


class Frame(NamedTuple):
    """The turns of a chapter by where they begin, and the slots that they lead to."""

    slots: Slots
    turns: dict[Spot, Turn]
    tired: dict[bool, Turn]
    gifted: dict[bool, Turn]


def nothing(_: object) -> None:
    """Tell nobody, keep nothing."""


class Solver:
    """Fills a book, chapter by chapter; chapters that are there already are left alone.

    `tell` hears of every spot, `keep` of every chapter that is finished.
    """

    def __init__(
        self,
        book: Book,
        hands: Hands,
        tell: Callable[[Progress], None] = nothing,
        keep: Callable[[Book], None] = nothing,
        close: float = CLOSE,
    ) -> None:
        self.model = book.model
        self.book = book
        self.hands = hands
        self.tell = tell
        self.keep = keep
        self.close = close
        self.sweeps = 0
        self.odd = 0
        """Fights met in which losing would have been better than winning."""
        self.gap = 0.0
        """The largest last change of any value."""
        self.of = sum(len(list(self.order(keys))) for keys in range(3) for _ in range(3))
        self.done = sum(len(list(self.order(keys))) for _, keys in book.chapters)

    def solve(self) -> Book:
        """All chapters, each after those that a seal or a key leads to."""
        for total in range(4, -1, -1):
            for seals in range(min(2, total), -1, -1):
                if (keys := total - seals) <= 2 and (seals, keys) not in self.book.chapters:
                    self.chapter(seals, keys)
                    self.keep(self.book)
        return self.book

    def order(self, keys: int) -> Iterator[Spot]:
        """The spots of a chapter: without a die on the elder sign first, since it only ever comes back."""
        for elder_die in self.book.flags(keys):
            yield from self.book.spots(keys, elder_die)

    def frame(self, seals: int, keys: int) -> Frame:
        """All turns of a chapter, and the slots they lead to."""
        model, slots = self.model, Slots(self.model)
        turns = {spot: slots.turn(spot, spot.inv, model.dice(seals, spot.elder_die)) for spot in self.order(keys)}
        tired: dict[bool, Turn] = {}
        gifted: dict[bool, Turn] = {}
        for elder_die in self.book.flags(keys) if seals == 1 else ():
            start = Spot(elder_die, model.sheet.time_reset, 0)
            tired[elder_die] = slots.turn(start, 0, model.dice(seals, elder_die, tired=True))
            gifted[elder_die] = slots.turn(start, 0, model.dice(seals, elder_die, gift=True))
        return Frame(slots, turns, tired, gifted)

    def full_tracks(self, slots: Slots) -> list[Spot]:
        """The spots that only exist within a turn, later clocks first: a full clock, and a full investigation track."""
        sheet = self.model.sheet
        full = [spot for spot in slots.foes if spot.time == sheet.time_end or spot.inv == sheet.inv_end]
        return sorted(full, key=lambda spot: -spot.time)

    def chapter(self, seals: int, keys: int) -> None:
        """One chapter from its end to its beginning."""
        chapter = self.book.chapters[seals, keys] = Chapter()
        frame = self.frame(seals, keys)
        after: Reals = np.zeros((len(frame.slots.numbers), *self.model.shape), np.float32)
        for elder_die in self.book.flags(keys):
            chapter.key[elder_die] = self.key(seals, keys + 1, elder_die)
            chapter.seal[elder_die] = self.seal(seals + 1, keys, elder_die)
        for spot in self.full_tracks(frame.slots):
            self.odd += self.meet(chapter, frame.slots, spot, after)[0]
        for spot in self.order(keys):
            self.settle(chapter, frame.slots, spot, frame.turns[spot], after)
            self.done += 1
            self.tell(Progress(self.done, self.of, self.sweeps))
        for elder_die, turn in frame.tired.items():
            chapter.tired[elder_die] = self.turn(turn, after, first_rolls(turn.dice, gift=False))[0]
        for elder_die, turn in frame.gifted.items():
            chapter.gifted[elder_die] = self.turn(turn, after, first_rolls(turn.dice, gift=True)).max(axis=0)

    def key(self, seals: int, keys: int, elder_die: bool) -> Floats:
        """The value of a key just gained."""
        if keys == 3:
            return self.model.empty()
        events = Events(self.model, self.book.chapters[seals, keys], elder_die, hands=self.hands)
        at = everywhere(self.model)
        return alive(events.first_key(at) if keys == 1 else events.second_key(at))

    def seal(self, seals: int, keys: int, elder_die: bool) -> Floats:
        """The value of a seal just gained."""
        if seals == 3:
            return alive(self.model.empty() + 1.0)
        events = Events(self.model, self.book.chapters[seals, keys], elder_die, hands=self.hands)
        at = everywhere(self.model)
        return alive(events.first_seal(at) if seals == 1 else events.second_seal(at))

    def meet(
        self, chapter: Chapter, slots: Slots, spot: Spot, after: Reals, clash: Clash | None = None
    ) -> tuple[int, Clash]:
        """Fill the slots of all foes at a spot; returns how many fights would better be lost, and what was computed."""
        ends = chapter.ends(self.model, spot)
        if clash is None:
            clash = Clash(self.model, ends, hands=self.hands)
        else:
            clash.renew(ends)
        for foe in sorted(slots.foes.get(spot, ())):
            if not foe.is_double:
                after[slots.numbers[spot, foe]] = clash.grid(foe)
                continue
            plain = foe._replace(is_double=False)
            later = self.model.spot(spot.elder_die, spot.time + 1, spot.inv)
            after[slots.numbers[spot, foe]] = settled(self.model, clash.grid(plain), after[slots.numbers[later, plain]])
        return clash.odd, clash

    def turn(self, turn: Turn, after: Reals, weights: Floats) -> Floats:
        """The value of a turn on the whole grid, by how it starts."""
        out: Floats = np.zeros((self.model.shape[0], len(weights), *self.model.shape[1:]))
        work = [(health, *chunk) for health in range(1, self.model.shape[0]) for chunk in chunks(self.model.purses)]

        def part(health: int, start: int, end: int) -> None:
            play_turn(self.model, turn, after, weights, health, start, end, out[health])

        list(self.hands.map(part, *zip(*work, strict=True)))
        return np.ascontiguousarray(out.swapaxes(0, 1))

    def settle(self, chapter: Chapter, slots: Slots, spot: Spot, turn: Turn, after: Reals) -> None:
        """Compute the values of a spot until they hold."""
        weights = first_rolls(turn.dice, gift=False)
        returns = spot.time < self.model.sheet.time_end and spot.inv < self.model.sheet.inv_end
        if not returns:
            chapter.rest[spot] = self.turn(turn, after, weights)[0]
            return
        values = self.guess(chapter, spot)
        last: Floats | None = None
        clash: Clash | None = None
        pace, odd = SLOWEST, 0
        first = self.borrow(chapter, slots, spot, after, values)
        while True:
            chapter.rest[spot] = values
            if not first:
                odd, clash = self.meet(chapter, slots, spot, after, clash)
            before, values = values, self.turn(turn, after, weights)[0]
            self.sweeps += 1
            change = values - before
            largest = float(np.abs(change).max())
            if last is not None:
                pace = min(SLOWEST, largest / max(float(np.abs(last).max()), 1e-300))
            if not first and largest * pace / (1 - pace) < self.close:
                break
            if last is not None:
                values = ahead(values, last, change)
            last, first = (change if last is None else None), False
        chapter.rest[spot] = values
        self.gap = max(self.gap, largest)
        self.odd += odd

    def borrow(self, chapter: Chapter, slots: Slots, spot: Spot, after: Reals, values: Floats) -> bool:
        """For the first sweep, take the slots of a neighbour, moved by as much as the values differ."""
        near = spot._replace(elder_die=False) if spot.elder_die else spot._replace(inv=spot.inv + 1)
        if near.inv == self.model.sheet.inv_end or not slots.foes[spot] <= slots.foes[near]:
            return False
        shift = values - chapter.rest[near]
        for foe in slots.foes[spot]:
            after[slots.numbers[spot, foe]] = np.clip(after[slots.numbers[near, foe]] + shift, 0.0, 1.0)
        return True

    def guess(self, chapter: Chapter, spot: Spot) -> Floats:
        """A first guess, from the neighbours already known."""

        def at(elder_die: bool, time: int, inv: int) -> Floats:
            return chapter.after(self.model, self.model.spot(elder_die, time, inv))

        flag, time, inv = spot
        if flag:
            return np.clip(at(False, time, inv) + at(True, time + 1, inv) - at(False, time + 1, inv), 0.0, 1.0)
        if time + 1 == self.model.sheet.time_end or inv + 1 == self.model.sheet.inv_end:
            return at(False, time, inv + 1).copy()
        return np.clip(at(False, time + 1, inv) + at(False, time, inv + 1) - at(False, time + 1, inv + 1), 0.0, 1.0)


def ahead(values: Floats, last: Floats, change: Floats) -> Floats:
    """Where values are heading whose last two changes are known, if each is a fixed part of the one before."""
    known = np.abs(last) > 1e-13
    pace = np.clip(np.divide(change, last, out=np.zeros_like(change), where=known), 0.0, SLOWEST)
    reached: Floats = np.clip(values + change * pace / (1 - pace), 0.0, 1.0)
    return reached


def alive(grid: Floats) -> Floats:
    """Nothing can be won without health or sanity."""
    grid[0] = 0.0
    grid[:, 0] = 0.0
    return grid
