"""The judge: what every answer to a question is worth, as the chance to win with best play afterwards.

It sees what the player sees. The values of the next turns come from a solved book; everything within the turn is looked
through to its end.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import numpy as np

from miskatonic.bots.optimal.book import Book, Chapter, Meters
from miskatonic.bots.optimal.clashes import Clash, settled
from miskatonic.bots.optimal.compiled import Flags, Floats, Reals
from miskatonic.bots.optimal.events import Events
from miskatonic.bots.optimal.fighting import Combat
from miskatonic.bots.optimal.handfuls import handfuls
from miskatonic.bots.optimal.lookahead import Prospects, leaves, look_ahead
from miskatonic.bots.optimal.model import MOST_GAIN, Foe, Lead, Omen, Plan, Spot
from miskatonic.bots.optimal.slots import first_rolls
from miskatonic.games.arkham import asks
from miskatonic.games.arkham.asks import FACE_MONSTER, FIGHT, FLEE, HEALTH, PACT, SANITY, TIME, picked
from miskatonic.games.arkham.mythos import omens
from miskatonic.games.arkham.rules import harvest
from miskatonic.games.arkham.vocabulary import VOCABULARY
from miskatonic.kernel import Ask, SetupError, View
from miskatonic.kernel.hands import MANY, hand_of

TIE: Final = 1e-6
"""Values that differ by less are taken to be equal."""

You = dict[str, Any]
"""The own sheet, as a view shows it."""


class Judge:
    """Judges the questions of one sheet under one set of rules."""

    def __init__(self, book: Book) -> None:
        self.book = book
        self.model = book.model
        self._dice_phase: tuple[Any, Prospects] | None = None

    def evaluate(self, view: View, ask: Ask) -> dict[int, float]:
        """The winning probability of every option of a question."""
        you: You = view["you"]
        if you["time"] < self.model.first_time:
            raise SetupError(f"clock {you['time']} cannot occur on this sheet, so it was not solved")
        if you["elder_die"] and not you["keys"]:
            raise SetupError("a die lies on the elder sign without a key; that cannot occur, so it was not solved")
        values = JUDGEMENTS[ask.prompt](self, you, ask)
        return {code: float(values[code]) for code in ask.options}

    def best(self, view: View, ask: Ask) -> int:
        """The best option, the first of equals; purchases that cannot be the best are not computed to their end."""
        if ask.prompt in ("stance", "spend"):
            return self.best_in_combat(view["you"], ask)
        values = self.evaluate(view, ask)
        most = max(values.values()) - TIE
        return next(code for code, value in values.items() if value >= most)

    def best_in_combat(self, you: You, ask: Ask) -> int:
        """DA-C3, DA-C6: the best stance or purchase."""
        fight, magic = you["fight"], you["magic"]
        combat = self.combat(you)
        value, spent = combat.best_purchase(fight, magic)
        if ask.prompt == "spend":
            return VOCABULARY.encode("spend", spent)
        return FIGHT if value >= combat.flee(fight, magic) - TIE else FLEE

    # -- where things lead --------------------------------------------------------------------------------------------

    def chapter(self, you: You) -> Chapter:
        """The values with the seals and keys of now."""
        return self.book.chapters[you["seals"], you["keys"]]

    def spot(self, you: You) -> Spot:
        """Where the markers stand."""
        return self.model.spot(you["elder_die"], you["time"], you["inv"])

    def ends(self, you: You) -> Floats:
        """What follows a combat, by clock steps."""
        chapter, spot = self.chapter(you), self.spot(you)
        return chapter.event_ends(self.model, spot) if you["event"] else chapter.ends(self.model, spot)

    def foe_values(self, chapter: Chapter, spot: Spot, foe: Foe, wanted: Flags) -> Floats:
        """The value of a foe at a spot, where wanted."""
        plain = foe._replace(is_double=False)
        if not foe.is_double:
            return Clash(self.model, chapter.ends(self.model, spot), wanted).grid(plain)
        later = self.model.spot(spot.elder_die, spot.time + 1, spot.inv)
        now = Clash(self.model, chapter.ends(self.model, spot), _staked(wanted)).grid(plain)
        return settled(self.model, now, self.foe_values(chapter, later, plain, wanted))

    # -- the dice phase -----------------------------------------------------------------------------------------------

    def leads(self, you: You, omen: Omen, plan: Plan) -> tuple[Reals, Any]:
        """The grids that the leads of a plan end in under an omen, and the number of each lead's grid."""
        chapter = self.chapter(you)
        numbers: dict[tuple[Spot, Foe], int] = {}
        wanted: list[Flags] = []
        slots = np.zeros(len(plan.leads), np.int64)
        purse = you["fight"] * self.model.magics + you["magic"]
        for hand in range(len(plan.gains)):
            target = self.model.targets[plan.gains[hand], purse]
            for number in range(plan.starts[hand], plan.starts[hand + 1]):
                lead = plan.leads[number]
                key = (lead.spot, self.model.foe(omen, lead))
                if key not in numbers:
                    numbers[key] = len(wanted)
                    wanted.append(np.zeros(self.model.shape, np.bool_))
                slots[number] = numbers[key]
                health = min(self.model.shape[0] - 1, you["health"] + lead.health)
                wanted[numbers[key]][health, 1 : you["sanity"] + lead.sanity + 1, target] = True
        grids = [self.foe_values(chapter, *key, wanted[number]) for key, number in numbers.items()]
        return np.array(grids, np.float32), slots

    def prospects(self, you: You, omen: Omen, dice: int) -> Prospects:
        """The dice phase of this turn, looked through for every sanity up to the present one."""
        key = tuple(you[name] for name in ("seals", "keys", "elder_die", "time", "inv", "health", "fight", "magic"))
        known = self._dice_phase
        if known and known[0] == (key, omen, dice) and len(known[1].stop) > you["sanity"]:
            return known[1]
        plan = self.model.plan(self.spot(you), you["inv"], dice)
        after, slots = self.leads(you, omen, plan)
        all_of = handfuls(dice)
        out = np.zeros((you["sanity"] + 1, len(all_of) - all_of.full), np.float32)
        purse = you["fight"] * self.model.magics + you["magic"]
        leaves(
            after, slots, plan.heals, plan.starts, plan.gains, self.model.targets,
            omen.fours, self.model.rules.idle_heal, you["health"], purse, out,
        )  # fmt: skip
        found = look_ahead(out, all_of)
        self._dice_phase = ((key, omen, dice), found)
        return found

    def omen(self, you: You) -> Omen:
        """The mythos dice on the table."""
        return Omen(0.0, *omens(hand_of(you["mythos"])))

    def reroll(self, you: You, ask: Ask) -> dict[int, float]:
        """DA-D4, DA-D5: which dice to roll again."""
        dice = len(you["dice"])
        found = self.prospects(you, self.omen(you), dice)
        all_of, hand, sanity = handfuls(dice), hand_of(you["dice"]), you["sanity"]
        table = found.second if you["roll"] == 1 else found.last
        values = {}
        for code in ask.options:
            chosen, _ = picked(code)
            left = sanity - (chosen & MANY)
            kept = all_of.index[hand - chosen]
            values[code] = found.stop[sanity, kept - all_of.full] if not chosen else table[left, kept] if left else 0.0
        return values

    def gift(self, you: You, ask: Ask) -> dict[int, float]:
        """DA-D2: the face to set, before anything is rolled."""
        dice = self.model.dice(you["seals"], you["elder_die"], you["tired"], gift=True)
        hands = first_rolls(dice, gift=True)[[asks.number(code) - 1 for code in ask.options]]
        first: Floats = np.zeros(hands.shape[1])
        for omen in self.model.omens:
            first += omen.chance * self.prospects(you, omen, dice).first[you["sanity"]]
        return dict(zip(ask.options, (hands @ first).tolist(), strict=True))

    # -- applying the dice --------------------------------------------------------------------------------------------

    def heal(self, you: You, ask: Ask) -> dict[int, float]:
        """DA-I8: points for health and sanity."""
        pairs, _, points, fight, magic = harvest(hand_of(you["dice"]))
        start = Spot(you["elder_die"], you["time"], you["inv"])
        omen, chapter = self.omen(you), self.chapter(you)
        purse = you["fight"] * self.model.magics + you["magic"]
        target = self.model.targets[fight * MOST_GAIN + magic, purse]
        values = {}
        for lead in self.model.leads(start, pairs, 0, points):
            code = VOCABULARY.encode("heal", (lead.health, lead.sanity))
            if code in ask.legal:
                values[code] = self.lead_value(you, chapter, lead, omen, int(target))
        return values

    def lead_value(self, you: You, chapter: Chapter, lead: Lead, omen: Omen, purse: int) -> float:
        """What a lead is worth under an omen."""
        health = min(self.model.sheet.health_max, you["health"] + lead.health)
        sanity = min(self.model.sheet.sanity_max, you["sanity"] + lead.sanity) - omen.fours
        if sanity <= 0:
            return 0.0
        wanted = self.only(health, sanity, purse)
        return float(self.foe_values(chapter, lead.spot, self.model.foe(omen, lead), wanted)[health, sanity, purse])

    def only(self, health: int, sanity: int, purse: int) -> Flags:
        """One place of a grid."""
        wanted: Flags = np.zeros(self.model.shape, np.bool_)
        wanted[health, sanity, purse] = True
        return wanted

    # -- the mythos phase ---------------------------------------------------------------------------------------------

    def double(self, you: You, ask: Ask) -> dict[int, float]:
        """DA-M3: the clock, or a stake."""
        spot, purse = self.spot(you), you["fight"] * self.model.magics + you["magic"]
        behind = 0
        if self.model.rules.red_behind_counts and not you["event"]:
            behind = self.model.sheet.red_until[you["inv"]] - you["reds"]
        lead = Lead(0, 0, spot, you["pairs"] + you["reds"], behind)
        foe = self.model.foe(self.omen(you), lead)._replace(is_double=False)
        health, sanity = you["health"], you["sanity"]
        wanted = _staked(self.only(health, sanity, purse))
        if you["event"]:
            ends = self.ends(you)
            now, later = (Clash(self.model, those, wanted).grid(foe) for those in (ends, ends[1:]))
        else:
            after = self.model.spot(spot.elder_die, spot.time + 1, spot.inv)
            now, later = (self.foe_values(self.chapter(you), at, foe, wanted) for at in (spot, after))
        prices = (you["price"],) if you["price"] else (1, 2)
        values = {TIME: float(later[health, sanity, purse]), HEALTH: 0.0, SANITY: 0.0}
        for price in prices:
            values[HEALTH] += float(now[max(0, health - price), sanity, purse]) / len(prices)
            values[SANITY] += float(now[health, max(0, sanity - price), purse]) / len(prices)
        return values

    def combat(self, you: You) -> Combat:
        """The combat on the table."""
        seen = you["combat"]
        return Combat(
            self.model, self.ends(you), seen["foe"] == "monster", seen["cultists"], seen["strength"],
            you["health"], you["sanity"],
        )  # fmt: skip

    def stance(self, you: You, ask: Ask) -> dict[int, float]:
        """DA-C3: fight with the best purchase, or flee."""
        combat = self.combat(you)
        offer = asks.spend(
            you["combat"]["foe"] == "monster", you["fight"], you["magic"], not self.model.rules.must_buy_dice
        )
        bought = combat.purchases([asks.two_numbers(code) for code in offer.options], you["fight"], you["magic"])
        fled = combat.flee(you["fight"], you["magic"])
        return {code: max(bought.values()) if code == FIGHT else fled for code in ask.options}

    def spend(self, you: You, ask: Ask) -> dict[int, float]:
        """DA-C6: how much to spend."""
        pairs = [asks.two_numbers(code) for code in ask.options]
        bought = self.combat(you).purchases(pairs, you["fight"], you["magic"])
        return {code: bought[asks.two_numbers(code)] for code in ask.options}

    def fight_reroll(self, you: You, ask: Ask) -> dict[int, float]:
        """DA-C8, DA-C10: which combat dice to roll again."""
        seen = you["combat"]
        purse = you["fight"] * self.model.magics + you["magic"]
        choices = [picked(code)[0] for code in ask.options]
        values = self.combat(you).rerolls(choices, hand_of(seen["dice"]), seen["locked"], seen["roll"], purse)
        return dict(zip(ask.options, values, strict=True))

    # -- events -------------------------------------------------------------------------------------------------------

    def events(self, you: You) -> tuple[Events, Meters]:
        """The event on the table, and the meters; combats are computed for all sanities up to the present one."""
        wanted: Flags = np.zeros(self.model.shape, np.bool_)
        wanted[max(1, you["health"] - 2) : you["health"] + 1, 1 : you["sanity"] + 1] = True
        only = np.zeros(self.model.purses, np.bool_)
        only[you["fight"] * self.model.magics + you["magic"]] = True
        return Events(self.model, self.chapter(you), you["elder_die"], wanted & only), meters_of(you)

    def first_key(self, you: You, ask: Ask) -> dict[int, float]:
        """DA-1B: the monster, or a die."""
        events, at = self.events(you)
        return {
            code: float(events.hold_the_door(at) if code == FACE_MONSTER else events.bar_the_door(at))
            for code in ask.options
        }

    def pact(self, you: You, ask: Ask) -> dict[int, float]:
        """DA-2A: sign, or close the book."""
        events, at = self.events(you)
        least = 1 if self.model.rules.pact_any_dice else you["magic"]
        signed = max(float(events.sign(at, dice)) for dice in range(least, you["magic"] + 1))
        return {code: signed if code == PACT else float(events.close_the_book(at)) for code in ask.options}

    def pact_dice(self, you: You, ask: Ask) -> dict[int, float]:
        """DA-2A.1 with option `pact_dice=any`: the number of dice."""
        events, at = self.events(you)
        return {code: float(events.sign(at, asks.number(code))) for code in ask.options}

    def lore(self, you: You, ask: Ask) -> dict[int, float]:
        """DA-2B: extra dice."""
        events, at = self.events(you)
        if not self.model.rules.lore_one_by_one:
            return {code: float(events.lore(at, asks.number(code))) for code in ask.options}
        shown = sum({1 << face for face in you["dice"]})
        enough = max(float(events.short_cut(face, at)) for face in set(you["dice"]))
        h, s, f, m = at
        more = float(events.one_more(events.reading((h, s - 1, f, m)), shown)) if you["sanity"] > 1 else 0.0
        return {code: more if asks.number(code) else enough for code in ask.options}

    def pick(self, you: You, ask: Ask) -> dict[int, float]:
        """DA-2B: one of the results shown."""
        events, at = self.events(you)
        return {code: float(events.short_cut(asks.number(code), at)) for code in ask.options}


def meters_of(you: You) -> Meters:
    """The own meters as a grid of one place."""
    return np.array(you["health"]), np.array(you["sanity"]), np.array(you["fight"]), np.array(you["magic"])


def _staked(wanted: Flags) -> Flags:
    """The places wanted, and where a stake of 1 or 2 leads from there."""
    also = wanted.copy()
    for price in (1, 2):
        also[:-price] |= wanted[price:]
        also[:, :-price] |= wanted[:, price:]
    return also


JUDGEMENTS: Final[dict[str, Callable[[Judge, You, Ask], dict[int, float]]]] = {
    "gift": Judge.gift,
    "reroll": Judge.reroll,
    "heal": Judge.heal,
    "double": Judge.double,
    "stance": Judge.stance,
    "spend": Judge.spend,
    "fight_reroll": Judge.fight_reroll,
    "first_key": Judge.first_key,
    "pact": Judge.pact,
    "pact_dice": Judge.pact_dice,
    "lore": Judge.lore,
    "pick": Judge.pick,
}
