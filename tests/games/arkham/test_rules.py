"""Rules of Dice of Arkham beyond the worked examples."""

from __future__ import annotations

import pytest

import miskatonic as mk
from miskatonic.games.arkham import GAME
from miskatonic.games.arkham.rules import harvest
from miskatonic.games.arkham.state import Investigator
from miskatonic.kernel.hands import hand_of


def table(position: str = "", sheet: str = "standard", **options: str) -> mk.Match:
    return mk.Match(GAME, position=position, content=sheet, options=options)


def say(match: mk.Match, script: str) -> mk.Match:
    """Play a script of questions and rolls; anything unexpected fails."""
    for word in script.split():
        label, _, text = word.partition("=")
        if match.chance is not None:
            assert match.chance.label == label, f"{word}: the rules roll {match.chance}"
            match.fall(match.chance.parse(text))
        else:
            assert match.ask.prompt == label, f"{word}: the rules ask {match.ask.prompt}"
            match.say(word)
    return match


def investigator(match: mk.Match) -> Investigator:
    assert isinstance(match._state, Investigator)
    return match._state


def options(match: mk.Match) -> set[str]:
    return {GAME.vocabulary.short(code) for code in match.legal}


@pytest.mark.rule("DA-I4", "DA-I9", "DA-I10")
@pytest.mark.parametrize(
    ("dice", "expected"),
    [
        ((1, 1, 1, 1, 1), (2, 0, 0, 0, 0)),
        ((2, 2, 2, 2, 2, 2), (0, 6, 0, 0, 0)),
        ((3, 3, 3, 3, 3, 3), (0, 0, 7, 0, 0)),
        ((4, 4, 4, 4, 4), (0, 0, 12, 0, 0)),
        ((5, 5, 5, 6, 6, 6), (0, 0, 0, 4, 4)),
        ((6, 6, 6, 6, 6, 6), (0, 0, 0, 0, 7)),
    ],
)
def test_bonus_counts_once_per_face(dice: tuple[int, ...], expected: tuple[int, ...]) -> None:
    assert harvest(hand_of(dice)) == expected


@pytest.mark.rule("DA-S2", "DA-S4")
@pytest.mark.parametrize(("sheet", "health", "time_end"), [("easy", 12, 6), ("standard", 10, 5), ("hard", 10, 4)])
def test_the_three_sheets(sheet: str, health: int, time_end: int) -> None:
    view = table(sheet=sheet).view()
    assert (view["sheet"]["health_max"], view["sheet"]["time_end"], view["you"]["health"]) == (health, time_end, 10)


@pytest.mark.rule("DA-G3")
def test_nothing_happens_after_the_end() -> None:
    match = say(table("sanity=1"), "mythos=4,6 roll1=1,5,5,6,6 reroll=stop")
    assert match.over
    assert match.asks == ()
    assert match.chance is None
    with pytest.raises(mk.MatchOver):
        match.answer(0, 0)


@pytest.mark.rule("DA-D5", "DA-G4")
def test_fatal_payments_offer_the_last_point_everywhere() -> None:
    match = say(table("sanity=2 health=1", fatal_payments="allowed"), "mythos=5,5 roll1=1,1,5,6,6")
    assert "1,1" in options(match)
    say(match, "reroll=stop")
    assert options(match) == {"time", "health", "sanity"}
    say(match, "double=health d2=1")
    assert match.result == "lost:health"


@pytest.mark.rule("DA-2B", "DA-G4")
def test_fatal_lore() -> None:
    match = say(table("time=5 keys=1 sanity=2", fatal_payments="allowed"), "mythos=5,6 roll1=1,5,5,6,6 reroll=stop")
    assert options(match) == {"0", "1", "2"}
    assert say(match, "lore=2").result == "lost:sanity"


@pytest.mark.rule("DA-M3", "DA-G4")
@pytest.mark.parametrize(
    ("fatal", "health", "price", "expected"),
    [
        ("forbidden", 2, 1, {"time", "health", "sanity"}),
        ("forbidden", 2, 2, {"time", "sanity"}),
        ("allowed", 1, 2, {"time", "health", "sanity"}),
    ],
)
def test_a_price_that_is_seen(fatal: str, health: int, price: int, expected: set[str]) -> None:
    match = table(f"health={health}", double_cost="seen", fatal_payments=fatal)
    say(match, f"mythos=6,6 roll1=1,5,5,6,6 reroll=stop d2={price}")
    assert options(match) == expected
    assert match.view()["you"]["price"] == price


