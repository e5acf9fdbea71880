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


def ranking(view: View, ask: Ask) -> Sequence[int]:
    """The sensible answer, then what other plans would do, then deeds, then steps."""
    choice = sensible(view, ask)
    if ask.prompt not in ("act", "move"):
        return [choice, *(code for code in ask.options if code != choice)]
    player = Player(view, ask)
    plans = [code for plan in PLANS if (code := plan(player)) is not None]
    deeds = [code for family in LOUD for code in player.family(family).values()]
    if player.friendly:
        # nothing happens to friends who wait, and nothing gets done
        deeds = [code for code in deeds if code not in (END, STOP)]
    return list(dict.fromkeys([choice, *plans, *deeds, *ask.options]))
