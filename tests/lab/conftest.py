"""What several tests of the laboratory share."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from miskatonic.bots.optimal.book import Book


@pytest.fixture(scope="session")
def pocket() -> Book:
    """The pocket sheet, solved once for all tests."""
    from lab.small_sheets import POCKET, solved

    return solved(POCKET)
