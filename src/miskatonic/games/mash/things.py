"""Objects as cards say them (CM-O, CM-OG): what each one does, in a few words that packs may combine anew."""

from __future__ import annotations

from typing import Final

from miskatonic.kernel import Table
from miskatonic.kernel.content import PROVENANCE

COLOURS: Final = ("red", "green", "blue", "white")
"""CM-OG1: 1 action, free and once, passive, trap."""
MELEE: Final = 1
RANGED: Final = 2
EITHER: Final = 3
FORMS: Final = {"melee": MELEE, "ranged": RANGED, "either": EITHER}
SPREADS: Final = ("2x2", "3x3", "3w2d")
NUMBERS: Final = (
    "roll", "dmg", "die", "immob", "spells", "key", "health", "mentality", "sanity", "defense", "move", "encumbrance",
    "mentality_base", "sanity_base", "tissue", "snare",
)  # fmt: skip
PLAIN: Final = (
    "once", "lands", "drains", "cuffs", "explosive", "chain", "cone", "cock", "glasses", "chime", "seashell", "powerup",
    "clock", "shield", "armour", "movement", "weightless", "waterproof", "iceproof", "webproof", "absorbs", "crystal",
    "void", "cowpie", "earthquake", "picture",
)  # fmt: skip


class Thing:
    """CM-OG1: one kind of object.

    `form` says how a weapon strikes (0: it is none); every other word of its text is an attribute, 0 or False where
    the text does not have it.
    """

    def __init__(self, table: Table) -> None:
        self.id = table.text("id")
        self.name = table.text("name", self.id)
        self.colour = table.text("colour", among=COLOURS)
        self.count = table.integer("count", 1, low=1, high=12)
        table.text("provenance", "house", among=PROVENANCE)
        self.text = table.text("does")
        self.form = 0
        self.spread = ""
        numbers = dict.fromkeys(NUMBERS, 0)
        plain: set[str] = set()
        for word in self.text.split():
            name, _, value = word.partition(":")
            if word in FORMS:
                self.form = FORMS[word]
            elif name == "spread" and value in SPREADS:
                self.spread = value
            elif name in NUMBERS and value.lstrip("-").isdigit():
                numbers[name] = int(value)
            elif word in PLAIN:
                plain.add(word)
            else:
                known = ", ".join((*FORMS, *PLAIN, *(f"{name}:n" for name in NUMBERS), "spread:2x2|3x3|3w2d"))
                table.error("does", f"{word!r} is nothing an object can do; known: {known}")
        table.done()
        self.roll = numbers["roll"]
        self.damage = 0 if numbers["immob"] else numbers["dmg"] or 1
        self.die = numbers["die"]
        self.immob = numbers["immob"]
        self.spells = numbers["spells"]
        self.key = numbers["key"]
        self.health = numbers["health"]
        self.mentality = numbers["mentality"]
        self.sanity = numbers["sanity"]
        self.defense = numbers["defense"]
        self.move = numbers["move"]
        self.encumbrance = numbers["encumbrance"]
        self.mentality_base = numbers["mentality_base"]
        self.sanity_base = numbers["sanity_base"]
        self.tissue = numbers["tissue"]
        self.snare = numbers["snare"]
        self.once = "once" in plain
        self.lands = "lands" in plain
        self.drains = "drains" in plain
        self.cuffs = "cuffs" in plain
        self.explosive = "explosive" in plain
        self.chain = "chain" in plain
        self.cone = "cone" in plain
        self.cock = "cock" in plain
        self.glasses = "glasses" in plain
        self.chime = "chime" in plain
        self.seashell = "seashell" in plain
        self.powerup = "powerup" in plain
        self.clock = "clock" in plain
        self.slot = next((slot for slot in ("shield", "armour", "movement") if slot in plain), "")
        self.weightless = "weightless" in plain
        self.waterproof = "waterproof" in plain
        self.iceproof = "iceproof" in plain
        self.webproof = "webproof" in plain
        self.absorbs = "absorbs" in plain
        self.crystal = "crystal" in plain
        self.trap = next((trap for trap in ("void", "cowpie", "earthquake", "picture") if trap in plain), "")
        self.trap = "tissue" if self.tissue else "snare" if self.snare else self.trap
        self.tome = self.spells > 0
        self.green = self.colour == "green"
        if (self.tome or self.crystal) and self.count > 1:
            table.error("count", "there is only one of a tome or a crystal")
        if bool(self.trap) != (self.colour == "white"):
            table.error("colour", "traps are white, and only traps are")
