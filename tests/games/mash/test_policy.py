"""The automatic keeper: the test vectors of the content file (section 6.6), by their own tables."""

from __future__ import annotations

import re

import pytest

import miskatonic as mk
from miskatonic.games.mash import GAME, policy
from miskatonic.games.mash.generators import spawn_cells
from miskatonic.games.mash.grid import CELL, CELL_NAMES
from miskatonic.games.mash.monsters import deeds
from miskatonic.games.mash.state import Mash
from miskatonic.games.mash.vocabulary import VOCABULARY
from miskatonic.kernel.sets import members

PLACED = """
| P1 | TS | Cultist | C2R6 | C6R1 | - | C3R5 |
| P2 | MS | Deep One | C2R5 | C5R1 | - | C2R4 |
| P3 | LP | Leng Spider | C5R5 | C3R1 | - | C6R4 |
| P4 | ID | Mi-Go | C2R3 | C4R1 | - | C1R4 |
| P5 | BC | Moon-Beast | C4R4 | C6R1 | C4R3 C4R2 | C5R3 |
| P6 | MM | Star Vampire | C2R2 | C4R2 | - | C3R3 |
"""
DECIDED = """
| D1 | TS | Cultist | C2R6 | C6R1 | 2 | - | go C5R3 |
| D2 | TS | Cultist | C4R4 | C4R1 | 2 | - | go C4R2 |
| D3 | BC | Moon-Beast | C5R4 | C1R1 | 2 | - | go C4R3 |
| D4 | IF | Deep One | C2R5 | C2R2 | 2 | - | go C2R3 |
| D5 | CT | Gnoph-Keh | C1R3 | C3R2 | 2 | - | charge C3R1 |
| D6 | CT | Gnoph-Keh | C1R3 | C3R2 | 1 | charge used | go C3R1 |
| D7 | LP | Leng Spider | C6R6 | C1R1 | 2 | - | web |
| D8 | LP | Leng Spider | C6R5 | C2R1 | 2 | A immobilised | go C4R1 |
| D9 | MS | Elder Thing | C3R6 | C5R1 | 2 | - | go C5R3 |
| D10 | UL | Mi-Go | C1R1 | C6R6 | 2 | - | go C1R6 |
| D11 | EC | Star Vampire | C1R1 | C6R2 | 2 | - | go C5R2 |
"""


def rows(text: str) -> list[list[str]]:
    return [[part.strip() for part in line.strip("|").split("|")] for line in text.strip().splitlines()]


def board(tile: str, hero: str, *pieces: str, hero_facts: str = "", **options: str) -> Mash:
    """One tile in the middle, all gates behind it face down (so that none is a dead end)."""
    home = "MM" if tile == "BC" else "BC"
    text = f"mode=solo phase=activation tile.1={home}/0/up/rolled tile.8={'TS' if tile == 'MS' else 'MS'}/0/up/rolled "
    if tile in ("TS", "MM"):
        text = "mode=solo phase=activation tile.1=BC/0/up/rolled tile.8=MS/0/up/rolled "
    text += f"tile.3={tile}/0/up/rolled A=arctic_explorer@3:{hero}{hero_facts} {' '.join(pieces)}"
    state = GAME.setup(GAME.schema.named(), {**GAME.default_options, **options}, 1)
    assert GAME.place is not None
    return GAME.place(state, text)


def kind_id(name: str) -> str:
    return re.sub(r"[ -]", "_", name.lower())


@pytest.mark.rule("CM-T2", "CM-G6", "CM-V7")
@pytest.mark.parametrize("row", rows(PLACED), ids=lambda row: row[0])
def test_spawned_monsters_are_placed(row: list[str]) -> None:
    _, tile, kind, generator, hero, others, cell = row
    extra = [f"m{n}=cultist@3:{at}" for n, at in enumerate(others.split(), 5) if at != "-"]
    nests = [nest.spawns for nest in GAME.schema.named().data.generators]
    nest = GAME.schema.named().data.generators[nests.index(kind_id(kind))]
    s = board(tile, hero, f"g4={nest.id}@3:{generator}", *extra)
    chosen = policy.spawn_spot(s, s.pieces[4], nest.kind, members(spawn_cells(s, s.pieces[4])))
    assert CELL_NAMES[chosen] == cell


@pytest.mark.rule("CM-T2", "CM-M2", "CM-M3", "CM-V7")
@pytest.mark.parametrize("row", rows(DECIDED), ids=lambda row: row[0])
def test_monsters_decide(row: list[str]) -> None:
    _, tile, kind, at, hero, left, state, decision = row
    bound = "/bond:3/tie:2" if "immobilised" in state else ""
    charged = "/charged:1" if "charge" in state else ""
    s = board(tile, hero, f"m4={kind_id(kind)}@3:{at}{charged}", hero_facts=bound)
    s.awake = 4
    piece = s.pieces[4]
    code = policy.decide(s, piece, deeds(s, piece), int(left))
    word = {"web": "ranged=unarmed"}.get(decision, decision.replace(" ", "="))
    assert VOCABULARY.text(code) == word


@pytest.mark.rule("CM-T2", "CM-M9", "CM-M13", "CM-M15")
def test_the_order_of_monsters() -> None:
    s = board("FF", "C3R1", "m4=cultist@3:C6R6", "m5=cultist@3:C3R2", "m6=cultist@3:C1R1/bond:2/tie:2")
    assert policy.order(s, list(s.pieces.values())) == (6, 5, 4)
    assert CELL["C3R1"] == s.hero.cell


