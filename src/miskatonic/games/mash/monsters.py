"""What monsters and attacking generators can do (CM-M), for whoever decides: the keeper, a controller, the policy."""

from __future__ import annotations

from typing import Final

from miskatonic.games.mash import attack, carrying, escape, harm, keeper, shocks, uses, weapons
from miskatonic.games.mash.chances import choose
from miskatonic.games.mash.charging import charge_ends, charge_ends_at, way_out
from miskatonic.games.mash.figures import equipped, printed_health
from miskatonic.games.mash.grid import BETWEEN, BIT, CELLS, NONE
from miskatonic.games.mash.hazards import avoided, snared
from miskatonic.games.mash.pieces import ALIVE, CUFFS, MONSTER, Hero, Piece
from miskatonic.games.mash.placing import relocate, turn_along
from miskatonic.games.mash.sight import can_shoot, melee_range
from miskatonic.games.mash.state import Mash
from miskatonic.games.mash.strikes import ATTACH, WEB, Strike
from miskatonic.games.mash.vocabulary import (
    CHARGE,
    COCK,
    DRAIN,
    DROP,
    FACE,
    FISTS,
    FREE,
    GIVE,
    GO,
    GO_HIGH,
    GO_MIDDLE,
    HEAL,
    MELEE,
    RANGED,
    READ,
    SPOT,
    STOP,
    STOP_OR_GO_LOW,
    TOP,
    USE,
    go_codes,
)
from miskatonic.games.mash.walking import HAUNTS, Prowl, Territory, prowled, territory_of
from miskatonic.kernel import Flow
from miskatonic.kernel.sets import members


def attacks(s: Mash, piece: Piece) -> tuple[int, int]:
    """Melee die and ranged die of a monster or generator."""
    if piece.kind == MONSTER:
        kind = s.kind_of(piece)
        return kind.melee, kind.ranged
    nest = s.nest_of(piece)
    return nest.melee, nest.ranged


def actions_of(s: Mash, piece: Piece) -> int:
    """CM-M3: the actions of a monster or generator."""
    return s.box.monsters[piece.type].actions if piece.kind == MONSTER else s.box.generators[piece.type].actions


def hunts(s: Mash, piece: Piece) -> bool:
    """CM-M2: whether a piece acts in an activation: monsters do, and generators that attack."""
    return piece.kind == MONSTER or s.box.generators[piece.type].attacks


def prey(s: Mash, piece: Piece) -> list[int]:
    """CM-T5, CM-M5, CM-Q11, CM-Q12: whom a piece may attack in the activation."""
    rules = s.rules
    if not rules.q_monsters_attack_any and not rules.q_monsters_attack_spawn:
        hero = s.heroes[s.active]
        away = hero.slot != piece.slot or piece.held == hero.id or hero.shell == piece.id
        return [] if away else [hero.id]
    heroes = s.heroes if rules.q_monsters_attack_any else [s.hero]
    found = [
        hero.id
        for hero in heroes
        if hero.slot == piece.slot and hero.life == ALIVE and piece.held != hero.id and hero.shell != piece.id
    ]
    if s.rules.q_monsters_attack_spawn and not s.friendly:
        found += [attack.space_of(hero.id) for hero in s.heroes if hero.home == piece.slot and hero.space]
    return found


def everybody_else(s: Mash, piece: Piece) -> list[int]:
    """CM-M14, CM-O22: whom a controlled monster may attack: any piece on its tile but itself and its shell's holder."""
    holders = [hero.id for hero in s.heroes if hero.shell == piece.id]
    return [other.id for other in s.on_tile(piece.slot) if other.id != piece.id and other.id not in holders]


def struck(s: Mash, piece: Piece, targets: list[int]) -> list[int]:
    """The targets that a melee attack reaches; one that only attaches does nothing to a spawn space (CM-A23)."""
    if piece.host != NONE:
        return []
    reach = melee_range(s, piece)
    clings = piece.kind == MONSTER and s.kind_of(piece).attach
    return [who for who in targets if reach >> weapons.where(s, who) & 1 and not (who < 0 and clings)]


