"""Weapons: what can be attacked with what, the cells of an area, and the attack itself (CM-A9, CM-OG4, CM-OG5)."""

from __future__ import annotations

from miskatonic.games.mash import attack as attacking
from miskatonic.games.mash.chances import choose
from miskatonic.games.mash.figures import (
    EXPLOSIVE_DAMAGE,
    MELEE_DAMAGE,
    MELEE_ROLL,
    RANGED_DAMAGE,
    RANGED_ROLL,
    enemies,
    has,
    refresh,
)
from miskatonic.games.mash.grid import (
    ALL,
    AROUND,
    BIT,
    CELLS,
    DIRECTIONS,
    NEXT,
    NONE,
    SIDE,
    cell_at,
    column,
    line,
    mask_of,
)
from miskatonic.games.mash.pieces import FIRST_PIECE, GENERATOR, NET, Hero, Piece
from miskatonic.games.mash.sight import ahead, can_shoot, melee_range, sees, shooting_range, shoots_over
from miskatonic.games.mash.stacks import discard_aside, lay_aside, lay_open, throw_away, without
from miskatonic.games.mash.state import Mash
from miskatonic.games.mash.strikes import BIND, CUFF, Strike
from miskatonic.games.mash.things import MELEE as MELEE_FORM
from miskatonic.games.mash.things import RANGED as RANGED_FORM
from miskatonic.games.mash.things import Thing
from miskatonic.games.mash.vocabulary import BLOCK, FISTS, MELEE, RANGED, RAZOR, SHARED, SPACE, TARGET, WAY
from miskatonic.kernel import Flow
from miskatonic.kernel.sets import members

Deed = tuple[int, ...]
"""CM-R1: a declared action: its code, the target (an id, or NONE), the target cell, the block or direction."""


def everybody(s: Mash, attacker: Piece, cells: int = ALL) -> list[int]:
    """CM-A9, CM-A23: whom a character may declare as a target: every piece on its tile, and enemy spawn spaces."""
    slot, own = attacker.slot, attacker.id
    found = [piece.id for piece in s.on_tile(slot, cells) if piece.id != own]
    if isinstance(attacker, Hero):
        if not s.rules.friendly_fire:
            found = [who for who in found if who >= FIRST_PIECE or enemies(s, attacker, s.heroes[who])]
        for hero in s.heroes:
            if hero.home == slot and hero.space and enemies(s, attacker, hero):
                found.append(attacking.space_of(hero.id))
    return found


def where(s: Mash, who: int) -> int:
    """The cell of a target."""
    if who < 0:
        return s.tile(s.heroes[-who - 1].home).spawn
    return s.heroes[who].cell if who < FIRST_PIECE else s.pieces[who].cell


def near(s: Mash, attacker: Piece, targets: list[int]) -> list[int]:
    """CM-A10: the targets that melee reaches: next to the attacker, or attached to it."""
    reach = melee_range(s, attacker)
    found = []
    for who in targets:
        if who < 0:
            if reach >> where(s, who) & 1:
                found.append(who)
            continue
        piece = s.heroes[who] if who < FIRST_PIECE else s.pieces[who]
        if reach >> piece.cell & 1 or piece.host == attacker.id:
            found.append(who)
    return found


def at_hand(s: Mash, hero: Hero) -> list[int]:
    """CM-A10: everybody whom melee of a character reaches."""
    return near(s, hero, everybody(s, hero, melee_range(s, hero) | BIT[hero.cell]))


def beside(s: Mash, hero: Hero) -> list[Piece]:
    """CM-A10: the pieces that melee of a character reaches, friend or foe, in reading order."""
    cells = melee_range(s, hero)
    if not s.clinging:
        return s.on_tile(hero.slot, cells)
    here = s.on_tile(hero.slot, cells | BIT[hero.cell])
    return [piece for piece in here if piece.cell != hero.cell or piece.host == hero.id]


def far(s: Mash, attacker: Piece, targets: list[int]) -> list[int]:
    """CM-A11: the targets in shooting range."""
    return [who for who in targets if can_shoot(s, attacker, where(s, who))]


def some_far(s: Mash, attacker: Piece, targets: list[int]) -> bool:
    """CM-A11: whether any of the targets is in shooting range."""
    return any(can_shoot(s, attacker, where(s, who)) for who in targets)


def bindable(s: Mash, ids: list[int]) -> list[int]:
    """CM-OG6, CM-PG4: without generators and spawn spaces."""
    return [who for who in ids if who >= 0 and s.piece(who).kind != GENERATOR]


