"""The monsters' answer (CM-T5, CM-M2, CM-M3, CM-M12, CM-M13, CM-M15): one piece in each beat."""

from __future__ import annotations

from operator import attrgetter
from typing import Final

from miskatonic.games.mash import carrying, deeds, dust, effects, escape, keeper, monsters, policy, weapons
from miskatonic.games.mash.grid import NONE
from miskatonic.games.mash.harm import cause_of
from miskatonic.games.mash.hazards import time_passes
from miskatonic.games.mash.pieces import ALIVE, MONSTER, Piece
from miskatonic.games.mash.stacks import without
from miskatonic.games.mash.state import CLEANUP, Mash
from miskatonic.games.mash.vocabulary import COCK, GATE, GO, STOP, WAKE, WAKE_IN
from miskatonic.kernel import Ask, Flow

NOTHING: Final = (STOP,)
"""The answers of a piece that can do nothing."""
_CELL = attrgetter("cell")


def open_activation(s: Mash) -> None:
    """CM-T5, CM-B17: everybody hostile on the active character's tile is to act once."""
    s.awake = NONE
    s.pool = 0
    ready = []
    for piece in s.hostile(s.heroes[s.active].slot):
        if piece.kind == MONSTER or monsters.hunts(s, piece):
            if piece.doom:
                time_passes(piece)
            if piece.idle:
                piece.acted = True
            else:
                piece.acted = False
                ready.append(piece)
    human = keeper.keeper_seat(s) != NONE
    s.queue = tuple([piece.id for piece in ready]) if human else policy.order(s, ready)


def activation(s: Mash) -> Flow[None]:
    """CM-M3: the keeper chooses the next piece; it performs all its actions before another is chosen.

    Monsters that only walk do so in the same beat: nothing changes for those that wait, unless they are bound and want
    room to escape to.
    """
    actor = keeper.keeper_seat(s)
    waiting, bound = wakeable(s) if actor != NONE else ({}, False)
    quiet = actor != NONE and s.rules.quiet_walks
    hero = s.heroes[s.active]
    while hero.life == ALIVE:
        if s.awake != NONE:
            piece = s.pieces[s.awake]
        else:
            if actor == NONE:
                woken = first_in_line(s)
            elif len(waiting) > 1:
                woken = waiting.pop((yield Ask(s.active, "wake", tuple(waiting), actor)))
            else:
                woken = waiting.popitem()[1] if waiting else None
            if woken is None:
                break
            piece = woken
            wake(s, piece)
        haunt = monsters.haunt_of(s, piece) if quiet else None
        if haunt is None:
            yield from act(s, piece, actor, NONE)
            return
        while s.pool:
            codes = monsters.hunting(s, piece, haunt, hero)
            said = (yield Ask(s.active, "deed", codes, actor)) if len(codes) > 1 else STOP
            if said >= GATE:
                yield from act(s, piece, actor, said)
                return
            if said == STOP:
                break
            s.pool -= 1
            if s.news is not None:
                s.tell("walked", piece.ref, said - GO)
            s.shift(piece, said - GO)
        piece.acted = True
        s.awake = NONE
        if bound:
            waiting, bound = wakeable(s)
    yield from close_activation(s)


def wake(s: Mash, piece: Piece) -> None:
    """CM-M3: this is the one that acts now, with all its actions."""
    if piece.id in s.queue:
        s.queue = without(s.queue, piece.id)
    s.awake = piece.id
    piece.cocked = False
    s.pool = monsters.actions_of(s, piece)


def act(s: Mash, piece: Piece, actor: int, said: int) -> Flow[None]:
    """CM-M3: all actions of a piece, the first one as it was said, if it was."""
    quiet = s.rules.quiet_walks
    may_undo = True
    while s.pool or piece.objects:
        code, said = said, NONE
        if code == NONE:
            code = yield from decide(s, piece, actor)
        if quiet and GO <= code < GATE:
            # it touches, shows and decides nothing, so there is nothing around it (CM-R7..R10)
            s.pool -= 1
            deeds.go_to(s, piece, code - GO)
            may_undo = True
            continue
        if code == STOP:
            break
        if code == NONE:
            continue
        if piece.objects and carrying.is_free(s, code):
            yield from carrying.free_move(s, piece, code)
            continue
        may_undo = (yield from dust.action(s, NONE, code, declared(s, piece, code), done, may_undo)) == dust.DONE
        if s.awake not in s.pieces:
            s.awake = NONE
            return
        if s.heroes[s.active].life != ALIVE:
            return
        piece = s.pieces[s.awake]
        actor = keeper.keeper_seat(s)
    piece.acted = True
    s.awake = NONE


