"""How things stand at the begin of a turn, in some hundred numbers: here among friends, in `rivals.py` among rivals.

`bodies.py` tells what a character is and has, `rooms.py` what is around it, `work.py` what is left to do, `duels.py`
what rivals can do to each other. `friends_weights.py` and `rivals_weights.py`, what all that is worth together, are
written by `tools/fit_outlook.py`.
"""

from __future__ import annotations

from typing import Final

from miskatonic.games.mash.grid import NONE
from miskatonic.games.mash.outlook.bodies import ABOUT_BODIES, bag, body
from miskatonic.games.mash.outlook.rooms import ABOUT_ROOMS, Rooms, room
from miskatonic.games.mash.outlook.work import ABOUT_WORK, work
from miskatonic.games.mash.pieces import ALIVE, AWAITING
from miskatonic.games.mash.state import Mash

PLAIN: Final = (*ABOUT_BODIES, *ABOUT_ROOMS, *ABOUT_WORK)
BLENDS: Final = (
    "mending", "setting_out", "danger", "danger_everywhere", "hidden_by_force", "crowd", "last_monsters",
    "nests_alone", "a_monster",
)  # fmt: skip
OUTLOOK: Final = (*PLAIN, *BLENDS)
"""The name of every sign."""
_BLENDED: Final = [
    PLAIN.index(name)
    for name in (
        *("health", "lacking", "blow", "shot", "monsters", "threat", "nests", "quiet", "hidden", "all_threat"),
    )
]


def outlook(s: Mash) -> list[float]:
    """The signs: the mean of all characters, whoever is out counting nothing; then what all have in common."""
    seats = len(s.heroes)
    able = [hero for hero in s.heroes if hero.life in (ALIVE, AWAITING) and hero.slot != NONE]
    rooms = Rooms(s)
    found = [0.0] * (len(ABOUT_BODIES) + len(ABOUT_ROOMS))
    force = 0.0
    for hero in able:
        carried = bag(s, hero)
        here = [*body(s, hero, carried), *room(s, hero, rooms)]
        found = [one + other / seats for one, other in zip(found, here, strict=True)]
        force = max(force, carried.blow, carried.shot)
    found += work(s, able, rooms, force)
    return found + _blends(found)


def _blends(found: list[float]) -> list[float]:
    """What some signs are worth depends on others."""
    health, lacking, blow, shot, monsters, threat, nests, quiet, hidden, all_threat = [found[at] for at in _BLENDED]
    health = max(0.25, health)
    hunted, nested = min(1.0, 3 * monsters), min(1.0, 2 * nests)
    return [
        quiet * lacking,
        quiet * hidden,
        threat / health,
        all_threat / health,
        hidden / (0.3 + blow + shot),
        monsters * nests,
        hunted * (1 - nested),
        nested * (1 - hunted),
        min(2.0, 3 * monsters) / 2,
    ]
