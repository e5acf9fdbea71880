"""Windows: the moments at which Spells and Imprison may be played (section 4 of the rules)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

from miskatonic.games.tower import asks
from miskatonic.games.tower.cards import leave_hand
from miskatonic.games.tower.desk import Desk
from miskatonic.games.tower.effects import Effect
from miskatonic.games.tower.names import (
    ANSWER,
    BIT,
    FAIL,
    FAILED,
    IMPRISON,
    NONE,
    OTHERS,
    PREDRAW,
    THEIRS,
    THROW,
    members,
)
from miskatonic.games.tower.possible import possible, targets
from miskatonic.games.tower.state import Expedition, Moment, Player
from miskatonic.games.tower.vocabulary import PASS, USE_IMPRISON, play_code, played
from miskatonic.kernel import Flow

Carry: TypeAlias = Callable[[Expedition, Desk, Moment, Player, int, Effect], Flow[None]]
"""Table, desk, the window in which the card was played, caster, target, effect."""

JUST_PASS: Final = (PASS,)
TOKEN_WINDOWS: Final = (PREDRAW, ANSWER)
"""Where Imprison may be used (section 4.1)."""

CARRY_OUT: Final[dict[str, Carry]] = {}
"""By effect: how it is carried out. A Spell may set anything in motion, so `rules.py` fills this from `spells.py`."""


def is_quiet(s: Expedition, desk: Desk, kind: int, subject: int) -> bool:
    """Whether nobody could be asked in a window, by a glance: most windows need not be opened at all.

    Section 4.6: by public facts only, as everything that decides who is asked.
    """
    if s.rules.ask_everyone or (kind in TOKEN_WINDOWS and s.holder[IMPRISON] >= 0):
        return False
    if desk.sites[s.location].bans_spells:
        return True
    away = s.discards | s.in_play
    sane, mad = desk.timed
    others = sane[OTHERS[kind]]
    if s.mad:
        others |= mad[OTHERS[kind]]
    if others & ~away:
        return False
    if subject < 0 or THEIRS[kind] < 0:
        return True
    p = s.players[subject]
    return not (desk.timed[p.insane][THEIRS[kind]] & ~away and p.hand)


def window(s: Expedition, desk: Desk, w: Moment) -> Flow[None]:
    """TM-C3, TM-C5, section 4.3: ask clockwise, and again from the start after every card, until all have passed."""
    s.moments.append(w)
    kind, rules = w.kind, s.rules
    acted = True
    while acted and not _closes(s, w):
        acted = False
        quiet = desk.sites[s.location].bans_spells  # TM-C10
        away = s.discards | s.in_play
        jailer = s.holder[IMPRISON] if kind in TOKEN_WINDOWS and not s.flipped & BIT[IMPRISON] else NONE
        might: dict[bool, bool] = {}
        """By state: whether anybody but the subject might play something, as far as it does not matter who."""
        for q in s.clockwise():
            theirs = q.seat == w.subject
            timing = THEIRS[kind] if theirs else OTHERS[kind]
            closed = quiet or timing < 0 or w.used & BIT[timing]
            cards = 0 if closed else desk.timed[q.insane][timing] & ~away
            imprisons = jailer == q.seat and not theirs
            options = _options(s, desk, w, q, cards, imprisons) if imprisons or q.hand & cards else JUST_PASS
            if len(options) > 1:
                code = yield asks.window(q.seat, kind, options)
            elif rules.ask_everyone:
                if closed:
                    continue
                code = yield asks.PASSES[q.seat][kind]
            elif rules.open_hands or not cards or not q.hand or not _might_play(s, desk, w, q, cards, theirs, might):
                continue
            else:
                code = yield asks.PASSES[q.seat][kind]
            if code == PASS:
                continue
            if code == USE_IMPRISON:
                imprison(s, w, q)
            else:
                yield from cast(s, desk, w, q, *played(code))
            acted = True
            break
    s.moments.pop()


def _might_play(
    s: Expedition, desk: Desk, w: Moment, q: Player, cards: int, theirs: bool, might: dict[bool, bool]
) -> bool:
    """Section 4.6: whether a hand might hold something playable, for all that everybody knows.

    Who is asked must not betray a hand, so the cards that do not lie open and what is possible now decide alone.
    """
    insane = q.insane
    if cards & desk.ready[insane]:
        return True
    if theirs:
        return _some_playable(s, desk, w, q, cards)
    if insane not in might:
        might[insane] = _some_playable(s, desk, w, q, cards & desk.alike[insane])
    return might[insane] or _some_playable(s, desk, w, q, cards & ~desk.alike[insane])


def _some_playable(s: Expedition, desk: Desk, w: Moment, q: Player, cards: int) -> bool:
    """Whether one of these cards could be played by a player, on anybody."""
    sides = desk.sides[q.insane]
    while cards:
        low = cards & -cards
        cards ^= low
        if targets(s, desk, w, q, sides[low.bit_length() - 1]):
            return True
    return False


def _options(s: Expedition, desk: Desk, w: Moment, q: Player, cards: int, imprisons: bool) -> tuple[int, ...]:
    """Section 4.3: pass, Imprison, and every playable card of the hand with its targets."""
    codes = [PASS, USE_IMPRISON] if imprisons else [PASS]
    sides = desk.sides[q.insane]
    for card in members(q.hand & cards):
        codes += [play_code(card, target) for target in targets(s, desk, w, q, sides[card])]
    return tuple(codes)


def _closes(s: Expedition, w: Moment) -> bool:
    """Section 4.1: windows that close early."""
    if w.kind == THROW:
        thrower = s.players[w.subject]
        return thrower.insane or thrower.status == FAILED
    if w.kind == FAIL:
        return w.averted
    if w.kind == PREDRAW:
        return w.prevented
    return w.kind == ANSWER and w.cancelled


def imprison(s: Expedition, w: Moment, q: Player) -> None:
    """TM-U6: a Spell of somebody else is cancelled, or a draw of somebody else prevented."""
    s.flipped |= BIT[IMPRISON]
    if w.kind == ANSWER:
        w.cancelled = True
        s.tell("imprisoned_spell", q.seat, w.subject)
    else:
        w.prevented = True
        s.tell("imprisoned_draw", q.seat, w.subject)


def cast(s: Expedition, desk: Desk, w: Moment, q: Player, card: int, target: int) -> Flow[None]:
    """TM-C2, TM-C4, TM-C6, TM-C7, TM-C11: announce, let others answer, carry out the side in force, discard."""
    side = desk.sides[q.insane][card]
    leave_hand(s, q, card)
    s.in_play |= BIT[card]
    w.used |= BIT[side.timing]
    if s.news is not None:
        s.tell(f"plays {desk.spells[card].name}", q.seat, q.insane, target)
    answers = Moment(ANSWER, q.seat)
    answers.card, answers.target = card, target
    if not is_quiet(s, desk, ANSWER, q.seat):
        yield from window(s, desk, answers)
    if answers.cancelled:
        s.tell(f"cancelled {desk.spells[card].name}")
        if not s.rules.cancelled_uses_timing:
            w.used &= ~BIT[side.timing]
    else:
        for effect in side.effects:
            if possible(s, desk, w, q, target, effect):
                yield from CARRY_OUT[effect.do](s, desk, w, q, target, effect)
    s.in_play &= ~BIT[card]
    s.discards |= BIT[card]
