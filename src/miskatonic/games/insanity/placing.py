"""Negative results: the two copies on every sheet, and crossing out (UI-N, UI-X)."""

from __future__ import annotations

from miskatonic.games.insanity import asks, markers
from miskatonic.games.insanity.asks import CROSSES, Answer, Desk, question
from miskatonic.games.insanity.names import BIT, NONE, members
from miskatonic.games.insanity.state import Cult, Novice
from miskatonic.games.insanity.vocabulary import COPIES, CROSS, EXTRA, PLACE, SPOTS, spot
from miskatonic.kernel import Ask, Flow, ask_all

NOWHERE = spot(NONE, NONE)


def place_copies(s: Cult, desk: Desk) -> Flow[None]:
    """UI-N1, UI-N6: everybody writes the result twice, all at the same time; then X's where they are due (UI-X1)."""
    everybody = s.clockwise()
    if s.private or s.cards & desk.hindering:
        codes = yield from _by_actors([where(s, desk, n) for n in everybody])
    else:
        codes = yield from _freely(desk, s.die, everybody)
    owing = copy_down(s, desk, everybody, codes)
    if s.cards & desk.copying:
        yield from extra_copies(s, desk, {n.seat: code for n, code in zip(everybody, codes, strict=True)})
    if owing or s.private or desk.crosses[s.die][s.face][s.cards]:
        yield from cross_out(s, desk, everybody, owing)


def face_of(s: Cult, n: Novice) -> int:
    """What the turn's negative die shows for a player (UI-V24: perhaps rolled again for him alone)."""
    private = s.private.get(n.seat)
    return private.face if private is not None and private.face else s.face


def required(s: Cult, n: Novice) -> int:
    """UI-X1: how many copies a player must write; UI-V17, UI-C6 lower it."""
    private = s.private.get(n.seat)
    return 2 if private is None else private.copies


def _freely(desk: Desk, die: int, everybody: list[Novice]) -> Flow[list[int]]:
    """UI-N2, UI-N3, UI-N4: everybody's places, where no card meddles."""
    places, only, reach = desk.places[die], desk.only_place[die], desk.reach[die]
    asks: list[Ask | None] = []
    for n in everybody:
        asks.append(places[n.empty & reach][n.seat])
    codes = yield from ask_all(tuple(filter(None, asks)))
    if len(codes) == len(asks):
        return codes
    given = iter(codes)
    return [only[n.empty & reach] if ask is None else next(given) for n, ask in zip(everybody, asks, strict=True)]


def where(s: Cult, desk: Desk, n: Novice) -> Answer:
    """UI-N2, UI-N3, UI-N4: the places to choose from, with cards; UI-V13: perhaps chosen by a neighbour."""
    burden = desk.burdens[n.insane]
    copies = required(s, n)
    if copies == 2:
        codes = desk.spots(s.die, n.empty, burden.restricts)
    else:
        own = members(n.empty & desk.sheet.areas[s.die]) if copies else []
        codes = [spot(m, NONE) for m in own] or [NOWHERE]
    seats = len(s.novices)
    actor = {"": n.seat, "left": (n.seat + 1) % seats, "right": (n.seat - 1) % seats}[burden.placer]
    return question(n.seat, "place", codes, actor)


def _by_actors(answers: list[Answer]) -> Flow[list[int]]:
    """UI-V13: the answers to all questions, in as few rounds as possible.

    Where a neighbour places for somebody he may have two sheets to fill. Nobody can be asked two questions at once, so
    everybody is first asked for his own sheet, then neighbours for the others; nothing is written before all answers
    are in.
    """
    asked = [answer for answer in answers if isinstance(answer, Ask)]
    given: dict[int, int] = {}
    waiting = sorted(asked, key=lambda ask: ask.seat != ask.actor)
    while waiting:
        actors = {ask.actor: ask for ask in reversed(waiting)}
        together = [ask for ask in asked if actors.get(ask.actor) is ask]
        for ask, code in zip(together, (yield from ask_all(tuple(together))), strict=True):
            given[ask.seat] = code
        waiting = [ask for ask in waiting if ask.seat not in given]
    return [given[answer.seat] if isinstance(answer, Ask) else answer for answer in answers]


def copy_down(s: Cult, desk: Desk, everybody: list[Novice], codes: list[int]) -> list[Novice]:
    """UI-N1: write the copies; UI-V4, UI-C1 may worsen them. Those who owe an X for them (UI-X1, UI-X3)."""
    private, copies = s.private, desk.copies[s.die]
    shared = copies[s.face]
    owing: list[Novice] = []
    for n, code in zip(everybody, codes, strict=True):
        number, other = (copies[face_of(s, n)] if private else shared)[n.insane]
        if code in COPIES:
            markers.put_both(s, n, code, number, other)
        elif not _copied_enough(s, n, code, number, other):
            owing.append(n)
    return owing


def _copied_enough(s: Cult, n: Novice, code: int, number: int, other: int) -> bool:
    """UI-X1: write at most one copy; whether no X is due for the other."""
    m, a = SPOTS[code - PLACE]
    if m != NONE:
        markers.put(s, n, m, number)
    elif a != NONE:
        markers.put(s, n, a, other)
    written = 0 if m == a else 1
    return written >= required(s, n) or (written == 1 and s.rules.cross_only_if_all_fail)


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


def cross_out(s: Cult, desk: Desk, everybody: list[Novice], owing: list[Novice]) -> Flow[None]:
    """UI-X1, UI-X3: one X for copies that were not written, then those that penalties demand (UI-V5, UI-C2)."""
    waiting: list[Novice] = []
    searches: dict[int, list[int]] = {}
    for n in everybody:
        starts = desk.crosses[s.die][face_of(s, n)][n.insane]
        if n in owing:
            starts = [s.die, *starts]
        if starts:
            waiting.append(n)
            searches[n.seat] = starts.copy()
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
        answer = CROSSES[n.seat][desk.nearest[starts.pop(0)][n.open]]
        if isinstance(answer, Ask):
            return answer
        markers.write(s, desk, n, answer - CROSS, 0)
    return None
