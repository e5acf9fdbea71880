"""A turn of Dice of Arkham, phase by phase: dice, investigator, mythos, event (DA-S6).

Combat is in `combat.py`, what seals and keys bring in `events.py`, side by side play in `side_by_side.py`.
"""

from __future__ import annotations

from typing import Final, NoReturn

from miskatonic.games.arkham import asks
from miskatonic.games.arkham.asks import MYTHOS, PICKED, REROLL, ROLL1, ROLL_AGAIN
from miskatonic.games.arkham.events import first_key, first_seal, second_key, second_seal
from miskatonic.games.arkham.markers import (
    gain_health,
    gain_sanity,
    investigate,
    lose_sanity,
)
from miskatonic.games.arkham.mythos import mythos_phase
from miskatonic.games.arkham.state import Investigator
from miskatonic.kernel import Flow, GameOver
from miskatonic.kernel.hands import MANY, UNIT, count
from miskatonic.kernel.kept import Kept


def turn(s: Investigator) -> Flow[None]:
    """DA-S6: dice, investigator, mythos and event phase. The number of turns is not limited."""
    rested = s.inv == s.sheet.elder
    yield from dice_phase(s)
    s.roll = 0

    # DA-I1: all dice are applied, from 1 to 6, whether welcome or not
    sheet = s.sheet
    s.pairs, clock, points, fight, magic = HARVEST[s.dice]
    if clock:
        s.time = min(sheet.time_end, s.time + clock)
    if rested and points >= 2:
        points -= yield from rest_on_elder_sign(s, points)
    if points:
        walk(s, points)
    if fight:
        s.fight = min(sheet.fight_max, s.fight + fight)
    if magic:
        s.magic = min(sheet.magic_max, s.magic + magic)
    if s.news is not None:
        s.tell("harvest", s.pairs, clock, points, s.reds, fight, magic)

    yield from mythos_phase(s, s.mythos)
    if s.time == sheet.time_end or s.inv == sheet.inv_end:
        yield from event_phase(s)
    s.clear()
    s.turn += 1


def dice_in_play(s: Investigator) -> int:
    """DA-S3, DA-D1: five dice, six from the first seal; fewer with a die on the elder sign or when tired."""
    return 5 + (s.seals >= 1) - s.elder_die - 2 * s.tired


def dice_phase(s: Investigator) -> Flow[None]:
    """DA-D3, DA-D4, DA-D5: up to three rolls; the mythos dice lie open from the first; freeing a 1 costs 1 sanity.

    What lies on the table at the end is the result, however many rolls were taken (DA-D6). Where no die may be rolled
    again, nothing is asked (DA-G7).
    """
    number = dice_in_play(s)
    hand = 0
    if s.gift:
        hand = UNIT[(yield from gift_die())]
        number -= not s.rules.gift_is_extra
    s.mythos = yield MYTHOS
    s.dice = hand = hand + (yield ROLL1[number])
    s.roll = 1
    s.tired = s.gift = False
    for roll in ROLL_AGAIN:
        payable = s.sanity - s.rules.reserve
        ask = REROLL[hand] if hand & MANY <= payable else REROLL.capped(hand, payable)
        if ask is None:
            s.tell("all_locked")
            break
        chosen, number = PICKED[(yield ask)]
        if not chosen:
            break
        if freed := chosen & MANY:
            lose_sanity(s, freed)
        s.dice = hand = hand - chosen + (yield roll[number])
        s.roll += 1


def gift_die() -> Flow[int]:
    """DA-D2: one die is set by hand before anything is rolled; afterwards it is a die like any other."""
    return asks.number((yield asks.GIFT))


def harvest(hand: int) -> tuple[int, int, int, int, int]:
    """DA-I2 cultists, DA-I3 clock steps, DA-I4 investigation points, DA-I9 fight, DA-I10 magic of a hand.

    Three or more equal 3s, 4s, 5s or 6s count as one die more, once per face; 1s and 2s never do.
    """
    ones, twos, threes, fours, fives, sixes = (count(hand, face) for face in range(1, 7))
    points = threes + (threes >= 3) + 2 * (fours + (fours >= 3))
    return ones // 2, twos, points, fives + (fives >= 3), sixes + (sixes >= 3)


HARVEST: Final = Kept(harvest)


def rest_on_elder_sign(s: Investigator, points: int) -> Flow[int]:
    """DA-I8: two points heal one health or sanity; returns the points spent. The rest must be walked."""
    sheet = s.sheet
    if s.rules.idle_heal:
        ask = asks.heal(points, points, points)
    else:
        ask = asks.heal(points, sheet.health_max - s.health, sheet.sanity_max - s.sanity)
    if ask is None:
        return 0
    health, sanity = asks.TWO_NUMBERS[(yield ask)]
    gain_health(s, health)
    gain_sanity(s, sanity)
    return 2 * (health + sanity)


def walk(s: Investigator, points: int) -> None:
    """DA-I5, DA-I6: one space per point; each red space entered, passing or stopping, adds one cultist."""
    old = s.inv
    investigate(s, points)
    red_until = s.sheet.red_until
    s.reds = red_until[s.inv] - red_until[old]


def event_phase(s: Investigator) -> Flow[None]:
    """DA-E1, DA-E2, DA-E3: the clock is read first; only if it is not full does a full track give a seal.

    The first and the second of each bring an event (DA-E5), the third ends the game.
    """
    if s.time == s.sheet.time_end:
        s.keys += 1
        s.tell("key", s.keys)
        if s.keys == 3:
            end(s, "lost:keys")
        reset_tracks(s)
        if s.keys == 1:
            yield from first_key(s)
        else:
            yield from second_key(s)
    elif s.inv == s.sheet.inv_end:
        s.seals += 1
        s.tell("seal", s.seals)
        if s.seals == 3:
            end(s, "won")
        reset_tracks(s)
        if s.seals == 1:
            yield from first_seal(s)
        else:
            yield from second_seal(s)


def reset_tracks(s: Investigator) -> None:
    """DA-E4: both markers go back, before the event; cultists and mythos dice of the turn are forgotten (DA-E7)."""
    s.time = s.sheet.time_reset
    s.inv = 0
    s.mythos = s.pairs = s.reds = 0


def end(s: Investigator, result: str) -> NoReturn:
    """DA-W1, DA-W2, DA-W4: the third seal wins, the third key loses; there is no draw."""
    s.result = result
    raise GameOver
