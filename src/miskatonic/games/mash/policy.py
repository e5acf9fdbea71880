"""The automatic keeper (CM-T2): a fixed policy for placing and moving monsters, deterministic except for the dice."""

from __future__ import annotations

from typing import Final

from miskatonic.games.mash import board, escape, monsters
from miskatonic.games.mash.box import Kind
from miskatonic.games.mash.figures import WEBPROOF, equipped
from miskatonic.games.mash.grid import ADJACENT, AROUND, BIT, CELLS, NEXT, NONE, column, direction_to, distance, line
from miskatonic.games.mash.hazards import avoided, red_cells, tissue_cells
from miskatonic.games.mash.pieces import ALIVE, GENERATOR, HERO, Hero, Piece
from miskatonic.games.mash.sight import sees
from miskatonic.games.mash.state import Mash
from miskatonic.games.mash.vocabulary import CHARGE, DRAIN, FISTS, FREE, GO, HEAL, MELEE, RANGED, STOP
from miskatonic.games.mash.walking import Classes, Prowl, enter_cost, prowl_classes
from miskatonic.kernel.sets import members

NEVER: Final = 99
"""An approach cost beyond everything: there is no way."""
FAR: Final = 60


def closed_cells(s: Mash, kind: Kind, slot: int) -> int:
    """The cells that a monster keeps out of."""
    tile = s.tile(slot)
    if kind.fly:
        return tile.air_trouble
    closed = red_cells(s, slot) | tile.enter & tile.caught
    # tissue hurts swimmers too, wherever it lies (CM-O53)
    return closed & ~tile.water | tissue_cells(s, slot) if kind.swim or kind.waterproof else closed


def exposure(s: Mash, kind: Kind, slot: int, cell: int) -> int:
    """How easily a monster on this cell could be pushed to harm."""
    if kind.fly:
        return 0
    tile = s.tile(slot)
    number = (AROUND[cell] & (red_cells(s, slot) | tile.caught)).bit_count()
    way = board.passage(s, slot, cell)
    return number + (2 if way is not None and way.kind == board.DEAD_END else 0)


def is_shot_cell(s: Mash, kind: Kind, slot: int, cell: int, prey: Hero, left: int = 0) -> bool:
    """Whether a ranged attack on the prey would be legal from a cell, when the shooter has left its own."""
    if cell == prey.cell or (kind.reach and distance(cell, prey.cell) > kind.reach):
        return False
    if ADJACENT[cell] & BIT[prey.cell] and not _over_dotted(s, slot, cell, prey.cell):
        return False
    high = False
    if s.rules.q_terrain_heights:
        heights = s.tile(slot).heights
        high = heights["height"] & BIT[cell] > 0
        if high and heights["blind"] & BIT[prey.cell]:
            return False
    return sees(s, slot, cell, prey.cell, over_pieces=kind.fly or high, left=left)


def _over_dotted(s: Mash, slot: int, cell: int, target: int) -> bool:
    """CM-A11: whether a neighbour may be shot at by `adjacent_ranged_over_dotted`."""
    tile, direction = s.tile(slot), direction_to(cell, target)
    dotted = tile.dotted[direction] & ~tile.solid[direction]
    return s.rules.adjacent_ranged_over_dotted and dotted & BIT[cell] > 0


def approach(s: Mash, kind: Kind, slot: int, cell: int, prey: Hero, walk: Prowl | None = None) -> int:
    """The cost of the cheapest way to a cell from which the prey can be struck; 0 on one already."""
    beside = s.tile(slot).touch[prey.cell]
    if beside & BIT[cell]:
        return 0
    walk = walk or Prowl(s, kind, slot, cell, FAR, closed_cells(s, kind, slot))
    goals = walk.stops & beside
    if not goals:
        return NEVER
    return next(cost for cost, cells in enumerate(walk.layers) if cells & goals)


# -- placing ----------------------------------------------------------------------------------------------------------


def spawn_spot(s: Mash, generator: Piece, kind_number: int, cells: list[int]) -> int:
    """Shooters appear as far off as they can shoot from; all others where the way to the prey is shortest."""
    kind = s.box.monsters[kind_number]
    slot = generator.slot
    joined = s.tile(slot).aside[generator.cell]
    cells = [cell for cell in cells if joined & BIT[cell]] or cells
    prey = prey_on(s, slot)
    if prey is None:
        # somebody was pushed onto a face-down tile (CM-G5): no way leads to any prey
        return min(cells, key=lambda cell: (exposure(s, kind, slot, cell), cell))
    if kind.ranged and not kind.tentacle:
        shots = [cell for cell in cells if is_shot_cell(s, kind, slot, cell, prey)]
        if shots:
            return min(shots, key=lambda cell: (-distance(cell, prey.cell), exposure(s, kind, slot, cell), cell))
    return min(cells, key=lambda cell: (approach(s, kind, slot, cell, prey), exposure(s, kind, slot, cell), cell))


