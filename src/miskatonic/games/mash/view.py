"""What each audience may see: everything that lies open. Nobody has private information (section 18.2 of the rules)."""

from __future__ import annotations

from functools import cache
from typing import Any

from miskatonic.games.mash import board, keeper
from miskatonic.games.mash.box import SPELLS, Box, Card, Kind, Nest
from miskatonic.games.mash.figures import defense, printed_health, spells_of
from miskatonic.games.mash.grid import CELL_NAMES, CELLS, DIRECTION_NAMES, GATE_CELLS, NONE
from miskatonic.games.mash.hazards import snared
from miskatonic.games.mash.options import OPTIONS, Rules
from miskatonic.games.mash.pieces import ALIVE, CUFFS, GENERATOR, HERO, MONSTER, Hero, Piece
from miskatonic.games.mash.sight import sees, shoots_over
from miskatonic.games.mash.state import ACTIONS, PHASES, Mash
from miskatonic.games.mash.victory import result
from miskatonic.games.mash.vocabulary import VOCABULARY
from miskatonic.games.mash.walking import walk_of
from miskatonic.kernel import View
from miskatonic.kernel.sets import members
from miskatonic.kernel.state import fields_of

LIVES = ("alive", "awaiting", "out", "off")
TIES = ("", "icon", "body", "cuffs", "net")
WAYS = ("dead end", "face down", "open", "one way", "ceiling")


def view(s: Mash, seat: int | None) -> View:
    """The whole table; `seat` only says whose eyes these are."""
    keeper_seat = keeper.keeper_seat(s) if s.mode else NONE
    return {
        "seat": seat,
        "box": printed(s.box),
        "rules": rules_view(s.rules),
        "mode": s.mode,
        "round": s.round,
        "phase": PHASES[s.phase],
        "active": s.active,
        "keeper": None if keeper_seat == NONE else keeper_seat,
        "pool": s.pool,
        "mp": s.mp,
        "said": None if s.said == NONE else VOCABULARY.text(s.said),
        "awake": None if s.awake == NONE else s.awake,
        "walk": walk_view(s),
        "sight": sight_view(s),
        "slots": [slot_view(s, slot) for slot in range(len(s.up))],
        "heroes": [hero_view(s, hero) for hero in s.heroes],
        "pieces": [piece_view(s, piece) for piece in s.pieces.values()],
        "supply": {kind.id: left for kind, left in zip(s.box.monsters, s.supply, strict=True)},
        "stacks": {
            "objects": s.stack,
            "discard": sum(s.discard),
            "generators": sum(s.nests),
            "generator_discard": sum(s.nests_gone),
            "spells": s.spells.bit_count(),
            "powerups": [left.bit_count() for left in s.powerups],
        },
        "discarded": {thing.id: gone for thing, gone in zip(s.box.objects, s.discard, strict=True) if gone},
        "wrecked": {nest.id: gone for nest, gone in zip(s.box.generators, s.nests_gone, strict=True) if gone},
        "tomes": {s.box.objects[n].id: [SPELLS[spell] for spell in spells] for n, spells in s.tomes.items()},
        "crystal": s.box.powerups[s.crystal[0]][s.crystal[1]].name if s.crystal else None,
        "countdown": s.countdown,
        "one_way": s.one_way or s.all_edges,
        "winners": list(s.winners),
        "over": s.over,
        "result": result(s),
    }


def walk_view(s: Mash) -> dict[str, int]:
    """CM-A4: where the active character could go now, and what it costs."""
    hero = s.heroes[s.active]
    points = s.mp or (hero.move if s.pool else 0)
    if s.phase != ACTIONS or hero.life != ALIVE or not points or snared(hero):
        return {}
    walk = walk_of(s, hero, points)
    return {CELL_NAMES[cell]: cost for cost, cells in enumerate(walk.layers) for cell in members(cells & walk.stops)}


def sight_view(s: Mash) -> list[str]:
    """CM-L6, CM-L8, CM-Q5: the cells that the active character sees, from the air or from a height over all heads."""
    hero = s.heroes[s.active]
    if s.phase != ACTIONS or hero.life != ALIVE:
        return []
    line, over = s.tile(hero.slot).line[hero.cell], shoots_over(s, hero)
    return [CELL_NAMES[cell] for cell in members(line) if sees(s, hero.slot, hero.cell, cell, over)]


