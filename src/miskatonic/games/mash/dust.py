"""Around every action: green objects, Temporal Dust, sanity, victory (CM-R7..R10, CM-P16, CM-T10)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

from miskatonic.games.mash import carrying, sanity, shocks, victory
from miskatonic.games.mash.attack import may_cast_instant
from miskatonic.games.mash.chances import choose
from miskatonic.games.mash.grid import NONE
from miskatonic.games.mash.pieces import ALIVE
from miskatonic.games.mash.spells import TEMPORAL_DUST
from miskatonic.games.mash.stacks import bumped
from miskatonic.games.mash.state import Mash
from miskatonic.games.mash.vocabulary import NO, YES
from miskatonic.games.mash.weapons import Deed
from miskatonic.kernel import Flow

Execute: TypeAlias = Callable[[Mash, Deed], Flow[bool | None]]
"""What was declared is done; False comes back if it was not taken after all."""

DONE: Final = 0
UNDONE: Final = 1
"""CM-R9: the action is to be chosen anew."""
NOT_TAKEN: Final = 2
"""CM-A3: a MOVE in which no point was spent."""


def action(
    s: Mash, actor: int, said: int, declare: Flow[Deed] | None, execute: Execute, may_undo: bool = True
) -> Flow[int]:
    """One action with everything around it; what has become of it. Its code was said, the rest is declared now.

    CM-R8, CM-R9: the table is remembered before the declaration. Whoever undoes an action of his own chooses again;
    an action of others is repeated as declared (`dust_foreign`). A redone action is not undone again.
    """
    owners = dust_owners(s) if may_undo else []
    past = s.copy() if owners else None
    begin(s, said)
    deed = (said,) if declare is None else (yield from declare)
    came = DONE
    if (yield from execute(s, deed)) is False:
        came = NOT_TAKEN
    else:
        if s.touched or s.hurt:
            yield from carrying.green_window(s, actor)
        if past is not None:
            seat = yield from ask_for_dust(s, actor, owners)
            if seat != NONE:
                undo(s, past, seat)
                if seat == actor or s.rules.dust_foreign == "free":
                    came = UNDONE
                else:
                    yield from execute(s, deed)
                    yield from carrying.green_window(s, actor)
    if s.rules.sanity:
        yield from settle(s)
    finish(s)
    return came


def begin(s: Mash, said: int = NONE) -> None:
    """Nobody is touched yet, nothing has been shown."""
    s.said = said
    s.touched = s.hurt = s.shown = ()


def settle(s: Mash) -> Flow[None]:
    """CM-R10: shocks, also of what came into view when something else was gone."""
    shocks.look_everywhere(s)
    if s.pending:
        yield from sanity.settle(s)


def finish(s: Mash) -> None:
    """CM-T10: nothing of the action is left to remember, and somebody may have won."""
    begin(s)
    victory.check(s)


def dust_owners(s: Mash) -> list[int]:
    """CM-R8: who could cast Temporal Dust now: nobody, as long as that spell is in the stack."""
    if s.spells >> TEMPORAL_DUST & 1:
        return []
    owners = []
    for hero in s.heroes:
        learned = hero.me and (hero.innate or hero.memorised or s.tomes)
        if learned and hero.life == ALIVE and may_cast_instant(s, hero, TEMPORAL_DUST):
            owners.append(hero.id)
    return owners


def ask_for_dust(s: Mash, actor: int, owners: list[int]) -> Flow[int]:
    """CM-R8: the acting character first, then turn order; only those the action was directed at."""
    seats = len(s.heroes)
    for seat in sorted(owners, key=lambda seat: (seat != actor, (seat - s.active) % seats)):
        if seat != actor and seat not in s.touched:
            continue
        if (yield from choose(seat, "dust", (NO, YES))) == YES:
            return seat
    return NONE


def undo(s: Mash, past: Mash, seat: int) -> None:
    """CM-R9, CM-P16: everything is as it was, but what was seen stays known, and the caster has paid.

    Stacks have no order here, so whatever the action drew is shuffled back by itself. A tile that was seen keeps its
    slot; objects seen in a pile keep their places in it.
    """
    shown = s.shown
    s.restore(past)
    taken: dict[int, int] = {}
    for fact in shown:
        if len(fact) == 3:
            _remember_tile(s, fact[0], fact[1])
        else:
            _remember_object(s, fact[0], taken.get(fact[0], 0), fact[1])
            taken[fact[0]] = taken.get(fact[0], 0) + 1
    hero = s.heroes[seat]
    hero.me -= 1
    shocks.act(s, seat, "spell")
    s.tell("undone", seat)


def _remember_tile(s: Mash, slot: int, tile: int) -> None:
    if s.tiles[slot] == NONE:
        s.tiles[slot] = tile
        s.hidden = tuple(other for other in s.hidden if other != tile)


def _remember_object(s: Mash, place: int, at: int, thing: int) -> None:
    pile = s.piles.get(place, ())
    if at >= len(pile) or pile[at] >= 0:
        return
    generation = -pile[at] - 1
    s.piles[place] = (*pile[:at], thing, *pile[at + 1 :])
    pools = list(s.pools)
    pools[generation] = bumped(pools[generation], thing, -1)
    s.pools = tuple(pools)
