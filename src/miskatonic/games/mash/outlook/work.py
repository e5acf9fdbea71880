"""What is left to do on all tiles, as signs, and the time."""

from __future__ import annotations

from typing import Final

from miskatonic.games.mash.odds import chance_to_hit
from miskatonic.games.mash.outlook.bodies import USUAL_DEFENSE
from miskatonic.games.mash.outlook.rooms import Rooms
from miskatonic.games.mash.pieces import GENERATOR, Hero
from miskatonic.games.mash.state import Mash

LATE: Final = 70
"""From which round on the end of all comes near."""
SMALL: Final = 8
"""The tiles of the small board."""
ABOUT_WORK: Final = (
    "round", "late", "hidden", "companions", "all_nests", "all_nests_health", "all_gates", "all_brood",
    "all_nests_defense", "all_monsters", "all_monsters_health", "all_threat", "all_shooters", "all_clingers",
    "all_webbers", "busy", "piles", "rooms_left", "weakest", "power_ups_left", "labour", "blows_left",
)  # fmt: skip


def work(s: Mash, able: list[Hero], rooms: Rooms, force: float) -> list[float]:
    """The signs; `force` is what the best weapon does."""
    seats = len(s.heroes)
    size = len(s.up) / SMALL
    hidden = s.rolled.count(False)
    busy = len(rooms.pieces)
    power_ups = sum([left.bit_count() for left in s.powerups])
    counted, labour, blows = _pieces(s, max([USUAL_DEFENSE, *(hero.defense for hero in able)]))
    return [
        s.round / 50,
        max(0, s.round - LATE) / 50,
        hidden / SMALL / size,
        seats - 1,
        *counted,
        busy / 4,
        len(s.piles) / 6,
        (hidden + busy) / SMALL / size,
        min([hero.hp for hero in able], default=0) / 4,
        power_ups / 7 / seats,
        labour / 8 / (0.5 + force),
        blows / 12 / (0.5 + force),
    ]


def _pieces(s: Mash, defense: int) -> tuple[list[float], float, float]:
    """Generators and monsters everywhere, the labour they make, and their health."""
    nests = nests_health = hardness = monsters = monsters_health = shooters = clingers = webbers = 0
    gates = brood = threat = labour = 0.0
    for piece in s.pieces.values():
        if piece.kind == GENERATOR:
            nest = s.nest_of(piece)
            spawned = s.box.monsters[nest.kind].health
            nests += 1
            nests_health += piece.hp
            gates += nest.gate / 6
            brood += nest.gate / 6 * (1 + spawned)
            hardness += nest.defense - USUAL_DEFENSE
            labour += piece.hp / nest.health * nest.gate / 6 * spawned
        else:
            kind = s.kind_of(piece)
            monsters += 1
            monsters_health += piece.hp
            threat += chance_to_hit(kind.melee or kind.ranged, 0, defense)
            shooters += kind.ranged > 0
            clingers += kind.attach
            webbers += kind.web > 0
            labour += kind.health / 2
    return (
        [
            *(nests / 6, nests_health / 12, gates / 3, brood / 6, hardness / 3),
            *(monsters / 6, monsters_health / 6, threat / 3, shooters / 3, clingers / 3, webbers / 3),
        ],
        labour,
        nests_health + monsters_health,
    )
