"""What each audience may see of a case."""

from __future__ import annotations

from functools import cache
from typing import Any

from miskatonic.games.arkham.combat import value
from miskatonic.games.arkham.options import Rules
from miskatonic.games.arkham.rules import dice_in_play
from miskatonic.games.arkham.sheet import Sheet
from miskatonic.games.arkham.side_by_side import ranks
from miskatonic.games.arkham.state import FIELDS, FLAGS, NOBODY, Case, Investigator, has_completed_turn
from miskatonic.kernel import View
from miskatonic.kernel.hands import faces
from miskatonic.kernel.state import fields_of, slots_of

FOES = ("", "cultists", "monster")
PRINTED = tuple(name for name in slots_of(Sheet) if name != "red_until")


def view(state: Investigator | Case, seat: int | None) -> View:
    """DA-V1: your own sheet as it is now, everybody else's after the last turn that both of you have completed.

    A spectator sees what was posted when all had completed a turn. Alone, everything is open to everybody.
    """
    if isinstance(state, Investigator):
        alone = investigator_view(state)
        sheet = sheet_view(state.sheet).copy()
        return {"seat": seat, "sheet": sheet, "you": alone, "investigators": [alone], "ranks": []}
    others = [posted_view(s) for s in state.posted]
    you: dict[str, Any] | None = None
    if seat is not None:
        if has_completed_turn(state, seat):
            for other, s in enumerate(state.investigators):
                if has_completed_turn(state, other):
                    others[other] = posted_view(s)
        you = others[seat] = investigator_view(state.investigators[seat])
    over = all(s["result"] for s in others)
    return {
        "seat": seat,
        "sheet": sheet_view(state.investigators[0].sheet).copy(),
        "you": you,
        "investigators": others,
        "ranks": ranks(state) if over else [],
    }


@cache
def sheet_view(sheet: Sheet) -> dict[str, Any]:
    """The printed part of the table."""
    printed = {name: getattr(sheet, name) for name in PRINTED}
    return printed | {"red": list(sheet.red)}


@cache
def rules_view(rules: Rules) -> dict[str, Any]:
    """The rules that are played."""
    return {name: getattr(rules, name) for name in fields_of(rules)}


def posted_view(s: Investigator) -> dict[str, Any]:
    """A sheet at rest: markers and result."""
    return {name: getattr(s, name) for name in (*FIELDS, *FLAGS, "result")}


def investigator_view(s: Investigator) -> dict[str, Any]:
    """A sheet with everything that lies on it during a turn."""
    table: dict[str, Any] = {
        "mythos": list(faces(s.mythos)),
        "dice": list(faces(s.dice)),
        "roll": s.roll,
        "dice_in_play": dice_in_play(s),
        "pairs": s.pairs,
        "reds": s.reds,
        "event": s.event,
        "price": s.price,
        "combat": None,
        "rules": rules_view(s.rules).copy(),
    }
    if s.foe != NOBODY:
        table["combat"] = {
            "foe": FOES[s.foe],
            "cultists": s.cultists,
            "strength": s.strength,
            "dice": list(faces(s.combat)),
            "locked": s.locked,
            "roll": s.fight_roll,
            "value": value(s),
        }
    return posted_view(s) | table
