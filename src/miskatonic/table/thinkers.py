"""Bots at the table think in processes of their own, with a time budget; they get what their seat may know, no more."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Any

from miskatonic.bots import Glimpse, bot_named
from miskatonic.kernel import Ask, View, game_named
from miskatonic.table.errors import TooSlow


def _think(line: Connection) -> None:
    """The life of a thinking process: a question comes, an answer goes."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    while True:
        try:
            game, bot, seed, seen, ask = line.recv()
        except (EOFError, OSError):
            return
        try:
            line.send((True, bot_named(bot, game_named(game), seed).choose(seen, ask)))
        except Exception as error:
            line.send((False, repr(error)))


class _Thinker:
    """One process and the line to it."""

    def __init__(self) -> None:
        context = multiprocessing.get_context("spawn")
        self.line, far = context.Pipe()
        self.process: BaseProcess = context.Process(target=_think, args=(far,), daemon=True, name="thinker")
        self.process.start()
        far.close()

    def stop(self) -> None:
        """End the process, whatever it is doing."""
        self.process.kill()
        self.process.join()
        self.line.close()


class Thinkers:
    """A few processes in which bots think; one that takes too long is ended and replaced."""

    def __init__(self, processes: int = 1, budget: float = 10.0) -> None:
        self._budget = budget
        self._limit = max(1, min(processes, os.cpu_count() or 1))
        self._free: asyncio.Queue[_Thinker | None] = asyncio.Queue()
        for _ in range(self._limit):
            self._free.put_nowait(None)
        self._all: set[_Thinker] = set()

    async def choose(self, game: str, bot: str, seed: str, seen: Glimpse, ask: Ask) -> int:
        """The bot's answer; `TooSlow` if there is none in time."""
        thinker = await self._free.get()
        loop = asyncio.get_running_loop()
        if thinker is None or not thinker.process.is_alive():
            if thinker is not None:
                self._drop(thinker)
            thinker = await loop.run_in_executor(None, _Thinker)
            self._all.add(thinker)
        answered = False
        try:
            thinker.line.send((game, bot, seed, seen, ask))
            if not await loop.run_in_executor(None, thinker.line.poll, self._budget):
                raise TimeoutError
            fine, said = thinker.line.recv()
            answered = True
        except (TimeoutError, EOFError, OSError) as error:
            raise TooSlow(f"the bot {bot} gave no answer within {self._budget:g} s") from error
        finally:
            if answered:
                self._free.put_nowait(thinker)
            else:
                self._drop(thinker)
                self._free.put_nowait(None)
        if not fine:
            raise TooSlow(f"the bot {bot} failed: {said}")
        return int(said)

    def _drop(self, thinker: _Thinker) -> None:
        self._all.discard(thinker)
        thinker.stop()

    def close(self) -> None:
        """End all processes."""
        for thinker in list(self._all):
            self._drop(thinker)


def quick_answer(game: str, view: View, ask: Ask) -> int:
    """What is answered when a bot fails or somebody's time is up: the game's sensible player, else the first option."""
    heuristic: Any = game_named(game).heuristic
    return int(heuristic(view, ask)) if heuristic else ask.options[0]
