"""Gates, passages and the way from tile to tile (CM-B2..B11, CM-B20, CM-Q4)."""

from __future__ import annotations

from typing import Final, NamedTuple

from miskatonic.games.mash import effects, generators, shocks
from miskatonic.games.mash.chances import choose, one_of
from miskatonic.games.mash.grid import BIT, DIRECTIONS, EDGE_OF, GATE_CELLS, NONE, facing
from miskatonic.games.mash.pieces import HERO, Hero, Piece
from miskatonic.games.mash.placing import relocate
from miskatonic.games.mash.state import Mash
from miskatonic.games.mash.vocabulary import ROTATE, SPOT
from miskatonic.kernel import Flow

DEAD_END: Final = 0
FACE_DOWN: Final = 1
OPEN: Final = 2
ONE_WAY: Final = 3
CEILING: Final = 4
KEPT: Final = 20_000


class Passage(NamedTuple):
    """What is behind a gate: a kind, the board direction, and where one arrives."""

    kind: int
    direction: int
    slot: int
    cell: int


def edges(s: Mash, slot: int) -> tuple[int, ...]:
    """The own edges with a gate; by `all_edges` of CM-V6 every one."""
    return DIRECTIONS if s.all_edges else s.tile(slot).gates


def passage(s: Mash, slot: int, cell: int) -> Passage | None:
    """CM-B3, CM-B7, CM-B8, CM-Q4: what is behind the gate of a cell; None if the cell has no gate."""
    edge = EDGE_OF.get(cell, NONE)
    if edge == NONE or edge not in edges(s, slot):
        return None
    direction = (edge + s.turns[slot]) % 4
    other = s.board.neighbour[slot][direction]
    if other == NONE:
        # a blank edge needs a neighbour to count as a gate
        return Passage(DEAD_END, direction, NONE, NONE) if edge in s.tile(slot).gates else None
    if not s.up[other]:
        return Passage(FACE_DOWN, direction, other, NONE)
    return _onto(s, slot, cell, direction, other)


def _onto(s: Mash, slot: int, cell: int, direction: int, other: int) -> Passage:
    """The way onto a revealed tile."""
    tile = s.tile(other)
    edge = (direction + 2 - s.turns[other]) % 4
    there = facing(cell, s.turns[slot], direction, s.turns[other])
    if edge in tile.gates:
        return Passage(OPEN, direction, other, there)
    if tile.ceiling != NONE and edge == tile.name_side and not s.all_edges:
        return Passage(CEILING, direction, other, tile.ceiling)
    if s.one_way or s.all_edges:
        one, two = GATE_CELLS[edge]
        for landing in (there, one if there == two else two):
            if tile.floor & BIT[landing]:
                return Passage(OPEN if s.all_edges else ONE_WAY, direction, other, landing)
    return Passage(DEAD_END, direction, other, NONE)


def ceiling_exit(s: Mash, slot: int, cell: int) -> Passage | None:
    """CM-B8: the way out through the ceiling, for whoever flies; the two gate cells are a choice."""
    tile = s.tile(slot)
    if tile.ceiling != cell:
        return None
    direction = (tile.name_side + s.turns[slot]) % 4
    other = s.board.neighbour[slot][direction]
    if other == NONE or not s.up[other]:
        return None
    edge = (direction + 2 - s.turns[other]) % 4
    return Passage(OPEN, direction, other, NONE) if edge in edges(s, other) else None


def exits(s: Mash, hero: Hero) -> Passage | None:
    """CM-B4: the passage a character may take from its cell, or None."""
    found = passage(s, hero.slot, hero.cell)
    if found is None and hero.flying:
        found = ceiling_exit(s, hero.slot, hero.cell)
    return None if found is None or found.kind == DEAD_END else found


# -- revealing --------------------------------------------------------------------------------------------------------


def rotations(s: Mash, slot: int, direction: int, by_gate: bool) -> list[int]:
    """CM-B5, CM-B8, CM-B11: the legal rotations of a tile that is reached in a board direction.

    CM-O52: whoever comes from nowhere (NONE) turns the Ice Cave freely, any other tile as start tiles beside it demand.
    """
    tile = s.tile(slot)
    towards = (direction + 2) % 4 if direction != NONE else NONE
    if tile.ceiling != NONE:
        return [(towards - tile.name_side) % 4] if towards != NONE else list(DIRECTIONS)
    fitting = [q for q in range(4) if towards == NONE or not by_gate or (towards - q) % 4 in tile.gates]
    partners = [q for q in fitting if _suits_start_tiles(s, slot, q)]
    return partners or fitting


