"""Bots at the table think in processes of their own, with a time budget; they get what their seat may know, no more."""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
import signal
from collections.abc import Callable
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Any, TypeVar

from msgspec import json

from miskatonic.bots import Advice, Glimpse, advised, bot_named, goes_by_view
from miskatonic.kernel import Ask, MiskatonicError, View, game_named
from miskatonic.table.errors import TooSlow

log = logging.getLogger("miskatonic.table")

Found = TypeVar("Found")

READY = "ready"
PATIENCE = 60.0
"""Seconds a new process has to start."""


def _think(line: Connection) -> None:
    """The life of a thinking process: a question comes, an answer goes."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    line.send(READY)
    while True:
        try:
            work, given = line.recv()
        except (EOFError, OSError):
            return
        try:
            line.send((True, work(*given)))
        except Exception as error:
            line.send((False, repr(error)))


def _advice(game: str, bot: str, seed: str, seen: Glimpse, ask: Ask) -> Advice:
    return advised(bot_named(bot, game_named(game), seed), seen, ask)


def _advice_by_view(game: str, bot: str, seed: str, view: bytes, seat: int, ask: Ask) -> Advice:
    return _advice(game, bot, seed, Glimpse.of_view(json.decode(view), seat), ask)


class _Thinker:
    """One process and the line to it."""

    def __init__(self) -> None:
        context = multiprocessing.get_context("spawn")
        self.line, far = context.Pipe()
        self.process: BaseProcess = context.Process(target=_think, args=(far,), daemon=True, name="thinker")
        self.process.start()
        far.close()
        # the time it takes to start is not the bot's
        if not self.line.poll(PATIENCE):
            self.stop()
            raise TimeoutError
        self.line.recv()

    def ask(self, question: tuple[Callable[..., Any], tuple[Any, ...]], budget: float) -> tuple[bool, Any]:
        """Put a question and wait for the answer; packing what is known takes a while too, so this is for a thread."""
        self.line.send(question)
        if not self.line.poll(budget):
            raise TimeoutError
        answer: tuple[bool, Any] = self.line.recv()
        return answer

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
        return (await self.advise(game, bot, seed, seen, ask)).code

    async def advise(self, game: str, bot: str, seed: str, seen: Glimpse, ask: Ask) -> Advice:
        """The bot's answer with its reason; `TooSlow` if there is none in time."""
        if goes_by_view(bot):
            # as text it takes a fraction of the time that packing it as a tree of objects does
            view = json.encode(seen.view)
            advice = await self.work(f"the bot {bot}", _advice_by_view, game, bot, seed, view, seen.seat, ask)
        else:
            advice = await self.work(f"the bot {bot}", _advice, game, bot, seed, seen, ask)
        if advice.code not in ask.legal:
            raise TooSlow(f"the bot {bot} failed: {advice.code!r:.200}")
        return advice

    async def work(self, who: str, work: Callable[..., Found], *given: Any) -> Found:
        """What a function of a module finds in one of the processes; `TooSlow` if nothing in time."""
        thinker = await self._free.get()
        loop = asyncio.get_running_loop()
        answered = False
        try:
            if thinker is None or not thinker.process.is_alive():
                if thinker is not None:
                    self._drop(thinker)
                    thinker = None
                thinker = await loop.run_in_executor(None, _Thinker)
                self._all.add(thinker)
            fine, said = await loop.run_in_executor(None, thinker.ask, (work, given), self._budget)
            answered = True
        except (TimeoutError, EOFError, OSError) as error:
            raise TooSlow(f"{who} gave no answer within {self._budget:g} s") from error
        except MiskatonicError as error:
            raise TooSlow(f"{who} cannot be asked: {error}") from error
        finally:
            if thinker is not None and not answered:
                self._drop(thinker)
            self._free.put_nowait(thinker if answered else None)
        if not fine:
            raise TooSlow(f"{who} failed: {said:.200}")
        found: Found = said
        return found

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
    try:
        code = heuristic(view, ask) if heuristic else None
    except Exception:
        log.exception("the sensible player failed", extra={"game": game, "asked": ask.prompt})
        code = None
    return int(code) if code is not None and code in ask.legal else ask.options[0]
