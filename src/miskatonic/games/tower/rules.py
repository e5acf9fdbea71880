"""A game of Tower of Madness, beat by beat: set-up, reveal, Turns, end of the Round (TM-S, TM-R, section 4).

Dice are in `dice.py`, draws in `tentacles.py`, windows in `windows.py`, Spells in `spells.py`, tokens in `tokens.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from miskatonic.games.tower import asks
from miskatonic.games.tower.asks import Pick
from miskatonic.games.tower.bundles import carry_out
from miskatonic.games.tower.cards import whisper
from miskatonic.games.tower.desk import Desk, desk_of
from miskatonic.games.tower.dice import judge, new_findings, throw
from miskatonic.games.tower.madness import ask_madman_holder
from miskatonic.games.tower.names import ALL_DICE, BIT, FINDINGS, NONE, OPEN, REVEAL, ROUNDEND, START, SUCCESS, TURNEND
from miskatonic.games.tower.scoring import leader, save_the_world
from miskatonic.games.tower.spells import EFFECTS
from miskatonic.games.tower.state import (
    AWARDING,
    CLOSING,
    ENDING,
    JUDGING,
    LOCKING,
    REVEALING,
    STARTING,
    THROWING,
    Expedition,
    Moment,
    Player,
)
from miskatonic.games.tower.tentacles import draw_tentacle
from miskatonic.games.tower.tokens import return_tokens
from miskatonic.games.tower.tray import lowest, number_in
from miskatonic.games.tower.vocabulary import (
    INVESTIGATOR,
    LOCK,
    LOCKED,
    NO_FINDINGS,
    NUMBER,
    SOME_DICE,
    YES_FINDINGS,
)
from miskatonic.games.tower.windows import CARRY_OUT, questions, window
from miskatonic.kernel import Ask, Flow
from miskatonic.kernel.hands import UNIT
from miskatonic.kernel.sets import members

START_SPELLS: Final = 2
"""TM-S4."""
CARRY_OUT.update(EFFECTS)


def beat(s: Expedition) -> Flow[None]:
    """From rest to rest: the step at which the table stands."""
    return BEATS[s.step](s, desk_of(s))


# -- set-up -----------------------------------------------------------------------------------------------------------


def prepare(s: Expedition, desk: Desk) -> Flow[None]:
    """TM-S4, TM-S5, TM-S7: the First Player, Investigators, two Spells for everybody."""
    if s.first == NONE:
        s.first = yield asks.first_player(len(s.players))
    yield from choose_investigators(s, desk)
    for p in s.clockwise():
        yield from deal(s, desk, p)
    s.step = REVEALING


def choose_investigators(s: Expedition, desk: Desk) -> Flow[None]:
    """TM-S5, TM-V3, Q19: picked clockwise from the First Player, or dealt; no card twice."""
    able = s.rules.abilities != "off"
    free = [n for n, card in enumerate(desk.cards.investigators) if bool(card.clauses) == able]
    for p in s.clockwise():
        if s.rules.abilities == "random":
            names = [card.id for card in desk.cards.investigators]
            p.investigator = yield Pick("investigator", sum(BIT[number] for number in free), names)
        elif len(free) > 1:
            options = tuple(INVESTIGATOR + number for number in free)
            p.investigator = (yield Ask(p.seat, "investigator", options)) - INVESTIGATOR
        else:
            p.investigator = free[0]
        free.remove(p.investigator)
        s.tell(f"investigator {desk.cards.investigators[p.investigator].name}", p.seat)


def deal(s: Expedition, desk: Desk, p: Player) -> Flow[None]:
    """TM-S4: the starting Spells, as far as there are any; `spell_choice` is for drawing, not for dealing."""
    number = START_SPELLS + desk.binding(s, p).start_spells
    for _ in range(min(number, s.deck.bit_count())):
        card = yield Pick("spell", s.deck, desk.spell_names, p.seat)
        s.deck ^= BIT[card]
        p.hand |= BIT[card]
        whisper(s, p.seat, f"drawn {desk.spells[card].name}")


# -- the Round --------------------------------------------------------------------------------------------------------


def reveal(s: Expedition, desk: Desk) -> Flow[None]:
    """TM-R1, TM-R2: the next Location is turned up, or the last one faced again; old investigations are cleared."""
    if s.location == NONE:
        s.location = yield Pick("location", s.unseen, desk.location_names)
        s.unseen ^= BIT[s.location]
        s.left -= 1
    if s.news is not None:
        s.tell(f"round {desk.sites[s.location].card.name}", s.round)
    for p in s.players:
        p.clear()
    w = Moment(REVEAL, NONE)
    if asked := questions(s, desk, w):
        yield from window(s, desk, w, asked)
    s.active = s.first
    s.step = STARTING


def start_turn(s: Expedition, desk: Desk) -> Flow[None]:
    """TM-R3, TM-I4: window START, I'm No Madman; then the first throw, or for the insane a tentacle."""
    p = s.players[s.active]
    s.end_used = 0
    if s.news is not None:
        s.tell("turn", p.seat)
    w = Moment(START, p.seat)
    if asked := questions(s, desk, w):
        yield from window(s, desk, w, asked)
    yield from ask_madman_holder(s, desk)
    if p.insane:
        yield from draw_tentacle(s, desk, p.seat)
        yield from leave_turn(s, desk, p)
    else:
        p.status = OPEN
        yield from throw_and_lock(s, desk)


