"""What a character is and has, as signs."""

from __future__ import annotations

from typing import Final

from miskatonic.games.mash.box import SPELLS
from miskatonic.games.mash.figures import MELEE_DAMAGE, MELEE_ROLL, RANGED_DAMAGE, RANGED_ROLL, spells_of
from miskatonic.games.mash.odds import chance_to_hit
from miskatonic.games.mash.pieces import Hero
from miskatonic.games.mash.state import Mash
from miskatonic.games.mash.things import MELEE, RANGED, Thing

USUAL_DEFENSE: Final = 4
"""What weapons are measured against."""
WIDE: Final = 1.3
"""How much more a burst or a blast is worth that is not used up."""
ABILITIES: Final = ("exceptional_stamina", "swashbuckler", "concealed_weapon", "sedative_syringe")
BINDING: Final = ("freezing_wrack", "grasp_of_cthulhu", "bind_enemy")
KINDS: Final = (("flesh_ward",), ("heal",), ("steal_life",), ("create_gate",), ("spectral_razor",), BINDING)
"""Spells by what they are good for."""
ABOUT_BODIES: Final = (
    "there", "health", "health_1", "health_2", "health_3", "lacking", "base_health", "mentality", "base_mentality",
    "defense", "move", "actions", "blow", "shot", "power_ups", "kept", "ward", "bound", "sinking", "riders",
    "remedies", "calmers", "once", "binders", "unread", "read", "spells", *(kind[0] for kind in KINDS), "chime",
    "clock", "runestone", "web_shield", "others", *ABILITIES,
)  # fmt: skip


class Bag:
    """What a character carries, by use, and what its best lasting weapons do to a usual target."""

    __slots__ = (
        "binders", "blow", "calmers", "chime", "clock", "once", "others", "read", "remedies", "runestone", "shot",
        "unread", "web_shield",
    )  # fmt: skip

    def __init__(self, blow: float) -> None:
        self.blow = blow
        self.shot = 0.0
        self.remedies = self.calmers = self.once = self.binders = self.unread = self.read = 0
        self.chime = self.clock = self.runestone = self.web_shield = self.others = 0


def bag(s: Mash, hero: Hero) -> Bag:
    """Look into a bag."""
    card, extra = s.card(hero), hero.extra
    found = Bag(chance_to_hit(card.melee, extra[MELEE_ROLL], USUAL_DEFENSE) * (1 + extra[MELEE_DAMAGE]))
    for number in hero.objects:
        thing = s.box.objects[number]
        if thing.health:
            found.remedies += thing.health
        elif thing.mentality:
            found.calmers += thing.mentality
        elif thing.powerup:
            found.runestone += 1
        elif thing.clock:
            found.clock += 1
        elif thing.chime:
            found.chime += 1
        elif thing.webproof:
            found.web_shield += 1
        elif thing.tome and number in s.tomes:
            found.read += 1
        elif thing.tome:
            found.unread += 1
        elif not thing.form:
            found.others += 1
        elif thing.once:
            found.once += thing.damage * (2 if thing.spread else 1)
        elif thing.immob:
            found.binders += 1
        else:
            _try_on(s, hero, thing, found)
    return found


def _try_on(s: Mash, hero: Hero, thing: Thing, found: Bag) -> None:
    """A weapon that lasts: the best of them counts."""
    card, extra = s.card(hero), hero.extra
    if thing.form & MELEE:
        hit = chance_to_hit(thing.die or card.melee, extra[MELEE_ROLL] + thing.roll, USUAL_DEFENSE)
        found.blow = max(found.blow, hit * (thing.damage + extra[MELEE_DAMAGE]))
    if thing.form & RANGED:
        hit = chance_to_hit(thing.die or card.ranged, extra[RANGED_ROLL] + thing.roll, USUAL_DEFENSE)
        found.shot = max(found.shot, hit * (thing.damage + extra[RANGED_DAMAGE]) * (WIDE if thing.spread else 1))


def body(s: Mash, hero: Hero, carried: Bag) -> list[float]:
    """The signs of a character with its bag."""
    card, health = s.card(hero), hero.hp
    spells = {SPELLS[spell] for spell in spells_of(s, hero)}
    return [
        1.0,
        health / 4,
        float(health <= 1),
        float(health <= 2),
        float(health <= 3),
        (hero.base_hp - health) / 4,
        hero.base_hp / 4,
        hero.me / 4,
        hero.base_me / 4,
        (hero.defense - 4) / 2,
        (hero.move - 6) / 2,
        (hero.actions - 4) / 2,
        carried.blow,
        carried.shot,
        sum(hero.extra) / 3,
        len(hero.kept) / card.powerup_kills,
        float(hero.ward),
        float(hero.bond > 0),
        float(hero.doom > 0),
        float(len(s.riders(hero))),
        carried.remedies / 2,
        carried.calmers / 2,
        carried.once / 2,
        carried.binders,
        carried.unread,
        carried.read,
        len(spells) / 3,
        *(float(not spells.isdisjoint(kind)) for kind in KINDS),
        carried.chime,
        carried.clock,
        carried.runestone,
        carried.web_shield,
        carried.others / 2,
        *(float(ability in card.abilities) for ability in ABILITIES),
    ]
