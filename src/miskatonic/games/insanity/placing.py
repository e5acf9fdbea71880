"""Negative results: the two copies on every sheet, and crossing out (UI-N, UI-X)."""

from __future__ import annotations

from miskatonic.games.insanity import asks, markers
from miskatonic.games.insanity.asks import CROSSES, Answer, Desk, filled_in, question, settle
from miskatonic.games.insanity.names import BIT, NONE, members
from miskatonic.games.insanity.state import Cult, Novice
from miskatonic.games.insanity.vocabulary import CROSS, EXTRA, PLACE, SPOTS, spot
from miskatonic.kernel import Ask, Flow, ask_all

NOWHERE = spot(NONE, NONE)


def place_copies(s: Cult, desk: Desk) -> Flow[None]:
    """UI-N1, UI-N6: everybody writes the result twice, all at the same time; then X's where they are due (UI-X1).

    UI-V13: where a neighbour places for somebody he may have two sheets to fill. Nobody can be asked two questions at
    once, so everybody is first asked for his own sheet, then neighbours for the others; nothing is written before all
    answers are in.
    """
    everybody = s.clockwise()
    die = s.die
    reach = desk.reach[die]
    answers: list[Answer] = []
    cards = 0
    for n in everybody:
        cards |= n.insane
        if n.insane & desk.hindering or n.seat in s.private:
            answers.append(where(s, desk, n))
        else:
            answers.append(desk.places[n.seat][die][n.empty & reach])
    codes = yield from (_by_actors(answers) if cards & desk.hindering else settle(answers))
    owing: list[Novice] = []
    for n, code in zip(everybody, codes, strict=True):
        if not copy_down(s, desk, n, code):
            owing.append(n)
    if cards & desk.copying:
        yield from extra_copies(s, desk, {n.seat: code for n, code in zip(everybody, codes, strict=True)})
    if owing or cards & desk.crossing:
        yield from cross_out(s, desk, owing)


def face_of(s: Cult, n: Novice) -> int:
    """What the turn's negative die shows for a player (UI-V24: perhaps rolled again for him alone)."""
    private = s.private.get(n.seat)
    return private.face if private is not None and private.face else s.face


def required(s: Cult, n: Novice) -> int:
    """UI-X1: how many copies a player must write; UI-V17, UI-C6 lower it."""
    private = s.private.get(n.seat)
    return 2 if private is None else private.copies


def where(s: Cult, desk: Desk, n: Novice) -> Answer:
    """UI-N2, UI-N3, UI-N4: the places to choose from, with cards; UI-V13: perhaps chosen by a neighbour."""
    burden = desk.burdens[n.insane]
    copies = required(s, n)
    if copies == 2:
        if not burden.restricts and not burden.placer:
            return desk.places[n.seat][s.die][n.empty & desk.reach[s.die]]
        codes = desk.spots(s.die, n.empty, burden.restricts)
    else:
        own = members(n.empty & desk.sheet.areas[s.die]) if copies else []
        codes = [spot(m, NONE) for m in own] or [NOWHERE]
    seats = len(s.novices)
    actor = {"": n.seat, "left": (n.seat + 1) % seats, "right": (n.seat - 1) % seats}[burden.placer]
    return question(n.seat, "place", codes, actor)


def _by_actors(answers: list[Answer]) -> Flow[list[int]]:
    """The answers to all questions, in as few rounds as possible: own sheets first."""
    asked = [answer for answer in answers if isinstance(answer, Ask)]
    given: dict[int, int] = {}
    waiting = sorted(asked, key=lambda ask: ask.seat != ask.actor)
    while waiting:
        actors = {ask.actor: ask for ask in reversed(waiting)}
        together = [ask for ask in asked if actors.get(ask.actor) is ask]
        for ask, code in zip(together, (yield from ask_all(tuple(together))), strict=True):
            given[ask.seat] = code
        waiting = [ask for ask in waiting if ask.seat not in given]
    return filled_in(answers, [given[ask.seat] for ask in asked])


