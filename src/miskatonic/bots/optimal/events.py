"""What seals and keys bring (DA-1A, DA-1B, DA-2A, DA-2B), as values at some meters: one state, or a whole grid."""

from __future__ import annotations

from collections.abc import Callable
from math import comb
from typing import Final

import numpy as np

from miskatonic.bots.optimal.book import Chapter, Meters, look
from miskatonic.bots.optimal.clashes import Clash, Hands, mean, settled
from miskatonic.bots.optimal.compiled import Flags, Floats
from miskatonic.bots.optimal.model import Foe, Model, Spot
from miskatonic.games.arkham.asks import CLUE
from miskatonic.games.arkham.combat import half
from miskatonic.games.arkham.markers import investigate
from miskatonic.games.arkham.state import Investigator
from miskatonic.kernel.hands import count

FACES: Final = range(1, 7)


class Events:
    """The events after a seal or key, which lead into a chapter; `elder_die` as it lay before.

    Grids that need combat are computed where `wanted` says.
    """

    def __init__(
        self,
        model: Model,
        chapter: Chapter,
        elder_die: bool,
        wanted: Flags | None = None,
        hands: Hands | None = None,
    ) -> None:
        self.model = model
        self.chapter = chapter
        self.elder_die = elder_die
        self.wanted = wanted
        self.hands = hands
        self.odd = 0
        self._clashes: dict[int, Clash] = {}
        self._bait: Floats | None = None

    def rest(self, at: Meters, later: int = 0, inv: int = 0, elder_die: bool | None = None) -> Floats:
        """The next turn begins, the clock so many steps after its reset."""
        sheet = self.model.sheet
        time = min(sheet.time_end, sheet.time_reset + later)
        flag = self.elder_die if elder_die is None else elder_die
        spot = Spot(flag, time, inv) if inv == sheet.inv_end else self.model.spot(flag, time, inv)
        return look(self.model, self.chapter.rest[spot], at)

    def clash(self, later: int) -> Clash:
        """Combat inside the event, the clock so many steps after its reset (DA-E7)."""
        if later not in self._clashes:
            sheet = self.model.sheet
            spot = Spot(self.elder_die, min(sheet.time_end, sheet.time_reset + later), 0)
            ends = self.chapter.event_ends(self.model, spot)
            self._clashes[later] = Clash(self.model, ends, self.wanted, self.hands)
        return self._clashes[later]

    # -- seals --------------------------------------------------------------------------------------------------------

    def first_seal(self, at: Meters) -> Floats:
        """DA-1A: one die decides."""
        h, s, f, m = at
        upset = mean(self.rest((h, s - loss, f, m)) for loss in (1, 2, 3))
        tired = look(self.model, self.chapter.tired[self.elder_die], at)
        gifted = look(self.model, self.chapter.gifted[self.elder_die], (h, s + 1, f, m))
        return mean([upset, tired, self.rest(at, later=1), self.rest(at), self.rest((h, s, f, m + 1)), gifted])

    def close_the_book(self, at: Meters) -> Floats:
        """DA-2A.2: 1D3 sanity."""
        h, s, f, m = at
        return mean(self.rest((h, s + gain, f, m)) for gain in (1, 2, 3))

    def sign(self, at: Meters, dice: int) -> Floats:
        """DA-2A.1: so many dice; 5s and 6s heal, then 1s cost sanity."""
        h, s, f, m = at
        value = np.zeros(np.shape(h))
        for healed in range(dice + 1):
            for ones in range(dice - healed + 1):
                ways = comb(dice, healed) * comb(dice - healed, ones) * 2**healed * 3 ** (dice - healed - ones)
                value = value + ways / 6**dice * self.rest((h + healed, s - ones, f, m))
        return value

    def second_seal(self, at: Meters) -> Floats:
        """DA-2A: sign, or close the book; without magic there is nothing to sign with."""
        best = self.close_the_book(at)
        for magic in range(1, self.model.magics):
            least = 1 if self.model.rules.pact_any_dice else magic
            for dice in range(least, magic + 1):
                best = np.where(at[3] == magic, np.maximum(best, self.sign(at, dice)), best)
        return best

    # -- keys ---------------------------------------------------------------------------------------------------------

    def hold_the_door(self, at: Meters) -> Floats:
        """DA-1B.1: 1 sanity, then a monster without cultists."""
        h, s, f, m = at
        return look(self.model, self.clash(0).grid(Foe(False, 1, 0)), (h, s - 1, f, m))

    def bar_the_door(self, at: Meters) -> Floats:
        """DA-1B.2: a die goes to the elder sign."""
        return self.rest(at, elder_die=True)

    def first_key(self, at: Meters) -> Floats:
        """DA-1B: the better of the two."""
        return np.maximum(self.hold_the_door(at), self.bar_the_door(at))

    def second_key(self, at: Meters) -> Floats:
        """DA-2B: the best number of extra dice."""
        if self.model.rules.lore_one_by_one:
            return self.one_more(self.reading(at), 0)
        best = self.lore(at, 0)
        for extra in range(1, self.model.sheet.sanity_max):
            best = np.maximum(best, self.lore(at, extra))
        return best

    def lore(self, at: Meters, extra: int) -> Floats:
        """DA-2B: so many extra dice are paid; the best of the results shown will be picked."""
        h, s, f, m = at
        after = (h, s - extra, f, m)
        ranked = np.sort([self.short_cut(face, after) for face in FACES], axis=0)
        value = np.zeros(np.shape(h))
        for place in FACES:
            value = value + ranked[place - 1] * ((place / 6) ** (extra + 1) - ((place - 1) / 6) ** (extra + 1))
        return np.where(s > extra, value, 0.0)

    def reading(self, at: Meters) -> dict[int, Floats]:
        """DA-2B with option `lore_dice=one_by_one`: values by the faces that lie there, a bit each."""
        h, s, f, m = at
        results = {face: self.short_cut(face, at) for face in FACES}
        best = {
            shown: np.max([results[face] for face in FACES if shown >> face & 1], axis=0) for shown in range(2, 128, 2)
        }
        if np.max(s) <= 1:
            return best
        poorer = self.reading((h, s - 1, f, m))
        return {
            shown: np.where(s > 1, np.maximum(value, self.one_more(poorer, shown)), value)
            for shown, value in best.items()
        }

    def one_more(self, poorer: dict[int, Floats], shown: int) -> Floats:
        """Another die beside the faces shown, paid already."""
        return mean(poorer[shown | 1 << face] for face in FACES)

    def short_cut(self, face: int, at: Meters) -> Floats:
        """One of the six results of DA-2B."""
        return SHORT_CUTS[face](self, at)

    def chain_snaps(self, at: Meters) -> Floats:
        """DA-2B.1: 1D3 health."""
        h, s, f, m = at
        return mean(self.rest((h - loss, s, f, m)) for loss in (1, 2, 3))

    def bait(self, at: Meters) -> Floats:
        """DA-2B.2: a whole mythos phase."""
        h, s, f, m = at
        value = np.zeros(np.shape(h))
        full = self.model.sheet.time_reset == self.model.sheet.time_end
        for omen in self.model.omens:
            foe = Foe(False, omen.monsters, half(omen.cultists) if omen.monsters else omen.cultists)
            grid = self.clash(0).grid(foe)
            if omen.is_double and not full:
                grid = settled(self.model, grid, self.clash(1).grid(foe))
            value = value + omen.chance * look(self.model, grid, (h, s - omen.fours, f, m))
        return value

    def thursday(self, at: Meters) -> Floats:
        """DA-2B.3: two clock steps."""
        return self.rest(at, later=2)

    def pale_shapes(self, at: Meters) -> Floats:
        """DA-2B.4: a fight and a magic; what is missing is paid in health and sanity."""
        h, s, f, m = at
        no_fight, no_magic = np.asarray(f) == 0, np.asarray(m) == 0
        return self.rest((h - no_fight, s - no_magic, f - 1, m - 1))

    def torn_ticket(self, at: Meters) -> Floats:
        """DA-2B.5: two dice without rerolls."""
        h, s, f, m = at
        value = np.zeros(np.shape(h))
        for clue, chance in CLUE.outcomes():
            if count(clue, 1) + count(clue, 2) == 2:
                value = value + chance * self.rest(at, later=2)
            else:
                after = (h, s, f + count(clue, 5), m + count(clue, 6))
                value = value + chance * self.walked(after, count(clue, 3) + 2 * count(clue, 4))
        return value

    def in_plain_sight(self, at: Meters) -> Floats:
        """DA-2B.6: four spaces."""
        return self.walked(at, 4)

    def walked(self, at: Meters, steps: int) -> Floats:
        """The marker moves; red spaces are ignored, the elder sign is not (DA-I7)."""
        s = Investigator(self.model.sheet, self.model.rules)
        s.elder_die = self.elder_die
        investigate(s, steps)
        return self.rest(at, inv=s.inv, elder_die=s.elder_die)


SHORT_CUTS: Final[dict[int, Callable[[Events, Meters], Floats]]] = {
    1: Events.chain_snaps,
    2: Events.bait,
    3: Events.thursday,
    4: Events.pale_shapes,
    5: Events.torn_ticket,
    6: Events.in_plain_sight,
}