def usable(s: Mash, attacker: Piece) -> list[int]:
    """The weapons an attack may be made with; by CM-Q2 only the readied one."""
    carried = dict.fromkeys(attacker.objects)
    if s.rules.q_ready_weapon and isinstance(attacker, Hero):
        return [thing for thing in carried if thing == attacker.ready]
    return [thing for thing in carried if s.box.objects[thing].form]


def options(s: Mash, attacker: Piece, targets: list[int]) -> list[int]:
    """CM-A10, CM-A11: MELEE and RANGED with every weapon object that has a legal target."""
    codes: list[int] = []
    armed = usable(s, attacker)
    if not armed:
        return codes
    close = near(s, attacker, targets)
    distant: bool | None = None
    for number in armed:
        thing = s.box.objects[number]
        if thing.form & MELEE_FORM and (bindable(s, close) if thing.immob else close):
            codes.append(MELEE + number)
        if not thing.form & RANGED_FORM:
            continue
        if thing.cone:
            if cone_ways(s, attacker, targets):
                codes.append(RANGED + number)
        elif thing.spread in ("3x3", "3w2d") or (thing.spread and not thing.immob):
            if aimed_cells(s, attacker, targets):
                codes.append(RANGED + number)
        elif thing.immob:
            if some_far(s, attacker, bindable(s, targets)):
                codes.append(RANGED + number)
        else:
            if distant is None:
                distant = some_far(s, attacker, targets)
            if distant:
                codes.append(RANGED + number)
    return codes


# -- declaring --------------------------------------------------------------------------------------------------------


def declare(s: Mash, attacker: Piece, code: int, targets: list[int], seat: int, actor: int | None = None) -> Flow[Deed]:
    """CM-R1, CM-O10, CM-O18, CM-O28: target, block and direction, asked one after the other."""
    melee = code < RANGED
    number = code - (MELEE if melee else RANGED)
    thing = s.box.objects[number] if number < FISTS else None
    if thing is not None and not melee and thing.cone:
        ways = cone_ways(s, attacker, targets)
        return code, NONE, NONE, (yield from which_way(s, attacker, ways, seat, actor))
    if thing is not None and not melee and thing.spread and not thing.immob:
        who, cell = yield from _target_cell(s, attacker, targets, seat, actor)
    else:
        able = near(s, attacker, targets) if melee else far(s, attacker, targets)
        if thing is not None and thing.immob:
            able = bindable(s, able)
        who = yield from pick(s, able, seat, actor)
        cell = where(s, who)
    shape = NONE
    if thing is not None and thing.spread == "2x2":
        shape = (yield from choose(seat, "block", tuple(BLOCK + b for b in blocks_with(cell)), actor)) - BLOCK
    elif thing is not None and thing.spread == "3w2d":
        ways = [2 * d for d in ahead_of(attacker.cell, cell)]
        shape = yield from which_way(s, attacker, ways, seat, actor)
    return code, who, cell, shape


def which_way(s: Mash, piece: Piece, ways: list[int], seat: int, actor: int | None = None) -> Flow[int]:
    """One of some ways of the tile's own; answers name them as they lie on the board, whose directions never turn."""
    turned = 2 * s.turns[piece.slot]
    codes = tuple(sorted(WAY + (way + turned) % 8 for way in ways))
    return ((yield from choose(seat, "way", codes, actor)) - WAY - turned) % 8


def pick(s: Mash, ids: list[int], seat: int, actor: int | None = None) -> Flow[int]:
    """Which of several targets."""
    if len(ids) == 1:
        return ids[0]
    by_code = {target_code(s, who): who for who in ids}
    return by_code[(yield from choose(seat, "target", tuple(sorted(by_code)), actor))]


def target_code(s: Mash, who: int, base: int = TARGET) -> int:
    """The code that names a target: its cell, and whom it means there (CM-L9)."""
    if who < 0:
        return base + where(s, who) * SHARED + SPACE
    piece = s.piece(who)
    share = 0
    if piece.host != NONE:
        riders = [rider.id for rider in s.riders(s.heroes[piece.host])]
        share = min(1 + riders.index(who), SPACE - 1)
    return base + piece.cell * SHARED + share


def _target_cell(s: Mash, attacker: Piece, targets: list[int], seat: int, actor: int | None) -> Flow[tuple[int, int]]:
    """CM-OG4, CM-A23: a cell to aim at, or a spawn space by name."""
    reach = shooting_range(s, attacker)
    codes = {TARGET + cell * SHARED: (NONE_AIMED, cell) for cell in members(aimed_cells(s, attacker, targets))}
    for who in targets:
        if who < 0 and BIT[where(s, who)] & reach:
            codes[target_code(s, who)] = (who, where(s, who))
    return codes[(yield from choose(seat, "target", tuple(sorted(codes)), actor))]