def prey_on(s: Mash, slot: int) -> Hero | None:
    """The character that the monsters of a tile are after: the active one, or else the first there is."""
    if s.hero.slot == slot and s.hero.life == ALIVE:
        return s.hero
    return next((hero for hero in s.heroes if hero.slot == slot and hero.life == ALIVE), None)


def best_spot(s: Mash, piece: Piece, slot: int, cells: list[int]) -> int:
    """A cell for a piece that was freed, or is left over; the cell it leaves is empty then."""
    prey = prey_on(s, slot)
    if piece.kind == GENERATOR:
        return cells[0]
    kind = equipped(s, piece)
    harmful = closed_cells(s, kind, slot)
    safe = [cell for cell in cells if not harmful & BIT[cell]] or cells
    if prey is None:
        return safe[0]
    left = BIT[piece.cell] if piece.slot == slot else 0

    def rank(cell: int) -> tuple[int, int, int]:
        walk = Prowl(s, kind, slot, cell, FAR, harmful, left)
        return approach(s, kind, slot, cell, prey, walk), exposure(s, kind, slot, cell), cell

    return min(safe, key=rank)


def first_safe(s: Mash, piece: Piece, slot: int, cells: list[int]) -> int:
    """CM-K9: the first cell that does not harm a piece that has to give way, or else the first of all."""
    harmful = avoided(s, piece, slot)
    return next((cell for cell in cells if not harmful & BIT[cell]), cells[0])


def facing(s: Mash, piece: Piece) -> int:
    """CM-Q1: towards the prey."""
    prey = chosen_prey(s, piece) or prey_on(s, piece.slot)
    if prey is None or prey.cell == piece.cell:
        return piece.face
    dx, dy = column(prey.cell) - column(piece.cell), line(prey.cell) - line(piece.cell)
    own = (1 if dx > 0 else 3) if abs(dx) > abs(dy) else 2 if dy > 0 else 0
    return (own + s.turns[piece.slot]) % 4


# -- acting -----------------------------------------------------------------------------------------------------------


def chosen_prey(s: Mash, piece: Piece) -> Hero | None:
    """Whom a piece hunts: the active character; by CM-Q12 whoever of the tile is nearest, then weakest.

    Of those the next in turn order after the active one; by CM-O22 nobody who has called it with the shell.
    """
    if not s.rules.q_monsters_attack_any:
        return s.hero if s.hero.slot == piece.slot and s.hero.life == ALIVE else None
    there = [hero for hero in s.heroes if hero.slot == piece.slot and hero.life == ALIVE and hero.shell != piece.id]
    if not there:
        return None
    seats = len(s.heroes)

    def rank(hero: Hero) -> tuple[int, int, int]:
        away = 0 if piece.kind == GENERATOR else approach(s, equipped(s, piece), piece.slot, piece.cell, hero)
        return away, hero.hp, (hero.id - s.active - 1) % seats

    return min(there, key=rank)


def order(s: Mash, pieces: list[Piece]) -> tuple[int, ...]:
    """Attached ones first, then the bound, then by approach cost; attacking generators last."""

    def rank(piece: Piece) -> tuple[int, int, int, int]:
        if piece.kind == GENERATOR:
            return 3, 0 if piece.kind == GENERATOR and s.nest_of(piece).melee else 1, piece.hp, piece.cell
        if piece.host != NONE:
            return 0, 0, piece.hp, piece.cell
        if piece.bond:
            return 1, 0, piece.hp, piece.cell
        prey = chosen_prey(s, piece)
        cost = NEVER if prey is None else approach(s, equipped(s, piece), piece.slot, piece.cell, prey)
        return 2, cost, piece.hp, piece.cell

    return tuple(piece.id for piece in sorted(pieces, key=rank))


def decide(s: Mash, piece: Piece, codes: tuple[int, ...], left: int) -> int:
    """The first line of the policy's table that applies and is legal.

    CM-M9: one that is attached and bound does not drain, but tries to get free.
    """
    if piece.held != NONE:
        return STOP
    if DRAIN in codes:
        return DRAIN
    if piece.host not in (NONE, s.active) and not s.rules.q_monsters_attack_any:
        return STOP
    if piece.bond:
        return FREE if FREE in codes and _worth_escaping(s, piece) else STOP
    prey = chosen_prey(s, piece)
    if prey is None or piece.host != NONE or prey.shell == piece.id:
        return STOP
    if piece.kind == GENERATOR:
        return next((code for code in (MELEE + FISTS, RANGED + FISTS) if code in codes), STOP)
    return _hunt(s, piece, prey, codes, left)


def _worth_escaping(s: Mash, piece: Piece) -> bool:
    """Lines 3 and 4: there is a cell to step onto that is not closed; cuffs need none."""
    if not escape.leaves(s, piece):
        return True
    return escape.open_cells(s, piece) & ~closed_cells(s, equipped(s, piece), piece.slot) > 0


