"""Whether an effect of a Spell is possible now (section 3.4 of the rules). All of this is public."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

from miskatonic.games.tower.desk import Desk
from miskatonic.games.tower.effects import ALL, CHOSEN, LEADER, THEM, YOU, Effect, Target
from miskatonic.games.tower.names import (
    ALL_DICE,
    BIT,
    NONE,
    OPEN,
    POOL,
    SUCCESS,
    TOKENS,
    marbles,
)
from miskatonic.games.tower.scoring import leader
from miskatonic.games.tower.state import Expedition, Moment, Player

Test: TypeAlias = Callable[[Expedition, Desk, Moment, Player, Player, Effect], bool]
"""Table, desk, window, caster, the player that `who` or `from` names (else the caster), effect."""
NO_OTHER: Final = ("", YOU, ALL)
"""Words that name nobody but the caster."""


def person(s: Expedition, w: Moment, caster: int, target: int, word: str) -> int:
    """The player that a word of an effect means; `NONE` if there is none."""
    if word == YOU:
        return caster
    if word == THEM:
        return w.subject
    if word == CHOSEN:
        return target
    return leader(s) if word == LEADER else NONE


def possible(s: Expedition, desk: Desk, w: Moment, caster: Player, target: int, effect: Effect) -> bool:
    """TM-C7: whether an effect could be carried out; one whose player does not exist cannot."""
    word = effect.who
    if word == THEM:
        who = s.players[w.subject]
    elif word in NO_OTHER:
        who = caster
    else:
        seat = person(s, w, caster.seat, target, word)
        if seat == NONE:
            return False
        who = s.players[seat]
    if effect.only_if and (word != ALL and who.insane) != (effect.only_if == "insane"):
        return False
    if not TESTS[effect.do](s, desk, w, caster, who, effect):
        return False
    if not effect.to or effect.to == "removed":
        return True
    to = person(s, w, caster.seat, target, effect.to)
    return to != NONE and to != (w.subject if effect.do == "redirect_draw" else who.seat if word else NONE)


def targets(s: Expedition, desk: Desk, w: Moment, caster: Player, target: Target, effect: Effect) -> list[int]:
    """On whom an effect may be played now."""
    return [seat for seat in _candidates(s, caster, target) if possible(s, desk, w, caster, seat, effect)]


def _candidates(s: Expedition, caster: Player, target: Target) -> list[int]:
    """The caster is never a legal target; the least Madness is that of all who fit otherwise."""
    found = [p for p in s.players if p is not caster]
    if target.state != "any":
        found = [p for p in found if p.insane == (target.state == "insane")]
    if target.has == "spell_card":
        found = [p for p in found if p.hand]
    elif target.has == "madness":
        found = [p for p in found if p.madness]
    elif target.has == "success":
        found = [p for p in found if p.status == SUCCESS]
    if target.least_madness and found:
        least = min(p.madness for p in found)
        found = [p for p in found if p.madness == least]
    return [p.seat for p in found]


def dice_set(s: Expedition, desk: Desk, w: Moment, who: Player, which: str) -> int:
    """Sets of dice: Discovery and symbol dice need five that stand together (TM-D6); none before the first throw."""
    if which == "thrown":
        return w.thrown if w.subject == who.seat else 0
    if which == "any":
        return ALL_DICE if who.tray else 0
    discovery = desk.binding(s, who).placing.discovery(who.tray)
    return discovery if which == "discovery" or not discovery else ALL_DICE & ~discovery


def on_board(p: Player, kind: int) -> int:
    """The marbles of one kind on a board."""
    return (p.discovery, p.spells, p.madness)[kind]


def _always(s: Expedition, desk: Desk, w: Moment, caster: Player, who: Player, effect: Effect) -> bool:
    return True


def _total(s: Expedition, desk: Desk, w: Moment, caster: Player, who: Player, effect: Effect) -> bool:
    return who.status in (OPEN, SUCCESS) and desk.binding(s, who).placing.of(who.tray).stands


def _dice(s: Expedition, desk: Desk, w: Moment, caster: Player, who: Player, effect: Effect) -> bool:
    return who.status in (OPEN, SUCCESS) and bool(dice_set(s, desk, w, who, effect.values["dice"]))


def _second_chance(s: Expedition, desk: Desk, w: Moment, caster: Player, who: Player, effect: Effect) -> bool:
    return bool(who.last)


def _fallen(s: Expedition, desk: Desk, w: Moment, caster: Player, who: Player, effect: Effect) -> bool:
    return marbles(w.fallen, effect.kind) > 0


def _marble(s: Expedition, desk: Desk, w: Moment, caster: Player, who: Player, effect: Effect) -> bool:
    return on_board(who, effect.kind) > 0


def _steal(s: Expedition, desk: Desk, w: Moment, caster: Player, who: Player, effect: Effect) -> bool:
    return who is not caster and bool(who.hand)


def _discard(s: Expedition, desk: Desk, w: Moment, caster: Player, who: Player, effect: Effect) -> bool:
    return bool(who.hand)


def _take_token(s: Expedition, desk: Desk, w: Moment, caster: Player, who: Player, effect: Effect) -> bool:
    return may_take(s, desk, who)


def _return_token(s: Expedition, desk: Desk, w: Moment, caster: Player, who: Player, effect: Effect) -> bool:
    return bool(unused_tokens(s, who))


def _impose(s: Expedition, desk: Desk, w: Moment, caster: Player, who: Player, effect: Effect) -> bool:
    return any(not p.insane for p in s.players) if effect.who == ALL else not who.insane


def _ignore(s: Expedition, desk: Desk, w: Moment, caster: Player, who: Player, effect: Effect) -> bool:
    return not who.insane and not who.ignoring and bool(desk.sites[s.location].binding)


def _replace(s: Expedition, desk: Desk, w: Moment, caster: Player, who: Player, effect: Effect) -> bool:
    return box_size(s) > 0


def may_take(s: Expedition, desk: Desk, p: Player) -> bool:
    """TM-U1, TM-U2, TM-U9: an Investigator, a token in the pool, and no ban."""
    return not p.insane and POOL in s.holder and not desk.sites[s.location].bans_tokens


def unused_tokens(s: Expedition, p: Player) -> list[int]:
    """The tokens that a player holds and has not used."""
    return [token for token in range(len(TOKENS)) if s.holder[token] == p.seat and not s.flipped & BIT[token]]


def box_size(s: Expedition) -> int:
    """TM-S6: the cards not dealt: some nobody has seen, some put there in everybody's sight."""
    return s.unseen.bit_count() - s.left + s.box.bit_count()


TESTS: Final[dict[str, Test]] = {
    "total": _total,
    "turn_die": _dice,
    "rethrow": _dice,
    "second_chance": _second_chance,
    "draw": _always,
    "prevent_draw": _always,
    "redirect_draw": _always,
    "choose_tentacle": _always,
    "fallen": _fallen,
    "move_marble": _marble,
    "remove_marble": _marble,
    "gain_spell": _always,
    "steal_spell": _steal,
    "discard_spell": _discard,
    "take_token": _take_token,
    "return_token": _return_token,
    "penalty": _always,
    "cancel_spell": _always,
    "points": _always,
    "impose": _impose,
    "ignore_location": _ignore,
    "replace_location": _replace,
}
"""By effect: what must hold."""