def copy_down(s: Cult, desk: Desk, n: Novice, code: int) -> bool:
    """UI-N1: write the copies; UI-V4, UI-C1 may worsen them. Whether no X is due for them (UI-X1, UI-X3)."""
    m, a = SPOTS[code - PLACE]
    number = other = face_of(s, n) if s.private else s.face
    if n.insane & desk.worsening:
        burden = desk.burdens[n.insane]
        number, other = burden.copy_of(s.die, number, False), burden.copy_of(s.die, number, True)
    if m != NONE:
        markers.put(s, n, m, number)
    if a != NONE:
        markers.put(s, n, a, other)
    if m != NONE and a != NONE:
        return True
    due = required(s, n)
    written = (m != NONE) + (a != NONE)
    return written >= due or (s.rules.cross_only_if_all_fail and written > 0)


def extra_copies(s: Cult, desk: Desk, written: dict[int, int]) -> Flow[None]:
    """UI-V11: one more copy next to a space just written, for every card that asks for it; never an X."""
    fresh = {seat: sum(BIT[at] for at in SPOTS[code - PLACE] if at != NONE) for seat, code in written.items()}
    for number in range(max(len(desk.burdens[n.insane].extra_copies) for n in s.novices)):
        asked: list[Ask] = []
        places: dict[int, int] = {}
        for n in s.clockwise():
            around = _room_for_extra(s, desk, n, number, fresh[n.seat])
            answer = asks.extra(n.seat, around) if around else NONE
            if isinstance(answer, Ask):
                asked.append(answer)
            elif around:
                places[n.seat] = answer - EXTRA
        if asked:
            for ask, code in zip(asked, (yield from ask_all(tuple(asked))), strict=True):
                places[ask.seat] = code - EXTRA
        for seat, space in places.items():
            n = s.novices[seat]
            markers.put(s, n, space, desk.burdens[n.insane].copy_of(s.die, face_of(s, n), True))
            fresh[seat] |= BIT[space]


def _room_for_extra(s: Cult, desk: Desk, n: Novice, number: int, fresh: int) -> int:
    """The empty neighbours of what was just written, if a card asks for an extra copy of this face."""
    extra = desk.burdens[n.insane].extra_copies
    if number >= len(extra) or (extra[number] and face_of(s, n) not in extra[number]):
        return 0
    around = 0
    for space in members(fresh):
        around |= desk.sheet.neighbours[space]
    return around & n.empty


def cross_out(s: Cult, desk: Desk, owing: list[Novice]) -> Flow[None]:
    """UI-X1, UI-X3: one X for copies that were not written, then those that penalties demand (UI-V5, UI-C2)."""
    everybody = s.clockwise()
    searches = {n.seat: [s.die] for n in owing}
    for n in everybody:
        if n.insane & desk.crossing:
            for faces, dice, start in desk.burdens[n.insane].crosses:
                if dice & BIT[s.die] and face_of(s, n) in faces:
                    searches.setdefault(n.seat, []).append(s.die if start == NONE else start)
    waiting = [n for n in everybody if n.seat in searches]
    while waiting:
        choices = [_next_choice(s, desk, n, searches[n.seat]) for n in waiting]
        asked = [ask for ask in choices if ask is not None]
        if asked:
            for ask, code in zip(asked, (yield from ask_all(tuple(asked))), strict=True):
                markers.write(s, desk, s.novices[ask.seat], code - CROSS, 0)
        waiting = [s.novices[ask.seat] for ask in asked]


def _next_choice(s: Cult, desk: Desk, n: Novice, starts: list[int]) -> Ask | None:
    """UI-X2, UI-X5: cross out as long as there is only one row to take; the first real choice is asked."""
    while starts and n.open:
        answer = CROSSES[n.seat][nearest(desk, n, starts.pop(0))]
        if isinstance(answer, Ask):
            return answer
        markers.write(s, desk, n, answer - CROSS, 0)
    return None


def nearest(desk: Desk, n: Novice, start: int) -> int:
    """UI-X2: the nearest colours that have an empty positive space."""
    for ring in desk.sheet.rings[start]:
        if near := ring & n.open:
            return near
    return 0
