"""The lead, the score and the end of the game (TM-L, TM-W)."""

from __future__ import annotations

from typing import Final, NoReturn

from miskatonic.games.tower.desk import desk_of
from miskatonic.games.tower.names import NONE, SUCCESS
from miskatonic.games.tower.state import Expedition, Player
from miskatonic.kernel import GameOver

SAVED: Final = "saved"
BRINGER: Final = "doom_bringer"
CONSUMED: Final = "consumed"
WORTH: Final = 3
"""TM-M3: points for a Discovery marble."""


def leader(s: Expedition) -> int:
    """TM-L1, TM-L2, TM-L3, TM-L5, TM-L6: the Lead Investigator at this moment; the tracker marble is there (TM-L7)."""
    site = desk_of(s).sites[s.location]
    best = NONE
    key = (0, 0)
    for p in s.players:
        if p.status == SUCCESS:
            mine = (
                -p.total if site.lowest_leads else p.total,
                -p.stamp if site.earlier_leads else p.stamp,
            )
            if best == NONE or mine > key:
                best, key = p.seat, mine
    return best


def score(p: Player) -> int:
    """TM-W2, TM-M3: points of won Locations, and three for every Discovery marble."""
    return sum(points for _, points in p.won) + WORTH * p.discovery


def end(s: Expedition, how: str, winners: tuple[int, ...] = ()) -> NoReturn:
    """The game is over; everything else is abandoned."""
    s.over = how
    s.winners = winners
    s.moments.clear()
    s.in_play, s.discards = 0, s.discards | s.in_play
    s.tell(how, *winners)
    raise GameOver


def save_the_world(s: Expedition) -> NoReturn:
    """TM-W1, TM-W2, TM-W3, TM-W7: the best of the sane win; TM-V5: a player alone must reach the target."""
    sane = [p for p in s.players if not p.insane]
    best = max(map(score, sane), default=0)
    if len(s.players) == 1 and best < s.rules.solo_target:
        end(s, SAVED)
    end(s, SAVED, tuple(p.seat for p in sane if score(p) == best))


def result(s: Expedition) -> str:
    """The outcome with the winners: `saved 0+2`, `doom_bringer 1`, `consumed`; empty while the game goes on."""
    return " ".join([s.over, *(["+".join(map(str, s.winners))] if s.winners else [])])


def standings(s: Expedition) -> tuple[float, ...]:
    """TM-W2: everybody's points, also of those who are insane."""
    return tuple(float(score(p)) for p in s.players)


def fates(s: Expedition) -> tuple[str, ...]:
    """TM-W: by what everybody won or lost."""
    return tuple(_fate(s, p) for p in s.players)


def _fate(s: Expedition, p: Player) -> str:
    if p.seat in s.winners:
        return "won: brought doom" if s.over == BRINGER else "won: points"
    if s.over != SAVED:
        return "lost: another brought doom" if s.over == BRINGER else "lost: all were consumed"
    return "lost: insane" if p.insane else "lost: too few points"


def returns(s: Expedition) -> tuple[float, ...]:
    """1 for everybody who wins, also together with others, -1 for all others."""
    if not s.over:
        return (0.0,) * len(s.players)
    return tuple(1.0 if p.seat in s.winners else -1.0 for p in s.players)
