"""Dealing anew what a seat cannot know: other hands, and cards that others put under the deck (section 7.2)."""

from __future__ import annotations

from random import Random

from miskatonic.games.tower.names import BIT
from miskatonic.games.tower.state import Expedition
from miskatonic.kernel.sets import members


def redeal(s: Expedition, seat: int | None, random: Random) -> Expedition:
    """TM-C1: a table that looks the same from a seat, with everything hidden from it dealt anew.

    What others know of each other's cards stays known: whoever was robbed knows the new card instead of the old one.
    The cards that lie there now make no difference: the same luck deals the same.
    """
    other = s.copy()
    bit = 0 if seat is None else BIT[seat]
    hidden = [p for p in other.players if p.seat != seat and not s.rules.open_hands]
    known = s.known.get
    unsure = {p.seat: [card for card in members(p.hand) if not known(card, 0) & bit] for p in hidden}
    below = [place for place, (_, by) in enumerate(s.under) if by != seat]
    before = [card for cards in unsure.values() for card in sorted(cards, key=lambda card: known(card, 0))]
    before += [s.under[place][0] for place in below]
    after = sorted(before + members(s.deck))
    random.shuffle(after)
    dealt = dict(zip(before, after, strict=False))
    for p in hidden:
        p.hand = sum(BIT[dealt.get(card, card)] for card in members(p.hand))
    other.under = tuple((dealt[card] if by != seat else card, by) for card, by in s.under)
    other.known = {dealt.get(card, card): seats for card, seats in s.known.items()}
    other.deck = sum(BIT[card] for card in after[len(before) :])
    return other
