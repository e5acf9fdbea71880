"""An attack as declared (CM-R1): dice, damage, effect, and which reactions it allows."""

from __future__ import annotations

from typing import Final

from miskatonic.games.mash.pieces import BODY, Piece

HURT: Final = 0
BIND: Final = 1
CUFF: Final = 2
ATTACH: Final = 3
WEB: Final = 4
HOLD: Final = 5
"""CM-P1: Bind Enemy."""
OBEY: Final = 6
"""CM-P9: Mental Suggestion; the controller acts after the list."""
ROB: Final = 7
"""CM-P11: Reach."""
LIFE: Final = 8
"""CM-P15: Steal Life."""
GRASP: Final = 9
"""CM-P6."""


class Strike:
    """CM-R1: an attack as declared. `by` is its cause (CM-K2); `melee` decides parry, Reflection and bound targets."""

    __slots__ = (
        "armour", "attacker", "bonus", "bound_helps", "by", "close", "damage", "drains", "effect", "hits", "label",
        "melee", "named", "near", "number", "parried", "reflectable", "shot", "sides", "stamina",
        "tie", "within",
    )  # fmt: skip

    def __init__(self, attacker: Piece, by: int, melee: bool, sides: int, bonus: int, damage: int) -> None:
        self.attacker = attacker
        self.by = by
        self.melee = melee
        self.sides = sides
        self.bonus = bonus
        self.damage = damage
        self.label = "melee" if melee else "ranged"
        self.shot = not melee
        """Whether it flies along a line (CM-Q5)."""
        self.effect = HURT
        self.number = 0
        """The escape number of a bond."""
        self.tie = BODY
        self.named = False
        """CM-O18: nobody is hit if the declared target is not."""
        self.within = False
        """CM-M10: struck in the target's own cell, which is never behind it (CM-Q1)."""
        self.parried = melee
        self.reflectable = not melee
        self.bound_helps = True
        """CM-B15: whether a bound target is easier to hit."""
        self.armour = True
        self.stamina = True
        self.drains = False
        self.hits: list[int] = []
        """Whom it really hit."""
        self.near: tuple[int, ...] = ()
        self.close: Strike | None = None
        """CM-P13: whom it strikes as a melee attack although it is a ranged one, and that attack."""

    def against(self, who: int) -> Strike:
        """The attack as one of its targets meets it."""
        return self.close if self.close is not None and who in self.near else self
