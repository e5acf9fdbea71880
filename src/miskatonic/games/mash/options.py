"""The rule options of Cthulhu Mash (section 0.3 and the optional rules CM-Q), the default value first."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Final

from miskatonic.kernel import Option

FLAG: Final = ("false", "true")
LIMITS: Final = ("none", *map(str, (*range(1, 20), *range(20, 65, 5))))


def _flag(name: str, about: str, rule: str, on: bool = False) -> Option:
    return Option(name, FLAG[::-1] if on else FLAG, about, rule)


OPTIONS: Final = (
    Option(
        "mode",
        ("roll", "death_match", "team_death_match", "capture_flag", "team_capture_flag", "cooperative"),
        "What is played for? (One player always plays solo.)",
        "CM-S2",
        (
            "a die decides",
            "Death Match",
            "Team Death Match",
            "Capture the Flag",
            "Team Capture the Flag",
            "Cooperative",
        ),
    ),
    Option(
        "teams",
        ("none", "1", "12", "13", "14", "123", "124", "134"),
        "Who is in a team with seat 1? (Nothing agreed: in team modes seat 3 of four, else nobody.)",
        "CM-S3",
        (
            "nothing agreed",
            "nobody",
            "seat 2",
            "seat 3",
            "seat 4",
            "seats 2 and 3",
            "seats 2 and 4",
            "seats 3 and 4",
        ),
    ),
    Option("characters", ("random", "roll"), "Are characters dealt, or chosen in the order of a roll?", "CM-S4"),
    Option("keeper", ("left", "auto"), "Who plays the monsters: the left neighbour, or nobody?", "CM-T2"),
    Option("dead_end_push", ("through", "onto"), "Which push at a dead end is the end?", "CM-B7"),
    Option("scout_adjacent", ("edge", "gate"), "What can be revealed from afar?", "CM-B11"),
    _flag("ice_cave_ceiling_counts", "Does the hole in the ceiling count as a gate for generators?", "CM-G1"),
    _flag("spawn_interleaved", "Does each generator spawn before the next one is placed?", "CM-G4"),
    _flag("spawn_respects_lines", "Do solid lines keep new monsters from a cell?", "CM-G6"),
    _flag("entry_by_swap", "Does a character enter a tile also by being swapped?", "CM-B6"),
    _flag("gate_cost_boots", "Does a gate step pay for rough ground?", "CM-B4"),
    _flag("monsters_pay_boots", "Do monsters pay for rough ground?", "CM-B13", on=True),
    _flag("winter_gear_swamp", "Does winter gear help in mud?", "CM-C2"),
    _flag("adjacent_ranged_over_dotted", "May one shoot at a neighbour behind a dotted line?", "CM-A11"),
    _flag("los_piece_corner_blocks", "Do pieces on both sides of a corner stop sight?", "CM-L4"),
    Option("escape_moves", ("all", "icons"), "Which bonds are left by a step?", "CM-A21"),
    _flag("green_while_bound", "May a bound character use green objects?", "CM-B15"),
    _flag("instants_while_bound", "May a bound character cast Reflection and Temporal Dust?", "CM-B15", on=True),
    _flag("attach_restricts", "Does a Star Vampire keep its host from most actions?", "CM-M9", on=True),
    Option("attach_drain", ("vampire_action", "host_action"), "When does an attached Star Vampire drain?", "CM-M9"),
    Option("parry_against", ("total", "natural"), "What must a parry reach?", "CM-C5"),
    Option("spot_hidden_timing", ("after_roll", "before_roll"), "When is Spot Hidden decided?", "CM-C10"),
    Option("mist_shape", ("1+3x3", "1-3-3"), "How far does the Mist Projector reach?", "CM-O15"),
    Option("tommy_los", ("lines", "full"), "What keeps Tommy Gun bullets from a cell?", "CM-O28"),
    Option("key_objects", ("stack", "hand"), "Where do the objects of the Skeleton Key go?", "CM-O26"),
    _flag("base_raise_current", "Do necklaces also give the points?", "CM-O41"),
    Option("soundwave_directions", ("8", "4"), "How many directions has the Sound Wave?", "CM-P13"),
    Option("create_gate_target", ("gate_cell", "beyond"), "Where does Create Gate lead?", "CM-P2"),
    _flag("ward_raises_base", "Is the point of a Flesh Ward a point of health?", "CM-P3"),
    Option("dust_foreign", ("repeat", "free"), "Must an undone action of others be repeated?", "CM-R9"),
    Option("turn_in", ("manual", "auto"), "Are wrecked generators turned in by hand?", "CM-U2"),
    _flag("team_kill_powerup", "Is killing a friend rewarded?", "CM-U4"),
    _flag("friendly_fire", "May friends be declared as targets?", "CM-A9", on=True),
    Option("ctf_many", ("last_space", "first_destroyer"), "Who wins Capture the Flag among many?", "CM-V4"),
    Option(
        "coop_unreachable", ("one_way", "ignore", "strict", "all_edges"), "What if a room cannot be reached?", "CM-V6"
    ),
    Option("psych_machine_hurt_max", ("1", "2", "3", "4", "5"), "Up to which roll does the machine hurt?", "CM-A17"),
    Option("coop_death_witness", ("los", "all"), "Whom does the death of a friend shock?", "CM-I6"),
    _flag("sanity", "Is the sanity variant played? (Cooperative and solo.)", "CM-I1"),
    _flag("coop_start", "Do all begin at one door? (Cooperative and solo.)", "CM-N1"),
    Option("coop_tiles", ("7", *(str(n) for n in range(1, 16) if n != 7)), "How many tiles beyond that door?", "CM-N1"),
    _flag("q_facing", "Do pieces face a direction?", "CM-Q1"),
    _flag("q_ready_weapon", "Must a weapon be readied?", "CM-Q2"),
    Option("q_custom_layout", ("none", "line", "ring", "block", "own"), "A layout of your own?", "CM-Q3"),
    _flag("q_one_way_gates", "Are gates onto blank edges one-way passages?", "CM-Q4"),
    _flag("q_terrain_heights", "Do the agreed cells hinder, tower and hide?", "CM-Q5"),
    _flag("q_monsters_heal", "May monsters use refreshment cells?", "CM-Q6"),
    _flag("q_bad_roll_destroys", "Is a generator lost by a bad location roll?", "CM-Q7"),
    _flag("q_monsters_use_objects", "May monsters pick up and use objects?", "CM-Q8"),
    _flag("q_powerup_restores", "Does a power-up restore health and mentality?", "CM-Q9"),
    _flag("q_spawn_restores_both", "Does a spawn space restore both?", "CM-Q10"),
    _flag("q_monsters_attack_spawn", "May monsters attack spawn spaces?", "CM-Q11"),
    _flag("q_monsters_attack_any", "May monsters attack any character on the tile?", "CM-Q12"),
    _flag("q_explorer_dynamite", "Does the Explorer start with dynamite?", "CM-Q13"),
    Option("turn_limit", LIMITS, "After how many rounds is a cooperative game lost?", "CM-Q14"),
    Option("last_round", ("120", "60", "30", "10"), "After which round does everything end at last?", "CM-V5"),
)


class Rules:
    """The chosen options as plain facts, for the flows."""

    __slots__ = (*(option.name for option in OPTIONS), "plain_fists", "plain_hunt", "plain_shots", "quiet_walks")

    mode: str
    teams: str
    characters: str
    keeper: str
    dead_end_push: str
    scout_adjacent: str
    ice_cave_ceiling_counts: bool
    spawn_interleaved: bool
    spawn_respects_lines: bool
    entry_by_swap: bool
    gate_cost_boots: bool
    monsters_pay_boots: bool
    winter_gear_swamp: bool
    adjacent_ranged_over_dotted: bool
    los_piece_corner_blocks: bool
    escape_moves: str
    green_while_bound: bool
    instants_while_bound: bool
    attach_restricts: bool
    attach_drain: str
    parry_against: str
    spot_hidden_timing: str
    mist_shape: str
    tommy_los: str
    key_objects: str
    base_raise_current: bool
    soundwave_directions: int
    create_gate_target: str
    ward_raises_base: bool
    dust_foreign: str
    turn_in: str
    team_kill_powerup: bool
    friendly_fire: bool
    ctf_many: str
    coop_unreachable: str
    psych_machine_hurt_max: int
    coop_death_witness: str
    sanity: bool
    coop_start: bool
    coop_tiles: int
    q_facing: bool
    q_ready_weapon: bool
    q_custom_layout: str
    q_one_way_gates: bool
    q_terrain_heights: bool
    q_monsters_heal: bool
    q_bad_roll_destroys: bool
    q_monsters_use_objects: bool
    q_powerup_restores: bool
    q_spawn_restores_both: bool
    q_monsters_attack_spawn: bool
    q_monsters_attack_any: bool
    q_explorer_dynamite: bool
    turn_limit: int
    last_round: int

    def __init__(self, chosen: Mapping[str, str]) -> None:
        for option in OPTIONS:
            setattr(self, option.name, _plain(option.name, chosen[option.name]))
        self.plain_fists = self.friendly_fire and not self.q_facing
        """Whether bare hands reach whoever stands next to one."""
        self.plain_shots = not (self.adjacent_ranged_over_dotted or self.q_terrain_heights or self.q_facing)
        """Whether shots reach whoever is in sight and not next to the shooter."""
        self.plain_hunt = self.plain_shots and not (
            self.los_piece_corner_blocks
            or self.q_monsters_heal
            or self.q_monsters_use_objects
            or self.q_monsters_attack_any
            or self.q_monsters_attack_spawn
        )
        """Whether monsters go, strike, shoot and charge as usual, and are after the active character alone."""
        self.quiet_walks = not (self.q_facing or self.q_monsters_use_objects or self.sanity)
        """Whether the moves of monsters concern nobody and ask nothing."""


def _plain(name: str, value: str) -> object:
    if value in FLAG:
        return value == "true"
    if name == "turn_limit":
        return 0 if value == "none" else int(value)
    if name in ("soundwave_directions", "psych_machine_hurt_max", "coop_tiles", "last_round"):
        return int(value)
    return value


@cache
def rules_of(values: tuple[str, ...]) -> Rules:
    """The rules with these values, in the order of `OPTIONS`; made once, since they never change."""
    return Rules({option.name: value for option, value in zip(OPTIONS, values, strict=True)})
