"""Everything that binds one Investigator: the rules of the Location, those imposed on him, and his ability (TM-R4)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, partial
from typing import Final

from miskatonic.games.tower.asks import lock_questions
from miskatonic.games.tower.clauses import Clause, Then, When
from miskatonic.games.tower.names import BIT, DICE, KINDS, SYMBOLS
from miskatonic.games.tower.placing import Bonus, Placed, Spaces, placing, standing
from miskatonic.games.tower.vocabulary import LOCK, LOCKED, NUMBER
from miskatonic.kernel import Ask
from miskatonic.kernel.hands import count, faces, parts, size
from miskatonic.kernel.kept import Kept

SANITY: Final = 4
"""TM-I1: so many Madness marbles drive an Investigator insane."""
ENDLESS: Final = 1_000
SPIRAL: Final = 5
SPIRALS: Final = 2
"""TM-U1: exactly so many dice with this face give a token."""


@dataclass(frozen=True)
class Thrown:
    """TM-D3 (b), (c): what a throw leads to."""

    consequences: tuple[Then, ...]
    fails: bool
    gives_token: bool
    """TM-U1: exactly two Spirals."""


@cache
def throwing(rules: tuple[tuple[When, Then], ...]) -> tuple[Thrown, ...]:
    """What every throw leads to, by the number of its hand; kept for all who are bound alike."""
    return tuple(
        _thrown(tuple(then for when, then in rules if when.matches(hand)), count(hand, SPIRAL) == SPIRALS)
        for hand in LOCKED
    )


@cache
def _thrown(consequences: tuple[Then, ...], gives_token: bool) -> Thrown:
    """Many throws lead to the same."""
    return Thrown(consequences, any(then.fail for then in consequences), gives_token)


class Room:
    """TM-D5: what may be locked beside dice that are locked already; `fitting` are the hands that find space."""

    def __init__(self, least: int, most: int, fitting: frozenset[int]) -> None:
        self.least = least
        self.most = most
        self.fitting = fitting
        self.questions = Kept(self._questions)
        """Q1: by the number of the loose hand, and seat: which of the legal sets; None if stuck (TM-D7)."""

    def locks(self, loose: int) -> tuple[int, ...]:
        """The codes of all legal sets of loose dice, ascending."""
        least = min(self.least, size(loose))
        return tuple(
            [code for code, part, number in _parts(loose) if part in self.fitting and least <= number <= self.most]
        )

    def _questions(self, loose: int) -> tuple[Ask | None, ...]:
        return lock_questions(self.locks(LOCKED[loose]))


class Locking:
    """TM-D5: which dice may be locked by all who are bound alike."""

    def __init__(self, spaces: Spaces, lock_min: int, lock_max: int, orders: tuple[tuple[int, ...], ...]) -> None:
        self.orders = orders
        self.standing = standing(spaces)
        self.rooms = Kept(self._beside)
        """By the number of the locked hand: the room beside it."""
        self._alike = Kept(partial(Room, lock_min, lock_max))
        """Different dice may leave the same room."""

    def _beside(self, number: int) -> Room:
        locked = LOCKED[number]
        fitting = [part for part in self.standing if locked + part in self.standing and self._in_order(locked, part)]
        return self._alike[frozenset(fitting)]

    def _in_order(self, locked: int, part: int) -> bool:
        """Whether no symbol is locked before those that must be locked with it or earlier."""
        shown = set(faces(locked + part))
        return all(
            shown.issuperset(order[: order.index(face)])
            for order in self.orders
            for face in faces(part)
            if face in order
        )


@cache
def _parts(loose: int) -> tuple[tuple[int, int, int], ...]:
    """Every set of loose dice but the empty one: its code, the dice and their number, by ascending codes."""
    return tuple(sorted((LOCK + NUMBER[part], part, size(part)) for part in parts(loose) if part))


@cache
def locking(spaces: Spaces, lock_min: int, lock_max: int, orders: tuple[tuple[int, ...], ...]) -> Locking:
    """The locking of all Investigators who are bound alike."""
    return Locking(spaces, lock_min, lock_max, orders)


class Binding:
    """The rules that bind one Investigator, several of a kind put together as section 3.2 says."""

    def __init__(self, clauses: Iterable[Clause], lowest_leads: bool) -> None:
        self.lowest_leads = lowest_leads
        self.on_throw: list[tuple[When, Then]] = []
        self.on_success: list[Then] = []
        self.on_fail: list[Then] = []
        self.on_award: list[Then] = []
        self.spaces = [{1}, {2}, {3}, {1, 2, 3, 4, 5, 6}]
        """The faces that fit Gate, Heart, Mind and the two Discovery spaces."""
        self.need_min = 0
        self.need_max = ENDLESS
        self.need_distinct = False
        self.flat = 0
        self.pair = 0
        self.per_face = [0] * 7
        self.lock_min = 1
        self.lock_max = DICE
        self.orders: list[tuple[int, ...]] = []
        self.throw_limit = ENDLESS
        self.free: list[int] = []
        """TM-D3: the most dice of each free rethrow, greatest first."""
        self.chooser = "drawer"
        self.rows = "any"
        self.falling = 0
        """The set of kinds of marbles that are lost when this player releases them."""
        self.insanity_at = 0
        self.start_spells = 0
        self.look = 1
        self.shield = 0
        for clause in clauses:
            self._add(clause)
        self.lock_min = min(self.lock_min, self.lock_max)
        self.free.sort(reverse=True)
        self.insanity_at = self.insanity_at or SANITY
        self.fail_draws = sum(then.draw for then in self.on_fail)
        spaces = tuple(map(frozenset, self.spaces))
        self.locking = locking(spaces, self.lock_min, self.lock_max, tuple(sorted(set(self.orders))))
        self.thrown = throwing(tuple(self.on_throw))
        """TM-D3, TM-D4: by the number of a hand: the consequences of a throw, by its own faces alone."""
        bonus = Bonus(self.flat, self.pair, tuple(self.per_face))
        self.placing = placing(spaces, bonus, self.need_distinct, lowest_leads)

    def _add(self, clause: Clause) -> None:
        v = clause.values
        match clause.kind:
            case "on_throw":
                self.on_throw.append((v["when"], v["then"]))
            case "on_success":
                self.on_success.append(v["then"])
            case "on_fail":
                self.on_fail.append(v["then"])
            case "on_award":
                self.on_award.append(v["then"])
            case "alias":
                self.spaces[SYMBOLS.index(v["symbol"])].add(v["face"])
            case "discovery_ban":
                self.spaces[-1] -= set(v["faces"])
            case "discovery_need":
                self.need_min = max(self.need_min, v["min"])
                self.need_max = min(self.need_max, v["max"])
                self.need_distinct |= v["distinct"]
            case "total_bonus":
                self.flat += v["flat"]
                self.pair += v["pair"]
                for face, bonus in v["per_face"].items():
                    self.per_face[face] += bonus
            case "lock_count":
                self.lock_min = max(self.lock_min, v["min"])
                self.lock_max = min(self.lock_max, v["max"])
            case "lock_order":
                self.orders.append(tuple(SYMBOLS.index(symbol) + 1 for symbol in v["order"]))
            case "throw_limit":
                self.throw_limit = min(self.throw_limit, v["max"])
            case "free_rethrow":
                self.free += [v["dice"]] * v["times"]
            case "draw_rule":
                self.chooser = v["chooser"] or self.chooser
                self.rows = v["rows"] or self.rows
            case "falling":
                self.falling |= BIT[KINDS.index(v["type"])]
            case "insanity_at":
                self.insanity_at = max(self.insanity_at, v["n"])
            case "start_spells":
                self.start_spells += v["n"]
            case "spell_choice":
                self.look = max(self.look, v["look"])
            case "shield":
                self.shield += v["times"]

    def succeeds(self, placed: Placed, mods: int) -> bool:
        """TM-D9: the dice stand together, and every need is met by the Discovery total."""
        return placed.stands and placed.needs_met and self.need_min <= max(0, placed.total + mods) <= self.need_max


FREE: Final = Binding((), False)
"""What binds the insane: nothing (TM-I5)."""
