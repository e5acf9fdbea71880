"""One combat of a single state: what every stance, purchase and choice of dice is worth."""

from __future__ import annotations

import numpy as np

from miskatonic.bots.optimal.clashes import HARM, flight_from_cultists, flight_from_monster
from miskatonic.bots.optimal.compiled import Floats, Reals
from miskatonic.bots.optimal.duels import CULTISTS, LANES, SHOWING, STICKY, at_roll, duel, last_roll
from miskatonic.bots.optimal.handfuls import handfuls
from miskatonic.bots.optimal.model import Model
from miskatonic.bots.optimal.purses import PRICES, TOLLS, arms, fights
from miskatonic.games.arkham.asks import FREE_DICE, LOCKED_UNIT
from miskatonic.games.arkham.combat import half
from miskatonic.kernel.hands import faces


def harmed(ends: Floats, health: int, harms: list[tuple[int, int]]) -> Floats:
    """The ends of one health after equally likely harms (health and sanity lost), by clock steps, sanity and purse."""
    left: Floats = np.zeros((len(ends), *ends.shape[2:]))
    for less_health, less_sanity in harms:
        if less_health < health and less_sanity < left.shape[1]:
            left[:, less_sanity:] += ends[:, health - less_health, : left.shape[1] - less_sanity]
    return left / len(harms)


class Combat:
    """A combat at one spot, with known strength; `ends` as in `Clash`."""

    def __init__(
        self, model: Model, ends: Floats, monster: bool, cultists: int, strength: int, health: int, sanity: int
    ):
        self.model = model
        self.strength = strength
        self.sanity = sanity
        self.won: Floats = ends[:, health]
        self.lost = harmed(ends, health, HARM if monster else [(half(cultists), 0)])
        flight = flight_from_monster(model) if monster else flight_from_cultists(cultists)
        self.fled = harmed(ends[min(1, len(ends) - 1) :][:1], health, flight)[0]
        self.sticky = CULTISTS if not monster else SHOWING if model.rules.lock_all_showing else STICKY
        self.paid = sanity - 1 if monster else 0
        self.arms = arms(strength, model.most_dice, len(ends) - 1, model.shape[1] - 2)

    def purse(self, fight: int, magic: int) -> int:
        """The number of a purse."""
        return fight * self.model.magics + magic

    def flee(self, fight: int, magic: int) -> float:
        """DA-C4, DA-C5."""
        return float(self.fled[self.sanity, self.purse(fight, magic)])

    def stand(self, fight: int, magic: int) -> float:
        """DA-C6: without a single die every fight is lost."""
        return float(self.lost[0, self.sanity, self.purse(fight, magic)])

    def lanes(self, purses: list[int]) -> tuple[Reals, Reals]:
        """How fights end that leave these purses: by clock steps, sanity paid, and lane."""
        sanities = [self.sanity - paid for paid in range(self.paid + 1)]
        won, lost = np.zeros((2, len(self.won), self.paid + 1, LANES), np.float32)
        won[:, :, : len(purses)] = self.won[:, sanities][:, :, purses]
        lost[:, :, : len(purses)] = self.lost[:, sanities][:, :, purses]
        return won, lost

    def with_dice(self, dice: int, purses: list[int]) -> list[float]:
        """The values of fights with so many dice that leave these purses."""
        found: list[float] = []
        for start in range(0, len(purses), LANES):
            some = purses[start : start + LANES]
            out = np.zeros(LANES)
            won, lost = self.lanes(some)
            luck, pool, _, desk = self.arms
            duel(won, lost, min(LANES, len(some) + -len(some) % 8), self.sticky, dice, luck, pool, desk, out)
            found += out[: len(some)].tolist()
        return found

    def purchases(self, pairs: list[tuple[int, int]], fight: int, magic: int) -> dict[tuple[int, int], float]:
        """The values of spending some fight and magic."""
        by_dice: dict[int, list[tuple[int, int]]] = {}
        for f, m in pairs:
            by_dice.setdefault(f + m // 2 if self.sticky == CULTISTS else m + f // 2, []).append((f, m))
        found = {}
        for dice, spent in by_dice.items():
            if dice == 0:
                found[0, 0] = self.stand(fight, magic)
                continue
            left = [self.purse(fight - f, magic - m) for f, m in spent]
            found |= dict(zip(spent, self.with_dice(dice, left), strict=True))
        return found

    def best_purchase(self, fight: int, magic: int) -> tuple[float, tuple[int, int]]:
        """The value of the best fight, and what it spends."""
        purse = self.purse(fight, magic)
        sanities = self.sanity + 1
        wanted = np.zeros((sanities, self.model.purses), np.bool_)
        wanted[self.sanity, purse] = True
        best = np.zeros((sanities, self.model.purses))
        best[self.sanity, purse] = 0.0 if self.model.rules.must_buy_dice else self.stand(fight, magic)
        places = np.zeros((sanities, self.model.purses), np.int64)
        won = np.ascontiguousarray(self.won[:, :sanities])
        lost = np.ascontiguousarray(self.lost[:, :sanities])
        bounds = np.full((self.model.most_dice + 1, sanities, self.model.purses), -1.0, np.float32)
        fights(won, lost, self.sticky, self.model.magics, wanted, PRICES, TOLLS, self.arms, bounds, best, places)
        left = int(places[self.sanity, purse]) % self.model.purses if places[self.sanity, purse] else purse
        left_fight, left_magic = divmod(left, self.model.magics)
        return float(best[self.sanity, purse]), (fight - left_fight, magic - left_magic)

    def rerolls(self, choices: list[int], lying: int, locked: int, roll: int, purse: int) -> list[float]:
        """The values of taking up some of the dice (packed, locked 1s the seventh kind) after a roll."""
        dice = len(faces(lying)) + locked
        luck, pool, _, desk = self.arms
        won, lost = self.lanes([purse])
        if roll == 1:
            duel(won, lost, 8, self.sticky, dice, luck, pool, desk, np.zeros(LANES))
        else:
            last_roll(won, lost, 8, SHOWING if self.sticky else CULTISTS, dice, luck, desk)
        index = handfuls(self.model.most_dice).index
        found = []
        for chosen in choices:
            freed = chosen // LOCKED_UNIT
            kept = lying - (chosen & FREE_DICE)
            number = len(faces(chosen & FREE_DICE)) + freed
            if freed > self.paid:
                found.append(0.0)
            elif roll == 1 and number:
                found.append(float(desk.table[index[kept] * desk.lanes]))
            else:
                total = sum(faces(kept)) + locked - freed
                found.append(float(desk.rolls[at_roll(desk, 0, freed, number, total)]))
        return found
