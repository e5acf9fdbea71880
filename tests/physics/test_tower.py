"""The physical tower: it holds its marbles, lets them fall, loses none, and answers for the rules."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest

import miskatonic as mk
from miskatonic.cli import main
from miskatonic.games.tower import GAME
from miskatonic.games.tower.names import BIT, KINDS, MARBLES
from miskatonic.games.tower.state import Expedition
from miskatonic.games.tower.tower import FOUR_STOREYS, MARBLE, REMOVED, WIDTH
from miskatonic.kernel.sets import members

pytest.importorskip("mujoco", reason="MuJoCo is not installed (the extra `physics` has it)")

from miskatonic.physics import Physical, fortune
from miskatonic.physics.film import PULL
from miskatonic.physics.shaft import Shaft

ALL = sum(MARBLES)


def shaft(seed: int = 1, sticks: int = FOUR_STOREYS.all) -> Shaft:
    return Shaft(FOUR_STOREYS, sticks, ALL, seed)


def emptied(seed: int) -> list[int]:
    tower = shaft(seed)
    sticks = members(FOUR_STOREYS.all)
    Random(seed).shuffle(sticks)
    return [len(tower.pull(stick).paths) for stick in sticks]


@pytest.mark.rule("TM-S2", "TM-T3", "TM-T4", "TM-T6")
def test_all_marbles_are_inside_at_first_and_outside_at_last() -> None:
    assert shaft().inside == ALL
    fell = emptied(1)
    assert sum(fell) == ALL
    assert fell.count(0) >= 5, "many tentacles hold nothing"
    assert max(fell[:20]) < ALL / 2, "no storey breaks down at once"
    assert emptied(1) == fell, "the same seed and the same draws"
    assert emptied(2) != fell


@pytest.mark.rule("TM-V2")
def test_a_tower_without_some_tentacles_holds_its_marbles_too() -> None:
    fewer = FOUR_STOREYS.all & ~sum(BIT[stick] for stick in REMOVED)
    assert shaft(3, fewer).inside == ALL


def test_a_tower_is_brought_to_what_a_record_says() -> None:
    tower = shaft()
    tower.hold(30)
    assert tower.inside == 30
    tower.hold(33)
    assert tower.inside == 33


def test_nothing_moves_through_the_walls() -> None:
    tower = shaft(4)
    half = (WIDTH - MARBLE) / 2
    for stick in (9, 10, 11, 12, 13):
        fall = tower.pull(stick)
        assert fall.frames >= PULL
        for path in fall.paths:
            assert PULL <= path.start + 1 <= fall.frames
            assert path.start + len(path.places) // 3 <= fall.frames
            xs, ys, zs = (path.places[axis::3] for axis in range(3))
            assert max(map(abs, (*xs, *ys))) <= 10 * half + 5
            assert zs[0] > 0 > zs[-1]
            assert max(zs) <= zs[0] + 60, "marbles fall, they do not fly"


def played(dice: mk.Fortune) -> tuple[mk.Match, Physical]:
    tower = Physical(dice)
    match = mk.Match(GAME, seats=3, fortune=tower)
    random = Random(5)
    match.play(lambda ask: random.choice(ask.options))
    return match, tower


def astray(match: mk.Match) -> int:
    assert isinstance(match.rest, Expedition)
    return GAME.census(match.rest)["marbles astray"]


@pytest.mark.rule("TM-T2", "TM-T5")
@pytest.mark.parametrize("dice", [mk.Seeded(5), mk.Sealed("m", bytes(32))], ids=["seeded", "sealed"])
def test_a_match_is_played_with_it(dice: mk.Fortune, monkeypatch: pytest.MonkeyPatch) -> None:
    match, tower = played(dice)
    drawn = match.view()["tower"]["drawn"]
    assert len(drawn) > 5
    assert astray(match) == 0
    films = [tower.films[n].as_json() for n in range(len(drawn))]
    for film, (stick, heap) in zip(films, drawn, strict=True):
        assert film["stick"] == stick
        assert {kind: [marble["kind"] for marble in film["marbles"]].count(kind) for kind in KINDS} == heap
    assert max(len(json.dumps(film)) for film in films) < 8_000
    again, _ = played(dice.restart())
    assert again.log == match.log, "the same luck gives the same falls"
    monkeypatch.setattr(fortune, "is_installed", lambda: False)
    record = mk.read_record(mk.write_record(match))
    assert (record.observed, record.dice_can_be_checked) == (("tower",), True), "dice are checked, marbles were seen"
    replayed = record.match()
    assert replayed.fingerprint() == match.fingerprint(), "a record needs no physics"
    with pytest.raises(mk.SetupError, match=r"miskatonic\[physics\]"):
        Physical(dice)


def test_a_match_goes_on_after_a_pause() -> None:
    """A tower is brought to the past that the log tells, also where its marbles had rolled otherwise."""
    match, _ = played(mk.Seeded(5))
    steps = [
        step.n for step in match.steps() if isinstance(step.question, mk.Chance) and step.question.label == "tower"
    ]
    half = match.at(steps[4])
    half.take_up(Physical(mk.Seeded(5)))
    assert half.log == match.log[: len(half.log)]
    assert len(half.view()["tower"]["drawn"]) == 5
    other = mk.Match(GAME, seats=3, position="step=reveal first=0 drawn=13:-,9:-,12:D4 0.marbles=D4")
    other.take_up(Physical(mk.Seeded(1)))
    random = Random(1)
    while len(other.view()["tower"]["drawn"]) == 3 and not other.over:
        other.answer(other.ask.actor, random.choice(other.ask.options))
    assert astray(other) == 0


def test_a_match_at_the_terminal_is_saved_checked_and_taken_up_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, save = tmp_path / "tower.jsonl", tmp_path / "half.jsonl"
    command = ["play", "tower", "--bot", "heuristic", "--seats", "3", "--seed", "4", "--physics", "--plain"]
    main([*command, "--record", str(file)])
    main(["verify", str(file), "--plain"])
    assert "follow from the seed 4, but for what was observed: tower." in " ".join(capsys.readouterr().out.split())
    whole = mk.read_record(file.read_text("utf-8")).match()
    half = mk.Match(GAME, seats=list(whole.players), fortune=Physical(mk.Seeded(4)))
    while len(half.view()["tower"]["drawn"]) < 3:
        half.answer(half.ask.actor, whole.log[len(half.log)])
    save.write_text(mk.write_record(half), "utf-8")
    file.unlink()
    main(["resume", str(save), "--plain", "--record", str(file)])
    again = mk.read_record(file.read_text("utf-8")).match()
    assert again.over
    assert again.log[: len(half.log)] == half.log
    assert main(["play", "arkham", "--physics", "--plain"]) != 0
    assert "nothing falls in Dice of Arkham" in capsys.readouterr().err
