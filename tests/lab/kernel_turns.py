"""Values computed by the real rules alone: every option and every fall of the dice, through forks of real matches."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from miskatonic.games.arkham.asks import PICKED
from miskatonic.games.arkham.state import Investigator
from miskatonic.kernel import Chance, Dice, Match
from miskatonic.kernel.hands import faces
from miskatonic.kernel.state import slots_of

Known = Callable[[Investigator], float]
"""A value that is known already: of a state at the beginning of a turn, or where a seal or key has just been gained."""

FACTS = tuple(name for name in slots_of(Investigator) if name not in ("sheet", "rules", "turn"))
IN_COMBAT = ("stance", "spend", "fight_reroll", "fight1", "fight2", "fight3", "enemy")
IN_MYTHOS = ("double", "d2", "strength")
IN_EVENT = ("event", "lore", "first_key", "pact", "pact_dice", "pact_roll", "d3", "clue", "mythos")


def history(state: Investigator, asked: str) -> tuple[str, ...]:
    """Facts on the table that no rule will look at any more: they must not keep equal positions apart."""
    if asked in IN_COMBAT:
        return ("dice", "mythos", "pairs", "reds", "price")
    if asked in IN_MYTHOS:
        return ("dice",)
    if asked == "pick":
        return ("mythos", "price")
    if state.event and asked in IN_EVENT:
        return ("mythos", "price") if state.rules.lore_one_by_one else ("dice", "mythos", "price")
    return ()


class KernelTurns:
    """Looks ahead to the end of a turn, and takes the value of the next from `rest`; remembers what it has seen.

    Events have questions of their own: from before one, only its value is taken, from `event`.
    """

    def __init__(self, rest: Known, event: Known) -> None:
        self.rest = rest
        self.event = event
        self.in_event = False
        self.known: dict[Any, float] = {}
        self.sums: dict[int, list[tuple[int, float]]] = {}
        self.turn = 0

    def begin(self, match: Match) -> Match:
        """A copy of a match that stops at every chance, to look ahead from."""
        self.turn = state_of(match).turn
        self.in_event = bool(state_of(match).event)
        fork = match.fork()
        fork.fortune = None
        return fork

    def value(self, match: Match) -> float:
        """The best that can come of a match, with equal positions looked at once."""
        if match.over:
            return float(match.result == "won")
        state = state_of(match)
        if state.turn > self.turn:
            return self.rest(state)
        if state.event and not self.in_event:
            return self.event(state)
        if match.chance is not None and match.chance.label == "harm":
            return self.chance(match)  # the state does not tell whether it follows a flight or a lost fight
        key = self.key(match, state)
        if key not in self.known:
            self.known[key] = self.chance(match) if match.chance is not None else max(self.options(match).values())
        return self.known[key]

    def key(self, match: Match, state: Investigator) -> Any:
        """What the future depends on. An answer that has not changed the state yet is part of it."""
        asked = match.ask.prompt if match.chance is None else match.chance.label
        past = history(state, asked)
        facts = {name: getattr(state, name) for name in FACTS if name not in past}
        if match.chance is None:
            return (asked, *facts.values())
        last = 0 if asked in IN_COMBAT or not match.log else match.log[-1]
        if asked in ("roll2", "roll3"):
            facts["dice"] -= PICKED[last][0]
            last = 0
        return (str(match.chance), last, *facts.values())

    def chance(self, match: Match) -> float:
        """The mean over the dice."""
        assert match.chance is not None
        total = 0.0
        for outcome, chance in self.outcomes(match.chance):
            fork = match.fork()
            fork.fall(outcome)
            total += chance * self.value(fork)
        return total

    def outcomes(self, chance: Chance) -> list[tuple[int, float]]:
        """All falls of the dice; of the enemy's dice only the sum matters (DA-C11), so one for each sum."""
        if chance.label != "enemy" or not isinstance(chance, Dice):
            return chance.outcomes()
        if chance.number not in self.sums:
            by_sum: dict[int, tuple[int, float]] = {}
            for outcome, probability in chance.outcomes():
                shown = sum(faces(outcome))
                by_sum[shown] = (outcome, probability + by_sum.get(shown, (0, 0.0))[1])
            self.sums[chance.number] = list(by_sum.values())
        return self.sums[chance.number]

    def options(self, match: Match) -> dict[int, float]:
        """The value of every option of the open question."""
        found = {}
        for code in match.ask.options:
            fork = match.fork()
            fork.answer(0, code)
            found[code] = self.value(fork)
        return found


def state_of(match: Match) -> Investigator:
    """The state behind a match: tests may look."""
    state = match._state
    assert isinstance(state, Investigator)
    return state
