"""What a seat may see, as numbers of fixed length, for learning: the own character first, then the others clockwise."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from miskatonic.games.mash import board
from miskatonic.games.mash.box import MOST, MOST_SLOTS, POWER_UPS, SPELLS
from miskatonic.games.mash.figures import spells_of
from miskatonic.games.mash.grid import CELLS, DIRECTION_NAMES, DIRECTIONS, GATE_CELLS, NONE, column, line
from miskatonic.games.mash.hazards import avoided
from miskatonic.games.mash.pieces import ALIVE, AWAITING, CUFFS, GENERATOR, MONSTER, OUT, Hero, Piece
from miskatonic.games.mash.setup import MODE_NAMES
from miskatonic.games.mash.state import PHASES, Mash
from miskatonic.games.mash.vocabulary import OBJECTS, SEATS
from miskatonic.kernel.features import spread

TEN: Final = 10.0
FIVE: Final = 5.0
_ABOUT_THE_TABLE: Final = {
    "round": "number of the round / 100",
    "pool": "actions left / 10",
    "mp": "movement points left in a running move / 10",
    "countdown": "turns until the board is reset / 10, 0 if opponents are not separated",
    "objects_left": "objects left in their stack / 80",
    "generators_left": "generators left in their stack / 50",
    "spells_left": "spells left in their stack / 16",
    "phase_{phase}": "1 in this phase",
    "mode_{mode}": "1 in this mode",
}
_ABOUT_A_HERO: Final = {
    "{seat}_present": "1 if somebody plays this seat; without, all numbers of the seat are 0",
    "{seat}_alive": "1 if the character is alive",
    "{seat}_awaiting": "1 if dead, and back at the begin of the next turn",
    "{seat}_out": "1 if eliminated",
    "{seat}_friend": "1 if of the own team, or if all play together",
    "{seat}_active": "1 for the active character",
    "{seat}_keeps_tile": "1 if on the tile of the active character",
    "{seat}_column": "column of the cell in its tile / 5, 0 for C1; -1 if not on the board",
    "{seat}_line": "line of the cell in its tile / 5, 0 for R6; -1 if not on the board",
    "{seat}_hp": "health / 10",
    "{seat}_base_hp": "full health / 10",
    "{seat}_me": "mentality / 10",
    "{seat}_base_me": "full mentality / 10",
    "{seat}_sp": "sanity / 100",
    "{seat}_insane": "1 if insane",
    "{seat}_defense": "defense / 10",
    "{seat}_move": "movement points of a move / 10",
    "{seat}_actions": "actions a turn / 10",
    "{seat}_room": "how many more objects can be carried / 10, negative if overloaded",
    "{seat}_bond": "escape number of the bond / 3, 0 if free",
    "{seat}_cuffed": "1 if in handcuffs",
    "{seat}_doom": "1/2 in quicksand, 1 in the turn at whose end it kills, else 0",
    "{seat}_kept": "generators destroyed and kept / 10",
    "{seat}_space": "health of the spawn space / 3, 0 if destroyed",
    "{seat}_ward": "1 under a Flesh Ward",
    "{seat}_flying": "1 while flying",
    "{seat}_razor": "1 with a Spectral Razor",
    "{seat}_lost": "1 if the next turn is lost",
    "{seat}_riders": "monsters attached to the character / 3",
    "{seat}_extra_{stat}": "what power-ups add to the figure / 3",
    "{seat}_spell_{spell}": "1 if the character can cast the spell",
    "{seat}_object_{object}": "how many of this object are carried / 3, by its place in the content file from 0",
}
_ABOUT_A_SLOT: Final = {
    "slot{slot}_there": "1 if the layout has this slot; without, all numbers of the slot are 0",
    "slot{slot}_up": "1 if its tile is face up",
    "slot{slot}_monsters": "monsters on it / 10",
    "slot{slot}_generators": "generators on it / 10",
    "slot{slot}_objects": "objects on it, face up or face down / 10",
    "slot{slot}_tile": "its tile by its place in the content file from 1 / 40, 0 if nobody has seen it",
    "slot{slot}_turns": "its rotation, in quarters clockwise / 4",
    "slot{slot}_{seat}": "1 if the character of this seat is on it",
    "slot{slot}_{direction}_gate": "1 if its tile, face up, has a gate on this side of the board",
    "slot{slot}_{direction}_open": "1 if, besides, one can go through it to another tile that lies face up",
}
_ABOUT_A_CELL: Final = {
    "cell{cell}_floor": "1 if it is floor; cells are those of the active character's tile, in reading order",
    "cell{cell}_trouble": "1 if moving in would do something to the active character",
    "cell{cell}_hero": "1 if a character stands there",
    "cell{cell}_own": "1 if it is the own one",
    "cell{cell}_active": "1 if it is the active one",
    "cell{cell}_foe": "1 if it is one of another team than the active character's",
    "cell{cell}_monster_hp": "health of the monster there / 10, 0 without",
    "cell{cell}_monster_defense": "its printed defense / 10",
    "cell{cell}_monster_ranged": "sides of the die it shoots with / 10, 0 if it does not shoot",
    "cell{cell}_monster_melee": "sides of the die it fights with / 10, 0 if it does not fight hand to hand",
    "cell{cell}_monster_move": "its movement points / 10",
    "cell{cell}_monster_acted": "1 if it has acted in this activation",
    "cell{cell}_monster_idle": "1 if it loses its next activation",
    "cell{cell}_awake": "1 if it is the monster or generator that acts now",
    "cell{cell}_generator_hp": "health of the generator there / 10, 0 without",
    "cell{cell}_bound": "escape number of the bond of whatever stands there / 3, 0 if free",
    "cell{cell}_pile": "face-down objects of its pile / 10",
    "cell{cell}_loose": "objects lying there face up / 10",
}
MEANING: Final = {**_ABOUT_THE_TABLE, **_ABOUT_A_HERO, **_ABOUT_A_SLOT, **_ABOUT_A_CELL}
"""What every number says, by its name."""
HOLES: Final[Mapping[str, Sequence[object]]] = {
    "phase": PHASES,
    "mode": MODE_NAMES,
    "seat": range(len(SEATS)),
    "stat": POWER_UPS,
    "spell": SPELLS,
    "object": range(OBJECTS),
    "slot": range(MOST_SLOTS),
    "direction": DIRECTION_NAMES,
    "cell": range(CELLS),
}
FEATURES: Final = spread(MEANING, HOLES)
"""The name of every feature; seat 0 is the own one, cells are those of the active character's tile."""
_OF_A_HERO: Final = len(spread(_ABOUT_A_HERO, HOLES)) // len(SEATS)
_OF_A_SLOT: Final = len(spread(_ABOUT_A_SLOT, HOLES)) // MOST_SLOTS
_OF_A_CELL: Final = len(_ABOUT_A_CELL)
_NOBODY: Final = [0.0] * (_OF_A_CELL - 4)
"""What is told of a cell's piece where there is none: all but floor, trouble, pile and loose objects."""


