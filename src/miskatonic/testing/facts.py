"""Plain facts: looking changes nothing, views are plain data, components stay, matches end."""

from __future__ import annotations

import json
from math import isfinite
from typing import Any

from miskatonic.kernel import Match
from miskatonic.testing.trial import Trial, expect, snapshot, stories, who

LABELS = 12
"""How many options of a question are put into words."""


def queries(trial: Trial) -> None:
    """Looking is free: every query gives the same answer twice and changes nothing."""
    for match in trial.walk():
        before = snapshot(match)
        for seat in trial.audiences():
            once, twice = _everything(trial, match, seat), _everything(trial, match, seat)
            for name, answer in once.items():
                expect(answer == twice[name], match, f"{name} for {who(seat)} is not the same when asked twice")
        expect(before == snapshot(match), match, "looking changed the match")
    told = stories(trial, match)
    written = repr(match)
    expect(written == repr(match), match, "the repr is not the same twice")
    expect((before, told) == (snapshot(match), stories(trial, match)), match, "telling changed the match")


def _everything(trial: Trial, match: Match, seat: int | None) -> dict[str, Any]:
    """Whatever may be asked about a match."""
    game = trial.game
    view = match.view(seat)
    found: dict[str, Any] = {
        "view": view,
        "fingerprint": match.fingerprint(),
        "asks": match.asks,
        "legal": (list(match.legal), len(match.legal), repr(match.legal)),
        "position": match.position,
    }
    if game.draw is not None:
        found["draw"] = game.draw(match.view(seat), lambda text, colour: text)
    if game.features is not None and seat is not None:
        found["features"] = match.features(seat)
    ask = None if seat is None else match.ask_of(seat)
    if ask is not None and game.odds is not None:
        found["odds"] = dict(game.odds(match.view(seat), ask))
    if game.phrases is not None:
        words = game.phrases
        found["sentences"] = [words.sentence(news) for news in match.story(seat)[-LABELS:]]
        if match.over:
            found["ending"] = words.ending(match.view(seat))
        if ask is not None:
            found["prompt"] = words.prompt(ask, match.view(seat))
            found["rules"] = words.rules(ask)
            found["labels"] = [words.label(code, match.view(seat)) for code in ask.options[:LABELS]]
    return found


def views(trial: Trial) -> None:
    """Views are plain values that JSON gives back unchanged; what is said to be still in them never changes.

    Where everything is said to be open, everybody sees the same.

    Features are finite numbers, always equally many.
    """
    length = None
    still: dict[str, Any] = {}
    for match in trial.walk():
        for seat in trial.audiences():
            view = match.view(seat)
            try:
                same = json.loads(json.dumps(view, allow_nan=False)) == view
            except (TypeError, ValueError) as error:
                raise AssertionError(f"the view of {who(seat)} is not JSON: {error}") from None
            expect(same, match, f"JSON changes the view of {who(seat)}: use lists, and texts as keys")
            if trial.game.open:
                expect(view == match.view() | {"seat": seat}, match, f"all is open, but not to {who(seat)}")
            for part in trial.game.still:
                if part in view:
                    same = still.setdefault(part, view[part]) == view[part]
                    expect(same, match, f"{part!r} is still, but not the same in the view of {who(seat)}")
            if trial.game.features is not None and seat is not None:
                features = match.features(seat)
                length = len(features) if length is None else length
                expect(
                    len(features) == length, match, f"there are {len(features)} features, before there were {length}"
                )
                expect(all(map(isfinite, features)), match, "a feature is not a finite number")


def components(trial: Trial) -> None:
    """Components are neither lost nor made: the census is the same at every step."""
    first = dict(trial.game.census(trial.match()._state))
    for match in trial.walk():
        now = dict(trial.game.census(match._state))
        expect(now == first, match, f"the components are {now}; at the start they were {first}")


def endings(trial: Trial) -> None:
    """Random play ends within the declared bound; every seat has a return from -1 to 1; results wait for the end."""
    for match in trial.walk():
        _check_returns(trial, match)
    whole = trial.whole()
    expect(whole.over, whole, f"the match goes on; the game declares that it ends within {trial.game.longest}")
    expect(len(whole.log) <= trial.game.longest, whole, f"the match lasted longer than {trial.game.longest}")
    expect(not whole.asks and whole.chance is None, whole, "something is asked after the end")
    _check_returns(trial, whole)


def _check_returns(trial: Trial, match: Match) -> None:
    returns = match.returns
    expect(len(returns) == trial.seats, match, f"there are {len(returns)} returns for {trial.seats} seats")
    expect(all(-1 <= value <= 1 for value in returns), match, f"the returns {returns} are not within -1 and 1")
    expect(match.over or match.result == "", match, f"the result is {match.result!r} before the end")
