"""Generators: how many, where, and what comes out of them (CM-G)."""

from __future__ import annotations

from miskatonic.games.mash import keeper, shocks
from miskatonic.games.mash.chances import die
from miskatonic.games.mash.grid import ALL, AROUND, BIT, CELLS, NONE, SIDE, cells_of
from miskatonic.games.mash.hazards import red_cells
from miskatonic.games.mash.pieces import GENERATOR, MONSTER, Piece
from miskatonic.games.mash.placing import new_piece
from miskatonic.games.mash.stacks import bumped, draw_nest
from miskatonic.games.mash.state import Mash
from miskatonic.kernel import Flow
from miskatonic.kernel.sets import members


def populate(s: Mash, slot: int, seat: int, spawn: bool) -> Flow[None]:
    """CM-G1..G4, CM-S15: roll for a tile's generators, place them all, then let them spawn in reading order."""
    s.rolled[slot] = True
    for _ in range((yield from how_many(s, slot))):
        nest = yield from draw_nest(s)
        if nest == NONE:
            break
        generator = yield from place(s, slot, nest)
        if generator is not None and spawn and s.rules.spawn_interleaved:
            yield from spawn_one(s, generator)
    if spawn and not s.rules.spawn_interleaved:
        yield from spawn_all(s, slot)
    shocks.look(s, slot)


def how_many(s: Mash, slot: int) -> Flow[int]:
    """CM-G1: the number of generators by the number of gates (Table 1)."""
    tile = s.tile(slot)
    gates = len(tile.gates) + (tile.ceiling != NONE and s.rules.ice_cave_ceiling_counts)
    if gates <= 1:
        return 1
    if gates == 2:
        return ((yield die("generators", 6)) + 2) // 3
    return ((yield die("generators", 6 if gates == 3 else 8)) + 1) // 2


def place(s: Mash, slot: int, nest: int) -> Flow[Piece | None]:
    """CM-G3, CM-Q7: column and row by two dice, again while the cell is not legal (Table 2)."""
    legal = ALL & ~s.tile(slot).barred & ~red_cells(s, slot) & ~s.occ[slot]
    while legal:
        column = yield die("column", SIDE)
        row = yield die("row", SIDE)
        cell = (SIDE - row) * SIDE + column - 1
        if legal & BIT[cell]:
            generator = new_piece(s, GENERATOR, nest, s.box.generators[nest].health)
            s.nests = bumped(s.nests, nest, -1)
            s.put(generator, slot, cell)
            s.tell("generator", nest, slot, cell)
            return generator
        if s.rules.q_bad_roll_destroys:
            break
    s.nests = bumped(s.nests, nest, -1)
    s.nests_gone = bumped(s.nests_gone, nest)
    s.tell("no_generator", nest, slot)
    return None


def nests(s: Mash, slot: int) -> list[Piece]:
    """The generators of a tile, in reading order."""
    at, pieces, base = s.at, s.pieces, slot * CELLS
    cells = cells_of(s.occ[slot] & ~s.stands[slot])
    return [piece for cell in cells if (piece := pieces[at[base + cell]]).kind == GENERATOR]


def spawn_all(s: Mash, slot: int) -> Flow[None]:
    """CM-G5: every generator of a tile spawns one monster, in reading order."""
    for generator in nests(s, slot):
        yield from spawn_one(s, generator)


def spawn_cells(s: Mash, generator: Piece) -> int:
    """CM-G6, CM-B19: the cells where a monster may appear."""
    slot, cell = generator.slot, generator.cell
    tile = s.tile(slot)
    mask = AROUND[cell] & tile.floor & ~red_cells(s, slot) & ~s.occ[slot]
    return mask & tile.line[cell] if s.rules.spawn_respects_lines else mask


def spawn_one(s: Mash, generator: Piece) -> Flow[None]:
    """CM-G6, CM-G7: one monster of the generator's kind, if there is a counter and a cell for it."""
    kind = s.box.generators[generator.type].kind
    if not s.supply[kind]:
        return
    cells = spawn_cells(s, generator)
    if not cells:
        return
    cell = yield from keeper.spawn_spot(s, generator, kind, members(cells))
    slot = generator.slot
    monster = new_piece(s, MONSTER, kind, s.box.monsters[kind].health)
    s.put(monster, slot, cell)
    s.tell("spawned", kind, slot, cell)
    if s.rules.q_facing:
        yield from keeper.turn_to_face(s, monster)
    shocks.look(s, slot)


def spawn_rolls(s: Mash) -> Flow[None]:
    """CM-G8, CM-T3 c: the keeper rolls for every generator on the active character's tile."""
    slot = s.hero.slot
    for generator in nests(s, slot):
        if (yield die("spawn", 6)) <= s.box.generators[generator.type].gate:
            yield from spawn_one(s, generator)
