"""The rules read naively: what characters, monsters and generators may do (CM-A, CM-C, CM-M, CM-O, CM-P).

Every rule is asked for as it is written, without tables and shortcuts; `test_naive.py` compares.
"""

from __future__ import annotations

import heapq

from games.mash.naive_room import WAYS, Room, cell_of, spot

from miskatonic.games.mash.box import SPELLS
from miskatonic.games.mash.grid import CELL_NAMES, CELLS, NONE
from miskatonic.games.mash.pieces import ALIVE, CUFFS, GENERATOR, HERO, ICON, MONSTER, NET, Hero, Piece
from miskatonic.games.mash.state import Mash
from miskatonic.games.mash.things import Thing
from miskatonic.games.mash.vocabulary import SEATS

# -- characters -------------------------------------------------------------------------------------------------------


def hero_walks(s: Mash, hero: Hero) -> set[str]:
    """CM-A3..A5: the free cells a MOVE may go to in one gesture, which ends where something happens."""
    room = Room(s, hero)
    if not s.pool or (hero.bond and hero.tie != CUFFS):
        return set()
    haunted = {one.cell for one in room.pieces if one.kind != HERO}
    friends = {one.cell for one in room.pieces if one.kind == HERO} - haunted if s.friendly else set()

    def passes(cell: int) -> bool:
        return room.flies or cell not in room.taken or (cell in friends and not room.troubles(cell))

    return {f"go={CELL_NAMES[cell]}" for cell in room.walks(hero.move, passes, lambda cell: not room.troubles(cell))}


