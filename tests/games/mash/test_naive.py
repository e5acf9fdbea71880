"""Random tables: what is offered is what a naive reading of the rules allows, whatever meets on a tile."""

from __future__ import annotations

from random import Random

import pytest
from games.examples import Example
from games.mash.naive import Actions, charges, hero_walks, monster_deeds
from games.mash.stage import STANDARD
from games.mash.test_examples import Exchange

import miskatonic as mk
from miskatonic.games.mash.box import SPELLS
from miskatonic.games.mash.grid import CELL_NAMES
from miskatonic.games.mash.options import OPTIONS
from miskatonic.games.mash.pieces import MONSTER
from miskatonic.games.mash.vocabulary import VOCABULARY

MODES = ("death_match", "capture_flag", "team_death_match", "cooperative", "cooperative")
ELSEWHERE = ("mode", "teams", "characters", "sanity", "coop_start", "q_custom_layout", "last_round", "turn_limit")
FEATURES = (
    "hurt:1", "dead", "immob:2", "immob:2 on:enter", "immob:2 on:enter doom lose:1", "immob:2 on:enter flyers", "water",
    "water dead", "wall:solid", "wall:dotted", "heal:1", "mind:1", "chest", "boot:1", "op:drill:def",
    "op:transporter:3", "op:psychotherapy:-",
)  # fmt: skip
PLACES = ("hindrance", "height", "blind")
THINGS = [thing["id"] for thing in STANDARD["objects"] if thing["colour"] != "white" and thing["id"] != "wheelbarrow"]
INNER = [name for name in CELL_NAMES if name[1] in "2345" and name[3] in "2345"]


def room(random: Random) -> list[str]:
    """A tile with lines and features."""
    words = [f"rotation {random.choice((0, 90, 180, 270))}", "U", "area drill C1R1 C2R1 C3R1"]
    words += [f"surcharge 1 {random.choice(('snow', 'ice', 'mud'))}"] if random.random() < 0.4 else []
    words += [f"{name} {' '.join(random.sample(CELL_NAMES, 6))}" for name in PLACES]
    cells = random.sample(INNER, 6)
    words += [f"cell {cell} {feature}" for cell, feature in zip(cells, random.sample(FEATURES, 6), strict=True)]
    for _ in range(5):
        column, row = random.randint(1, 5), random.randint(1, 5)
        beside = random.choice((f"C{column + 1}R{row}", f"C{column}R{row + 1}"))
        words.append(f"line C{column}R{row}|{beside} {random.choice(('solid', 'dotted'))}")
    return words


def bound(random: Random) -> str:
    return f" bond={random.randint(1, 3)} tie={random.choice((2, 3, 4))}" if random.random() < 0.2 else ""


def people(random: Random, seats: int, cells: list[str], sanity: bool) -> list[str]:
    """Characters with objects, spells and bonds."""
    things, spells = random.sample(THINGS, 20), random.sample(SPELLS, len(SPELLS))
    cards = random.sample([card["id"] for card in STANDARD["characters"]], 4)
    words = []
    for seat in range(seats):
        word = f"{'ABCD'[seat]} {cells.pop()} is={cards[seat]} objects={'+'.join(things[5 * seat : 5 * seat + 4])}"
        word += f" innate={'+'.join(spells[4 * seat : 4 * seat + 3])}{bound(random)}"
        word += "".join(f" {flag}=1" for flag in ("flying", "ward", "razor") if random.random() < 0.15)
        word += " sp=15 insane=1" if sanity and random.random() < 0.3 else ""
        words.append(f"{word} kept=0+1+2")
    return words


def beasts(random: Random, cells: list[str], hosts: list[str]) -> list[str]:
    """Monsters, some of them attached, and generators."""
    words = []
    for number in range(random.randint(2, 5)):
        kind = random.choice([kind["id"] for kind in STANDARD["monsters"]] + ["gnoph_keh"] * 4)
        host = random.choice(hosts).split() if kind == "star_vampire" and random.random() < 0.6 else []
        where = f"{host[1]} kind={kind} host={host[0]}" if host else f"{cells.pop()} kind={kind}"
        flags = "".join(f" {flag}" for flag in ("idle=1", "held=0") if random.random() < 0.1)
        words.append(f"M{number} {where}{flags}{bound(random)}")
    armed = (f" {random.choice(('ranged=6', 'melee=6'))} actions=1" for _ in range(2))
    return words + [f"G{number} {cells.pop()}{arms}" for number, arms in enumerate(armed)]


def scene(random: Random) -> list[str]:
    """A whole table, under some options."""
    seats = random.randint(2, 4)
    mode = random.choice(MODES)
    sanity = mode == "cooperative" and random.random() < 0.5
    words = [f"mode {mode}", f"option sanity={str(sanity).lower()}"]
    for option in OPTIONS:
        if option.name not in ELSEWHERE and option.name != "q_monsters_use_objects" and random.random() < 0.2:
            words.append(f"option {option.name}={random.choice(option.values)}")
    cells = [name for name in random.sample(CELL_NAMES, len(CELL_NAMES)) if name not in INNER]
    heroes = people(random, seats, cells, sanity)
    return [*words, *room(random), *heroes, *beasts(random, cells, heroes), f"loose {cells.pop()} wheelbarrow"]


def compare(game: Exchange) -> int:
    """Check the open question, if it is one of those that a naive reading answers; whether it was."""
    s, ask = game.state, game.question
    if not isinstance(ask, mk.Ask) or ask.prompt not in ("act", "deed"):
        return 0
    offered = {VOCABULARY.text(code) for code in ask.options}
    if ask.prompt == "deed":
        piece = s.pieces[s.awake]
        ways = {word for word in offered if word.startswith("charge=")}
        assert ways == (charges(s, piece) if piece.kind == MONSTER else set())
        assert offered - ways == monster_deeds(s, piece)
        return 1
    taken = {CELL_NAMES[cell] for cell in range(36) if s.standing(s.hero.slot, cell) is not None}
    goes = {word for word in offered if word.startswith("go=") and word[3:] not in taken}
    assert goes == hero_walks(s, s.hero)
    moves = ("go=", "gate=", "take=", "give=", "face=")
    unsure = {"cast=create_gate"} if s.rules.create_gate_target == "beyond" else set()
    assert {word for word in offered if not word.startswith(moves)} - unsure == Actions(s, s.hero).all() - unsure
    return 1


@pytest.mark.rule("CM-A2", "CM-A10", "CM-A11", "CM-A14", "CM-A15", "CM-B15", "CM-M4", "CM-M5", "CM-M9", "CM-M10")
@pytest.mark.parametrize("seed", range(12))
def test_what_is_offered_is_what_the_rules_allow(seed: int) -> None:
    random = Random(seed)
    compared = 0
    for _ in range(10):
        game = Exchange(Example("", [], "", [f"given {word}" for word in scene(random)]))
        game.go_on(None)
        for _ in range(50):
            compared += compare(game)
            if game.question is None:
                break
            if isinstance(game.question, mk.Ask):
                ends = game.question.prompt == "act" and random.random() < 0.3
                game.go_on(game.question.options[0] if ends else random.choice(game.question.options))
            else:
                assert isinstance(game.question, mk.Chance)
                game.go_on(random.choice([outcome for outcome, _ in game.question.outcomes()]))
    assert compared > 50
