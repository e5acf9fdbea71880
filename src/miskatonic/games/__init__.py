"""The games, one folder each. Adding a folder adds a game; nothing else changes."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from pkgutil import iter_modules
from typing import Any

from miskatonic.kernel import Game, register


def _loader(name: str) -> Callable[[], Game[Any]]:
    def load() -> Game[Any]:
        game: Game[Any] = import_module(f"{__name__}.{name}").GAME
        return game

    return load


for _module in iter_modules(__path__):
    if _module.ispkg:
        register(_module.name, _loader(_module.name))