class Actions:
    """CM-A2: every action but MOVE, and every free move, of the active character."""

    def __init__(self, s: Mash, hero: Hero) -> None:
        self.s, self.hero, self.room, self.rules = s, hero, Room(s, hero), s.rules
        self.card = s.card(hero)
        self.riders = [one for one in self.room.pieces if one.host == hero.id]
        self.others = [one for one in self.room.pieces if one is not hero and self.may_target(one)]
        spaces = any(one.home == hero.slot and one.space and self.rivals(one) for one in s.heroes)
        self.space_near = spaces and self.room.strikes(self.room.tile.spawn)
        self.space_far = spaces and self.room.shoots(self.room.tile.spawn)

    def rivals(self, other: Hero) -> bool:
        return not self.s.friendly and other.team != self.hero.team

    def may_target(self, one: Piece) -> bool:
        """CM-A9."""
        return not isinstance(one, Hero) or self.rules.friendly_fire or self.rivals(one)

    def all(self) -> set[str]:
        """The words of all answers."""
        found = {"do=end", *self.free()}
        if not self.s.pool:
            return found
        if self.hero.bond:
            return found | ({"do=free"} if self.room.frees() else set())
        if self.riders and self.rules.attach_restricts:
            self.others, self.space_near, self.space_far = self.riders, False, False
            return found | {word for word in self.attacks() if word.startswith("melee")} | self.pushing(self.riders)
        found |= self.attacks() | self.pushing(self.room.pieces) | self.tools() | self.spells() | self.places()
        return found | {f"jump={CELL_NAMES[cell]}" for cell in self.jumps()} | self.remedies()

    def free(self) -> set[str]:
        """CM-A24."""
        hero, s = self.hero, self.s
        found = {f"drop={thing.id}" for thing in self.room.things}
        if not hero.bond or self.rules.green_while_bound:
            greens = [thing for thing in self.room.things if thing.green]
            found |= {f"use={thing.id}" for thing in greens if not thing.powerup or s.powerups[hero.id]}
        if len(hero.kept) >= self.card.powerup_kills and s.powerups[hero.id]:
            found.add("do=turn_in")
        cock = not hero.cocked and any(thing.cock for thing in self.room.things)
        if cock and (self.space_near or any(self.room.grips(one) for one in self.others)):
            found.add("do=cock")
        return found

    def attacks(self) -> set[str]:
        """CM-A10, CM-A11, CM-OG4..OG6, CM-P14, CM-Q2."""
        room, hero = self.room, self.hero
        near = [one for one in self.others if room.grips(one)]
        far = [one for one in self.others if room.shoots(one.cell)]
        found = {"melee=unarmed"} if near or self.space_near else set()
        if hero.razor:
            found |= {"melee=razor"} if near or self.space_near else set()
            found |= {"ranged=razor"} if far or self.space_far else set()
        for thing in room.things:
            if not thing.form or (self.rules.q_ready_weapon and self.s.box.object_named[thing.id] != hero.ready):
                continue
            if thing.form & 1 and (alive(near) if thing.immob else near or self.space_near):
                found.add(f"melee={thing.id}")
            if thing.form & 2 and self.fires(thing, far):
                found.add(f"ranged={thing.id}")
        return found

    def fires(self, thing: Thing, far: list[Piece]) -> bool:
        """CM-A11, CM-O15: whether a ranged weapon has a legal form."""
        if thing.cone:
            return any(self.mist(way) & self.room.taken for way in range(4))
        if thing.immob:
            return bool(alive(far))
        if thing.spread:
            return any(self.room.shoots(cell) for cell in range(CELLS))
        return bool(far) or self.space_far

    def mist(self, way: int) -> set[int]:
        """CM-O15."""
        (x, y), (dx, dy) = spot(self.hero.cell), WAYS[way]
        depths = (2, 3, 4) if self.rules.mist_shape == "1+3x3" else (2, 3)
        cells = {cell_of(x + dx, y + dy)}
        cells |= {cell_of(x + d * dx + w * dy, y + d * dy + w * dx) for d in depths for w in (-1, 0, 1)}
        return {c for c in cells - {NONE} if self.room.sees(self.hero.cell, c, over=True) and self.room.ahead(c)}

    def pushing(self, among: list[Piece]) -> set[str]:
        return {"do=push"} if any(one is not self.hero and self.room.pushes(one) for one in among) else set()

    def jumps(self) -> set[int]:
        """CM-A14."""
        found = set()
        for way in range(4):
            here = self.hero.cell
            for over in range(self.card.jump + 1):
                if self.room.solid(here, way):
                    break
                here = self.room.next_to(here, way)
                if over and here not in self.room.taken and here not in self.room.walls:
                    found.add(here)
        return found

    def near_cells(self, mask: int, lines: bool) -> bool:
        """Whether a cell of a set is the own one, or adjacent (with no line between, where lines matter)."""
        cells = [cell for cell in range(CELLS) if mask >> cell & 1]
        reach = self.room.touch if lines else self.room.beside
        return any(cell == self.hero.cell or reach(self.hero.cell, cell) for cell in cells)

    def unseen(self) -> bool:
        """CM-B11: whether a face-down tile can be revealed from afar."""
        s, slot = self.s, self.hero.slot
        edges = self.room.tile.gates if self.rules.scout_adjacent == "gate" else range(4)
        slots = [s.board.neighbour[slot][(edge + s.turns[slot]) % 4] for edge in edges]
        return any(other != NONE and not s.up[other] for other in slots)

    def places(self) -> set[str]:
        """CM-A16, CM-A17, CM-C6, CM-C7, CM-C11: machines, refreshment, abilities."""
        hero, tile, found = self.hero, self.room.tile, set()
        machine = tile.operated.get(hero.cell, ("", ""))[0]
        area = tile.areas.get("drill", 0) if machine == "drill" else 0
        if machine == "transporter" or any(area >> one.cell & 1 for one in self.others):
            found.add("do=operate")
        works = hero.cell != tile.spawn or all(one.space for one in self.s.heroes if one.home == hero.slot)
        if machine == "psychotherapy" or (works and (tile.heal[hero.cell] or tile.mind[hero.cell])):
            found.add("do=space")
        abilities = self.card.abilities
        if "sedative_syringe" in abilities and alive([one for one in self.others if self.room.grips(one)]):
            found.add("do=syringe")
        if "albatross_scout" in abilities and hero.me and self.unseen():
            found.add("do=scout")
        fishing = "healthy_fishing" in abilities and hero.me and hero.hp < hero.base_hp
        if fishing and self.near_cells(tile.water, lines=False):
            found.add("do=fish")
        return found

    def tools(self) -> set[str]:
        """CM-A18, CM-A19, CM-C13, CM-Q2."""
        hero, s, found = self.hero, self.s, set()
        shy = any(
            one.kind == MONSTER and s.kind_of(one).swim and self.room.sees(hero.cell, one.cell, over=False)
            for one in self.room.pieces
        )
        for thing in self.room.things:
            number = s.box.object_named[thing.id]
            if thing.tome and number not in s.tomes:
                found.add(f"read={thing.id}")
            opens = thing.key and self.near_cells(self.room.tile.chest, lines=True)
            if thing.chime or opens or (thing.glasses and self.unseen()) or (thing.seashell and shy):
                found.add(f"use={thing.id}")
            if self.rules.q_ready_weapon and thing.form and number != hero.ready:
                found.add(f"ready={thing.id}")
        if "spell_memorization" in self.card.abilities and hero.me and len(hero.memorised) < 5:
            lying = {spell for number in hero.objects for spell in s.tomes.get(number, ())}
            found |= {f"memorize={SPELLS[spell]}" for spell in lying - {*hero.innate, *hero.memorised}}
        return found

    def spells(self) -> set[str]:
        """CM-PG1..PG4, CM-P1..P15."""
        hero = self.hero
        if not hero.me:
            return set()
        known = {*hero.innate, *hero.memorised}
        known |= {spell for number in hero.objects for spell in self.s.tomes.get(number, ())}
        return {f"cast={SPELLS[spell]}" for spell in known if self.casts(SPELLS[spell])}

    def casts(self, spell: str) -> bool:
        """Whether a spell has a legal form."""
        hero, room, s = self.hero, self.room, self.s
        reached = [one for one in self.others if room.grips(one) or room.shoots(one.cell)]
        if spell in ("bind_enemy", "mental_suggestion"):
            return any(one.kind == MONSTER for one in reached)
        if spell in ("freezing_wrack", "grasp_of_cthulhu"):
            return bool(alive(reached))
        if spell == "steal_life":
            return bool(reached) or self.space_near or self.space_far
        if spell == "reach":
            lying = [place % CELLS for place in (*s.piles, *s.loose) if place // CELLS == hero.slot]
            lying += [one.cell for one in reached if one.objects]
            return any(room.sees(hero.cell, cell, over=False) for cell in lying)
        if spell == "parting_sands":
            return any(self.parts(way) for way in range(4))
        if spell == "sound_wave":
            return self.is_heard()
        if spell == "create_gate":
            return any(up and s.tile(slot).gates for slot, up in enumerate(s.up))
        if spell == "flesh_ward":
            return not hero.ward and not hero.warded
        if spell == "spectral_razor":
            return not hero.razored
        return spell in ("fly", "heal", "lucid_mind")

    def parts(self, way: int) -> bool:
        """CM-P10."""
        room, here = self.room, self.hero.cell
        if not (room.tile.solid[way] | room.tile.dotted[way]) >> here & 1:
            return False
        here = room.next_to(here, way)
        while here in room.walls:
            here = room.next_to(here, way)
        return here != NONE and here not in room.taken

    def is_heard(self) -> bool:
        """CM-P13."""
        slanting = self.rules.soundwave_directions == 8
        x, y = spot(self.hero.cell)
        for dx, dy in ((a, b) for a in (-1, 0, 1) for b in (-1, 0, 1) if a or b):
            if dx and dy and not slanting:
                continue
            for far in range(1, 6):
                cell = cell_of(x + far * dx, y + far * dy)
                if cell == NONE or not self.room.sees(self.hero.cell, cell, over=True):
                    break
                if cell in self.room.taken and self.room.ahead(cell):
                    return True
        return False

    def remedies(self) -> set[str]:
        """CM-I11."""
        found: set[str] = set()
        for fellow in self.s.heroes if self.rules.sanity else ():
            if not fellow.insane or fellow.slot != self.hero.slot or not self.room.touch(self.hero.cell, fellow.cell):
                continue
            bag = [self.s.box.objects[number] for number in fellow.objects]
            mine = [thing for thing in self.room.things if thing.sanity or thing.sanity_base]
            found |= {f"treat={thing.id} own {SEATS[fellow.id]}" for thing in mine}
            found |= {f"treat={thing.id} theirs {SEATS[fellow.id]}" for thing in bag if thing.sanity}
        return found


def alive(pieces: list[Piece]) -> list[Piece]:
    """CM-OG6, CM-PG4: without generators."""
    return [one for one in pieces if one.kind != GENERATOR]


# -- monsters ---------------------------------------------------------------------------------------------------------


def hunted(s: Mash, piece: Piece) -> list[Hero]:
    """CM-T5, CM-P1, CM-O22, CM-Q12: the characters that a piece may attack."""
    among = s.heroes if s.rules.q_monsters_attack_any else [s.hero]
    here = [hero for hero in among if hero.life == ALIVE and hero.slot == piece.slot]
    return [hero for hero in here if piece.held != hero.id and hero.shell != piece.id]


def monster_deeds(s: Mash, piece: Piece) -> set[str]:
    """CM-M3..M13, CM-Q6, CM-Q11: what a piece without objects may do with an action, but charging."""
    room, found = Room(s, piece), {"do=stop"}
    held = piece.held != NONE
    if piece.bond:
        moves_off = piece.tie != CUFFS and piece.host == NONE and s.rules.escape_moves == "all"
        moves_off = moves_off or (piece.tie in (ICON, NET) and piece.host == NONE)
        if room.frees() and not (held and moves_off):
            found.add("do=free")
        if piece.tie != CUFFS:
            return found
    if piece.kind == MONSTER:
        found |= _monster_moves(s, room, piece) if not held else set()
        heals = s.rules.q_monsters_heal and not piece.bond and piece.host == NONE and piece.cell != room.tile.spawn
        if heals and room.tile.heal[piece.cell] and piece.hp < s.kind_of(piece).health:
            found.add("do=heal")
    return found if piece.bond else found | _monster_attacks(s, room, piece)


def _monster_moves(s: Mash, room: Room, piece: Piece) -> set[str]:
    """CM-M4: past monsters and generators, not past characters, never into harm."""
    people = {one.cell for one in room.pieces if one.kind == HERO}

    def passes(cell: int) -> bool:
        return not room.troubles(cell) and (room.flies or cell not in people)

    ends = room.walks(s.kind_of(piece).move, passes, lambda cell: True)
    turns = s.rules.q_facing and piece.host == NONE and not piece.bond
    return {f"go={CELL_NAMES[cell]}" for cell in (*ends, *((piece.cell,) if turns else ()))}


def _monster_attacks(s: Mash, room: Room, piece: Piece) -> set[str]:
    """CM-M5, CM-M9, CM-M11, CM-M12, CM-Q11."""
    kind = s.kind_of(piece) if piece.kind == MONSTER else None
    dice = kind or s.nest_of(piece)
    cells = [hero.cell for hero in hunted(s, piece)]
    spaces = s.rules.q_monsters_attack_spawn and not s.friendly
    space = [room.tile.spawn for hero in s.heroes if spaces and hero.home == piece.slot and hero.space]
    found = set()
    if piece.host != NONE:
        drains = s.active == piece.host or s.rules.q_monsters_attack_any
        if drains and piece.held == NONE and s.rules.attach_drain == "vampire_action":
            found.add("do=drain")
    elif dice.melee and any(room.strikes(cell) for cell in cells + (space if kind is None or not kind.attach else [])):
        found.add("melee=unarmed")
    reach = kind.reach if kind else 0
    x, y = spot(piece.cell)
    for cell in cells + (space if kind is None or not kind.web else []):
        far = abs(spot(cell)[0] - x) + abs(spot(cell)[1] - y)
        if dice.ranged and room.shoots(cell) and (not reach or far <= reach):
            found.add("ranged=unarmed")
    return found


def charges(s: Mash, piece: Piece) -> set[str]:
    """CM-M10: every end of every way with a step before, the step into the target's cell, and a step out."""
    kind = s.kind_of(piece)
    if not kind.charge or piece.charged or piece.bond or piece.held != NONE:
        return set()
    room, found = Room(s, piece), set()
    people = {one.cell for one in room.pieces if one.kind == HERO}
    for hero in hunted(s, piece):
        costs = {(piece.cell, 0): 0}
        queue = [(0, piece.cell, 0)]
        while queue:
            spent, here, part = heapq.heappop(queue)
            for there in room.steps(here):
                total = spent + room.cost(there)
                if room.troubles(there) or (there in people and (there != hero.cell or part != 1)):
                    continue
                then = 2 if there == hero.cell else (1, 1, 3, 3)[part]
                if total <= kind.move and total < costs.get((there, then), total + 1):
                    costs[there, then] = total
                    heapq.heappush(queue, (total, there, then))
        ends = {cell for cell, part in costs if part == 3} - (room.taken - {piece.cell})
        found |= {f"charge={CELL_NAMES[cell]}" for cell in ends}
    return found
