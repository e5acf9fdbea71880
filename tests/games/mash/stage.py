"""A stage for worked examples: the `given` lines of a script become content and a position.

The tile under test is T (slot 3, all floor, four gates unless said otherwise); U lies east of it (slot 4), V north of
it (slot 6). Characters are A to D; whoever is not `is=` one of the four is a plain person without abilities. Monsters
are called M..., D... or S..., generators G... or H....
"""

from __future__ import annotations

import json
import re
import tomllib
from importlib.resources import files
from typing import Any

import miskatonic as mk
from miskatonic.games.mash.box import SCHEMA
from miskatonic.games.mash.grid import CELL, CELL_NAMES, CELLS, EDGE_OF
from miskatonic.games.mash.options import OPTIONS
from miskatonic.games.mash.position import place
from miskatonic.games.mash.setup import set_up
from miskatonic.games.mash.state import Mash

STANDARD = tomllib.loads(files("miskatonic.games.mash").joinpath("content/standard.toml").read_text("utf-8"))
SLOTS = {"T": 3, "U": 4, "V": 6}
PERSON: dict[str, Any] = {
    "melee": 6, "ranged": 6, "push": 6, "operate": 6, "move": 6, "actions": 4, "defense": 4, "health": 4,
    "mentality": 4, "encumbrance": 7, "jump": 1, "powerup_kills": 3, "sanity": 56, "idea": 48, "abilities": "",
}  # fmt: skip
BEAST: dict[str, Any] = {"actions": 2, "move": 5, "melee": 6, "defense": 4, "health": 1, "specials": ""}
NEST: dict[str, Any] = {"defense": 4, "health": 2, "gate": 2, "spawns": "cultist"}


def table(match: mk.Match) -> Mash:
    """The state of a match."""
    assert isinstance(match._state, Mash)
    return match._state


