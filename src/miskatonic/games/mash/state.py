"""State: the layout with its tiles, the pieces on them, the characters, and everything that lies beside the board.

A *place* is one number for a cell of a slot: `slot * 36 + cell`. Stacks are sets of what is left, never an order: what
nobody knows is not there (see `stacks`). Everything on the table is public (CM-OG3, section 18.2 of the rules).
"""

from __future__ import annotations

from typing import Any, Final, Self

from miskatonic.games.mash.box import Box, Card, Kind, Nest
from miskatonic.games.mash.grid import ALL, BIT, CELLS, NONE, cells_of
from miskatonic.games.mash.layout import Board
from miskatonic.games.mash.options import Rules
from miskatonic.games.mash.pieces import FIRST_PIECE, HERO, Hero, Piece
from miskatonic.games.mash.tiles import Tile
from miskatonic.kernel import State

SETUP: Final = 0
BEGIN: Final = 1
ACTIONS: Final = 2
ACTIVATION: Final = 3
CLEANUP: Final = 4
DEATH_MATCHES: Final = ("death_match", "team_death_match")
CAPTURES: Final = ("capture_flag", "team_capture_flag")
PHASES: Final = ("setup", "begin", "actions", "activation", "cleanup")


class Mash(State):
    """The table."""

    __slots__ = (
        "active", "all_edges", "aside", "at", "awake", "beginner", "board", "box", "charging", "clinging", "countdown",
        "crystal", "destroyer", "discard", "generation", "heroes", "hidden", "hurt", "loose", "mode", "mp", "nests",
        "nests_gone", "occ", "one_way", "over", "pending", "phase", "pieces", "piles", "pool", "pools", "powerups",
        "queue", "rolled", "round", "rules", "said", "shown", "spells", "stack", "stands", "supply", "tiles", "tissue",
        "tomes", "touched", "turned", "turns", "uncounted", "up", "winners", "wish",
    )  # fmt: skip

    def __init__(self, box: Box, rules: Rules, board: Board, seats: int) -> None:
        super().__init__()
        self.box = box
        self.rules = rules
        self.board = board
        slots = len(board.slots)
        self.mode = ""
        self.phase = SETUP
        self.round = 1
        self.turned = 0
        """How many turns of this round are over."""
        self.active = 0
        self.beginner = 0
        """CM-S14: who had the first turn."""
        self.pool = 0
        """CM-T4: the actions left."""
        self.mp = 0
        """CM-A3: the movement points left in a running MOVE."""
        self.wish = NONE
        """An action announced before the running MOVE was over."""
        self.heroes = [Hero(seat) for seat in range(seats)]
        self.pieces: dict[int, Piece] = {}
        self.at = [NONE] * (slots * CELLS)
        """The piece that stands on every place."""
        self.occ = [0] * slots
        """The occupied cells of every slot."""
        self.stands = [0] * slots
        """The cells of every slot where characters stand."""
        self.tiles = [NONE] * slots
        """The tile of every slot, as far as anybody has seen it."""
        self.turns = [0] * slots
        """The rotation of every tile, in quarters clockwise."""
        self.up = [False] * slots
        self.rolled = [False] * slots
        """Whether the generators of a tile have been rolled for (CM-S15)."""
        self.hidden: tuple[int, ...] = ()
        """The tiles that nobody has seen; some of them may be out of play (CM-S8)."""
        self.piles: dict[int, tuple[int, ...]] = {}
        """CM-G11: face-down objects by place, the top one first; see `stacks` for their numbers."""
        self.loose: dict[int, tuple[int, ...]] = {}
        """Face-up objects by place."""
        self.tissue: dict[int, tuple[int, ...]] = {}
        """CM-O53: Shoggoth Tissues by place."""
        self.pools: tuple[tuple[int, ...], ...] = ((),)
        """How many of each object are face down, by the generation of the stack they were dealt from."""
        self.stack = 0
        """How many objects of the present generation are still in the stack."""
        self.generation = 0
        self.discard: tuple[int, ...] = ()
        self.nests: tuple[int, ...] = ()
        self.nests_gone: tuple[int, ...] = ()
        self.supply: tuple[int, ...] = ()
        self.spells = 0
        """The spells left in the stack, as a set of bits."""
        self.powerups = [0] * seats
        """The power-ups left in each stack, as sets of bits."""
        self.tomes: dict[int, tuple[int, ...]] = {}
        """The spells lying with each tome that has been read."""
        self.crystal: tuple[int, ...] = ()
        """CM-O42: the character and the number of the power-up in the Elder Thing Crystal."""
        self.countdown = 0
        """CM-B21: turns until the board is reset; 0 if opponents are not separated."""
        self.destroyer = NONE
        """CM-V4: who destroyed the first spawn space."""
        self.one_way = rules.q_one_way_gates
        self.all_edges = False
        self.uncounted = 0
        """CM-V6: slots that no longer count."""
        self.charging = False
        """Whether anything may have charged in this turn."""
        self.clinging = False
        """Whether anything may be attached to anybody."""
        self.said = NONE
        """The action that is being declared."""
        self.touched: tuple[int, ...] = ()
        """The characters that the running action was directed at."""
        self.hurt: tuple[int, ...] = ()
        """The characters that lost something in the running action."""
        self.shown: tuple[tuple[int, ...], ...] = ()
        """What the running action has turned up: known for ever, even if it is undone."""
        self.pending: tuple[tuple[Any, ...], ...] = ()
        """CM-I4: shocks to be resolved after the running action."""
        self.queue: tuple[int, ...] = ()
        """The monsters still to act in this activation; the automatic keeper puts them in order."""
        self.awake = NONE
        """The monster or generator that acts in the activation; its actions left are the pool."""
        self.aside: tuple[int, ...] = ()
        """CM-R1: one-use objects that are being used."""
        self.over = ""
        self.winners: tuple[int, ...] = ()

    def copy(self) -> Self:
        """An independent copy; what is printed is shared."""
        other = self.__new__(type(self))
        other.news = None
        other.audience = None
        other.reveals = 0
        self._fill(other)
        return other

    def restore(self, past: Mash) -> None:
        """CM-R9: become what the table was."""
        past._fill(self)

    def _fill(self, other: Mash) -> None:
        other.box = self.box
        other.rules = self.rules
        other.board = self.board
        other.mode = self.mode
        other.phase = self.phase
        other.round = self.round
        other.turned = self.turned
        other.active = self.active
        other.beginner = self.beginner
        other.pool = self.pool
        other.mp = self.mp
        other.wish = self.wish
        other.heroes = [hero.copy() for hero in self.heroes]
        other.pieces = {who: piece.copy() for who, piece in self.pieces.items()}
        other.at = self.at.copy()
        other.occ = self.occ.copy()
        other.stands = self.stands.copy()
        other.tiles = self.tiles.copy()
        other.turns = self.turns.copy()
        other.up = self.up.copy()
        other.rolled = self.rolled.copy()
        other.hidden = self.hidden
        other.piles = self.piles.copy()
        other.loose = self.loose.copy()
        other.tissue = self.tissue.copy()
        other.pools = self.pools
        other.stack = self.stack
        other.generation = self.generation
        other.discard = self.discard
        other.nests = self.nests
        other.nests_gone = self.nests_gone
        other.supply = self.supply
        other.spells = self.spells
        other.powerups = self.powerups.copy()
        other.tomes = self.tomes.copy()
        other.crystal = self.crystal
        other.countdown = self.countdown
        other.destroyer = self.destroyer
        other.one_way = self.one_way
        other.all_edges = self.all_edges
        other.uncounted = self.uncounted
        other.charging = self.charging
        other.clinging = self.clinging
        other.said = self.said
        other.touched = self.touched
        other.hurt = self.hurt
        other.shown = self.shown
        other.pending = self.pending
        other.queue = self.queue
        other.awake = self.awake
        other.aside = self.aside
        other.over = self.over
        other.winners = self.winners

    # -- looking ------------------------------------------------------------------------------------------------------

    def tile(self, slot: int) -> Tile:
        """The printed tile in a slot."""
        return self.box.tiles[self.tiles[slot]]

    def piece(self, who: int) -> Piece:
        """A piece by its id."""
        return self.heroes[who] if who < FIRST_PIECE else self.pieces[who]

    def ref(self, who: int) -> int:
        """How news name a target: a spawn space stays negative."""
        return who if who < FIRST_PIECE else self.pieces[who].ref

    def card(self, hero: Hero) -> Card:
        """The card of a character."""
        return self.box.characters[hero.type]

    def kind_of(self, piece: Piece) -> Kind:
        """The kind of a monster."""
        return self.box.monsters[piece.type]

    def nest_of(self, piece: Piece) -> Nest:
        """The kind of a generator."""
        return self.box.generators[piece.type]

    def standing(self, slot: int, cell: int) -> Piece | None:
        """Who stands on a cell; attached monsters are with their host."""
        who = self.at[slot * CELLS + cell]
        return None if who == NONE else self.piece(who)

    def on_tile(self, slot: int, cells: int = ALL) -> list[Piece]:
        """The pieces on (some) cells of a tile in reading order, each host before what is attached to it."""
        at, pieces, base = self.at, self.pieces, slot * CELLS
        found: list[Piece] = []
        for cell in cells_of(self.occ[slot] & cells):
            who = at[base + cell]
            if who >= FIRST_PIECE:
                found.append(pieces[who])
                continue
            found.append(self.heroes[who])
            if self.clinging:
                found += self.riders(self.heroes[who])
        return found

    def hostile(self, slot: int) -> list[Piece]:
        """The monsters and generators on a tile in reading order, then those that are attached to somebody there."""
        found = self.monsters_on(slot)
        if self.clinging:
            found += [piece for piece in self.pieces.values() if piece.host != NONE and piece.slot == slot]
        return found

    def riders(self, hero: Piece) -> list[Piece]:
        """CM-M9: the monsters attached to a character, the oldest id first."""
        if not self.clinging:
            return []
        return [piece for piece in self.pieces.values() if piece.host == hero.id]

    def monsters_on(self, slot: int) -> list[Piece]:
        """The monsters and generators on the cells of a tile in reading order; not what is attached to somebody."""
        at, pieces, base = self.at, self.pieces, slot * CELLS
        return [pieces[at[base + cell]] for cell in cells_of(self.occ[slot] & ~self.stands[slot])]

    @property
    def hero(self) -> Hero:
        """The active character."""
        return self.heroes[self.active]

    @property
    def friendly(self) -> bool:
        """Whether all play together."""
        return self.mode in ("cooperative", "solo")

    @property
    def capture(self) -> bool:
        """Whether spawn spaces decide."""
        return self.mode in CAPTURES

    # -- placing ------------------------------------------------------------------------------------------------------

    def put(self, piece: Piece, slot: int, cell: int) -> None:
        """CM-B1: put a piece on a free cell; whatever is attached goes along."""
        self.lift(piece)
        piece.slot = slot
        piece.cell = cell
        self.at[slot * CELLS + cell] = piece.id
        self.occ[slot] |= BIT[cell]
        if piece.kind == HERO:
            self.stands[slot] |= BIT[cell]
            if self.clinging:
                for rider in self.riders(piece):
                    rider.slot = slot
                    rider.cell = cell

    def shift(self, piece: Piece, cell: int) -> None:
        """The same for a piece that goes to a free cell of its tile, with nothing attached to it."""
        slot, before = piece.slot, piece.cell
        base = slot * CELLS
        at = self.at
        at[base + before] = NONE
        at[base + cell] = piece.id
        moved = BIT[before] ^ BIT[cell]
        self.occ[slot] ^= moved
        if piece.kind == HERO:
            self.stands[slot] ^= moved
        piece.cell = cell

    def lift(self, piece: Piece) -> None:
        """Take a piece off its cell."""
        slot = piece.slot
        if slot != NONE and piece.host == NONE:
            place = slot * CELLS + piece.cell
            if self.at[place] == piece.id:
                self.at[place] = NONE
                self.occ[slot] &= ~BIT[piece.cell]
                self.stands[slot] &= ~BIT[piece.cell]
        piece.slot = piece.cell = NONE
