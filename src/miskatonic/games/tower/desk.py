"""The desk: the cards of a content file as the rules need them, derived once and kept outside the state."""

from __future__ import annotations

from typing import Final

from miskatonic.games.tower.binding import FREE, Binding
from miskatonic.games.tower.clauses import CLAUSES, PLAYER, Clause, Then
from miskatonic.games.tower.effects import Effect, Side
from miskatonic.games.tower.names import BIT, FALL, NONE, OTHERS, THEIRS, WINDOW_OF, WINDOWS
from miskatonic.games.tower.pack import Cards, Location, Pack, cards_of
from miskatonic.games.tower.state import Expedition, Player

ALWAYS: Final = ("draw", "prevent_draw", "choose_tentacle", "gain_spell", "penalty", "cancel_spell", "points")
"""Effects that are possible whenever their player exists (section 3.4)."""


NOTHING_FELL: Final = len(WINDOWS)
"""Window FALL, if nothing has fallen."""


class Site:
    """A Location as the table sees it: rules that belong to the Round as a whole (TM-R4, scope T)."""

    def __init__(self, card: Location) -> None:
        self.card = card
        self.points = card.points
        self.lowest_leads = False
        self.earlier_leads = False
        self.bans_spells = False
        self.bans_tokens = False
        self.on_nobody: list[tuple[str, Then]] = []
        self.binding = [clause for clause in card.clauses if CLAUSES[clause.kind][0] == PLAYER]
        """Rules that bind players one by one (scope P)."""
        for clause in card.clauses:
            if clause.kind == "lead_rule":
                self.lowest_leads = clause.values["best"] == "low"
                self.earlier_leads = clause.values["ties"] == "earlier"
            elif clause.kind == "ban":
                self.bans_spells |= "spells" in clause.values["what"]
                self.bans_tokens |= "tokens" in clause.values["what"]
            elif clause.kind == "on_nobody":
                self.on_nobody.append((clause.values["who"], clause.values["then"]))


class Desk:
    """Everything derived from the cards."""

    def __init__(self, cards: Cards) -> None:
        self.cards = cards
        self.spells = cards.spells
        self.sites = [Site(card) for card in cards.locations]
        self.sides: tuple[list[Side], list[Side]] = (
            [card.sane for card in cards.spells],
            [card.insane for card in cards.spells],
        )
        """TM-C2: by state (0 sane, 1 insane) and card: the side in force."""
        self.windows = (
            *map(self._having, OTHERS, THEIRS),
            self._having(OTHERS[FALL], THEIRS[FALL], but="fallen"),
        )
        """By window: the sets of cards that others may play there, sane and insane; and those of whom it is about.

        The last one, `NOTHING_FELL`, is for tentacles that let nothing fall.
        """
        self.ready = tuple(sum(BIT[card] for card, side in enumerate(sides) if _is_ready(side)) for sides in self.sides)
        """By state: the set of cards that are playable whenever their timing is there."""
        self.alike = tuple(sum(BIT[card] for card, side in enumerate(sides) if _is_alike(side)) for sides in self.sides)
        """By state: the set of cards for which it does not matter which of the others plays them."""
        self.imposed: list[Clause] = []
        self._imposed_by: dict[int, int] = {}
        for sides in self.sides:
            for side in sides:
                for effect in side.effects:
                    if effect.do == "impose":
                        self._imposed_by[id(effect)] = len(self.imposed)
                        self.imposed.append(effect.values["rule"])
        self.ability = [n if card.clauses else NONE for n, card in enumerate(cards.investigators)] + [NONE]
        """By Investigator (the last one is nobody): whose ability it is; `NONE` for all without one."""
        plain: dict[int, list[Binding | None]] = {n: [None] * (len(cards.locations) + 1) for n in self.ability}
        self._plain = [plain[n] for n in self.ability]
        """By Investigator and Location: what binds somebody on whom nothing was imposed; the last ones are none."""
        self._bindings: dict[tuple[int, bool, tuple[int, ...], int], Binding] = {}
        self.spell_names = [card.id for card in cards.spells]
        self.location_names = [card.id for card in cards.locations]

    def _having(self, others: int, theirs: int, but: str = "") -> tuple[int, ...]:
        """The sets of cards with these timings, sane and insane sides; those without one effect."""
        return tuple(
            sum(BIT[card] for card, side in enumerate(sides) if side.timing == timing and side.effects[0].do != but)
            for timing in (others, theirs)
            for sides in self.sides
        )

    def imposes(self, effect: Effect) -> int:
        """The number of the rule that an effect imposes."""
        return self._imposed_by[id(effect)]

    def binding(self, s: Expedition, p: Player) -> Binding:
        """TM-R4, TM-I5: what binds a player now; the insane are free."""
        if p.insane:
            return FREE
        if p.imposed or p.ignoring:
            return self.binding_of(False, s.location, p.ignoring, p.imposed, p.investigator)
        found = self._plain[p.investigator][s.location]
        return self.binding_of(False, s.location, False, (), p.investigator) if found is None else found

    def binding_of(
        self, insane: bool, location: int, ignoring: bool, imposed: tuple[int, ...], investigator: int
    ) -> Binding:
        """The same, by the facts that decide it."""
        if insane:
            return FREE
        key = (location, ignoring, imposed, self.ability[investigator])
        if key not in self._bindings:
            self._bindings[key] = self._bind(*key)
            if not imposed and not ignoring:
                self._plain[investigator][location] = self._bindings[key]
        return self._bindings[key]

    def _bind(self, location: int, ignoring: bool, imposed: tuple[int, ...], investigator: int) -> Binding:
        """In the order of TM-D3 (b): Location, imposed rules, ability."""
        clauses: list[Clause] = []
        if location != NONE and not ignoring:
            clauses += self.sites[location].binding
        clauses += [self.imposed[number] for number in imposed]
        if investigator != NONE:
            clauses += self.cards.investigators[investigator].clauses
        return Binding(clauses, location != NONE and self.sites[location].lowest_leads)


def _is_ready(side: Side) -> bool:
    """Whether a side can always be played in its window, whoever holds it."""
    effect = side.effects[0]
    if effect.only_if or side.target is not None or effect.who not in ("", "you", "them"):
        return False
    # about the player whom the window is about: the thrower has dice, the failing player has thrown
    about = effect.who == ("you" if side.timing == THEIRS[WINDOW_OF[side.timing]] else "them")
    return effect.do in ALWAYS or (about and (effect.do == "second_chance" or effect.values.get("dice") == "thrown"))


def _is_alike(side: Side) -> bool:
    """Whether all who are not the subject of a window could play it, or none of them."""
    return side.target is None and side.effects[0].who in ("", "them", "all")


_DESKS: Final[dict[str, Desk]] = {}
"""Desks stand outside the state: they are no part of the position."""


def desk_of(s: Expedition) -> Desk:
    """The desk of a table; made when it is first wanted."""
    desk = _DESKS.get(s.desk)
    return desk_for(s.pack) if desk is None else desk


def desk_for(pack: Pack) -> Desk:
    """The desk of a content file."""
    if pack.digest not in _DESKS:
        _DESKS[pack.digest] = Desk(cards_of(pack))
    return _DESKS[pack.digest]
