"""The answers that a sensible player would think about, the most promising first."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from miskatonic.games.mash.heuristic import sensible
from miskatonic.games.mash.sense.player import Player
from miskatonic.games.mash.sense.tactics import PLANS
from miskatonic.games.mash.vocabulary import END, STOP
from miskatonic.kernel import Ask, View

LOUD: Final = ("melee", "ranged", "cast", "use", "read", "do", "take", "gate", "charge")
"""Families of deeds that change something, before mere steps."""


def conceivable(view: View, ask: Ask) -> list[int]:
    """All answers: the sensible one, then what other plans would do, then deeds, then steps."""
    choice = sensible(view, ask)
    if ask.prompt not in ("act", "move"):
        return [choice, *(code for code in ask.options if code != choice)]
    player = Player(view, ask)
    plans = [code for plan in PLANS if (code := plan(player)) is not None]
    deeds = [code for family in LOUD for code in player.family(family).values()]
    if player.friendly:
        deeds = [code for code in deeds if code not in (END, STOP)]
    return list(dict.fromkeys([choice, *plans, *deeds, *ask.options]))


def ranking(view: View, ask: Ask) -> Sequence[int]:
    """Those worth a thought.

    Nothing happens to whoever waits, and nothing gets done. So nobody thinks about waiting: else whatever is dangerous
    would be put off as soon as it looks a little more dangerous than it is. Friends think in fights only. Nor does
    anybody think about what to throw away, unless it must be.
    """
    found = conceivable(view, ask)
    player = Player(view, ask)
    if player.friendly and not player.pieces:
        return found[:1]
    idle = {END, STOP} if ask.prompt not in ("act", "move") else {END, STOP, *player.family("drop").values()}
    return [code for code in found if code == found[0] or code not in idle]
