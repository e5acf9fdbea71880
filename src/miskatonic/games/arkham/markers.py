"""Moving the markers: meters, clock and investigation track (DA-G)."""

from __future__ import annotations

from miskatonic.games.arkham.state import Investigator
from miskatonic.kernel import GameOver


def lose_health(s: Investigator, amount: int) -> None:
    """DA-G1, DA-G3, DA-W3: health goes down; at 0 everything ends at once."""
    if s.news is not None:
        s.tell("lose_health", amount)
    s.health -= amount
    if s.health <= 0:
        s.health = 0
        s.result = "lost:health"
        raise GameOver


def lose_sanity(s: Investigator, amount: int) -> None:
    """DA-G1, DA-G3, DA-W3: sanity goes down; at 0 everything ends at once."""
    if s.news is not None:
        s.tell("lose_sanity", amount)
    s.sanity -= amount
    if s.sanity <= 0:
        s.sanity = 0
        s.result = "lost:sanity"
        raise GameOver


def gain_health(s: Investigator, amount: int) -> None:
    """DA-G1: what passes the maximum is lost."""
    s.tell("gain_health", amount)
    s.health = min(s.sheet.health_max, s.health + amount)


def gain_sanity(s: Investigator, amount: int) -> None:
    """DA-G1: what passes the maximum is lost."""
    s.tell("gain_sanity", amount)
    s.sanity = min(s.sheet.sanity_max, s.sanity + amount)


def gain_fight(s: Investigator, amount: int) -> None:
    """DA-G1: what passes the maximum is lost."""
    s.tell("gain_fight", amount)
    s.fight = min(s.sheet.fight_max, s.fight + amount)


def gain_magic(s: Investigator, amount: int) -> None:
    """DA-G1: what passes the maximum is lost."""
    s.tell("gain_magic", amount)
    s.magic = min(s.sheet.magic_max, s.magic + amount)


def advance_clock(s: Investigator, steps: int) -> None:
    """DA-G2: the clock never passes its end."""
    if s.news is not None:
        s.tell("clock", steps)
    s.time = min(s.sheet.time_end, s.time + steps)


def investigate(s: Investigator, steps: int) -> None:
    """DA-G2, DA-I5, DA-I7: move the marker; the die on the elder sign comes back when it gets there."""
    sheet = s.sheet
    old = s.inv
    new = s.inv = min(sheet.inv_end, old + steps)
    if s.elder_die and old < sheet.elder <= new and (new == sheet.elder or not s.rules.elder_needs_landing):
        s.elder_die = False
        s.tell("die_back")
