"""Things that are made once and kept."""

from __future__ import annotations

from miskatonic.kernel.kept import Kept


def test_everything_is_made_once() -> None:
    made: list[int] = []

    def double(number: int) -> int:
        made.append(number)
        return 2 * number

    doubles = Kept(double)
    assert [doubles[4], doubles[5], doubles[4]] == [8, 10, 8]
    assert made == [4, 5]
    assert 6 not in doubles
