"""How likely a character's side is to win, at a glance (see `games/appraisal.py`)."""

from __future__ import annotations

from typing import Final

from miskatonic.games.appraisal import likelihood
from miskatonic.games.mash.pieces import ALIVE, AWAITING, GENERATOR, OUT, SPACE_HEALTH, Hero
from miskatonic.games.mash.state import ACTIONS, BEGIN, Mash

# fitted by tools/fit_appraisals.py
TOGETHER: Final = (
    3.301, -3.573, -0.5288, 2.05, -0.6151, -1.156, -1.508, 1.365, 0.003902, -0.502,
    0.4588, -0.6197, 0.908, 0.4301, 0.4541, 0.04663, -0.5097, -3.506, 0.9544, 0.1587,
)  # fmt: skip
AGAINST: Final = (
    -1.135e-17, 0, 0, 0.4233, 0.7775, 0.05616, 0.03824, -0.01522, 0, 0,
    0, 0, 0, 5.229e-18, 0, 0,
)  # fmt: skip


def signs(s: Mash, seat: int) -> list[float]:
    """What matters to friends, or to opponents."""
    return signs_together(s) if s.friendly else signs_against(s, seat)


def signs_together(s: Mash) -> list[float]:
    """The rooms still to clear and what is in them, against body and means of those who are left."""
    slots = len(s.up)
    busy = {piece.slot for piece in s.pieces.values()}
    closed = sum(not rolled for rolled in s.rolled) / slots
    monsters = sum(piece.hp for piece in s.pieces.values() if piece.kind != GENERATOR) / 10
    nests = sum(piece.hp for piece in s.pieces.values() if piece.kind == GENERATOR) / 10
    able = [hero for hero in s.heroes if hero.life in (ALIVE, AWAITING)]
    alive = len(able) / len(s.heroes)
    body = sum(map(_body, able)) / len(s.heroes)
    weakest = min(map(_body, able), default=0.0)
    danger = sum(_danger(s, hero) for hero in able) / len(s.heroes)
    means = sum(map(_means, able)) / len(s.heroes)
    return [
        closed,
        closed * closed,
        len(busy) / slots,
        monsters,
        nests,
        alive,
        body,
        body * body,
        weakest,
        danger,
        danger * (1 - body),
        means,
        means * closed,
        body * closed,
        sum(hero.me / max(1, hero.base_me) for hero in able) / len(s.heroes),
        sum(hero.bond > 0 for hero in able) / len(s.heroes),
        s.round / 50,
        s.round / 50 * closed,
        float(len(s.heroes)),
    ]


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
