"""The suite itself: an honest toy passes every property, every planted fault is caught by the right one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from pkgutil import iter_modules

import pytest
from toys import CANDLES, Candles, State
from toys.faults import FAULTS, LostCard

import miskatonic as mk
from miskatonic.testing import PROPERTIES, check, conformance

OWN = Path(__file__).parents[1] / "games"
SHIPPED = [
    name
    for _, name, folder in iter_modules(mk.games.__path__)
    if folder and not (OWN / name / "test_conformance.py").is_file()
]
"""The games whose own tests do not check their conformance."""

mk.register("candles", lambda: CANDLES)


@pytest.mark.parametrize("prop", PROPERTIES)
@pytest.mark.parametrize("name", ["candles", *SHIPPED])
def test_game(name: str, prop: str) -> None:
    check(prop, mk.game_named(name), examples=20)


def test_conformance_is_all_properties(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[str] = []
    for name in PROPERTIES:
        monkeypatch.setitem(PROPERTIES, name, partial(lambda name, trial: seen.append(name), name))
    conformance(CANDLES, examples=1)
    assert list(dict.fromkeys(seen)) == list(PROPERTIES)


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.name)
def test_planted_fault_is_caught(fault: type[Candles]) -> None:
    with pytest.raises(AssertionError, match=f"{fault.name} fails '{fault.caught_by}'"):  # type: ignore[attr-defined]
        check(fault.caught_by, fault().game())  # type: ignore[attr-defined]


def test_every_property_but_two_has_a_planted_fault() -> None:
    """Refusals and the order of simultaneous answers are the kernel's work: its own faults are planted below."""
    planted = {fault.caught_by for fault in FAULTS}  # type: ignore[attr-defined]
    assert set(PROPERTIES) - planted == {"refusals", "simultaneous"}


def test_kernel_that_ignores_the_legal_set_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mk.Match, "_check", lambda self, actor, code, ask_id: None)
    with pytest.raises(AssertionError, match="candles fails 'refusals'"):
        check("refusals", CANDLES)


def test_kernel_that_logs_simultaneous_answers_as_they_come_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    def in_order_of_arrival(match: mk.Match, question: mk.AskAll, actor: int, code: int) -> None:
        match._held[actor] = code
        if len(match._held) == len(question.asks):
            match._held = {ask.actor: arrived for ask, arrived in zip(question.asks, match._held.values(), strict=True)}
            match._hand_over(question)

    monkeypatch.setattr(mk.Match, "_hold", in_order_of_arrival)
    with pytest.raises(AssertionError, match="candles fails 'simultaneous'"):
        check("simultaneous", CANDLES)


def test_kernel_whose_undo_forgets_the_dice_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mk.Seeded, "restart", lambda self: self)
    with pytest.raises(AssertionError, match="candles fails 'undo'"):
        check("undo", CANDLES)


def test_failure_names_the_place_and_the_trial() -> None:
    fault = type("Misplaced", (LostCard,), {"name": "misplaced card"})
    place = r"after \d+ entries of the log: the components are .*\n  in Trial\(misplaced card, seats=2"
    with pytest.raises(AssertionError, match=place):
        check("components", fault().game())


def test_what_cannot_be_set_up_is_passed_over_or_refused() -> None:
    def setup(content: mk.Content, options: Mapping[str, str], seats: int) -> State:
        if seats == 4 and options["omens"] == "off":
            raise mk.SetupError("four players need omens")
        return CANDLES.setup(content, options, seats)

    choosy = replace(CANDLES, name="choosy candles", setup=setup)
    check("components", choosy, examples=20)
    with pytest.raises(mk.SetupError, match="four players need omens"):
        check("components", choosy, seats=4, options={"omens": "off"})


def test_game_with_hands_that_calls_itself_open_is_caught() -> None:
    with pytest.raises(AssertionError, match=r"'views'.*all is open, but not to"):
        check("views", replace(CANDLES, name="open candles", open=True))


def test_two_games_of_one_name_are_refused() -> None:
    impostor = type("Impostor", (Candles,), {"name": "arkham"})
    with pytest.raises(AssertionError, match="another game is known as 'arkham'"):
        check("views", impostor().game())


def test_a_game_is_added_by_registering_it() -> None:
    """Adding a game needs nothing else: it is played, saved and read by its name."""
    wicks = replace(CANDLES, name="wicks")
    mk.register("wicks", lambda: wicks)
    assert "wicks" in mk.game_names()
    match = mk.Match("wicks", seats=["Ann", "Ben", "Cid"], seed=3)
    match.play(lambda ask: ask.options[0])
    assert match.over
    assert match.result
    read = mk.read_record(mk.write_record(match)).match()
    assert read.log == match.log
    assert read.players == ("Ann", "Ben", "Cid")