def aimed_cells(s: Mash, attacker: Piece, targets: list[int]) -> int:
    """CM-OG4: any cell in range, empty or not; a monster aims at somebody whom it may attack (CM-T5, CM-Q8).

    CM-A9: without friendly fire nobody aims at the cell of a friend, though what is thrown beside may reach him.
    """
    reach = shooting_range(s, attacker)
    hero = isinstance(attacker, Hero)
    if hero and s.rules.friendly_fire:
        return reach
    aimed = mask_of([where(s, who) for who in targets if who >= 0 or not hero])
    return reach & (aimed | ~s.stands[attacker.slot]) if hero else reach & aimed


NONE_AIMED = 999
"""The target of an area attack that is aimed at a cell only."""


def blocks_with(cell: int) -> list[int]:
    """CM-O10: the 2 x 2 blocks that contain a cell, each named by its upper left cell."""
    corners = [cell_at(column(cell) + dx, line(cell) + dy) for dy in (-1, 0) for dx in (-1, 0)]
    return [corner for corner in corners if corner != NONE and column(corner) < SIDE - 1 and line(corner) < SIDE - 1]


def ahead_of(user: int, cell: int) -> list[int]:
    """CM-O28: the directions in which a cell is ahead of the user."""
    dx, dy = column(cell) - column(user), line(cell) - line(user)
    return [d for d, far_enough in enumerate((dy < 0, dx > 0, dy > 0, dx < 0)) if far_enough]


# -- areas ------------------------------------------------------------------------------------------------------------


def block_cells(corner: int) -> int:
    """The four cells of a block."""
    return BIT[corner] | BIT[corner + 1] | BIT[corner + SIDE] | BIT[corner + SIDE + 1]


def cone_cells(s: Mash, user: int, direction: int) -> int:
    """CM-O15: the next cell, then three wide at distances 2, 3 and (by `mist_shape`) 4."""
    first = NEXT[user][direction]
    if first == NONE:
        return 0
    cells = BIT[first]
    middle = first
    for _ in range(3 if s.rules.mist_shape == "1+3x3" else 2):
        middle = NEXT[middle][direction]
        if middle == NONE:
            break
        cells |= _across(middle, direction)
    return cells


def _across(middle: int, direction: int) -> int:
    """A cell and its two neighbours across a direction."""
    sides = [NEXT[middle][(direction + 1) % 4], NEXT[middle][(direction + 3) % 4]]
    return BIT[middle] | sum(BIT[cell] for cell in sides if cell != NONE)


def cone_targets(s: Mash, user: Piece, direction: int) -> list[int]:
    """CM-O15, CM-Q1: the pieces that the mist reaches by line sight, and not behind the user."""
    reached = cone_cells(s, user.cell, direction) & s.tile(user.slot).line[user.cell]
    if s.rules.q_facing:
        reached &= ahead(s, user)
    return attacking.pieces_at(s, user.slot, reached)


def cone_ways(s: Mash, user: Piece, targets: list[int]) -> list[int]:
    """CM-O15: the ways in which the mist reaches anybody; a monster's must reach its prey (CM-T5, CM-Q8)."""
    found = [(2 * d, cone_targets(s, user, d)) for d in DIRECTIONS]
    if isinstance(user, Hero):
        return [way for way, met in found if met]
    return [way for way, met in found if any(who in targets for who in met)]


def row_cells(cell: int, direction: int) -> int:
    """CM-O28: the target and its neighbours across, and the three cells beyond."""
    beyond = NEXT[cell][direction]
    return _across(cell, direction) | (_across(beyond, direction) if beyond != NONE else 0)


def chain(s: Mash, slot: int, first: int) -> list[int]:
    """CM-O14, CM-A23: everybody joined to a target's cell by adjacent cells without a line between."""
    reached = BIT[first]
    tile = s.tile(slot)
    grown = 0
    while grown != reached:
        grown = reached
        for cell in members(grown):
            reached |= tile.touch[cell] & s.occ[slot]
    return attacking.pieces_at(s, slot, reached)


