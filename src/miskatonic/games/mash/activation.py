"""The monsters' answer (CM-T5, CM-M2, CM-M3, CM-M12, CM-M13, CM-M15): one piece in each beat."""

from __future__ import annotations

from miskatonic.games.mash import dust, effects, escape, keeper, monsters, policy, weapons
from miskatonic.games.mash.chances import choose
from miskatonic.games.mash.grid import NONE
from miskatonic.games.mash.harm import cause_of
from miskatonic.games.mash.hazards import time_passes
from miskatonic.games.mash.pieces import ALIVE, Piece
from miskatonic.games.mash.state import CLEANUP, Mash
from miskatonic.games.mash.vocabulary import STOP, WAKE
from miskatonic.kernel import Flow


def open_activation(s: Mash) -> None:
    """CM-T5, CM-B17: everybody hostile on the active character's tile is to act once."""
    s.awake = NONE
    s.pool = 0
    s.queue = ()
    hunters = policy.hunters(s, s.hero.slot)
    for piece in hunters:
        piece.acted = piece.idle > 0
        time_passes(piece)
    if hunters and keeper.keeper_seat(s) == NONE:
        s.queue = policy.order(s, [piece for piece in hunters if not piece.acted])


def activation(s: Mash) -> Flow[None]:
    """CM-M3: the keeper chooses the next piece; it performs all its actions before another is chosen."""
    if s.hero.life != ALIVE:
        close_activation(s)
        return
    if s.awake == NONE:
        piece = yield from next_piece(s)
        if piece is None:
            yield from sink_all(s)
            close_activation(s)
            return
        s.awake = piece.id
        s.pool = monsters.attacks(s, piece)[2]
    while s.awake != NONE and s.hero.life == ALIVE:
        yield from one_deed(s)


def next_piece(s: Mash) -> Flow[Piece | None]:
    """Whose turn it is: by the policy's order, or by the keeper's word among those who can do something."""
    ready = [piece for piece in policy.hunters(s, s.hero.slot) if not piece.acted]
    if not ready:
        return None
    actor = keeper.keeper_seat(s)
    if actor == NONE:
        known = [who for who in s.queue if any(piece.id == who for piece in ready)]
        return s.piece(known[0]) if known else ready[0]
    able = [piece for piece in ready if not piece.bond or escape.possible(s, piece)]
    if not able:
        return None
    by_code = {weapons.target_code(s, piece.id, WAKE): piece for piece in able}
    return by_code[(yield from choose(s.active, "wake", tuple(sorted(by_code)), actor))]


def one_deed(s: Mash) -> Flow[None]:
    """CM-M3: one action of the piece that is awake, with everything around it (CM-R)."""
    may_undo = True
    while True:
        piece = s.pieces[s.awake]
        if not s.pool:
            piece.acted = True
            s.awake = NONE
            return
        codes = monsters.deeds(s, piece, monsters.prey(s, piece))
        actor = keeper.keeper_seat(s)
        if codes == (STOP,):
            code = STOP
        elif actor == NONE:
            code = policy.decide(s, piece, codes, s.pool)
        else:
            code = yield from choose(s.active, "deed", codes, actor)
        if code == STOP:
            piece.acted = True
            s.awake = NONE
            return
        undone = yield from dust.action(s, NONE, Declared(code), Done(), may_undo)
        if not undone:
            break
        may_undo = False
    if s.awake not in s.pieces:
        s.awake = NONE


class Declared:
    """CM-R1: the declaration of what the piece that is awake does."""

    def __init__(self, code: int) -> None:
        self.code = code

    def __call__(self, s: Mash) -> Flow[weapons.Deed]:
        """Whom it is against, and in which way."""
        s.said = self.code
        piece = s.pieces[s.awake]
        actor = keeper.keeper_seat(s)
        targets = policy_targets(s, piece) if actor == NONE else monsters.prey(s, piece)
        answers = s.active if actor == NONE else actor
        return (yield from monsters.declare(s, piece, self.code, targets, s.active, answers))


class Done:
    """An action of the piece that is awake, as declared."""

    def __call__(self, s: Mash, deed: weapons.Deed) -> Flow[None]:
        """Do it; it costs one action."""
        piece = s.pieces[s.awake]
        s.pool -= 1
        actor = keeper.keeper_seat(s)
        yield from monsters.do_deed(s, piece, deed, cause_of(piece), s.active, s.active if actor == NONE else actor)


def policy_targets(s: Mash, piece: Piece) -> list[int]:
    """The automatic keeper's only target."""
    hunted = policy.chosen_prey(s, piece)
    return [hunted.id] if hunted is not None else monsters.prey(s, piece)


def sink_all(s: Mash) -> Flow[None]:
    """CM-B17: monsters whose time in the quicksand is up."""
    for piece in policy.hunters(s, s.hero.slot):
        yield from effects.sink(s, piece)


def close_activation(s: Mash) -> None:
    """CM-M15, CM-T6: served flags are cleared."""
    slot = s.hero.slot
    for piece in s.pieces.values():
        piece.acted = False
        if piece.slot == slot:
            piece.idle = 0
            piece.held = NONE
    s.awake = NONE
    s.pool = 0
    s.queue = ()
    s.phase = CLEANUP