def shot(s: Mash, piece: Piece, targets: list[int]) -> list[int]:
    """The targets that a ranged attack reaches (CM-A11, CM-M11); a web does nothing to a spawn space (CM-A23)."""
    reach = s.kind_of(piece).reach if piece.kind == MONSTER else 0
    webs = piece.kind == MONSTER and s.kind_of(piece).web
    return [who for who in targets if can_shoot(s, piece, weapons.where(s, who), reach) and not (who < 0 and webs)]


def deeds(s: Mash, piece: Piece) -> tuple[int, ...]:
    """CM-M3..M13: everything a piece may do in an activation with one action, in ascending order of codes."""
    haunt = haunt_of(s, piece)
    if haunt is None:
        return deeds_against(s, piece, prey(s, piece))
    return hunting(s, piece, haunt, s.heroes[s.active])


def haunt_of(s: Mash, piece: Piece) -> Territory | None:
    """CM-M4: where a monster gets to that nothing hinders, and for which only the active character matters."""
    if (
        piece.bond
        or piece.objects
        or piece.host != NONE
        or piece.held != NONE
        or piece.kind != MONSTER
        or not s.rules.plain_hunt
    ):
        return None
    return HAUNTS[s.box, s.tiles[piece.slot], piece.type, s.rules.monsters_pay_boots]


def hunting(s: Mash, piece: Piece, haunt: Territory, hero: Hero) -> tuple[int, ...]:
    """CM-M3..M5: everything an unhindered monster may do with one action, in ascending order of codes."""
    slot, cell, hunted = piece.slot, piece.cell, hero.cell
    if s.stands[slot] == BIT[hunted] and not s.tissue:
        free = haunt.past[hunted * CELLS + cell]
    else:
        free = prowled(s, slot, cell, haunt)
    free &= ~s.occ[slot]
    codes = STOP_OR_GO_LOW[free & 4095] + GO_MIDDLE[free >> 12 & 4095] + GO_HIGH[free >> 24]
    if not haunt.menaced[cell] & BIT[hunted] or hero.slot != slot or hero.shell == piece.id:
        return codes
    return codes + _assaults(s, piece, haunt, hero)


_STRIKE: Final = (MELEE + FISTS,)
_SHOOT: Final = (RANGED + FISTS,)


def _assaults(s: Mash, piece: Piece, haunt: Territory, hero: Hero) -> tuple[int, ...]:
    """CM-M5, CM-M10, CM-M11: what an unhindered monster may do to a character on its tile."""
    cell, hunted = piece.cell, hero.cell
    codes: tuple[int, ...] = ()
    if haunt.struck[cell] & BIT[hunted]:
        codes = _STRIKE
    if haunt.aimed[cell] & BIT[hunted] and (haunt.kind.fly or not BETWEEN[cell][hunted] & s.occ[piece.slot]):
        codes += _SHOOT
    if haunt.charged[cell] & BIT[hunted] and not piece.charged:
        codes += tuple([CHARGE + end for end in members(charge_ends_at(s, piece, hero.id))])
    return codes


def deeds_against(s: Mash, piece: Piece, targets: list[int], controlled: bool = False) -> tuple[int, ...]:
    """The same for any targets, and for a monster that obeys (CM-M14)."""
    melee, ranged = attacks(s, piece)
    codes: list[int] = [] if controlled else [STOP]
    held = piece.held != NONE and not controlled
    if piece.bond and (piece.tie == CUFFS or controlled or snared(piece)):
        if escape.possible(s, piece) and not (held and escape.leaves(s, piece)):
            codes.append(FREE)
        if piece.tie != CUFFS or controlled:
            return tuple(codes)
    if piece.host != NONE and not controlled and not held and _drains(s, piece):
        codes.append(DRAIN)
    if piece.kind == MONSTER and not piece.bond and not controlled and _may_heal(s, piece):
        codes.append(HEAL)
    if piece.kind == MONSTER and not held:
        codes += go_codes(stops(s, piece))
        if s.rules.q_facing and piece.host == NONE and not piece.bond and equipped(s, piece).move:
            # a turn on the spot (CM-Q1), which cuffs do not allow (CM-B15)
            codes.append(GO + piece.cell)
        if controlled or keeper.keeper_seat(s) != NONE:
            codes += carrying.monster_takes(s, piece)
    if piece.bond:
        return tuple(sorted(codes))
    if melee and struck(s, piece, targets):
        codes.append(MELEE + FISTS)
    if ranged and shot(s, piece, targets):
        codes.append(RANGED + FISTS)
    if piece.objects and piece.host == NONE:
        codes += weapons.options(s, piece, targets)
        if not controlled:
            codes += [USE + number for number in uses.tools(s, piece)]
    if piece.kind == MONSTER and s.kind_of(piece).charge and not piece.charged and not held:
        codes += [CHARGE + cell for cell in members(charge_ends(s, piece, targets))]
    return tuple(sorted(codes))


