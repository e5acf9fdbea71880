"""Negative results: the two copies on every sheet, and crossing out (UI-N, UI-X)."""

from __future__ import annotations

from miskatonic.games.insanity import markers
from miskatonic.games.insanity.answers import question
from miskatonic.games.insanity.areas import OWN
from miskatonic.games.insanity.asks import CROSSES, EXTRAS, Desk
from miskatonic.games.insanity.effects import NEGATIVE_ROLLED
from miskatonic.games.insanity.names import BIT, NONE
from miskatonic.games.insanity.state import Cult, Novice
from miskatonic.games.insanity.vocabulary import COPIES, CROSS, EXTRA, PLACE, SPOTS, spot
from miskatonic.games.insanity.windows import window
from miskatonic.kernel import Answer, Ask, AskAll, RoundFlow
from miskatonic.kernel.sets import members

NOWHERE = spot(NONE, NONE)


def negative(s: Cult, desk: Desk) -> RoundFlow[None]:
    """UI-T4: a die leaves the bag and is rolled; nobody decides anything. Then a window, and everybody places.

    UI-N1, UI-N6: everybody writes the result twice, all at the same time; then X's where they are due (UI-X1).
    """
    s.die = die = yield desk.draw[s.bag]
    s.bag ^= BIT[die]
    s.face = yield desk.negative[die]
    if s.unused & desk.timely[NEGATIVE_ROLLED]:
        yield from window(s, desk, NEGATIVE_ROLLED)
    answers = free_places(s, desk)
    if s.private or s.cards & desk.hindering:
        hinder(s, desk, answers)
    codes: list[int]
    if s.cards & desk.placing:
        codes = yield from _by_actors(answers)
    else:
        codes = yield AskAll(answers)
    searches = copy_down(s, desk, codes)
    if s.cards & desk.copying:
        yield from extra_copies(s, desk, {n.seat: code for n, code in zip(s.everybody, codes, strict=True)})
    if searches:
        yield from cross_out(s, desk, searches)
    s.die = NONE
    s.face = 0
    s.private = {}


def face_of(s: Cult, n: Novice) -> int:
    """What the turn's negative die shows for a player (UI-V24: perhaps rolled again for him alone)."""
    private = s.private.get(n.seat)
    return private.face if private is not None and private.face else s.face


def required(s: Cult, n: Novice) -> int:
    """UI-X1: how many copies a player must write; UI-V17, UI-C6 lower it."""
    private = s.private.get(n.seat)
    return 2 if private is None else private.copies


def free_places(s: Cult, desk: Desk) -> list[Answer]:
    """UI-N2, UI-N3, UI-N4: everybody's places to choose from, where no card meddles."""
    area = desk.areas[s.die]
    places, first = area.places, area.first
    answers: list[Answer] = []
    for n in s.everybody:
        empty = n.empty
        around, asks = places[empty >> first & OWN]
        answers.append(asks[empty & around][n.seat])
    return answers


def hinder(s: Cult, desk: Desk, answers: list[Answer]) -> None:
    """What cards and bonuses change about the places to choose from."""
    for place, n in enumerate(s.everybody):
        if n.seat in s.private or n.insane & desk.hindering:
            answers[place] = where(s, desk, n)


def where(s: Cult, desk: Desk, n: Novice) -> Answer:
    """UI-N2, UI-N3, UI-N4: the places to choose from, with cards; UI-V13: perhaps chosen by a neighbour."""
    burden = desk.burdens[n.insane]
    copies = required(s, n)
    if copies == 2:
        codes = desk.areas[s.die].spots(n.empty, burden.restricts)
    else:
        own = members(n.empty & desk.sheet.areas[s.die]) if copies else []
        codes = tuple(spot(m, NONE) for m in own) or (NOWHERE,)
    seats = len(s.novices)
    actor = {"": n.seat, "left": (n.seat + 1) % seats, "right": (n.seat - 1) % seats}[burden.placer]
    return question(n.seat, "place", codes, actor)


def _by_actors(answers: list[Answer]) -> RoundFlow[list[int]]:
    """UI-V13: the answers to all questions, in as few rounds as possible.

    Where a neighbour places for somebody he may have two sheets to fill. Nobody can be asked two questions at once, so
    everybody is first asked for his own sheet, then neighbours for the others. UI-S7: nothing is written, and nobody
    hears what others answered, before all answers are in.
    """
    asked = [answer for answer in answers if isinstance(answer, Ask)]
    if len({ask.actor for ask in asked}) < len(asked):
        asked = [Ask(ask.seat, ask.prompt, ask.options, ask.actor, secret=True) for ask in asked]
    given: dict[int, int] = {}
    waiting = sorted(asked, key=lambda ask: ask.seat != ask.actor)
    while waiting:
        actors = {ask.actor: ask for ask in reversed(waiting)}
        together = [ask for ask in asked if actors.get(ask.actor) is ask]
        for ask, code in zip(together, (yield AskAll(together)), strict=True):
            given[ask.seat] = code
        waiting = [ask for ask in waiting if ask.seat not in given]
    return [given[answer.seat] if isinstance(answer, Ask) else answer for answer in answers]


