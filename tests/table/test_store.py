"""The store: what is written is there, what is doubled is refused, and nobody's mistake hurts others."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
import time
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from typing import Any

import psycopg
import pytest

from miskatonic.table.errors import Conflict
from miskatonic.table.store import Entry, Store, open_store
from miskatonic.table.store.backend import APPEND, ROWS, Statement, merged

Use = Callable[[Store], Coroutine[Any, Any, None]]


@asynccontextmanager
async def opened(database: str) -> AsyncIterator[Store]:
    store = open_store(database)
    store.open()
    try:
        yield store
    finally:
        store.close()


def using(database: str, use: Use) -> None:
    async def main() -> None:
        async with opened(database) as store:
            await use(store)

    asyncio.run(main())


async def a_match(store: Store, match: str = "m", host: str | None = "ann", listed: bool = False) -> None:
    await store.create(match, "arkham", '{"plan": 1}', listed, '{"k": "opened"}', host)


def test_what_is_written_is_loaded_by_another_connection(database: str) -> None:
    async def write(store: Store) -> None:
        await a_match(store)
        await store.append("m", [Entry(2, 5.5, "two"), Entry(3, 6.25, "three")])

    async def read(store: Store) -> None:
        found = await store.load("m")
        assert found is not None
        kept, entries = found
        assert (kept.match, kept.plan) == ("m", '{"plan": 1}')
        assert abs(kept.created - time.time()) < 60
        assert [entry.seq for entry in entries] == [1, 2, 3]
        assert entries[1:] == [Entry(2, 5.5, "two"), Entry(3, 6.25, "three")]
        assert await store.entries("m", 2) == [Entry(3, 6.25, "three")]
        assert await store.heads(["m", "other"]) == {"m": 3}
        assert await store.heads([]) == {}
        assert await store.load("other") is None

    using(database, write)
    using(database, read)


def test_doubled_entry_is_a_conflict_and_nothing_of_it_is_kept(database: str) -> None:
    async def use(store: Store) -> None:
        await a_match(store)
        await store.append("m", [Entry(2, 1.0, "first")])
        with pytest.raises(Conflict):
            await store.append("m", [Entry(3, 2.0, "x"), Entry(2, 2.0, "second")], status="over", players=["bob"])
        assert [entry.body for entry in await store.entries("m", 1)] == ["first"]
        assert (await store.matches_of("ann"))[0].status == "gathering"
        assert await store.role("m", "bob") is None

    using(database, use)


def test_entry_of_no_match_is_a_conflict(database: str) -> None:
    async def use(store: Store) -> None:
        with pytest.raises(Conflict):
            await store.append("nowhere", [Entry(1, 1.0, "x")])

    using(database, use)


def test_one_bad_write_in_a_batch_does_not_hurt_the_others(database: str) -> None:
    async def use(store: Store) -> None:
        await a_match(store)
        writes = [store.append("m", [Entry(seq, 1.0, str(seq))]) for seq in (2, 3, 3, 4, 5)]
        done = await asyncio.gather(*writes, return_exceptions=True)
        assert [type(result) for result in done].count(Conflict) == 1
        assert [entry.seq for entry in await store.entries("m", 1)] == [2, 3, 4, 5]

    using(database, use)


def test_what_waits_while_one_transaction_is_written_goes_into_the_next(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def use(store: Store) -> None:
        await a_match(store)
        batches, writes = store.batches
        gate = threading.Event()
        write = store.backend.write

        def slow(statements: Any) -> None:
            gate.wait(10)
            write(statements)

        monkeypatch.setattr(store.backend, "write", slow)
        first = asyncio.create_task(store.append("m", [Entry(2, 1.0, "x")]))
        await asyncio.sleep(0.2)
        others = [asyncio.create_task(store.append("m", [Entry(seq, 1.0, "x")])) for seq in range(3, 103)]
        await asyncio.sleep(0.2)
        gate.set()
        await asyncio.gather(first, *others)
        assert (store.batches[0] - batches, store.batches[1] - writes) == (2, 101)

    using(database, use)


def test_entries_that_stand_together_are_one_statement_in_the_same_order() -> None:
    def entries(first: int, number: int) -> list[Statement]:
        return [(APPEND, ("m", seq, 1.0, "x")) for seq in range(first, first + number)]

    other: Statement = "UPDATE matches SET status = ? WHERE id = ?", ("over", "m")
    written = list(merged([*entries(1, 2), other, other, *entries(3, ROWS + 1)]))
    assert [text.count("(") for text, _ in written] == [2, 0, 0, ROWS, 1]
    assert written[1:3] == [other, other]
    values = [value for text, row in written if text.startswith(APPEND) for value in row]
    assert values[1::4] == list(range(1, ROWS + 4))


def test_long_logs_are_written_whole(database: str) -> None:
    async def use(store: Store) -> None:
        await a_match(store)
        await store.append("m", [Entry(seq, 1.0, str(seq)) for seq in range(2, 3 * ROWS)])
        assert [entry.body for entry in await store.entries("m", 1)] == [str(seq) for seq in range(2, 3 * ROWS)]
        with pytest.raises(Conflict):
            await store.append("m", [Entry(seq, 1.0, "y") for seq in range(5 * ROWS, 2 * ROWS, -1)])
        assert await store.heads(["m"]) == {"m": 3 * ROWS - 1}

    using(database, use)


def test_closing_writes_what_is_waiting(database: str) -> None:
    async def use(store: Store) -> None:
        await a_match(store)
        self_made = [asyncio.create_task(store.append("m", [Entry(seq, 1.0, "x")])) for seq in range(2, 50)]
        await asyncio.sleep(0)
        store._writer.stop()
        await asyncio.gather(*self_made)
        assert await store.heads(["m"]) == {"m": 49}
        # closing stops it once more, which is no harm
        store._writer = type(store._writer)(store.backend)
        store._writer.start()

    using(database, use)


def test_lists(database: str) -> None:
    async def use(store: Store) -> None:
        await a_match(store, "hers", "ann")
        await a_match(store, "open", "bob", listed=True)
        await a_match(store, "over", "bob", listed=True)
        await store.append("over", [Entry(2, time.time() + 5, "x")], status="over", players=["ann"])
        await store.watch("open", "ann")
        assert [found.match for found in await store.matches_of("ann")] == ["over", "hers"]
        assert [found.match for found in await store.open_tables()] == ["open"]
        assert (await store.unfinished("ann"), await store.unfinished("bob")) == (1, 1)
        assert (await store.role("open", "ann"), await store.role("hers", "ann")) == ("watcher", "player")

    using(database, use)


def test_who_plays_does_not_become_a_spectator(database: str) -> None:
    async def use(store: Store) -> None:
        await a_match(store)
        await store.watch("m", "ann")
        assert await store.role("m", "ann") == "player"
        await store.watch("m", "bob")
        await store.append("m", [Entry(2, 1.0, "x")], players=["bob"])
        assert await store.role("m", "bob") == "player"

    using(database, use)


def test_deadlines(database: str) -> None:
    async def use(store: Store) -> None:
        await a_match(store)
        await store.append("m", [Entry(2, 1.0, "x")], due=100.0, timed=True)
        assert await store.due(99.0) == []
        assert await store.due(100.0) == ["m"]
        await store.append("m", [Entry(3, 1.0, "x")])
        assert await store.due(100.0) == ["m"]
        await store.append("m", [Entry(4, 1.0, "x")], due=None, timed=True)
        assert await store.due(1e12) == []

    using(database, use)


def test_tables_that_nobody_came_to_are_dropped_with_all_that_belongs_to_them(database: str) -> None:
    async def use(store: Store) -> None:
        await a_match(store, "idle", "ann")
        await a_match(store, "played", "ann")
        await store.append("played", [Entry(2, 1.0, "x")], status="playing")
        assert await store.forget_gatherings(time.time() - 60) == 0
        assert await store.forget_gatherings(time.time() + 60) == 1
        assert await store.load("idle") is None
        assert await store.entries("idle", 0) == []
        assert await store.role("idle", "ann") is None
        assert await store.heads(["played"]) == {"played": 2}

    using(database, use)


def test_sessions_that_never_sat_down_are_dropped(database: str) -> None:
    async def use(store: Store) -> None:
        for session in ("ann", "bob"):
            await store.add_session(session)
        await a_match(store, "m", "ann")
        await store.forget_sessions(time.time() - 60)
        assert await store.knows("bob")
        await store.forget_sessions(time.time() + 60)
        assert await store.knows("ann")
        assert not await store.knows("bob")

    using(database, use)


def test_many_readers_and_writers_at_once(database: str) -> None:
    async def use(store: Store) -> None:
        names = [f"m{n}" for n in range(10)]
        await asyncio.gather(*(a_match(store, name) for name in names))

        async def play(name: str) -> None:
            for seq in range(2, 22):
                await store.append(name, [Entry(seq, 1.0, f"{name} {seq}")])
                assert (await store.entries(name, seq - 1))[0].body == f"{name} {seq}"

        await asyncio.gather(*map(play, names))
        assert set((await store.heads(names)).values()) == {21}

    using(database, use)


def test_every_commit_is_flushed_to_disk(tmp_path: Any) -> None:
    async def use(store: Store) -> None:
        connection: sqlite3.Connection = store.backend._connection  # type: ignore[attr-defined]
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        assert connection.execute("PRAGMA synchronous").fetchone() == (2,)

    using(str(tmp_path / "t.sqlite3"), use)


def test_lost_connections_to_postgresql_are_made_again(postgres: str) -> None:
    async def use(store: Store) -> None:
        await a_match(store)
        with psycopg.connect(postgres, autocommit=True) as other:
            other.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                "WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )
        assert await store.heads(["m"]) == {"m": 1}
        with pytest.raises(psycopg.OperationalError):
            await store.append("m", [Entry(2, 1.0, "x")])
        await store.append("m", [Entry(2, 1.0, "y")])
        assert [entry.body for entry in await store.entries("m", 1)] == ["y"]

    using(postgres, use)
