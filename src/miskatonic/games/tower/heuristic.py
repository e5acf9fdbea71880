"""A sensible player: plans its dice exactly, weighs the lead against the tower, and reacts by rules of thumb."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, Final

from miskatonic.games.tower.labels import of_player
from miskatonic.games.tower.names import BIT, DICE, TOKENS
from miskatonic.games.tower.odds import binding_in, expected_fall, hands
from miskatonic.games.tower.plans import HIGHEST, Plan, plan
from miskatonic.games.tower.prospects import seeks_madness
from miskatonic.games.tower.reactions import react, wants_doom
from miskatonic.games.tower.vocabulary import (
    CARD,
    DIE,
    FACE,
    GIVE,
    NO_GIFT,
    NO_TOKEN,
    SOME_DICE,
    STICK,
    TOKEN,
    YES_FINDINGS,
)
from miskatonic.kernel import Ask, View
from miskatonic.kernel.hands import hand_of

BEATEN: Final = (0.73, 0.73, 0.73, 0.73, 0.73, 0.72, 0.70, 0.66, 0.60, 0.52, 0.40, 0.27, 0.14, 0.05)
"""How likely another player reaches a total, by the total; none beyond."""
UNDERBID: Final = (0.0, 0.0, 0.05, 0.12, 0.22, 0.36, 0.5)
"""Where the lowest total leads: how likely another player goes down to a total."""
DREAD: Final = (4.0, 5.6, 9.0, 16.0)
"""What a tentacle costs in points, by Madness; the last one holds when one more marble means insanity."""
OMEN: Final = (0.5, 1.5, 4.0, 4.0)
"""What is added, by fallen DOOM marbles."""
RUIN: Final = (0.0,) * (HIGHEST + 1)
"""What totals are worth to somebody who wants to fail."""
STEPS: Final = 8
"""Costs are rounded to this part of a Location's worth, so that few plans are needed."""


def sensible(view: View, ask: Ask) -> int:
    """Answer a question as the sensible player would."""
    if len(ask.options) == 1:
        return ask.options[0]
    return ANSWERS.get(ask.prompt, react)(view, ask)


# -- dice -------------------------------------------------------------------------------------------------------------


def my_plan(view: View, seat: int) -> Plan:
    """The plan for a Turn: totals are worth the chance to keep the lead, failing costs tentacles."""
    binding = binding_in(view, seat)
    if seeks_madness(view, seat):
        return plan(binding, RUIN, 1.0, view["players"][seat]["mods"])
    leader = view["leader"]
    to_beat = 0 if leader is None or leader == seat else view["players"][leader]["total"]
    worth = max(1, view["location"]["points"])
    cost = tentacle_cost(view, seat) * (1 + binding.fail_draws) / worth
    low = binding.lowest_leads
    values = chances_to_lead(HIGHEST if low and leader in (None, seat) else to_beat, _still_to_come(view, seat), low)
    return plan(binding, values, -round(STEPS * cost) / STEPS, view["players"][seat]["mods"])


@cache
def chances_to_lead(to_beat: int, others: int, low: bool) -> tuple[float, ...]:
    """By total: how likely it leads to the end of the Round, with so many players still to come."""
    values = []
    for total in range(HIGHEST + 1):
        table = UNDERBID if low else BEATEN
        beaten = table[total] if total < len(table) else (0.6 if low else 0.0)
        leads = total <= to_beat if low else total >= to_beat
        values.append((1 - beaten) ** others if leads else 0.02)
    return tuple(values)


def _still_to_come(view: View, seat: int) -> int:
    """Investigators whose Turn follows in this Round."""
    seats = len(view["players"])
    if view["active"] is None or view["first"] is None:
        return 0
    after = range(1, (view["first"] - view["active"] - 1) % seats + 1)
    return sum(not view["players"][(view["active"] + step) % seats]["insane"] for step in after)


def tentacle_cost(view: View, seat: int) -> float:
    """What a tentacle costs a player, in points."""
    player = view["players"][seat]
    if player["insane"]:
        return -1.0
    left = player["insane_at"] - player["madness"] + player["shield"]
    return DREAD[max(0, min(len(DREAD) - 1, len(DREAD) - left))] + OMEN[view["tower"]["doom"]]


def lock(view: View, ask: Ask) -> int:
    """The lock that is worth most."""
    mine = of_player(view, ask.seat)
    course = my_plan(view, ask.seat)
    locked, _ = hands(mine)
    return max(ask.options, key=lambda code: course.lock(code, locked, mine["throws"]))


def rethrow_own(view: View, ask: Ask) -> int:
    """Some dice once more, where that is worth most; with no choice of plans, all."""
    if ask.seat != view["active"]:
        return ask.options[0] if seeks_madness(view, ask.seat) else ask.options[-1]
    mine = of_player(view, ask.seat)
    course = my_plan(view, ask.seat)

    def worth(code: int) -> float:
        part = code - SOME_DICE
        return worth_of_rethrow(course, mine, part) if part else worth_as_it_lies(course, mine, ask.prompt)

    return max(ask.options, key=worth)


def worth_as_it_lies(course: Plan, player: dict[str, Any], prompt: str) -> float:
    """What the dice are worth without a rethrow; whoever is about to fail has lost."""
    if prompt in ("chance", "second"):
        return course.failure
    locked, loose = hands(player)
    return course.thrown(locked, loose, player["throws"])


def worth_of_rethrow(course: Plan, player: dict[str, Any], part: int) -> float:
    """What the dice are worth if some of them are thrown again."""
    dice, fixed = player["dice"], player["locked"]
    locked = hand_of(dice[die] for die in range(DICE) if fixed[die] and not part & BIT[die])
    kept = hand_of(dice[die] for die in range(DICE) if not fixed[die] and not part & BIT[die])
    return course.rethrow(locked, kept, part.bit_count(), player["throws"])


