"""The game as the solver sees it: every way in which dice, once applied, can lead on.

Nothing is restated that the rules can say themselves: hands are harvested, markers moved, omens read and options listed
by the code that plays the game.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import NamedTuple

import numpy as np

from miskatonic.bots.optimal.compiled import Floats, Whole
from miskatonic.bots.optimal.handfuls import handfuls
from miskatonic.games.arkham import asks
from miskatonic.games.arkham.combat import half
from miskatonic.games.arkham.mythos import cultists_behind, omens
from miskatonic.games.arkham.options import Rules
from miskatonic.games.arkham.rules import dice_in_play, harvest, walk
from miskatonic.games.arkham.sheet import Sheet
from miskatonic.games.arkham.state import Investigator

MOST_GAIN = 9
"""One more than the fight or magic that a hand can bring."""


class Omen(NamedTuple):
    """Two mythos dice, as far as they matter; pairs that do the same are one omen."""

    chance: float
    monsters: int
    cultists: int
    fours: int
    is_double: bool


class Foe(NamedTuple):
    """Whom the mythos phase brings, after the 4s: a double to be settled first, and a combat or none.

    With a monster, `cultists` is what they add to its strength.
    """

    is_double: bool
    monsters: int
    cultists: int


NOBODY = Foe(False, 0, 0)


class Spot(NamedTuple):
    """Where the markers stand, and whether a die lies on the elder sign. A full clock makes the track irrelevant."""

    elder_die: bool
    time: int
    inv: int


class Lead(NamedTuple):
    """Where applied dice lead: points spent on healing, the spot reached, and the cultists that come along."""

    health: int
    sanity: int
    spot: Spot
    extra: int
    behind: int


class Plan(NamedTuple):
    """A dice phase from one spot: for every hand the leads to choose from, and fight and magic gained."""

    leads: list[Lead]
    starts: Whole
    heals: Whole
    gains: Whole


class Model:
    """One sheet under one set of rules."""

    def __init__(self, sheet: Sheet, rules: Rules) -> None:
        self.sheet = sheet
        self.rules = rules
        self.magics = sheet.magic_max + 1
        self.purses = (sheet.fight_max + 1) * self.magics
        self.shape = (sheet.health_max + 1, sheet.sanity_max + 1, self.purses)
        self.first_time = min(sheet.time_start, sheet.time_reset)
        self.most_dice = sheet.fight_max + sheet.magic_max // 2
        self.most_dice = max(self.most_dice, sheet.magic_max + sheet.fight_max // 2, 1)
        self._plans: dict[tuple[Spot, int], Plan] = {}

    @cached_property
    def omens(self) -> list[Omen]:
        """All omens with their chance."""
        found: dict[tuple[int, int, int, bool], float] = {}
        for hand, chance in asks.MYTHOS.outcomes():
            found[omens(hand)] = found.get(omens(hand), 0.0) + chance
        return [Omen(chance, *facts) for facts, chance in found.items()]

    @cached_property
    def targets(self) -> Whole:
        """`targets[fight gained x MOST_GAIN + magic gained, purse]`: the purse after the gain."""
        fights, magics = np.divmod(np.arange(self.purses), self.magics)
        rows = [
            np.minimum(self.sheet.fight_max, fights + fight) * self.magics
            + np.minimum(self.sheet.magic_max, magics + magic)
            for fight in range(MOST_GAIN)
            for magic in range(MOST_GAIN)
        ]
        return np.array(rows)

    def dice(self, seals: int, elder_die: bool, tired: bool = False, gift: bool = False) -> int:
        """The number of dice in a dice phase, a gift die included."""
        s = Investigator(self.sheet, self.rules)
        s.seals, s.elder_die, s.tired = seals, elder_die, tired
        return dice_in_play(s) + (gift and self.rules.gift_is_extra)

    def spot(self, elder_die: bool, time: int, inv: int) -> Spot:
        """The spot where markers stand."""
        return Spot(elder_die, time, 0 if time == self.sheet.time_end else inv)

    def plan(self, spot: Spot, inv: int, dice: int) -> Plan:
        """How every hand may be applied in a turn that begins at a spot; `inv` also where the clock is full."""
        key = (spot._replace(inv=inv), dice)
        if key not in self._plans:
            self._plans[key] = self._made_plan(*key)
        return self._plans[key]

    def _made_plan(self, start: Spot, dice: int) -> Plan:
        all_of = handfuls(dice)
        leads: list[Lead] = []
        starts, gains = [0], []
        for hand in all_of.packed[all_of.full :]:
            pairs, clock, points, fight, magic = harvest(hand)
            leads += self.leads(start, pairs, clock, points)
            starts.append(len(leads))
            gains.append(fight * MOST_GAIN + magic)
        heals = np.array([(lead.health, lead.sanity) for lead in leads])
        return Plan(leads, np.array(starts), heals, np.array(gains))

    def leads(self, start: Spot, pairs: int, clock: int, points: int) -> Iterator[Lead]:
        """DA-I3, DA-I5 to DA-I8: the ways to use the points."""
        time = min(self.sheet.time_end, start.time + clock)
        heal = asks.heal(points, points, points) if start.inv == self.sheet.elder and points >= 2 else None
        for health, sanity in map(asks.two_numbers, heal.options) if heal else [(0, 0)]:
            s = Investigator(self.sheet, self.rules)
            s.inv, s.elder_die = start.inv, start.elder_die
            if steps := points - 2 * (health + sanity):
                walk(s, steps)
            behind = cultists_behind(s) if self.rules.red_behind_counts else 0
            yield Lead(health, sanity, self.spot(s.elder_die, time, s.inv), pairs + s.reds, behind)

    def foe(self, omen: Omen, lead: Lead) -> Foe:
        """DA-M4, DA-M5: whom an omen brings at the end of a lead."""
        cultists = omen.cultists + lead.extra
        if omen.monsters or cultists:
            cultists += lead.behind
        if omen.monsters:
            cultists = half(cultists)
        return Foe(omen.is_double and lead.spot.time < self.sheet.time_end, omen.monsters, cultists)

    def empty(self) -> Floats:
        """A grid of values by health, sanity and purse; whoever has no health or no sanity has lost."""
        return np.zeros(self.shape)
