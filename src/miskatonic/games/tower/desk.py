"""The desk: the cards of a content file as the rules need them, derived once and kept outside the state."""

from __future__ import annotations

from functools import partial
from typing import Final

from miskatonic.games.tower.binding import FREE, Binding
from miskatonic.games.tower.clauses import CLAUSES, PLAYER, Clause, Then
from miskatonic.games.tower.effects import Effect, Side
from miskatonic.games.tower.listeners import Listeners
from miskatonic.games.tower.names import ALL_TIMINGS, NONE, SEATS
from miskatonic.games.tower.pack import Cards, Location, Pack, cards_of
from miskatonic.games.tower.state import Expedition, Player, desk_name
from miskatonic.kernel.kept import Kept


class Site:
    """A Location as the table sees it: rules that belong to the Round as a whole (TM-R4, scope T)."""

    def __init__(self, card: Location) -> None:
        self.card = card
        self.points = card.points
        self.lowest_leads = False
        self.earlier_leads = False
        self.banned_timings = 0
        """TM-C10: where Spells are banned, it is as if all timings were used already."""
        self.bans_tokens = False
        self.on_nobody: list[tuple[str, Then]] = []
        self.binding = [clause for clause in card.clauses if CLAUSES[clause.kind][0] == PLAYER]
        """Rules that bind players one by one (scope P)."""
        for clause in card.clauses:
            if clause.kind == "lead_rule":
                best, ties = clause.values["best"], clause.values["ties"]
                self.lowest_leads = best == "low" if best else self.lowest_leads
                self.earlier_leads = ties == "earlier" if ties else self.earlier_leads
            elif clause.kind == "ban":
                if "spells" in clause.values["what"]:
                    self.banned_timings = ALL_TIMINGS
                self.bans_tokens |= "tokens" in clause.values["what"]
            elif clause.kind == "on_nobody":
                self.on_nobody.append((clause.values["who"], clause.values["then"]))


class Desk:
    """Everything derived from the cards, for a table of so many players."""

    def __init__(self, cards: Cards, seats: int, ask_everyone: bool, open_hands: bool) -> None:
        self.cards = cards
        self.spells = cards.spells
        self.sites = [Site(card) for card in cards.locations]
        self.sides: tuple[list[Side], list[Side]] = (
            [card.sane for card in cards.spells],
            [card.insane for card in cards.spells],
        )
        """TM-C2: by state (0 sane, 1 insane) and card: the side in force."""
        listeners = Kept(partial(Listeners, self.sides, seats, ask_everyone, open_hands))
        self.listeners = [listeners[site.banned_timings].of for site in self.sites]
        """By Location, and what everybody knows about a window: who may act in it."""
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
        self._plain = Kept(self._bindings_at)
        """By Location and Investigator: what binds somebody on whom nothing was imposed."""
        self._bindings: dict[tuple[int, bool, tuple[int, ...], int], Binding] = {}
        self.spell_names = [card.id for card in cards.spells]
        self.location_names = [card.id for card in cards.locations]

    def imposes(self, effect: Effect) -> int:
        """The number of the rule that an effect imposes."""
        return self._imposed_by[id(effect)]

    def binding(self, s: Expedition, p: Player) -> Binding:
        """TM-R4, TM-I5: what binds a player now; the insane are free."""
        if p.insane or p.imposed or p.ignoring:
            return self.binding_of(p.insane, s.location, p.ignoring, p.imposed, p.investigator)
        return self._plain[s.location][p.investigator]

    def binding_of(
        self, insane: bool, location: int, ignoring: bool, imposed: tuple[int, ...], investigator: int
    ) -> Binding:
        """The same, by the facts that decide it."""
        if insane:
            return FREE
        key = (location, ignoring, imposed, self.ability[investigator])
        if key not in self._bindings:
            self._bindings[key] = self._bind(*key)
        return self._bindings[key]

    def _bindings_at(self, location: int) -> Kept[int, Binding]:
        return Kept(partial(self.binding_of, False, location, False, ()))

    def _bind(self, location: int, ignoring: bool, imposed: tuple[int, ...], investigator: int) -> Binding:
        """In the order of TM-D3 (b): Location, imposed rules, ability."""
        clauses: list[Clause] = []
        if location != NONE and not ignoring:
            clauses += self.sites[location].binding
        clauses += [self.imposed[number] for number in imposed]
        if investigator != NONE:
            clauses += self.cards.investigators[investigator].clauses
        return Binding(clauses, location != NONE and self.sites[location].lowest_leads)


_DESKS: Final[dict[str, Desk]] = {}
"""Desks stand outside the state: they are no part of the position."""


def desk_of(s: Expedition) -> Desk:
    """The desk of a table; made when it is first wanted."""
    try:
        return _DESKS[s.desk]
    except KeyError:
        return desk_for(s.pack, len(s.players), s.rules.ask_everyone, s.rules.open_hands)


def desk_for(pack: Pack, seats: int = SEATS, ask_everyone: bool = False, open_hands: bool = False) -> Desk:
    """The desk of a content file, for a table of so many players."""
    name = desk_name(pack, seats, ask_everyone, open_hands)
    if name not in _DESKS:
        _DESKS[name] = Desk(cards_of(pack), seats, ask_everyone, open_hands)
    return _DESKS[name]