def rethrow(view: View, ask: Ask) -> int:
    """Own dice where it is worth most; of others, as many as may be, the best first."""
    if ask.actor == ask.seat:
        return rethrow_own(view, ask)
    dice = of_player(view, ask.seat)["dice"]
    return max(ask.options, key=lambda code: sum(dice[die] for die in range(DICE) if code - SOME_DICE & BIT[die]))


def best_turn(view: View, seat: int, dice: list[int], shown: list[int], harm: bool) -> tuple[int, int]:
    """The die to turn, and the face: to the owner's profit, or to his harm."""
    player = of_player(view, seat)
    course = my_plan(view, seat)
    sign = -1 if harm else 1

    def worth(turn: tuple[int, int]) -> float:
        die, face = turn
        changed = dict(player, dice=[*player["dice"][:die], face, *player["dice"][die + 1 :]])
        locked, loose = hands(changed)
        return sign * course.thrown(locked, loose, player["throws"])

    return max(((die, face) for die in dice for face in shown), key=worth)


def turn_which(view: View, ask: Ask) -> int:
    """Which die to turn."""
    dice = [code - DIE for code in ask.options]
    return DIE + best_turn(view, ask.seat, dice, list(range(1, 7)), ask.actor != ask.seat)[0]


def turn_to(view: View, ask: Ask) -> int:
    """To which face: with the best die in mind."""
    shown = [code - FACE for code in ask.options]
    return FACE + best_turn(view, ask.seat, list(range(DICE)), shown, ask.actor != ask.seat)[1]


# -- tokens -----------------------------------------------------------------------------------------------------------


def take(view: View, ask: Ask) -> int:
    """The token that helps most now."""
    mine = of_player(view)
    near = mine["insane_at"] - mine["madness"] <= 1
    mad_hands = any(player["insane"] and player["cards"] for player in view["players"])
    wishes = [
        *(["no_madman"] if near else []),
        *(["forbidden_knowledge"] if mine["spells"] else []),
        *(["last_chance"] if mine["status"] == "open" else []),
        *(["imprison"] if view["tower"]["doom"] == 2 else []),
        *(["forbidden_knowledge"] if mad_hands else []),
        "last_chance",
        "imprison",
        "new_findings",
        "no_madman",
        "forbidden_knowledge",
    ]
    codes = [TOKEN + TOKENS.index(name) for name in wishes]
    return next((code for code in codes if code in ask.legal), NO_TOKEN)


def madman(view: View, ask: Ask) -> int:
    """Keep it for the marble that would break the mind; use it before it goes back."""
    mine = of_player(view)
    if (mine["madness"] < mine["insane_at"] and view["step"] != "close") or seeks_madness(view, ask.actor):
        return NO_GIFT
    return max((code for code in ask.options if code != NO_GIFT), key=lambda c: view["players"][c - GIVE]["score"])


def findings(view: View, ask: Ask) -> int:
    """A total that does not lead is worth nothing: try, unless the leader is out of reach."""
    lead = view["players"][view["leader"]]["total"]
    return YES_FINDINGS if lead <= 11 or binding_in(view, ask.seat).lowest_leads else ask.options[0]


def redo(view: View, ask: Ask) -> int:
    """Keep what leads; else throw the worse die once more."""
    mine = of_player(view)
    low = binding_in(view, ask.seat).lowest_leads
    lead = view["players"][view["leader"]]["total"] if view["leader"] is not None else 0
    if mine["now"] is not None and (mine["now"] <= lead if low else mine["now"] >= lead):
        return ask.options[0]
    dice = mine["dice"]
    worst = max if low else min
    return worst(ask.options[1:], key=lambda code: dice[(code - SOME_DICE).bit_length() - 1])


# -- cards and tentacles ----------------------------------------------------------------------------------------------


def stick(view: View, ask: Ask) -> int:
    """The sane draw where little falls; whoever wants DOOM, where much does."""
    wild = wants_doom(view, ask.actor, ask.seat) or (ask.actor == ask.seat and seeks_madness(view, ask.actor))
    choose = max if wild else min
    return choose(ask.options, key=lambda code: expected_fall(view, code - STICK))


def worst_card(view: View, ask: Ask) -> int:
    """The card that is least likely to be of use."""
    return min(ask.options, key=lambda code: _use_of(view, code))


def best_card(view: View, ask: Ask) -> int:
    """The card that is most likely to be of use."""
    return max(ask.options, key=lambda code: _use_of(view, code))


KEEP: Final = {"second_chance": 9, "cancel_spell": 6, "fallen": 6, "gain_spell": 5, "take_token": 5, "penalty": 5}


def _use_of(view: View, code: int) -> int:
    mine = of_player(view)
    side = view["cards"]["spells"][code - CARD]["insane" if mine["insane"] else "sane"]
    return KEEP.get(side["effects"][0]["do"], 4)


def first_option(view: View, ask: Ask) -> int:
    """Where one is as good as the other."""
    return ask.options[0]


ANSWERS: Final[dict[str, Callable[[View, Ask], int]]] = {
    "lock": lock,
    "useless": first_option,
    "take": take,
    "knowledge": first_option,
    "madman": madman,
    "chance": rethrow_own,
    "second": rethrow_own,
    "free": rethrow_own,
    "findings": findings,
    "redo": redo,
    "rethrow": rethrow,
    "die": turn_which,
    "face": turn_to,
    "discard": worst_card,
    "keep": best_card,
    "return": first_option,
    "stick": stick,
    "investigator": first_option,
}
"""By question; all others are windows."""
