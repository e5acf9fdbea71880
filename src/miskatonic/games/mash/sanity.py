"""The sanity variant (CM-I): shocks, checks, and what the insane do."""

from __future__ import annotations

from typing import Final

from miskatonic.games.mash import attack, board, carrying, effects, harm
from miskatonic.games.mash.box import Loss, read_loss_text
from miskatonic.games.mash.chances import die, lot, one_of
from miskatonic.games.mash.grid import BIT, NEXT, NONE
from miskatonic.games.mash.pieces import ALIVE, Hero
from miskatonic.games.mash.placing import relocate
from miskatonic.games.mash.sight import melee_range
from miskatonic.games.mash.state import ACTIONS, BEGIN, Mash
from miskatonic.games.mash.strikes import Strike
from miskatonic.kernel import Flow

SHOCK: Final = 5
"""CM-I8: a check that costs so much may shake the mind."""
TOME: Final[Loss] = (1, 3, 1, 6)
TISSUE: Final[Loss] = (1, 3, 1, 10)
FRIEND: Final[Loss] = (0, 0, 1, 6)
ONE: Final[Loss] = (1, 0, 1, 0)
ACTS: Final[dict[str, tuple[Loss, bool]]] = {
    "friend": (FRIEND, True),
    "shell": (ONE, False),
    "knife": (ONE, False),
    "spell": (ONE, False),
    "gate": (ONE, False),
    "tissue": (TISSUE, True),
    "tome": (TOME, True),
}
"""CM-I6: what an act costs, and whether there is a check; in the order in which they are settled."""
_ORDER: Final = tuple(ACTS)


# -- checking ---------------------------------------------------------------------------------------------------------


def settle(s: Mash) -> Flow[None]:
    """CM-I4, CM-R10: resolve what was collected, characters in turn order from the active one."""
    seats = len(s.heroes)
    while s.pending:
        first = min(s.pending, key=lambda shock: ((shock[0] - s.active) % seats, shock[1], _rank(*shock)))
        at = s.pending.index(first)
        s.pending = s.pending[:at] + s.pending[at + 1 :]
        seat, group, key, number = first
        hero = s.heroes[seat]
        if hero.life != ALIVE:
            continue
        loss, checked = loss_of(s, group, key, number)
        yield from shock(s, hero, loss, checked)


def _rank(seat: int, group: int, key: str, number: int) -> int:
    """CM-I4: the place of a shock in its table; tiles come in the order in which they were met."""
    return _ORDER.index(key.split()[0]) if group == 0 else 0 if group == 1 else number


def loss_of(s: Mash, group: int, key: str, number: int) -> tuple[Loss, bool]:
    """What a shock costs, and whether there is a check."""
    if group == 1:
        return read_loss_text(s.box.tiles[number].sanity.split()[-1]), True
    if group == 2:
        return s.box.monsters[number].sanity or ONE, True
    if group == 3:
        return s.box.generators[number].sanity or ONE, True
    return ACTS[key.split()[0]]


def shock(s: Mash, hero: Hero, loss: Loss, checked: bool) -> Flow[None]:
    """CM-I2, CM-I8: the check against base sanity, the loss, and perhaps a shaken mind."""
    passed = not checked or (yield from hundred()) <= hero.base_sp
    lost = yield from small_dice(*(loss[:2] if passed else loss[2:]))
    hero.sp = max(0, hero.sp - lost)
    s.tell("sanity", hero.id, lost, hero.sp)
    mind(s, hero)
    if checked and lost >= SHOCK and not hero.insane and (yield from hundred("idea")) <= s.card(hero).idea:
        yield from shaken(s, hero)


def hundred(label: str = "sanity") -> Flow[int]:
    """CM-I2: two ten-sided dice, tens then ones; 00 is 100."""
    tens = yield die(f"{label} tens", 10)
    ones = yield die(f"{label} ones", 10)
    return tens % 10 * 10 + ones % 10 or 100


def small_dice(number: int, sides: int) -> Flow[int]:
    """CM-I3: dice of every size, from those in the box."""
    if not sides:
        return number
    total = 0
    for _ in range(number):
        if sides == 2:
            total += ((yield die("loss", 6)) + 2) // 3
        elif sides in (3, 4):
            total += ((yield die("loss", 2 * sides)) + 1) // 2
        else:
            total += yield die("loss", sides)
    return total


