"""Setting the table (CM-S, CM-N1, CM-Q3, CM-Q13), and setting it anew (CM-B21)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from miskatonic.games.mash.box import SPELLS, Box
from miskatonic.games.mash.chances import choose, die, one_of
from miskatonic.games.mash.figures import has, refresh
from miskatonic.games.mash.grid import DIRECTIONS, NONE
from miskatonic.games.mash.harm import remove
from miskatonic.games.mash.keeper import turn_to_face
from miskatonic.games.mash.layout import Board, board_of, door_board, large_board, small_board
from miskatonic.games.mash.options import rules_of
from miskatonic.games.mash.pieces import ALIVE, OUT, SPACE_HEALTH, Hero
from miskatonic.games.mash.stacks import draw_spell, take_from_stack, take_top, throw_away
from miskatonic.games.mash.state import BEGIN, Mash
from miskatonic.games.mash.vocabulary import CHARACTER, ROTATE, TILE, USE
from miskatonic.kernel import Content, Flow, SetupError

MODES = ("death_match", "capture_flag", "cooperative")
MODE_NAMES = ("death_match", "team_death_match", "capture_flag", "team_capture_flag", "cooperative", "solo")


def set_up(content: Content, options: Mapping[str, str], seats: int) -> Mash:
    """CM-S1, CM-S2, CM-S10: an empty board, full stacks, everybody beside the table."""
    return _fresh(content.data, tuple(options.values()), seats).copy()


@cache
def _fresh(box: Box, options: tuple[str, ...], seats: int) -> Mash:
    """A table at the start, made once and copied for every game."""
    rules = rules_of(options)
    board = _board(box, rules.q_custom_layout, rules.coop_start, rules.coop_tiles, seats)
    s = Mash(box, rules, board, seats)
    if rules.coop_start and NONE not in board.neighbour[board.starts[0]]:
        raise SetupError("every edge of the start slot has a tile behind it; the cooperative start needs an entry gate")
    s.mode = "solo" if seats == 1 else "" if rules.mode == "roll" else rules.mode
    together = s.mode in ("cooperative", "solo")
    if rules.sanity and not together:
        raise SetupError("the sanity variant is for cooperative and solo games; choose mode=cooperative")
    if rules.coop_start and not together:
        raise SetupError("the cooperative start is for cooperative and solo games; choose mode=cooperative")
    _form_teams(s)
    s.hidden = tuple(range(len(box.tiles))) if rules.coop_start else tuple(box.other_tiles)
    if len(board.slots) - len(board.starts) > len(s.hidden) - rules.coop_start:
        raise SetupError("there are more slots than tiles; choose a smaller layout")
    s.pools = (tuple(thing.count for thing in box.objects),)
    s.stack = sum(s.pools[0])
    s.discard = (0,) * len(box.objects)
    s.nests = tuple(nest.count for nest in box.generators)
    s.nests_gone = (0,) * len(box.generators)
    s.supply = tuple(kind.count for kind in box.monsters)
    s.spells = (1 << len(SPELLS)) - 1
    return s


def _board(box: Box, custom: str, door: bool, tiles: int, seats: int) -> Board:
    """CM-S5, CM-S6, CM-S7, CM-N1, CM-Q3: the slots."""
    if custom != "none":
        if custom not in box.layouts:
            raise SetupError(f"this content has no layout {custom!r}; add it as [[layouts]] with id = {custom!r}")
        layout = box.layouts[custom]
        if len(layout.starts) < seats:
            raise SetupError(f"the layout {custom!r} has start slots for {len(layout.starts)} players only")
        return board_of(layout.slots, layout.starts[: 1 if door else max(2, seats)])
    if door:
        return door_board(tiles)
    return small_board() if seats <= 2 else large_board()


def _form_teams(s: Mash) -> None:
    """CM-S3: the team of seat 1 against all others; by default seats 1 and 3, or seat 1 alone. Alone there is none."""
    seats = len(s.heroes)
    said = s.rules.teams
    if s.mode == "solo" or (said == "none" and not s.mode.startswith("team")):
        return
    if s.mode in ("death_match", "capture_flag", "cooperative"):
        raise SetupError(f"teams do not go with mode={s.mode}; choose a team mode or let it be rolled")
    first = {int(seat) - 1 for seat in said} if said != "none" else {0, 2} if seats == 4 else {0}
    if max(first) >= seats:
        raise SetupError(f"teams={said}: there is no seat {max(first) + 1} at a table of {seats}")
    if len(first) == seats:
        raise SetupError(f"teams={said}: all {seats} seats are in the team of seat 1; the other one needs somebody")
    for hero in s.heroes:
        hero.team = 0 if hero.id in first else 1


# -- the setup beat ---------------------------------------------------------------------------------------------------


def set_the_table(s: Mash) -> Flow[None]:
    """CM-S2..S15: mode, characters, possessions, turn order, start tiles."""
    yield from roll_mode(s)
    yield from deal_characters(s)
    yield from hand_out(s)
    s.beginner = s.active = yield from roll_order(s)
    if s.rules.coop_start:
        yield from lay_door(s)
    else:
        yield from lay_start_tiles(s)
        for hero in s.heroes:
            s.put(hero, hero.home, s.tile(hero.home).spawn)
            hero.life = ALIVE
            if s.rules.q_facing:
                yield from turn_to_face(s, hero)
    s.phase = BEGIN


def roll_mode(s: Mash) -> Flow[None]:
    """CM-S2: d6: Death Match, Capture the Flag or Cooperative; teams that were formed before play the team form."""
    if s.mode:
        return
    s.mode = MODES[((yield die("mode", 6)) - 1) // 2]
    if s.rules.teams != "none" and s.mode != "cooperative":
        s.mode = f"team_{s.mode}"
    s.tell("mode", MODE_NAMES.index(s.mode))


def deal_characters(s: Mash) -> Flow[None]:
    """CM-S4, CM-S12: dealt uniformly, or chosen from the highest roll downwards; everything at base."""
    free = list(range(len(s.box.characters)))
    seats = [hero.id for hero in s.heroes]
    if s.rules.characters == "roll" and len(seats) > 1:
        seats = yield from _by_roll(seats, "character roll")
    for seat in seats:
        if s.rules.characters == "roll":
            chosen = (yield from choose(seat, "character", tuple(CHARACTER + card for card in free))) - CHARACTER
        else:
            chosen = yield one_of("character", free, s.box.character_ids)
        free.remove(chosen)
        hero = s.heroes[seat]
        hero.type = chosen
        s.powerups[seat] = (1 << len(s.box.powerups[chosen])) - 1
        refresh(s, hero)
        hero.hp, hero.me, hero.sp = hero.base_hp, hero.base_me, hero.base_sp


def _by_roll(seats: list[int], label: str) -> Flow[list[int]]:
    """Seats from the highest roll downwards; the tied roll again among themselves."""
    rolls = []
    for seat in seats:
        rolls.append(((yield die(label, 6)), seat))
    ordered: list[int] = []
    for face in sorted({roll for roll, _ in rolls}, reverse=True):
        tied = [seat for roll, seat in rolls if roll == face]
        ordered += tied if len(tied) == 1 else (yield from _by_roll(tied, label))
    return ordered


def hand_out(s: Mash) -> Flow[None]:
    """CM-S11, CM-C8, CM-C12, CM-Q13: the Revolver, a spell, perhaps dynamite."""
    named = s.box.object_named
    for hero in s.heroes:
        if has(s, hero, "concealed_weapon") and "revolver_32" in named and take_from_stack(s, named["revolver_32"]):
            hero.objects = (named["revolver_32"],)
            hero.ready = named["revolver_32"]
        if has(s, hero, "arcane_knowledge"):
            spell = yield from draw_spell(s)
            hero.innate = (spell,) if spell != NONE else ()
        if s.rules.q_explorer_dynamite and has(s, hero, "explosives_expert"):
            sticks = [number for number, thing in enumerate(s.box.objects) if thing.explosive and s.pools[0][number]]
            if sticks:
                number = (yield from choose(hero.id, "dynamite", tuple(USE + n for n in sticks))) - USE
                take_from_stack(s, number)
                hero.objects = (*hero.objects, number)
        refresh(s, hero)


def roll_order(s: Mash) -> Flow[int]:
    """CM-S14: the highest roll begins; ties for the highest roll again."""
    seats = [hero.id for hero in s.heroes]
    while len(seats) > 1:
        rolls = []
        for _ in seats:
            rolls.append((yield die("order", 6)))
        seats = [seat for seat, roll in zip(seats, rolls, strict=True) if roll == max(rolls)]
    return seats[0]


# -- start tiles ------------------------------------------------------------------------------------------------------


def start_rotations(s: Mash, slot: int) -> list[int]:
    """CM-S9: the rotations in which most gates face a neighbouring slot."""
    gates = s.tile(slot).gates

    def met(quarters: int) -> int:
        return sum(s.board.beside[slot][(edge + quarters) % 4] != NONE for edge in gates)

    most = max(met(quarters) for quarters in DIRECTIONS)
    return [quarters for quarters in DIRECTIONS if met(quarters) == most]


def lay_start_tiles(s: Mash) -> Flow[None]:
    """CM-S7, CM-S9, CM-S13: everybody's start tile; slots without an owner get one of a character not in play."""
    taken = [s.box.home[hero.type] for hero in s.heroes]
    spare = [tile for tile in s.box.start_tiles if tile not in taken]
    for number, slot in enumerate(s.board.starts):
        if number < len(s.heroes):
            s.heroes[number].home = slot
            s.tiles[slot] = taken[number]
        else:
            s.tiles[slot] = yield one_of("start tile", spare, s.box.tile_ids)
            spare.remove(s.tiles[slot])
        s.up[slot] = True
        yield from turn_start_tile(s, slot, number)


