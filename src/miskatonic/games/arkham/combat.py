"""Combat: one round against cultists or a monster (DA-C)."""

from __future__ import annotations

from typing import Final

from miskatonic.games.arkham.asks import (
    ENEMY,
    FIGHT1,
    FIGHT_AGAIN,
    FIGHT_REROLL,
    FLEE,
    FREE_DICE,
    HARM,
    LOCKED_UNIT,
    PICKED,
    STANCE,
    STRENGTH,
    TWO_NUMBERS,
    spend,
)
from miskatonic.games.arkham.markers import advance_clock, lose_health, lose_sanity
from miskatonic.games.arkham.state import CULTISTS, MONSTER, Investigator
from miskatonic.kernel import Ask, Flow
from miskatonic.kernel.hands import MANY, faces
from miskatonic.kernel.kept import Kept


def combat(s: Investigator, cultists: int, monsters: int) -> Flow[None]:
    """DA-M5, DA-C1, DA-C2: one round (DA-C14). With a monster the cultists only make it stronger.

    DA-C3: fight or flee. DA-C7, DA-C8: a first roll free of risk, then up to two rerolls. DA-C11: the enemy rolls once,
    and a tie is won. Where only one answer is possible it is not asked for (DA-G7).
    """
    s.cultists = cultists
    if monsters:
        s.foe = MONSTER
        s.strength = half(cultists) + HIGHEST[(yield STRENGTH[monsters])]
    else:
        s.foe = CULTISTS
        s.strength = cultists
    if s.news is not None:
        s.tell("monster" if monsters else "cultists", s.strength)

    if s.rules.must_buy_dice and not can_buy_dice(s):
        s.tell("must_flee")
        stance = FLEE
    else:
        stance = yield STANCE
    if stance == FLEE:
        advance_clock(s, 1)
        hurt, less = True, 1
    else:
        number = 0
        if can_buy_dice(s):
            ask = spend(s.foe == MONSTER, s.fight, s.magic, not s.rules.must_buy_dice)
            if len(ask.options) == 1:
                s.tell("spend", *TWO_NUMBERS[ask.options[0]])
                number = buy_dice(s, ask.options[0])
            else:
                number = buy_dice(s, (yield ask))
        else:
            s.tell("no_dice")
        if number:
            s.combat = yield FIGHT1[number]
            s.fight_roll = 1
            for roll in FIGHT_AGAIN:
                ask_again = which_dice_again(s) if s.locked else FIGHT_REROLL[s.combat]
                if ask_again is None:
                    s.tell("all_locked")
                    break
                chosen, number = PICKED[(yield ask_again)]
                if not chosen:
                    break
                take_up(s, chosen)
                put_down(s, (yield roll[number]))
        mine, theirs = value(s), TOTAL[(yield ENEMY[s.strength])]
        if s.news is not None:
            s.tell("compare", mine, theirs)
        hurt, less = theirs > mine, 0
    if hurt:
        suffer(s, (yield HARM) if s.foe == MONSTER else 0, less)
    s.foe = s.cultists = s.strength = s.combat = s.locked = s.fight_roll = 0


def half(cultists: int) -> int:
    """Half the cultists, rounded up: what they add to a monster (DA-C2) and the health they cost (DA-C12)."""
    return (cultists + 1) // 2


def can_buy_dice(s: Investigator) -> bool:
    """DA-C6: whether a single die can be bought."""
    right, wrong = (s.magic, s.fight) if s.foe == MONSTER else (s.fight, s.magic)
    return right >= 1 or wrong >= 2


def buy_dice(s: Investigator, choice: int) -> int:
    """DA-C6: dice for fight against cultists, for magic against a monster; the other purse pays double."""
    fight, magic = TWO_NUMBERS[choice]
    s.fight -= fight
    s.magic -= magic
    return magic + fight // 2 if s.foe == MONSTER else fight + magic // 2


def which_dice_again(s: Investigator) -> Ask | None:
    """DA-C8, DA-C10: which combat dice to roll again, if some of them are locked."""
    payable = s.sanity - s.rules.reserve
    return FIGHT_REROLL.capped(s.combat + s.locked * LOCKED_UNIT, min(s.locked, payable))


def take_up(s: Investigator, chosen: int) -> None:
    """DA-C10: take dice up to roll them again; a locked 1 costs 1 sanity."""
    if freed := chosen // LOCKED_UNIT:
        lose_sanity(s, freed)
        s.locked -= freed
    s.combat -= chosen & FREE_DICE


def put_down(s: Investigator, fell: int) -> None:
    """DA-C9, DA-C10: every 1 that comes up again is a clock step; against a monster it sticks."""
    s.combat += fell
    s.fight_roll += 1
    if ones := fell & MANY:
        advance_clock(s, ones)
    if s.foe == MONSTER:
        if s.rules.lock_all_showing:  # option `monster_lock=showing`: 1s left from the first roll stick too
            ones = s.combat & MANY
        s.combat -= ones
        s.locked += ones


def value(s: Investigator) -> int:
    """DA-C11: the sum of the combat dice; a locked 1 counts 1."""
    return TOTAL[s.combat] + s.locked


def total(hand: int) -> int:
    """The sum of a hand."""
    return sum(faces(hand))


TOTAL: Final = Kept(total)


def highest(hand: int) -> int:
    """The highest face of a hand; of a single die, what it shows."""
    return faces(hand)[-1]


HIGHEST: Final = Kept(highest)


def suffer(s: Investigator, harm: int, less: int) -> None:
    """DA-C12, DA-C13: damage after a lost fight; DA-C4, DA-C5: one less in flight. `harm` is the monster's die."""
    if s.foe == CULTISTS:
        if (amount := half(s.cultists) - less) > 0:
            lose_health(s, amount)
        return
    face = HIGHEST[harm]
    amount = face - less
    deciding = amount if less and s.rules.flight_reads_reduced else face
    if amount > 0 and deciding % 2:
        lose_sanity(s, amount)
    elif amount > 0:
        lose_health(s, amount)
