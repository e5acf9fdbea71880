"""The board in a terminal: the tile where the action is, beside it the layout in short, and everybody's card.

What matters most stands first: a screen that is too small for everything shows the beginning.
"""

from __future__ import annotations

from collections.abc import Callable
from textwrap import wrap
from typing import Any, Final, TypeAlias

from miskatonic.games.mash.grid import CELL_NAMES, SIDE
from miskatonic.games.mash.labels import so_many, tile_in
from miskatonic.games.mash.options import OPTIONS, Rules
from miskatonic.games.mash.vocabulary import SEATS
from miskatonic.kernel import View

Paint: TypeAlias = Callable[[str, str], str]
WIDTH: Final = 78
CELL: Final = 3
MAP: Final = 28
"""The width of a tile."""
BESIDE: Final = 80 - MAP - 1
"""What is left beside it."""
TERRAIN: Final = {
    ".": "   ", "#": "###", "%": "%%%", "X": " X ", "w": " ~ ", "v": "~1~", "V": "~X~", "b": " ' ", "i": " (3",
    "j": " (2", "k": " (1", "t": " )2", "q": " q2", "h": " +h", "m": " +m", "H": " H ", "M": " M ", "@": " o ",
}  # fmt: skip
"""How a sign of the map is drawn where nothing stands on it."""
PAINTS: Final = {
    "X": "red",
    "V": "red",
    "v": "cyan",
    "w": "cyan",
    "q": "red",
    "t": "yellow",
    "H": "green",
    "M": "green",
}
TIES: Final = {"": "", "icon": "by the ground", "body": "fast", "cuffs": "in cuffs", "net": "in a net"}
"""CM-B14: what binds a piece."""
LIVES: Final = {"awaiting": "dead, comes back", "out": "out of the game"}
DICE: Final = ("melee", "ranged", "push", "operate")
PLAIN: Final = Rules({option.name: option.default for option in OPTIONS})
NAMED: Final = {option.name for option in OPTIONS} - {"mode", "teams", "turn_limit"}
"""The options that are listed; others are told in the headline and the cards."""
CORNERS: Final = {"-": "-", "|": "|", ":": ":", "G": "=", " ": " ", "+": "+"}


def draw(view: View, paint: Paint) -> str:
    """The whole table; before anything is laid, all tiles of the box."""
    if not any(slot["up"] for slot in view["slots"]):
        return gallery(view, paint)
    slot = shown_slot(view)
    beside = [*layout(view, paint), "", *(condition(hero, paint) for hero in view["heroes"] if hero["character"])]
    lines = [headline(view, paint), *side_by_side(tile_map(view, slot, paint), [*beside, *notes(view, slot)])]
    lines += ["", *(line for hero in view["heroes"] for line in card(view, hero, paint))]
    lines += ["", *(part for line in beside_the_board(view) for part in _wrapped(line, WIDTH))]
    return "\n".join(line.rstrip() for line in lines)


def facts(view: View) -> list[str]:
    """The same as short sentences."""
    said = [f"{round_text(view)}, {view['mode'].replace('_', ' ')}, {view['phase']}."]
    if view["phase"] != "setup":
        said.append(f"Active: {{{view['active']}}}{', '.join(['', *left(view)])}.")
    if view["countdown"]:
        said.append(f"The board is reset in {view['countdown']} turns.")
    for hero in view["heroes"]:
        said += hero_facts(view, hero)
    if any(held["up"] for held in view["slots"]):
        said += tile_facts(view, shown_slot(view))
    down = sum(not held["up"] for held in view["slots"])
    said.append(f"Tiles face down: {down}.")
    return said + [f"{line}." for line in beside_the_board(view)]