@pytest.mark.rule("DA-M3")
def test_no_price_is_rolled_at_the_end_of_the_clock() -> None:
    match = say(table("time=5", double_cost="seen"), "mythos=6,6 roll1=1,5,5,6,6 reroll=stop")
    assert match.ask.prompt == "first_key"


@pytest.mark.rule("DA-C6", "DA-G7")
def test_must_buy_dice_leaves_nothing_out_and_takes_a_single_purchase() -> None:
    match = say(table(zero_dice="forbidden"), "mythos=2,6 roll1=1,3,3,3,1 reroll=stop stance=fight")
    assert "0,0" not in options(match)
    match = say(
        table("fight=1 magic=1", zero_dice="forbidden"), "mythos=2,6 roll1=1,3,3,3,4 reroll=stop stance=fight fight1=6"
    )
    assert investigator(match).fight == 0


@pytest.mark.rule("DA-G7")
@pytest.mark.parametrize(
    ("position", "options", "script", "told"),
    [
        ("sanity=1", {}, "mythos=5,6 roll1=1,1,1,1,1", "Every die is locked, and you cannot pay to free one."),
        (
            "fight=0 magic=0",
            {},
            "mythos=3,6 roll1=1,3,3,4,4 reroll=stop stance=fight",
            "You cannot buy a single die.",
        ),
        (
            "fight=1 magic=1",
            {"zero_dice": "forbidden"},
            "mythos=2,6 roll1=1,3,3,3,4 reroll=stop stance=fight",
            "You spend 1 fight and 0 magic.",
        ),
        (
            "sanity=1 magic=1",
            {},
            "mythos=1,6 roll1=1,3,3,3,4 reroll=stop strength=2 stance=fight spend=0,1 fight1=2 fight_reroll=2 fight2=1",
            "Every die is locked, and you cannot pay to free one.",
        ),
        (
            "sanity=1 keys=1 time=5",
            {},
            "mythos=5,6 roll1=1,5,5,6,6 reroll=stop",
            "You have no sanity to spare for an extra die.",
        ),
    ],
)
def test_an_answer_that_is_not_asked_for_is_told(
    position: str, options: dict[str, str], script: str, told: str
) -> None:
    match = say(table(position, **options), script)
    assert told in map(match.sentence, match.story(0))


@pytest.mark.rule("DA-G1", "DA-G2")
@pytest.mark.parametrize(
    ("position", "script", "told"),
    [
        ("time=5", "mythos=2,6 roll1=1,5,5,6,6 reroll=stop stance=flee", "The clock is full already."),
        (
            "time=4 magic=4",
            "mythos=1,5 roll1=1,3,5,5,6 reroll=stop strength=4 stance=fight spend=0,2 "
            "fight1=2,2 fight_reroll=2,2 fight2=1,1",
            "The clock moves 1 space.",
        ),
        ("inv=15 seals=1 sanity=9", "mythos=5,6 roll1=3,1,5,5,6,6 reroll=stop pact=rest d3=3", "You gain 1 sanity."),
        (
            "inv=15 seals=1 health=9",
            "mythos=5,6 roll1=3,1,5,5,6,6 reroll=stop pact=pact pact_roll=5,5,6,6,2",
            "You gain 1 health.",
        ),
        ("health=2", "mythos=1,6 roll1=1,5,5,6,6 reroll=stop strength=6 stance=flee harm=6", "You lose 2 health."),
    ],
)
def test_the_log_tells_what_is_really_won_and_lost(position: str, script: str, told: str) -> None:
    match = say(table(position), script)
    assert told in map(match.sentence, match.story(0))


@pytest.mark.rule("DA-I6", "DA-M4")
def test_red_spaces_behind_strengthen_a_monster_but_cause_no_combat() -> None:
    match = say(table("inv=9", red_spaces="cumulative"), "mythos=5,6 roll1=3,1,5,5,6 reroll=stop")
    assert match.log
    assert len(match.log) == match.rested_at, "no combat, the next turn begins"
    match = say(table("inv=9", red_spaces="cumulative"), "mythos=1,6 roll1=3,1,5,5,6 reroll=stop strength=2")
    assert investigator(match).strength == 3


@pytest.mark.rule("DA-I6", "DA-2B.2")
def test_red_spaces_behind_do_not_count_in_events() -> None:
    match = table("time=5 keys=1 sanity=1 inv=12", red_spaces="cumulative")
    say(match, "mythos=5,6 roll1=1,5,5,6,6 reroll=stop event=2 mythos=2,5")
    assert investigator(match).strength == 2