class Tile:
    """A tile of an example."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.gates = "N E S W"
        self.facts: dict[str, Any] = {}
        self.cells: list[str] = []
        self.lines: dict[tuple[int, int], str] = {}
        self.rotation = 0
        self.printed = ""

    def data(self) -> dict[str, Any]:
        for cell in self.cells:
            name, *tokens = cell.split()
            side = EDGE_OF.get(CELL[name], -1)
            if side >= 0 and any(token.startswith(("wall", "hurt", "dead", "on:enter")) for token in tokens):
                self.gates = " ".join(gate for gate in self.gates.split() if gate != "NESW"[side])
        rows = [list("+-+-+-+-+-+-+")]
        for y in range(6):
            rows.append(list("|" + " ".join("......") + "|"))
            rows.append(list("+ + + + + + +" if y < 5 else "+-+-+-+-+-+-+"))
        for edge, spots in (
            ("N", ((0, 5), (0, 7))),
            ("S", ((12, 5), (12, 7))),
            ("W", ((5, 0), (7, 0))),
            ("E", ((5, 12), (7, 12))),
        ):
            if edge in self.gates.split():
                for y, x in spots:
                    rows[y][x] = "G"
        for (one, two), sign in self.lines.items():
            y, x = 2 * (one // 6) + 1, 2 * (one % 6) + 1
            rows[y + (two - one == 6)][x + (two - one == 1)] = sign
        text = "\n".join("".join(row) for row in rows)
        return {
            "id": self.name, "gates": self.gates, "map": f"\n{text}\n", "features": "\n".join(self.cells), **self.facts
        }  # fmt: skip


class Stage:
    """Everything that `given` lines say."""

    def __init__(self, lines: list[str]) -> None:
        self.tiles = {"T": Tile("T")}
        self.heroes: dict[str, dict[str, str]] = {}
        self.pieces: dict[str, dict[str, str]] = {}
        self.options: dict[str, str] = {}
        self.words: dict[str, str] = {"phase": "actions"}
        self.mode = ""
        self.players = 1
        self.data: dict[str, Any] = {"id": "example", "extends": "standard"}
        self.ids: dict[str, int] = {}
        for line in lines:
            self.read(line)

    def read(self, line: str) -> None:
        if found := re.fullmatch(r"([UV]): (.+)", line):
            self.tiles.setdefault(found[1], Tile(found[1]))
            self.read_tile(self.tiles[found[1]], found[2])
        elif found := re.fullmatch(r"([UV])", line):
            self.tiles.setdefault(found[1], Tile(found[1]))
        elif found := re.fullmatch(r"option (\w+)=(\S+)", line):
            self.options[found[1]] = found[2]
        elif found := re.fullmatch(r"mode (\w+)", line):
            self.mode = found[1]
        elif found := re.fullmatch(r"players (\d)", line):
            self.players = int(found[1])
        elif found := re.fullmatch(r"(pool|round|phase|active|mode|countdown|one_way|all_edges|crystal) (\S+)", line):
            self.words[found[1]] = found[2]
        elif found := re.fullmatch(r"pile (\S+) (\S+)", line):
            items = "+".join(["?0"] * int(found[2])) if found[2].isdigit() else found[2]
            self.words[f"piles.{self.at(found[1])}"] = items
        elif found := re.fullmatch(r"(loose|tissue) (\S+) (\S+)", line):
            self.words[f"{found[1]}.{self.at(found[2])}"] = found[3]
        elif found := re.fullmatch(r"tome (\S+) (\S+)", line):
            self.words[f"tome.{found[1]}"] = "" if found[2] == "-" else found[2]
        elif found := re.fullmatch(r"discard (\S+)", line):
            self.words["discard"] = found[1]
        elif found := re.fullmatch(r"content (\w+) (\{.*\})", line):
            self.data.setdefault(found[1], []).append(json.loads(found[2]))
        elif found := re.fullmatch(r"([A-D])( \S*C\dR\d| off)?((?: \w+=\S+)*)", line):
            self.heroes[found[1]] = self.facts(found[2] or "", found[3])
        elif found := re.fullmatch(r"([MGDSH]\w*) (\S*C\dR\d)((?: \w+=\S+)*)", line):
            self.pieces[found[1]] = self.facts(found[2], found[3])
        else:
            self.read_tile(self.tiles["T"], line)

    @staticmethod
    def facts(where: str, words: str) -> dict[str, str]:
        return {"at": where.strip(), **dict(word.split("=", 1) for word in words.split())}

    def read_tile(self, tile: Tile, line: str) -> None:
        if found := re.fullmatch(r"cell (C\dR\d) (.+)", line):
            tile.cells.append(f"{found[1]} {found[2]}")
        elif found := re.fullmatch(r"line (C\dR\d)\|(C\dR\d) (solid|dotted)", line):
            one, two = sorted((CELL[found[1]], CELL[found[2]]))
            tile.lines[one, two] = ":" if found[3] == "dotted" else "|" if two - one == 1 else "-"
        elif found := re.fullmatch(r"gates( [NESW ]*)?", line):
            tile.gates = (found[1] or "").strip()
        elif found := re.fullmatch(r"surcharge (\d) (\w+)", line):
            tile.facts |= {"surcharge": int(found[1]), "surface": found[2]}
        elif found := re.fullmatch(r"rotation (\d+)", line):
            tile.rotation = int(found[1])
        elif found := re.fullmatch(r"is (\w+)", line):
            tile.printed = found[1]
        elif found := re.fullmatch(r"area (\w+) (.+)", line):
            tile.facts["areas"] = {found[1]: found[2]}
        elif found := re.fullmatch(r"(hindrance|height|blind|sanity) (.+)", line):
            tile.facts[found[1]] = found[2]
        else:
            raise AssertionError(f"given {line}: not understood")

    @staticmethod
    def at(where: str) -> str:
        """`U:C3R3` as slot and cell."""
        tile, _, cell = where.rpartition(":")
        return f"{SLOTS.get(tile or 'T', tile)}:{cell}"

    # -- content and position -----------------------------------------------------------------------------------------

    def content(self) -> mk.Content:
        tiles = [tile.data() for tile in self.tiles.values() if not tile.printed]
        for letter in "ABCD":
            home = Tile(f"H{letter}")
            home.gates, home.cells = "N W", ["C6R1 spawn heal:all"]
            tiles.append({**home.data(), "owner": f"person_{letter.lower()}"})
        powers = [power for power in STANDARD["powerups"] if power["owner"] == "arctic_explorer"]
        self.data.setdefault("characters", [])
        self.data["powerups"] = []
        for letter in "ABCD":
            given = self.heroes.get(letter, {})
            card = dict(PERSON)
            own = powers
            if "is" in given:
                (old,) = [card for card in STANDARD["characters"] if card["id"] == given["is"]]
                card = {key: value for key, value in old.items() if key in PERSON}
                own = [power for power in STANDARD["powerups"] if power["owner"] == given["is"]]
            card |= {key: int(value) for key, value in given.items() if key in PERSON and key != "abilities"}
            name = f"person_{letter.lower()}"
            self.data["characters"].append({**card, "id": name, "start_tile": f"H{letter}"})
            self.data["powerups"] += [{**power, "owner": name} for power in own]
        self.data["tiles"] = [*self.data.get("tiles", []), *tiles]
        self.data["monsters"] = [*self.data.get("monsters", [])]
        self.data["generators"] = [*self.data.get("generators", [])]
        for name, given in self.pieces.items():
            if name[0] in "GH":
                self.data["generators"].append(self.kind(name, given, "nest", NEST, "generators"))
            else:
                self.data["monsters"].append(self.kind(name, given, "kind", BEAST, "monsters"))
        return SCHEMA.load(json.dumps(self.data), "example.json")[0]

    def kind(self, name: str, given: dict[str, str], key: str, plain: dict[str, Any], where: str) -> dict[str, Any]:
        base = dict(plain)
        if key in given:
            (base,) = [dict(kind) for kind in STANDARD[where] if kind["id"] == given[key]]
            base.pop("name")
        known = {**BEAST, **NEST, "ranged": 0, "count": 0}
        for fact, value in given.items():
            if fact in known:
                base[fact] = int(value) if value.isdigit() else value.replace(",", " ")
        if base.get("spawns") in self.pieces:
            base["spawns"] = f"kind_{base['spawns'].lower()}"
        return {**base, "id": f"kind_{name.lower()}"}

    def state(self) -> Mash:
        seats = max([self.players, *("ABCD".index(letter) + 1 for letter in self.heroes)])
        content = self.content()
        mode = self.mode or ("solo" if seats == 1 else "cooperative")
        options = {option.name: option.default for option in OPTIONS} | {"mode": mode if seats > 1 else "roll"}
        options |= self.options
        s = set_up(content, options, seats)
        words = [f"mode={mode}"]
        home = {0: "HA", 7: "HB"} if seats <= 2 else {}
        for seat, slot in enumerate(s.board.starts):
            words.append(f"tile.{slot + 1}={home.get(slot, 'H' + 'ABCD'[seat])}/0/up/rolled")
        slots = SLOTS if seats <= 2 else {"T": 6, "U": 7, "V": 10}
        for name, tile in self.tiles.items():
            words.append(f"tile.{slots[name]}={tile.printed or name}/{tile.rotation}/up/rolled")
        self.slots = slots
        for letter in "ABCD"[:seats]:
            words.append(self.hero_word(letter, s))
        self.ids = {name: number for number, name in enumerate(self.pieces, 5)}
        for name, given in self.pieces.items():
            words.append(self.piece_word(name, given))
        named = {str(old): new for old, new in zip(SLOTS.values(), slots.values(), strict=True)}
        for name, value in self.words.items():
            if found := re.fullmatch(r"(\w+\.)(\d+)(:C\dR\d)", name):
                name = f"{found[1]}{named.get(found[2], found[2])}{found[3]}"
            words.append(f"{name}={value}" if name != "active" else f"active={'ABCD'.index(value)}")
        s = place(s, " ".join(words))
        if "pool" not in self.words:
            s.pool = s.hero.actions
        return s

    def hero_word(self, letter: str, s: Mash) -> str:
        given = self.heroes.get(letter, {"at": ""})
        home = s.board.starts["ABCD".index(letter)] if "ABCD".index(letter) < len(s.board.starts) else 0
        at = given["at"]
        where = f"{home + 1}:C6R1" if not at else self.at_slot(at)
        word = f"{letter}=person_{letter.lower()}" + ("" if at == "off" else f"@{where}")
        for key, value in given.items():
            if key not in ("at", "is") and (key not in PERSON or key == "sanity"):
                word += f"/{'sp' if key == 'sanity' else key}:{value}"
        return word

    def piece_word(self, name: str, given: dict[str, str]) -> str:
        letter = "g" if name[0] in "GH" else "m"
        word = f"{letter}{self.ids[name]}=kind_{name.lower()}@{self.at_slot(given['at'])}"
        for key, value in given.items():
            if key not in ("at", "kind", "nest", "ranged", "count") and key not in BEAST and key not in NEST:
                word += f"/{key}:{'ABCD'.index(value) if key == 'host' else value}"
        return word

    def at_slot(self, where: str) -> str:
        tile, _, cell = where.rpartition(":")
        return f"{self.slots.get(tile or 'T', tile)}:{cell}"

    def place_of(self, where: str) -> int:
        slot, _, cell = self.at_slot(where).partition(":")
        return (int(slot) - 1) * CELLS + CELL[cell]

    def name_of(self, slot: int, cell: int) -> str:
        """A cell as examples write it."""
        tile = next((name for name, number in self.slots.items() if number == slot + 1), str(slot + 1))
        return CELL_NAMES[cell] if tile == "T" else f"{tile}:{CELL_NAMES[cell]}"
