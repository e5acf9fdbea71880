"""Every answer Dice of Arkham can take (section 5.1 of the rules)."""

from __future__ import annotations

from miskatonic.games.arkham.sheet import MOST_FIGHT, MOST_HEALTH
from miskatonic.kernel import Choice, Hand, Number, Tuple, Vocabulary

MOST_HEALED = 8
"""Seven 4s (six dice and an extra gift die) are 16 points: eight healed."""
MOST_COMBAT_DICE = MOST_FIGHT + MOST_FIGHT // 2

VOCABULARY = Vocabulary(
    Number("gift", 1, 6),
    Tuple("heal", MOST_HEALED, MOST_HEALED),
    Choice("double", "time", "health", "sanity"),
    Choice("stance", "fight", "flee"),
    Tuple("spend", MOST_FIGHT, MOST_FIGHT),
    Choice("first_key", "monster", "die"),
    Choice("pact", "pact", "rest"),
    Number("lore", 0, MOST_HEALTH),
    Number("pick", 1, 6),
    Number("pact_dice", 1, MOST_FIGHT),
    Choice("ghost", "health", "sanity"),
    Hand("reroll", "123456", dice=7, empty="stop"),
    Hand("fight_reroll", "123456L", dice=MOST_COMBAT_DICE, empty="stop"),
)
