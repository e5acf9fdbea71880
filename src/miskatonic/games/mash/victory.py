"""Who wins, and when (CM-V, CM-Q14)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from miskatonic.games.mash import board
from miskatonic.games.mash.grid import NONE
from miskatonic.games.mash.pieces import ALIVE, OFF, OUT, Hero
from miskatonic.games.mash.state import Mash
from miskatonic.kernel import GameOver


def check(s: Mash) -> None:
    """CM-T10: test for victory; the game ends by `GameOver`."""
    _TESTS[s.mode](s)


def end(s: Mash, how: str, winners: list[int]) -> None:
    """The game is over."""
    s.over = how
    s.winners = tuple(winners)
    s.tell("over")
    raise GameOver


def _together(s: Mash) -> None:
    """CM-V6, CM-V7: won when every tile is revealed and empty, lost when everybody is out."""
    for hero in s.heroes:
        if hero.life != OUT:
            break
    else:
        end(s, "lost", [])
    if s.pieces and not s.uncounted:
        return
    if all(cleared(s, slot) or s.uncounted >> slot & 1 for slot in range(len(s.up))):
        end(s, "won", [hero.id for hero in s.heroes])


def cleared(s: Mash, slot: int) -> bool:
    """CM-V6: revealed, its generators rolled for, no monster and no generator there."""
    if not s.up[slot] or not s.rolled[slot]:
        return False
    return all(piece.slot != slot for piece in s.pieces.values())


def _last_standing(s: Mash) -> None:
    """CM-V1, CM-V2: the last player, or the last team."""
    team = NONE
    for hero in s.heroes:
        if hero.life != OUT:
            if team != NONE and hero.team != team:
                return
            team = hero.team
    _decided(s, team)


def _decided(s: Mash, team: int) -> None:
    """CM-V5: the side that is left has won; nobody left is a draw."""
    if team == NONE:
        end(s, "draw", [])
    end(s, "won", [hero.id for hero in s.heroes if hero.team == team])


def _flags(s: Mash) -> None:
    """CM-V3, CM-V4, CM-V5: the side whose spawn spaces are the last ones; or (`ctf_many`) the first destroyer."""
    if s.destroyer >= 0 and s.rules.ctf_many == "first_destroyer" and len({hero.team for hero in s.heroes}) > 2:
        end(s, "won", [s.destroyer])
    team = NONE
    for hero in s.heroes:
        if hero.space:
            if team != NONE and hero.team != team:
                return
            team = hero.team
    _decided(s, team)


_TESTS: Final[dict[str, Callable[[Mash], None]]] = {
    "death_match": _last_standing,
    "team_death_match": _last_standing,
    "capture_flag": _flags,
    "team_capture_flag": _flags,
    "cooperative": _together,
    "solo": _together,
}
"""What is tested for in every mode."""


# -- at the end of a turn ---------------------------------------------------------------------------------------------


def end_checks(s: Mash) -> None:
    """CM-T7: victory, rooms that cannot be reached any more."""
    check(s)
    if s.friendly and s.rules.coop_unreachable != "strict":
        _open_up(s)
        check(s)


def _open_up(s: Mash) -> None:
    """CM-V6: what nobody can reach is opened by one-way passages (or all edges), or no longer counts."""
    lost = unreachable(s)
    if not lost:
        return
    if s.rules.coop_unreachable == "one_way" and not s.one_way:
        s.one_way = True
        s.tell("one_way")
        lost = unreachable(s)
    elif s.rules.coop_unreachable == "all_edges" and not s.all_edges:
        s.all_edges = True
        s.tell("all_edges")
        lost = unreachable(s)
    s.uncounted |= sum(1 << slot for slot in lost)


def unreachable(s: Mash) -> list[int]:
    """CM-V6, CM-N2: tiles with something left to do, to which no character has a way, also none still to come in."""
    starts = [hero.slot for hero in s.heroes if hero.life == ALIVE]
    starts += [s.board.starts[0] for hero in s.heroes if hero.life == OFF]
    if not starts:
        return []
    left = [slot for slot in range(len(s.up)) if not cleared(s, slot)]
    if not left:
        return []
    ways = board.ways(s)
    return [slot for slot in left if not any(ways[start] >> slot & 1 for start in starts)]


def separated(s: Mash) -> bool:
    """CM-B21: no living character has a way to, or from, any living opponent."""
    if s.friendly:
        return False
    ways = board.ways(s)
    for hero in s.heroes:
        if hero.life != OUT:
            there = ways[where(hero)]
            for other in s.heroes:
                if other.team != hero.team and other.life != OUT and there >> where(other) & 1:
                    return False
    return True


def where(hero: Hero) -> int:
    """The slot of a character; one that awaits respawn counts on its start tile."""
    return hero.home if hero.slot == NONE else hero.slot


def time_is_up(s: Mash) -> None:
    """CM-Q14, CM-V5: at the end of a round: the turn limit of friends, and the last round of all."""
    if s.friendly and s.rules.turn_limit and s.round >= s.rules.turn_limit:
        end(s, "lost", [])
    if s.round >= s.rules.last_round:
        end(s, "lost" if s.friendly else "draw", [])


# -- results ----------------------------------------------------------------------------------------------------------


def returns(s: Mash) -> tuple[float, ...]:
    """1 for winners, -1 for losers, 0 in a draw or while the game goes on."""
    if s.over in ("", "draw"):
        return (0.0,) * len(s.heroes)
    return tuple(1.0 if hero.id in s.winners else -1.0 for hero in s.heroes)


def standings(s: Mash) -> tuple[float, ...]:
    """The rooms that friends have cleared; what rivals have left: their own health, and that of their spawn space."""
    if s.friendly:
        return (float(sum(cleared(s, slot) for slot in range(len(s.up)))),) * len(s.heroes)
    return tuple(0.0 if hero.life == OUT else float(hero.hp + hero.space) for hero in s.heroes)


def fates(s: Mash) -> tuple[str, ...]:
    """CM-V, CM-Q14: by what everybody won or lost."""
    return tuple(_fate(s, hero) for hero in s.heroes)


def _fate(s: Mash, hero: Hero) -> str:
    if hero.id in s.winners:
        return "won"
    if s.over == "draw":
        return "draw: time was up" if s.round >= s.rules.last_round else "draw: nobody left"
    if s.friendly:
        return "lost: all eliminated" if all(other.life == OUT for other in s.heroes) else "lost: time was up"
    return "lost: eliminated" if hero.life == OUT else "lost: no spawn space" if not hero.space else "lost: outlasted"


def result(s: Mash) -> str:
    """`won` or `lost` together, otherwise the seats that won, or `draw`."""
    if not s.over or s.over == "draw" or s.friendly:
        return s.over
    return "+".join("ABCD"[seat] for seat in s.winners)