def beside_the_board(view: View) -> list[str]:
    """Who keeps the monsters, what is left in stacks and supply, the options in force."""
    stacks = view["stacks"]
    keeper = "nobody, by a fixed policy" if view["keeper"] is None else f"{{{view['keeper']}}}"
    said = [f"The monsters are kept by {keeper}"] if view["phase"] != "setup" else []
    said.append(
        f"Stacks: {stacks['objects']} objects ({stacks['discard']} discarded), {stacks['generators']} generators "
        f"({stacks['generator_discard']} discarded), {stacks['spells']} spells, power-ups "
        + "+".join(map(str, stacks["powerups"]))
    )
    objects, nests = view["box"]["objects"], view["box"]["generators"]
    for title, pile, printed in (
        ("Discarded", view["discarded"], objects),
        ("Discarded generators", view["wrecked"], nests),
    ):
        thrown = [printed[what]["name"] + (f" {gone}" if gone > 1 else "") for what, gone in pile.items()]
        said += [f"{title}: {', '.join(thrown)}"] if thrown else []
    names = view["box"]["monsters"]
    said.append("Supply: " + ", ".join(f"{names[kind]['name']} {left}" for kind, left in view["supply"].items()))
    said += [f"The Elder Thing Crystal holds {view['crystal']}"] if view["crystal"] else []
    changed = [name for name in view["rules"] if getattr(PLAIN, name) != view["rules"][name]]
    words = [name if view["rules"][name] is True else f"{name} {view['rules'][name]}" for name in changed]
    chosen = [word for word in words if word.split()[0] in NAMED]
    return said + ([f"Options: {', '.join(chosen).lower()}"] if chosen else [])


def shown_slot(view: View) -> int:
    """The tile where the action is; the own one while nobody acts, else the fullest or the last that was laid."""
    heroes = view["heroes"]
    acting = [heroes[view["active"]]["slot"], None if view["seat"] is None else heroes[view["seat"]]["slot"]]
    full = {number: 0 for number, slot in reversed(list(enumerate(view["slots"]))) if slot["up"]}
    for piece in view["pieces"]:
        full[piece["slot"]] += 1
    return int(next((slot for slot in acting if slot is not None), max(full, key=full.__getitem__)))


def _wrapped(line: str, wide: int) -> list[str]:
    return wrap(line, wide, subsequent_indent="  ", break_on_hyphens=False)


# -- the layout -------------------------------------------------------------------------------------------------------


def round_text(view: View) -> str:
    """The round, and how many there are for friends (CM-Q14)."""
    limit = view["rules"]["turn_limit"] if view["mode"] in ("cooperative", "solo") else 0
    return f"Round {view['round']} of {limit}" if limit else f"Round {view['round']}"


def left(view: View) -> list[str]:
    """The actions and movement points that the active character has left; in the activation they are a monster's."""
    if view["phase"] != "actions":
        return []
    points = [f"{so_many(view['mp'], 'movement point')} left"] if view["mp"] else []
    return [f"{so_many(view['pool'], 'action')} left", *points]


def headline(view: View, paint: Paint) -> str:
    """Round, mode, whose turn."""
    text = f"{round_text(view)}  {view['mode'].replace('_', ' ')}"
    if view["phase"] != "setup":
        text += f"  {{{view['active']}}}: {view['phase']}"
        text += ", ".join(["", *left(view)])
    if view["countdown"]:
        text += f"  (board reset in {view['countdown']} turns)"
    return paint(text, "bold")