def shaken(s: Mash, hero: Hero) -> Flow[None]:
    """CM-I8: temporary insanity: a lost turn, and perhaps a dropped object."""
    roll = yield die("insanity", 6)
    s.tell("shaken", hero.id)
    if s.active == hero.id and s.phase in (BEGIN, ACTIONS):
        s.pool = 0
    else:
        hero.lost = True
    if roll >= 4 and hero.objects and hero.slot != NONE:
        counts = [hero.objects.count(thing) for thing in range(len(s.box.objects))]
        at = yield lot("dropped", counts, s.box.object_ids)
        yield from carrying.drop_freely(s, hero, at)


def mind(s: Mash, hero: Hero) -> None:
    """CM-I9, CM-I11, CM-I12: insane at half of base or below, cured above it, lost for ever at 0."""
    if not s.rules.sanity or hero.insane == 2:
        return
    before = hero.insane
    hero.insane = 2 if hero.sp == 0 else int(2 * hero.sp <= hero.base_sp)
    if hero.insane != before:
        s.tell("insane" if hero.insane else "cured", hero.id)


# -- the insane -------------------------------------------------------------------------------------------------------


def insane_act(s: Mash, hero: Hero) -> Flow[None]:
    """CM-I9, CM-I10: one action of the insane: stay, wander, or strike at somebody."""
    roll = yield die("madness", 6)
    if roll == 1 or hero.bond:
        s.tell("stays", hero.id)
    elif roll == 6:
        yield from lash_out(s, hero)
    else:
        direction = (0, 2, 1, 3)[roll - 2]
        cells = yield die("wander", 6)
        s.tell("wanders", hero.id, direction, cells)
        yield from wander(s, hero, direction, cells)


def lash_out(s: Mash, hero: Hero) -> Flow[None]:
    """CM-I10, CM-Q1: the base melee die against a random neighbour (not one behind), friend or foe."""
    reach = melee_range(s, hero)
    near = [
        piece.id
        for piece in s.on_tile(hero.slot)
        if piece.id != hero.id and (BIT[piece.cell] & reach or piece.host == hero.id)
    ]
    if not near:
        s.tell("stays", hero.id)
        return
    target = near[0] if len(near) == 1 else (yield one_of("victim", sorted(near)))
    yield from attack.strike(s, Strike(hero, hero.id, True, s.card(hero).melee, 0, 1), [target])


def wander(s: Mash, hero: Hero, direction: int, cells: int) -> Flow[None]:
    """CM-I10: straight on in a board direction, through hazards and gates, up to lines, walls and pieces."""
    for _ in range(cells):
        slot, cell = hero.slot, hero.cell
        own = (direction - s.turns[slot]) % 4
        tile = s.tile(slot)
        there = NEXT[cell][own]
        if there == NONE:
            way = board.passage(s, slot, cell)
            if way is not None and way.kind != board.DEAD_END and way.direction == direction:
                yield from board.go_through(s, hero, way, hero.id, effects.MOVED)
                yield from at_the_machine(s, hero)
            return
        if tile.ruled(cell, own) or not tile.floor & BIT[there] or s.occ[slot] & BIT[there]:
            return
        if s.rules.q_facing:
            hero.face = direction
        relocate(s, hero, slot, there)
        yield from effects.come_onto(s, hero, effects.MOVED)
        if hero.slot != slot or hero.cell != there or hero.bond:
            return
        if (yield from at_the_machine(s, hero)):
            return


def at_the_machine(s: Mash, hero: Hero) -> Flow[bool]:
    """CM-I11: whoever wanders onto the psychotherapy machine stops there; whether it was so."""
    if hero.life != ALIVE or s.tile(hero.slot).operated.get(hero.cell, ("", ""))[0] != "psychotherapy":
        return False
    yield from machine_cure(s, hero)
    return True


def machine_cure(s: Mash, hero: Hero) -> Flow[None]:
    """CM-I11: the machine may cure, or hurt."""
    if (yield die("psychotherapy", 6)) <= s.rules.psych_machine_hurt_max:
        hero.refused = True
        yield from harm.wound(s, hero, 1, harm.HAZARD)
    elif not hero.refused and hero.insane == 1:
        hero.sp = max(hero.sp, hero.base_sp // 2 + 1)
        mind(s, hero)
