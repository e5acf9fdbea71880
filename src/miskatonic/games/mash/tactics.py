"""The own turn of the sensible player: free things, fights, remedies, treasure, and the way to the next room."""

from __future__ import annotations

from typing import Any

from miskatonic.games.mash.box import SCHEMA
from miskatonic.games.mash.grid import BETWEEN, CELL
from miskatonic.games.mash.odds import chance_to_hit, targets_here, weapon_figures
from miskatonic.games.mash.player import Hero, Piece, Player
from miskatonic.games.mash.vocabulary import END, STOP


def act(player: Player) -> int:
    """One action: free things first, then bonds, fights, remedies, and at last the way."""
    for answer in PLANS:
        code = answer(player)
        if code is not None:
            return code
    return END


def move(player: Player) -> int:
    """Inside a MOVE: collect, strike as soon as possible, or go on where the plan leads."""
    if player.here("monster") and not player.view["pool"] and (code := _retreat(player)) is None:
        return STOP
    for answer in (_free_things, _retreat, _fight, _rest, _collect, _approach, _leave):
        code = answer(player)
        if code is not None:
            return code
    return STOP


def _free_things(player: Player) -> int | None:
    """Turn in, and drink what helps."""
    words, me = player.words, player.me
    if "do=turn_in" in words:
        return words["do=turn_in"]
    if "use=runestone" in words:
        return words["use=runestone"]
    lacking = me["base_hp"] - me["hp"]
    for thing, worth in (("first_aid_kit", 2), ("penicillin_vial", 1), ("sack_of_grits", 1)):
        if lacking >= worth and f"use={thing}" in words and (me["hp"] <= 2 or not player.here("monster")):
            return words[f"use={thing}"]
    if "do=cock" in words:
        return words["do=cock"]
    return None


def _shake_off(player: Player) -> int | None:
    """Out of bonds, and off with what clings."""
    words = player.words
    if "do=free" in words:
        return words["do=free"]
    if player.me["riders"]:
        return _best_blow(player, "melee")
    return None


def _best_blow(player: Player, how: str) -> int | None:
    """The weapon with the most expected damage; one-use things are kept for what is worth them."""
    best, code = 0.0, None
    foes = targets_here(player.view, player.me, how == "melee") or list(player.foes())
    if how == "ranged":
        foes = [foe for foe in foes if _in_view(player, foe["cell"])]
    if not foes:
        return None
    foe = min(foes, key=lambda p: (p.get("kind") == "generator", p["hp"]))
    for word, option in player.family(how).items():
        thing = player.view["box"]["objects"].get(word)
        if thing is not None and (thing["immob"] or (thing["once"] and (foe["hp"] < 2 or how == "melee"))):
            continue
        sides, bonus, damage = weapon_figures(player.view, player.me, word, how == "melee")
        hit = chance_to_hit(sides, bonus, foe["defense"], foe["bond"] > 0, how == "melee")
        worth = hit * min(damage, foe["hp"])
        if worth > best:
            best, code = worth, option
    return code


def _in_view(player: Player, cell: str) -> bool:
    """Whether a cell can be seen; it knows the printed tiles of the standard box by heart, and no others."""
    tiles = {tile.id: tile for tile in SCHEMA.named().data.tiles}
    tile = tiles.get(player.view["slots"][player.slot]["tile"])
    here, there = CELL[player.me["cell"]], CELL[cell]
    if tile is None or not tile.line[here] >> there & 1:
        return False
    standing = [p["cell"] for p in player.here()] + [
        h["cell"] for h in player.view["heroes"] if h["slot"] == player.slot
    ]
    return not any(BETWEEN[here][there] >> CELL[other] & 1 for other in standing)


def _retreat(player: Player) -> int | None:
    """With the last action and little health left: through a gate into an empty room, if one is near enough."""
    view, me = player.view, player.me
    hunters = player.here("monster")
    if not hunters or me["slot"] is None or view["pool"] > 1 or me["riders"]:
        return None
    if me["hp"] > min(2, len(hunters)):
        return None
    empty = {n for n, slot in enumerate(view["slots"]) if slot["up"] and slot["rolled"]} - {
        p["slot"] for p in view["pieces"]
    }
    points = view["mp"] or me["move"]
    for edge, gate in view["slots"][me["slot"]]["gates"].items():
        if gate["way"] == "dead end" or gate["to"] not in empty:
            continue
        steps = _distances(player, _gate_cells(edge)).get(me["cell"], 99)
        if steps * (1 + player.tile["surcharge"]) < points and (code := _through(player, edge)) is not None:
            return code
    return None


