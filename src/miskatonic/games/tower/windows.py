"""Windows: the moments at which Spells and Imprison may be played (section 4 of the rules)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

from miskatonic.games.tower import asks
from miskatonic.games.tower.cards import leave_hand
from miskatonic.games.tower.desk import NOTHING_FELL, Desk
from miskatonic.games.tower.effects import Effect
from miskatonic.games.tower.names import ANSWER, BIT, FAIL, FAILED, FALL, IMPRISON, NONE, OTHERS, PREDRAW, THEIRS, THROW
from miskatonic.games.tower.possible import possible, targets
from miskatonic.games.tower.state import Expedition, Moment, Player
from miskatonic.games.tower.vocabulary import PASS, USE_IMPRISON, play_code, played
from miskatonic.kernel import Ask, Flow
from miskatonic.kernel.sets import members

Carry: TypeAlias = Callable[[Expedition, Desk, Moment, Player, int, Effect], Flow[None]]
"""Table, desk, the window in which the card was played, caster, target, effect."""

TOKEN_WINDOWS: Final = (PREDRAW, ANSWER)
"""Where Imprison may be used (section 4.1)."""

CARRY_OUT: Final[dict[str, Carry]] = {}
"""By effect: how it is carried out. A Spell may set anything in motion, so `rules.py` fills this from `spells.py`."""


def questions(s: Expedition, desk: Desk, w: Moment) -> list[Ask]:
    """Section 4.3: whom a window asks, clockwise, as long as nobody acts; often nobody.

    Section 4.6: who is asked must not betray a hand, so only what everybody knows decides.
    """
    kind, subject, rules = w.kind, w.subject, s.rules
    left = 0 if desk.sites[s.location].bans_spells else ~(s.discards | s.in_play)  # TM-C10
    by_sane, by_mad, if_sane, if_mad = desk.windows[NOTHING_FELL if kind == FALL and not w.fallen else kind]
    if w.used:  # TM-C4
        if w.used & BIT[OTHERS[kind]]:
            by_sane = by_mad = 0
        if w.used & BIT[THEIRS[kind]]:
            if_sane = if_mad = 0
    by_sane &= left
    by_mad = by_mad & left if s.mad else 0
    jailer = s.holder[IMPRISON]
    if jailer >= 0 and (kind not in TOKEN_WINDOWS or s.flipped & BIT[IMPRISON]):
        jailer = NONE
    found: list[Ask] = []
    if by_sane or by_mad or jailer >= 0 or rules.ask_everyone:
        circle = s.clockwise()
    elif subject >= 0:
        circle = [s.players[subject]]
    else:
        return found
    might: dict[bool, bool] = {}
    """By state: whether anybody but the subject might play something, as far as it does not matter who."""
    for q in circle:
        if q.seat == subject:
            cards = (if_mad if q.insane else if_sane) & left
        else:
            cards = by_mad if q.insane else by_sane
            if q.seat == jailer:
                found.append(asks.window(q.seat, kind, _options(s, desk, w, q, cards, True)))
                continue
        if cards and q.hand:
            if q.hand & cards and len(options := _options(s, desk, w, q, cards, False)) > 1:
                found.append(asks.window(q.seat, kind, options))
                continue
            if not rules.open_hands and (cards & desk.ready[q.insane] or _might_play(s, desk, w, q, cards, might)):
                found.append(asks.PASSES[q.seat][kind])
                continue
        if rules.ask_everyone and left and _has_timing(w, q.seat):
            found.append(asks.PASSES[q.seat][kind])
    return found


def _has_timing(w: Moment, seat: int) -> bool:
    """Whether a window has a timing for a player, and it has not been used (TM-C4)."""
    timing = THEIRS[w.kind] if seat == w.subject else OTHERS[w.kind]
    return timing != NONE and not w.used & BIT[timing]


def window(s: Expedition, desk: Desk, w: Moment, asked: list[Ask]) -> Flow[None]:
    """TM-C3, TM-C5, section 4.3: ask clockwise, and again from the start after every card, until all have passed."""
    s.moments.append(w)
    acted = True
    while acted:
        acted = False
        for ask in asked:
            code = yield ask
            if code == PASS:
                continue
            q = s.players[ask.seat]
            if code == USE_IMPRISON:
                imprison(s, w, q)
            else:
                yield from cast(s, desk, w, q, *played(code))
            if not _closes(s, w):
                acted = True
                asked = questions(s, desk, w)
            break
    s.moments.pop()


def _might_play(s: Expedition, desk: Desk, w: Moment, q: Player, cards: int, might: dict[bool, bool]) -> bool:
    """Section 4.6: whether a hand might hold something playable, for all that everybody knows.

    Who is asked must not betray a hand, so the cards that do not lie open and what is possible now decide alone.
    """
    if q.seat == w.subject:
        return _some_playable(s, desk, w, q, cards)
    insane = q.insane
    if insane not in might:
        might[insane] = _some_playable(s, desk, w, q, cards & desk.alike[insane])
    return might[insane] or _some_playable(s, desk, w, q, cards & ~desk.alike[insane])


def _some_playable(s: Expedition, desk: Desk, w: Moment, q: Player, cards: int) -> bool:
    """Whether one of these cards could be played by a player, on anybody."""
    sides = desk.sides[q.insane]
    while cards:
        low = cards & -cards
        cards ^= low
        side = sides[low.bit_length() - 1]
        if side.target is None:
            if possible(s, desk, w, q, NONE, side.effects[0]):
                return True
        elif targets(s, desk, w, q, side):
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
    if asked := questions(s, desk, answers):
        yield from window(s, desk, answers, asked)
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
