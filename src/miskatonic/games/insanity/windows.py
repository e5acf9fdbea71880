"""Windows: the moments at which bonuses may be used (UI-F5, UI-F6, UI-F7)."""

from __future__ import annotations

from miskatonic.games.insanity import asks
from miskatonic.games.insanity.asks import Desk
from miskatonic.games.insanity.bonuses import KINDS
from miskatonic.games.insanity.markers import spend_first
from miskatonic.games.insanity.names import BIT, COLOUR_SETS
from miskatonic.games.insanity.state import Cult, Novice
from miskatonic.games.insanity.vocabulary import PASS, USE_OF
from miskatonic.kernel import Flow


def window(s: Cult, desk: Desk, moment: int) -> Flow[None]:
    """UI-F7: whoever has a legal use is asked, from the active player on, and again from there after every use."""
    owners = [s.first[colour] for colour in COLOUR_SETS[s.unused & desk.timely[moment]]]
    waiting = holders = [n for n in s.everybody if n.seat in owners]
    while waiting:
        n = waiting[0]
        uses = legal_uses(s, desk, n, moment)
        code = (yield asks.bonus(n.seat, uses)) if uses else PASS
        if code == PASS:
            waiting = waiting[1:]
        else:
            yield from use_bonus(s, desk, n, code)
            waiting = holders


def legal_uses(s: Cult, desk: Desk, n: Novice, moment: int) -> list[int]:
    """UI-F5, UI-F6: every use of the First cards that are the player's; UI-V9 allows none."""
    codes: list[int] = []
    if desk.burdens[n.insane].no_bonus:
        return codes
    for colour in COLOUR_SETS[s.unused & desk.timely[moment]]:
        if s.first[colour] == n.seat and (not s.rules.bonus_needs_insanity or n.insane & BIT[colour]):
            bonus = desk.sheet.bonuses[colour]
            codes += KINDS[bonus.kind][0](s, n, bonus)
    return codes


def use_bonus(s: Cult, desk: Desk, n: Novice, code: int) -> Flow[None]:
    """UI-F7: a use is resolved at once and completely."""
    use = USE_OF[code]
    bonus = desk.sheet.bonuses[use[1]]
    spend_first(s, bonus.colour)
    s.tell("used", n.seat, bonus.colour)
    yield from KINDS[bonus.kind][1](s, n, bonus, use)
