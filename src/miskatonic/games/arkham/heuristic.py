"""The sensible player: counts costs, but does not plan ahead."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

from miskatonic.games.arkham.chances import KEEN_ENOUGH, Prospect, calm, holds, keen
from miskatonic.games.arkham.rules import HARVEST
from miskatonic.games.arkham.vocabulary import VOCABULARY
from miskatonic.kernel import Ask, View
from miskatonic.kernel.hands import hand_of

RUIN = 25.0
"""What losing the last point of a meter costs."""


class Situation(NamedTuple):
    """What the sensible player looks at: the sheet as printed, and the investigator's markers and dice."""

    sheet: dict[str, Any]
    you: dict[str, Any]


def sensible(view: View, ask: Ask) -> int:
    """Answer a question as the sensible player would."""
    situation = Situation(view["sheet"], view["you"])
    return ANSWERS[ask.prompt](situation, ask)


@cache
def meter(value: int, loss: int) -> float:
    """The cost of losing points from a meter."""
    if loss <= 0:
        return 0.0
    if loss >= value:
        return RUIN
    return sum(1 + 4 / (j - 1) for j in range(value - loss + 1, value + 1))


def clock(at: Situation) -> float:
    """The cost of the next clock step."""
    left = at.sheet["time_end"] - at.you["time"]
    if left == 0:
        return 0.0
    if at.you["inv"] == at.sheet["inv_end"]:
        return 12.0 if left == 1 else 0.0
    return float((5, 6, 15)[at.you["keys"]] / left**1.5)


# -- the dice phase ---------------------------------------------------------------------------------------------------


def face_values(at: Situation) -> list[float]:
    """What a die of each face is worth now."""
    you, sheet = at.you, at.sheet
    mythos = you["mythos"]
    cultists = 2 * mythos.count(2) + 3 * mythos.count(3)
    fight_wanted = 6 if cultists >= 3 and 1 not in mythos else 4
    magic_wanted = 6 if 1 in mythos else 4
    return [
        -0.6,
        -clock(at),
        1.0,
        1.0 if sheet["inv_end"] - you["inv"] == 1 else 2.0,
        0.0 if you["fight"] >= sheet["fight_max"] else 1.5 if you["fight"] < fight_wanted else 0.6,
        0.0 if you["magic"] >= sheet["magic_max"] else 1.7 if you["magic"] < magic_wanted else 0.6,
    ]


def reroll(at: Situation, ask: Ask) -> int:
    """Roll again what is worth less than a fresh die; break up pairs of 1s while the mind is strong."""
    values = face_values(at)
    fresh = sum(values) / 6
    if at.you["roll"] == 1:
        fresh = (values[0] + sum(max(value, fresh) for value in values[1:])) / 6
    dice = at.you["dice"]
    chosen = [face for face in dice if face > 1 and values[face - 1] < fresh]
    ones = dice.count(1)
    if ones in (2, 4, 6) and at.you["sanity"] >= 8:
        chosen.append(1)
    return VOCABULARY.encode("reroll", hand_of(chosen))


