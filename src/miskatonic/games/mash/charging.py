"""Where a charge may end (CM-M10)."""

from __future__ import annotations

from miskatonic.games.mash.figures import equipped
from miskatonic.games.mash.grid import BIT, CELLS, DIRECTIONS, NEXT, NONE
from miskatonic.games.mash.hazards import avoided, tissue_cells
from miskatonic.games.mash.pieces import Piece
from miskatonic.games.mash.state import Mash
from miskatonic.games.mash.territories import Territory, territory_of
from miskatonic.games.mash.walking import KEPT, Prowl, enter_cost
from miskatonic.kernel.sets import members


def charge_ends(s: Mash, piece: Piece, targets: list[int]) -> int:
    """CM-M10: the cells where a charge may end: at least a step before, into the target's cell, a step out."""
    ends = 0
    for who in targets:
        if who >= 0 and who != piece.id:
            ends |= charge_ends_at(s, piece, who)
    return ends


_CHARGES: dict[tuple[Territory, int, int, int], int] = {}
"""Charges that were worked out already, with the cells of their ends, free or not."""


def charge_ends_at(s: Mash, piece: Piece, who: int) -> int:
    """CM-M10: the cells where a charge against one target may end."""
    if piece.host != NONE:
        return 0
    territory = territory_of(s, s.tile(piece.slot), equipped(s, piece))
    return charge_ends_behind(s, piece, territory, s.piece(who).cell)


def charge_ends_behind(s: Mash, piece: Piece, territory: Territory, goal: int) -> int:
    """CM-M10: the cells where a charge through one cell may end; the cell the monster began on is free again."""
    slot, cell = piece.slot, piece.cell
    if not territory.passed[cell] >> goal & 1:
        # too far off to come out again
        return 0
    closed = territory.closed
    if s.tissue and not territory.kind.fly:
        closed |= tissue_cells(s, slot)
    key = (territory, cell * CELLS + goal, s.stands[slot], closed)
    found = _CHARGES.get(key)
    if found is None:
        if len(_CHARGES) > KEPT:
            _CHARGES.clear()
        found = _CHARGES[key] = 0 if closed & BIT[goal] else _charge(s, piece, goal, closed)
    return found & ~(s.occ[slot] & ~BIT[cell])


def _charge(s: Mash, piece: Piece, goal: int, closed: int) -> int:
    """Where a charge through a cell may end: every way in leaves some points for the way out."""
    slot, kind = piece.slot, equipped(s, piece)
    walk = Prowl(s, kind, slot, piece.cell, kind.move, closed | BIT[goal])
    tile = s.tile(slot)
    into = enter_cost(walk.classes, goal)
    ends = 0
    for entry in members(tile.touch[goal] & tile.floor & ~s.stands[slot]):
        cost = walk.cost(entry) if entry != piece.cell else _step_back(walk, entry, closed)
        left = kind.move - cost - into
        if cost >= 1 and left >= 1 and cost + into + 1 >= 3:
            for cells in Prowl(s, kind, slot, goal, left, closed).layers[1:]:
                ends |= cells
    return ends & tile.floor & ~BIT[goal]


def _step_back(walk: Prowl, start: int, closed: int) -> int:
    """The cost of a step away and back, which must not end in what harms or binds (CM-M4); -1 if there is none."""
    beside = [NEXT[start][d] for d in DIRECTIONS if walk.step[d] & BIT[start]]
    costs = [enter_cost(walk.classes, cell) for cell in beside if walk.cost(cell) > 0]
    return min(costs) + enter_cost(walk.classes, start) if costs and not closed & BIT[start] else NONE


def way_out(s: Mash, piece: Piece, goal: int, end: int) -> list[int]:
    """CM-M10: from the target's cell to where a charge ends, both included."""
    kind = equipped(s, piece)
    return [goal, *Prowl(s, kind, piece.slot, goal, kind.move, avoided(s, piece, piece.slot)).path(end)]
