"""Setting the table, the layout, and everything that begins or ends a game rather than a turn."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from games.mash.stage import table

import miskatonic as mk
from miskatonic.games.mash import GAME
from miskatonic.games.mash.board import ONE_WAY, passage, ways
from miskatonic.games.mash.grid import CELL, CELL_NAMES, NONE
from miskatonic.games.mash.layout import LARGE, SMALL, board_of, large_board, small_board
from miskatonic.games.mash.pieces import ALIVE, OUT
from miskatonic.games.mash.sanity import hundred, small_dice
from miskatonic.games.mash.setup import start_rotations
from miskatonic.games.mash.victory import separated


def laid(*script: str, seats: int = 2, **options: str) -> mk.Match:
    """A match with scripted dice."""
    return mk.Match(GAME, seats=seats, fortune=mk.Scripted(script), options=options)


def rolled(flow: mk.Flow[int], *faces: int) -> int:
    """The result of a flow that only rolls dice."""
    try:
        next(flow)
        for face in faces:
            flow.send(face)
    except StopIteration as end:
        return int(end.value)
    raise AssertionError("more dice are rolled")


CARDS = ("character=arctic_explorer", "character=mariner_merchant", "character=private_eye")


@pytest.mark.rule("CM-S1", "CM-S2")
@pytest.mark.parametrize(("face", "mode"), [(1, "death_match"), (4, "capture_flag"), (6, "cooperative")])
def test_e1_the_victory_roll(face: int, mode: str) -> None:
    with pytest.raises(mk.FortuneError):
        laid(f"mode={face}")
    match = laid(f"mode={face}", *CARDS[:2], "order=5", "order=2")
    assert table(match).mode == mode


@pytest.mark.rule("CM-S2", "CM-S3", "CM-V7")
def test_e1_teams_and_solo() -> None:
    assert table(laid("mode=2", *CARDS[:2], "order=5", "order=2", teams="1")).mode == "team_death_match"
    solo = laid("character=arctic_explorer", "start tile=MS", "rotation=180", seats=1)
    assert table(solo).mode == "solo"
    with pytest.raises(mk.SetupError, match="all 2 seats are in the team of seat 1; the other one needs somebody"):
        laid(seats=2, teams="12", mode="team_death_match")
    with pytest.raises(mk.SetupError, match="there is no seat 4 at a table of 3"):
        laid(seats=3, teams="134", mode="team_death_match")
    with pytest.raises(mk.SetupError):
        laid(seats=2, teams="1", mode="death_match")
    four = mk.Match(GAME, seats=4, seed=1, options={"mode": "team_death_match"})
    assert [hero.team for hero in table(four).heroes] == [0, 1, 0, 1]
    four = mk.Match(GAME, seats=4, seed=1, options={"mode": "team death match", "teams": "seats 3 and 4"})
    assert [hero.team for hero in table(four).heroes] == [0, 1, 0, 0]


@pytest.mark.rule("CM-S14", "CM-T1")
def test_e2_turn_order() -> None:
    match = laid(
        *CARDS, "order=5", "order=5", "order=2", "order=3", "order=6", "start tile=MM",
        "generators=1", "generator=cultist_idol", "column=1", "row=1", seats=3, mode="cooperative",
    )  # fmt: skip
    assert table(match).active == 1
    assert (table(match).active, table(match).beginner) == (1, 1)


@pytest.mark.rule("CM-S9", "CM-S5", "CM-S6", "CM-S7")
def test_e3_rotations_of_start_tiles() -> None:
    match = laid("character=arctic_explorer", "start tile=MS", "rotation=180", seats=1)
    s = table(match)
    assert list(match.ask.options) == [GAME.vocabulary.parse(f"rotate={q}") for q in (0, 90)]
    labels = [GAME.phrases.label(code, match.view(match.ask.actor)) for code in match.ask.options]
    assert labels == ["not turned", "turned by 90 degrees"]
    s.up[7], s.tiles[7] = True, s.tiles[0]
    assert start_rotations(s, 7) == [2, 3]
    large = mk.Match(GAME, seats=4, seed=3, options={"mode": "cooperative"})
    t = table(large)
    forced = [start_rotations(t, slot)[0] for slot in t.board.starts]
    assert forced == [1, 2, 3, 0]
    assert [len(start_rotations(t, slot)) for slot in t.board.starts] == [1, 1, 1, 1]


@pytest.mark.rule("CM-B2")
def test_e4_neighbours_round_the_edge() -> None:
    small, large = small_board(), large_board()

    def at(x: int, y: int) -> int:
        return SMALL.index((x, y))

    assert small.neighbour[at(3, 3)][1] == at(1, 3)
    assert small.neighbour[at(1, 2)][2] == at(1, 3)
    assert small.neighbour[at(2, 1)][2] == at(2, 4)
    assert small.neighbour[at(2, 1)][1] == small.neighbour[at(2, 1)][3] == NONE
    assert large.neighbour[LARGE.index((1, 3))][3] == LARGE.index((4, 3))


@pytest.mark.rule("CM-Q3", "CM-B2")
def test_e153_own_layouts() -> None:
    line = board_of(((1, 1), (2, 1), (3, 1)), (0,))
    assert line.neighbour[2][1] == 0
    for layout in ("line", "ring", "block"):
        match = mk.Match(GAME, seats=2, seed=4, options={"mode": "cooperative", "q_custom_layout": layout})
        assert len(table(match).up) == len(table(match).box.layouts[layout].slots)
    with pytest.raises(mk.SetupError, match="no layout 'own'"):
        mk.Match(GAME, seats=2, options={"mode": "cooperative", "q_custom_layout": "own"})


@pytest.mark.rule("CM-S4", "CM-S12", "CM-S13")
def test_characters_by_roll() -> None:
    match = laid("character roll=2", "character roll=6", mode="cooperative", characters="roll")
    assert match.ask.seat == 1
    match.say("character=psychotherapist")
    assert match.ask.seat == 0
    assert "character=psychotherapist" not in match.legal
    assert isinstance(match.fortune, mk.Scripted)
    match.fortune.add("spell=heal", "order=2", "order=1")
    match.say("character=private_eye")
    s = table(match)
    assert [(hero.hp, hero.me) for hero in s.heroes] == [(4, 4), (3, 5)]
    match.say("rotate=0")
    match.fortune.add("generators=1", "generator=cultist_idol", "column=1", "row=1")
    match.say("rotate=180")
    assert all(s.tile(hero.home).spawn == hero.cell == CELL["C6R1"] for hero in s.heroes)


@pytest.mark.rule("CM-S8", "CM-S10", "CM-S11", "CM-C8", "CM-C12", "CM-Q13", "CM-OG3")
def test_e159_stacks_and_possessions() -> None:
    match = laid(
        "character=arctic_explorer", "character=private_eye", mode="cooperative", q_explorer_dynamite="true"
    )  # fmt: skip
    assert match.ask.prompt == "dynamite"
    assert isinstance(match.fortune, mk.Scripted)
    match.fortune.add("order=2", "order=1")
    match.say("use=dynamite_stick")
    s = table(match)
    assert s.stack == 70
    assert [len(hero.objects) for hero in s.heroes] == [1, 1]
    census = GAME.census(s)
    assert (census["objects"], census["monsters"], census["generators"], census["spells"]) == (72, 48, 48, 16)
    assert len(s.hidden) == 12
    match.say("rotate=0")
    match.fortune.add("generators=1", "generator=cultist_idol", "column=1", "row=1")
    match.say("rotate=180")
    assert sum(not up for up in s.up) == 6


@pytest.mark.rule("CM-G1", "CM-G2", "CM-G3", "CM-G4", "CM-S15")
@pytest.mark.parametrize("destroys", [False, True])
def test_e16_e17_generators_are_placed(destroys: bool) -> None:
    options = {"mode": "cooperative"} | ({"q_bad_roll_destroys": "true"} if destroys else {})
    text = "mode=cooperative phase=begin tile.1=BC/0/up tile.8=MS/0/up tile.3=CT/0/up " + (
        "A=arctic_explorer@3:C6R1/first:1 B=mariner_merchant@8:C6R1"
    )
    dice = ["generators=5", "generator=cultist_idol", "column=3", "row=5", "generator=bone_den", "column=3", "row=5"]
    dice += [] if destroys else ["column=6", "row=2"]
    dice += [
        "generator=web_tunnel",
        *(["column=6", "row=2"] if destroys else ["column=2", "row=5", "column=2", "row=4"]),
    ]
    match = mk.Match(GAME, seats=2, fortune=mk.Scripted(dice), options=options, position=text)
    s = table(match)
    cells = [s.standing(2, CELL[cell]) is not None for cell in ("C3R5", "C6R2", "C2R4")]
    assert cells == [True, True, not destroys]
    assert match.ask.prompt == "spawn"
    assert match.ask.actor == 1
    assert sum(s.nests_gone) == int(destroys)


@pytest.mark.rule("CM-G1", "CM-G4", "CM-T2", "CM-T3", "CM-S15")
def test_e133_the_complete_turn_begins() -> None:
    dice = ["generators=5", "generator=cultist_idol", "column=4", "row=2", "generator=guard_cell", "column=4", "row=4"]
    match = mk.Match(
        GAME,
        seats=2,
        fortune=mk.Scripted(dice),
        options={"mode": "cooperative"},
        position="mode=cooperative phase=begin tile.1=BC/0/up tile.8=MS/0/up "
        "A=arctic_explorer@1:C6R1/first:1 B=mariner_merchant@8:C6R1",
    )
    s = table(match)
    assert (match.ask.prompt, match.ask.seat, match.ask.actor) == ("spawn", 0, 1)
    match.say("spot=C5R4")
    match.say("spot=C4R3")
    kinds = {CELL_NAMES[piece.cell]: piece.type for piece in s.pieces.values() if piece.kind == 1}
    names = {cell: s.box.monsters[kind].id for cell, kind in kinds.items()}
    assert names == {"C5R4": "moon_beast", "C4R3": "cultist"}
    assert match.ask.prompt == "act"


@pytest.mark.rule("CM-G2", "CM-U2")
@pytest.mark.parametrize("given_up", [1, 0])
def test_the_generator_discard_becomes_a_new_stack(given_up: int) -> None:
    """All generators are kept by the Explorer, but perhaps for one, which is in the discard."""
    kinds = range(len(GAME.schema.named().data.generators))
    kept = "+".join(str(kind) for kind in kinds for _ in range(6 - given_up * (kind == 0)))
    gone = "+".join(str(given_up * (kind == 0)) for kind in kinds)
    dice = ["generators=6", "generator=cultist_idol", "column=1", "row=1"]
    match = mk.Match(
        GAME, seats=2, fortune=mk.Scripted(dice if given_up else dice[:1]), options={"mode": "cooperative"},
        position=f"mode=cooperative phase=begin tile.1=BC/0/up tile.8=MS/0/up gone={gone} "
        f"A=arctic_explorer@1:C6R1/first:1/kept:{kept} B=mariner_merchant@8:C6R1",
    )  # fmt: skip
    s = table(match)
    assert sum(s.nests) == sum(s.nests_gone) == 0
    assert len(s.pieces) == given_up
    assert match.ask.prompt == ("spawn" if given_up else "act")


@pytest.mark.rule("CM-S15", "CM-T3", "CM-G5")
def test_a_start_tile_that_somebody_else_has_entered_is_rolled_for_once() -> None:
    dice = ["generators=1", "generator=bone_den", "column=2", "row=6"]
    match = mk.Match(
        GAME, seats=2, fortune=mk.Scripted(dice), options={"mode": "death_match"},
        position="mode=death_match phase=actions pool=1 tile.1=BC/180/up/rolled tile.8=MS/0/up "
        "A=arctic_explorer@1:C3R6 B=mariner_merchant@8:C6R1/first:1",
    )  # fmt: skip
    s = table(match)
    match.say("gate=S")
    assert (match.ask.prompt, match.ask.seat, match.ask.actor) == ("spawn", 0, 1)
    match.say("spot=C1R5")
    assert (match.ask.prompt, match.ask.actor) == ("deed", 1)
    match.say("do=stop")
    assert (match.ask.prompt, match.ask.seat, match.ask.actor) == ("spawn", 1, 0)
    match.say("spot=C2R5")
    assert (match.ask.prompt, match.ask.seat) == ("act", 1)
    assert sorted(CELL_NAMES[piece.cell] for piece in s.pieces.values()) == ["C1R5", "C2R5", "C2R6"]


@pytest.mark.rule("CM-Q7")
def test_e17_a_bad_roll_may_destroy() -> None:
    test_e16_e17_generators_are_placed(True)


APART = (
    "mode=death_match phase=begin tile.1=BC/0/up/rolled tile.8=MS/{turned}/up/rolled "
    "A=arctic_explorer@1:C1R1/hp:2/objects:pitchfork/powerups:0+1/kept:0 B=mariner_merchant@8:C1R1/hp:1/space:2"
)


@pytest.mark.rule("CM-B20", "CM-B21")
def test_e15_separated_opponents() -> None:
    rules = {"mode": "death_match"}
    joined = table(mk.Match(GAME, seats=2, seed=1, options=rules, position=APART.format(turned=180)))
    assert ways(joined)[0] >> 7 & 1
    match = mk.Match(GAME, seats=2, seed=1, options=rules, position=APART.format(turned=0))
    s = table(match)
    assert not ways(s)[0] >> 7 & 1
    assert not ways(s)[7] & 1
    match.say("do=end")
    assert s.countdown == 2
    match.say("do=end")
    assert s.countdown == 1
    s.up[1], s.tiles[1] = True, s.box.tile_named["CC"]
    s.hidden = tuple(tile for tile in s.hidden if tile != s.tiles[1])
    match.say("do=end")
    for _ in range(2):
        assert match.ask.prompt == "start_rotate"
        match.answer(match.ask.actor, match.ask.options[0])
    assert not any(s.up[1:7])
    assert s.heroes[1].space == 3
    assert [hero.hp for hero in s.heroes] == [hero.base_hp for hero in s.heroes]
    assert len(s.heroes[0].powerups) == 2
    assert len(s.heroes[0].kept) == 1
    assert s.box.object_named["pitchfork"] in s.heroes[0].objects


@pytest.mark.rule("CM-B21", "CM-K11")
def test_nobody_waits_for_the_turn_of_the_eliminated() -> None:
    match = mk.Match(GAME, seats=4, seed=1, options={"mode": "team_death_match"}, position=(
        "mode=team_death_match phase=actions pool=4 countdown=4 tile.1=BC/270/up/rolled tile.13=MS/180/up/rolled "
        "tile.16=TS/270/up/rolled tile.4=MM/0/up/rolled A=arctic_explorer@1:C1R2/home:0/team:0 "
        "B=mariner_merchant@13:C6R1/home:12/team:1 C=private_eye@1:C1R1/home:15/team:0/hp:1/bond:1/tie:2 "
        "D=psychotherapist@4:C6R1/home:3/team:1"
    ))  # fmt: skip
    s = table(match)
    assert separated(s)
    match.say("melee=unarmed")
    assert s.heroes[2].life == OUT
    assert s.countdown == 3
    s.up[5], s.tiles[5] = True, s.box.tile_named["CC"]
    s.hidden = tuple(tile for tile in s.hidden if tile != s.tiles[5])
    for seat in (0, 1):
        assert match.ask.seat == seat
        match.say("do=end")
    assert s.up[5]
    assert match.ask.seat == 3
    match.say("do=end")
    assert not s.up[5]


@pytest.mark.rule("CM-V6", "CM-T7", "CM-Q4")
def test_e131_rooms_that_cannot_be_reached() -> None:
    match = mk.Match(
        GAME, seats=1, seed=1,
        position="mode=solo phase=cleanup tile.1=BC/0/up/rolled tile.8=MS/0/up/rolled tile.3=UL/180/up/rolled "
        "tile.2=UL/0/up/rolled A=arctic_explorer@1:C1R1 m4=cultist@3:C1R1",
    )  # fmt: skip
    s = table(match)
    way = passage(s, 0, CELL["C3R6"])
    assert s.one_way
    assert way is not None
    assert (way.kind, way.slot, way.cell) == (ONE_WAY, 2, CELL["C4R6"])


@pytest.mark.rule("CM-V6", "CM-T7")
@pytest.mark.parametrize(
    ("chosen", "result", "one_way"), [("one_way", "", True), ("ignore", "won", False), ("strict", "", False)]
)
def test_what_becomes_of_the_last_room_if_it_cannot_be_reached(chosen: str, result: str, one_way: bool) -> None:
    rooms = " ".join(f"tile.{slot}={tile}/0/up/rolled" for slot, tile in enumerate(
        ("BC", "ID", "UL", "CC", "IF", "AS", "MB", "MS"), 1
    )).replace("UL/0", "UL/180")  # fmt: skip
    match = mk.Match(
        GAME, seats=1, seed=1, options={"coop_unreachable": chosen},
        position=f"mode=solo phase=cleanup {rooms} A=arctic_explorer@1:C1R1 m4=cultist@3:C1R1",
    )  # fmt: skip
    assert match.result == result
    assert table(match).one_way == one_way


@pytest.mark.rule("CM-I2", "CM-I3")
def test_e147_small_dice() -> None:
    assert rolled(small_dice(1, 3), 5) == 3
    assert rolled(small_dice(1, 4), 5) == 3
    assert rolled(small_dice(1, 2), 3) == 1
    assert rolled(small_dice(2, 6), 3, 4) == 7
    assert rolled(hundred(), 10, 10) == 100
    assert rolled(hundred(), 5, 4) == 54


@pytest.mark.rule("CM-N1", "CM-N2", "CM-N4")
def test_e149_the_cooperative_start() -> None:
    match = laid(*CARDS[:2], "order=5", "order=2", mode="cooperative", coop_start="true")
    assert match.ask.prompt == "start_tile"
    assert isinstance(match.fortune, mk.Scripted)
    match.say("tile=MM")
    match.say("rotate=0")
    assert match.ask.prompt == "entry"
    s = table(match)
    assert len(s.hidden) == 15
    assert sum(not up for up in s.up) == 7
    match.fortune.add(
        "generators=4", "generator=bone_den", "column=3", "row=5", "generator=bone_den", "column=3", "row=2"
    )
    match.answer(0, match.ask.options[0])
    for _ in range(2):
        assert match.ask.prompt == "spawn"
        match.answer(1, match.ask.options[0])
    assert match.ask.prompt == "act"
    assert s.heroes[0].life == ALIVE
    assert s.heroes[1].slot == NONE


@pytest.mark.rule("CM-Q14", "CM-V5")
def test_e160_the_turn_limit() -> None:
    for limit in ("1", "10", "12"):
        text = f"mode=solo phase=cleanup round={limit} tile.1=BC/0/up/rolled tile.8=MS/0/up/rolled "
        text += "A=arctic_explorer@1:C1R1 g4=cultist_idol@1:C3R3"
        match = mk.Match(GAME, seats=1, seed=1, options={"turn_limit": limit}, position=text)
        assert match.over
        assert match.result == "lost"
    last = mk.Match(GAME, seats=2, seed=1, options={"mode": "death_match", "last_round": "10"}, position=(
        "mode=death_match phase=cleanup round=10 active=1 tile.1=BC/0/up/rolled tile.8=MS/0/up/rolled "
        "A=arctic_explorer@1:C1R1 B=mariner_merchant@8:C1R1"
    ))  # fmt: skip
    assert last.result == "draw"


@pytest.mark.rule("CM-V6", "CM-V7")
def test_e130_won_when_everything_is_clear() -> None:
    rooms = " ".join(f"tile.{slot}={tile}/0/up/rolled" for slot, tile in enumerate(
        ("BC", "CC", "AS", "ID", "IF", "UL", "MB", "MS"), 1
    ))  # fmt: skip
    match = mk.Match(GAME, seats=1, position=f"mode=solo phase=actions pool=4 {rooms} A=arctic_explorer@1:C1R1 "
                     "m4=cultist@1:C1R2", fortune=mk.Scripted(["melee=8"]))  # fmt: skip
    match.say("melee=unarmed")
    assert match.result == "won"
    assert match.returns == (1.0,)


@pytest.mark.rule("CM-K11", "CM-T2", "CM-K1")
def test_the_eliminated_neither_play_nor_keep() -> None:
    match = mk.Match(GAME, seats=3, seed=2, options={"mode": "capture_flag"}, position=(
        "mode=capture_flag phase=actions pool=4 tile.1=BC/90/up/rolled tile.13=MS/180/up/rolled "
        "tile.16=TS/270/up/rolled tile.4=MM/0/up/rolled A=arctic_explorer@1:C1R2 "
        "B=mariner_merchant@1:C1R1/hp:1/bond:1/tie:2 "
        "C=private_eye@16:C6R1 m4=cultist@1:C5R5"
    ))  # fmt: skip
    match.say("melee=unarmed")
    s = table(match)
    assert s.heroes[1].life == OUT
    assert s.heroes[1].space == 0
    match.say("do=end")
    assert match.ask.actor == 2


@pytest.mark.rule("CM-A1", "CM-A2", "CM-A18", "CM-A20", "CM-A22", "CM-R1", "CM-R10")
def test_what_is_offered_has_a_legal_form() -> None:
    match = mk.Match(GAME, seats=1, seed=2, position=(
        "mode=solo phase=actions pool=4 tile.1=BC/0/up/rolled tile.8=MS/0/up/rolled "
        "A=psychotherapist@1:C4R2/innate:heal/objects:rlyeh_text+leng_glasses+rlyeh_seashell+skeleton_key"
    ))  # fmt: skip
    words = {GAME.vocabulary.text(code) for code in match.legal}
    assert {"cast=heal", "read=rlyeh_text", "use=leng_glasses", "do=end"} <= words
    assert not words & {"do=syringe", "do=push", "melee=unarmed", "use=rlyeh_seashell", "use=skeleton_key", "do=free"}
    match.say("cast=heal")
    assert table(match).pool == 3


@pytest.mark.rule("CM-M1", "CM-M3", "CM-G12", "CM-L8")
def test_monsters_have_no_business_with_objects_and_machines() -> None:
    match = mk.Match(GAME, seats=2, seed=2, options={"mode": "cooperative"}, position=(
        "mode=cooperative phase=actions pool=4 tile.1=MM/0/up/rolled tile.8=MS/0/up/rolled "
        "A=arctic_explorer@1:C1R1 B=private_eye@8:C6R1 m4=cultist@1:C6R4 m5=cultist@1:C5R5 g6=cultist_idol@1:C5R4 "
        "loose.1:C6R4=net"
    ))  # fmt: skip
    match.say("do=end")
    assert match.ask.prompt == "wake"
    match.say("wake=C6R4")
    words = {GAME.vocabulary.text(code).partition("=")[0] for code in match.legal}
    assert words == {"do", "go"}


def refused(make: Callable[[], object]) -> str:
    with pytest.raises(mk.SetupError) as error:
        make()
    return str(error.value)


def test_variants_for_friends_only() -> None:
    assert "sanity" in refused(lambda: mk.Match(GAME, seats=2, options={"mode": "death_match", "sanity": "true"}))
    assert "cooperative start" in refused(
        lambda: mk.Match(GAME, seats=2, options={"mode": "death_match", "coop_start": "true"})
    )


@pytest.mark.rule("CM-N2", "CM-B16")
def test_whoever_comes_in_late_may_be_put_on_a_hazard() -> None:
    text = (
        "mode=cooperative phase=begin active=2 tile.1=BC/0/up/rolled A=arctic_explorer@1:C1R3 B=private_eye@1:C1R4 "
        "C=psychotherapist/life:3 m4=cultist@1:C1R2 m5=cultist@1:C2R4 m6=cultist@1:C1R5"
    )
    match = mk.Match(GAME, seats=3, options={"mode": "cooperative", "coop_start": "true"}, position=text)
    assert match.ask.prompt == "entry"
    spots = {GAME.vocabulary.text(code) for code in match.ask.options}
    assert spots == {"spot=C3R4", "spot=C2R5", "spot=C2R2", "spot=C1R1"}
    match.say("spot=C3R4")
    hero = table(match).heroes[2]
    assert (hero.hp, hero.base_hp) == (3, 3)