@pytest.mark.rule("CM-T2")
def test_solo_never_asks_a_keeper() -> None:
    for seed in range(20):
        match = mk.Match(GAME, seats=1, seed=seed, quiet=True)
        prompts = set()
        for _ in range(60):
            if match.over:
                break
            prompts.add(match.ask.prompt)
            match.answer(0, match.ask.options[seed % len(match.ask.options)])
        assert not prompts & {"spawn", "wake", "deed", "spot"}


@pytest.mark.rule("CM-T2", "CM-L4")
def test_whoever_goes_to_shoot_is_not_in_its_own_way() -> None:
    s = board("ML", "C3R4", "m4=leng_spider@3:C2R2")
    s.awake = 4
    assert VOCABULARY.text(policy.decide(s, s.pieces[4], deeds(s, s.pieces[4]), 2)) == "go=C2R1"


@pytest.mark.rule("CM-T2", "CM-M13")
def test_nobody_escapes_into_harm() -> None:
    around = ("m5=cultist@3:C4R6", "m6=cultist@3:C5R5")
    s = board("BC", "C1R1", "m4=cultist@3:C5R6/bond:2/tie:2", *around)
    assert VOCABULARY.text(policy.decide(s, s.pieces[4], deeds(s, s.pieces[4]), 2)) == "do=stop"
    s = board("BC", "C1R1", "m4=cultist@3:C5R6/bond:2/tie:2", around[0])
    assert VOCABULARY.text(policy.decide(s, s.pieces[4], deeds(s, s.pieces[4]), 2)) == "do=free"


@pytest.mark.rule("CM-T2", "CM-M13")
def test_whoever_is_freed_may_come_back_to_the_cell_it_leaves() -> None:
    s = board("FF", "C3R3", "m4=cultist@3:C3R4/bond:2/tie:2")
    open_cells = [CELL[cell] for cell in ("C3R5", "C2R4", "C4R4")]
    assert CELL_NAMES[policy.best_spot(s, s.pieces[4], 2, open_cells)] == "C3R5"


@pytest.mark.rule("CM-T2", "CM-P1", "CM-M15")
def test_whoever_is_held_does_nothing_at_all() -> None:
    s = board("FF", "C3R1", "m4=cultist@3:C3R2/held:1", "m5=cultist@3:C1R1/held:0/bond:2/tie:2")
    for who in (4, 5):
        assert VOCABULARY.text(policy.decide(s, s.pieces[who], deeds(s, s.pieces[who]), 2)) == "do=stop"


@pytest.mark.rule("CM-T2", "CM-K9")
def test_whoever_gives_way_takes_the_first_safe_cell() -> None:
    match = mk.Match(GAME, seats=2, seed=1, options={"mode": "death_match", "keeper": "auto"}, position=(
        "mode=death_match phase=begin tile.1=BC/0/up/rolled tile.8=MS/180/up/rolled "
        "A=arctic_explorer/life:1 B=mariner_merchant@1:C1R1 m4=cultist@1:C6R1"
    ))  # fmt: skip
    s = match._state
    assert isinstance(s, Mash)
    assert CELL_NAMES[s.pieces[4].cell] == "C6R2"


def decided(s: Mash, who: int = 4) -> str:
    """What a monster with two actions does first."""
    s.awake = who
    return VOCABULARY.text(policy.decide(s, s.pieces[who], deeds(s, s.pieces[who]), 2))


@pytest.mark.rule("CM-T2", "CM-M8", "CM-O53")
def test_swimmers_go_round_tissue_in_the_water() -> None:
    assert decided(board("AS", "C3R1", "m4=deep_one@3:C2R3")) == "go=C3R2"
    assert decided(board("AS", "C3R1", "m4=deep_one@3:C2R3", "tissue.3:C3R2=shoggoth_tissue")) == "go=C4R2"
    assert decided(board("AS", "C4R5", "m4=deep_one@3:C2R3")) == "go=C4R4"
    assert decided(board("AS", "C4R5", "m4=deep_one@3:C2R3", "tissue.3:C4R4=shoggoth_tissue")) == "go=C3R5"


@pytest.mark.rule("CM-T2", "CM-A11")
def test_shots_over_a_dotted_line_are_shots_for_the_policy() -> None:
    mi_go = "m4=mi_go@3:C3R4"
    assert decided(board("MS", "C3R3", mi_go)) != "ranged=unarmed"
    assert decided(board("MS", "C3R3", mi_go, adjacent_ranged_over_dotted="true")) == "ranged=unarmed"


@pytest.mark.rule("CM-T2", "CM-Q5")
def test_heights_and_blind_cells_count_for_the_policy(monkeypatch: pytest.MonkeyPatch) -> None:
    s = board("FF", "C3R1", "m4=leng_spider@3:C3R6", "m5=cultist@3:C3R4", q_terrain_heights="true")
    assert decided(s) != "ranged=unarmed"
    monkeypatch.setitem(s.tile(2).heights, "height", 1 << CELL["C3R6"])
    assert decided(s) == "ranged=unarmed"
    monkeypatch.setitem(s.tile(2).heights, "blind", 1 << CELL["C3R1"])
    assert decided(s) not in ("ranged=unarmed", "do=end")