def slot_view(s: Mash, slot: int) -> dict[str, Any]:
    """A slot: its place, what is known of its tile, its gates, what lies on it."""
    x, y = s.board.slots[slot]
    found: dict[str, Any] = {"x": x, "y": y, "up": s.up[slot], "tile": None, "rotation": 0, "rolled": s.rolled[slot]}
    found["seen"] = s.tile(slot).id if s.tiles[slot] != NONE else None
    found["start"] = slot in s.board.starts
    found |= {"gates": {}, "piles": {}, "loose": {}, "tissue": {}}
    if not s.up[slot]:
        return found
    found["tile"] = s.tile(slot).id
    found["rotation"] = 90 * s.turns[slot]
    for edge in board.edges(s, slot):
        way = board.passage(s, slot, GATE_CELLS[edge][0])
        if way is not None:
            found["gates"][DIRECTION_NAMES[edge]] = {
                "way": WAYS[way.kind],
                "direction": DIRECTION_NAMES[way.direction],
                "to": None if way.slot == NONE else way.slot,
            }
    for place, pile in s.piles.items():
        if place // CELLS == slot:
            found["piles"][CELL_NAMES[place % CELLS]] = [None if item < 0 else s.box.objects[item].id for item in pile]
    for name, lying in (("loose", s.loose), ("tissue", s.tissue)):
        for place, things in lying.items():
            if place // CELLS == slot:
                found[name][CELL_NAMES[place % CELLS]] = [s.box.objects[thing].id for thing in things]
    return found


def piece_view(s: Mash, piece: Piece) -> dict[str, Any]:
    """A monster or generator."""
    kinds: list[Any] = list(s.box.monsters if piece.kind == MONSTER else s.box.generators)
    kind = kinds[piece.type]
    return {
        "id": piece.id,
        "kind": "monster" if piece.kind == MONSTER else "generator",
        "type": kind.id,
        "name": kind.name,
        "slot": piece.slot,
        "cell": CELL_NAMES[piece.cell],
        "hp": piece.hp,
        "health": printed_health(s, piece),
        "defense": defense(s, piece),
        "bond": piece.bond,
        "tie": TIES[piece.tie],
        "doom": piece.doom,
        "grasp": piece.grasp,
        "by": piece.by if piece.by >= 0 else None,
        "host": None if piece.host == NONE else piece.host,
        "idle": piece.idle > 0,
        "held": None if piece.held == NONE else piece.held,
        "charged": piece.charged,
        "acted": piece.acted,
        "face": DIRECTION_NAMES[piece.face],
        "objects": [s.box.objects[thing].id for thing in piece.objects],
    }


def hero_view(s: Mash, hero: Hero) -> dict[str, Any]:
    """A character with all figures."""
    known = hero.type != NONE
    card = s.card(hero) if known else None
    return {
        "seat": hero.id,
        "character": card.id if card else None,
        "name": card.name if card else "",
        "life": LIVES[hero.life],
        "team": hero.team,
        "slot": None if hero.slot == NONE else hero.slot,
        "cell": None if hero.cell == NONE else CELL_NAMES[hero.cell],
        "home": None if hero.home == NONE else hero.home,
        "hp": hero.hp,
        "base_hp": hero.base_hp,
        "me": hero.me,
        "base_me": hero.base_me,
        "sp": hero.sp,
        "base_sp": hero.base_sp,
        "insane": hero.insane,
        "actions": hero.actions,
        "move": hero.move,
        "defense": hero.defense,
        "limit": hero.limit,
        "weight": hero.weight,
        "extra": list(hero.extra),
        "bond": hero.bond,
        "tie": TIES[hero.tie],
        "doom": hero.doom,
        "grasp": hero.grasp,
        "by": hero.by if hero.by >= 0 else None,
        "cuffed": hero.tie == CUFFS,
        "objects": [s.box.objects[thing].id for thing in hero.objects],
        "tomes": {s.box.objects[n].id: [SPELLS[x] for x in s.tomes[n]] for n in hero.objects if n in s.tomes},
        "spells": [SPELLS[spell] for spell in spells_of(s, hero)] if known else [],
        "innate": [SPELLS[spell] for spell in hero.innate],
        "memorised": [SPELLS[spell] for spell in hero.memorised],
        "powerups": [s.box.powerups[hero.type][n].name for n in hero.powerups],
        "kept": len(hero.kept),
        "wrecks": [s.box.generators[nest].id for nest in hero.kept],
        "needed": card.powerup_kills if card else 0,
        "space": hero.space,
        "ward": hero.ward,
        "flying": hero.flying,
        "razor": hero.razor,
        "ready": None if hero.ready == NONE else s.box.objects[hero.ready].id,
        "riders": [rider.id for rider in s.riders(hero)],
        "face": DIRECTION_NAMES[hero.face],
        "lost": hero.lost,
    }


@cache
def rules_view(rules: Rules) -> dict[str, Any]:
    """The rules that are played."""
    return {option.name: getattr(rules, option.name) for option in OPTIONS}


