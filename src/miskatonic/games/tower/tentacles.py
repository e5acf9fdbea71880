"""Drawing a tentacle, and what falls (TM-F6, TM-F7, TM-M)."""

from __future__ import annotations

from typing import Final

from miskatonic.games.tower import asks
from miskatonic.games.tower.cards import draw_spells
from miskatonic.games.tower.desk import Desk
from miskatonic.games.tower.madness import give_madness, put_on_board
from miskatonic.games.tower.names import (
    ALL_DOOM,
    BIT,
    DISCOVERY,
    FALL,
    MADNESS,
    NONE,
    ONE,
    PREDRAW,
    SPELL,
    marbles,
)
from miskatonic.games.tower.scoring import BRINGER, CONSUMED, end
from miskatonic.games.tower.state import Expedition, Moment, Player
from miskatonic.games.tower.tower import LAYOUTS, Falls, Layout
from miskatonic.games.tower.vocabulary import STICK
from miskatonic.games.tower.windows import questions, window
from miskatonic.kernel import Ask, Flow

TO_THE_LEFT: Final = {"drawer": 0, "left": 1, "right": -1}
"""TM-F7: how far to the left of the drawer the one sits who chooses."""


def draw_tentacle(s: Expedition, desk: Desk, drawer: int) -> Flow[None]:
    """TM-F6, TM-F8: the draw procedure, whatever the draw is for."""
    before = Moment(PREDRAW, drawer)
    if asked := questions(s, desk, before):
        yield from window(s, desk, before, asked)
    if before.prevented:
        return
    d = s.players[before.subject]
    was_insane = d.insane
    layout = LAYOUTS[s.layout]
    ask = _which_stick(s, desk, d, before.chooser, layout)
    stick = (ask.options[0] if len(ask.options) == 1 else (yield ask)) - STICK
    fallen = yield Falls(layout, s.sticks, stick, s.inside, s.drawn)
    s.sticks ^= BIT[stick]
    s.inside -= fallen
    s.drawn += ((stick, fallen),)
    d.drew += 1
    if s.news is not None:
        s.tell("drew", d.seat, stick, fallen)
    s.loose += fallen & ~ALL_DOOM
    if not s.inside & ALL_DOOM:
        bring_doom(s, desk, d, was_insane, fallen)
    after = Moment(FALL, d.seat)
    after.fallen = _without_lost(s, desk, d, fallen) if fallen else 0
    if asked := questions(s, desk, after):
        yield from window(s, desk, after, asked)
    for receiver, kind, number in after.diverted:
        yield from give(s, desk, s.players[receiver], kind, number)
    # TM-M2: Discovery, Spell, Madness
    for kind in (DISCOVERY, SPELL, MADNESS) if after.fallen else ():
        if number := marbles(after.fallen, kind):
            yield from give(s, desk, d, kind, number)


def draw_tentacles(s: Expedition, desk: Desk, p: Player, number: int) -> Flow[None]:
    """TM-F5, TM-F8: so many draws, mostly one."""
    return draw_tentacle(s, desk, p.seat) if number == 1 else draw_several(s, desk, p, number)


def draw_several(s: Expedition, desk: Desk, p: Player, number: int) -> Flow[None]:
    """TM-F9: several draws, one after the other; whoever they drive insane draws the rest too, unless that lapses."""
    was_sane = not p.insane
    for _ in range(number):
        if was_sane and p.insane and not s.rules.penalty_after_insanity:
            return
        yield from draw_tentacle(s, desk, p.seat)


def _which_stick(s: Expedition, desk: Desk, d: Player, chooser: int, layout: Layout) -> Ask:
    """TM-F7, TM-T5, Q15: any tentacle in place, or of one row, picked by the drawer, a neighbour or a caster."""
    binding = desk.binding(s, d)
    if chooser == NONE:
        chooser = (d.seat + TO_THE_LEFT[binding.chooser]) % len(s.players)
    return asks.stick(d.seat, chooser, layout.allowed(s.sticks, binding.rows))


def _without_lost(s: Expedition, desk: Desk, d: Player, fallen: int) -> int:
    """TM-M6, TM-M8: DOOM marbles lie on the tray; what the drawer's rules make fall in vain leaves the game."""
    fallen &= ~ALL_DOOM
    lost = desk.binding(s, d).falling
    for kind in (DISCOVERY, SPELL, MADNESS) if lost else ():
        if lost & BIT[kind] and (number := marbles(fallen, kind)):
            fallen -= number * ONE[kind]
            s.loose -= number * ONE[kind]
            s.removed += number * ONE[kind]
            s.tell("removed", d.seat, kind, number)
    return fallen


def bring_doom(s: Expedition, desk: Desk, d: Player, was_insane: bool, fallen: int) -> None:
    """TM-M6, TM-W4, TM-W5, TM-W6: the third DOOM marble ends the game at once.

    An insane drawer wins alone, otherwise nobody does; with `doom_on_turning` also a drawer whom the Madness of this
    very draw would drive insane.
    """
    if not was_insane and s.rules.doom_on_turning:
        binding = desk.binding(s, d)
        mad = 0 if binding.falling & BIT[MADNESS] else marbles(fallen, MADNESS)
        mad -= min(mad, max(0, binding.shield - d.shielded))
        was_insane = mad > 0 and d.madness + mad >= binding.insanity_at
    if was_insane and len(s.players) > 1:
        end(s, BRINGER, (d.seat,))
    end(s, CONSUMED)


def give(s: Expedition, desk: Desk, p: Player, kind: int, number: int) -> Flow[None]:
    """TM-M1, TM-M3, TM-M4, TM-M5, TM-M7: fallen marbles go to a board; each Spell marble brings a card."""
    s.loose -= number * ONE[kind]
    if s.news is not None:
        s.tell("got", p.seat, kind, number)
    if kind == MADNESS:
        yield from give_madness(s, desk, p, number)
        return
    put_on_board(p, kind, number)
    if kind == SPELL:
        yield from draw_spells(s, desk, p, number)
