"""One attack from the roll to the last reward (CM-A9, CM-A12, CM-A13, CM-R1..R6)."""

from __future__ import annotations

from typing import Final

from miskatonic.games.mash import harm, outcome, shocks
from miskatonic.games.mash.box import SPELLS
from miskatonic.games.mash.chances import choose, die
from miskatonic.games.mash.figures import ABSORBS, PARRY_ROLL, defense, has, spells_of
from miskatonic.games.mash.grid import BETWEEN, NONE
from miskatonic.games.mash.pieces import ALIVE, HERO, SPACE_DEFENSE, Hero, Piece
from miskatonic.games.mash.sight import behind_of
from miskatonic.games.mash.state import Mash
from miskatonic.games.mash.strikes import HURT, LIFE, Strike
from miskatonic.games.mash.vocabulary import NO, YES
from miskatonic.kernel import Flow

REFLECTION: Final = SPELLS.index("reflection")


def space_of(seat: int) -> int:
    """A spawn space as a target (CM-A23)."""
    return -seat - 1


def touch(s: Mash, ids: list[int]) -> None:
    """CM-R7, CM-R8: note whom an action is directed at; by CM-Q8 also a monster that carries something."""
    for who in ids:
        if 0 <= who < len(s.heroes):
            if who not in s.touched:
                s.touched = (*s.touched, who)
        elif s.rules.q_monsters_use_objects and who >= 0 and s.pieces[who].objects and who not in s.touched:
            s.touched = (*s.touched, who)


def auto_hit(s: Mash, st: Strike, who: int) -> bool:
    """CM-B15: a melee attack hits a bound piece without a roll."""
    return st.melee and who >= 0 and s.piece(who).bond > 0


def target_defense(s: Mash, st: Strike, who: int) -> int:
    """CM-R4, CM-Q5: the number an attack must reach."""
    if who < 0:
        needed, cell = SPACE_DEFENSE, s.tile(s.heroes[-who - 1].home).spawn
    else:
        target = s.piece(who)
        needed, cell = defense(s, target), target.cell
    if s.rules.q_terrain_heights and st.shot:
        needed += hindered(s, st.attacker, cell)
    return needed


def total(s: Mash, st: Strike, who: int, natural: int) -> int:
    """CM-A12, CM-Q1: what an attack comes to against a target: 1 more from behind."""
    behind = s.rules.q_facing and not st.within and who >= 0 and behind_of(s, s.piece(who), st.attacker.cell)
    return natural + st.bonus + int(behind)


def hindered(s: Mash, shooter: Piece, cell: int) -> int:
    """CM-Q5: 1 if the line runs through a hindering cell."""
    return int(bool(BETWEEN[shooter.cell][cell] & s.tile(shooter.slot).heights["hindrance"]))


def is_hit(s: Mash, st: Strike, who: int, natural: int) -> bool:
    """CM-A12, CM-R4: natural 1 misses, natural maximum hits, otherwise the total counts."""
    if auto_hit(s, st, who):
        return True
    if natural == 1:
        return False
    if natural == st.sides or (st.bound_helps and who >= 0 and s.piece(who).bond):
        return True
    return total(s, st, who, natural) >= target_defense(s, st, who)


def strike(s: Mash, st: Strike, targets: list[int]) -> Flow[None]:
    """CM-R2, CM-R3: one roll for all, then every target hit, one after the other."""
    touch(s, targets)
    outcome.break_hold(s, st, targets)
    natural = 0
    if not all(auto_hit(s, st.against(who), who) for who in targets):
        natural = yield die(st.label, st.sides)
    hits = [who for who in targets if is_hit(s, st.against(who), who, natural)]
    if st.named and targets[0] not in hits:
        hits = []
    if s.news is not None:
        for who in targets:
            s.tell("hit" if who in hits else "missed", st.attacker.ref, s.ref(who), natural)
    yield from resolve(s, st, hits, natural)


