"""The actions of a character (CM-A2): what is offered, how it is declared, how it is done."""

from __future__ import annotations

from miskatonic.games.mash import (
    board,
    carrying,
    effects,
    escape,
    harm,
    machines,
    moving,
    pushing,
    spells,
    uses,
    weapons,
)
from miskatonic.games.mash.chances import choose
from miskatonic.games.mash.figures import ARMED, enemies
from miskatonic.games.mash.grid import ADJACENT, BIT, CELLS
from miskatonic.games.mash.hazards import snared
from miskatonic.games.mash.pieces import ALIVE, FIRST_PIECE, GENERATOR, Hero, Piece
from miskatonic.games.mash.state import Mash
from miskatonic.games.mash.vocabulary import (
    CAST,
    COCK,
    END,
    FISH,
    FISTS,
    FREE,
    GATE,
    GO,
    JUMP,
    MELEE,
    MEMORIZE,
    OPERATE,
    PAY,
    PUSH,
    RANGED,
    RAZOR,
    READ,
    READY,
    SCOUT,
    SPACE_USE,
    STOP,
    SYRINGE,
    TREAT,
    TURN_IN,
    USE,
    jump_codes,
)
from miskatonic.games.mash.walking import Walk, walk_of
from miskatonic.games.mash.weapons import Deed
from miskatonic.kernel import Ask, Flow


def options(s: Mash, hero: Hero) -> list[int]:
    """CM-A2, CM-B15, CM-M9: every action but MOVE that has a legal form."""
    if hero.bond:
        return [FREE] if escape.possible(s, hero) else []
    if s.clinging and s.rules.attach_restricts and (riders := s.riders(hero)):
        return _shaking_off(s, hero, [rider.id for rider in riders])
    slot, cell = hero.slot, hero.cell
    tile, card = s.box.tiles[s.tiles[slot]], s.box.characters[hero.type]
    occupied = s.occ[slot]
    beside = weapons.beside(s, hero) if s.clinging or tile.touch[cell] & occupied else []
    codes = [*jump_codes(tile.leaps[card.jump][cell] & ~occupied)]
    if hero.qualities & ARMED or hero.razor or s.clinging or not s.rules.plain_fists:
        codes += _armed(s, hero)
    elif beside or (tile.threshold & BIT[cell] and enemy_space(s, hero)):
        codes.append(MELEE + FISTS)
    if beside and pushing.possible(s, beside):
        codes.append(PUSH)
    if tile.served & BIT[cell]:
        if cell in tile.operated and machines.operable(s, hero):
            codes.append(OPERATE)
        if tile.rests & BIT[cell] and machines.refreshing(s, hero):
            codes.append(SPACE_USE)
    if card.talented:
        codes += _abilities(s, hero, card.abilities, beside)
    if hero.me and (hero.innate or hero.memorised or s.tomes):
        codes += [CAST + spell for spell in spells.castable(s, hero)]
    if hero.objects:
        codes += _with_objects(s, hero)
    if s.rules.sanity:
        codes += treatments(s, hero)
    return codes


def _shaking_off(s: Mash, hero: Hero, riders: list[int]) -> list[int]:
    """CM-M9: with something attached: MELEE and PUSH against it."""
    codes = [MELEE + FISTS, *(code for code in weapons.options(s, hero, riders) if code < RANGED)]
    if hero.razor:
        codes.append(MELEE + RAZOR)
    if any(pushing.movable(s, s.pieces[who]) for who in riders):
        codes.append(PUSH)
    return codes


def _armed(s: Mash, hero: Hero) -> list[int]:
    """CM-A10, CM-A11: unarmed, with weapons, with the razor."""
    codes: list[int] = []
    targets = weapons.everybody(s, hero)
    if targets:
        if weapons.near(s, hero, targets):
            codes += [MELEE + FISTS, MELEE + RAZOR] if hero.razor else [MELEE + FISTS]
        if hero.razor and weapons.some_far(s, hero, targets):
            codes.append(RANGED + RAZOR)
    return codes + weapons.options(s, hero, targets) if hero.objects else codes


def enemy_space(s: Mash, hero: Hero) -> bool:
    """CM-A23: whether the spawn space on this tile may be attacked."""
    return any(other.home == hero.slot and other.space and enemies(s, hero, other) for other in s.heroes)


