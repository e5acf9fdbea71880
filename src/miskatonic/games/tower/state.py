"""State: the players with their boards and hands, the tower, and what lies on the table."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Final, Self

from miskatonic.games.tower.names import ALL_MARBLES, BIT, IDLE, NONE, POOL, SEATS, TOKENS
from miskatonic.games.tower.options import Rules, rules_of
from miskatonic.games.tower.pack import FIRST, Pack, cards_of
from miskatonic.games.tower.tower import FOUR_STOREYS, REMOVED
from miskatonic.games.tower.tray import dice_in
from miskatonic.kernel import Content, SetupError, State

SETTING_UP: Final = 0
REVEALING: Final = 1
STARTING: Final = 2
THROWING: Final = 3
LOCKING: Final = 4
ENDING: Final = 5
CLOSING: Final = 6
JUDGING: Final = 7
AWARDING: Final = 8
STEPS: Final = ("setup", "reveal", "start", "throw", "lock", "end", "close", "judge", "award")
"""Where the table rests: before set-up, a reveal, a Turn, a throw, a lock, the end of a Turn, the end of the Round;
and in the middle of these two, before an investigation is judged and before a Location is awarded."""
SHOWN: Final = (*STEPS[:JUDGING], "end", "close")
"""By step: what players are told."""

OTHERS_BY_SEATS: Final = (0, 12, 11, 10, 9, 8)
"""TM-S6, TM-V4, TM-V5: how many Locations follow the first, by the number of players."""


class Player:
    """One player: the Tracker board, the hand, what was won, and this Round's investigation (TM-S8)."""

    __slots__ = (
        "changed",
        "discovery",
        "drew",
        "frees",
        "hand",
        "hopeless",
        "ignoring",
        "imposed",
        "insane",
        "investigator",
        "last",
        "locked",
        "madness",
        "mods",
        "rewarded",
        "seat",
        "shielded",
        "spells",
        "stamp",
        "status",
        "throwing",
        "throws",
        "total",
        "tray",
        "won",
    )

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.investigator = NONE
        self.insane = False
        self.discovery = 0
        self.spells = 0
        self.madness = 0
        """Marbles on the board, by kind."""
        self.hand = 0
        """The set of Spells held."""
        self.won: tuple[tuple[int, int], ...] = ()
        """Locations with the points noted for them."""
        self.drew = 0
        """Tentacles drawn in this game."""
        self.shielded = 0
        """Madness marbles that the ability has turned away so far."""
        self.mods = 0
        self.imposed: tuple[int, ...] = ()
        """Rules imposed by Spells, by their number in the content."""
        self.ignoring = False
        self.clear()

    def clear(self) -> None:
        """TM-R2: the investigation of the last Round is over."""
        self.status = IDLE
        self.tray = 0
        """The dice in their places (see `tray.py`)."""
        self.locked = 0
        self.last = 0
        """The dice of the most recent throw in this Round (TM-D11)."""
        self.throws = 0
        """Normal throws in this Turn."""
        self.frees = 0
        """Free rethrows used in this Turn."""
        self.total = 0
        self.stamp = 0
        """When the investigation was last judged: a higher number is later (TM-L3)."""
        self.rewarded = False
        """Whether the first success of this Round has had its consequences."""
        self.hopeless = False
        """TM-D7: locked a useless die, with the option `stuck=roll_on`."""
        self.throwing = 0
        """How many throws of this player are in progress, one inside the other."""
        self.changed = False
        """Whether a standing success is to be judged anew (TM-L4)."""

    @property
    def dice(self) -> tuple[int, ...]:
        """The faces of the dice, by places; none before the first throw."""
        return dice_in(self.tray)

    def copy(self) -> Self:
        """An independent copy."""
        other = self.__new__(type(self))
        other.seat = self.seat
        other.investigator = self.investigator
        other.insane = self.insane
        other.discovery = self.discovery
        other.spells = self.spells
        other.madness = self.madness
        other.hand = self.hand
        other.won = self.won
        other.drew = self.drew
        other.shielded = self.shielded
        other.mods = self.mods
        other.imposed = self.imposed
        other.ignoring = self.ignoring
        other.status = self.status
        other.tray = self.tray
        other.locked = self.locked
        other.last = self.last
        other.throws = self.throws
        other.frees = self.frees
        other.total = self.total
        other.stamp = self.stamp
        other.rewarded = self.rewarded
        other.hopeless = self.hopeless
        other.throwing = self.throwing
        other.changed = self.changed
        return other


class Moment:
    """An open window (section 4 of the rules): what it is about, and what has been decided in it.

    Only what has been decided is kept in the instance: windows are opened often, and little happens in most of them.
    """

    thrown = 0
    """THROW: the dice."""
    penalty = 0
    averted = False
    """FAIL: tentacles more or fewer; whether the fail is averted."""
    prevented = False
    chooser = NONE
    """PREDRAW: whether nothing is drawn; who picks the tentacle."""
    fallen = 0
    diverted: tuple[tuple[int, int, int], ...] = ()
    """FALL: what the drawer gets; and what others get: receiver, kind, number."""
    card = NONE
    target = NONE
    cancelled = False
    """SPELL: the card that was announced, and on whom; whether it is cancelled."""
    used = 0
    """The set of timings already used in this moment (TM-C4)."""

    def __init__(self, kind: int, subject: int) -> None:
        self.kind = kind
        self.subject = subject
        """The player it is about: active player, thrower, failing player, present drawer, caster; or nobody."""


