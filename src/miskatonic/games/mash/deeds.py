"""What monsters and attacking generators do, as it was decided (CM-M3..M14); what they can do stands in `monsters`."""

from __future__ import annotations

from miskatonic.games.mash import attack, carrying, escape, harm, keeper, monsters, shocks, uses, weapons
from miskatonic.games.mash.chances import choose
from miskatonic.games.mash.charging import charge_ends_at, way_out
from miskatonic.games.mash.figures import equipped, printed_health
from miskatonic.games.mash.grid import BIT, CELLS, NONE
from miskatonic.games.mash.hazards import avoided
from miskatonic.games.mash.pieces import ALIVE, MONSTER, Piece
from miskatonic.games.mash.placing import relocate, turn_along
from miskatonic.games.mash.state import Mash
from miskatonic.games.mash.strikes import ATTACH, WEB, Strike
from miskatonic.games.mash.vocabulary import (
    CHARGE,
    COCK,
    DRAIN,
    FACE,
    FISTS,
    FREE,
    GIVE,
    GO,
    HEAL,
    MELEE,
    RANGED,
    READ,
    SPOT,
    STOP,
    TOP,
    USE,
    go_codes,
)
from miskatonic.games.mash.walking import Prowl
from miskatonic.kernel import Flow


def go_to(s: Mash, piece: Piece, cell: int) -> None:
    """CM-M4, CM-M9: a monster's move; one that is attached moves off."""
    if s.news is not None:
        s.tell("walked", piece.ref, cell)
    if piece.host == NONE:
        s.shift(piece, cell)
    else:
        piece.host = NONE
        s.put(piece, piece.slot, cell)


def walk_to(s: Mash, piece: Piece, cell: int, points: int, master: int) -> Flow[int]:
    """CM-M4: a monster goes to a cell, and by CM-Q1 may turn there; how many of its points are left.

    CM-Q1: whoever goes to its own cell turns on the spot.
    """
    if cell == piece.cell:
        piece.face = (yield from keeper.decide_facing(s, piece, master, turns=True)) - FACE
        return points - 1
    walk = Prowl(s, equipped(s, piece), piece.slot, piece.cell, points, avoided(s, piece, piece.slot))
    left = points - walk.cost(cell)
    if s.rules.q_facing:
        turn_along(s, piece, *[piece.cell, *walk.path(cell)][-2:])
    if s.rules.sanity:
        for step in walk.path(cell)[:-1]:
            # it may be seen in passing (CM-I4)
            if not s.occ[piece.slot] & BIT[step] and s.tile(piece.slot).floor & BIT[step]:
                go_to(s, piece, step)
                shocks.look(s, piece.slot)
            else:
                shocks.pass_by(s, piece, step)
    go_to(s, piece, cell)
    shocks.look(s, piece.slot)
    if s.rules.q_facing and left and not piece.bond:
        looked = piece.face
        piece.face = (yield from keeper.decide_facing(s, piece, master)) - FACE
        left -= piece.face != looked
    return left


def is_move(code: int) -> bool:
    """Whether a deed is part of a move: going or picking up."""
    return GO <= code < GO + CELLS or TOP <= code < GIVE


def move(s: Mash, piece: Piece, code: int, master: int) -> Flow[None]:
    """CM-M4; CM-Q8, CM-A3: a whole move; what lies where a monster comes to may be picked up, and then it may go on.

    `master` decides if there is one (CM-M14). Another deed may be announced from within the move; then it ends.
    """
    s.mp = equipped(s, piece).move
    while True:
        if GO <= code < GO + CELLS:
            s.mp = yield from walk_to(s, piece, code - GO, s.mp, master)
        elif is_move(code):
            s.mp -= 1
            yield from carrying.take(s, piece, carrying.place_of(piece), code)
        else:
            yield from carrying.free_move(s, piece, code)
        codes = on_the_way(s, piece, code, master)
        if not codes:
            break
        code = yield from keeper.ask_about(s, piece, "monster_take", (STOP, *codes), master)
        if not is_move(code) and not carrying.is_free(s, code):
            s.wish = code if code != STOP else NONE
            break
    s.mp = 0


def on_the_way(s: Mash, piece: Piece, code: int, master: int) -> list[int]:
    """CM-Q8: how a move may go on after a part of it: picking up, and going on once something has been picked up.

    The monster that is awake may also do what is free, or announce its next action.
    """
    if not s.rules.q_monsters_use_objects or s.mp < 1 or piece.slot == NONE or piece.bond:
        return []
    if s.hero.life != ALIVE:
        # a trap has killed the prey, or the master
        return []
    if master == NONE and keeper.keeper_seat(s) == NONE:
        return []
    codes = carrying.monster_takes(s, piece)
    if GO <= code < GO + CELLS:
        if not codes:
            return []
    else:
        walk = Prowl(s, equipped(s, piece), piece.slot, piece.cell, s.mp, avoided(s, piece, piece.slot))
        codes += go_codes(walk.stops & ~BIT[piece.cell])
    if codes and piece.id == s.awake and master == NONE:
        others = monsters.deeds(s, piece) if s.pool else ()
        codes += [other for other in others if other != STOP and not is_move(other)]
        codes += carrying.monster_frees(s, piece)
    return sorted(codes)