@cache
def printed(box: Box) -> dict[str, Any]:
    """What is printed on tiles and cards, for drawings, labels and bots."""
    return {
        "id": box.id,
        "tiles": {
            tile.id: {
                "name": tile.name,
                "owner": tile.owner,
                "gates": [DIRECTION_NAMES[edge] for edge in tile.gates],
                "surcharge": tile.surcharge,
                "surface": tile.surface,
                "map": tile.map.split("\n"),
                "flavour": tile.flavour,
                "operated": {CELL_NAMES[cell]: list(machine) for cell, machine in tile.operated.items()},
                "areas": {
                    name: [CELL_NAMES[c] for c in range(CELLS) if mask >> c & 1] for name, mask in tile.areas.items()
                },
                "ceiling": None if tile.ceiling == NONE else CELL_NAMES[tile.ceiling],
                "spawn": None if tile.spawn == NONE else CELL_NAMES[tile.spawn],
                "red": [CELL_NAMES[cell] for cell in range(CELLS) if tile.red >> cell & 1],
                "catching": [CELL_NAMES[cell] for cell in range(CELLS) if tile.caught >> cell & 1],
                "trouble": [CELL_NAMES[cell] for cell in range(CELLS) if tile.trouble >> cell & 1],
                "floor": [CELL_NAMES[cell] for cell in range(CELLS) if tile.floor >> cell & 1],
                "touch": {
                    CELL_NAMES[c]: [CELL_NAMES[d] for d in range(CELLS) if tile.touch[c] >> d & 1] for c in range(CELLS)
                },
                "heal": {CELL_NAMES[cell]: n for cell, n in enumerate(tile.heal) if n},
                "mind": {CELL_NAMES[cell]: n for cell, n in enumerate(tile.mind) if n},
                "water": [CELL_NAMES[cell] for cell in range(CELLS) if tile.water >> cell & 1],
                "snares": {CELL_NAMES[cell]: n for cell, n in enumerate(tile.immob) if n},
                "chest": [CELL_NAMES[cell] for cell in members(tile.chest)],
                "hindrance": [CELL_NAMES[cell] for cell in members(tile.heights["hindrance"])],
                "sights": {name: [CELL_NAMES[cell] for cell in members(mask)] for name, mask in tile.seen.items()},
            }
            for tile in box.tiles
        },
        "characters": {card.id: _figures(card) for card in box.characters},
        "powerups": {
            power.name: f"{power.amount:+} {power.stat.replace('_', ' ')}" for stack in box.powerups for power in stack
        },
        "monsters": {kind.id: _figures(kind) for kind in box.monsters},
        "generators": {nest.id: _figures(nest) for nest in box.generators},
        "objects": {
            thing.id: {"name": thing.name, "colour": thing.colour, "text": thing.text, "form": thing.form}
            | {"roll": thing.roll, "damage": thing.damage, "once": thing.once, "immob": thing.immob}
            | {"spread": thing.spread, "die": thing.die, "explosive": thing.explosive, "tissue": thing.tissue}
            for thing in box.objects
        },
        "spells": list(SPELLS),
    }


def _figures(thing: Card | Kind | Nest) -> dict[str, Any]:
    """Everything that is printed on a card or a counter but its id; compiled ones have no `__dict__`."""
    return {name: _plain(getattr(thing, name)) for name in fields_of(thing) or vars(thing) if name != "id"}


def _plain(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value


def census(s: Mash) -> dict[str, int]:
    """Every component is somewhere, exactly once (CM-S10)."""
    carried = sum(len(piece.objects) for piece in (*s.heroes, *s.pieces.values()))
    lying = sum(map(len, s.loose.values())) + sum(map(len, s.tissue.values()))
    seen = sum(item >= 0 for pile in s.piles.values() for item in pile)
    unseen = sum(item < 0 for pile in s.piles.values() for item in pile)
    on_board = [piece.kind for piece in s.pieces.values()]
    dealt = [hero for hero in s.heroes if hero.type != NONE]
    power_ups = sum(s.powerups[hero.id].bit_count() + len(hero.powerups) for hero in dealt) + bool(s.crystal)
    everywhere = [*s.heroes, *s.pieces.values()]
    return {
        "objects": sum(map(sum, s.pools)) + sum(s.discard) + carried + lying + seen + len(s.aside),
        "objects in the wrong stack": sum(map(sum, s.pools)) - s.stack - unseen,
        "monsters": sum(s.supply) + on_board.count(MONSTER),
        "generators": sum(s.nests) + sum(s.nests_gone) + on_board.count(GENERATOR) + sum(len(h.kept) for h in s.heroes),
        "spells": s.spells.bit_count() + sum(len(h.innate) for h in s.heroes) + sum(map(len, s.tomes.values())),
        "power-ups not in their stacks": power_ups - sum(len(s.box.powerups[hero.type]) for hero in dealt),
        "tiles seen twice": len([tile for tile in s.tiles if tile != NONE and s.tiles.count(tile) > 1]),
        "pieces not where they stand": sum(
            s.at[piece.slot * CELLS + piece.cell] != piece.id
            for piece in everywhere
            if piece.slot != NONE and piece.host == NONE
        ),
        "cells wrongly occupied": sum(mask.bit_count() for mask in s.occ) - sum(who != NONE for who in s.at),
        "pieces in walls": sum(
            not s.tile(piece.slot).floor >> piece.cell & 1 for piece in everywhere if piece.slot != NONE
        ),
        "riders without a host": sum(
            piece.host != NONE and s.heroes[piece.host].slot != piece.slot for piece in s.pieces.values()
        ),
        "dead on the board": sum(piece.hp <= 0 for piece in everywhere if piece.slot != NONE and piece.kind != HERO),
    }