@pytest.mark.rule("DA-I7")
def test_landing_frees_the_die_with_either_option() -> None:
    for option in ("pass", "land"):
        match = table("inv=8 elder_die=yes keys=1", elder_return=option)
        say(match, "mythos=5,6 roll1=3,5,5,6 reroll=stop")
        assert not investigator(match).elder_die


@pytest.mark.rule("DA-I7", "DA-2B.6")
def test_an_event_may_bring_the_die_back() -> None:
    tiny = mk.game_named("arkham").schema.load(
        'name = "tiny"\ntime_end = 5\ninv_end = 8\nred = []\nelder = 3\n', "tiny.toml"
    )[0]
    match = mk.Match(GAME, content=tiny, position="time=5 keys=1 sanity=1 elder_die=yes")
    say(match, "mythos=5,6 roll1=1,5,5,6 reroll=stop event=6")
    assert (investigator(match).inv, investigator(match).elder_die) == (4, False)


@pytest.mark.rule("DA-C5")
@pytest.mark.parametrize(
    ("kind", "harm", "health", "sanity"),
    [
        ("rolled", 1, 10, 10),
        ("rolled", 2, 9, 10),
        ("rolled", 3, 10, 8),
        ("rolled", 6, 5, 10),
        ("reduced", 1, 10, 10),
        ("reduced", 2, 10, 9),
        ("reduced", 3, 8, 10),
        ("reduced", 6, 10, 5),
    ],
)
def test_harm_in_flight(kind: str, harm: int, health: int, sanity: int) -> None:
    match = table(flee_kind=kind)
    say(match, f"mythos=1,6 roll1=1,5,5,6,6 reroll=stop strength=3 stance=flee harm={harm}")
    assert (investigator(match).health, investigator(match).sanity) == (health, sanity)


@pytest.mark.rule("DA-C13")
def test_reduced_kinds_do_not_change_a_lost_fight() -> None:
    match = table(flee_kind="reduced")
    say(match, "mythos=1,6 roll1=1,5,5,6,6 reroll=stop strength=3 stance=fight spend=0,0 enemy=1,1,1 harm=4")
    assert (investigator(match).health, investigator(match).sanity) == (6, 10)


@pytest.mark.rule("DA-C9", "DA-C10")
def test_a_one_that_comes_up_twice_counts_twice_and_the_clock_stops_at_its_end() -> None:
    match = say(
        table("time=3 magic=4"),
        "mythos=1,5 roll1=1,3,5,5,6 reroll=stop strength=4 stance=fight spend=0,2 "
        "fight1=2,2 fight_reroll=2,2 fight2=1,1 fight_reroll=L,L fight3=1,1",
    )
    assert (investigator(match).time, investigator(match).sanity) == (5, 8)


@pytest.mark.rule("DA-2A.1")
def test_a_pact_with_one_magic_asks_no_number() -> None:
    match = table("inv=15 seals=1 magic=1", pact_dice="any")
    say(match, "mythos=5,6 roll1=3,1,5,5,4,5 reroll=stop pact=pact pact_roll=1")
    assert investigator(match).sanity == 9


@pytest.mark.rule("DA-2B")
def test_lore_one_by_one_ends_when_nothing_can_be_paid() -> None:
    match = table("time=5 keys=1 sanity=2", lore_dice="one_by_one")
    say(match, "mythos=5,6 roll1=1,5,5,6,6 reroll=stop event=3 lore=1 event=4")
    assert (match.ask.prompt, options(match)) == ("pick", {"3", "4"})


@pytest.mark.rule("DA-2B.4", "DA-G3")
def test_pale_shapes_take_health_first() -> None:
    match = table("time=5 keys=1 fight=0 magic=0 sanity=1 health=1")
    say(match, "mythos=5,6 roll1=1,2,2,2,2 reroll=stop event=4")
    assert match.result == "lost:health"


@pytest.mark.rule("DA-D2", "DA-D1")
def test_a_gift_die_of_1_is_locked() -> None:
    match = say(table("seals=1 gift=yes sanity=1"), "gift=1 mythos=5,6 roll1=2,3,4,5,6")
    assert len(match.legal) == 32


@pytest.mark.parametrize(
    "position", ["health=0", "inv=17", "seals=3", "gift=maybe", "luck=7", "health", "time=-1", "turn=0"]
)
def test_impossible_positions_are_refused(position: str) -> None:
    with pytest.raises(mk.SetupError):
        table(position)


def test_a_position_comes_back_as_its_own_text() -> None:
    text = "turn=6 time=4 inv=10 health=7 sanity=5 fight=4 magic=2 seals=1 keys=1 elder_die=no tired=no gift=yes"
    assert table(text).position == text