def _abilities(s: Mash, hero: Hero, abilities: tuple[str, ...], beside: list[Piece]) -> list[int]:
    """CM-A22, CM-C6, CM-C7, CM-C11, CM-C14: abilities, as far as the mentality lasts."""
    codes = []
    if beside and "sedative_syringe" in abilities and syringe_targets(s, hero, beside):
        codes.append(SYRINGE)
    if hero.me:
        if "albatross_scout" in abilities and board.scouted(s, hero.slot):
            codes.append(SCOUT)
        if "healthy_fishing" in abilities and hero.hp < hero.base_hp and by_the_water(s, hero):
            codes.append(FISH)
        if "spell_memorization" in abilities and s.tomes:
            codes += [MEMORIZE + spell for spell in spells.memorable(s, hero)]
    return codes


def _with_objects(s: Mash, hero: Hero) -> list[int]:
    """CM-A18, CM-A19, CM-Q2: what carried objects allow."""
    codes = [READ + number for number in spells.readable(s, hero)]
    codes += [USE + number for number in uses.tools(s, hero)]
    if s.rules.q_ready_weapon:
        carried = dict.fromkeys(hero.objects)
        codes += [READY + number for number in carried if s.box.objects[number].form and number != hero.ready]
    return codes


def free_moves(s: Mash, hero: Hero, moving_now: bool) -> list[int]:
    """CM-A24, CM-I9: dropping, green objects, the Cock Fighter (not inside a MOVE), TURN_IN; none for the insane."""
    if hero.insane:
        return []
    codes = carrying.free_options(s, hero)
    if hero.kept and harm.may_turn_in(s, hero):
        codes.append(TURN_IN)
    if not moving_now and hero.objects and uses.has_cock(s, hero) and weapons.at_hand(s, hero):
        codes.append(COCK)
    return codes


def syringe_targets(s: Mash, hero: Hero, beside: list[Piece]) -> list[int]:
    """CM-C11, CM-A9: monsters and characters among those in reach, friends only by `friendly_fire`."""
    able = [piece.id for piece in beside if piece.kind != GENERATOR]
    if s.rules.friendly_fire:
        return able
    return [who for who in able if who >= FIRST_PIECE or enemies(s, hero, s.heroes[who])]


def by_the_water(s: Mash, hero: Hero) -> bool:
    """CM-C7: on a water cell or next to one; lines do not matter."""
    return bool((ADJACENT[hero.cell] | BIT[hero.cell]) & s.tile(hero.slot).water)


def treatments(s: Mash, hero: Hero) -> list[int]:
    """CM-I11: every remedy for every insane fellow next to this character."""
    touch = s.tile(hero.slot).touch[hero.cell]
    codes = []
    for fellow in s.heroes:
        if not fellow.insane or fellow.slot != hero.slot or fellow.life != ALIVE or not touch & BIT[fellow.cell]:
            continue
        for theirs, owner in enumerate((hero, fellow)):
            for number in sorted(set(owner.objects)):
                thing = s.box.objects[number]
                if thing.sanity or (thing.sanity_base and not theirs):
                    codes.append(TREAT + (number * 2 + theirs) * 4 + fellow.id)
    return codes


# -- declaring --------------------------------------------------------------------------------------------------------


def declare(s: Mash, hero: Hero, code: int) -> Flow[Deed]:
    """CM-R1, CM-D5: the action with everything that must be said before the dice; a MOVE is said bit by bit."""
    if MELEE <= code < CAST:
        targets = weapons.at_hand(s, hero) if code < RANGED else weapons.everybody(s, hero)
        riders = [rider.id for rider in s.riders(hero)]
        if riders and s.rules.attach_restricts:
            targets = riders
        return (yield from weapons.declare(s, hero, code, targets, hero.id))
    if CAST <= code < MEMORIZE:
        return (yield from spells.declare(s, hero, code))
    if code == PUSH:
        able = pushing.targets(s, hero)
        if s.rules.attach_restricts and s.riders(hero):
            able = [who for who in able if s.piece(who).host == hero.id]
        return code, (yield from weapons.pick(s, able, hero.id))
    if code == SYRINGE:
        return code, (yield from weapons.pick(s, syringe_targets(s, hero, weapons.beside(s, hero)), hero.id))
    if code == COCK:
        return code, (yield from weapons.pick(s, weapons.at_hand(s, hero), hero.id))
    if code == OPERATE and machines.machine(s, hero) != "transporter":
        return code, (yield from weapons.pick(s, machines.drill_targets(s, hero), hero.id))
    if code == SCOUT:
        return code, (yield from uses.which_slot(s, hero, hero.id))
    if code == FISH:
        most = min(hero.me, hero.base_hp - hero.hp)
        return code, (yield from choose(hero.id, "fish", tuple(PAY + k for k in range(1, most + 1)))) - PAY
    if USE <= code < READ:
        return (yield from uses.declare(s, hero, code, hero.id))
    return (code,)


# -- doing ------------------------------------------------------------------------------------------------------------


