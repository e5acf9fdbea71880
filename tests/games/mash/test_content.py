"""Tiles, cards and pieces: what ships, what packs may change, and how mistakes are explained."""

from __future__ import annotations

import re
from importlib.resources import files

import pytest
from games.mash.stage import table

import miskatonic as mk
from miskatonic.games.mash import GAME
from miskatonic.games.mash.box import SPELLS, Box
from miskatonic.games.mash.grid import ALL, BIT, CELL
from miskatonic.kernel import ContentError
from miskatonic.kernel.sets import members

STANDARD = files("miskatonic.games.mash").joinpath("content/standard.toml").read_text("utf-8")
BOX: Box = GAME.schema.named().data

PACK = """
id = "attic"
extends = "standard"

[[tiles]]
id = "AT"
name = "The Attic"
gates = "N S"
map = '''
+-+-+G+G+-+-+
|. . . . . .|
+ + + + + + +
|. # . . # .|
+ + + + + + +
|. . . . . .|
+:+:+ + +:+:+
|. . . X . .|
+ + + + + + +
|. . i . @ .|
+ + + + + + +
|. . . . . .|
+-+-+G+G+-+-+
'''
features = '''
C5R2 heal:1 # a bottle
'''

[[monsters]]
id = "byakhee"
name = "Byakhee"
count = 3
actions = 2
move = 7
melee = 6
defense = 4
health = 1
specials = "fly"

[[generators]]
id = "star_rift"
name = "Star Rift"
spawns = "byakhee"
count = 3
defense = 4
health = 2
gate = 2

[[objects]]
id = "harpoon"
name = "Harpoon"
colour = "red"
does = "either roll:1 dmg:2"
"""


def problems(text: str) -> list[str]:
    with pytest.raises(ContentError) as error:
        GAME.schema.load(text, "attic.toml")
    return list(error.value.problems)


@pytest.mark.rule("CM-S10", "CM-B3", "CM-B12")
def test_what_is_in_the_box() -> None:
    assert len(BOX.tiles) == 16
    assert len(BOX.start_tiles) == 4
    assert len({thing.name for thing in BOX.objects}) == 54
    assert sum(thing.count for thing in BOX.objects) == 72
    by_colour = [
        sum(thing.count for thing in BOX.objects if thing.colour == c) for c in ("red", "green", "blue", "white")
    ]
    assert by_colour == [34, 17, 12, 9]
    assert sum(kind.count for kind in BOX.monsters) == sum(nest.count for nest in BOX.generators) == 48
    assert [len(stack) for stack in BOX.powerups] == [7, 7, 7, 7]
    assert len(SPELLS) == 16
    assert sum(thing.spells for thing in BOX.objects) == 10
    assert GAME.schema.named().warnings == ()


def test_the_side_table_of_the_tiles() -> None:
    gates = {tile.id: len(tile.gates) for tile in BOX.tiles}
    assert [code for code, number in gates.items() if number == 4] == ["CT", "EC", "FF", "LP"]
    legal = {tile.id: (ALL & ~tile.barred).bit_count() for tile in BOX.tiles}
    assert min(legal.values()) == 27
    assert max(legal.values()) == 35
    swamp = BOX.tiles[BOX.tile_named["AS"]]
    assert set(members(swamp.doom)) == {CELL[name] for name in ("C2R2", "C2R5", "C5R2", "C5R5")}
    camp = BOX.tiles[BOX.tile_named["BC"]]
    assert camp.solid[2] & BIT[CELL["C5R4"]]
    assert all(BOX.tiles[home].spawn == CELL["C6R1"] for home in BOX.home)
    assert len(re.findall(r'^provenance = "(?:house|derived|rulebook)"', STANDARD, re.MULTILINE)) >= 16 + 4 + 8 + 8 + 55


def test_a_pack_adds_pieces() -> None:
    content = GAME.schema.load(PACK, "attic.toml")[0]
    box: Box = content.data
    assert (len(box.tiles), len(box.monsters), len(box.objects)) == (17, 9, 56)
    assert box.objects[:55] == BOX.objects
    for seed in range(12):
        match = mk.Match(GAME, seats=1 + seed % 3, seed=seed, content=content, quiet=True, options={"last_round": "10"})
        census = GAME.census(table(match))
        while not match.over:
            options = match.ask.options
            match.answer(match.ask.actor, options[(7 * len(match.log) + seed) % len(options)])
            assert GAME.census(table(match)) == census
        again = mk.read_record(mk.write_record(match)).match()
        assert again.fingerprint() == match.fingerprint()


def test_a_pack_changes_pieces() -> None:
    cultist = "actions = 1\nmove = 1\nmelee = 4\ndefense = 2\nhealth = 9\n"
    text = f'id = "x"\nextends = "standard"\n[[monsters]]\nid = "cultist"\n{cultist}'
    box: Box = GAME.schema.load(text, "x.toml")[0].data
    assert [kind.health for kind in box.monsters][:2] == [9, 1]


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("|. # . . # .|", "|. # . . #  |", "line 13: map of AT, line 4: ' ' is no cell"),
        ("|. # . . # .|", "|. # . . # |", "line 13: map of AT, line 4: 12 signs"),
        ("+:+:+ + +:+:+", "+:+:+*+ +:+:+", "line 16: map of AT, line 7: '*' in place 6 is no line"),
        (
            "+-+-+G+G+-+-+\n|. . . . . .|\n+ + + + + + +\n|. #",
            "+-+-+-+G+-+-+\n|. . . . . .|\n+ + + + + + +\n|. #",
            "by its gates",
        ),
        ("C5R2 heal:1 # a bottle", "C5R1 heal:1", "C5R2 is drawn as @, but nothing explains it"),
        ("C5R2 heal:1 # a bottle", "C5R2 heel:1", "'heel:1' is no token"),
        ("C5R2 heal:1 # a bottle", "C7R2 heal:1", "'C7R2' is no cell"),
        ('gates = "N S"', 'gates = "N Q"', "'Q' is no edge"),
        ('spawns = "byakhee"', 'spawns = "nobody"', "there is no monster 'nobody'"),
        ('does = "either roll:1 dmg:2"', 'does = "either roll:1 zap"', "'zap' is nothing an object can do"),
        ('specials = "fly"', 'specials = "sing"', "'sing' is not one of"),
        ("melee = 6\ndefense", "melee = 7\ndefense", "there is no d7"),
        ("|. . . X . .|", "|. . . X . .|\n|. . . . . .|", "there are 14 lines; a map has 13"),
        ("+-+-+G+G+-+-+\n|. . . .", "+-+-+G+G+-+-+\n|. . X .", "must be open and harmless"),
        ("count = 3\nactions", "cuont = 3\nactions", "there is no such entry"),
    ],
)
def test_mistakes_are_explained(old: str, new: str, said: str) -> None:
    assert old in PACK
    found = problems(PACK.replace(old, new, 1))
    assert any(said in problem for problem in found), found
    assert all(problem.startswith("attic.toml, line ") for problem in found)


def test_odd_tiles_are_warned_of() -> None:
    walled = PACK.replace("|. # . . # .|", "|. # . . #|.|", 1).replace(
        "+ + + + + + +\n|. # . . #|", "+ + + + + +-+\n|. # . . #|"
    )
    walled = walled.replace("|. . . . . .|\n+:+:+", "|. . . . . .|\n+:+:+").replace(
        "#|.|\n+ + + + + + +", "#|.|\n+ + + + + +-+"
    )
    (content,) = GAME.schema.load(walled, "attic.toml")
    assert any("nobody walks unharmed" in warning for warning in content.warnings)
