"""Where the dice of a turn lead, for a whole chapter: one grid ("slot") per spot and foe."""

from __future__ import annotations

from functools import cache
from threading import local
from typing import NamedTuple

import numpy as np

from miskatonic.bots.optimal.compiled import Floats, Reals, Whole
from miskatonic.bots.optimal.handfuls import handfuls
from miskatonic.bots.optimal.model import Foe, Model, Plan, Spot
from miskatonic.bots.optimal.rerolls import dice_phase

LANES = 52
"""At most so many purses are computed at once."""


class Turn(NamedTuple):
    """A dice phase that can be computed: its plan, and the slot that every lead ends in under every omen.

    Without healing, 4s do to somebody what the same foes without 4s do to somebody with as much less sanity. So only
    some omens need be looked through (`kinds`), and `chances[kind, 4s]` says how often they stand for another.
    """

    plan: Plan
    dice: int
    slots: Whole
    kinds: list[int]
    fours: Whole
    chances: Floats


class Slots:
    """Numbers for all (spot, foe) that turns lead to."""

    def __init__(self, model: Model) -> None:
        self.model = model
        self.numbers: dict[tuple[Spot, Foe], int] = {}
        self.foes: dict[Spot, set[Foe]] = {}

    def number(self, spot: Spot, foe: Foe) -> int:
        """The slot of a foe at a spot; a double needs the plain foe now and a step later."""
        if (spot, foe) not in self.numbers:
            self.numbers[spot, foe] = len(self.numbers)
            self.foes.setdefault(spot, set()).add(foe)
            if foe.is_double:
                plain = foe._replace(is_double=False)
                self.number(spot, plain)
                self.number(self.model.spot(spot.elder_die, spot.time + 1, spot.inv), plain)
        return self.numbers[spot, foe]

    def turn(self, spot: Spot, inv: int, dice: int) -> Turn:
        """The turn that begins at a spot with so many dice."""
        plan = self.model.plan(spot, inv, dice)
        foes = [
            [self.number(lead.spot, self.model.foe(omen, lead)) for lead in plan.leads] for omen in self.model.omens
        ]
        return Turn(plan, dice, np.array(foes), *self.kinds(bool(plan.heals.any())))

    def kinds(self, healing: bool) -> tuple[list[int], Whole, Floats]:
        """The omens to look through, their 4s, and their chances."""
        omens = self.model.omens
        if healing:
            return (
                list(range(len(omens))),
                np.array([omen.fours for omen in omens]),
                np.array([[omen.chance] for omen in omens]),
            )
        kinds = [number for number, omen in enumerate(omens) if not omen.fours]
        chances = np.zeros((len(kinds), 3))
        for omen in omens:
            plain = next(row for row, kind in enumerate(kinds) if omens[kind][1:] == omen._replace(fours=0)[1:])
            chances[plain, omen.fours] = omen.chance
        return kinds, np.zeros(len(kinds), np.int64), chances


def chunks(purses: int) -> list[tuple[int, int]]:
    """The purses in parts of about equal size: where each begins and ends."""
    number = -(-purses // LANES)
    return [(purses * part // number, purses * (part + 1) // number) for part in range(number)]


@cache
def first_rolls(dice: int, gift: bool) -> Floats:
    """The chances of the first hand: one row, or six where a die is set by hand (DA-D2)."""
    all_of = handfuls(dice)
    if not gift:
        return all_of.chance[None, all_of.full :].copy()
    rows: Floats = np.zeros((6, len(all_of) - all_of.full))
    for rolled in range(all_of.first[dice - 1], all_of.first[dice]):
        for face in range(6):
            rows[face, all_of.more[rolled, face] - all_of.full] += all_of.chance[rolled]
    return rows


_OWN = local()
"""Every thread has working space of its own."""


def play_turn(
    model: Model, turn: Turn, after: Reals, weights: Floats, health: int, start: int, end: int, out: Floats
) -> None:
    """The value of a turn for one health and some purses: see `dice_phase`."""
    all_of = handfuls(turn.dice)
    rooms: dict[int, Reals] = _OWN.__dict__.setdefault("rooms", {})
    lanes = end - start + (start - end) % 4  # processors like multiples of four
    size = (len(all_of) + 1) * lanes
    if size not in rooms:
        rooms[size] = np.zeros((4, size), np.float32)
    dice_phase(
        after, turn.slots[turn.kinds], turn.plan.heals, turn.plan.starts, turn.plan.gains, model.targets,
        turn.fours, turn.chances,
        model.rules.idle_heal, all_of.more, all_of.fewer, all_of.kinds, weights,
        health, start, end, lanes, rooms[size], out,
    )  # fmt: skip
