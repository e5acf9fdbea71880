"""The rule options of Unlocking Insanity (section 2 of the rules), the default value first."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from miskatonic.games.insanity.names import NONE, SEATS
from miskatonic.kernel import Option

OPTIONS = (
    Option(
        "first_player",
        ("random", *SEATS),
        "Who starts? (A seat beyond the table is counted on round it.)",
        "UI-S3",
        ("drawn by lot", *(f"seat {n}" for n in range(1, len(SEATS) + 1))),
    ),
    Option(
        "pair_duty", ("strict", "loose"), "Must both copies be written whenever some pair of spaces allows it?", "UI-N2"
    ),
    Option("orphan_copy", ("place", "skip"), "Is the second copy written although the first has no room?", "UI-N4"),
    Option(
        "cross_out", ("any", "neither"), "Does one unwritten copy cost an X, or only when none was written?", "UI-X1"
    ),
    Option(
        "bonus_needs_insanity", ("false", "true"), "Is a bonus lost while its owner is sane in its colour?", "UI-F5"
    ),
    Option("tiebreak_positive", ("doubled", "plain"), "Do target bonuses count in the second tie-break?", "UI-E4"),
)


class Rules:
    """The chosen options as plain facts, for the flows."""

    __slots__ = (
        "bonus_needs_insanity",
        "cross_only_if_all_fail",
        "first_player",
        "lone_copies",
        "skip_orphans",
        "tiebreak_plain",
    )

    def __init__(self, chosen: Mapping[str, str]) -> None:
        first = chosen["first_player"]
        self.first_player = NONE if first == "random" else SEATS.index(first)
        self.lone_copies = chosen["pair_duty"] == "loose"
        self.skip_orphans = chosen["orphan_copy"] == "skip"
        self.cross_only_if_all_fail = chosen["cross_out"] == "neither"
        self.bonus_needs_insanity = chosen["bonus_needs_insanity"] == "true"
        self.tiebreak_plain = chosen["tiebreak_positive"] == "plain"


@cache
def rules_of(values: tuple[str, ...]) -> Rules:
    """The rules with these values, in the order of `OPTIONS`; made once, since they never change."""
    return Rules({option.name: value for option, value in zip(OPTIONS, values, strict=True)})
