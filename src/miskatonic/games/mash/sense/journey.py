"""From room to room: where there is work, where one can mend, and which gate leads there."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from miskatonic.games.mash.grid import ALL, BIT, CELL, CELL_NAMES, DIRECTION_NAMES, GATE_CELLS, mask_of
from miskatonic.games.mash.sense.ground import FAR, Ground
from miskatonic.games.mash.sense.player import Hero, Player
from miskatonic.games.mash.vocabulary import GO

GATES: Final = dict(zip(DIRECTION_NAMES, GATE_CELLS, strict=True))
"""CM-B3: the two cells of the gate on each own edge."""
TISSUE: Final = 2
"""CM-O53: the worst that Shoggoth Tissue does to whoever steps on it."""
UNKNOWN: Final = 8.0
"""How hard a tile is thought to be that nobody has seen."""


def work(player: Player) -> set[int]:
    """Tiles that are face down or not empty, and where opponents are."""
    view = player.view
    busy = {p["slot"] for p in view["pieces"]} | {n for n, slot in enumerate(view["slots"]) if not slot["rolled"]}
    return busy | rivals(player)


def rivals(player: Player) -> set[int]:
    """Where opponents are."""
    if player.friendly:
        return set()
    heroes = player.view["heroes"]
    return {h["slot"] for h in heroes if h["slot"] is not None and h["team"] != player.me["team"]}


def quiet(player: Player) -> set[int]:
    """Open tiles on which nothing hostile is."""
    return {n for n, slot in enumerate(player.view["slots"]) if slot["up"] and slot["rolled"]} - work(player)


def walk_towards(player: Player, goals: int) -> int | None:
    """The reachable safe cell nearest to a goal, if it is nearer than here; over tissue only if there is no other."""
    goals &= player.safe
    floors = [player.safe]
    if player.safe != player.ground.safe and player.me["hp"] > TISSUE:
        floors.append(player.ground.safe)
    taken = mask_of([CELL[piece["cell"]] for piece in player.pieces])
    for floor in floors:
        steps = player.ground.steps(goals & ~taken, FAR, taken | ~floor)
        far = next((far for far, cells in enumerate(steps) if cells >> player.cell & 1), None)
        if far is not None or floor is floors[-1]:
            return _nearest(player, steps[:far], floor)
    return None


def _nearest(player: Player, steps: list[int], floor: int) -> int | None:
    """Onto the first of some cells, the nearest to a goal first, that can be reached with this MOVE."""
    walk, options = player.view["walk"], player.ask.options
    can_go = {CELL[name] for name in walk if GO + CELL[name] in options}
    for cells in steps:
        near = [cell for cell in can_go if (cells & floor) >> cell & 1]
        if near:
            return GO + min(near, key=lambda cell: walk[CELL_NAMES[cell]])
    return None


def way_to(player: Player, goals: Collection[int], through: Collection[int] | None = None) -> str | None:
    """The edge of the first gate on the shortest way to one of some tiles; `through` says which may be passed."""
    ways = ways_from(player, through)
    return next((edge for slot, edge in ways.items() if slot in goals), None)


def ways_from(player: Player, through: Collection[int] | None = None) -> dict[int, str]:
    """The tiles that can be reached, the nearest first, each with the edge of the first gate on the way."""
    slots = player.view["slots"]
    assert player.slot is not None
    seen: dict[int, str] = {player.slot: ""}
    waiting = [player.slot]
    for slot in waiting:
        for own, gate in slots[slot]["gates"].items():
            to = gate["to"]
            if to is None or gate["way"] == "dead end" or to in seen:
                continue
            seen[to] = seen[slot] or own
            if through is None or to in through:
                waiting.append(to)
    del seen[player.slot]
    return seen


def way_to_work(player: Player) -> str | None:
    """The first gate on the way to rivals, for the patient to other work; for friends to the tile that looks easiest.

    They take one of those that are reached in peace, if there are any.
    """
    busy = work(player)
    if player.patient:
        return way_to(player, busy - rivals(player)) or way_to(player, rivals(player))
    if not player.friendly:
        return way_to(player, rivals(player)) or way_to(player, busy)
    for through in (quiet(player), None):
        ways = {slot: edge for slot, edge in ways_from(player, through).items() if slot in busy}
        if ways:
            return ways[min(ways, key=lambda slot: difficulty(player, slot))]
    return None


def difficulty(player: Player, slot: int) -> float:
    """How hard a tile looks: what is known to be there, or what is usual."""
    if not player.view["slots"][slot]["rolled"]:
        return UNKNOWN
    box = player.view["box"]
    there = [p for p in player.view["pieces"] if p["slot"] == slot]
    nests = [box["generators"][p["type"]] for p in there if p["kind"] == "generator"]
    return float(sum(p["hp"] for p in there) + sum(box["monsters"][nest["spawns"]]["health"] for nest in nests))


def through_gate(player: Player, edge: str) -> int | None:
    """Through a gate, or onto one of its cells."""
    assert player.slot is not None
    gate = player.view["slots"][player.slot]["gates"][edge]
    cells = GATES[edge]
    if any(p["slot"] == gate["to"] for p in player.view["pieces"]):
        # somebody behind one of the two cells would only change places: try them in turns, but in no beat that whoever
        # comes back every second round could fall into
        cells = (cells[player.view["round"].bit_count() % 2],) * 2
    if (code := player.family("gate").get(gate["direction"])) is not None and player.cell in cells:
        return code
    return walk_towards(player, BIT[cells[0]] | BIT[cells[1]])


def havens(player: Player) -> set[int]:
    """Quiet tiles on which this character can mend."""
    return {n for n in quiet(player) if mending_cells(player.ground_at(n), player.me)}


def mending_cells(ground: Ground, me: Hero) -> int:
    """Where this character gets back what it lacks most: health, and for a fisher also mentality."""
    fisher = me["character"] == "mariner_merchant"
    cells = 0
    if me["hp"] < me["base_hp"]:
        cells |= ground.heal
        if fisher:
            cells |= ground.shore if me["me"] else ground.mind
    elif me["me"] < me["base_me"] and (fisher or me["spells"] or me["character"] == "arctic_explorer"):
        cells |= ground.mind | (ground.couch if ground.heal else 0)
    return cells & ground.safe & ALL
