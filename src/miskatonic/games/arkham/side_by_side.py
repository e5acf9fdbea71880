"""Side by side: several people play the same case and compare (DA-V)."""

from __future__ import annotations

from collections import Counter

from miskatonic.games.arkham.rules import turn
from miskatonic.games.arkham.state import Case, Investigator, post
from miskatonic.kernel import Chance, Flow, GameOver, together


def beat(state: Investigator | Case) -> Flow[None]:
    """DA-S6, DA-V1: one turn of everybody who is still in the game."""
    return turn(state) if isinstance(state, Investigator) else shared_turn(state)


def shared_turn(case: Case) -> Flow[None]:
    """DA-V1: all play turn k at the same time; who has finished waits; the match ends when all have finished."""
    playing = {seat: s for seat, s in enumerate(case.investigators) if not s.result}
    for seat, s in playing.items():
        s.news, s.audience = case.news, seat
    yield from together({seat: with_shared_luck(s) for seat, s in playing.items()})
    for seat, s in playing.items():
        if s.result:
            case.investigators[seat] = s.copy()  # a table left in the middle of a turn is cleared
    post(case)
    if all(s.result for s in case.investigators):
        raise GameOver


def with_shared_luck(s: Investigator) -> Flow[None]:
    """DA-V2: every roll carries its turn, label and occurrence, so that all meet the same dice."""
    flow = turn(s)
    now = s.turn
    seen: Counter[str] = Counter()
    question = next(flow)
    while True:
        if isinstance(question, Chance):
            seen[question.label] += 1
            question = question.keyed(f"{now}|{question.label}|{seen[question.label]}")
        try:
            question = flow.send((yield question))
        except StopIteration:
            return


def ranks(case: Case) -> list[int]:
    """DA-V3: everybody's place, 1 for the best; equals share a place."""
    merits = [merit(s) for s in case.investigators]
    return [1 + sum(other > mine for other in merits) for mine in merits]


def merit(s: Investigator) -> tuple[int, ...]:
    """DA-V3: what is compared, in this order, larger is better."""
    if s.result == "won":
        return (1, -s.turn, -s.keys, s.health + s.sanity)
    return (0, s.seals, s.inv, -s.keys, s.turn)