class Expedition(State):
    """The table. Hidden are only the hands, and cards that somebody put under the Spell deck (section 7.2)."""

    __slots__ = (
        "active",
        "box",
        "carried",
        "deck",
        "desk",
        "discards",
        "drawn",
        "end_used",
        "extra",
        "first",
        "flipped",
        "holder",
        "in_play",
        "inside",
        "known",
        "layout",
        "left",
        "location",
        "looked",
        "loose",
        "mad",
        "moments",
        "over",
        "pack",
        "players",
        "removed",
        "round",
        "rules",
        "stamps",
        "step",
        "sticks",
        "under",
        "unseen",
        "winners",
    )

    def __init__(self, pack: Pack, rules: Rules, seats: int) -> None:
        super().__init__()
        cards = cards_of(pack)
        self.pack = pack
        self.rules = rules
        self.desk = desk_name(pack, seats, rules.ask_everyone, rules.open_hands)
        """The name under which everything derived from the cards is kept."""
        self.players = [Player(seat) for seat in range(seats)]
        self.first = NONE if rules.first_player == NONE and seats > 1 else rules.first_player % seats
        """TM-S7: nobody before the First Player is drawn. A seat that is not at the table is counted on round it."""
        self.active = NONE
        self.mad = 0
        """The set of insane players."""
        self.round = 1
        self.step = SETTING_UP
        ids = [card.id for card in cards.locations]
        self.location = ids.index(FIRST)
        """The Location that lies open; none before one is turned up."""
        self.left = OTHERS_BY_SEATS[seats] + rules.location_delta
        """Cards still in the Location deck, face down."""
        self.unseen = (1 << len(ids)) - 1 & ~BIT[self.location]
        """Locations that nobody has seen: some are in the deck, the others in the box."""
        self.box = 0
        """Locations that are known to be in the box."""
        self.extra = 0
        """Points that the open Location is worth more, or fewer."""
        self.holder = [POOL] * len(TOKENS)
        self.flipped = 0
        """Who holds each token; the set of used ones (TM-U3)."""
        self.carried = False
        """Whether Imprison was taken in the Round before (TM-U6)."""
        self.deck = (1 << len(cards.spells)) - 1
        """The Spell deck as a set: nobody knows its order."""
        self.under: tuple[tuple[int, int], ...] = ()
        """Cards below the deck, the next one first, each with the seat that put it there."""
        self.looked: tuple[int, ...] = ()
        """Cards that somebody looks at, to keep one of them."""
        self.discards = 0
        self.in_play = 0
        """Spells that have been announced and are not yet discarded."""
        self.known: dict[int, int] = {}
        """By card in somebody's hand: the set of other seats that know it is there, since it was stolen from them."""
        self.layout = FOUR_STOREYS.name
        self.sticks = FOUR_STOREYS.all
        if rules.remove_horrors:
            self.sticks &= ~sum(BIT[number] for number in REMOVED)
        self.inside = ALL_MARBLES
        self.loose = 0
        """Marbles that have fallen and have not yet reached a board."""
        self.removed = 0
        """Marbles that have left the game (TM-M8)."""
        self.drawn: tuple[tuple[int, int], ...] = ()
        """Every tentacle drawn, with the heap that fell."""
        self.stamps = 0
        self.end_used = 0
        """Timings used at the end of this Turn, which may open twice (section 4.2)."""
        self.moments: list[Moment] = []
        """Open windows, the innermost last; none at rest."""
        self.over = ""
        self.winners: tuple[int, ...] = ()

    def copy(self) -> Self:
        """Copies are made at rest, when no window is open. Content and rules are shared."""
        other = self.__new__(type(self))
        other.news = None
        other.audience = None
        other.reveals = self.reveals
        other.pack = self.pack
        other.rules = self.rules
        other.desk = self.desk
        other.players = [player.copy() for player in self.players]
        other.first = self.first
        other.active = self.active
        other.mad = self.mad
        other.round = self.round
        other.step = self.step
        other.location = self.location
        other.left = self.left
        other.unseen = self.unseen
        other.box = self.box
        other.extra = self.extra
        other.holder = self.holder.copy()
        other.flipped = self.flipped
        other.carried = self.carried
        other.deck = self.deck
        other.under = self.under
        other.looked = ()
        other.discards = self.discards
        other.in_play = 0
        other.known = self.known.copy()
        other.layout = self.layout
        other.sticks = self.sticks
        other.inside = self.inside
        other.loose = 0
        other.removed = self.removed
        other.drawn = self.drawn
        other.stamps = self.stamps
        other.end_used = self.end_used
        other.moments = []
        other.over = self.over
        other.winners = self.winners
        return other

    def clockwise(self) -> list[Player]:
        """TM-C5: everybody, from the active player on; between Turns, from the First Player."""
        start = self.first if self.active == NONE else self.active
        return self.players[start:] + self.players[:start] if start else self.players


def desk_name(pack: Pack, seats: int, ask_everyone: bool, open_hands: bool) -> str:
    """The name of a desk: all that makes a difference to it."""
    return f"{pack.digest} {seats} {ask_everyone} {open_hands}"


def set_up(content: Content, options: Mapping[str, str], seats: int) -> Expedition:
    """TM-S1, TM-S2, TM-S3, TM-S6, TM-S8: a full tower, all tokens in the pool, the Location deck, empty boards.

    Spells and Investigators are dealt in the first beat (TM-S4, TM-S5).
    """
    return _fresh(content.data, tuple(options.values()), seats).copy()


@cache
def _fresh(pack: Pack, options: tuple[str, ...], seats: int) -> Expedition:
    """A table at the start, made once and copied for every game."""
    rules = rules_of(options)
    able = sum(bool(card.clauses) for card in cards_of(pack).investigators)
    if rules.abilities != "off" and able < SEATS:
        raise SetupError(f"{pack.name} has {able} Investigators with an ability; games with abilities need {SEATS}")
    return Expedition(pack, rules, seats)
