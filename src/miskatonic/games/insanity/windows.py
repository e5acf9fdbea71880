"""Windows: the moments at which bonuses may be used (UI-F5, UI-F6, UI-F7)."""

from __future__ import annotations

from miskatonic.games.insanity import asks
from miskatonic.games.insanity.asks import Desk
from miskatonic.games.insanity.bonuses import KINDS
from miskatonic.games.insanity.markers import spend_first
from miskatonic.games.insanity.names import BIT, COLOUR_SETS
from miskatonic.games.insanity.state import Cult, Novice
from miskatonic.games.insanity.vocabulary import PASS, USE_CODE, USE_OF
from miskatonic.kernel import Flow


def window(s: Cult, desk: Desk, moment: int) -> Flow[None]:
    """UI-F7: whoever has a legal use is asked, from the active player on, and again from there after every use."""
    while desk.windows[s.unused] & moment and (yield from _somebody_uses(s, desk, moment)):
        pass


def _somebody_uses(s: Cult, desk: Desk, moment: int) -> Flow[bool]:
    """One round of questions, up to the first use."""
    cards = [colour for colour in COLOUR_SETS[s.unused] if desk.windows[BIT[colour]] & moment]
    owners = {s.first[colour] for colour in cards}
    for n in s.clockwise():
        if n.seat in owners and (uses := legal_uses(s, desk, n, cards)):
            code = yield asks.bonus(n.seat, uses)
            if code != PASS:
                yield from use_bonus(s, desk, n, code)
                return True
    return False


def legal_uses(s: Cult, desk: Desk, n: Novice, cards: list[int]) -> list[int]:
    """UI-F5, UI-F6: every use of those First cards that are the player's; UI-V9 allows none."""
    codes: list[int] = []
    if desk.burdens[n.insane].no_bonus:
        return codes
    for colour in cards:
        if s.first[colour] == n.seat and (not s.rules.bonus_needs_insanity or n.insane & BIT[colour]):
            bonus = desk.sheet.bonuses[colour]
            codes += [USE_CODE[use] for use in KINDS[bonus.kind][0](s, n, bonus)]
    return codes


def use_bonus(s: Cult, desk: Desk, n: Novice, code: int) -> Flow[None]:
    """UI-F7: a use is resolved at once and completely."""
    use = USE_OF[code]
    bonus = desk.sheet.bonuses[use[1]]
    spend_first(s, bonus.colour)
    s.tell("used", n.seat, bonus.colour)
    yield from KINDS[bonus.kind][1](s, n, bonus, use)
