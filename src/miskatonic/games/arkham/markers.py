"""Moving the markers: meters, clock and investigation track (DA-G)."""

from __future__ import annotations

from miskatonic.games.arkham.state import Investigator
from miskatonic.kernel import GameOver


def lose_health(s: Investigator, amount: int) -> None:
    """DA-G1, DA-G3, DA-W3: health goes down; at 0 everything ends at once."""
    lost = min(amount, s.health)
    if s.news is not None:
        s.tell("lose_health", lost)
    s.health -= lost
    if not s.health:
        s.result = "lost:health"
        raise GameOver


def lose_sanity(s: Investigator, amount: int) -> None:
    """DA-G1, DA-G3, DA-W3: sanity goes down; at 0 everything ends at once."""
    lost = min(amount, s.sanity)
    if s.news is not None:
        s.tell("lose_sanity", lost)
    s.sanity -= lost
    if not s.sanity:
        s.result = "lost:sanity"
        raise GameOver


def gain_health(s: Investigator, amount: int) -> None:
    """DA-G1: what passes the maximum is lost."""
    gained = min(amount, s.sheet.health_max - s.health)
    s.health += gained
    s.tell("gain_health", gained)


def gain_sanity(s: Investigator, amount: int) -> None:
    """DA-G1: what passes the maximum is lost."""
    gained = min(amount, s.sheet.sanity_max - s.sanity)
    s.sanity += gained
    s.tell("gain_sanity", gained)


def gain_fight(s: Investigator, amount: int) -> None:
    """DA-G1: what passes the maximum is lost."""
    gained = min(amount, s.sheet.fight_max - s.fight)
    s.fight += gained
    s.tell("gain_fight", gained)


def gain_magic(s: Investigator, amount: int) -> None:
    """DA-G1: what passes the maximum is lost."""
    gained = min(amount, s.sheet.magic_max - s.magic)
    s.magic += gained
    s.tell("gain_magic", gained)


def advance_clock(s: Investigator, steps: int) -> None:
    """DA-G2: the clock never passes its end."""
    moved = min(steps, s.sheet.time_end - s.time)
    if s.news is not None:
        s.tell("clock", moved)
    s.time += moved


def investigate(s: Investigator, steps: int) -> None:
    """DA-G2, DA-I5, DA-I7: move the marker; the die on the elder sign comes back when it gets there."""
    sheet = s.sheet
    old = s.inv
    new = s.inv = min(sheet.inv_end, old + steps)
    if s.elder_die and old < sheet.elder <= new and (new == sheet.elder or not s.rules.elder_needs_landing):
        s.elder_die = False
        s.tell("die_back")
