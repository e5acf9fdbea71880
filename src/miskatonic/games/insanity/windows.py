"""Windows: the moments at which bonuses may be used (UI-F5, UI-F6, UI-F7)."""

from __future__ import annotations

from miskatonic.games.insanity import asks
from miskatonic.games.insanity.asks import desk_of
from miskatonic.games.insanity.bonuses import KINDS
from miskatonic.games.insanity.markers import spend_first
from miskatonic.games.insanity.names import BIT
from miskatonic.games.insanity.state import Cult, Novice
from miskatonic.games.insanity.vocabulary import PASS, USE_CODE, USE_OF
from miskatonic.kernel import Flow


def window(s: Cult, moment: int) -> Flow[None]:
    """UI-F7: whoever has a legal use is asked, from the active player on, and again from there after every use."""
    while s.windows & moment and (yield from _somebody_uses(s, moment)):
        pass


def _somebody_uses(s: Cult, moment: int) -> Flow[bool]:
    """One round of questions, up to the first use."""
    for n in s.clockwise():
        if n.seat in s.first and (uses := legal_uses(s, n, moment)):
            code = yield asks.bonus(n.seat, uses)
            if code != PASS:
                yield from use_bonus(s, n, code)
                return True
    return False


def legal_uses(s: Cult, n: Novice, moment: int) -> list[int]:
    """UI-F5, UI-F6: every use of the player's unused First cards; UI-V9 allows none."""
    desk = desk_of(s)
    codes: list[int] = []
    if n.insane and desk.burdens[n.insane].no_bonus:
        return codes
    for colour, owner in enumerate(s.first):
        if owner != n.seat or s.used & BIT[colour]:
            continue
        bonus = desk.sheet.bonuses[colour]
        if bonus.windows & moment and (not s.rules.bonus_needs_insanity or n.insane & BIT[colour]):
            codes += [USE_CODE[use] for use in KINDS[bonus.kind][0](s, n, bonus)]
    return codes


def use_bonus(s: Cult, n: Novice, code: int) -> Flow[None]:
    """UI-F7: a use is resolved at once and completely."""
    use = USE_OF[code]
    bonus = desk_of(s).sheet.bonuses[use[1]]
    spend_first(s, bonus.colour)
    s.tell("used", n.seat, bonus.colour)
    yield from KINDS[bonus.kind][1](s, n, bonus, use)