def resolve(s: Mash, st: Strike, hits: list[int], natural: int) -> Flow[None]:
    """CM-R5: every target hit, in list order, each completely before the next; reflected shots come last."""
    reflectors: list[int] = []
    for who in hits:
        if who < 0:
            damage_space(s, st, -who - 1)
            continue
        target = s.piece(who) if who < len(s.heroes) or who in s.pieces else None
        if target is None or target.slot == NONE:
            continue
        blow = st.against(who)
        if isinstance(target, Hero):
            if (yield from parry(s, blow, target, natural)):
                continue
            if (yield from reflect(s, blow, target)):
                reflectors.append(who)
                continue
        yield from suffer(s, blow, target)
    for seat in reflectors:
        yield from strike_back(s, st, natural, seat)


def parry(s: Mash, st: Strike, target: Hero, natural: int) -> Flow[bool]:
    """CM-R5 a, CM-C5: the Mariner parries melee hits, and tentacles."""
    if not st.parried or target.bond or not has(s, target, "swashbuckler"):
        return False
    roll = (yield die("parry", 10)) + target.extra[PARRY_ROLL]
    needed = natural if s.rules.parry_against == "natural" else total(s, st, target.id, natural)
    s.tell("parried" if roll >= needed else "not_parried", target.id)
    return roll >= needed


def may_cast_instant(s: Mash, hero: Hero, spell: int) -> bool:
    """CM-PG1, CM-B15: whether Reflection or Temporal Dust can be cast at this moment."""
    if hero.me < 1 or hero.insane or (hero.bond and not s.rules.instants_while_bound):
        return False
    return spell in spells_of(s, hero)


def reflect(s: Mash, st: Strike, target: Hero) -> Flow[bool]:
    """CM-R5 b, CM-P12: a ranged attack is thrown back."""
    if not st.reflectable or target.id == st.attacker.id or not may_cast_instant(s, target, REFLECTION):
        return False
    if (yield from choose(target.id, "reflection", (NO, YES))) == NO:
        return False
    target.me -= 1
    shocks.act(s, target.id, "spell")
    s.tell("reflected", target.ref)
    return True


def strike_back(s: Mash, st: Strike, natural: int, seat: int) -> Flow[None]:
    """CM-R5 b: the attacker is compared with the same roll, from armour on; the cause is whoever reflected."""
    attacker = st.attacker
    if attacker.slot == NONE or (attacker.kind == HERO and s.heroes[attacker.id].life != ALIVE):
        return
    touch(s, [attacker.id])
    if natural == st.sides or total(s, st, seat, natural) >= defense(s, attacker) or attacker.bond:
        back = Strike(attacker, seat, st.melee, st.sides, st.bonus, st.damage)
        back.effect, back.number, back.tie = st.effect, st.number, st.tie
        s.tell("hit", attacker.ref, attacker.ref, natural)
        yield from suffer(s, back, attacker)
        st.hits += back.hits


def suffer(s: Mash, st: Strike, target: Piece) -> Flow[None]:
    """CM-R5 c..g: armour, ward, Stamina, damage and effect, death and rewards."""
    who = target.id
    st.hits.append(who)
    damage = st.damage
    if damage and st.armour and (yield from absorbed(s, target)):
        damage = 0
    if damage:
        thief = st.attacker if st.effect == LIFE else None
        yield from harm.wound(s, target, damage, st.by, st.stamina, thief)
    elif st.effect == HURT:
        return
    outcome.take_effect(s, st, target)


def absorbed(s: Mash, target: Piece) -> Flow[bool]:
    """CM-R5 c, CM-O46: Living Armor takes all damage of a hit on a 6."""
    worn = isinstance(target, Hero) and target.qualities & ABSORBS
    if not worn and not any(s.box.objects[thing].absorbs for thing in target.objects):
        return False
    saved = (yield die("armour", 6)) == 6
    if saved:
        s.tell("absorbed", target.ref)
    return saved


def damage_space(s: Mash, st: Strike, seat: int) -> None:
    """CM-A23, CM-K10: a spawn space loses health, and is destroyed at 0."""
    owner = s.heroes[seat]
    if not st.damage or not owner.space:
        return
    owner.space = max(0, owner.space - st.damage)
    s.tell("space", seat, owner.space)
    if not owner.space and s.destroyer == NONE and st.by >= 0:
        s.destroyer = st.by


def pieces_at(s: Mash, slot: int, mask: int) -> list[int]:
    """CM-R2: the ids of all pieces on some cells in reading order, a host before its vampires."""
    return [piece.id for piece in s.on_tile(slot, mask)]
