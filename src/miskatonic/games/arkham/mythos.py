"""The mythos phase (DA-M)."""

from __future__ import annotations

from typing import Final

from miskatonic.games.arkham import asks
from miskatonic.games.arkham.asks import D2, SANITY, TIME
from miskatonic.games.arkham.combat import combat
from miskatonic.games.arkham.markers import advance_clock, lose_health, lose_sanity
from miskatonic.games.arkham.state import Investigator
from miskatonic.kernel import Flow
from miskatonic.kernel.hands import count, faces
from miskatonic.kernel.kept import Kept


def mythos_phase(s: Investigator, mythos: int) -> Flow[None]:
    """DA-M1: 4s take sanity, then a double, then at most one combat. 5s and 6s do nothing."""
    monsters, cultists, fours, is_double = OMENS[mythos]
    if fours:
        lose_sanity(s, fours)
    if is_double and s.time < s.sheet.time_end:
        yield from double(s)
    cultists += s.pairs + s.reds
    if monsters or cultists:
        if s.rules.red_behind_counts:
            cultists += cultists_behind(s)
        yield from combat(s, cultists, monsters)


def omens(mythos: int) -> tuple[int, int, int, bool]:
    """DA-M2, DA-M4: what two mythos dice announce: monsters, cultists, 4s, and whether they are equal."""
    first, second = faces(mythos)
    cultists = 2 * count(mythos, 2) + 3 * count(mythos, 3)
    return count(mythos, 1), cultists, count(mythos, 4), first == second


OMENS: Final = Kept(omens)


def double(s: Investigator) -> Flow[None]:
    """DA-M3: the clock advances, unless 1D2 health or sanity is staked against it (DA-G4, DA-G5)."""
    s.tell("double")
    price = 1
    if s.rules.price_seen:
        s.price = price = yield from d2()
    ask = asks.double(may_stake(s, s.health, price), may_stake(s, s.sanity, price))
    stake = TIME if ask is None else (yield ask)
    if stake == TIME:
        advance_clock(s, 1)
        return
    if not s.rules.price_seen:
        price = yield from d2()
    if stake == SANITY:
        lose_sanity(s, price)
    else:
        lose_health(s, price)


def may_stake(s: Investigator, meter: int, price: int) -> bool:
    """DA-G4, DA-M3: an unknown price needs a meter of 2; a known one must not be certain death."""
    return not s.rules.reserve or meter - s.rules.reserve >= price


def d2() -> Flow[int]:
    """DA-G5: 1D2."""
    return faces((yield D2))[0]


def cultists_behind(s: Investigator) -> int:
    """DA-I6, DA-M4 with option `red_spaces=cumulative`: red spaces passed in earlier turns join a combat too."""
    return 0 if s.event else s.sheet.red_until[s.inv] - s.reds
