"""Does the policy win as often as computed? It plays real matches, and the share is compared with the value."""

from __future__ import annotations

import multiprocessing
import sys
from collections.abc import Callable
from typing import NamedTuple

from miskatonic.games.arkham import GAME
from miskatonic.kernel import Ask, Content, Match, View

CHUNK = 250
"""So many games are played between two lines of progress."""

Z_ALLOWED = 3.29
"""A true value is refused once in a thousand checks."""


class Outcome(NamedTuple):
    """Games won of games played, beside the computed value."""

    won: int
    games: int
    value: float

    @property
    def share(self) -> float:
        """The share of games won."""
        return self.won / self.games

    @property
    def z(self) -> float:
        """How far the share lies from the value, in standard errors of the value."""
        error = (self.value * (1 - self.value) / self.games) ** 0.5
        return (self.share - self.value) / error if error else 0.0

    @property
    def agrees(self) -> bool:
        """Whether the difference may be chance."""
        return abs(self.z) <= Z_ALLOWED


Player = Callable[[View, Ask], int]
"""Answers a question from what it sees."""


class _Table:
    """What the processes share: they inherit it when they are made."""

    player: Player
    content: Content
    options: dict[str, str]


def games_won(first: int) -> int:
    """Play some games with seeds of their own; returns how many were won."""
    player = _Table.player
    won = 0
    for seed in range(first, first + CHUNK):
        match = Match(GAME, seed=f"check {seed}", content=_Table.content, options=_Table.options, quiet=True)
        match.play(lambda ask, match=match: player(match.view(0), ask))  # type: ignore[misc]
        won += match.result == "won"
    return won


def play_games(
    player: Player,
    content: Content,
    options: dict[str, str],
    games: int,
    processes: int,
    tell: Callable[[int, int], None],
) -> tuple[int, int]:
    """Let somebody play so many games, rounded up to whole chunks; returns how many were won, and of how many."""
    _Table.player, _Table.content, _Table.options = player, content, options
    chunks = range(0, games, CHUNK)
    won = 0
    if processes == 1 or sys.platform == "win32" or "fork" not in multiprocessing.get_all_start_methods():
        for number, chunk in enumerate(chunks):
            won += games_won(chunk)
            tell((number + 1) * CHUNK, won)
    else:
        with multiprocessing.get_context("fork").Pool(processes) as pool:
            for number, more in enumerate(pool.imap_unordered(games_won, chunks)):
                won += more
                tell((number + 1) * CHUNK, won)
    return won, len(chunks) * CHUNK
