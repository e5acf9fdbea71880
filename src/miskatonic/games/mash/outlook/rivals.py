"""How things stand among rivals at the begin of a turn: the own side, all others, and what each can do to the other."""

from __future__ import annotations

from typing import Final

from miskatonic.games.mash.grid import NONE
from miskatonic.games.mash.outlook.bodies import ABOUT_BODIES, bag, body
from miskatonic.games.mash.outlook.duels import ABOUT_DUELS, Marches, duel
from miskatonic.games.mash.outlook.rooms import ABOUT_ROOMS, Rooms, room
from miskatonic.games.mash.outlook.work import LATE, SMALL
from miskatonic.games.mash.pieces import ALIVE, AWAITING, GENERATOR, OUT, SPACE_HEALTH, Hero
from miskatonic.games.mash.state import Mash

ABOUT_LIVES: Final = ("awaiting", "out", "space", "flag")
ABOUT_SIDES: Final = (*ABOUT_BODIES, *ABOUT_ROOMS, *ABOUT_LIVES)
ABOUT_TIME: Final = ("turn", "round", "late", "hidden", "all_nests", "all_monsters", "rivals", "capture")
URGENT: Final = ("strikes", "damage", "kill")
"""What depends on whose turn it is."""
RIVALRY: Final = (
    *(f"my_{name}" for name in (*ABOUT_SIDES, *ABOUT_DUELS)),
    *(f"their_{name}" for name in (*ABOUT_SIDES, *ABOUT_DUELS)),
    *ABOUT_TIME,
    *(f"my_{name}_now" for name in URGENT),
    *(f"their_{name}_now" for name in URGENT),
)
"""The name of every sign."""
_URGENT: Final = [ABOUT_DUELS.index(name) for name in URGENT]
_IDLE: Final = [0.0] * len(ABOUT_DUELS)
_GONE: Final = [0.0] * (len(ABOUT_BODIES) + len(ABOUT_ROOMS))


def rivalry(s: Mash) -> list[list[float]]:
    """The signs as every seat sees them."""
    rooms, marches = Rooms(s), Marches(s)
    there = [hero for hero in s.heroes if hero.life == ALIVE and hero.slot != NONE]
    each = [_character(s, hero, rooms) for hero in s.heroes]
    duels = {
        (hero.id, prey.id): duel(s, hero, prey, marches) for hero in there for prey in there if hero.team != prey.team
    }
    time = _time(s)
    found: dict[int, list[float]] = {}
    for team in {hero.team for hero in s.heroes}:
        mine = [hero for hero in s.heroes if hero.team == team]
        theirs = [hero for hero in s.heroes if hero.team != team]
        attack, defence = _worst(mine, theirs, duels), _worst(theirs, mine, duels)
        turn = float(s.hero.team == team)
        found[team] = [
            *(*_mean(mine, each), *attack),
            *(*_mean(theirs, each), *defence),
            *(turn, *time),
            *(turn * attack[at] for at in _URGENT),
            *((1 - turn) * defence[at] for at in _URGENT),
        ]
    return [found[hero.team] for hero in s.heroes]


def _character(s: Mash, hero: Hero, rooms: Rooms) -> list[float]:
    """The signs of a character and its room; nothing of one that is not on the board."""
    here = _GONE
    if hero.life == ALIVE and hero.slot != NONE:
        here = [*body(s, hero, bag(s, hero)), *room(s, hero, rooms)]
    space = hero.space / SPACE_HEALTH
    return [*here, float(hero.life == AWAITING), float(hero.life == OUT), space, space * s.capture]


def _mean(heroes: list[Hero], each: list[list[float]]) -> list[float]:
    if len(heroes) == 1:
        return each[heroes[0].id]
    return [sum(column) / len(heroes) for column in zip(*(each[hero.id] for hero in heroes), strict=True)]


def _worst(heroes: list[Hero], preys: list[Hero], duels: dict[tuple[int, int], list[float]]) -> list[float]:
    """The most that anybody of some can do to anybody of others."""
    found = [duels[pair] for hero in heroes for prey in preys if (pair := (hero.id, prey.id)) in duels]
    return [max(column) for column in zip(_IDLE, *found, strict=True)]


def _time(s: Mash) -> list[float]:
    """What is the same for all sides."""
    nests = sum(piece.kind == GENERATOR for piece in s.pieces.values())
    return [
        s.round / 50,
        max(0, s.round - LATE) / 50,
        s.rolled.count(False) / SMALL,
        nests / 6,
        (len(s.pieces) - nests) / 6,
        float(len({hero.team for hero in s.heroes}) - 2),
        float(s.capture),
    ]