def layout(view: View, paint: Paint) -> list[str]:
    """Every slot in its place: tile, who is there, monsters (m), generators (g), objects (o)."""
    slots = view["slots"]
    columns = sorted({slot["x"] for slot in slots})
    wide = min(16, (BESIDE + 1) // len(columns) - 1)
    lines = []
    for y in sorted({slot["y"] for slot in slots}, reverse=True):
        row = []
        for x in columns:
            number = next((n for n, slot in enumerate(slots) if (slot["x"], slot["y"]) == (x, y)), None)
            row.append(" " * wide if number is None else slot_text(view, number, wide, paint))
        lines.append(" ".join(row))
    return lines


def slot_text(view: View, number: int, wide: int, paint: Paint) -> str:
    """`3 CT A m2g1`, with a + in place of what has no room."""
    slot = view["slots"][number]
    words = [str(number + 1), slot["tile"] or (f"?{slot['seen']}" if slot["seen"] else "??")]
    here = [SEATS[hero["seat"]] for hero in view["heroes"] if hero["slot"] == number]
    words += ["".join(here)] if here else []
    kinds = [piece["kind"] for piece in view["pieces"] if piece["slot"] == number]
    objects = sum(map(len, slot["piles"].values())) + sum(map(len, slot["loose"].values()))
    counts = {"m": kinds.count("monster"), "g": kinds.count("generator"), "o": objects}
    words.append("".join(f"{letter}{count}" for letter, count in counts.items() if count))
    text = " ".join(words).rstrip().ljust(wide)
    text = text if len(text) == wide else f"{text[: wide - 1]}+"
    if not slot["up"]:
        return paint(text, "dim")
    return paint(text, "bold") if number == shown_slot(view) else text


# -- one tile ---------------------------------------------------------------------------------------------------------


def pieces_on(view: View, slot: int) -> dict[str, str]:
    """What stands on the cells of a tile, in three signs."""
    found: dict[str, str] = {}
    for piece in view["pieces"]:
        if piece["slot"] == slot and piece["host"] is None:
            short = shorthand(piece)
            found[piece["cell"]] = f"{short}{piece['hp']}" if piece["hp"] < 10 else short
    for hero in view["heroes"]:
        if hero["slot"] == slot:
            found[hero["cell"]] = f"<{SEATS[hero['seat']]}>"
    return found


def shorthand(piece: dict[str, Any]) -> str:
    """Two letters for a kind: small for monsters, capital for generators."""
    words = piece["name"].replace("-", " ").split()
    letters = words[0][0] + words[1][0] if len(words) > 1 else words[0][:2]
    return str(letters.lower() if piece["kind"] == "monster" else letters.upper())


def tile_map(view: View, slot: int, paint: Paint) -> list[str]:
    """The tile in its own orientation: cells three wide, solid (- |) and dotted (:) lines, gates (=)."""
    held = view["slots"][slot]
    printed = view["box"]["tiles"][held["tile"]]
    standing = pieces_on(view, slot)
    lines = [f"   {''.join(f'  C{c} ' if c > 1 else '  C1 ' for c in range(1, SIDE + 1))}".replace("   C", "  C")]
    for y, row in enumerate(printed["map"]):
        text = f"R{SIDE - y // 2} " if y % 2 else "   "
        for x, sign in enumerate(row):
            if x % 2 == 0:
                text += CORNERS.get(sign, sign) if y % 2 or sign != " " else " "
            elif y % 2 == 0:
                text += (CORNERS.get(sign, sign) if sign != "+" else "+") * CELL
            else:
                text += _cell(view, slot, CELL_NAMES[(y // 2) * SIDE + x // 2], sign, standing, paint)
        lines.append(text)
    return lines


def _cell(view: View, slot: int, name: str, sign: str, standing: dict[str, str], paint: Paint) -> str:
    held = view["slots"][slot]
    if name in standing:
        text = standing[name]
        return paint(text, "bold green" if text.startswith("<") else "bold red" if text.islower() else "bold magenta")
    if name in held["tissue"]:
        return paint(" & ", "red")
    if name in held["piles"]:
        return paint(f"?{len(held['piles'][name])} "[:3], "bold yellow")
    if name in held["loose"]:
        return paint(f"!{len(held['loose'][name])} "[:3], "bold yellow")
    text = TERRAIN.get(sign, f" {sign} ")
    return paint(text, PAINTS[sign]) if sign in PAINTS else text


def notes(view: View, slot: int) -> list[str]:
    """Beside the map: name, gates, who is here, in lines that are not too long."""
    return [part for line in about(view, slot) for part in _wrapped(line, BESIDE)]


def about(view: View, slot: int) -> list[str]:
    """Name, gates, what is printed, who is here, what lies there, also where somebody stands upon it."""
    held = view["slots"][slot]
    printed = view["box"]["tiles"][held["tile"]]
    ground = f", {printed['surface']}: +{printed['surcharge']} a cell" if printed["surcharge"] else ""
    lines = [tile_in(view, slot) + ground]
    lines += [f"turned: north of the board is {_north(held['rotation'])}"] if held["rotation"] else []
    for edge, gate in held["gates"].items():
        to = gate["way"] if gate["to"] is None else f"to {tile_in(view, gate['to'])}"
        lines.append(f"gate {edge} (board {gate['direction']}): {to}{', one way' * (gate['way'] == 'one way')}")
    lines += [piece_note(view, piece) for piece in view["pieces"] if piece["slot"] == slot]
    lines += [f"{cell}: {len(pile)} face down" for cell, pile in held["piles"].items()]
    for cell, things in held["loose"].items():
        lines.append(f"{cell}: {', '.join(_name(view, thing) for thing in things)}")
    for cell, things in held["tissue"].items():
        hurts = [f"{_name(view, thing)} (stays, hurts {view['box']['objects'][thing]['tissue']})" for thing in things]
        lines.append(f"{cell}: {', '.join(hurts)}")
    return lines + printed_notes(printed)


def printed_notes(printed: dict[str, Any]) -> list[str]:
    """Machines and their range, the ceiling, the chest, refreshment."""
    found = [f"{cell}: {name}" for cell, (name, _) in printed["operated"].items()]
    found += [f"range of the {name}: {' '.join(cells)}" for name, cells in printed["areas"].items()]
    found += [f"{printed['ceiling']}: hole in the ceiling"] if printed["ceiling"] else []
    found += [f"{cell}: chest" for cell in printed["chest"]]
    for key, word in (("heal", "health"), ("mind", "mentality")):
        found += [f"{cell}: {word} +{'all' if n > SIDE * SIDE else n}" for cell, n in printed[key].items()]
    return found


def bond_note(piece: dict[str, Any]) -> str:
    """CM-B14: what binds a piece, whose doing it is, and on which rolls it comes free."""
    upto = "1" if piece["bond"] == 1 else f"1-{piece['bond']}"
    cause = "" if piece["by"] is None else f" by {{{piece['by']}}}"
    text = f"caught {TIES[piece['tie']]}{cause} (free on {upto})".replace("  ", " ")
    return text + (", sinking" if piece["doom"] else "") + (", in the Grasp of Cthulhu" if piece["grasp"] else "")


def piece_note(view: View, piece: dict[str, Any]) -> str:
    """One piece in words."""
    text = f"{shorthand(piece)} {piece['cell']} {piece['name']} {piece['hp']}/{piece['health']}"
    text += f", defense {piece['defense']}"
    text += f", looks {piece['face']}" if view["rules"]["q_facing"] and piece["kind"] == "monster" else ""
    text += f", {bond_note(piece)}" if piece["bond"] else ""
    text += f", clings to {{{piece['host']}}}" if piece["host"] is not None else ""
    text += ", has charged" if piece["charged"] else ""
    text += f", carries {', '.join(_name(view, thing) for thing in piece['objects'])}" if piece["objects"] else ""
    return text + (", stunned" if piece["idle"] else "") + (", held" if piece["held"] is not None else "")


def _north(rotation: int) -> str:
    return {0: "up", 90: "left", 180: "down", 270: "right"}[rotation]


def _name(view: View, thing: str) -> str:
    return str(view["box"]["objects"][thing]["name"])


def side_by_side(left: list[str], right: list[str]) -> list[str]:
    """Two columns; the left one may hold colours, so it is known to be of one width."""
    lines = []
    for number in range(max(len(left), len(right))):
        one = left[number] if number < len(left) else ""
        two = right[number] if number < len(right) else ""
        gap = "" if number >= 1 and number < len(left) else " " * max(0, MAP - len(one))
        lines.append(f"{one}{gap} {two}")
    return lines


# -- cards ------------------------------------------------------------------------------------------------------------


def condition(hero: dict[str, Any], paint: Paint) -> str:
    """How a character is."""
    return paint(f"<{SEATS[hero['seat']]}> {{{hero['seat']}}}: {', '.join(points(hero))}", "bold green")


def points(hero: dict[str, Any]) -> list[str]:
    """Health, mentality and sanity, or that somebody is dead."""
    if hero["life"] in LIVES:
        return [LIVES[hero["life"]]]
    found = [f"health {hero['hp']}/{hero['base_hp']}", f"mentality {hero['me']}/{hero['base_me']}"]
    return found + ([f"sanity {hero['sp']}/{hero['base_sp']}"] if hero["base_sp"] else [])


def card(view: View, hero: dict[str, Any], paint: Paint) -> list[str]:
    """A character in two or three lines."""
    if hero["character"] is None:
        return []
    head = f"<{SEATS[hero['seat']]}> {{{hero['seat']}}}, {hero['name']}"
    return [paint(head, "bold green"), *(f"    {line}" for line in wrap("; ".join(figures(view, hero)), WIDTH - 6))]


def figures(view: View, hero: dict[str, Any]) -> list[str]:
    """The figures of a character."""
    found = [("insane", "insane for ever")[hero["insane"] - 1]] if hero["insane"] else []
    found.append(f"defense {hero['defense']}, move {hero['move']}, {hero['actions']} actions")
    printed = view["box"]["characters"][hero["character"]]
    bonus = dict(zip(DICE, hero["extra"][6:8], strict=False))
    dice = [f"{die} d{printed[die]}{f'+{bonus[die]}' if bonus.get(die) else ''}" for die in DICE]
    found.append(f"{', '.join(dice)}, jump {printed['jump']}")
    found += [f"looks {hero['face']}"] if view["rules"]["q_facing"] and hero["slot"] is not None else []
    found += [f"team {hero['team'] + 1}"] if view["mode"].startswith("team") else []
    if view["mode"] not in ("cooperative", "solo"):
        found.append(f"spawn space {hero['space'] or 'destroyed'}")
    found += [bond_note(hero)] if hero["bond"] else []
    found += [word for word in ("ward", "flying", "razor") if hero[word]]
    found += ["loses the next turn"] if hero["lost"] else []
    found += [f"has readied {_name(view, hero['ready'])}"] if view["rules"]["q_ready_weapon"] and hero["ready"] else []
    wrecks = [view["box"]["generators"][nest]["name"] for nest in hero["wrecks"]]
    found.append(f"wrecks {hero['kept']}/{hero['needed']}" + (f" ({', '.join(wrecks)})" if wrecks else ""))
    carried = ", ".join(_carried(view, thing) for thing in hero["objects"]) or "nothing"
    found.append(f"carries {carried} ({hero['weight']}/{hero['limit']})")
    for word in ("innate", "memorised"):
        found += [f"{word} {_spells(hero[word])}"] if hero[word] else []
    gained = [f"{name} ({view['box']['powerups'][name]})" for name in hero["powerups"]]
    found += [f"power-ups {', '.join(gained)}"] if gained else []
    return found


def _spells(spells: list[str]) -> str:
    return ", ".join(spell.replace("_", " ") for spell in spells)


def _carried(view: View, thing: str) -> str:
    """A carried object with its colour, a tome with its spells."""
    words = [view["box"]["objects"][thing]["colour"]]
    words += [_spells(view["tomes"][thing])] if view["tomes"].get(thing) else []
    return f"{_name(view, thing)} ({': '.join(words)})"


def hero_facts(view: View, hero: dict[str, Any]) -> list[str]:
    """A character in sentences."""
    if hero["character"] is None:
        return []
    seat = hero["seat"]
    where = "not on the board" if hero["slot"] is None else f"{tile_in(view, hero['slot'])}, {hero['cell']}"
    said = [f"{{{seat}}}, {hero['name']}: {where}."]
    return said + [f"{{{seat}}}: {figure}." for figure in (*points(hero), *figures(view, hero))]


def tile_facts(view: View, slot: int) -> list[str]:
    """A tile in sentences."""
    return [f"Tile: {note}." for note in about(view, slot)]


def gallery(view: View, paint: Paint) -> str:
    """All tiles of the box, four in a row."""
    tiles = list(view["box"]["tiles"].items())
    lines = []
    for start in range(0, len(tiles), 4):
        row = tiles[start : start + 4]
        lines.append("   ".join(paint(f"{code} {tile['name']}"[:15].ljust(15), "bold") for code, tile in row))
        for y in range(2 * SIDE + 1):
            lines.append("   ".join(tile["map"][y].ljust(15) for _, tile in row))
        lines.append("")
    box = view["box"]
    for title, key in (("Characters", "characters"), ("Monsters", "monsters"), ("Generators", "generators")):
        names = ", ".join(piece["name"] for piece in box[key].values())
        lines += wrap(f"{title}: {names}", WIDTH, subsequent_indent="  ")
    names = ", ".join(dict.fromkeys(thing["name"] for thing in box["objects"].values()))
    lines += wrap(f"Objects: {names}", WIDTH, subsequent_indent="  ")
    return "\n".join(line.rstrip() for line in lines)