def _suits_start_tiles(s: Mash, slot: int, quarters: int) -> bool:
    """CM-B5, CM-N4: every start tile directly beside that has a gate towards the slot gets a partner for it."""
    for direction in DIRECTIONS:
        beside = s.board.beside[slot][direction]
        if beside == NONE or not s.up[beside] or beside not in s.board.starts:
            continue
        towards = (direction + 2 - s.turns[beside]) % 4 in s.tile(beside).gates
        if towards and (direction - quarters) % 4 not in s.tile(slot).gates:
            return False
    return True


def reveal(s: Mash, slot: int, direction: int, by_gate: bool, seat: int, actor: int | None = None) -> Flow[None]:
    """CM-B5: a face-down tile is turned up; `seat` chooses its rotation, or `actor` for it."""
    if s.tiles[slot] == NONE:
        s.tiles[slot] = yield one_of("tile", s.hidden, s.box.tile_ids)
        s.hidden = tuple(tile for tile in s.hidden if tile != s.tiles[slot])
    s.shown = (*s.shown, (slot, s.tiles[slot], NONE))
    s.tell("revealed", slot, s.tiles[slot])
    codes = tuple(ROTATE + quarters for quarters in rotations(s, slot, direction, by_gate))
    s.turns[slot] = (yield from choose(seat, "rotate", codes, actor)) - ROTATE
    s.up[slot] = True


def scouted(s: Mash, slot: int) -> list[tuple[int, int]]:
    """CM-B11: the face-down slots that can be revealed from afar, each with its direction.

    A slot that lies behind two edges is seen through a gate if there is one, and rather beside than round the board.
    """
    found: dict[int, int] = {}
    neighbours, beside = s.board.neighbour[slot], s.board.beside[slot]
    unseen = [
        direction for direction in DIRECTIONS if neighbours[direction] != NONE and not s.up[neighbours[direction]]
    ]
    if not unseen:
        return []
    gates = [(edge + s.turns[slot]) % 4 for edge in s.tile(slot).gates]
    for direction in sorted(unseen, key=lambda d: (d not in gates, beside[d] == NONE)):
        other = neighbours[direction]
        if other in found:
            continue
        if s.rules.scout_adjacent == "edge" or direction in gates:
            found[other] = direction
    return sorted(found.items())


def reveal_from_afar(s: Mash, piece: Piece, slot: int, seat: int, actor: int | None = None) -> Flow[None]:
    """CM-B11: Albatross Scout and Leng Glasses; generators are placed, and no monster comes before somebody enters."""
    direction = dict(scouted(s, piece.slot))[slot]
    by_gate = (direction - s.turns[piece.slot]) % 4 in s.tile(piece.slot).gates
    yield from reveal(s, slot, direction, by_gate, seat, actor)
    yield from generators.populate(s, slot, seat, spawn=False)


# -- passing ----------------------------------------------------------------------------------------------------------


def go_through(s: Mash, piece: Piece, way: Passage, seat: int, how: int) -> Flow[None]:
    """CM-B4..B6, CM-A15, CM-Q1: a piece passes a gate; `seat` decides what there is to decide."""
    slot, cell = way.slot, way.cell
    news = way.kind == FACE_DOWN
    if news:
        yield from reveal(s, slot, way.direction, True, seat)
        cell = _onto(s, piece.slot, piece.cell, way.direction, slot).cell
    elif cell == NONE:
        edge = (way.direction + 2 - s.turns[slot]) % 4
        codes = tuple(sorted(SPOT + gate for gate in GATE_CELLS[edge]))
        cell = (yield from choose(seat, "gate_cell", codes)) - SPOT
    s.tell("passed", piece.ref, slot, cell, s.tiles[slot])
    if s.rules.q_facing and how == effects.MOVED:
        piece.face = way.direction
    yield from arrive(s, piece, slot, cell, seat, how, news)


