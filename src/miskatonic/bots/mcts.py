"""Monte Carlo tree search over imagined worlds.

The tree holds the own questions only. The answers of others and the dice between them are played, not searched: others
are taken to be sensible players, and their hidden hands are dealt anew for every playout. Under each question the
sensible answer is tried first; others follow the more often the question comes up.
"""

from __future__ import annotations

from collections.abc import Callable
from math import log, sqrt

from miskatonic.bots.glimpse import Glimpse
from miskatonic.bots.thinker import Thinker
from miskatonic.bots.thoughts import Tally, Thoughts
from miskatonic.kernel import Ask

CURIOSITY = 1.0
"""How much an answer that was seldom tried is worth, in standard deviations of what comes out."""
BREADTH = 0.5
"""How many answers are tried, times the root of how often a question came up."""


class Node:
    """A question that may come up, and what became of the answers to it."""

    __slots__ = ("children", "tallies", "tries", "untried")

    def __init__(self, promising: list[int]) -> None:
        self.untried = promising[::-1]
        self.tallies: dict[int, Tally] = {}
        self.tries = 0
        self.children: dict[tuple[int, Ask], Node] = {}

    def select(self, curiosity: float) -> int:
        """An answer that was not tried yet, if it is time for one; else the one with the best prospects."""
        if self.untried and len(self.tallies) <= BREADTH * sqrt(self.tries):
            code = self.untried.pop()
            self.tallies[code] = Tally()
            return code
        reach = curiosity * sqrt(log(self.tries + 1))
        return max(self.tallies, key=lambda code: self.tallies[code].mean + reach / sqrt(self.tallies[code].tries))

    def add(self, code: int, value: float) -> None:
        """What came of an answer."""
        self.tries += 1
        self.tallies[code].add(value)


class MctsBot(Thinker):
    """Plans its own answers ahead."""

    usual_budget = "500"
    learnt = True

    def begin(self, seen: Glimpse, ask: Ask, promising: list[int], thoughts: Thoughts) -> Callable[[float], None]:
        """UCT; the n-th try of every answer to the first question meets the same world."""
        root = Node(promising)
        dice: list[int] = []

        def trial(used: float) -> None:
            curiosity = CURIOSITY * thoughts.spread.deviation
            code = root.select(curiosity)
            tries = root.tallies[code].tries
            if tries == len(dice):
                dice.append(self.random.getrandbits(48))
                code = thoughts.usual
                tries = root.tallies[code].tries
            value = self._descend(root, seen, ask, code, dice[tries], curiosity)
            thoughts.add(code, tries, value)

        return trial

    def _descend(self, root: Node, seen: Glimpse, ask: Ask, code: int, dice: int, curiosity: float) -> float:
        """One playout: down the tree by what looked best, one question beyond it, then by sensible answers."""
        world, since = self.after(seen, ask, code, dice)
        path = [(root, code)]
        in_tree = root.tallies[code].tries > 0

        def choose(asked: Ask) -> int:
            nonlocal in_tree
            if not in_tree or asked.actor != seen.seat or len(asked.options) == 1:
                return self.playouts.answer(world, asked)
            node, last = path[-1]
            child = node.children.get((last, asked))
            if child is None:
                in_tree = False
                child = node.children[last, asked] = Node(self.playouts.promising(world.view(asked.actor), asked))
            picked = child.select(curiosity)
            path.append((child, picked))
            return picked

        value = self.playouts.play(world, choose, since)[seen.seat]
        for node, picked in path:
            node.add(picked, value)
        return value
