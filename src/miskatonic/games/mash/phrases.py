"""The phrase book of Cthulhu Mash: prompts, the log in words, and how it ended."""

from __future__ import annotations

from collections.abc import Callable

from miskatonic.games.mash.box import SPELL_NAMES, standard_names
from miskatonic.games.mash.grid import CELL_NAMES
from miskatonic.games.mash.labels import label, so_many, where_looks
from miskatonic.games.mash.setup import MODE_NAMES
from miskatonic.games.mash.vocabulary import SEATS
from miskatonic.kernel import Answered, Ask, Fell, News, View


class MashPhrases:
    """What Cthulhu Mash says to people."""

    def prompt(self, ask: Ask, view: View) -> str:
        """A question as a sentence."""
        text = PROMPTS[ask.prompt][0]
        hero = view["heroes"][ask.seat]
        figures = {"whose": f"{{{ask.seat}}}", "me": hero["me"]}
        figures |= {"actions": so_many(view["pool"], "action"), "points": so_many(view["mp"], "movement point")}
        figures["awake"] = next((p["name"] for p in view["pieces"] if p["id"] == view["awake"]), "monster")
        return text.format(**figures)

    def label(self, code: int, view: View) -> str:
        """An option with what it costs."""
        return label(code, view)

    def sentence(self, news: News) -> str:
        """One line of the log."""
        if isinstance(news, Answered):
            return ""
        if isinstance(news, Fell):
            return fell(news)
        return TOLD[news.what](*news.figures)

    def rules(self, ask: Ask) -> tuple[str, ...]:
        """The ids of the rules behind a question."""
        return PROMPTS[ask.prompt][1]

    def ending(self, view: View) -> str:
        """How it ended."""
        if view["over"] == "draw":
            left = any(hero["life"] != "out" for hero in view["heroes"])
            return "The last round is over: a draw." if left else "Nobody is left to win: a draw."
        if view["mode"] in ("cooperative", "solo"):
            if view["over"] == "won":
                return f"Every room is empty. You have won in round {view['round']}."
            return f"The night has won, in round {view['round']}."
        names = [f"{{{seat}}}" for seat in view["winners"]]
        return f"{' and '.join(names)} {'wins' if len(names) == 1 else 'win'} in round {view['round']}."


