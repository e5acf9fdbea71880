"""Windows: the moments at which Spells and Imprison may be played (section 4 of the rules)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

from miskatonic.games.tower.cards import leave_hand
from miskatonic.games.tower.desk import Desk
from miskatonic.games.tower.effects import Effect
from miskatonic.games.tower.listeners import FALLEN, JAILER, USED, Listener, Play
from miskatonic.games.tower.names import ANSWER, BIT, FAIL, FAILED, IMPRISON, NONE, PREDRAW, THROW
from miskatonic.games.tower.possible import TESTS, possible, targets
from miskatonic.games.tower.state import Expedition, Moment, Player
from miskatonic.games.tower.vocabulary import PASS, USE_IMPRISON, play_code, played
from miskatonic.kernel import Ask, Flow

Carry: TypeAlias = Callable[[Expedition, Desk, Moment, Player, int, Effect], Flow[None]]
"""Table, desk, the window in which the card was played, caster, target, effect."""

TOKEN_WINDOWS: Final = (PREDRAW, ANSWER)
"""Where Imprison may be used (section 4.1)."""

NOBODY: Final[list[Ask]] = []

CARRY_OUT: Final[dict[str, Carry]] = {}
"""By effect: how it is carried out. A Spell may set anything in motion, so `rules.py` fills this from `spells.py`."""


def questions(s: Expedition, desk: Desk, w: Moment) -> list[Ask]:
    """Section 4.3: whom a window asks, clockwise, as long as nobody acts; often nobody.

    Section 4.6: who is asked must not betray a hand, so only what everybody knows decides: whoever holds a card might
    hold any that does not lie open.
    """
    circumstances = s.mad
    if w.used:
        circumstances |= w.used << USED
    if w.fallen:
        circumstances |= FALLEN[w.fallen]
    if w.kind in TOKEN_WINDOWS and s.holder[IMPRISON] >= 0 and not s.flipped & BIT[IMPRISON]:
        circumstances |= BIT[JAILER + s.holder[IMPRISON]]
    start = s.first if s.active == NONE else s.active
    listeners = desk.listeners[s.location][w.kind][w.subject][start][circumstances]
    if not listeners:
        return NOBODY
    unseen = ~(s.discards | s.in_play)
    players = s.players
    found: list[Ask] = []
    for listener in listeners:
        hand = players[listener.seat].hand
        if hand & listener.cards and len(options := _options(s, desk, w, listener)) > 1:
            found.append(listener.asks[options])
        elif (
            hand
            and (listener.sure & unseen or (listener.doubted & unseen and _might_play(s, desk, w, listener, unseen)))
        ) or listener.always:
            found.append(listener.without)
    return found


def _might_play(s: Expedition, desk: Desk, w: Moment, listener: Listener, unseen: int) -> Play | None:
    """Section 4.6: the first of the doubtful cards that somebody may hold and could play now, on anybody."""
    q = s.players[listener.seat]
    for play in listener.doubtful:
        if play.bit & unseen and _plays(s, desk, w, q, play):
            return play
    return None


def window(s: Expedition, desk: Desk, w: Moment, asked: list[Ask]) -> Flow[None]:
    """TM-C3, TM-C5, section 4.3: ask clockwise, and again from the start after every card, until all have passed."""
    s.moments.append(w)
    while asked:
        for ask in asked:
            code = yield ask
            if code != PASS:
                break
        else:
            break
        q = s.players[ask.seat]
        if code == USE_IMPRISON:
            imprison(s, w, q)
        else:
            yield from cast(s, desk, w, q, *played(code))
        asked = [] if _closes(s, w) else questions(s, desk, w)
    s.moments.pop()


def _options(s: Expedition, desk: Desk, w: Moment, listener: Listener) -> tuple[int, ...]:
    """Section 4.3: pass, Imprison, and every playable card of the hand with its targets."""
    q = s.players[listener.seat]
    codes = listener.without.options
    for play in listener.plays[q.hand & listener.cards]:
        codes += _plays(s, desk, w, q, play)
    return codes


def _plays(s: Expedition, desk: Desk, w: Moment, q: Player, play: Play) -> tuple[int, ...]:
    """TM-C7: the codes of playing a card now, one for every target; none if it is not possible."""
    effect = play.effect
    if play.who != NONE:
        return play.alone if TESTS[effect.do](s, desk, w, q, s.players[play.who], effect) else ()
    if play.target is None:
        return play.alone if possible(s, desk, w, q, NONE, effect) else ()
    return tuple([play_code(play.card, seat) for seat in targets(s, desk, w, q, play.target, effect)])


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
