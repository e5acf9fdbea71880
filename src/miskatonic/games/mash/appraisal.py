"""How likely a character's side is to win, at a glance (see `games/appraisal.py`)."""

from __future__ import annotations

from typing import Final

from miskatonic.games.appraisal import network
from miskatonic.games.mash.outlook import friends_weights, outlook, rivals_weights
from miskatonic.games.mash.outlook.rivals import rivalry
from miskatonic.games.mash.state import ACTIONS, BEGIN, Mash
from miskatonic.kernel import View

FOG: Final = 0.005
"""What an appraisal cannot tell: friends who follow every shade of it wait for ever in a quiet room."""
PROOF: Final = 0.5
"""Which part of the thinking goes into the proof that an answer is better: answers differ by little, dice by much."""


def appraise(s: Mash) -> tuple[float, ...]:
    """The chance of everybody to win, at the begin of a turn; friends share theirs."""
    if s.phase != BEGIN and (s.phase != ACTIONS or s.pool < s.hero.actions):
        return ()
    if s.friendly:
        return (network(outlook(s), friends_weights.UNITS, friends_weights.LAST),) * len(s.heroes)
    return tuple(network(signs, rivals_weights.UNITS, rivals_weights.LAST) for signs in rivalry(s))


def blur(view: View) -> float:
    """How far that may be off."""
    return FOG


def proof(view: View) -> float:
    """How much of the thinking is proof."""
    return PROOF


def which_turn(s: Mash) -> int:
    """Which turn it is: what is used or dropped before the first action is no reason to look around."""
    return 1 + s.round * len(s.heroes) + s.active
