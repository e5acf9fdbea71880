"""The rule options of Tower of Madness (TM-V7), the default value first."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from miskatonic.games.tower.names import NONE, SEATS
from miskatonic.kernel import Option

TARGETS = ("80", *(str(points) for points in range(151) if points != 80))

OPTIONS = (
    Option("abilities", ("off", "random", "choose"), "Do Investigators have abilities, dealt or picked?", "TM-S5"),
    Option(
        "first_player",
        ("random", *map(str, range(SEATS))),
        "Who is First Player? (A seat beyond the table is counted on round it.)",
        "TM-S7",
        ("drawn by lot", *(f"seat {n}" for n in range(1, SEATS + 1))),
    ),
    Option("location_delta", ("0", "-2", "-1", "1", "2"), "How many Locations more or fewer? More is harder.", "TM-V1"),
    Option("remove_horrors", ("0", "5"), "How many tentacles are left out? Five make it harder.", "TM-V2"),
    Option("stuck", ("fail", "roll_on"), "Does an Investigator who can lock nothing fail, or roll on?", "TM-D7"),
    Option(
        "end_window",
        ("before_judging", "after_judging"),
        "Are cards for the end of a Turn played before the investigation is judged, or after?",
        "TM-D8",
    ),
    Option("token_before_fail", ("true", "false"), "Does a throw that fails still give a token?", "TM-D3"),
    Option("cancelled_uses_timing", ("true", "false"), "Does a cancelled Spell use up its timing?", "TM-C4"),
    Option("hands", ("hidden", "open"), "Are Spells in hand hidden from the others?", "TM-C1"),
    Option("ask_everyone", ("false", "true"), "Is everybody asked at every moment, cards or not?", "TM-C5"),
    Option(
        "penalty_after_insanity",
        ("true", "false"),
        "Does whoever goes insane during several draws still draw the rest?",
        "TM-F9",
    ),
    Option("madman_least", ("others", "all"), "Is the holder of I'm No Madman compared with the others, too?", "TM-U5"),
    Option("new_findings", ("new", "better"), "Does New Findings replace a better total?", "TM-U7"),
    Option("insane_tokens", ("pool", "aside"), "Do tokens of the insane return at once, or at clean-up?", "TM-U9"),
    Option(
        "doom_on_turning",
        ("false", "true"),
        "Does the third DOOM marble win for the one it drives insane in the same draw?",
        "TM-W4",
    ),
    Option("solo_target", TARGETS, "How many points must a lone Investigator reach?", "TM-V5"),
)


class Rules:
    """The chosen options as plain facts, for the flows."""

    __slots__ = (
        "abilities",
        "ask_everyone",
        "better_findings",
        "cancelled_uses_timing",
        "compare_holder",
        "doom_on_turning",
        "first_player",
        "judge_first",
        "keep_aside",
        "location_delta",
        "open_hands",
        "penalty_after_insanity",
        "remove_horrors",
        "roll_on",
        "solo_target",
        "token_before_fail",
    )

    def __init__(self, chosen: Mapping[str, str]) -> None:
        first = chosen["first_player"]
        self.abilities = chosen["abilities"]
        self.first_player = NONE if first == "random" else int(first)
        self.location_delta = int(chosen["location_delta"])
        self.remove_horrors = chosen["remove_horrors"] == "5"
        self.roll_on = chosen["stuck"] == "roll_on"
        self.judge_first = chosen["end_window"] == "after_judging"
        self.token_before_fail = chosen["token_before_fail"] == "true"
        self.cancelled_uses_timing = chosen["cancelled_uses_timing"] == "true"
        self.open_hands = chosen["hands"] == "open"
        self.ask_everyone = chosen["ask_everyone"] == "true"
        self.penalty_after_insanity = chosen["penalty_after_insanity"] == "true"
        self.compare_holder = chosen["madman_least"] == "all"
        self.better_findings = chosen["new_findings"] == "better"
        self.keep_aside = chosen["insane_tokens"] == "aside"
        self.doom_on_turning = chosen["doom_on_turning"] == "true"
        self.solo_target = int(chosen["solo_target"])


@cache
def rules_of(values: tuple[str, ...]) -> Rules:
    """The rules with these values, in the order of `OPTIONS`; made once, since they never change."""
    return Rules({option.name: value for option, value in zip(OPTIONS, values, strict=True)})