def _fight(player: Player) -> int | None:
    """Strike at what stands beside, else shoot at what is in view, if anything is worth it."""
    if player.me["slot"] is None:
        return None
    beside = targets_here(player.view, player.me, True)
    foes = [f for f in player.foes() if f["cell"] in player.tile["touch"][player.me["cell"]]]
    if (beside or foes) and (code := _best_blow(player, "melee")) is not None:
        return code
    return _best_blow(player, "ranged") if player.here() or player.foes() else None


def _rest(player: Player) -> int | None:
    """Rest where rest is given, while nothing hostile is near."""
    me, words = player.me, player.words
    if player.here("monster"):
        return None
    hurt = me["hp"] < me["base_hp"]
    tired = me["me"] < me["base_me"]
    tile = player.tile
    if "do=space" in words and ((hurt and me["cell"] in tile["heal"]) or (tired and me["cell"] in tile["mind"])):
        return words["do=space"]
    if hurt and "do=fish" in words:
        return words["do=fish"]
    if hurt and "cast=heal" in words and me["me"] > 1:
        return words["cast=heal"]
    return None


def _read(player: Player) -> int | None:
    """Read while it is quiet."""
    if not player.here("monster"):
        for code in player.family("read").values():
            return code
    return None


def _collect(player: Player) -> int | None:
    """Pick up what lies here; go to the nearest pile while it is quiet."""
    me = player.me
    if me["weight"] >= me["limit"] or me["slot"] is None:
        return None
    takes = player.family("take")
    wanted = [code for word, code in takes.items() if word == "top" or _useful(player, word)]
    if wanted:
        return wanted[0]
    held = player.view["slots"][me["slot"]]
    if player.here("monster"):
        return None
    spots = set(held["piles"]) | {c for c, things in held["loose"].items() if any(_useful(player, t) for t in things)}
    return _walk_towards(player, spots) if spots else None


def _useful(player: Player, thing: str) -> bool:
    """Whether a face-up object is worth its weight: nothing twice but remedies."""
    kind = player.view["box"]["objects"][thing]
    return kind["colour"] == "green" or (thing not in player.me["objects"] and kind["colour"] != "white")


def _walk_towards(player: Player, goals: set[str]) -> int | None:
    """The reachable safe cell nearest to a goal, if it is nearer than here."""
    goals = {cell for cell in goals if cell not in player.tile["trouble"]}
    if not goals or player.me["cell"] is None:
        return None
    steps = _distances(player, goals)
    here = steps.get(player.me["cell"], 99)
    best, code = here, None
    for cell, option in player.family("go").items():
        if cell not in player.tile["trouble"] and steps.get(cell, 99) < best:
            best, code = steps[cell], option
    return code


def _distances(player: Player, goals: set[str]) -> dict[str, int]:
    """Steps from every cell to the nearest goal, round whatever stands in the way."""
    touch = player.tile["touch"]
    floor = set(player.tile["floor"]) - set(player.tile["trouble"])
    blocked = {p["cell"] for p in player.here()}
    steps = dict.fromkeys(goals, 0)
    waiting = list(goals)
    while waiting:
        cell = waiting.pop(0)
        for other in touch[cell]:
            if other in floor and other not in steps and (other not in blocked or cell in goals):
                steps[other] = steps[cell] + 1
                if other not in blocked:
                    waiting.append(other)
    return steps


def _approach(player: Player) -> int | None:
    """Towards the most rewarding piece of the tile; with the last action rather out of reach."""
    if player.me["slot"] is None:
        return None
    pieces = [p for p in player.here() if p["host"] is None]
    targets = [(p, _worth(player, p)) for p in pieces] + [(f, 3.0) for f in player.foes()]
    if not targets:
        return None
    best: tuple[float, int | None] = (0.0, None)
    for piece, worth in targets:
        beside = {cell for cell in player.tile["touch"][piece["cell"]] if cell in player.tile["floor"]}
        beside -= {p["cell"] for p in pieces}
        beside = {cell for cell in beside if cell not in player.tile["trouble"]}
        if player.me["cell"] in beside:
            return None
        steps = _distances(player, beside).get(player.me["cell"], 99) if beside else 99
        if steps < 99:
            score = worth / (1 + steps / max(1, player.me["move"]))
            code = _walk_towards(player, beside)
            if code is not None and score > best[0]:
                best = (score, code)
    return best[1]


def _worth(player: Player, piece: Piece) -> float:
    """How much is gained for each blow at a piece."""
    sides, bonus, damage = weapon_figures(player.view, player.me, "unarmed", True)
    blows = piece["hp"] / max(1, damage) / chance_to_hit(sides, bonus, piece["defense"], piece["bond"] > 0, True)
    box = player.view["box"]
    if piece["kind"] == "generator":
        return float((2.0 + 0.5 * box["generators"][piece["type"]]["gate"]) / blows)
    kind = box["monsters"][piece["type"]]
    return float((2.0 + bool(kind["ranged"]) + bool(kind["attach"])) / blows)


