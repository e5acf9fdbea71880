"""Odds on request: what an option promises, in figures."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from miskatonic.games.arkham.asks import FIGHT, picked, two_numbers
from miskatonic.games.arkham.chances import calm, holds, keen, roll_low_dice
from miskatonic.games.arkham.rules import harvest
from miskatonic.games.arkham.vocabulary import VOCABULARY
from miskatonic.kernel import Ask, Dice, View
from miskatonic.kernel.hands import hand_of

GAINS = ("cultists", "clock", "investigation", "fight", "magic")


def odds(view: View, ask: Ask) -> Mapping[int, str]:
    """A remark per option, where dice are kept, rolled or bought."""
    about = ODDS.get(ask.prompt)
    return about(view["you"], ask) if about else {}


def reroll(you: dict[str, Any], ask: Ask) -> Mapping[int, str]:
    """What the dice bring on average after this roll."""
    hand = hand_of(you["dice"])
    again = {code: picked(code) for code in ask.options}
    return {code: _in_words(expected(hand - chosen, number)) for code, (chosen, number) in again.items()}


@cache
def expected(kept: int, rolled: int) -> tuple[float, ...]:
    """The mean of what a hand brings: some dice kept, some rolled."""
    totals = [0.0] * len(GAINS)
    for fell, chance in Dice("", rolled).outcomes():
        for index, amount in enumerate(harvest(kept + fell)):
            totals[index] += chance * amount
    return tuple(totals)


def _in_words(means: tuple[float, ...]) -> str:
    said = [f"{name} {mean:.1f}" for name, mean in zip(GAINS, means, strict=True) if mean >= 0.05]
    return "on average " + ", ".join(said) if said else "nothing"


def stance(you: dict[str, Any], ask: Ask) -> Mapping[int, str]:
    """How likely the best fight is won with everything the purse holds."""
    combat, dice = you["combat"], most_dice(you)
    once = calm(dice, combat["strength"])
    again = keen(dice, combat["strength"], combat["foe"] == "monster")
    return {FIGHT: f"with all you have, {dice} dice: wins {once.win:.1%} at once, {again.win:.1%} with rerolls"}


def most_dice(you: dict[str, Any]) -> int:
    """DA-C6: how many combat dice the purse can buy."""
    monster = you["combat"]["foe"] == "monster"
    right, wrong = (you["magic"], you["fight"]) if monster else (you["fight"], you["magic"])
    return int(right + wrong // 2)


def spend(you: dict[str, Any], ask: Ask) -> Mapping[int, str]:
    """The chance to win with every purchase."""
    strength, monster = you["combat"]["strength"], you["combat"]["foe"] == "monster"
    return {code: _purchase(*two_numbers(code), strength, monster) for code in ask.options}


def _purchase(fight: int, magic: int, strength: int, monster: bool) -> str:
    dice = magic + fight // 2 if monster else fight + magic // 2
    once, again = calm(dice, strength), keen(dice, strength, monster)
    return f"wins {once.win:.1%} at once, {again.win:.1%} with rerolls ({again.ones:.1f} clock steps)"


def fight_reroll(you: dict[str, Any], ask: Ask) -> Mapping[int, str]:
    """The chance to win by stopping, and by rolling everything low again."""
    combat = you["combat"]
    strength, value = combat["strength"], combat["value"]
    remarks = {VOCABULARY.encode("fight_reroll", 0): f"wins {holds(value, strength):.1%}"}
    low = [face for face in combat["dice"] if face <= 3]
    all_low = VOCABULARY.encode("fight_reroll", hand_of(low))
    if low:
        later = roll_low_dice(value - sum(low), len(low), combat["roll"], strength, combat["foe"] == "monster")
        remarks[all_low] = f"wins about {later.win:.1%}, {later.ones:.1f} clock steps"
    return remarks


ODDS: dict[str, Callable[[dict[str, Any], Ask], Mapping[int, str]]] = {
    "reroll": reroll,
    "stance": stance,
    "spend": spend,
    "fight_reroll": fight_reroll,
}