def throw_and_lock(s: Expedition, desk: Desk) -> Flow[None]:
    """TM-D2, TM-I6: all unlocked dice together; then a lock, unless the investigation is over."""
    p = s.players[s.active]
    p.throws += 1
    yield from throw(s, desk, p, ALL_DICE & ~p.locked)
    yield from lock_dice(s, desk) if p.status == OPEN else leave_turn(s, desk, p)


def leave_turn(s: Expedition, desk: Desk, p: Player) -> Flow[None]:
    """TM-D8: the investigation is over, or there was none; cards for the end of a Turn are left."""
    yield from end_window(s, desk, p)
    pass_on(s)


def lock_dice(s: Expedition, desk: Desk) -> Flow[None]:
    """TM-D3, TM-D5, TM-D7, TM-D8, Q1: free rethrows, then a lock; or the end of throwing."""
    p = s.players[s.active]
    binding = desk.binding(s, p)
    if binding.free:
        yield from free_rethrows(s, desk, p)
        if p.status != OPEN:
            yield from leave_turn(s, desk, p)
            return
        binding = desk.binding(s, p)
    loose = ALL_DICE & ~p.locked
    if p.throws >= binding.throw_limit or not loose:
        s.step = ENDING
        return
    room = binding.locking.rooms[number_in(p.tray, p.locked)]
    ask = None if p.hopeless else room.questions[number_in(p.tray, loose)][p.seat]
    if ask is None:
        if not s.rules.roll_on:
            s.tell("stuck", p.seat)
            s.step = ENDING
            return
        ask = useless_lock(p, loose)
        p.hopeless = True
    code = ask.options[0] if len(ask.options) == 1 else (yield ask)
    p.locked |= lowest(p.tray, loose, LOCKED[code - LOCK])
    if s.news is not None:
        s.tell("locked", p.seat, code)
    s.step = ENDING if p.locked == ALL_DICE else THROWING


def free_rethrows(s: Expedition, desk: Desk, p: Player) -> Flow[None]:
    """TM-D3, Q14: some unlocked dice once more before the lock, as often as rules allow."""
    while p.status == OPEN and p.frees < len(free := desk.binding(s, p).free) and (loose := ALL_DICE & ~p.locked):
        code = yield asks.some_dice(p, "free", loose, 0, free[p.frees], p.seat)
        if code == SOME_DICE:
            return
        p.frees += 1
        yield from throw(s, desk, p, code - SOME_DICE)


def useless_lock(p: Player, loose: int) -> Ask:
    """TM-D7, Q2: with `stuck=roll_on`, one useless die of the player's choice."""
    shown = {p.dice[die] for die in members(loose)}
    return Ask(p.seat, "useless", tuple(sorted(LOCK + NUMBER[UNIT[face]] for face in shown)))


def end_turn(s: Expedition, desk: Desk) -> Flow[None]:
    """TM-D8: window TURNEND, unless the option puts it after judging."""
    if not s.rules.judge_first:
        yield from end_window(s, desk, s.players[s.active])
    s.step = JUDGING


