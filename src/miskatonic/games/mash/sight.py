"""Line of sight (CM-L): straight lines inside one tile, stopped by solid lines and by pieces."""

from __future__ import annotations

from miskatonic.games.mash.grid import ALL, AROUND, BETWEEN, BIT, CELLS, NEXT, NONE, SEGMENTS
from miskatonic.games.mash.pieces import GENERATOR, MONSTER, Hero, Piece
from miskatonic.games.mash.state import Mash
from miskatonic.kernel.sets import members


def flies(s: Mash, piece: Piece) -> bool:
    """CM-L6, CM-M7, CM-P4: whether a piece can fly at this moment."""
    if piece.kind == MONSTER:
        return s.box.monsters[piece.type].fly
    return isinstance(piece, Hero) and piece.flying


def sees(s: Mash, slot: int, a: int, b: int, over_pieces: bool = False, left: int = 0) -> bool:
    """CM-L1, CM-L4, CM-L8, CM-L9: whether two cells of a tile see each other; with `over_pieces` as a flyer shoots.

    `left` are cells that would be empty by then.
    """
    tile = s.tile(slot)
    if not tile.line[a] >> b & 1:
        return False
    if over_pieces:
        return True
    occupied = s.occ[slot] & ~left
    if BETWEEN[a][b] & occupied:
        return False
    return not (s.rules.los_piece_corner_blocks and _corners_stop(s, slot, a, b, occupied))


def _corners_stop(s: Mash, slot: int, a: int, b: int, occupied: int) -> bool:
    """CM-L4 with `los_piece_corner_blocks`: at a corner a piece counts like a wall bent round its cell."""
    tile = s.tile(slot)
    for cell, first, second in SEGMENTS[a][b].corners:
        by_one, by_two = tile.corner_cut(cell, first, second)
        by_one = by_one or bool(occupied & BIT[NEXT[cell][first]])
        by_two = by_two or bool(occupied & BIT[NEXT[cell][second]])
        if by_one and by_two:
            return True
    return False


def lined(s: Mash, slot: int, a: int, b: int) -> bool:
    """CM-L7: line sight, which ignores pieces."""
    return bool(s.tile(slot).line[a] >> b & 1)


def can_shoot(s: Mash, shooter: Piece, cell: int, reach: int = 0) -> bool:
    """CM-A11: whether a ranged attack may be aimed at one cell."""
    rules = s.rules
    if not rules.plain_shots:
        return bool(shooting_range(s, shooter, reach) & BIT[cell])
    slot, a = shooter.slot, shooter.cell
    if not s.box.tiles[s.tiles[slot]].aim[a] & BIT[cell]:
        return False
    if reach and not within_reach(a, reach) >> cell & 1:
        return False
    occupied = s.occ[slot]
    if BETWEEN[a][cell] & occupied:
        return flies(s, shooter)
    return not rules.los_piece_corner_blocks or flies(s, shooter) or not _corners_stop(s, slot, a, cell, occupied)


def shoots_over(s: Mash, shooter: Piece) -> bool:
    """CM-L6, CM-Q5: whether pieces do not stand in the way of a shot: from the air, or from a height."""
    high = s.rules.q_terrain_heights and BIT[shooter.cell] & s.tile(shooter.slot).heights["height"]
    return bool(high) or flies(s, shooter)


def shooting_range(s: Mash, shooter: Piece, reach: int = 0) -> int:
    """CM-A11, CM-L6, CM-Q5: the cells that a ranged attack may be aimed at; `reach` limits tentacles (CM-M11).

    Low obstacles are cells in sight like others (CM-L5, CM-OG4).
    """
    slot, a = shooter.slot, shooter.cell
    tile = s.tile(slot)
    mask = tile.aim[a]
    if s.rules.adjacent_ranged_over_dotted:
        behind = [NEXT[a][d] for d in range(4) if tile.dotted[d] & ~tile.solid[d] & BIT[a] and NEXT[a][d] != NONE]
        for cell in behind:
            mask |= BIT[cell]
    if reach:
        mask &= within_reach(a, reach)
    over = shoots_over(s, shooter)
    if s.rules.q_terrain_heights and BIT[a] & tile.heights["height"]:
        mask &= ~tile.heights["blind"]
    if s.rules.q_facing:
        mask &= ahead(s, shooter)
    if over:
        return mask
    between = BETWEEN[a]
    occupied = s.occ[slot]
    if not occupied & ~BIT[a]:
        return mask
    corner = s.rules.los_piece_corner_blocks
    seen = 0
    for cell in members(mask):
        if not between[cell] & occupied and not (corner and _corners_stop(s, slot, a, cell, occupied)):
            seen |= BIT[cell]
    return seen


_REACHED: dict[tuple[int, int], int] = {}


def within_reach(a: int, reach: int) -> int:
    """CM-M11: the cells within a number of columns plus rows."""
    key = (a, reach)
    if key not in _REACHED:
        near = [b for b in range(CELLS) if abs(a % 6 - b % 6) + abs(a // 6 - b // 6) <= reach]
        _REACHED[key] = sum(BIT[b] for b in near)
    return _REACHED[key]


def ahead(s: Mash, piece: Piece) -> int:
    """CM-Q1: the cells that are not behind a piece; it looks to a direction of the board, however its tile lies.

    Generators face nowhere.
    """
    if piece.kind == GENERATOR:
        return ALL
    return _AHEAD[piece.cell][(piece.face - s.turns[piece.slot]) % 4]


def behind_of(s: Mash, target: Piece, attacker_cell: int) -> bool:
    """CM-Q1: whether an attack comes from behind its target."""
    return not ahead(s, target) & BIT[attacker_cell]


def _half(cell: int, direction: int) -> int:
    x, y = cell % 6, cell // 6
    tests = (lambda a, b: b <= y, lambda a, b: a >= x, lambda a, b: b >= y, lambda a, b: a <= x)
    return sum(BIT[other] for other in range(CELLS) if tests[direction](other % 6, other // 6))


_AHEAD = tuple(tuple(_half(cell, direction) for direction in range(4)) for cell in range(CELLS))


def melee_range(s: Mash, attacker: Piece) -> int:
    """CM-A10: the adjacent cells without a line between; by CM-Q1 only those not behind."""
    mask = s.box.tiles[s.tiles[attacker.slot]].touch[attacker.cell]
    return mask & ahead(s, attacker) if s.rules.q_facing else mask


def neighbours(s: Mash, slot: int, cell: int) -> int:
    """The cells around a cell where a piece may stand."""
    return AROUND[cell] & s.tile(slot).floor
