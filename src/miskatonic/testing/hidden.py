"""What is hidden stays hidden: from other hands, and from answers that are not all in."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from miskatonic.kernel import AnswerError, Ask, FortuneError, Match
from miskatonic.testing.trial import Trial, expect, snapshot, story, who

ENTRIES = 40
"""How many entries of the log are looked at."""
DEALS = 4
"""How many other worlds are watched at the same time."""


def secrets(trial: Trial) -> None:
    """Whatever a seat cannot see may be dealt anew: its view, who is asked, its options and its story stay the same.

    Other worlds, in which hidden things were dealt anew, are played along with the match, entry by entry. A world in
    which an answer could not have been given is left; so is one that looks otherwise when something is shown to all.
    """
    random = trial.random("deals")
    seat = random.choice(list(trial.audiences()))
    settled = []
    for match in trial.walk():
        settled.append(len(match.log))
    begin = next(n for n in settled if n >= settled[-1] - ENTRIES)
    lead = match.at(begin)
    worlds: list[Match] = []
    for code in match.log[begin:]:
        if not lead.revealed:
            worlds = list(_other_worlds(lead, seat, random))
        _compare(trial, lead, worlds, seat)
        reveals = lead._state.reveals
        _advance(lead, code)
        worlds = [world for world in worlds if _follows(world, code)]
        if lead._state.reveals > reveals:
            worlds = [world for world in worlds if _known(trial, world, seat) == _known(trial, lead, seat)]
    _compare(trial, lead, worlds, seat)


def _other_worlds(lead: Match, seat: int | None, random: Random) -> Iterator[Match]:
    for _ in range(DEALS):
        try:
            yield lead.redealt(seat, random, quiet=False)
        except (AnswerError, FortuneError):
            continue  # somebody answered what he could not have answered with these hands


def _advance(match: Match, code: int) -> None:
    if match.chance is not None:
        match.fall(code)
    else:
        match.answer(match.ask.actor, code)


def _follows(world: Match, code: int) -> bool:
    try:
        _advance(world, code)
    except (AnswerError, FortuneError):
        return False
    return True


def _compare(trial: Trial, lead: Match, worlds: list[Match], seat: int | None) -> None:
    """The match and all other worlds look the same; the stories of the other worlds begin at the last rest."""
    known = _known(trial, lead, seat)
    for world in worlds:
        for name, fact in _known(trial, world, seat).items():
            expect(fact == known[name], lead, f"{name} of {who(seat)} depends on what is hidden from it")
    told = [story(world, seat) for world in worlds]
    heard = story(lead, seat)[-len(told[0]) :] if told and told[0] else []
    expect(all(other == heard for other in told), lead, f"{who(seat)} hears of what is hidden from it")


def _known(trial: Trial, match: Match, seat: int | None) -> dict[str, Any]:
    """Everything one audience may know now."""
    chance = match.chance
    facts: dict[str, Any] = {
        "the view": match.view(seat),
        "the question": [_asked(ask) for ask in match.asks],
        "an option": [ask.options for ask in match.asks if ask.actor == seat],
        "a roll": str(chance) if chance is not None and chance.audience in (None, seat) else None,
    }
    if trial.game.features is not None and seat is not None:
        facts["a feature"] = match.features(seat)
    return facts


def _asked(ask: Ask) -> tuple[int, int, str, bool]:
    return ask.seat, ask.actor, ask.prompt, ask.secret


def simultaneous(trial: Trial) -> None:
    """Simultaneous questions may be answered in any order and taken back; nobody sees an answer before all are in."""
    random = trial.random("orders")
    for match in trial.walk():
        if len(match.asks) < 2:
            continue
        answers = [(ask.actor, random.choice(ask.options)) for ask in match.asks]
        ends = set()
        for _ in range(3):
            fork = match.fork()
            random.shuffle(answers)
            for n, (actor, code) in enumerate(answers, 1):
                fork.answer(actor, code)
                if n < len(answers):
                    if random.random() < 0.3:
                        fork.withdraw(actor)
                        expect(fork.ask_of(actor) == match.ask_of(actor), match, "a taken-back question is not open")
                        fork.answer(actor, code)
                    _check_nothing_shows(trial, match, fork)
            ends.add(snapshot(fork))
        expect(len(ends) == 1, match, "the order of simultaneous answers changes what follows")


def _check_nothing_shows(trial: Trial, before: Match, now: Match) -> None:
    expect(before.fingerprint() == now.fingerprint(), before, "an answer has an effect before all are in")
    for seat in trial.audiences():
        expect(before.view(seat) == now.view(seat), before, f"{who(seat)} sees an answer before all are in")
