"""Odds on request: what an option promises, in figures."""

from __future__ import annotations

from collections.abc import Mapping

from miskatonic.games.arkham.asks import two_numbers
from miskatonic.games.arkham.chances import calm, holds, keen, keen_from
from miskatonic.games.arkham.vocabulary import VOCABULARY
from miskatonic.kernel import Ask, View
from miskatonic.kernel.hands import hand_of


def odds(view: View, ask: Ask) -> Mapping[int, str]:
    """Remarks on the options of a question in combat; other questions have none."""
    combat = view["you"]["combat"]
    if combat is None:
        return {}
    strength, monster = combat["strength"], combat["foe"] == "monster"
    if ask.prompt == "spend":
        return {code: _purchase(code, strength, monster) for code in ask.options}
    if ask.prompt == "fight_reroll":
        stop = VOCABULARY.encode("fight_reroll", 0)
        free = [face for face in combat["dice"] if face <= 3]
        kept = combat["value"] - sum(free)
        later = keen_from(kept, len(free), combat["value"], combat["roll"], strength, monster)
        return {
            stop: f"wins {holds(combat['value'], strength):.1%}",
            **_low_dice(ask, free, f"wins about {later.win:.1%}, {later.ones:.1f} clock steps"),
        }
    return {}


def _purchase(code: int, strength: int, monster: bool) -> str:
    fight, magic = two_numbers(code)
    dice = magic + fight // 2 if monster else fight + magic // 2
    once, again = calm(dice, strength), keen(dice, strength, monster)
    return f"wins {once.win:.1%} at once, {again.win:.1%} with rerolls ({again.ones:.1f} clock steps)"


def _low_dice(ask: Ask, free: list[int], remark: str) -> Mapping[int, str]:
    """The remark belongs to the choice of all free dice showing 1 to 3."""
    code = VOCABULARY.encode("fight_reroll", hand_of(free))
    return {code: remark} if free and code in ask.legal else {}
