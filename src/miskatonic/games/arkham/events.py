"""What the first and second seal and key bring (DA-1A, DA-1B, DA-2A, DA-2B).

Markers moved by an event are not looked at again in this event phase (DA-E6).
"""

from __future__ import annotations

from miskatonic.games.arkham import asks
from miskatonic.games.arkham.asks import (
    CLUE,
    D3,
    EVENT,
    FACE_MONSTER,
    FIRST_KEY,
    GHOST,
    GHOST_HEALTH,
    MYTHOS,
    PACT,
    PACT_ROLL,
    SECOND_SEAL,
)
from miskatonic.games.arkham.combat import combat
from miskatonic.games.arkham.markers import (
    advance_clock,
    gain_fight,
    gain_health,
    gain_magic,
    gain_sanity,
    investigate,
    lose_health,
    lose_sanity,
)
from miskatonic.games.arkham.mythos import mythos_phase
from miskatonic.games.arkham.state import Investigator
from miskatonic.kernel import Flow
from miskatonic.kernel.hands import count, faces, size


def first_seal(s: Investigator) -> Flow[None]:
    """DA-1A: the far city. One die decides."""
    s.event = "1A"
    face = faces((yield EVENT[1]))[0]
    s.tell("far_city", face)
    if face == 1:  # DA-1A.1
        lose_sanity(s, (yield from d3()))
    elif face == 2:  # DA-1A.2
        s.tired = True
    elif face == 3:  # DA-1A.3
        advance_clock(s, 1)
    elif face == 5:  # DA-1A.5; a 4 does nothing (DA-1A.4)
        gain_magic(s, 1)
    elif face == 6:  # DA-1A.6
        gain_sanity(s, 1)
        s.gift = True


def first_key(s: Investigator) -> Flow[None]:
    """DA-1B: a hinge turns. Both ways are always offered."""
    s.event = "1B"
    if (yield FIRST_KEY) == FACE_MONSTER:  # DA-1B.1
        s.tell("hold_the_door")
        lose_sanity(s, 1)
        yield from combat(s, cultists=0, monsters=1)
    else:  # DA-1B.2
        s.tell("bar_the_door")
        s.elder_die = True


def second_seal(s: Investigator) -> Flow[None]:
    """DA-2A: the bargain. Without magic there is nothing to sign with."""
    s.event = "2A"
    if s.magic and (yield SECOND_SEAL) == PACT:
        yield from sign_pact(s)
    else:  # DA-2A.2
        s.tell("close_the_book")
        gain_sanity(s, (yield from d3()))


def sign_pact(s: Investigator) -> Flow[None]:
    """DA-2A.1: one die per magic; 5s and 6s heal, then 1s cost sanity. Magic stays."""
    number = s.magic
    if s.rules.pact_any_dice and s.magic >= 2:
        number = asks.number((yield asks.pact_dice(s.magic)))
    hand = yield PACT_ROLL[number]
    s.tell("sign", number)
    gain_health(s, count(hand, 5) + count(hand, 6))
    if ones := count(hand, 1):
        lose_sanity(s, ones)


def second_key(s: Investigator) -> Flow[None]:
    """DA-2B: too few nights. Extra dice for sanity, then one of the faces shown is chosen."""
    s.event = "2B"
    s.dice = hand = yield from (lore_one_by_one(s) if s.rules.lore_one_by_one else lore(s))
    ask = asks.pick(hand)
    face = faces(hand)[0] if ask is None else asks.number((yield ask))
    s.dice = 0
    s.tell("too_few_nights", face)
    yield from SHORT_CUTS[face](s)


def lore(s: Investigator) -> Flow[int]:
    """DA-2B, DA-G4: all extra dice are paid before the roll."""
    most = s.sanity - s.rules.reserve
    extra = 0
    if most:
        extra = asks.number((yield asks.lore(most)))
    else:
        s.tell("no_lore")
    if extra:
        lose_sanity(s, extra)
    return (yield EVENT[1 + extra])


def lore_one_by_one(s: Investigator) -> Flow[int]:
    """DA-2B with option `lore_dice=one_by_one`: roll, pay, roll, until it is enough."""
    s.dice = yield EVENT[1]
    while s.sanity - s.rules.reserve and asks.number((yield asks.lore(1))):
        lose_sanity(s, 1)
        s.dice += yield EVENT[1]
    return s.dice


def chain_snaps(s: Investigator) -> Flow[None]:
    """DA-2B.1: lose 1D3 health."""
    lose_health(s, (yield from d3()))


def bait(s: Investigator) -> Flow[None]:
    """DA-2B.2: two mythos dice and a whole mythos phase (DA-E7: nothing is left of this turn's cultists)."""
    s.mythos = yield MYTHOS
    yield from mythos_phase(s, s.mythos)


def thursday(s: Investigator) -> Flow[None]:
    """DA-2B.3: the clock advances two spaces."""
    advance_clock(s, 2)
    yield from ()


def pale_shapes(s: Investigator) -> Flow[None]:
    """DA-2B.4: one fight and one magic, or health and sanity for what is missing."""
    missing_fight = s.fight == 0
    missing_magic = s.magic == 0
    s.fight -= not missing_fight
    s.magic -= not missing_magic
    if s.rules.ghosts_let_choose:
        for _ in range(missing_fight + missing_magic):
            if (yield GHOST) == GHOST_HEALTH:
                lose_health(s, 1)
            else:
                lose_sanity(s, 1)
    else:
        if missing_fight:
            lose_health(s, 1)
        if missing_magic:
            lose_sanity(s, 1)


def torn_ticket(s: Investigator) -> Flow[None]:
    """DA-2B.5: two investigator dice without rerolls; red spaces are ignored."""
    clue = yield CLUE
    if size(clue) == count(clue, 1) + count(clue, 2):
        advance_clock(s, 2)
        return
    if steps := count(clue, 3) + 2 * count(clue, 4):
        investigate(s, steps)
        s.tell("investigate", steps)
    gain_fight(s, count(clue, 5))
    gain_magic(s, count(clue, 6))


def in_plain_sight(s: Investigator) -> Flow[None]:
    """DA-2B.6: four spaces of investigation; red spaces are ignored."""
    investigate(s, 4)
    s.tell("investigate", 4)
    yield from ()


SHORT_CUTS = {
    1: chain_snaps,
    2: bait,
    3: thursday,
    4: pale_shapes,
    5: torn_ticket,
    6: in_plain_sight,
}


def d3() -> Flow[int]:
    """DA-G5: 1D3."""
    return faces((yield D3))[0]