def free_deeds(s: Mash, piece: Piece) -> list[int]:
    """CM-A24, CM-O8, CM-Q8: what a monster may do besides its actions; dropping things is no reason to ask for it."""
    codes = carrying.monster_frees(s, piece)
    if uses.has_cock(s, piece) and weapons.near(s, piece, prey(s, piece)):
        codes.append(COCK)
    return codes


def with_free_deeds(s: Mash, piece: Piece, codes: tuple[int, ...]) -> tuple[int, ...]:
    """CM-Q8: what a monster may do with an action (or with none left: only stop), and what it may do besides."""
    free = free_deeds(s, piece)
    if len(codes) == 1 and all(DROP <= code < USE for code in free):
        return codes
    return tuple(sorted((*codes, *free)))


def _drains(s: Mash, piece: Piece) -> bool:
    """CM-M9: whether an attached monster may drain its host now."""
    host = s.heroes[piece.host]
    hunted = s.active == host.id or s.rules.q_monsters_attack_any
    return hunted and not piece.bond and s.rules.attach_drain == "vampire_action"


def _may_heal(s: Mash, piece: Piece) -> bool:
    """CM-Q6, CM-M9: a wounded monster on a refreshment cell that is no spawn space; not one that is attached."""
    tile = s.tile(piece.slot)
    hurt = piece.hp < printed_health(s, piece) and piece.host == NONE
    return s.rules.q_monsters_heal and hurt and bool(tile.heal[piece.cell]) and piece.cell != tile.spawn


def stops(s: Mash, piece: Piece) -> int:
    """CM-M4, CM-B10: the cells where a move may end, never beyond a gate; one that is attached may move off."""
    slot = piece.slot
    territory = territory_of(s, s.tile(slot), equipped(s, piece))
    return prowled(s, slot, piece.cell, territory) & ~s.occ[slot]


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
        others = deeds(s, piece) if s.pool else ()
        codes += [other for other in others if other != STOP and not is_move(other)]
        codes += carrying.monster_frees(s, piece)
    return sorted(codes)


# -- doing ------------------------------------------------------------------------------------------------------------


def own_strike(s: Mash, piece: Piece, melee: bool, by: int) -> Strike:
    """CM-M5, CM-M6, CM-M9, CM-M11: the attack a monster or generator has by nature."""
    sides = attacks(s, piece)[0 if melee else 1]
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
    amount = s.tile(piece.slot).heal[piece.cell]
    piece.hp = min(printed_health(s, piece), piece.hp + amount)
    s.tell("gained", piece.ref, amount)


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
        return code, (yield from weapons.pick(s, struck(s, piece, targets), seat, actor))
    if code == RANGED + FISTS:
        return code, (yield from weapons.pick(s, shot(s, piece, targets), seat, actor))
    if code == COCK:
        return code, (yield from weapons.pick(s, weapons.near(s, piece, targets), seat, actor))
    if USE <= code < READ:
        return (yield from uses.declare(s, piece, code, seat, actor))
    if MELEE <= code < RANGED + FISTS + 2:
        return (yield from weapons.declare(s, piece, code, targets, seat, actor))
    return code, NONE
