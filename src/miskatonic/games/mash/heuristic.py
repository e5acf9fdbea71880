"""A sensible quick player: fights what it can reach, heals when it must, clears room after room; and keeps monsters.

It sees what a person in its seat sees (the view) and the question; nothing else.
"""

from __future__ import annotations

from collections.abc import Callable

from miskatonic.games.mash.grid import BETWEEN, CELL, CELL_NAMES, distance
from miskatonic.games.mash.sense.attacks import block, dust, target
from miskatonic.games.mash.sense.journey import havens, quiet, work
from miskatonic.games.mash.sense.luggage import keepsake
from miskatonic.games.mash.sense.player import Player
from miskatonic.games.mash.sense.pushes import push
from miskatonic.games.mash.sense.tactics import act, move
from miskatonic.games.mash.vocabulary import NO, NO_GREEN, STOP, VOCABULARY, YES
from miskatonic.kernel import Ask, View


def sensible(view: View, ask: Ask) -> int:
    """The code of a sensible answer."""
    return _answer(Player(view, ask))


def patient(view: View, ask: Ask) -> int:
    """The answer of one who grows first, and lets the rivals come."""
    return _answer(Player(view, ask, patient=True))


def _answer(player: Player) -> int:
    return ANSWERS.get(player.ask.prompt, first)(player)


def first(player: Player) -> int:
    """Whatever comes first."""
    return player.ask.options[0]


def yes(player: Player) -> int:
    """Agree."""
    return YES


# -- other questions --------------------------------------------------------------------------------------------------


def overload(player: Player) -> int:
    """Drop what is least worth."""
    drops = player.family("drop")
    return drops[min(drops, key=lambda thing: keepsake(player, thing))]


def green(player: Player) -> int:
    """Heal before the next blow could be the last."""
    if player.me["hp"] <= 1:
        for thing in ("first_aid_kit", "penicillin_vial", "sack_of_grits"):
            if (code := player.family("green").get(thing)) is not None:
                return code
    return NO_GREEN


def spot_hidden(player: Player) -> int:
    """Look closer as long as the mind can bear it."""
    return YES if player.me["me"] > 1 else NO


def enough(player: Player) -> int:
    """The least that is more than nothing."""
    return player.ask.options[1]


def most(player: Player) -> int:
    """As much as possible."""
    return player.ask.options[-1]


def arrive(player: Player) -> int:
    """Away from a fight to where it is quiet and one can mend; otherwise where there is work."""
    wanted = (havens(player) or quiet(player)) if player.pieces else work(player)
    rooms = {str(slot + 1) for slot in wanted}
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


def monster_take(player: Player) -> int:
    """Take whatever there is, then go on hunting."""
    takes = player.family("take")
    return list(takes.values())[-1] if takes else deed(player)


ANSWERS: dict[str, Callable[[Player], int]] = {
    "act": act,
    "move": move,
    "target": target,
    "push": push,
    "overload": overload,
    "green": green,
    "stamina": most,
    "artistry": enough,
    "fish": most,
    "spot_hidden": spot_hidden,
    "block": block,
    "reflection": yes,
    "dust": dust,
    "let_pass": yes,
    "accept": yes,
    "arrive": arrive,
    "escape": escape,
    "displace": escape,
    "spawn": spawn,
    "spot": spawn,
    "deed": deed,
    "order": order,
    "monster_take": monster_take,
    "monster_green": most,
}
