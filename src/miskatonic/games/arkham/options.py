"""The rule options of Dice of Arkham (DA-S5, section 2.10), the default value first."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from miskatonic.kernel import Option

OPTIONS = (
    Option("fatal_payments", ("forbidden", "allowed"), "May the last point of a meter be paid?", "DA-G4"),
    Option("gift_die", ("own", "extra"), "Is the gift die one of your dice, or one more?", "DA-D2"),
    Option("red_spaces", ("this_turn", "cumulative"), "Do red spaces behind you join every combat?", "DA-I6"),
    Option("elder_return", ("pass", "land"), "Does passing the elder sign free the die, or only landing?", "DA-I7"),
    Option("idle_heal", ("forbidden", "allowed"), "May points be spent on full meters?", "DA-I8"),
    Option("double_cost", ("blind", "seen"), "Is the price of a double rolled after or before you choose?", "DA-M3"),
    Option("flee_kind", ("rolled", "reduced"), "Which number decides the kind of harm in flight?", "DA-C5"),
    Option("zero_dice", ("allowed", "forbidden"), "May you fight without a single die?", "DA-C6"),
    Option("monster_lock", ("rolled", "showing"), "Which 1s are locked against a monster?", "DA-C10"),
    Option("pact_dice", ("all", "any"), "Must the pact be rolled with all your magic?", "DA-2A.1"),
    Option("lore_dice", ("upfront", "one_by_one"), "Are extra dice paid at once or one by one?", "DA-2B"),
    Option("ghost_toll", ("matched", "choose"), "Who chooses what the pale shapes take?", "DA-2B.4"),
    Option("luck", ("own", "shared"), "Are dice drawn, or looked up as in a case shared with others?", "DA-V2"),
)


class Rules:
    """The chosen options as plain facts, for the flows."""

    __slots__ = (
        "elder_needs_landing",
        "flight_reads_reduced",
        "ghosts_let_choose",
        "gift_is_extra",
        "idle_heal",
        "lock_all_showing",
        "lore_one_by_one",
        "must_buy_dice",
        "pact_any_dice",
        "price_seen",
        "red_behind_counts",
        "reserve",
        "shared_luck",
    )

    def __init__(self, chosen: Mapping[str, str]) -> None:
        self.reserve = 0 if chosen["fatal_payments"] == "allowed" else 1
        """DA-G4: what must be left of a meter after a payment."""
        self.gift_is_extra = chosen["gift_die"] == "extra"
        self.red_behind_counts = chosen["red_spaces"] == "cumulative"
        self.elder_needs_landing = chosen["elder_return"] == "land"
        self.idle_heal = chosen["idle_heal"] == "allowed"
        self.price_seen = chosen["double_cost"] == "seen"
        self.flight_reads_reduced = chosen["flee_kind"] == "reduced"
        self.must_buy_dice = chosen["zero_dice"] == "forbidden"
        self.lock_all_showing = chosen["monster_lock"] == "showing"
        self.pact_any_dice = chosen["pact_dice"] == "any"
        self.lore_one_by_one = chosen["lore_dice"] == "one_by_one"
        self.ghosts_let_choose = chosen["ghost_toll"] == "choose"
        self.shared_luck = chosen["luck"] == "shared"


@cache
def rules_of(values: tuple[str, ...]) -> Rules:
    """The rules with these values, in the order of `OPTIONS`; made once, since they never change."""
    return Rules({option.name: value for option, value in zip(OPTIONS, values, strict=True)})