def own_strike(s: Mash, piece: Piece, melee: bool, by: int) -> Strike:
    """CM-M5, CM-M6, CM-M9, CM-M11: the attack a monster or generator has by nature."""
    sides = monsters.attacks(s, piece)[0 if melee else 1]
    st = Strike(piece, by, melee, sides, 0, 1)
    if piece.kind == MONSTER:
        kind = s.kind_of(piece)
        if melee and kind.attach:
            st.effect, st.damage = ATTACH, 0
        elif not melee and kind.web:
            st.effect, st.number, st.damage = WEB, kind.web, 0
        elif not melee and kind.tentacle:
            st.parried, st.reflectable = True, False
    return st


def drain(s: Mash, piece: Piece) -> Flow[None]:
    """CM-M9: one damage, no roll; only a Flesh Ward helps."""
    host = s.heroes[piece.host]
    attack.touch(s, [host.id])
    s.tell("drained", piece.ref, host.id)
    yield from harm.wound(s, host, 1, harm.BY_MONSTER)


def heal(s: Mash, piece: Piece) -> None:
    """CM-Q6: a refreshment cell gives its points back to a monster."""
    before = piece.hp
    piece.hp = min(printed_health(s, piece), before + s.tile(piece.slot).heal[piece.cell])
    s.tell("gained", piece.ref, piece.hp - before)


def charge(s: Mash, piece: Piece, target: int, end: int, by: int) -> Flow[None]:
    """CM-M10, CM-M14: through the cell of the target, with one melee roll on the way; `by` is its cause or master.

    The automatic keeper's monsters end where they said (CM-T2).
    """
    piece.charged = s.charging = True
    s.tell("charged", piece.ref, s.ref(target))
    slot, goal = piece.slot, s.piece(target).cell
    if s.rules.sanity:
        shocks.pass_by(s, piece, goal)
    st = own_strike(s, piece, True, by)
    st.within = True
    yield from attack.strike(s, st, [target])
    if piece.slot == NONE or piece.id not in s.pieces:
        return
    if not s.occ[slot] & BIT[goal]:
        # the target is dead: its cell is a place to stop as well
        cells = sorted({end, goal})
        if by >= 0:
            end = (yield from choose(by, "spot", tuple(SPOT + cell for cell in cells))) - SPOT
        elif keeper.keeper_seat(s) != NONE:
            end = yield from keeper.spot(s, piece, slot, cells)
    if s.occ[slot] & BIT[end]:
        # what clung to the dead target may have been set down there; its own cell is still free for it
        return
    if s.rules.q_facing and end != goal:
        turn_along(s, piece, *way_out(s, piece, goal, end)[-2:])
    relocate(s, piece, slot, end)


def do_deed(s: Mash, piece: Piece, deed: tuple[int, ...], by: int, seat: int, actor: int | None) -> Flow[None]:
    """CM-M3: one action as declared: its code and, for attacks, whom it is against."""
    code, target = deed[0], deed[1]
    if code == FREE:
        yield from escape.attempt(s, piece, seat, actor)
    elif code == DRAIN:
        yield from drain(s, piece)
    elif code == HEAL:
        heal(s, piece)
    elif is_move(code):
        yield from move(s, piece, code, seat if actor is None else NONE)
    elif code == COCK:
        yield from uses.cock_fight(s, piece, target)
    elif USE <= code < READ:
        yield from uses.use_object(s, piece, code - USE, deed, seat, actor)
    elif CHARGE <= code < CHARGE + CELLS:
        yield from charge(s, piece, target, code - CHARGE, by)
    elif code in (MELEE + FISTS, RANGED + FISTS):
        yield from attack.strike(s, own_strike(s, piece, code < RANGED, by), [target])
    else:
        yield from weapons.attack(s, piece, deed, by)


def declare(
    s: Mash, piece: Piece, code: int, targets: list[int], seat: int, actor: int | None
) -> Flow[tuple[int, ...]]:
    """CM-R1: whom an attack is against, and in which way; other deeds have no more to say."""
    if CHARGE <= code < CHARGE + CELLS:
        able = [who for who in targets if who >= 0 and BIT[code - CHARGE] & charge_ends_at(s, piece, who)]
        return code, (yield from weapons.pick(s, able, seat, actor))
    if code == MELEE + FISTS:
        return code, (yield from weapons.pick(s, monsters.struck(s, piece, targets), seat, actor))
    if code == RANGED + FISTS:
        return code, (yield from weapons.pick(s, monsters.shot(s, piece, targets), seat, actor))
    if code == COCK:
        return code, (yield from weapons.pick(s, weapons.near(s, piece, targets), seat, actor))
    if USE <= code < READ:
        return (yield from uses.declare(s, piece, code, seat, actor))
    if MELEE <= code < RANGED + FISTS + 2:
        return (yield from weapons.declare(s, piece, code, targets, seat, actor))
    return code, NONE