def arrive(s: Mash, piece: Piece, slot: int, cell: int, seat: int, how: int, news: bool = False) -> Flow[None]:
    """CM-B6, CM-G5: a piece comes onto another tile (or gate cell), changes places, and enters."""
    if piece.kind == HERO:
        shocks.act(s, piece.id, "gate")
    yield from swap(s, piece, slot, cell, how)
    if news:
        if isinstance(piece, Hero) and piece.slot == slot:
            shocks.come_in(s, piece)
        yield from generators.populate(s, slot, seat, spawn=True)
    elif isinstance(piece, Hero) and piece.slot == slot:
        yield from enter(s, piece)


def enter(s: Mash, hero: Hero) -> Flow[None]:
    """CM-G5: a character enters a tile: every generator there spawns; a tile never rolled for is rolled for now."""
    shocks.come_in(s, hero)
    if not s.rolled[hero.slot]:
        yield from generators.populate(s, hero.slot, hero.id, spawn=True)
    else:
        yield from generators.spawn_all(s, hero.slot)


def swap(s: Mash, piece: Piece, slot: int, cell: int, how: int) -> Flow[None]:
    """CM-B6, CM-G12: onto a cell; whoever is there goes to where the piece came from, bound or not."""
    origin = piece.slot, piece.cell
    other = s.standing(slot, cell)
    if other is piece:
        return
    if other is not None:
        s.lift(other)
    relocate(s, piece, slot, cell)
    if other is not None:
        relocate(s, other, *origin)
        s.tell("swapped", other.ref, *origin, s.tiles[origin[0]])
        yield from effects.come_onto(s, other, effects.MOVED)
        if s.rules.entry_by_swap and isinstance(other, Hero) and other.slot == origin[0] != slot:
            yield from enter(s, other)
    if piece.slot == slot:
        yield from effects.come_onto(s, piece, how, seat_of(how))


def seat_of(how: int) -> int:
    """Whose doing a way of moving is: a push is written as the pusher's seat plus `PUSHED`."""
    return how - effects.PUSHED if how >= effects.PUSHED else NONE


# -- connections ------------------------------------------------------------------------------------------------------


_WAYS: dict[tuple[object, ...], tuple[int, ...]] = {}
"""Connections that were worked out already: tiles turn up seldom, but connections are asked for after every turn."""
_latest: tuple[tuple[object, ...], tuple[int, ...]] = ((), ())
"""The latest layout of tiles, with its connections."""


def ways(s: Mash) -> tuple[int, ...]:
    """CM-B20: for every slot the set of slots to which there is a way."""
    global _latest
    if (s.box, s.board, s.up, s.turns, s.tiles, s.one_way, s.all_edges) == _latest[0]:
        return _latest[1]
    key = (s.box.digest, s.board, *s.tiles, *s.turns, *s.up, s.one_way, s.all_edges)
    found = _WAYS.get(key)
    if found is None:
        if len(_WAYS) > KEPT:
            _WAYS.clear()
        found = _WAYS[key] = _joined(s)
    _latest = (s.box, s.board, s.up.copy(), s.turns.copy(), s.tiles.copy(), s.one_way, s.all_edges), found
    return found


def _joined(s: Mash) -> tuple[int, ...]:
    reach = [sum(1 << slot for slot in {n, *_ways_from(s, n)}) for n in range(len(s.up))]
    changed = True
    while changed:
        changed = False
        for n, mask in enumerate(reach):
            grown = mask
            for other in range(len(reach)):
                if mask >> other & 1:
                    grown |= reach[other]
            if grown != mask:
                reach[n] = grown
                changed = True
    return tuple(reach)


def _ways_from(s: Mash, slot: int) -> set[int]:
    found: set[int] = set()
    neighbours = s.board.neighbour[slot]
    if not s.up[slot]:
        for direction in DIRECTIONS:
            other = neighbours[direction]
            if other != NONE and (not s.up[other] or _opens_towards(s, other, (direction + 2) % 4)):
                found.add(other)
        return found
    for edge in edges(s, slot):
        way = passage(s, slot, GATE_CELLS[edge][0])
        if way is not None and way.kind != DEAD_END:
            found.add(way.slot)
    if any(name == "transporter" for name, _ in s.tile(slot).operated.values()):
        found.update(other for other in range(len(s.up)) if s.up[other])
    return found


def _opens_towards(s: Mash, slot: int, direction: int) -> bool:
    """CM-B20: whether a revealed tile can be come onto from a face-down neighbour."""
    edge = (direction - s.turns[slot]) % 4
    tile = s.tile(slot)
    return edge in edges(s, slot) or (tile.ceiling != NONE and edge == tile.name_side)