def turn_start_tile(s: Mash, slot: int, number: int) -> Flow[None]:
    """CM-S9, CM-D3: the owner chooses among the rotations that fit; without an owner chance does."""
    fitting = start_rotations(s, slot)
    if len(fitting) == 1:
        s.turns[slot] = fitting[0]
    elif number < len(s.heroes):
        s.turns[slot] = (yield from choose(number, "start_rotate", tuple(ROTATE + q for q in fitting))) - ROTATE
    else:
        s.turns[slot] = yield one_of("rotation", fitting, ("0", "90", "180", "270"))


def lay_door(s: Mash) -> Flow[None]:
    """CM-N1, CM-N4: one start tile for all, all other tiles in a pool; the first player says which, and how it lies."""
    slot = s.board.starts[0]
    codes = tuple(TILE + tile for tile in s.box.start_tiles)
    tile = (yield from choose(s.active, "start_tile", codes)) - TILE
    s.tiles[slot] = tile
    s.up[slot] = True
    s.hidden = tuple(other for other in s.hidden if other != tile)
    quarters = tuple(ROTATE + q for q in start_rotations(s, slot))
    s.turns[slot] = (yield from choose(s.active, "start_rotate", quarters)) - ROTATE


# -- the reset of CM-B21 ----------------------------------------------------------------------------------------------