def features(s: Mash, seat: int) -> list[float]:
    """The table from one seat."""
    numbers = [s.round / 100, s.pool / TEN, s.mp / TEN, s.countdown / TEN]
    numbers += [s.stack / MOST["objects"], sum(s.nests) / 50, s.spells.bit_count() / len(SPELLS)]
    numbers += [float(s.phase == phase) for phase in range(len(PHASES))]
    numbers += [float(s.mode == mode) for mode in MODE_NAMES]
    seats = len(s.heroes)
    mine = s.heroes[seat]
    for away in range(len(SEATS)):
        if away < seats:
            numbers += _hero(s, mine, s.heroes[(seat + away) % seats])
        else:
            numbers += [0.0] * _OF_A_HERO
    for slot in range(MOST_SLOTS):
        numbers += _slot(s, seat, slot) if slot < len(s.up) else [0.0] * _OF_A_SLOT
    return numbers + _cells(s, mine)


def _hero(s: Mash, mine: Hero, hero: Hero) -> list[float]:
    known = {*spells_of(s, hero)} if hero.type != NONE else set()
    return [
        1.0,
        float(hero.life == ALIVE),
        float(hero.life == AWAITING),
        float(hero.life == OUT),
        float(s.friendly or hero.team == mine.team),
        float(hero.id == s.active),
        float(hero.slot == s.hero.slot),
        -1.0 if hero.cell == NONE else column(hero.cell) / FIVE,
        -1.0 if hero.cell == NONE else line(hero.cell) / FIVE,
        hero.hp / TEN,
        hero.base_hp / TEN,
        hero.me / TEN,
        hero.base_me / TEN,
        hero.sp / 100,
        float(hero.insane > 0),
        hero.defense / TEN,
        hero.move / TEN,
        hero.actions / TEN,
        (hero.limit - hero.weight) / TEN,
        hero.bond / 3,
        float(hero.tie == CUFFS),
        hero.doom / 2,
        len(hero.kept) / TEN,
        hero.space / 3,
        float(hero.ward),
        float(hero.flying),
        float(hero.razor),
        float(hero.lost),
        len(s.riders(hero)) / 3,
        *(amount / 3 for amount in hero.extra),
        *(float(spell in known) for spell in range(len(SPELLS))),
        *_counted(hero.objects),
    ]


