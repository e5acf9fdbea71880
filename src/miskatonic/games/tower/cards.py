"""Spell cards from deck to hand, from hand to hand, and away (TM-C8, TM-C9). Who knows what is kept here, too."""

from __future__ import annotations

from miskatonic.games.tower.asks import Pick
from miskatonic.games.tower.desk import Desk
from miskatonic.games.tower.names import BIT
from miskatonic.games.tower.state import Expedition, Player
from miskatonic.games.tower.vocabulary import CARD
from miskatonic.kernel import Ask, Flow
from miskatonic.kernel.sets import members
from miskatonic.kernel.state import Told


def draw_spells(s: Expedition, desk: Desk, p: Player, number: int) -> Flow[None]:
    """TM-C8, TM-M4: cards from the top; with `spell_choice` each is picked out of several (Q17)."""
    look = desk.binding(s, p).look
    for _ in range(number):
        s.looked = ()
        while len(s.looked) < look and (s.deck or s.under or s.discards):
            s.looked += ((yield from _top_card(s, desk, p)),)
        if not s.looked:
            return
        kept = s.looked[0]
        if len(s.looked) > 1:
            kept = (yield Ask(p.seat, "keep", tuple(sorted(CARD + card for card in s.looked)), secret=True)) - CARD
            s.under += tuple((card, p.seat) for card in s.looked if card != kept)
        s.looked = ()
        p.hand |= BIT[kept]
        s.tell("spell", p.seat)
        whisper(s, p.seat, f"drawn {desk.spells[kept].name}")


def _top_card(s: Expedition, desk: Desk, p: Player) -> Flow[int]:
    """The next card, seen by one player only; TM-C8: an empty deck is made of the discards."""
    if not s.deck and not s.under:
        s.deck, s.discards = s.discards, 0
        s.tell("reshuffled")
    card = yield Pick("spell", s.deck or BIT[s.under[0][0]], desk.spell_names, p.seat)
    if s.deck:
        s.deck ^= BIT[card]
    else:
        s.under = s.under[1:]
    return card


def steal_spell(s: Expedition, desk: Desk, victim: Player, thief: Player) -> Flow[None]:
    """TM-C9: a random card changes hands; victim and thief know it, nobody else does."""
    card = yield Pick("steal", victim.hand, desk.spell_names, thief.seat)
    victim.hand ^= BIT[card]
    both = BIT[victim.seat] | BIT[thief.seat]
    for other in s.known:
        if victim.hand & BIT[other]:
            # whoever was not told which card went cannot be sure of the others any more
            s.known[other] &= both
    thief.hand |= BIT[card]
    s.known[card] = BIT[victim.seat]
    s.tell("stole", thief.seat, victim.seat)
    for seat in (thief.seat, victim.seat):
        whisper(s, seat, f"stolen {desk.spells[card].name}")


def discard_spells(s: Expedition, desk: Desk, p: Player, number: int, at_random: bool = False) -> Flow[None]:
    """Q16: cards of the owner's choice, or random ones (TM-C9); all, if there are fewer. Discards lie open."""
    for _ in range(min(number, p.hand.bit_count())):
        if at_random:
            card = yield Pick("lose", p.hand, desk.spell_names)
        elif p.hand.bit_count() == 1:
            card = members(p.hand)[0]
        else:
            card = (yield Ask(p.seat, "discard", tuple(CARD + card for card in members(p.hand)))) - CARD
        leave_hand(s, p, card)
        s.discards |= BIT[card]
        s.tell(f"discarded {desk.spells[card].name}", p.seat, card)


def leave_hand(s: Expedition, p: Player, card: int) -> None:
    """A card is shown to everybody as it leaves a hand."""
    p.hand ^= BIT[card]
    s.known.pop(card, None)
    s.reveals += 1


def whisper(s: Expedition, seat: int, what: str) -> None:
    """Tell one player only."""
    if s.news is not None:
        s.news.append(Told(what, (), seat))