def affected(s: Mash, attacker: Piece, thing: Thing | None, melee: bool, deed: Deed) -> list[int]:
    """CM-R2, CM-OG4: the declared target first, then everybody else in reading order."""
    _, who, cell, shape = deed
    slot = attacker.slot
    line_of = s.tile(slot).line
    if thing is None or (melee and thing.spread != "2x2") or not (thing.spread or thing.cone or thing.chain):
        return [who]
    if thing.cone:
        return cone_targets(s, attacker, shape // 2)
    if thing.chain:
        found = chain(s, slot, cell)
    elif thing.spread == "3x3":
        found = attacking.pieces_at(s, slot, (AROUND[cell] | BIT[cell]) & line_of[cell])
    elif thing.spread == "2x2":
        found = attacking.pieces_at(s, slot, block_cells(shape) & line_of[cell])
        if thing.immob:
            found = bindable(s, found)
    else:
        reached = row_cells(cell, shape // 2) & line_of[attacker.cell]
        found = attacking.pieces_at(s, slot, reached)
        if s.rules.tommy_los == "full":
            over = shoots_over(s, attacker)
            found = [other for other in found if sees(s, slot, attacker.cell, s.piece(other).cell, over)]
    aimed = [who] if who != NONE_AIMED else [other for other in found if s.piece(other).cell == cell][:1]
    return aimed + [other for other in found if other not in aimed]


# -- attacking --------------------------------------------------------------------------------------------------------


def dice_of(s: Mash, attacker: Piece) -> tuple[int, int]:
    """The melee and the ranged die of a piece; a monster without one throws with the other (CM-Q8)."""
    if isinstance(attacker, Hero):
        card = s.card(attacker)
        return card.melee, card.ranged
    kind = s.kind_of(attacker)
    return kind.melee or kind.ranged or 6, kind.ranged or kind.melee or 6


def weapon_strike(s: Mash, attacker: Piece, number: int, melee: bool, by: int) -> Strike:
    """CM-C1, CM-OG5, CM-P14, CM-U3: the attack with a weapon, the razor, or none, and what power-ups add to it.

    Die, bonus, damage and bond are what the card says: CM-O1, CM-O2, CM-O4, CM-O6, CM-O9, CM-O10, CM-O11, CM-O13,
    CM-O14, CM-O15, CM-O18, CM-O20, CM-O24, CM-O27, CM-O28, CM-O38.
    """
    sides = dice_of(s, attacker)[0 if melee else 1]
    bonus, damage = 0, 1
    thing = s.box.objects[number] if number < FISTS else None
    if number == RAZOR:
        sides, bonus, damage = 8, 1 if melee else 0, 2
    if thing is not None:
        sides = thing.die or sides
        bonus, damage = thing.roll, thing.damage
        if thing.explosive and has(s, attacker, "explosives_expert"):
            sides, damage = 10, damage + 1
    if isinstance(attacker, Hero):
        bonus += attacker.extra[MELEE_ROLL if melee else RANGED_ROLL]
        if damage:
            damage += attacker.extra[MELEE_DAMAGE if melee else RANGED_DAMAGE]
            if thing is not None and thing.explosive:
                damage += attacker.extra[EXPLOSIVE_DAMAGE]
    st = Strike(attacker, by, melee, sides, bonus, damage)
    if thing is not None:
        st.drains = thing.drains
        if thing.immob:
            st.effect = CUFF if thing.cuffs else BIND
            st.number = thing.immob
            st.tie = NET if thing.spread else st.tie
            st.named = bool(thing.spread)
    return st


def attack(s: Mash, attacker: Piece, deed: Deed, by: int) -> Flow[None]:
    """CM-R1, CM-R6: an attack as declared; one-use objects are laid aside, and discarded or dropped at the end."""
    code = deed[0]
    melee = code < RANGED
    number = code - (MELEE if melee else RANGED)
    thing = s.box.objects[number] if number < FISTS else None
    st = weapon_strike(s, attacker, number, melee, by)
    targets = affected(s, attacker, thing, melee, deed)
    slot, cell = attacker.slot, deed[2]
    used_up = thing is not None and (thing.once or thing.lands)
    if used_up:
        put_aside(s, attacker, number)
    if targets:
        yield from attacking.strike(s, st, targets)
    if thing is None:
        return
    if used_up:
        if thing.lands and not st.hits:
            s.aside = without(s.aside, number)
            lay_open(s, slot * CELLS + cell, (number,))
        else:
            discard_aside(s, number)
    elif thing.cuffs and st.hits and number in attacker.objects:
        attacker.objects = without(attacker.objects, number)
        throw_away(s, number)
        after_change(s, attacker, number)


def put_aside(s: Mash, user: Piece, number: int) -> None:
    """CM-R1: a one-use object leaves the inventory while it is used."""
    user.objects = without(user.objects, number)
    lay_aside(s, number)
    after_change(s, user, number)


def after_change(s: Mash, user: Piece, number: int) -> None:
    """Figures follow what is carried; a one-use weapon leaves nothing readied, even if there is another (CM-Q2)."""
    if isinstance(user, Hero):
        if user.ready == number:
            user.ready = NONE
        refresh(s, user)
