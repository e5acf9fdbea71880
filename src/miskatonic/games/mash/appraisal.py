"""How likely a character's side is to win, at a glance (see `games/appraisal.py`)."""

from __future__ import annotations

from typing import Final

from miskatonic.games.appraisal import likelihood, network
from miskatonic.games.mash.outlook import outlook
from miskatonic.games.mash.outlook.weights import LAST, UNITS
from miskatonic.games.mash.pieces import ALIVE, AWAITING, GENERATOR, OUT, SPACE_HEALTH, Hero
from miskatonic.games.mash.state import ACTIONS, BEGIN, Mash
from miskatonic.kernel import View

FRIENDS: Final = ("cooperative", "solo")
# fitted by tools/fit_appraisals.py
AGAINST: Final = (
    -1.135e-17, 0, 0, 0.4233, 0.7775, 0.05616, 0.03824, -0.01522, 0, 0,
    0, 0, 0, 5.229e-18, 0, 0,
)  # fmt: skip
FOG: Final = 0.005
"""What an appraisal among friends cannot tell: whoever follows every shade of it waits for ever in a quiet room."""
PROOF: Final = 0.5
"""Which part of the thinking among friends goes into the proof that an answer is better."""


def signs(s: Mash, seat: int) -> list[float]:
    """What matters to friends, or to opponents."""
    return outlook(s) if s.friendly else signs_against(s, seat)


def signs_against(s: Mash, seat: int) -> list[float]:
    """The own side against the strongest other one."""
    sides: dict[int, list[Hero]] = {}
    for hero in s.heroes:
        sides.setdefault(hero.team, []).append(hero)
    standing = {team: _side(s, heroes) for team, heroes in sides.items()}
    mine = standing.pop(s.heroes[seat].team)
    best = max(standing.values())
    ahead = [one - other for one, other in zip(mine, best, strict=True)]
    flags = float(s.capture)
    return [
        *ahead,
        *(flags * lead for lead in ahead[:4]),
        ahead[0] * s.round / 50,
        s.round / 50,
        flags,
        float(len(sides) - 2),
    ]


def _side(s: Mash, heroes: list[Hero]) -> tuple[float, ...]:
    """Spawn spaces, lives, bodies, means and dangers of a side."""
    number = len(heroes)
    return (
        sum(hero.space / SPACE_HEALTH + (hero.life != OUT) for hero in heroes) / number,
        sum(hero.space for hero in heroes) / SPACE_HEALTH / number,
        sum(map(_body, heroes)) / number,
        sum(map(_means, heroes)) / number,
        sum(_danger(s, hero) for hero in heroes) / number,
        sum(hero.life == ALIVE for hero in heroes) / number,
        sum(hero.bond > 0 for hero in heroes) / number,
    )


def _body(hero: Hero) -> float:
    """Health, as a part of what is usual; whoever waits for the next turn comes back whole."""
    if hero.life == AWAITING:
        return 1.0
    return hero.hp / max(1, hero.base_hp) if hero.life != OUT else 0.0


def _means(hero: Hero) -> float:
    """Power-ups and objects."""
    return (2 * sum(hero.extra) + len(hero.objects) + len(hero.kept)) / 10


def _danger(s: Mash, hero: Hero) -> float:
    """The monsters that can reach a character soon, by what is left of it."""
    hunters = sum(piece.slot == hero.slot and piece.kind != GENERATOR for piece in s.pieces.values())
    return hunters / (1 + max(0, hero.hp)) if hero.life == ALIVE else 0.0


def appraise(s: Mash) -> tuple[float, ...]:
    """The chance of everybody to win, at the begin of a turn; friends share theirs."""
    if s.phase != BEGIN and (s.phase != ACTIONS or s.pool < s.hero.actions):
        return ()
    if s.friendly:
        return (network(outlook(s), UNITS, LAST),) * len(s.heroes)
    return tuple(likelihood(signs_against(s, hero.id), AGAINST) for hero in s.heroes)


def blur(view: View) -> float:
    """How far that may be off among friends; opponents are compared with each other."""
    return FOG if view["mode"] in FRIENDS else 0.0


def proof(view: View) -> float:
    """Among friends single answers differ by little, and dice by much."""
    return PROOF if view["mode"] in FRIENDS else 0.0


def which_turn(s: Mash) -> int:
    """Which turn it is among friends: what is used or dropped before the first action is no reason to look around."""
    return 1 + s.round * len(s.heroes) + s.active if s.friendly else 0