def heal(at: Situation, ask: Ask) -> int:
    """Raise the lower meter while it is below 7."""
    health, sanity = at.you["health"], at.you["sanity"]
    best = VOCABULARY.encode("heal", (0, 0))
    points = HARVEST[hand_of(at.you["dice"])][2]
    gained = [0, 0]
    for _ in range(points // 2):
        if min(health, sanity) >= 7:
            break
        if health <= sanity:
            health += 1
            gained[0] += 1
        else:
            sanity += 1
            gained[1] += 1
        code = VOCABULARY.encode("heal", (gained[0], gained[1]))
        if code not in ask.legal:
            break
        best = code
    return best


# -- mythos phase and combat ------------------------------------------------------------------------------------------


def double(at: Situation, ask: Ask) -> int:
    """The cheapest of a clock step and a stake; the price is 1 or 2, unless it is known."""
    price = at.you["price"]
    prices = (price, price) if price else (1, 2)
    best, least = "time", clock(at)
    for name in ("health", "sanity"):
        cost = sum(meter(at.you[name], price) for price in prices) / 2
        if VOCABULARY.encode("double", name) in ask.legal and cost < least:
            best, least = name, cost
    return VOCABULARY.encode("double", best)


def damage(at: Situation, less: int) -> float:
    """The expected cost of a lost fight, or of a flight (one point less)."""
    combat = at.you["combat"]
    if combat["foe"] == "cultists":
        return meter(at.you["health"], (combat["cultists"] + 1) // 2 - less)
    return sum(meter(at.you["sanity" if harm % 2 else "health"], harm - less) for harm in range(1, 7)) / 6


def fight_costs(at: Situation, dice: list[int]) -> list[tuple[float, float]]:
    """What fights with so many dice cost besides the purse: calm and keen."""
    strength, monster = at.you["combat"]["strength"], at.you["combat"]["foe"] == "monster"
    loss, step = damage(at, 0), clock(at)

    def cost(way: Prospect) -> float:
        return (1 - way.win) * loss + way.ones * step

    return [(cost(calm(number, strength)), cost(keen(number, strength, monster))) for number in dice]


def best_purchase(at: Situation) -> tuple[float, tuple[int, int]]:
    """The cheapest fight and what it spends."""
    monster = at.you["combat"]["foe"] == "monster"
    fight_step, magic_step = (2, 1) if monster else (1, 2)
    pairs = [
        (f, m) for f in range(0, at.you["fight"] + 1, fight_step) for m in range(0, at.you["magic"] + 1, magic_step)
    ]
    dice = [m + f // 2 if monster else f + m // 2 for f, m in pairs]
    costs = [min(both) for both in fight_costs(at, list(range(max(dice) + 1)))]
    return min((costs[number] + 0.6 * f + 0.7 * m, (f, m)) for number, (f, m) in zip(dice, pairs, strict=True))


def stance(at: Situation, ask: Ask) -> int:
    """Fight if the cheapest fight is cheaper than running."""
    flee = clock(at) + damage(at, 1)
    return VOCABULARY.encode("stance", "fight" if best_purchase(at)[0] < flee else "flee")


def spend(at: Situation, ask: Ask) -> int:
    """Buy for the cheapest fight."""
    code = VOCABULARY.encode("spend", best_purchase(at)[1])
    return code if code in ask.legal else ask.options[0]


def fight_reroll(at: Situation, ask: Ask) -> int:
    """Keen: all free dice showing 1 to 3, while stopping is not good enough. Calm: stop."""
    combat = at.you["combat"]
    stop = VOCABULARY.encode("fight_reroll", 0)
    calm_cost, keen_cost = fight_costs(at, [len(combat["dice"]) + combat["locked"]])[0]
    if combat["roll"] == 1 and calm_cost <= keen_cost:
        return stop
    if holds(combat["value"], combat["strength"]) >= KEEN_ENOUGH:
        return stop
    return VOCABULARY.encode("fight_reroll", hand_of(face for face in combat["dice"] if face <= 3))


# -- events -----------------------------------------------------------------------------------------------------------


def gift(at: Situation, ask: Ask) -> int:
    """Two points of investigation."""
    return VOCABULARY.encode("gift", 4)


def first_key(at: Situation, ask: Ask) -> int:
    """Face the monster only when well prepared."""
    prepared = at.you["magic"] >= 4 and at.you["sanity"] >= 5
    return VOCABULARY.encode("first_key", "monster" if prepared else "die")


def pact(at: Situation, ask: Ask) -> int:
    """Sign when wounded and of sound mind."""
    you = at.you
    sign = you["magic"] >= 3 and you["health"] <= 6 and you["sanity"] >= 4
    return VOCABULARY.encode("pact", "pact" if sign else "rest")


def lore(at: Situation, ask: Ask) -> int:
    """Two extra dice with a strong mind, one with a fair one; dice already lying count (`lore_dice=one_by_one`)."""
    rolled = max(0, len(at.you["dice"]) - 1) if at.you["rules"]["lore_one_by_one"] else 0
    wanted = (2 if at.you["sanity"] >= 8 - rolled else 1 if at.you["sanity"] >= 5 - rolled else 0) - rolled
    return VOCABULARY.encode("lore", max(0, min(wanted, len(ask.options) - 1)))


def pick(at: Situation, ask: Ask) -> int:
    """The kindest of the faces shown."""
    you = at.you
    order = [6, 5]
    order += [4] if you["fight"] >= 1 and you["magic"] >= 1 else []
    order += [3]
    order += [1] if you["health"] >= 5 else []
    order += [4, 2, 1]
    return next(code for code in (VOCABULARY.encode("pick", face) for face in order) if code in ask.legal)


def pact_dice(at: Situation, ask: Ask) -> int:
    """All of them."""
    return ask.options[-1]


def ghost(at: Situation, ask: Ask) -> int:
    """Give from the fuller meter."""
    return VOCABULARY.encode("ghost", "health" if at.you["health"] >= at.you["sanity"] else "sanity")


ANSWERS: dict[str, Callable[[Situation, Ask], int]] = {
    "gift": gift,
    "reroll": reroll,
    "heal": heal,
    "double": double,
    "stance": stance,
    "spend": spend,
    "fight_reroll": fight_reroll,
    "first_key": first_key,
    "pact": pact,
    "lore": lore,
    "pick": pick,
    "pact_dice": pact_dice,
    "ghost": ghost,
}
