"""The values within turns, computed once for a whole policy: what a bot looks up that plays many games."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from miskatonic.bots.optimal.book import Chapter, Meters
from miskatonic.bots.optimal.compiled import Flags, Floats
from miskatonic.bots.optimal.events import Events
from miskatonic.bots.optimal.judge import Judge, You, meters_of
from miskatonic.bots.optimal.model import Foe, Omen, Plan, Spot
from miskatonic.games.arkham.state import FIELDS, FLAGS
from miskatonic.kernel import Ask, View
from miskatonic.lab.solve.backwards import Frame, Progress, Solver

ON_THE_TABLE = (*FIELDS[1:], *FLAGS, "roll", "pairs", "reds", "event", "price")
"""All numbers that a question may depend on; the turn is none of them."""
AS_FOES_CAME = (*FIELDS[1:], *FLAGS, "event")
"""The numbers that a question in combat may depend on: what brought the foes is past."""
COMBAT = ("stance", "spend", "fight_reroll")
IN_COMBAT = ("foe", "cultists", "strength", "locked", "roll")
NOTHING_MORE = 0
"""Between dice of different kinds."""


class Workings(Judge):
    """A judge that has looked through every turn beforehand; it answers at once, and needs a gigabyte."""

    def __init__(self, solver: Solver) -> None:
        super().__init__(solver.book)
        self.frames: dict[tuple[int, int], Frame] = {}
        self.values: dict[tuple[int, int], NDArray[np.float32]] = {}
        self.known: dict[tuple[Any, ...], int] = {}
        """Answers given before, by all that is on the table."""
        self.doors: dict[tuple[int, int, bool], Events] = {}
        """What seals and keys bring, for all meters, by what is held."""
        self.omens = {omen[1:]: number for number, omen in enumerate(self.model.omens)}
        for number, key in enumerate(solver.book.chapters):
            self._fill(solver, *key)
            solver.tell(Progress(number + 1, len(solver.book.chapters), solver.sweeps))

    def _fill(self, solver: Solver, seals: int, keys: int) -> None:
        frame, chapter = solver.frame(seals, keys), self.book.chapters[seals, keys]
        after = np.zeros((len(frame.slots.numbers), *self.model.shape), np.float32)
        for spot in [*solver.full_tracks(frame.slots), *solver.order(keys)]:
            solver.meet(chapter, frame.slots, spot, after)
        self.frames[seals, keys] = frame
        self.values[seals, keys] = after

    def best(self, view: View, ask: Ask) -> int:
        """The best option; what was asked before is not computed again."""
        you: You = view["you"]
        key: tuple[Any, ...]
        if ask.prompt in COMBAT:
            fight = you["combat"]
            key = (ask.prompt, *map(you.__getitem__, AS_FOES_CAME), *map(fight.__getitem__, IN_COMBAT), *fight["dice"])
        else:
            dice = (*you["dice"], NOTHING_MORE, *you["mythos"])
            key = (ask.prompt, *map(you.__getitem__, ON_THE_TABLE), *dice)
        if key not in self.known:
            self.known[key] = super().best(view, ask)
        return self.known[key]

    def foe_values(self, chapter: Chapter, spot: Spot, foe: Foe, wanted: Flags) -> Floats:
        """Look them up."""
        key = next(key for key, known in self.book.chapters.items() if known is chapter)
        number = self.frames[key].slots.numbers.get((spot, foe))
        if number is None:
            return super().foe_values(chapter, spot, foe, wanted)
        found: Floats = self.values[key][number]
        return found

    def events(self, you: You) -> tuple[Events, Meters]:
        """The combats inside an event are computed once, for all meters."""
        key = you["seals"], you["keys"], you["elder_die"]
        if key not in self.doors:
            self.doors[key] = Events(self.model, self.chapter(you), you["elder_die"])
        return self.doors[key], meters_of(you)

    def leads(self, you: You, omen: Omen, plan: Plan) -> tuple[Any, Any]:
        """Look the slots up."""
        frame = self.frames[you["seals"], you["keys"]]
        start = Spot(you["elder_die"], you["time"], you["inv"])
        for turn in (frame.turns.get(start), *frame.tired.values(), *frame.gifted.values()):
            if turn is not None and turn.plan is plan:
                return self.values[you["seals"], you["keys"]], turn.slots[self.omens[omen[1:]]]
        return super().leads(you, omen, plan)