def execute(s: Mash, deed: Deed) -> Flow[bool | None]:
    """CM-A1: an action as declared, other than a MOVE; the Cock Fighter's costs nothing."""
    hero = s.heroes[s.active]
    code = deed[0]
    if code == COCK:
        return uses.cock_fight(s, hero, deed[1])
    return _paid(s, hero, code, deed)


def _paid(s: Mash, hero: Hero, code: int, deed: Deed) -> Flow[None]:
    """CM-A1: any other action costs one from the pool, whatever comes of it."""
    s.pool -= 1
    if MELEE <= code < CAST:
        yield from weapons.attack(s, hero, deed, hero.id)
    elif CAST <= code < MEMORIZE:
        yield from spells.cast(s, hero, deed)
    elif JUMP <= code < JUMP + CELLS:
        yield from moving.jump(s, hero, code - JUMP)
    elif READ <= code < MELEE:
        yield from spells.read(s, hero, code - READ)
    elif MEMORIZE <= code < READY:
        spells.memorize(s, hero, code - MEMORIZE)
    elif READY <= code < TREAT:
        hero.ready = code - READY
        s.tell("readied", hero.id, hero.ready)
    elif TREAT <= code < TREAT + 640:
        yield from uses.treat(s, hero, code - TREAT)
    elif USE <= code < READ:
        yield from uses.use_object(s, hero, code - USE, deed, hero.id)
    else:
        yield from _plain(s, hero, code, deed)


def _plain(s: Mash, hero: Hero, code: int, deed: Deed) -> Flow[None]:
    """The actions that are called by a single word."""
    if code == PUSH:
        yield from pushing.push(s, hero, deed[1])
    elif code == OPERATE:
        if len(deed) > 1:
            yield from machines.drill(s, hero, deed[1])
        else:
            yield from machines.transporter(s, hero)
    elif code == SPACE_USE:
        yield from machines.use_space(s, hero)
    elif code == FREE:
        yield from escape.attempt(s, hero, hero.id)
    elif code == SYRINGE:
        yield from uses.syringe(s, hero, deed[1])
    elif code == SCOUT:
        hero.me -= 1
        yield from board.reveal_from_afar(s, hero, deed[1], hero.id)
    elif code == FISH:
        hero.me -= deed[1]
        hero.hp += deed[1]
        s.tell("fished", hero.id, deed[1])


def move(way: Walk | None, s: Mash, deed: Deed) -> Flow[bool]:
    """CM-A3, CM-R12: a whole MOVE. Another action may be announced from within it; then the MOVE ends.

    The action is paid for with the first movement point; without one (if others refused) it was not taken. Whoever goes
    insane on the way may finish it, and has no other action any more (CM-I9).
    """
    assert way is not None, "a MOVE was offered"
    hero, code = s.heroes[s.active], deed[0]
    s.mp = hero.move
    paid = False
    refused = moving.NOBODY
    free: list[int] = []
    while True:
        before = s.mp
        if GO <= code < GATE:
            cell = code - GO
            if s.stands[hero.slot] & BIT[cell] and not hero.flying:
                refused = yield from moving.pass_by(s, hero, way, cell, refused)
            else:
                moving.walk(s, hero, way, cell)
                if effects.eventful(s, hero):
                    yield from effects.come_onto(s, hero, effects.MOVED)
        elif code in free:
            yield from free_move(s, hero, code)
        else:
            yield from moving.spend(s, hero, code)
        if not paid and s.mp < before:
            paid = True
            if s.pool:
                s.pool -= 1
        if s.mp < 1 or hero.life != ALIVE or (hero.bond and snared(hero)):
            # nothing left, dead, or caught (CM-B16)
            break
        way = walk_of(s, hero, s.mp)
        codes = moving.options(s, hero, way, s.mp, refused)
        if not codes:
            break
        others = options(s, hero) if s.pool and not hero.insane else []
        free = free_moves(s, hero, True) if hero.objects or hero.kept else []
        code = yield Ask(hero.id, "move", tuple(sorted([END, STOP, *codes, *others, *free])))
        if code == STOP:
            break
        if code == END or code in others:
            s.wish = code
            break
    s.mp = 0
    return paid


def free_move(s: Mash, hero: Hero, code: int) -> Flow[None]:
    """CM-A24: something that costs no action."""
    if code == TURN_IN:
        yield from harm.turn_in(s, hero)
    else:
        yield from carrying.free_move(s, hero, code)


def is_free(s: Mash, code: int) -> bool:
    """Whether an answer is a free move that nothing can undo (the Cock Fighter's attack is an action of its own)."""
    return code == TURN_IN or carrying.is_free(s, code)
