"""Dice and draws (section 18.3 of the rules), and asking with as little fuss as possible."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from miskatonic.kernel import Ask, Draw, Flow


class Lot(Draw):
    """A draw from a stack that is never the same twice: nothing is prepared for it."""

    __slots__ = ()

    def lots(self) -> tuple[int, ...]:
        """No table is worth while."""
        return ()


@cache
def die(label: str, sides: int) -> Draw:
    """One die; the outcome is its face."""
    return Draw(label, [(face, 1) for face in range(1, sides + 1)])


def lot(label: str, counts: Sequence[int], names: tuple[str, ...]) -> Lot:
    """One of several kinds, as likely as there are pieces of it."""
    return Lot(label, [(kind, count) for kind, count in enumerate(counts) if count], names.__getitem__)


def one_of(label: str, among: Sequence[int], names: tuple[str, ...] = ()) -> Lot:
    """One of several, all equally likely."""
    return Lot(label, [(item, 1) for item in among], names.__getitem__ if names else str)


def choose(seat: int, prompt: str, codes: tuple[int, ...], actor: int | None = None) -> Flow[int]:
    """Ask, unless there is only one legal answer (section 18.1)."""
    if len(codes) == 1:
        return codes[0]
    return (yield Ask(seat, prompt, codes, actor))
