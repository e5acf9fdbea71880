"""Madness marbles, I'm No Madman, and going insane (TM-M5, TM-U5, TM-U9, TM-I)."""

from __future__ import annotations

from miskatonic.games.tower.desk import Desk
from miskatonic.games.tower.names import ASIDE, BIT, DISCOVERY, MADMAN, MADNESS, ONE, POOL, SPELL
from miskatonic.games.tower.scoring import CONSUMED, end
from miskatonic.games.tower.state import Expedition, Player
from miskatonic.games.tower.vocabulary import GIVE, NO_GIFT
from miskatonic.kernel import Ask, Flow


def give_madness(s: Expedition, desk: Desk, p: Player, number: int) -> Flow[None]:
    """TM-M5, TM-I1: marbles reach a board; first a shield, then I'm No Madman, then the insanity check."""
    binding = desk.binding(s, p)
    turned = min(number, max(0, binding.shield - p.shielded))
    if turned:
        p.shielded += turned
        s.removed += turned * ONE[MADNESS]
        s.tell("shielded", p.seat, turned)
    if number == turned:
        return
    p.madness += number - turned
    yield from ask_madman(s, desk, p)
    if not p.insane and p.madness >= desk.binding(s, p).insanity_at:
        go_insane(s, p)


def ask_madman(s: Expedition, desk: Desk, p: Player) -> Flow[None]:
    """TM-U5, Q5: the holder may give one of his Madness marbles to another player with the least Madness."""
    if s.holder[MADMAN] != p.seat or s.flipped & BIT[MADMAN] or not p.madness or len(s.players) == 1:
        return
    compared = s.players if s.rules.compare_holder else [q for q in s.players if q is not p]
    least = min(q.madness for q in compared)
    receivers = [q.seat for q in s.players if q is not p and q.madness == least]
    if not receivers:
        return
    code = yield Ask(p.seat, "madman", (NO_GIFT, *(GIVE + seat for seat in receivers)))
    if code == NO_GIFT:
        return
    s.flipped |= BIT[MADMAN]
    p.madness -= 1
    s.tell("gave_madness", p.seat, code - GIVE)
    yield from give_madness(s, desk, s.players[code - GIVE], 1)


def ask_madman_holder(s: Expedition, desk: Desk) -> Flow[None]:
    """TM-U5: the question at the start of every Turn and in the token step."""
    seat = s.holder[MADMAN]
    if seat >= 0 and not s.flipped & BIT[MADMAN]:
        yield from ask_madman(s, desk, s.players[seat])


def go_insane(s: Expedition, p: Player) -> None:
    """TM-I2, TM-I3, TM-U9: for good; the investigation is void, tokens go, ability and imposed rules end.

    TM-V5: a player alone has lost.
    """
    p.insane = True
    s.mad |= BIT[p.seat]
    p.clear()
    p.mods = 0
    p.imposed = ()
    p.ignoring = False
    s.tell("insane", p.seat)
    for token, seat in enumerate(s.holder):
        if seat == p.seat:
            s.holder[token] = ASIDE if s.flipped & BIT[token] or s.rules.keep_aside else POOL
    if len(s.players) == 1:
        end(s, CONSUMED)


def put_on_board(p: Player, kind: int, number: int) -> None:
    """Marbles that do nothing when they arrive."""
    if kind == DISCOVERY:
        p.discovery += number
    elif kind == SPELL:
        p.spells += number
    else:
        p.madness += number


def take_from_board(p: Player, kind: int, number: int) -> int:
    """Marbles leave a board, as many as there are; returns how many."""
    if kind == DISCOVERY:
        number = min(number, p.discovery)
        p.discovery -= number
    elif kind == SPELL:
        number = min(number, p.spells)
        p.spells -= number
    else:
        number = min(number, p.madness)
        p.madness -= number
    return number


def remove_from_board(s: Expedition, p: Player, kind: int, number: int) -> None:
    """TM-M8: marbles leave the game."""
    gone = take_from_board(p, kind, number)
    s.removed += gone * ONE[kind]
    if gone:
        s.tell("removed", p.seat, kind, gone)
