"""How likely a character's side is to win, at a glance (see `games/appraisal.py`)."""

from __future__ import annotations

from typing import Final

from miskatonic.games.appraisal import likelihood
from miskatonic.games.mash.box import Kind
from miskatonic.games.mash.grid import NONE
from miskatonic.games.mash.odds import chance_to_hit
from miskatonic.games.mash.pieces import ALIVE, AWAITING, GENERATOR, OUT, SPACE_HEALTH, Hero
from miskatonic.games.mash.sense.arms import BREED, PROGRESS, SPECIAL, TEMPO
from miskatonic.games.mash.sense.attacks import MENTAL
from miskatonic.games.mash.state import ACTIONS, BEGIN, Mash
from miskatonic.kernel import View

# fitted by tools/fit_appraisals.py
TOGETHER: Final = (
    3.714, 0.6254, -2.851, -1.688, -0.939,
)  # fmt: skip
AGAINST: Final = (
    -1.135e-17, 0, 0, 0.4233, 0.7775, 0.05616, 0.03824, -0.01522, 0, 0,
    0, 0, 0, 5.229e-18, 0, 0,
)  # fmt: skip
LATE: Final = 70
"""From which round on the end of all comes near."""
FOG: Final = 0.01
"""What an appraisal among friends cannot tell: whoever follows every shade of it waits for ever in a quiet room."""
CLOSED: Final = 7.0
"""What a room that nobody has seen costs, in points of health: more than is usually found, lest one puts it off."""
LAST: Final = 2.0
"""How much more the last point of health is worth than one of many."""
CLINGS: Final = 1.0
"""What it costs if a monster clings to somebody."""
POWER_UP: Final = 2.0
KEPT: Final = 0.5
"""What a power-up is worth, and a generator that is kept for one; a lasting object is worth one point."""


def signs(s: Mash, seat: int) -> list[float]:
    """What matters to friends, or to opponents."""
    return signs_together(s) if s.friendly else signs_against(s, seat)


def signs_together(s: Mash) -> list[float]:
    """How everything stands, and the time."""
    return [
        _standing(s) / 10,
        s.round / 50,
        max(0, s.round - LATE) / 50,
        float(len(s.heroes)),
    ]


def _standing(s: Mash) -> float:
    """What the characters are and have less what is left to do, in points of health, as the sensible player counts.

    It is not fitted: a fit takes for good what good players do (they are where the monsters are), and search would
    then do that for its own sake.
    """
    able = [hero for hero in s.heroes if hero.life in (ALIVE, AWAITING)]
    rooms = {hero.slot for hero in able}
    defense = max([hero.defense for hero in able], default=0)
    left = CLOSED * s.rolled.count(False)
    for piece in s.pieces.values():
        if piece.kind == GENERATOR:
            nest = s.nest_of(piece)
            spawn = s.box.monsters[nest.kind]
            breed = BREED * nest.gate / 6 * (0.7 + 0.3 * spawn.health)
            left += (PROGRESS + breed) * (1 + piece.hp / nest.health) / 2
            if piece.slot not in rooms:
                left += _burden(spawn, defense)  # it wakes when somebody comes
        else:
            kind = s.kind_of(piece)
            left += _burden(kind, defense) * (1 + piece.hp / kind.health) / 2
            left += CLINGS * (piece.host != NONE)
    return sum(_health(hero) + MENTAL * hero.me + _treasure(s, hero) for hero in able) - left


def _burden(kind: Kind, defense: int) -> float:
    """What it is worth to be rid of a monster."""
    hit = chance_to_hit(kind.melee or kind.ranged, 0, defense)
    return PROGRESS + TEMPO * hit + SPECIAL * (bool(kind.ranged) + kind.attach)


def _health(hero: Hero) -> float:
    """What is left of a character: the last points count for more."""
    points = hero.base_hp if hero.life == AWAITING else hero.hp
    return sum([1 + LAST / (point * point) for point in range(1, points + 1)])


def _treasure(s: Mash, hero: Hero) -> float:
    """Power-ups, what is kept for more of them, and objects that are not used up."""
    things = [s.box.objects[thing] for thing in hero.objects]
    lasting = sum([not thing.once and not thing.green for thing in things])
    return POWER_UP * sum(hero.extra) + KEPT * len(hero.kept) + lasting


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
        return (likelihood(signs_together(s), TOGETHER),) * len(s.heroes)
    return tuple(likelihood(signs_against(s, hero.id), AGAINST) for hero in s.heroes)


def blur(view: View) -> float:
    """How far that may be off: the work of friends is only counted, opponents are compared with each other."""
    return FOG if view["mode"] in ("cooperative", "solo") else 0.0
