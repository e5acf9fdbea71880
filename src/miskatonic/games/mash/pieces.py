"""Pieces: whatever stands on a cell. Characters are pieces with a card, a mind and a bag."""

from __future__ import annotations

from typing import Final, Self

from miskatonic.games.mash.grid import NONE

HERO: Final = 0
MONSTER: Final = 1
GENERATOR: Final = 2

FREE: Final = 0
ICON: Final = 1
BODY: Final = 2
CUFFS: Final = 3
NET: Final = 4
"""CM-B14: what binds a piece."""

ALIVE: Final = 0
AWAITING: Final = 1
"""CM-K4: dead, and back at the begin of the next turn."""
OUT: Final = 2
"""CM-K11: eliminated."""
OFF: Final = 3
"""CM-N2: not on the board yet."""

FIRST_PIECE: Final = 4
"""The ids of monsters and generators begin here; below are the characters, by seat."""
SPACE_HEALTH: Final = 3
SPACE_DEFENSE: Final = 5
"""CM-A23, CM-K10: a spawn space as a target."""


class Piece:
    """Whatever stands on a cell: a monster, a generator, or (as `Hero`) a character."""

    __slots__ = (
        "acted", "bond", "by", "cell", "charged", "cocked", "doom", "face", "grasp", "held", "host", "hp", "id", "idle",
        "kind", "objects", "slot", "tie", "type",
    )  # fmt: skip

    def __init__(self, who: int, kind: int, type: int, hp: int) -> None:
        self.id = who
        self.kind = kind
        self.type = type
        self.hp = hp
        self.slot = NONE
        self.cell = NONE
        self.bond = 0
        """The escape number of its bond, 0 if it is free."""
        self.tie = FREE
        self.doom = 0
        """CM-B17: 1 in quicksand, 2 when the turn runs at whose end it kills."""
        self.by = NONE
        """Whose doing the bond is."""
        self.grasp = False
        self.host = NONE
        """CM-M9: the seat of the character it is attached to."""
        self.idle = 0
        """CM-M15: activations it loses by the Chime."""
        self.held = NONE
        """CM-P1: the seat whose Bind Enemy holds it."""
        self.charged = False
        self.cocked = False
        """CM-O8: its Cock Fighter has fought in this turn (of a monster: this activation)."""
        self.acted = False
        self.face = 0
        """CM-Q1: the board direction it looks to."""
        self.objects: tuple[int, ...] = ()
        """What it carries, in the order of taking; of monsters only by CM-Q8."""

    def copy(self) -> Self:
        """An independent copy."""
        other = self.__new__(type(self))
        self._fill(other)
        return other

    def _fill(self, other: Piece) -> None:
        other.id = self.id
        other.kind = self.kind
        other.type = self.type
        other.hp = self.hp
        other.slot = self.slot
        other.cell = self.cell
        other.bond = self.bond
        other.tie = self.tie
        other.doom = self.doom
        other.by = self.by
        other.grasp = self.grasp
        other.host = self.host
        other.idle = self.idle
        other.held = self.held
        other.charged = self.charged
        other.cocked = self.cocked
        other.acted = self.acted
        other.face = self.face
        other.objects = self.objects

    @property
    def ref(self) -> int:
        """How news name a piece: a character by its seat, others by kind and type."""
        return self.id if self.kind == HERO else 100 * self.kind + self.type

    def free(self) -> None:
        """End its bond."""
        self.bond = self.doom = 0
        self.tie = FREE
        self.by = NONE
        self.grasp = False


class Hero(Piece):
    """A character; its id is its seat. Figures from `actions` on follow from card, objects and power-ups."""

    __slots__ = (
        "actions",
        "base_hp",
        "base_me",
        "base_sp",
        "defense",
        "extra",
        "fallen",
        "first",
        "flying",
        "home",
        "innate",
        "insane",
        "kept",
        "life",
        "limit",
        "lost",
        "me",
        "memorised",
        "move",
        "powerups",
        "qualities",
        "razor",
        "razored",
        "ready",
        "refused",
        "seen",
        "shell",
        "sp",
        "space",
        "team",
        "ward",
        "warded",
        "webbed",
        "weight",
    )  # fmt: skip

    def __init__(self, seat: int) -> None:
        super().__init__(seat, HERO, NONE, 0)
        self.life = OFF
        self.team = seat
        self.home = NONE
        """The slot of the start tile."""
        self.first = True
        """CM-T3: the next turn is a first turn."""
        self.space = SPACE_HEALTH
        """CM-K10: the health of the spawn space, 0 if it is destroyed."""
        self.me = 0
        self.sp = 0
        self.powerups: tuple[int, ...] = ()
        self.kept: tuple[int, ...] = ()
        """CM-U2: the generators destroyed and kept."""
        self.innate: tuple[int, ...] = ()
        self.memorised: tuple[int, ...] = ()
        self.ward = False
        self.warded = False
        """CM-P3: cast or broken in this own turn."""
        self.flying = False
        self.razor = False
        self.razored = False
        self.webbed = False
        """CM-M6: webbed in this player turn."""
        self.lost = False
        """CM-T8: the next turn is lost."""
        self.insane = 0
        """CM-I9: 1 indefinitely, CM-I12: 2 permanently insane."""
        self.refused = False
        """CM-I7: the psychotherapy machine gives no sanity any more."""
        self.seen: frozenset[str] = frozenset()
        """CM-I5: the sights that have shocked already."""
        self.shell = NONE
        """CM-O22: the Deep One that was controlled last."""
        self.ready = NONE
        """CM-Q2: the readied weapon."""
        self.fallen = 0
        """How often this character has died."""
        self.extra: tuple[int, ...] = (0,) * 12
        """What the power-ups in effect add, by statistic."""
        self.actions = 0
        self.defense = 0
        self.move = 0
        self.base_hp = 0
        self.base_me = 0
        self.base_sp = 0
        self.limit = 0
        self.weight = 0
        self.qualities = 0
        """Qualities of what is carried, as a set of bits; see `figures`."""

    def copy(self) -> Self:
        """An independent copy."""
        other = self.__new__(type(self))
        self._fill(other)
        other.life = self.life
        other.team = self.team
        other.home = self.home
        other.first = self.first
        other.space = self.space
        other.me = self.me
        other.sp = self.sp
        other.powerups = self.powerups
        other.kept = self.kept
        other.innate = self.innate
        other.memorised = self.memorised
        other.ward = self.ward
        other.warded = self.warded
        other.flying = self.flying
        other.razor = self.razor
        other.razored = self.razored
        other.webbed = self.webbed
        other.lost = self.lost
        other.insane = self.insane
        other.refused = self.refused
        other.seen = self.seen
        other.shell = self.shell
        other.ready = self.ready
        other.fallen = self.fallen
        other.extra = self.extra
        other.actions = self.actions
        other.defense = self.defense
        other.move = self.move
        other.base_hp = self.base_hp
        other.base_me = self.base_me
        other.base_sp = self.base_sp
        other.limit = self.limit
        other.weight = self.weight
        other.qualities = self.qualities
        return other
