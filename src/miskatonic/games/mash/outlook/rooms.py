"""What is around a character, as signs: monsters and generators on its tile, the ways out, what lies about."""

from __future__ import annotations

from typing import Final

from miskatonic.games.mash import board
from miskatonic.games.mash.grid import ALL, BIT, CELLS, GATE_CELLS, NONE
from miskatonic.games.mash.odds import chance_to_hit
from miskatonic.games.mash.pieces import GENERATOR, Hero, Piece
from miskatonic.games.mash.state import Mash
from miskatonic.games.mash.tiles import Tile
from miskatonic.games.mash.walking import grown

ABOUT_ROOMS: Final = (
    "monsters", "monsters_health", "threat", "near", "near_threat", "shooters", "webbers", "clingers",
    "chargers", "tentacles", "tough", "nests", "nests_health", "gates", "brood", "near_nests", "quiet", "way_out",
    "no_way_out", "calm_beside", "unknown_beside", "surcharge", "mends", "home", "piles_here",
)  # fmt: skip


class Rooms:
    """The tiles by what is on them."""

    __slots__ = ("calm", "pieces", "piles")

    def __init__(self, s: Mash) -> None:
        self.pieces: dict[int, list[Piece]] = {}
        for piece in s.pieces.values():
            self.pieces.setdefault(piece.slot, []).append(piece)
        self.calm = [s.up[slot] and s.rolled[slot] and slot not in self.pieces for slot in range(len(s.up))]
        """Whether a tile lies open and nothing hostile is there."""
        self.piles = [place // CELLS for place in s.piles]


def room(s: Mash, hero: Hero, rooms: Rooms) -> list[float]:
    """The signs of the tile of a character."""
    slot, tile = hero.slot, s.tile(hero.slot)
    here = rooms.pieces.get(slot, [])
    hunters = [piece for piece in here if piece.kind != GENERATOR and piece.host == NONE]
    return [
        *_monsters(s, hero, hunters),
        *_nests(s, hero, [piece for piece in here if piece.kind == GENERATOR]),
        float(not here),
        *_ways(s, hero, rooms, bool(hunters)),
        float(tile.surcharge),
        float(any(tile.heal)),
        _from_home(s, hero),
        rooms.piles.count(slot) / 2,
    ]


def _monsters(s: Mash, hero: Hero, hunters: list[Piece]) -> list[float]:
    """How many there are, what they can do, and how near they are."""
    touch = s.tile(hero.slot).touch[hero.cell]
    health = near = shooters = webbers = clingers = chargers = tentacles = tough = 0
    threat = near_threat = 0.0
    for piece in hunters:
        kind = s.kind_of(piece)
        hit = chance_to_hit(kind.melee or kind.ranged, 0, hero.defense)
        threat += hit
        if touch & BIT[piece.cell]:
            near += 1
            near_threat += hit
        health += piece.hp
        shooters += kind.ranged > 0 and not kind.web and not kind.tentacle
        webbers += kind.web > 0
        clingers += kind.attach
        chargers += kind.charge
        tentacles += kind.tentacle
        tough += piece.hp > 1
    kinds = (shooters, webbers, clingers, chargers, tentacles, tough)
    counts = [len(hunters) / 3, health / 3, threat / 2, near / 2, near_threat]
    return [*counts, *(number / 2 for number in kinds)]


def _nests(s: Mash, hero: Hero, nests: list[Piece]) -> list[float]:
    """How many generators there are, and what comes out of them."""
    touch = s.tile(hero.slot).touch[hero.cell]
    health = near = 0
    gates = brood = 0.0
    for piece in nests:
        nest = s.nest_of(piece)
        health += piece.hp
        gates += nest.gate / 6
        brood += nest.gate / 6 * (1 + s.box.monsters[nest.kind].health)
        near += touch >> piece.cell & 1
    return [len(nests) / 2, health / 4, gates, brood / 2, near]


def _ways(s: Mash, hero: Hero, rooms: Rooms, hunted: bool) -> list[float]:
    """How far it is into a calm room while monsters are here, and how many rooms beside are calm, or unknown."""
    slot = hero.slot
    doors = calm = unknown = 0
    for edge in board.edges(s, slot):
        one, other = GATE_CELLS[edge]
        way = board.passage(s, slot, one)
        if way is None or way.kind == board.DEAD_END:
            continue
        if way.kind == board.FACE_DOWN:
            unknown += 1
        elif rooms.calm[way.slot]:
            calm += 1
            doors |= BIT[one] | BIT[other]
    far = 0
    if hunted:
        tile = s.tile(slot)
        taken = s.occ[slot] & ~s.stands[slot]
        far = steps(tile, BIT[hero.cell], doors, tile.floor & ~tile.trouble & ~taken)
    pace = (1 + s.tile(slot).surcharge) / max(1, hero.move)
    return [max(0, far) * pace, float(far < 0), calm / 2, unknown / 2]


def steps(tile: Tile, start: int, goals: int, free: int) -> int:
    """How many steps it is from a cell to one of some others over free cells; -1 is no way."""
    left = free & ~start & ALL
    far = 0
    while start and goals:
        if start & goals:
            return far
        start = grown(start, tile.step) & left
        left &= ~start
        far += 1
    return -1


def _from_home(s: Mash, hero: Hero) -> float:
    """How far the own start tile is, in tiles."""
    if hero.home == NONE:
        return 0.0
    (x, y), (home_x, home_y) = s.board.slots[hero.slot], s.board.slots[hero.home]
    return (abs(x - home_x) + abs(y - home_y)) / 3
