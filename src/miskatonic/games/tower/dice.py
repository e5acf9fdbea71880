"""Throwing, judging and failing (TM-D, TM-L4, TM-F; section 4.4 of the rules)."""

from __future__ import annotations

from miskatonic.games.tower import asks
from miskatonic.games.tower.asks import THROWS
from miskatonic.games.tower.bundles import carry_out
from miskatonic.games.tower.desk import Desk
from miskatonic.games.tower.names import BIT, DICE, FAIL, FAILED, FINDINGS, LAST_CHANCE, SUCCESS, THROW
from miskatonic.games.tower.state import Expedition, Moment, Player
from miskatonic.games.tower.tentacles import draw_tentacles
from miskatonic.games.tower.tokens import offer_token
from miskatonic.games.tower.tray import give_faces
from miskatonic.games.tower.vocabulary import NUMBER, SOME_DICE
from miskatonic.games.tower.windows import questions, window
from miskatonic.kernel import Flow


def throw(s: Expedition, desk: Desk, p: Player, dice: int) -> Flow[None]:
    """TM-D3, TM-D4, TM-D11: some dice are thrown; token, consequences, fail, window THROW, in this order."""
    p.locked &= ~dice
    p.last = dice
    p.throwing += 1
    number = NUMBER[(yield THROWS[p.seat][dice])]
    p.tray = give_faces(p.tray, dice, number)
    if p.status == SUCCESS:
        p.changed = True
    if s.news is not None:
        s.tell("threw", p.seat, dice, *p.dice)
    thrown = desk.binding(s, p).thrown[number]
    gives = not thrown.fails or s.rules.token_before_fail
    if thrown.gives_token and gives:
        yield from offer_token(s, desk, p)
    for then in thrown.consequences:
        yield from carry_out(s, desk, p, then, tokens=gives)
    if not p.insane and p.status != FAILED:
        if thrown.fails:
            s.tell("rule_broken", p.seat)
            yield from fail(s, desk, p)
        else:
            w = Moment(THROW, p.seat)
            w.thrown = dice
            if asked := questions(s, desk, w):
                yield from window(s, desk, w, asked)
    if p.throwing:
        p.throwing -= 1


def judge(s: Expedition, desk: Desk, p: Player) -> Flow[bool]:
    """TM-D9: success with a total, or the fail procedure; false if the fail is averted."""
    binding = desk.binding(s, p)
    p.changed = False
    placed = binding.placing.of(p.tray)
    if p.hopeless or not binding.succeeds(placed, p.mods):
        return fail(s, desk, p)
    return succeed(s, desk, p, max(0, placed.total + p.mods))


def succeed(s: Expedition, desk: Desk, p: Player, total: int) -> Flow[bool]:
    """TM-D9, TM-D10, TM-L3: a success, which is later than all others; the first of the Round has consequences."""
    p.status = SUCCESS
    p.total = total
    s.stamps += 1
    p.stamp = s.stamps
    if s.news is not None:
        s.tell("success", p.seat, p.total)
    if not p.rewarded:
        p.rewarded = True
        for then in desk.binding(s, p).on_success:
            yield from carry_out(s, desk, p, then)
        yield from settle(s, desk, p)
    return True


def settle(s: Expedition, desk: Desk, p: Player) -> Flow[None]:
    """TM-L4: a standing success whose dice or total have changed is judged anew, when no throw of it is in progress."""
    while p.changed and p.status == SUCCESS and not p.throwing:
        if not (yield from judge(s, desk, p)):
            p.changed = True


def fail(s: Expedition, desk: Desk, p: Player) -> Flow[bool]:
    """TM-F1, TM-F2, TM-F3, TM-F4, TM-F10: whether the investigation has failed for good; false if that is averted.

    TM-F2 (4, 5), TM-F5: consequences of failing, then the penalty tentacles one by one.
    """
    if p.status == FAILED or p.insane:
        return True
    if s.holder[LAST_CHANCE] == p.seat and not s.flipped & BIT[LAST_CHANCE] and p.last:
        # TM-U8, Q8
        code = yield asks.some_dice(p, "chance", p.last, 0, DICE, p.seat)
        if code != SOME_DICE:
            s.flipped |= BIT[LAST_CHANCE]
            s.tell("last_chance", p.seat)
            yield from throw(s, desk, p, code - SOME_DICE)
            return _is_lost(p)
    w = Moment(FAIL, p.seat)
    if asked := questions(s, desk, w):
        yield from window(s, desk, w, asked)
    if w.averted or _is_lost(p):  # a card played in the window may have made him fail already (TM-F4)
        return _is_lost(p)
    p.status = FAILED
    p.changed = False
    if s.news is not None:
        s.tell("failed", p.seat)
    binding = desk.binding(s, p)
    for then in binding.on_fail:
        yield from carry_out(s, desk, p, then, draws=False)
    yield from draw_tentacles(s, desk, p, 1 + binding.fail_draws + w.penalty)
    return True


def _is_lost(p: Player) -> bool:
    return p.insane or p.status == FAILED


def new_findings(s: Expedition, desk: Desk, p: Player) -> Flow[None]:
    """TM-U7: both Discovery dice are thrown, one of them perhaps once more; then the investigation is judged anew."""
    s.flipped |= BIT[FINDINGS]
    s.tell("findings", p.seat)
    before = p.tray
    both = desk.binding(s, p).placing.discovery(p.tray)
    p.throwing += 1
    yield from throw(s, desk, p, both)
    if not _is_lost(p):
        code = yield asks.some_dice(p, "redo", both, 0, 1, p.seat)
        if code != SOME_DICE:
            yield from throw(s, desk, p, code - SOME_DICE)
    p.throwing = max(0, p.throwing - 1)
    if _is_lost(p):
        return
    if s.rules.better_findings and not _is_better(desk, s, p):
        p.tray = before
        p.changed = False
        s.tell("old_findings", p.seat)
    yield from settle(s, desk, p)


def _is_better(desk: Desk, s: Expedition, p: Player) -> bool:
    """TM-U7, option `new_findings=better`: a success that is not worse than before."""
    binding = desk.binding(s, p)
    placed = binding.placing.of(p.tray)
    total = max(0, placed.total + p.mods)
    worse = total > p.total if binding.lowest_leads else total < p.total
    return binding.succeeds(placed, p.mods) and not worse