def judge_turn(s: Expedition, desk: Desk) -> Flow[None]:
    """TM-D8, TM-D9, TM-F3: judging, perhaps window TURNEND; an averted fail goes on locking."""
    p = s.players[s.active]
    if p.status == OPEN and not (yield from judge(s, desk, p)):
        s.step = LOCKING
        return
    if s.rules.judge_first:
        yield from end_window(s, desk, p)
    pass_on(s)


def end_window(s: Expedition, desk: Desk, p: Player) -> Flow[None]:
    """Section 4.2: one moment per Turn, even if it opens twice."""
    w = Moment(TURNEND, p.seat)
    w.used = s.end_used
    if asked := questions(s, desk, w):
        yield from window(s, desk, w, asked)
        s.end_used = w.used


def pass_on(s: Expedition) -> None:
    """TM-R3: the left neighbour is next, until everybody has had a Turn."""
    s.active = (s.active + 1) % len(s.players)
    s.step = STARTING
    if s.active == s.first:
        s.active = NONE
        s.step = CLOSING


def close_round(s: Expedition, desk: Desk) -> Flow[None]:
    """TM-R5: window ROUNDEND and the token step."""
    w = Moment(ROUNDEND, NONE)
    if asked := questions(s, desk, w):
        yield from window(s, desk, w, asked)
    yield from token_step(s, desk)
    s.step = AWARDING


def settle_round(s: Expedition, desk: Desk) -> Flow[None]:
    """TM-R5: the award or none, clean-up."""
    best = leader(s)
    if best == NONE:
        yield from no_award(s, desk)
    else:
        yield from award(s, desk, s.players[best])
    clean_up(s, completed=best != NONE)


def token_step(s: Expedition, desk: Desk) -> Flow[None]:
    """TM-R5 (2), TM-U5, TM-U7, Q6: I'm No Madman, then New Findings for a success that does not lead."""
    yield from ask_madman_holder(s, desk)
    seat = s.holder[FINDINGS]
    if seat < 0 or s.flipped & BIT[FINDINGS] or leader(s) == seat:
        return
    p = s.players[seat]
    if p.status != SUCCESS or not desk.binding(s, p).placing.of(p.tray).stands:
        return
    if (yield Ask(seat, "findings", (NO_FINDINGS, YES_FINDINGS))) == YES_FINDINGS:
        yield from new_findings(s, desk, p)


def award(s: Expedition, desk: Desk, p: Player) -> Flow[None]:
    """TM-R6: the Lead Investigator receives the card and its points, then its consequences."""
    worth = max(0, desk.sites[s.location].points + s.extra)
    p.won += ((s.location, worth),)
    s.tell(f"won {desk.sites[s.location].card.name}", p.seat, worth)
    for then in desk.binding(s, p).on_award:
        yield from carry_out(s, desk, p, then)


def no_award(s: Expedition, desk: Desk) -> Flow[None]:
    """TM-R7, TM-I7: nobody has solved it, perhaps because all are insane; Investigators may have to pay."""
    s.tell(f"unsolved {desk.sites[s.location].card.name}", s.left)
    for who, then in desk.sites[s.location].on_nobody:
        for p in s.clockwise() if who == "each" else [s.players[s.first]]:
            if not p.insane:
                yield from carry_out(s, desk, p, then)


def clean_up(s: Expedition, completed: bool) -> None:
    """TM-R7, TM-R8, TM-W1: tokens return, the Round's effects end; the last Location stays until it is solved."""
    return_tokens(s)
    s.extra = 0
    for p in s.players:
        p.mods = 0
        p.imposed = ()
        p.ignoring = False
    if completed and not s.left:
        save_the_world(s)
    if s.left:
        s.location = NONE
    s.first = (s.first + 1) % len(s.players)
    s.round += 1
    s.step = REVEALING


BEATS: Final[tuple[Callable[[Expedition, Desk], Flow[None]], ...]] = (
    prepare,
    reveal,
    start_turn,
    throw_and_lock,
    lock_dice,
    end_turn,
    close_round,
    judge_turn,
    settle_round,
)
"""By step."""
