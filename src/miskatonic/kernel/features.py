"""Features with names and meanings: what is told of many things alike is said once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby


def spread(patterns: Iterable[str], holes: Mapping[str, Iterable[object]]) -> tuple[str, ...]:
    """The names that patterns stand for, in their order.

    A pattern like `{seat}_health` stands for as many names as its hole has values. Patterns in a row that begin alike,
    up to the hole, are told together: all of one seat, then all of the next.
    """
    return tuple(_spread(patterns, holes))


def _spread(patterns: Iterable[str], holes: Mapping[str, Iterable[object]]) -> Iterator[str]:
    for start, alike in groupby(patterns, lambda pattern: pattern.partition("}")[0]):
        together = list(alike)
        _, found, hole = start.partition("{")
        if not found:
            yield from together
            continue
        for value in holes[hole]:
            yield from _spread([pattern.replace(f"{{{hole}}}", str(value)) for pattern in together], holes)
