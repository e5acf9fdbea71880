"""Machines, refreshment and gates made by magic (CM-A16, CM-A17, CM-B18, CM-P2)."""

from __future__ import annotations

from miskatonic.games.mash import attack, board, effects, harm, weapons
from miskatonic.games.mash.chances import choose, die
from miskatonic.games.mash.figures import calm, heal
from miskatonic.games.mash.grid import CELLS, EDGE_OF, GATE_CELLS
from miskatonic.games.mash.pieces import Hero
from miskatonic.games.mash.sanity import mind
from miskatonic.games.mash.state import Mash
from miskatonic.games.mash.strikes import Strike
from miskatonic.games.mash.tiles import EVERYTHING
from miskatonic.games.mash.vocabulary import ARRIVE, BEYOND, GATE_CELL, GATE_NUMBER
from miskatonic.kernel import Flow


def machine(s: Mash, hero: Hero) -> str:
    """The machine that can be operated from a character's cell."""
    return s.tile(hero.slot).operated.get(hero.cell, ("", ""))[0]


def drill_targets(s: Mash, hero: Hero) -> list[int]:
    """CM-A16, CM-A9: every piece in the green area that may be declared as a target; no sight is needed."""
    area = s.tile(hero.slot).areas.get(machine(s, hero), 0)
    return [who for who in weapons.everybody(s, hero, area) if who >= 0]


def operable(s: Mash, hero: Hero) -> bool:
    """Whether OPERATE has a legal form here."""
    name = machine(s, hero)
    return name == "transporter" or (bool(name) and name != "psychotherapy" and bool(drill_targets(s, hero)))


def drill(s: Mash, hero: Hero, who: int) -> Flow[None]:
    """CM-A16: the operate die against defense, 2 damage; neither melee nor ranged (CM-R11)."""
    st = Strike(hero, hero.id, False, s.card(hero).operate, 0, 2)
    st.label = "operate"
    st.shot = st.reflectable = st.armour = st.bound_helps = False
    yield from attack.strike(s, st, [who])


def transporter(s: Mash, hero: Hero) -> Flow[None]:
    """CM-A16, CM-A12: the operate die against its number; then to any gate cell of any revealed tile.

    A natural 1 always fails, the natural maximum never does.
    """
    number, sides = s.tile(hero.slot).operated[hero.cell][1], s.card(hero).operate
    natural = yield die("operate", sides)
    if natural == 1 or natural < min(sides, int(number) if number.isdigit() else 3):
        s.tell("idle_machine", hero.id)
        return
    yield from travel(s, hero)


def travel(s: Mash, hero: Hero, beyond: bool = False) -> Flow[None]:
    """CM-D15, CM-P2: to a gate cell of choice, with swap and entry (CM-B6)."""
    if beyond:
        code = (yield from choose(hero.id, "beyond", beyond_gates(s))) - BEYOND
        slot, cell = divmod(code, CELLS)
    else:
        code = (yield from choose(hero.id, "arrive", gate_cells(s))) - ARRIVE
        slot, cell = code // len(GATE_CELL), GATE_CELL[code % len(GATE_CELL)]
    s.tell("passed", hero.id, slot, cell, s.tiles[slot])
    yield from board.arrive(s, hero, slot, cell, hero.id, effects.MOVED)


def gate_cells(s: Mash) -> tuple[int, ...]:
    """Every gate cell of every revealed tile."""
    return tuple(
        sorted(
            ARRIVE + slot * len(GATE_CELL) + GATE_NUMBER[cell]
            for slot in range(len(s.up))
            if s.up[slot]
            for edge in s.tile(slot).gates
            for cell in GATE_CELLS[edge]
        )
    )


def any_gate(s: Mash) -> bool:
    """Whether any revealed tile has a gate."""
    return any(up and s.tile(slot).gates for slot, up in enumerate(s.up))


def beyond_gates(s: Mash) -> tuple[int, ...]:
    """CM-P2 with `create_gate_target` = `beyond`: the cells that face a connected gate cell."""
    found = set()
    for slot in range(len(s.up)):
        if s.up[slot]:
            for cell in EDGE_OF:
                way = board.passage(s, slot, cell)
                if way is not None and way.kind == board.OPEN:
                    found.add(BEYOND + way.slot * CELLS + way.cell)
    return tuple(sorted(found))


# -- refreshment ------------------------------------------------------------------------------------------------------


def refreshing(s: Mash, hero: Hero) -> bool:
    """CM-A17: a heal or mind cell, an undestroyed spawn space, or the psychotherapy machine."""
    tile = s.tile(hero.slot)
    if machine(s, hero) == "psychotherapy":
        return True
    if hero.cell == tile.spawn and not space_works(s, hero.slot):
        return False
    return bool(tile.heal[hero.cell] or tile.mind[hero.cell])


def space_works(s: Mash, slot: int) -> bool:
    """CM-K10: a spawn space works until it is destroyed; those without an owner cannot be."""
    return all(owner.space for owner in s.heroes if owner.home == slot)


def use_space(s: Mash, hero: Hero) -> Flow[None]:
    """CM-B18, CM-A17, CM-Q10: the cell gives what its icon shows; the machine gives or hurts."""
    if machine(s, hero) == "psychotherapy":
        yield from psychotherapy(s, hero)
        return
    tile = s.tile(hero.slot)
    health, mentality = tile.heal[hero.cell], tile.mind[hero.cell]
    if hero.cell == tile.spawn and s.rules.q_spawn_restores_both:
        health = mentality = EVERYTHING
    heal(s, hero, health)
    calm(s, hero, mentality)
    s.tell("refreshed", hero.id, hero.hp, hero.me)


def psychotherapy(s: Mash, hero: Hero) -> Flow[None]:
    """CM-A17, CM-I7: d6; low rolls hurt, others give a point of mentality (and of sanity, until it has hurt)."""
    if (yield die("psychotherapy", 6)) <= s.rules.psych_machine_hurt_max:
        hero.refused = True
        yield from harm.wound(s, hero, 1, harm.HAZARD)
        return
    calm(s, hero, 1, 0 if hero.refused else 1)
    mind(s, hero)
    s.tell("refreshed", hero.id, hero.hp, hero.me)