def _leave(player: Player) -> int | None:
    """On to the next room: by the gate that leads to the nearest tile with something left to do."""
    if player.me["slot"] is None or player.here():
        return None
    view, me = player.view, player.me
    if me["hp"] < me["base_hp"]:
        if (code := _walk_towards(player, _healing_cells(player.tile, me))) is not None:
            return code
        if 3 * me["hp"] <= 2 * me["base_hp"] and (edge := _way_to(player, _havens(player))) is not None:
            return _through(player, edge)
    if view["pool"] < min(3, me["actions"] - 1) and not view["mp"]:
        return None
    edge = _way_to(player, work(player))
    return _through(player, edge) if edge is not None else _transport(player)


def _transport(player: Player) -> int | None:
    """No way on foot: by the gate transporter, if there is one."""
    if "do=operate" in player.words:
        return player.words["do=operate"]
    tiles = player.view["box"]["tiles"]
    spots = {cell for cell, machine in player.tile["operated"].items() if machine[0] == "transporter"}
    if spots:
        return _walk_towards(player, spots)
    found = {
        n
        for n, slot in enumerate(player.view["slots"])
        if slot["up"] and any(machine[0] == "transporter" for machine in tiles[slot["tile"]]["operated"].values())
    }
    edge = _way_to(player, found)
    return _through(player, edge) if edge is not None else None


def _healing_cells(tile: dict[str, Any], me: Hero) -> set[str]:
    """Where this character can mend: resting cells, and for a fisher the shore."""
    cells = set(tile["heal"])
    if me["character"] == "mariner_merchant" and me["me"]:
        cells |= {cell for cell in tile["floor"] if set(tile["touch"][cell]) & set(tile["water"])}
    elif me["character"] == "mariner_merchant":
        cells |= set(tile["mind"])
    return cells - set(tile["trouble"])


def _havens(player: Player) -> set[int]:
    """Empty tiles on which this character can mend."""
    view = player.view
    busy = {p["slot"] for p in view["pieces"]}
    return {
        n
        for n, slot in enumerate(view["slots"])
        if slot["up"]
        and slot["rolled"]
        and n not in busy
        and _healing_cells(view["box"]["tiles"][slot["tile"]], player.me)
    }


def work(player: Player) -> set[int]:
    """Tiles that are face down or not empty, and where opponents are."""
    view = player.view
    busy = {p["slot"] for p in view["pieces"]} | {n for n, slot in enumerate(view["slots"]) if not slot["rolled"]}
    if view["mode"] not in ("cooperative", "solo"):
        busy |= {h["slot"] for h in view["heroes"] if h["slot"] is not None and h["team"] != player.me["team"]}
    return busy


def _way_to(player: Player, goals: set[int]) -> str | None:
    """The edge of the first gate on the shortest way to one of some tiles."""
    view = player.view
    seen: dict[int, str] = {}
    assert player.slot is not None
    waiting: list[tuple[int, str]] = [(player.slot, "")]
    while waiting:
        slot, edge = waiting.pop(0)
        for own, gate in view["slots"][slot]["gates"].items():
            to = gate["to"]
            if to is None or gate["way"] == "dead end" or to in seen or to == player.slot:
                continue
            seen[to] = edge or own
            if to in goals:
                return seen[to]
            waiting.append((to, seen[to]))
    return None


def _through(player: Player, edge: str) -> int | None:
    """Through a gate, or onto one of its cells."""
    assert player.slot is not None
    gate = player.view["slots"][player.slot]["gates"][edge]
    cells = _gate_cells(edge)
    if any(p["slot"] == gate["to"] and p["kind"] == "generator" for p in player.view["pieces"]):
        # a generator behind one of the two cells would only change places: try them in turns
        cells = {sorted(cells)[player.view["round"] % 2]}
    if (code := player.family("gate").get(gate["direction"])) is not None and player.me["cell"] in cells:
        return code
    return _walk_towards(player, cells)


def _gate_cells(edge: str) -> set[str]:
    return {"N": {"C3R6", "C4R6"}, "E": {"C6R3", "C6R4"}, "S": {"C3R1", "C4R1"}, "W": {"C1R3", "C1R4"}}[edge]


PLANS = (_free_things, _shake_off, _retreat, _fight, _rest, _read, _collect, _approach, _leave)
"""What an action may be for, in the order in which it is thought of."""