def reset(s: Mash) -> Flow[None]:
    """CM-B21: the board is laid anew; power-ups, carried objects, memorised spells and kept generators stay."""
    s.tell("reset")
    for piece in list(s.pieces.values()):
        remove(s, piece)
    yield from _clear_objects(s)
    starts = set(s.board.starts)
    for slot in range(len(s.up)):
        s.rolled[slot] = False
        if slot not in starts:
            s.tiles[slot] = NONE
            s.up[slot] = False
    s.hidden = tuple(s.box.other_tiles)
    s.one_way = s.rules.q_one_way_gates
    for hero in s.heroes:
        if hero.life != OUT:
            s.lift(hero)
    for number, slot in enumerate(s.board.starts):
        yield from turn_start_tile(s, slot, number)
    for hero in s.heroes:
        if hero.life != OUT:
            _send_home(s, hero)
            if s.rules.q_facing:
                yield from turn_to_face(s, hero)
        if hero.life != OUT or not s.capture:
            # CM-K11: only flags of the eliminated stay down
            hero.space = SPACE_HEALTH


def _clear_objects(s: Mash) -> Flow[None]:
    """All objects on tiles go to the discard, tissues too; what was face down becomes known there."""
    for things in (*s.loose.values(), *s.tissue.values()):
        for thing in things:
            throw_away(s, thing)
    s.loose, s.tissue = {}, {}
    for place in list(s.piles):
        while place in s.piles:
            throw_away(s, (yield from take_top(s, place)))


def _send_home(s: Mash, hero: Hero) -> None:
    hero.life = ALIVE
    hero.first = True
    hero.free()
    hero.ward = hero.flying = hero.razor = False
    refresh(s, hero)
    hero.hp, hero.me = hero.base_hp, hero.base_me
    s.put(hero, hero.home, s.tile(hero.home).spawn)