def _hunt(s: Mash, piece: Piece, prey: Hero, codes: tuple[int, ...], left: int) -> int:
    """Lines 5 to 11: strike, shoot, charge, or come nearer."""
    kind = equipped(s, piece)
    slot, cell = piece.slot, piece.cell
    if MELEE + FISTS in codes and s.tile(slot).touch[prey.cell] & BIT[cell]:
        return MELEE + FISTS
    web = kind.web and not (prey.bond or prey.webbed or prey.qualities & WEBPROOF)
    legal_shot = RANGED + FISTS in codes and is_shot_cell(s, kind, slot, cell, prey)
    if web and legal_shot:
        return RANGED + FISTS
    walk = Prowl(s, kind, slot, cell, FAR, closed_cells(s, kind, slot))
    cost = approach(s, kind, slot, cell, prey, walk)
    if legal_shot and not kind.web and (kind.ranged >= kind.melee or cost > kind.move or left == 1):
        return RANGED + FISTS
    goals = members(walk.stops & s.tile(slot).touch[prey.cell])
    if kind.charge and not piece.charged:
        charge = CHARGE + _charge_from(s, kind, walk, piece, prey, goals)
        if charge >= CHARGE and charge in codes:
            return charge
    if HEAL in codes and piece.hp == 1:
        return HEAL
    near = _cheapest(s, kind, slot, walk, [goal for goal in goals if walk.cost(goal) <= kind.move])
    shot = NONE
    if kind.ranged and (web or not kind.web):
        near_enough = [c for c in members(walk.stops) if walk.cost(c) <= kind.move]
        shots = [c for c in near_enough if is_shot_cell(s, kind, slot, c, prey, BIT[cell])]
        shot = min(
            shots,
            key=lambda c: (walk.cost(c), -distance(c, prey.cell), exposure(s, kind, slot, c), c),
            default=NONE,
        )
    first_webs = kind.web and left >= 2 and shot != NONE and (near == NONE or walk.cost(shot) < walk.cost(near))
    target = shot if first_webs or near == NONE else near
    if target == NONE:
        target = _closer(s, kind, slot, cell, walk, prey)
    # only by CM-Q1 one may go to the own cell: to turn towards the prey
    moves = GO + target in codes and (target != cell or facing(s, piece) != piece.face)
    return GO + target if moves else STOP


def _charge_from(s: Mash, kind: Kind, walk: Prowl, piece: Piece, prey: Hero, goals: list[int]) -> int:
    """Line 8: the cheapest cell from which a charge fits the move."""
    into = enter_cost(walk.classes, prey.cell)
    able = [
        goal
        for goal in goals
        if walk.cost(goal) >= 1 and walk.cost(goal) + into + enter_cost(walk.classes, goal) <= kind.move
    ]
    return _cheapest(s, kind, piece.slot, walk, able)


def _cheapest(s: Mash, kind: Kind, slot: int, walk: Prowl, cells: list[int]) -> int:
    return min(cells, key=lambda cell: (walk.cost(cell), exposure(s, kind, slot, cell), cell), default=NONE)


def _closer(s: Mash, kind: Kind, slot: int, start: int, walk: Prowl, prey: Hero) -> int:
    """Line 11: the stop cell from which least is left to go."""
    left = _remaining(s, kind, slot, start, prey)
    cells = [cell for cell in members(walk.stops) if walk.cost(cell) <= kind.move]

    def rank(cell: int) -> tuple[int, int, int, int]:
        to_go = left[cell] if any(left[c] < NEVER for c in cells) else distance(cell, prey.cell)
        return to_go, walk.cost(cell), exposure(s, kind, slot, cell), cell

    return min(cells, key=rank)


def _remaining(s: Mash, kind: Kind, slot: int, start: int, prey: Hero) -> list[int]:
    """The cost from every cell to one next to the prey, occupied or not; also from where the monster stands.

    That may be a closed cell: icons without damage do not catch whoever is placed on them (CM-G6).
    """
    tile = s.tile(slot)
    closed = closed_cells(s, kind, slot)
    blocked = closed if kind.fly else closed | s.stands[slot]
    step = tile.fly if kind.fly else tile.step
    classes: Classes = prowl_classes(tile, kind, s.rules.monsters_pay_boots)
    left = [NEVER] * CELLS
    waiting = []
    for cell in members(tile.touch[prey.cell] & tile.floor & ~closed):
        left[cell] = 0
        waiting.append(cell)
    while waiting:
        cell = waiting.pop(0)
        total = left[cell] + enter_cost(classes, cell)
        for direction in range(4):
            before = NEXT[cell][direction]
            if before == NONE or not step[(direction + 2) % 4] & BIT[before]:
                continue
            shut = blocked & BIT[before]
            if total < left[before] and (not shut or before == start):
                left[before] = total
                if not shut:
                    waiting.append(before)
    return left


def hunters(s: Mash, slot: int) -> list[Piece]:
    """CM-M2: whoever acts in an activation on a tile."""
    return [piece for piece in s.on_tile(slot) if piece.kind != HERO and monsters.hunts(s, piece)]
