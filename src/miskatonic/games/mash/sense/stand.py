"""Where to stand and fight: every cell is weighed by the attacks it allows and by the monsters' answer."""

from __future__ import annotations

from typing import Final

from miskatonic.games.mash.grid import ALL, BIT, CELL, CELL_NAMES
from miskatonic.games.mash.sense.arms import Arms
from miskatonic.games.mash.sense.attacks import MENTAL, SPARED, best_attack
from miskatonic.games.mash.sense.danger import Danger, price
from miskatonic.games.mash.sense.exits import exits
from miskatonic.games.mash.sense.ground import FAR
from miskatonic.games.mash.sense.journey import quiet
from miskatonic.games.mash.sense.player import Player
from miskatonic.games.mash.vocabulary import GO
from miskatonic.kernel.sets import members

MEND: Final = 0.5
"""What a point of health is worth that is got back in a fight."""
UNHURRIED: Final = 30
"""Up to which round there is no need to take risks; among rivals there always is, and death is not the end."""
BOLDER: Final = 0.7
"""How much of the caution is gone in the end."""
APPROACH: Final = 0.02
"""What it is worth to be a step nearer to the foe."""
STEP: Final = 0.001
"""What a step costs: of equal places the nearest."""
JUMPY: Final = 1.0
"""From which price on it is worth a thought to jump."""

Choice = tuple[float, int | None]
"""What an answer is worth, and its code; None is to wait."""


