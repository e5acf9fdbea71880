"""Positive results: two dice for everybody, and what each writes (UI-T2, UI-T3, UI-P)."""

from __future__ import annotations

from miskatonic.games.insanity import markers
from miskatonic.games.insanity.asks import (
    COMMITS,
    FALLBACKS,
    FREE_CHOICES,
    PAIRS_FOR,
    WRITES,
    Desk,
    dice_by,
    random_dice,
)
from miskatonic.games.insanity.markers import usable
from miskatonic.games.insanity.names import BIT, COLOUR_SETS, COLOURS, NONE
from miskatonic.games.insanity.state import Cult, Novice
from miskatonic.games.insanity.vocabulary import COMMIT, DICE, FALLBACK, NOTHING, PAIRS, WRITE
from miskatonic.kernel import Answer, AskAll, Flow, RoundFlow


def choose_and_roll(s: Cult, desk: Desk) -> Flow[None]:
    """UI-T2, UI-T3: the active player picks two dice; some must commit themselves; the dice are rolled."""
    n = s.novices[s.active]
    if n.insane and desk.burdens[n.insane].chooser:
        one, two = PAIRS[(yield from _chosen_by_another(s, desk, n)) - DICE]
    else:
        one, two = PAIRS[(yield PAIRS_FOR[n.seat][usable(desk, n)]) - DICE]
    s.rolled = BIT[one] | BIT[two]
    if s.cards & desk.committing:
        yield from commit(s, desk)
    s.faces[one] = yield desk.roll[one]
    s.faces[two] = yield desk.roll[two]


def _chosen_by_another(s: Cult, desk: Desk, n: Novice) -> Flow[int]:
    """UI-V12: the left neighbour picks the dice, or chance does."""
    if desk.burdens[n.insane].chooser == "random":
        return (yield random_dice(usable(desk, n)))
    return (yield dice_by(n.seat, usable(desk, n), (n.seat + 1) % len(s.novices)))


def commit(s: Cult, desk: Desk) -> RoundFlow[None]:
    """UI-V2, UI-C3: before the roll some name the die they will record; one usable die needs no question."""
    bound: list[Novice] = []
    answers: list[Answer] = []
    for n in s.everybody:
        if n.insane & desk.committing and (dice := usable(desk, n) & s.rolled):
            bound.append(n)
            answers.append(COMMITS[n.seat][dice])
    codes: list[int] = yield AskAll(answers)
    for place, n in enumerate(bound):
        s.named[n.seat] = codes[place] - COMMIT
        if s.news is not None:
            s.tell("committed", n.seat, s.named[n.seat])


def write_results(s: Cult, desk: Desk) -> RoundFlow[None]:
    """UI-P1: everybody records one of the two results, all at the same time; who has no choice is not asked."""
    codes: list[int] = yield AskAll(choices(s, desk))
    write_down(s, desk, codes)
    s.rolled = 0
    s.faces = [0] * len(COLOURS)
    s.named = {}
    s.private = {}


def choices(s: Cult, desk: Desk) -> list[Answer]:
    """UI-P2, UI-P3: what everybody may choose to write."""
    free, choosing, private = FREE_CHOICES[s.rolled], desk.choosing, s.private
    answers: list[Answer] = []
    for n in s.everybody:
        under_cards = n.insane & choosing or n.seat in private
        answers.append(candidates(s, desk, n) if under_cards else free[n.seat][n.open])
    return answers


def candidates(s: Cult, desk: Desk, n: Novice) -> Answer:
    """What a player under cards may choose.

    UI-P2: the dice he may record, as UI-V2 binds him, UI-V19 adds to them, UI-V1 and UI-C5 narrow them; UI-V18: perhaps
    both, without a choice; UI-P3: the fallback where nothing is usable, unless a card forbids it (UI-V7).
    """
    burden = desk.burdens[n.insane]
    private = s.private.get(n.seat)
    rows = usable(desk, n)
    colours = rows & s.rolled
    if n.seat in s.named:
        colours = colours & BIT[s.named[n.seat]] or colours
    if private is not None:
        if private.both and colours:
            return NONE
        for colour in private.third:
            colours |= BIT[colour] & rows
    for which in burden.forced:
        colours = _utmost(s, n, colours, which == "lower")
    return WRITES[n.seat][colours] if colours else FALLBACKS[n.seat][0 if burden.no_fallback else rows]


def _utmost(s: Cult, n: Novice, colours: int, lower: bool) -> int:
    """UI-V1: of some results the lower ones, or the higher."""
    utmost = found = 0
    for colour in COLOUR_SETS[colours]:
        face = face_for(s, n, colour)
        if face == utmost:
            found |= BIT[colour]
        elif not found or (face < utmost) == lower:
            utmost, found = face, BIT[colour]
    return found


def face_for(s: Cult, n: Novice, colour: int) -> int:
    """What a positive die shows for a player: a shared die, or his own third one (UI-V19)."""
    return s.faces[colour] or s.private[n.seat].third[colour]


def both_results(s: Cult, desk: Desk, n: Novice) -> int:
    """UI-V18, UI-C10: the shared dice whose results are both recorded, as far as they are still usable."""
    private = s.private.get(n.seat)
    return usable(desk, n) & s.rolled if private is not None and private.both else 0


def write_down(s: Cult, desk: Desk, codes: list[int]) -> None:
    """Write what was chosen; UI-V3, UI-C4 change die results, never the fallback number."""
    private, faces, results = s.private, s.faces, desk.results
    for place, n in enumerate(s.everybody):
        code = codes[place]
        if code >= NOTHING:
            _fall_back(s, desk, n, code)
        elif private:
            for colour in COLOUR_SETS[both_results(s, desk, n)] if code == NONE else [code - WRITE]:
                markers.write(s, desk, n, colour, results[colour][face_for(s, n, colour)][n.insane])
        else:
            colour = code - WRITE
            markers.write(s, desk, n, colour, results[colour][faces[colour]][n.insane])


def _fall_back(s: Cult, desk: Desk, n: Novice, code: int) -> None:
    """UI-P3: the fallback number, or nothing."""
    if code == NOTHING:
        s.tell("wrote_nothing", n.seat)
    else:
        markers.write(s, desk, n, code - FALLBACK, desk.sheet.fallback)