PROMPTS: dict[str, tuple[str, tuple[str, ...]]] = {
    "character": ("Which character do you play?", ("CM-S4",)),
    "dynamite": ("Which dynamite do you take along?", ("CM-Q13",)),
    "start_tile": ("Behind which door do you all begin?", ("CM-N1",)),
    "start_rotate": ("How does the start tile lie?", ("CM-S9",)),
    "rotate": ("How do you lay the tile?", ("CM-B5", "CM-B8", "CM-B11")),
    "gate_cell": ("Onto which cell of the gate do you climb?", ("CM-B8",)),
    "entry": ("Where do you come in?", ("CM-N2",)),
    "act": ("You have {actions} left. What do you do?", ("CM-A2", "CM-T4", "CM-A24", "CM-A25")),
    "move": ("You have {points} left. Go on, stop, or do something else?", ("CM-A3", "CM-A4", "CM-A6")),
    "pass_on": ("You stand where somebody stands already. Which way on?", ("CM-A5",)),
    "let_pass": ("{whose}, may somebody pass through your cell?", ("CM-A5",)),
    "accept": ("Do you take what is offered?", ("CM-A8",)),
    "overload": ("You carry too much. What do you drop?", ("CM-A26",)),
    "escape": ("Free! Onto which cell?", ("CM-A21",)),
    "artistry": ("You could wriggle out. How much mentality do you pay?", ("CM-C9",)),
    "stamina": ("How many points of damage do you shrug off, for 2 mentality each?", ("CM-C3", "CM-R5")),
    "spot_hidden": ("Do you look more closely, for 1 mentality?", ("CM-C10",)),
    "reflection": ("A shot hits you. Do you throw it back, for 1 mentality?", ("CM-P12", "CM-R5")),
    "dust": ("Do you turn time back, for 1 mentality?", ("CM-P16", "CM-R8", "CM-R9")),
    "green": ("Do you use something now?", ("CM-R7",)),
    "target": ("Against whom?", ("CM-A9", "CM-A10", "CM-A11", "CM-A12")),
    "block": ("Which four cells?", ("CM-O10", "CM-O18")),
    "way": ("In which direction?", ("CM-O15", "CM-O28", "CM-P10", "CM-P13")),
    "push": ("Where to?", ("CM-A15", "CM-B7")),
    "slot": ("Which tile do you look at?", ("CM-B11", "CM-C6", "CM-O12")),
    "fish": ("How much mentality do you turn into health?", ("CM-C7",)),
    "arrive": ("To which gate?", ("CM-A16", "CM-P2")),
    "beyond": ("Behind which gate?", ("CM-P2",)),
    "reach": ("Whom, or what, do you reach for?", ("CM-P11",)),
    "reach_take": ("What do you take?", ("CM-P11",)),
    "steal": ("Which object do you take?", ("CM-P11",)),
    "order": ("The {awake} listens to you. What shall it do?", ("CM-M14", "CM-O22", "CM-P9")),
    "spawn": ("Where does the new monster appear? (You play the monsters against {whose}.)", ("CM-G6", "CM-T2")),
    "spot": ("Where does it go? (You play the monsters against {whose}.)", ("CM-K9", "CM-A21")),
    "displace": ("Somebody needs your cell. Where do you step?", ("CM-K9",)),
    "wake": ("Which monster acts next? (You play the monsters against {whose}.)", ("CM-M3", "CM-T2")),
    "deed": ("What does the {awake} do? (You play the monsters against {whose}.)", ("CM-M3", "CM-M4", "CM-M5")),
    "monster_take": ("Does the {awake} pick something up, or go on?", ("CM-Q8",)),
    "monster_drop": ("The {awake} carries too much. What does it drop?", ("CM-Q8", "CM-A26")),
    "monster_green": ("Does the {awake} use something now?", ("CM-Q8", "CM-R7")),
    "face": ("Which way does it look?", ("CM-Q1",)),
}
"""Every question with the rules behind it."""


# -- names ------------------------------------------------------------------------------------------------------------


def _name(key: str, number: int, otherwise: str) -> str:
    names = standard_names(key)
    return names[number] if 0 <= number < len(names) else otherwise


def who(ref: int) -> str:
    """A piece as the log names it."""
    if ref < 0:
        return f"the spawn space of {{{-ref - 1}}}"
    if ref < len(SEATS):
        return f"{{{ref}}}"
    kind, number = divmod(ref, 100)
    if kind == 1:
        return f"the {_name('monsters', number, 'monster')}"
    return f"the {_name('generators', number, 'generator')}"


def what(number: int) -> str:
    """An object as the log names it."""
    return f"the {_name('objects', number, 'object')}"


def _place(slot: int, tile: int) -> str:
    """A tile with its number on the small board."""
    return f"{_name('tiles', tile, 'an unknown tile')} (tile {slot + 1})"


def _cell(cell: int) -> str:
    return CELL_NAMES[cell]


def _a(thing: str | int) -> str:
    """A thing or a number with its article."""
    text = str(thing)
    return f"an {text}" if text[0] in "AEIOU8" or text in ("11", "18") else f"a {text}"


def _begin(text: str) -> str:
    return text[:1].upper() + text[1:]


def fell(news: Fell) -> str:
    """Dice and draws in words."""
    label, text = news.chance.label, news.chance.text(news.outcome)
    if label in ("object", "generator", "tile", "slot", "column", "row"):
        return ""
    if label == "start tile":
        text = _name("tiles", news.outcome, text)
    if label == "mode":
        return f"The die for what is played for shows {text}."
    return DRAWN.get(label, "The {label} die shows {text}.").format(label=label, text=text.replace("_", " "))