class Stand:
    """A fight as it stands: what attacks are worth, what cells cost, the ways out, and the best thing to do."""

    def __init__(self, player: Player) -> None:
        self.player = player
        ground, me, view = player.ground, player.me, player.view
        late = (view["round"] - UNHURRIED) / max(1, view["rules"]["last_round"] - UNHURRIED)
        haste = min(1.0, max(0.0, late)) if player.friendly else 1.0
        self.home, self.wild = exits(player, haste)
        boldness = 0.0 if player.patient else BOLDER * haste
        pace = self._pace()
        occupied = 0
        for piece in player.pieces:
            if piece["host"] is None:
                occupied |= BIT[CELL[piece["cell"]]]
        blocked = occupied | ~player.safe
        shelters = self.home.cells | ground.heal
        afield = ALL & ~ground.reach(shelters & ~blocked, me["move"] // pace, blocked) if shelters else 0
        self.danger = Danger(player, 1 - boldness, occupied, afield)
        self.arms = Arms(player, occupied)
        self.approach = ground.steps(self.arms.places & ~blocked, FAR, blocked)
        steps, left = me["move"] // pace, ALL
        self.refuges: list[tuple[float, int]] = []
        """Prices, and from where a cell of that price is reached with one MOVE."""
        for way in (self.home, self.wild):
            if way.cells and self.danger.hunters:
                self.refuges.append((way.price, ground.reach(way.cells & ~blocked, (me["move"] - 1) // pace, blocked)))
        for cost, cells, _ in self.danger.levels:
            if cells & ~blocked:
                reached = ground.reach(cells & ~blocked, steps, blocked)
                self.refuges.append((cost, reached))
                left &= ~reached
                if not left & ~blocked:
                    break
        self.refuges.sort()

    def _pace(self) -> int:
        """CM-B13, CM-C2, CM-O43: what a step costs this character here."""
        ground, player = self.player.ground, self.player
        iceproof = "winter_gear" in player.abilities or "ice_boots" in player.me["objects"]
        if player.me["flying"] or (iceproof and ground.surface in ("snow", "ice")):
            return 1
        return 1 + ground.surcharge

    def refuge(self, cell: int) -> float:
        """The price of the best place to which one could go from a cell with one more MOVE."""
        return next((cost for cost, cells in self.refuges if cells >> cell & 1), 99.0)

    def value(self, cell: int, actions: int, first: float = 0.0) -> float:
        """What some actions on a cell are worth, the last one perhaps for getting away."""
        cost, harm = self.danger.at(cell)
        if not actions:
            return -cost
        best, total, tamed = self.arms.at(cell)
        best = max(best, first)
        total = max(total, best)
        mending = self.mending(cell, harm)
        if mending > best:
            actions -= 1
        else:
            mending = 0.0
        gained = _together(best, total, actions)
        stay = gained - cost * (1 - tamed * gained / total if total else 1)
        if not cost or not actions:
            return mending + stay
        gained = _together(best, total, actions - 1)
        flight = gained - self.refuge(cell) * (1 - tamed * gained / total if total else 1)
        return mending + max(stay, flight)

    def mending(self, cell: int, harm: float) -> float:
        """What an action for the own health is worth on a cell."""
        player = self.player
        me, bit = player.me, BIT[cell]
        lacking = me["base_hp"] - me["hp"]
        if lacking <= 0 or me["riders"]:
            return 0.0
        if player.ground.heal & bit:
            gained: int = min(lacking, player.tile["heal"][CELL_NAMES[cell]])
        elif player.ground.shore & bit and "healthy_fishing" in player.abilities:
            gained = min(lacking, me["me"])
        elif player.ground.mind & bit and "healthy_fishing" in player.abilities:
            return MEND / 2 * float(min(lacking, me["base_me"]) - me["me"])
        else:
            return 0.0
        health = self.danger.body
        return MEND * gained + price(round(20 * harm), health) - price(round(20 * harm), health + gained)

    def _ward(self, harm: float) -> Choice:
        """CM-P3: what a Flesh Ward is worth: a point of damage, and the risk that goes with it."""
        health = self.danger.body
        spared = price(round(20 * harm), health) - price(round(16 * harm), health + 1)
        return spared - MENTAL, self.player.words.get("cast=flesh_ward")

    def _chime(self, cost: float, pool: int) -> Choice:
        """CM-O19: what the Paralyzing Chime is worth: everything, once."""
        return (cost - SPARED if pool == 1 else 0.0), self.player.words.get("use=paralyzing_chime")

    def candidates(self, reached: int, actions: int) -> int:
        """The cells worth a thought: where one can attack or mend, the safest, the exits, the nearest to the foe."""
        ground = self.player.ground
        cells = self.home.cells
        if actions:
            cells |= self.arms.places | ground.heal | ground.mind
            if "healthy_fishing" in self.player.abilities:
                cells |= ground.shore
        cells &= reached
        safest = next((level & reached for _, level, _ in self.danger.levels if level & reached), 0)
        return cells | safest & -safest | next((layer & reached for layer in self.approach if layer & reached), 0)

    def farness(self, cell: int) -> int:
        """How many steps it is to a cell from which one can attack."""
        return next((far for far, cells in enumerate(self.approach) if cells >> cell & 1), 12)

    def decide(self) -> int | None:
        """The best answer: a deed here, a way to a better cell, or out; None is to wait."""
        player = self.player
        view, cell = player.view, player.cell
        moving = bool(view["mp"])
        wait = self.value(cell, view["pool"]) if moving else -self.danger.at(cell)[0]
        best: Choice = (wait - APPROACH * self.farness(cell), None)
        if view["pool"]:
            best = self._stay(best)
        if view["pool"] or moving:
            options = player.ask.options
            costs = {CELL[name]: points for name, points in view["walk"].items() if GO + CELL[name] in options}
            best = self._leave(self._go(best, costs), costs)
        return best[1]

    def _stay(self, best: Choice) -> Choice:
        """An attack, a rest, a spell where one stands, if one of them is better."""
        player, cell, pool = self.player, self.player.cell, self.player.view["pool"]
        cost, harm = self.danger.at(cell)
        rest = player.words.get("do=space", player.words.get("do=fish"))
        deed = best_attack(player, {hunter.piece["id"]: hunter.harm(BIT[cell]) for hunter in self.danger.hunters})
        for other in ((self.mending(cell, harm), rest), self._ward(harm), self._chime(cost, pool)):
            if other[1] is not None and other[0] > deed[0]:
                deed = other
        if deed[1] is None:
            return best
        value = deed[0] - cost if pool == 1 else self.value(cell, pool, deed[0])
        return (value, deed[1]) if value >= best[0] else best

    def _go(self, best: Choice, costs: dict[int, int]) -> Choice:
        """To another cell, if that is better; with a jump only if it is urgent."""
        player, pool = self.player, self.player.view["pool"]
        left = pool if player.view["mp"] else pool - 1
        reached = 0
        for cell in costs:
            reached |= BIT[cell]
        for cell in members(self.candidates(reached & player.safe, left)):
            value = self.value(cell, left) - STEP * costs[cell] - APPROACH * self.farness(cell)
            if value > best[0]:
                best = value, GO + cell
        if pool and self.danger.at(player.cell)[0] > JUMPY:
            for name, code in player.family("jump").items():
                cell = CELL[name]
                if player.safe >> cell & 1 and (value := self.value(cell, pool - 1)) > best[0]:
                    best = value, code
        return best

    def _leave(self, best: Choice, costs: dict[int, int]) -> Choice:
        """Out by a gate or a spell, if that is better."""
        player = self.player
        points = player.view["mp"] or player.me["move"]
        for way in (self.wild, self.home):
            if -way.price <= best[0]:
                continue
            near = [cell for cell in members(way.cells) if costs.get(cell, FAR) < points]
            if way.cells >> player.cell & 1:
                best = -way.price, next(iter(player.family("gate").values()), best[1])
            elif near:
                best = -way.price, GO + min(near, key=costs.__getitem__)
        if -self.home.price > best[0] and "cast=create_gate" in player.words and quiet(player):
            best = -self.home.price, player.words["cast=create_gate"]
        return best


def _together(best: float, total: float, actions: int) -> float:
    """What several attacks are worth: each takes its part of what is left."""
    if not total or actions <= 0:
        return 0.0
    return total * (1.0 - (1.0 - min(1.0, best / total)) ** actions)


def fight(player: Player) -> int | None:
    """What to do while something hostile is on the tile."""
    if player.slot is None or not (player.pieces or player.foes()):
        return None
    return Stand(player).decide()
