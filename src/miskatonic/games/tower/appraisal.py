"""How likely an Investigator is to win, sane or insane, at a glance (see `games/appraisal.py`)."""

from __future__ import annotations

from typing import Final

from miskatonic.games.appraisal import likelihood
from miskatonic.games.tower.desk import Desk, desk_of
from miskatonic.games.tower.names import DOOM, FAILED, MARBLES, NONE, counts_of, marbles
from miskatonic.games.tower.scoring import leader, score
from miskatonic.games.tower.state import REVEALING, STARTING, Expedition, Player

# fitted by tools/fit_appraisals.py
WEIGHTS: Final = (
    -1.724, -0.2489, -0.1801, -0.1133, 0.4997, -0.03071, 0.7529, 1.792, -0.1578, 0.196,
    0.7688, 0.274, 1.124, -1.344, -0.7192, -2.038, -4.329, -2.872, 3.856, -4.74,
    0.9037, 6.268, -1.934, -1.597, 0.6764, 0.9823, 0, 0, -0.2598, 0,
    0, 0, -0.07589, 0,
)  # fmt: skip

POINTS: Final = 10.0
HARD: Final = 1.5
"""Points of the open Location count so much less while others may still take the lead, for each of them."""


def signs(s: Expedition, seat: int) -> list[float]:
    """The race of the sane for points, or the race of the insane for DOOM; zeros stand for the other one."""
    desk = desk_of(s)
    me = s.players[seat]
    rounds = (s.left + 1) / 10
    doom = (MARBLES[DOOM] - marbles(s.inside, DOOM)) / MARBLES[DOOM]
    inside = sum(counts_of(s.inside)) / 40
    mad = sum(p.insane for p in s.players if p is not me) / len(s.players)
    lead = NONE if s.location == NONE else leader(s)
    sane = _race(s, desk, me, lead)
    race = [
        *sane,
        sane[0] / (0.3 + rounds),
        rounds,
        doom,
        doom * rounds,
        doom * doom,
        mad,
        mad * doom,
        1 - inside,
    ]
    ruin = [rounds, doom, doom * rounds, doom * doom, mad, mad * doom, 1 - inside, me.hand.bit_count() / 5]
    crowd = [float(len(s.players) == number) for number in (1, 2, 4, 5)]
    if me.insane:
        return [1.0, *[0.0] * len(race), *ruin, *[0.0] * len(crowd), *crowd]
    return [0.0, *race, *[0.0] * len(ruin), *crowd, *[0.0] * len(crowd)]


def _race(s: Expedition, desk: Desk, me: Player, lead: int) -> list[float]:
    """What a sane player has against the best of the others who are sane: points and nerves."""
    mine = _points(s, desk, me, lead)
    others = [_points(s, desk, p, lead) for p in s.players if p is not me and not p.insane]
    best = max(others, default=0.0)
    nerves = desk.binding(s, me).insanity_at - me.madness
    return [
        (mine - best) / POINTS,
        (mine - best) ** 2 / POINTS**2 * (1 if mine > best else -1),
        mine / POINTS,
        1 / max(1, nerves),
        float(nerves <= 1),
        me.hand.bit_count() / 5,
        float(me.status == FAILED),
        sum(other >= mine for other in others) / len(s.players),
    ]


def _points(s: Expedition, desk: Desk, p: Player, lead: int) -> float:
    """Points won, and those of the open Location by how likely the lead is kept."""
    points = float(score(p))
    if lead == p.seat:
        worth = max(0, desk.sites[s.location].points + s.extra)
        to_come = 0 if s.active == NONE else (s.first - s.active) % len(s.players)
        points += worth / HARD**to_come
    return points


def appraise(s: Expedition) -> tuple[float, ...]:
    """The chance of everybody to win, at the begin of a Turn or a Round."""
    if s.step not in (REVEALING, STARTING):
        return ()
    return tuple(likelihood(signs(s, p.seat), WEIGHTS) for p in s.players)