def decide(s: Mash, piece: Piece, actor: int) -> Flow[int]:
    """CM-M3, CM-T2: what a piece does next, by the keeper's word or by the policy; NONE if that is not possible."""
    codes = monsters.deeds(s, piece) if s.pool else NOTHING
    if piece.objects and actor != NONE:
        codes = monsters.with_free_deeds(s, piece, codes)
    if len(codes) == 1:
        # nothing but to stop
        return STOP
    if actor == NONE:
        if not s.rules.plain_hunt:
            # only what is done to the one it hunts
            codes = monsters.deeds_against(s, piece, policy_targets(s, piece))
        return policy.decide(s, piece, codes, s.pool)
    if s.wish == NONE:
        return (yield Ask(s.active, "deed", codes, actor))
    # it was announced within a move (CM-Q8)
    code, s.wish = s.wish, NONE
    return code if code in codes else NONE


def still_waiting(s: Mash) -> tuple[int, ...]:
    """Whoever is to act and has not done so yet."""
    if s.rules.sanity or s.rules.q_monsters_use_objects:
        # who takes flight, or what a monster finds, may bring it together with others than those at the begin
        return tuple([piece.id for piece in policy.hunters(s, s.hero.slot) if not piece.acted])
    return s.queue


def wakeable(s: Mash) -> tuple[dict[int, Piece], bool]:
    """CM-M3: whom the keeper may choose: those who can do something, by the codes that wake them, ascending.

    And whether any of those that wait is bound.
    """
    found = {}
    bound = False
    pieces = s.pieces
    for who in still_waiting(s):
        piece = pieces[who]
        if piece.bond:
            bound = True
            if not piece.objects and not escape.possible(s, piece):
                continue
        found[WAKE_IN[piece.cell] if piece.host == NONE else weapons.target_code(s, who, WAKE)] = piece
    codes = sorted(found)
    return found if codes == [*found] else {code: found[code] for code in codes}, bound


def first_in_line(s: Mash) -> Piece | None:
    """CM-T2: the next by the policy's order; who was not there when it was made comes last."""
    order = {who: n for n, who in enumerate(s.queue)}
    first = min(still_waiting(s), key=lambda who: order.get(who, len(order)), default=None)
    return None if first is None else s.pieces[first]


def declared(s: Mash, piece: Piece, code: int) -> Flow[weapons.Deed]:
    """CM-R1: what the piece that is awake does: whom it is against, and in which way."""
    actor = keeper.keeper_seat(s)
    targets = policy_targets(s, piece) if actor == NONE else monsters.prey(s, piece)
    return deeds.declare(s, piece, code, targets, s.active, s.active if actor == NONE else actor)


def done(s: Mash, deed: weapons.Deed) -> Flow[None]:
    """An action of the piece that is awake, as declared; what the Cock Fighter does costs none (CM-O8)."""
    piece = s.pieces[s.awake]
    s.pool -= deed[0] != COCK
    actor = keeper.keeper_seat(s)
    return deeds.do_deed(s, piece, deed, cause_of(piece), s.active, s.active if actor == NONE else actor)


def policy_targets(s: Mash, piece: Piece) -> list[int]:
    """The automatic keeper's only target."""
    hunted = policy.chosen_prey(s, piece)
    return [hunted.id] if hunted is not None else monsters.prey(s, piece)


def served(s: Mash) -> list[Piece]:
    """CM-M15, CM-T9: those whose activation this was; if their prey has died, it is on no tile any more.

    Time is up (CM-B17) only for those whose activation it was.
    """
    slot = s.heroes[s.active].slot
    if slot != NONE and s.rules.quiet_walks:
        return s.hostile(slot)
    waiting = (*s.queue, s.awake)
    return [
        piece
        for piece in s.pieces.values()
        if piece.acted or piece.slot == slot or piece.id in waiting or piece.doom == 2
    ]


def close_activation(s: Mash) -> Flow[None]:
    """CM-B17, CM-M15, CM-T6: time in the quicksand is up, and served flags are cleared."""
    here = served(s)
    for piece in sorted([piece for piece in here if piece.doom], key=_CELL):
        yield from effects.sink(s, piece)
    for piece in here:
        piece.acted = False
        piece.held = NONE
        if piece.idle:
            piece.idle -= 1
    s.awake = NONE
    s.pool = 0
    s.queue = ()
    s.phase = CLEANUP