def _slot(s: Mash, seat: int, slot: int) -> list[float]:
    kinds = [piece.kind for piece in s.pieces.values() if piece.slot == slot]
    objects = sum(len(pile) for place, pile in (*s.piles.items(), *s.loose.items()) if place // CELLS == slot)
    there = [hero.slot == slot for hero in s.heroes]
    return [
        1.0,
        float(s.up[slot]),
        kinds.count(MONSTER) / TEN,
        kinds.count(GENERATOR) / TEN,
        objects / TEN,
        (s.tiles[slot] + 1) / MOST["tiles"],
        s.turns[slot] / 4,
        *(float(away < len(there) and there[(seat + away) % len(there)]) for away in range(len(SEATS))),
        *_gates(s, slot),
    ]


def _gates(s: Mash, slot: int) -> list[float]:
    numbers = [0.0] * (2 * len(DIRECTIONS))
    for edge in board.edges(s, slot) if s.up[slot] else ():
        way = board.passage(s, slot, GATE_CELLS[edge][0])
        if way is not None:
            numbers[2 * way.direction] = 1.0
            numbers[2 * way.direction + 1] = float(way.kind not in (board.DEAD_END, board.FACE_DOWN))
    return numbers


def _cells(s: Mash, mine: Hero) -> list[float]:
    slot = s.hero.slot
    if slot == NONE or s.tiles[slot] == NONE:
        return [0.0] * (_OF_A_CELL * CELLS)
    tile = s.tile(slot)
    trouble = avoided(s, s.hero, slot)
    numbers: list[float] = []
    for cell in range(CELLS):
        piece = s.standing(slot, cell)
        place = slot * CELLS + cell
        numbers += [
            float(tile.floor >> cell & 1),
            float(trouble >> cell & 1),
            *(_NOBODY if piece is None else _piece(s, mine, piece)),
            len(s.piles.get(place, ())) / TEN,
            len(s.loose.get(place, ())) / TEN,
        ]
    return numbers


def _piece(s: Mash, mine: Hero, piece: Piece) -> list[float]:
    monster = s.kind_of(piece) if piece.kind == MONSTER else None
    return [
        float(isinstance(piece, Hero)),
        float(piece is mine),
        float(piece is s.hero),
        float(isinstance(piece, Hero) and not s.friendly and piece.team != s.hero.team),
        piece.hp / TEN if monster else 0.0,
        monster.defense / TEN if monster else 0.0,
        monster.ranged / TEN if monster else 0.0,
        monster.melee / TEN if monster else 0.0,
        monster.move / TEN if monster else 0.0,
        float(piece.acted and monster is not None),
        float(piece.idle > 0),
        float(piece.id == s.awake),
        piece.hp / TEN if piece.kind == GENERATOR else 0.0,
        piece.bond / 3,
    ]


def _counted(objects: tuple[int, ...]) -> list[float]:
    numbers = [0.0] * OBJECTS
    for thing in objects:
        numbers[thing] += 1 / 3
    return numbers