def copy_down(s: Cult, desk: Desk, codes: list[int]) -> dict[int, list[int]]:
    """UI-N1: write the copies; UI-V4, UI-C1 may worsen them.

    By seat, where the searches for X's start: UI-X1, UI-X3: one for copies that were not written, then those that
    penalties demand (UI-V5, UI-C2).
    """
    private, copies = s.private, desk.copies[s.die]
    shared = copies[s.face]
    searches: dict[int, list[int]] = {}
    for place, n in enumerate(s.everybody):
        number, other, crosses = (copies[face_of(s, n)] if private else shared)[n.insane]
        code = codes[place]
        both = COPIES[code - PLACE]
        if both is not None:  # as two calls of `put` would: the most frequent act of all
            m, a, spaces, one, two = both
            n.empty ^= spaces
            numbers, margins = n.numbers, n.margins
            numbers[m] = number
            numbers[a] = other
            margins[one] += number
            margins[two] += other
            if s.news is not None:
                s.tell("put", n.seat, m, number)
                s.tell("put", n.seat, a, other)
        elif not _copied_enough(s, n, code, number, other):
            crosses = [s.die, *crosses]
        if crosses:
            searches[n.seat] = crosses.copy()
    return searches


def _copied_enough(s: Cult, n: Novice, code: int, number: int, other: int) -> bool:
    """UI-X1: write at most one copy; whether no X is due for the other."""
    m, a = SPOTS[code - PLACE]
    if m != NONE:
        markers.put(s, n, m, number)
    elif a != NONE:
        markers.put(s, n, a, other)
    written = 0 if m == a else 1
    return written >= required(s, n) or (written == 1 and s.rules.cross_only_if_all_fail)


def extra_copies(s: Cult, desk: Desk, written: dict[int, int]) -> RoundFlow[None]:
    """UI-V11: one more copy next to a space just written, for every card that asks for it; never an X."""
    fresh = {seat: sum(BIT[at] for at in SPOTS[code - PLACE] if at != NONE) for seat, code in written.items()}
    for number in range(max(len(desk.burdens[n.insane].extra_copies) for n in s.novices)):
        asked: list[Ask] = []
        places: dict[int, int] = {}
        for n in s.everybody:
            around = _room_for_extra(s, desk, n, number, fresh[n.seat])
            answer = EXTRAS[n.seat][around] if around else NONE
            if isinstance(answer, Ask):
                asked.append(answer)
            elif around:
                places[n.seat] = answer - EXTRA
        if asked:
            for ask, code in zip(asked, (yield AskAll(asked)), strict=True):
                places[ask.seat] = code - EXTRA
        for seat, space in places.items():
            n = s.novices[seat]
            markers.put(s, n, space, desk.burdens[n.insane].copy_of(s.die, face_of(s, n), True))
            fresh[seat] |= BIT[space]


def _room_for_extra(s: Cult, desk: Desk, n: Novice, number: int, fresh: int) -> int:
    """The empty neighbours of what was just written, if a card asks for an extra copy of this face."""
    cards = desk.burdens[n.insane].extra_copies
    if number >= len(cards):
        return 0
    faces = cards[number]
    if faces is not None and face_of(s, n) not in faces:
        return 0
    around = 0
    for space in members(fresh):
        around |= desk.sheet.neighbours[space]
    return around & n.empty


def cross_out(s: Cult, desk: Desk, searches: dict[int, list[int]]) -> RoundFlow[None]:
    """UI-X2: search after search, all players at the same time."""
    while asked := _choices(s, desk, searches):
        for ask, code in zip(asked, (yield AskAll(asked)), strict=True):
            markers.write(s, desk, s.novices[ask.seat], code - CROSS, 0)


def _choices(s: Cult, desk: Desk, searches: dict[int, list[int]]) -> list[Ask]:
    """Everybody's next question, of those who have a choice."""
    asked: list[Ask] = []
    for seat, starts in searches.items():
        ask = _next_choice(s, desk, s.novices[seat], starts)
        if ask is not None:
            asked.append(ask)
    return asked


def _next_choice(s: Cult, desk: Desk, n: Novice, starts: list[int]) -> Ask | None:
    """UI-X2, UI-X5: cross out as long as there is only one row to take; the first real choice is asked."""
    while starts and n.open:
        answer = CROSSES[n.seat][desk.nearest[starts.pop(0)][n.open]]
        if isinstance(answer, Ask):
            return answer
        markers.write(s, desk, n, answer - CROSS, 0)
    return None
