"""Reports: one page that needs nothing else, with every picture a designer wants."""

from __future__ import annotations

import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

import numpy as np
import pytest
from lab.made_up import results, rows

from miskatonic.kernel import game_named
from miskatonic.lab.effects import FEWEST, effects
from miskatonic.lab.figures import wilson
from miskatonic.lab.keep import Results
from miskatonic.lab.pictures import BRASS, Group, histogram
from miskatonic.lab.play import play_chunk
from miskatonic.lab.report import report
from miskatonic.lab.run import Run
from miskatonic.lab.summary import summarise

PROGRAM = str(Path(sys.executable).with_name("miskatonic"))
DUEL = (("heuristic", "random"), ("random", "heuristic"))
ALONE = {
    "Results", "Bots", "What they won and lost by", "Length", "What was chosen", "What happened", "What chance brought",
}  # fmt: skip
TOGETHER = ALONE | {"Seats", "Who is ahead"}


def played(run: Run, folder: Path) -> Results:
    results = Results.of(run, folder)
    for chunk in run.chunks():
        results.add(chunk, play_chunk(run, chunk))
    return results


def sections(page: str) -> dict[str, str]:
    """What stands below every heading."""
    parts = re.split(r"<h2>(.*?)</h2>", page)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


@pytest.fixture(scope="module")
def duels(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("duels")
    for seed in "ab":
        played(Run("insanity", DUEL, games=60, seed=seed), folder / seed)
    return folder


def test_reports_are_pages_that_need_nothing_else(duels: Path) -> None:
    words = [PROGRAM, "report", "a", "b", "-o", "page.html"]
    subprocess.run(words, cwd=duels, check=True, stdout=subprocess.DEVNULL)
    page = (duels / "page.html").read_text("utf-8")
    assert "src=" not in page
    assert "<script" not in page
    assert not re.search(r"(href|url)\W+https?:", page)
    assert "stronger?" in page
    for picture in re.findall(r"<svg .*?</svg>", page, re.DOTALL):
        assert ET.fromstring(picture).get("aria-label")


@pytest.mark.parametrize(
    ("run", "wanted"),
    [
        (Run("arkham", (("heuristic",),), games=60), ALONE | {"Score: gates sealed"}),
        (Run("insanity", DUEL, games=60), TOGETHER | {"Score: points"}),
        (Run("tower", (("heuristic",) * 3,), games=60), TOGETHER | {"Score: points"}),
        (Run("mash", (("heuristic",),), games=60), ALONE | {"Score: rooms cleared, or health left among rivals"}),
    ],
    ids=lambda given: given.game if isinstance(given, Run) else "",
)
def test_every_game_has_all_pictures(run: Run, wanted: set[str], tmp_path: Path) -> None:
    found = sections(report([played(run, tmp_path / "r")]))
    assert set(found) == wanted
    for title, shown in found.items():
        if "favours nobody" not in shown:
            assert shown.count("<svg") == (2 if title == "Who is ahead" else 1), title


def test_who_never_meets_has_no_column_for_elo(duels: Path, tmp_path: Path) -> None:
    alone = played(Run("arkham", (("random",),), games=1), tmp_path / "r")
    assert "<th>Elo</th>" not in report([alone])
    assert re.search(r"<th>Elo</th>.*<td>[+-]\d+ ± \d+</td>", report([Results(duels / "a")]))


def test_what_never_happened_to_a_bot_may_happen_yet(tmp_path: Path) -> None:
    made = results(Run("insanity", DUEL, games=20), tmp_path / "r", {})
    standing = summarise(made).bots[0]
    assert standing.dice == 10
    assert standing.fate("struck by lightning") == wilson(0, 10)


def test_columns_say_which_run_they_are_about_where_they_stand_below_each_other(duels: Path, tmp_path: Path) -> None:
    one, two = Results(duels / "a"), Results(duels / "b")
    assert 'class="side"' not in report([one])
    assert re.findall(r'class="side">(\w+)<', sections(report([one, two]))["Bots"]) == ["left", "right"]
    alone = played(Run("insanity", (("random",),), games=1), tmp_path / "r")
    assert re.findall(r'class="side">(\w+)<', sections(report([alone, two]))["Seats"]) == ["right"]


def test_what_all_meet_alike_is_not_drawn(duels: Path) -> None:
    found = sections(report([Results(duels / "a")]))
    assert [title for title, shown in found.items() if "favours nobody" in shown] == ["What chance brought"]


def test_two_runs_are_compared_by_figures_and_pictures(duels: Path) -> None:
    one, two = Results(duels / "a"), Results(duels / "b")
    found = sections(report([one, two]))
    assert found["Results"].count("<svg") == 2
    won = [results.table("seats").filter(bot="heuristic")["won"].mean() for results in (one, two)]
    row = re.search(r"<td>heuristic wins</td><td>(.*?)%</td><td>(.*?)%</td><td>(.*?)%", found["Right against left"])
    assert row is not None
    left, right, more = map(float, row.groups())
    assert [left, right] == [round(100 * float(str(share)), 1) for share in won]
    assert more == pytest.approx(right - left, abs=0.11)


def test_effects_count_what_every_seat_met(duels: Path) -> None:
    results = Results(duels / "a")
    seats, marks = results.table("seats"), results.table("marks").filter(kind="answer", what="outburst=purple")
    met = {(row["number"], row["seat"]) for row in marks.iter_rows(named=True)}
    won = {(row["number"], row["seat"]): row["won"] for row in seats.iter_rows(named=True)}
    found = next(effect for effect in effects(results, "answer") if effect.what == "outburst=purple")
    assert found.times == marks["times"].sum() / 60
    assert found.met.value == len(met) / 120
    if FEWEST <= len(met) <= 120 - FEWEST:
        with_it = np.mean([won[seat] for seat in met])
        without = np.mean([won[seat] for seat in won.keys() - met])
        assert found.more is not None
        assert found.more.value == pytest.approx(with_it - without)


def test_choices_and_chances_are_told_in_the_words_of_the_game(duels: Path) -> None:
    found = sections(report([Results(duels / "a")]))
    chosen, fell = found["What was chosen"], found["What chance brought"]
    assert "<td>let the purple die loose</td>" in chosen
    assert re.search(r"<td>Shed the Twitch: .. to seat [12]</td>", chosen)
    assert "<td>The red die shows 6</td>" in fell
    assert not re.search(r"<td>\w+=", chosen + fell)


def test_choices_that_the_game_does_not_know_any_more_stay_as_they_were_kept(tmp_path: Path) -> None:
    run = Run("arkham", (("random",),), games=1)
    made = results(run, tmp_path / "r", {})
    mark = {"number": 0, "seat": 0, "kind": "answer", "what": "dance=tango", "times": 1}
    made.add(range(1), rows(run, range(1), {})._replace(marks=[mark]))
    assert "<td>dance=tango</td>" in report([made])


def test_a_game_without_words_for_choices_shows_them_as_they_are_written(
    duels: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(vars(game_named("insanity")), "choice", None)
    assert "<td>outburst: purple</td>" in report([Results(duels / "a")])


def test_what_was_met_on_the_same_dice_is_one_observation(tmp_path: Path) -> None:
    """Two friends who always meet the same and win or lose together tell no more than one of them would."""
    wide = {}
    for seats in (1, 2):
        run = Run("mash", (("heuristic",) * seats,), games=100, options={"mode": "cooperative"} if seats > 1 else {})
        made = results(run, tmp_path / str(seats), dict.fromkeys(range(0, 100, 3), "heuristic"))
        for chunk in run.chunks():
            met = [
                {"number": number, "seat": seat, "kind": "event", "what": "rain", "times": 1}
                for number in chunk if number % 2
                for seat in range(seats)
            ]  # fmt: skip
            made.add(chunk, rows(run, chunk, dict.fromkeys(range(0, 100, 3), "heuristic"))._replace(marks=met))
        [wide[seats]] = effects(made, "event")
    assert wide[1].met == pytest.approx(wide[2].met)
    assert wide[1].more == pytest.approx(wide[2].more)


@pytest.mark.parametrize(
    ("game", "seats", "begins"),
    [
        ("insanity", 3, "goes insane in "),
        ("insanity", 3, "uses the First card of "),
        ("tower", 3, "wins The "),
        ("tower", 3, "plays "),
        ("tower", 3, "Your new Spell is "),
        ("mash", 2, "turns up the "),
    ],
)
def test_cards_places_and_penalties_are_named_and_belong_to_who_met_them(game: str, seats: int, begins: str) -> None:
    rows = play_chunk(Run(game, (("heuristic",) * seats,), games=10), range(10))
    found = [row for row in rows.marks if row["kind"] == "event" and row["what"].startswith(begins)]
    assert len({row["what"] for row in found}) > 2
    assert {row["seat"] for row in found} == set(range(seats))


def test_what_happens_to_everybody_belongs_to_everybody() -> None:
    rows = play_chunk(Run("tower", (("heuristic",) * 3,), games=1), range(1))
    found = [row for row in rows.marks if row["what"].startswith("Round #: The ")]
    assert found
    assert all(row["seat"] is None for row in found)


def test_content_is_named_and_what_is_named_is_no_markup(tmp_path: Path) -> None:
    text = """[[sheet]]
name = "<b>"
title = "Bold"
provenance = "house"
time_end = 5
inv_end = 16
red = [4]
elder = 9
"""
    page = report([played(Run("arkham", (("random",),), games=1, text=text), tmp_path / "r")])
    assert "content &lt;b&gt; from a file" in page
    assert "<b>" not in page


def test_among_friends_nothing_is_decided_by_who_is_ahead(tmp_path: Path) -> None:
    run = Run("mash", (("random", "random"),), games=2, options={"mode": "cooperative"})
    results = played(run, tmp_path / "r")
    assert summarise(results).decided_at is None
    assert "<p>The lead changes 0.0 times a game.</p>" in report([results])


@pytest.mark.parametrize("values", [[3.0], [1.0, 2.0, 2.0], [-100.0, 900.0], [0.25, 0.5]])
def test_histograms_of_anything_can_be_drawn(values: list[float]) -> None:
    numbers = np.array(values)
    assert "<svg" in histogram("x", [Group("games", numbers, BRASS)], "x", "games", (numbers.min(), numbers.max()))