DRAWN = {
    "spell": "The spell is {text}.",
    "power-up": "The power-up is {text}.",
    "character": "The {text} comes to the table.",
    "start tile": "A start tile without an owner lies there: {text}.",
    "rotation": "It lies turned by {text} degrees.",
    "dropped": "The {text} slips away.",
    "victim": "Madness picks somebody.",
}

TOLD: dict[str, Callable[..., str]] = {
    "mode": lambda mode: f"You play {MODE_NAMES[mode].replace('_', ' ')}.",
    "turn": lambda number, seat: f"Round {number}: the turn of {who(seat)}.",
    "over": lambda: "The game is over.",
    "revealed": lambda slot, tile: f"{_place(slot, tile)} is turned up.",
    "generator": lambda nest, slot, cell: (
        f"{_begin(_a(_name('generators', nest, 'generator')))} stands on {_cell(cell)}."
    ),
    "no_generator": lambda nest, slot: f"The {_name('generators', nest, 'generator')} finds no place.",
    "spawned": lambda kind, slot, cell: f"{_begin(_a(_name('monsters', kind, 'monster')))} appears on {_cell(cell)}.",
    "walked": lambda ref, cell: f"{_begin(who(ref))} goes to {_cell(cell)}.",
    "jumped": lambda seat, cell: f"{who(seat)} jumps to {_cell(cell)}.",
    "passed": lambda ref, slot, cell, tile: f"{_begin(who(ref))} comes to {_place(slot, tile)}, on {_cell(cell)}.",
    "swapped": lambda ref, slot, cell, tile: (
        f"{_begin(who(ref))} changes places, to {_cell(cell)} of {_place(slot, tile)}."
    ),
    "refused": lambda seat, mover: f"{who(seat)} does not let {who(mover)} pass.",
    "pushed": lambda ref, cell: f"{_begin(who(ref))} is pushed to {_cell(cell)}.",
    "hit": lambda by, at, roll: f"{_begin(who(by))} hits {who(at)}" + (f" with {_a(roll)}." if roll else "."),
    "missed": lambda by, at, roll: f"{_begin(who(by))} misses {who(at)} with {_a(roll)}.",
    "parried": lambda seat: f"{who(seat)} parries.",
    "not_parried": lambda seat: f"{who(seat)} cannot parry.",
    "reflected": lambda seat: f"{who(seat)} throws the shot back.",
    "absorbed": lambda ref: f"The living armor of {who(ref)} takes it all.",
    "stamina": lambda seat, points: f"{who(seat)} shrugs off {points}.",
    "ward_broken": lambda seat: f"The ward of {who(seat)} breaks.",
    "lost": lambda ref, damage, left: f"{_begin(who(ref))} loses {damage} health, {left} left.",
    "gained": lambda ref, points: f"{_begin(who(ref))} gains {points} health.",
    "calmed": lambda seat, points: f"{who(seat)} gains {points} mentality.",
    "bound": lambda ref, number: f"{_begin(who(ref))} is caught (free on a roll up to {number}).",
    "freed": lambda ref, roll: f"{_begin(who(ref))} breaks free.",
    "not_free": lambda ref, roll: f"{_begin(who(ref))} stays caught.",
    "held": lambda ref: f"{_begin(who(ref))} is held by a spell.",
    "attached": lambda ref, seat: f"{_begin(who(ref))} clings to {who(seat)}.",
    "drained": lambda ref, seat: f"{_begin(who(ref))} drains {who(seat)}.",
    "charged": lambda ref, at: f"{_begin(who(ref))} charges {who(at)}.",
    "killed": lambda ref: f"{_begin(who(ref))} is dead.",
    "destroyed": lambda ref: f"{_begin(who(ref))} is destroyed.",
    "died": lambda seat, cause: f"{who(seat)} dies" + (f" at the hands of {who(cause)}." if cause >= 0 else "."),
    "eliminated": lambda seat: f"{who(seat)} is out of the game.",
    "respawned": lambda seat: f"{who(seat)} is back on the spawn space.",
    "came": lambda seat, cell: f"{who(seat)} comes in on {_cell(cell)}.",
    "space": lambda seat, left: (
        f"The spawn space of {who(seat)} has {left} health left."
        if left
        else f"The spawn space of {who(seat)} is gone."
    ),
    "drowned": lambda ref: f"{_begin(who(ref))} is swallowed by the water.",
    "fell": lambda ref: f"{_begin(who(ref))} falls to death.",
    "sank": lambda ref: f"{_begin(who(ref))} sinks in the mire.",
    "pile": lambda slot, cell, number: (
        f"{number} face-down {'object lies' if number == 1 else 'objects lie'} on {_cell(cell)}."
    ),
    "found": lambda ref, thing: f"{_begin(who(ref))} turns up {what(thing)}.",
    "took": lambda ref, thing: f"{_begin(who(ref))} takes {what(thing)}.",
    "dropped": lambda ref, thing: f"{_begin(who(ref))} drops {what(thing)}.",
    "offered": lambda seat, other, thing: f"{who(seat)} offers {what(thing)} to {who(other)}.",
    "gave": lambda seat, other, thing: f"{who(seat)} hands {what(thing)} to {who(other)}.",
    "declined": lambda seat, thing: f"{who(seat)} does not want {what(thing)}.",
    "stole": lambda seat, ref, thing: f"{who(seat)} takes {what(thing)} from {who(ref)}.",
    "readied": lambda seat, thing: f"{who(seat)} readies {what(thing)}.",
    "buried": lambda thing: f"{_begin(what(thing))} is buried.",
    "used": lambda ref, thing: f"{_begin(who(ref))} uses {what(thing)}.",
    "treated": lambda seat, other, thing: f"{who(seat)} treats {who(other)} with {what(thing)}.",
    "lost_object": lambda ref, thing: f"{_begin(who(ref))} loses {what(thing)}.",
    "crystal": lambda seat, card, number: f"The crystal of {who(seat)} begins to glow.",
    "power_up": lambda seat, card, number: f"{who(seat)} grows stronger.",
    "fished": lambda seat, points: f"{who(seat)} fishes {points} health.",
    "refreshed": lambda seat, hp, me: f"{who(seat)} rests: {hp} health, {me} mentality.",
    "idle_machine": lambda seat: f"The machine does not obey {who(seat)}.",
    "painted": lambda ref, slot, cell, tile: f"A picture takes {who(ref)} to {_cell(cell)} of {_place(slot, tile)}.",
    "cast": lambda seat, spell: f"{who(seat)} casts {SPELL_NAMES[spell]}.",
    "learned": lambda seat, tome, spell: f"{who(seat)} finds {SPELL_NAMES[spell]} in {what(tome)}.",
    "memorised": lambda seat, spell: f"{who(seat)} memorises {SPELL_NAMES[spell]}.",
    "undone": lambda seat: f"{who(seat)} turns time back: the last action has not happened.",
    "sanity": lambda seat, lost, left: f"{who(seat)} loses {lost} sanity, {left} left.",
    "soothed": lambda seat, points: f"{who(seat)} gains {points} sanity.",
    "shaken": lambda seat: f"{who(seat)} is shaken and loses a turn.",
    "insane": lambda seat: f"{who(seat)} goes insane.",
    "cured": lambda seat: f"{who(seat)} is sane again.",
    "stays": lambda seat: f"{who(seat)} cowers.",
    "wanders": lambda seat, way, cells: f"{who(seat)} wanders {where_looks(way)}, up to {so_many(cells, 'cell')}.",
    "separated": lambda turns: f"The opponents have no way to each other: {turns} turns until the board is reset.",
    "reset": lambda: "The board is laid anew.",
    "one_way": lambda: "Gates onto blank edges are one-way passages from now on.",
    "all_edges": lambda: "Every edge between two tiles is a gate from now on.",
}

PHRASES = MashPhrases()
