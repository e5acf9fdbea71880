"""A sensible quick player: fights what it can reach, heals when it must, clears room after room; and keeps monsters.

It sees what a person in its seat sees (the view) and the question; nothing else.
"""

from __future__ import annotations

from collections.abc import Callable

from miskatonic.games.mash.grid import BETWEEN, CELL, CELL_NAMES, distance
from miskatonic.games.mash.player import Player
from miskatonic.games.mash.tactics import act, move, work
from miskatonic.games.mash.vocabulary import NO, NO_GREEN, STOP, VOCABULARY, YES
from miskatonic.kernel import Ask, View


def sensible(view: View, ask: Ask) -> int:
    """The code of a sensible answer."""
    player = Player(view, ask)
    return ANSWERS.get(ask.prompt, first)(player)


def first(player: Player) -> int:
    """Whatever comes first."""
    return player.ask.options[0]


def yes(player: Player) -> int:
    """Agree."""
    return YES


def no(player: Player) -> int:
    """Decline."""
    return NO


# -- other questions --------------------------------------------------------------------------------------------------


def target(player: Player) -> int:
    """Foes before generators, the weak before the strong; never a friend if there is another choice."""
    view, slot = player.view, player.slot

    def rank(item: tuple[str, int]) -> tuple[int, int, int]:
        cell = item[0].split()[0]
        friends = [
            h for h in view["heroes"] if h["slot"] == slot and h["cell"] == cell and h["team"] == player.me["team"]
        ]
        there = [p for p in view["pieces"] if p["slot"] == slot and p["cell"] == cell]
        around = [p for p in player.here() if distance(CELL[p["cell"]], CELL[cell]) <= 1]
        if not there:
            return 2 + 2 * bool(friends), -len(around), item[1]
        return int(there[0]["kind"] == "generator"), there[0]["hp"] - len(around), item[1]

    return min(player.family("target").items(), key=rank)[1]


def push(player: Player) -> int:
    """Onto something that hurts, or through a dead end; otherwise away."""
    spots = player.family("spot")
    red = set(player.tile["red"]) | set(player.tile["catching"])
    return next((code for cell, code in spots.items() if cell in red), player.ask.options[-1])


def overload(player: Player) -> int:
    """Drop what is least worth: tomes that were read, then whatever comes last."""
    order = ("red", "blue", "green")
    objects = player.view["box"]["objects"]
    drops = player.family("drop")
    return min(drops.items(), key=lambda item: order.index(objects[item[0]]["colour"]))[1]


def green(player: Player) -> int:
    """Heal if it is needed."""
    if player.me["hp"] < player.me["base_hp"]:
        for thing in ("first_aid_kit", "penicillin_vial", "sack_of_grits"):
            if (code := player.family("green").get(thing)) is not None:
                return code
    return NO_GREEN


def most(player: Player) -> int:
    """As much as possible."""
    return player.ask.options[-1]


def arrive(player: Player) -> int:
    """Where there is work."""
    rooms = {str(slot + 1) for slot in work(player)}
    places = player.family("arrive")
    return next((code for place, code in places.items() if place.split()[0] in rooms), player.ask.options[0])


def escape(player: Player) -> int:
    """Onto a cell that does no harm."""
    trouble = set(player.tile["trouble"])
    safe = [code for cell, code in player.family("spot").items() if cell not in trouble]
    return safe[0] if safe else player.ask.options[0]


# -- keeping the monsters ---------------------------------------------------------------------------------------------


def _closest(player: Player, family: str) -> int:
    """The cell nearest to the hunted character; beside it best of all."""
    cell = player.me["cell"]
    if cell is None:
        return player.ask.options[0]
    touch = set(player.tile["touch"][cell])
    cells = player.family(family)
    best = min(cells, key=lambda name: (name not in touch, distance(CELL[name], CELL[cell]), CELL[name]), default="")
    return cells[best] if best else player.ask.options[0]


def spawn(player: Player) -> int:
    """As near as possible."""
    return _closest(player, "spot")


def deed(player: Player) -> int:
    """Drain, strike, charge, shoot; otherwise come nearer, if that is nearer."""
    words = player.words
    for word in ("do=drain", "do=free", "melee=pitchfork", "melee=unarmed"):
        if word in words:
            return words[word]
    if charges := player.family("charge"):
        return next(iter(charges.values()))
    if "ranged=unarmed" in words:
        return words["ranged=unarmed"]
    goes = player.family("go")
    hunter = next((p for p in player.view["pieces"] if p["id"] == player.view["awake"]), None)
    if goes and hunter is not None and player.me["cell"] is not None:
        code = _closest(player, "go")
        cell = CELL_NAMES[code - VOCABULARY.families["go"].base]
        prey = CELL[player.me["cell"]]
        nearer = distance(CELL[cell], prey) < distance(CELL[hunter["cell"]], prey)
        ranged = player.view["box"]["monsters"][hunter["type"]]["ranged"] if hunter["kind"] == "monster" else 0
        if nearer or (ranged and not BETWEEN[CELL[cell]][prey]):
            return code
    return STOP


def order(player: Player) -> int:
    """A controlled monster strikes if it can."""
    for word in ("melee=unarmed", "ranged=unarmed", "do=free"):
        if word in player.words:
            return player.words[word]
    return player.ask.options[-1]


ANSWERS: dict[str, Callable[[Player], int]] = {
    "act": act,
    "move": move,
    "target": target,
    "push": push,
    "overload": overload,
    "green": green,
    "stamina": most,
    "artistry": most,
    "fish": most,
    "spot_hidden": no,
    "reflection": yes,
    "dust": no,
    "let_pass": yes,
    "accept": yes,
    "arrive": arrive,
    "escape": escape,
    "displace": escape,
    "spawn": spawn,
    "spot": spawn,
    "deed": deed,
    "order": order,
    "monster_take": most,
}
