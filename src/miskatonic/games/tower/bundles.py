"""Consequences of rules, carried out in their fixed order (section 3.1 of the rules, `then`)."""

from __future__ import annotations

from miskatonic.games.tower.cards import discard_spells, draw_spells
from miskatonic.games.tower.clauses import Then
from miskatonic.games.tower.desk import Desk
from miskatonic.games.tower.madness import remove_from_board
from miskatonic.games.tower.names import DISCOVERY, MADNESS, SUCCESS
from miskatonic.games.tower.state import Expedition, Player
from miskatonic.games.tower.tentacles import draw_tentacles
from miskatonic.games.tower.tokens import offer_token
from miskatonic.kernel import Flow


def carry_out(s: Expedition, desk: Desk, p: Player, then: Then, draws: bool = True, tokens: bool = True) -> Flow[None]:
    """TM-D3 (b): everything a bundle names except `fail`; TM-F8: its draws make nobody fail."""
    if then.total:
        change_total(s, p, then.total)
    if then.gain_spell:
        yield from draw_spells(s, desk, p, then.gain_spell)
    if then.discard_spell:
        yield from discard_spells(s, desk, p, then.discard_spell)
    if then.lose_discovery:
        remove_from_board(s, p, DISCOVERY, then.lose_discovery)
    if then.heal:
        remove_from_board(s, p, MADNESS, then.heal)
    if then.token and tokens:
        yield from offer_token(s, desk, p)
    if draws:
        yield from draw_tentacles(s, desk, p, then.draw)


def change_total(s: Expedition, p: Player, amount: int) -> None:
    """TM-D10: a modifier for this Round; TM-L4: a standing success will be judged anew."""
    p.mods += amount
    s.tell("total", p.seat, amount)
    if p.status == SUCCESS:
        p.changed = True
