"""A turn of Unlocking Insanity (UI-T1), in two beats: mastery (steps 1 to 5) and madness (steps 6 to 10).

Writing is in `writing.py`, the brain in `placing.py` and `areas.py`, the sanity check in `sanity.py`, bonuses in
`windows.py` and `bonuses.py`, the end in `scoring.py`.
"""

from __future__ import annotations

from miskatonic.games.insanity import asks
from miskatonic.games.insanity.asks import desk_of
from miskatonic.games.insanity.effects import POSITIVE_ROLLED, TURN_END, TURN_START
from miskatonic.games.insanity.names import EVERY_COLOUR, NONE
from miskatonic.games.insanity.placing import negative
from miskatonic.games.insanity.sanity import SETTLED, check, verdict
from miskatonic.games.insanity.scoring import triggers
from miskatonic.games.insanity.state import CHECK, DICE, END, NEGATIVE, START, WRITE, Cult
from miskatonic.games.insanity.windows import window
from miskatonic.games.insanity.writing import choose_and_roll, write_results
from miskatonic.kernel import Flow, GameOver


def beat(s: Cult) -> Flow[None]:
    """UI-T1: one half of a turn, from wherever the table stands."""
    return mastery(s) if s.step < NEGATIVE else madness(s)


def mastery(s: Cult) -> Flow[None]:
    """UI-T1, steps 1 to 5: window, sanity check, two dice, window, everybody writes."""
    desk = desk_of(s)
    if s.step == START:
        if s.active == NONE:
            s.make_active((yield asks.first_player(len(s.novices))))  # UI-S3
        if s.news is not None:
            s.tell("turn", s.turn, s.active)
        if s.unused & desk.timely[TURN_START]:
            yield from window(s, desk, TURN_START)
        s.step = CHECK
    if s.step == CHECK:
        n = s.novices[s.active]
        changes = verdict(n)
        if changes != SETTLED:
            yield from check(s, desk, n, *changes)
        s.step = DICE
    if s.step == DICE:
        yield from choose_and_roll(s, desk)
        if s.unused & desk.timely[POSITIVE_ROLLED]:
            yield from window(s, desk, POSITIVE_ROLLED)
        s.step = WRITE
    yield from write_results(s, desk)
    s.step = NEGATIVE


def madness(s: Cult) -> Flow[None]:
    """UI-T1, steps 6 to 10: a negative die for everybody, window, end of the turn."""
    desk = desk_of(s)
    yield from negative(s, desk)
    s.step = END
    if s.unused & desk.timely[TURN_END]:
        yield from window(s, desk, TURN_END)
    end_turn(s)


def end_turn(s: Cult) -> None:
    """UI-T5, UI-E1, UI-E2: a bag with one die is filled again; the game ends here, or the left neighbour is active."""
    if not s.bag & (s.bag - 1):
        s.bag = EVERY_COLOUR
    for n in s.novices:
        if not n.open or not n.empty:
            s.over = triggers(s)
            s.tell("over")
            raise GameOver
    s.make_active((s.active + 1) % len(s.novices))
    s.turn += 1
    s.step = START
