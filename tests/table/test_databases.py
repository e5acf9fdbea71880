"""Databases: made, brought up to date, refused with a sentence, copied while in use."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
import subprocess
from pathlib import Path

import psycopg
import pytest

from miskatonic.table.errors import DatabaseError
from miskatonic.table.store import Entry, Store, open_store, schema

NEXT = ("ALTER TABLE matches ADD COLUMN note TEXT", "CREATE TABLE notes (id INTEGER)")


def execute(database: str, statement: str) -> list[tuple[object, ...]]:
    """A statement past the store."""
    if database.startswith("postgresql"):
        with psycopg.connect(database, autocommit=True) as server:
            cursor = server.execute(statement)
            return cursor.fetchall() if cursor.description else []
    with sqlite3.connect(database) as file:
        found = file.execute(statement).fetchall()
    file.close()
    return found


def touch(database: str) -> None:
    store = open_store(database)
    store.backend.open()
    store.backend.close()


def test_new_database_has_the_current_version(database: str) -> None:
    touch(database)
    touch(database)
    assert execute(database, "SELECT version FROM miskatonic") == [(schema.VERSION,)]


def test_older_database_is_brought_up_to_date_with_its_data(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    touch(database)
    execute(database, "INSERT INTO sessions VALUES ('ann', 1.0, 2.0)")
    execute(database, "INSERT INTO matches VALUES ('m', 'arkham', '{}', 'over', 0, 1.0, NULL)")
    monkeypatch.setattr(schema, "MIGRATIONS", (*schema.MIGRATIONS, NEXT))
    monkeypatch.setattr(schema, "VERSION", schema.VERSION + 1)
    touch(database)
    assert execute(database, "SELECT version FROM miskatonic") == [(schema.VERSION,)]
    assert execute(database, "SELECT id, note FROM matches") == [("m", None)]
    assert execute(database, "SELECT id FROM sessions") == [("ann",)]
    assert execute(database, "SELECT * FROM notes") == []


def test_migration_that_fails_leaves_everything_as_it_was(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    touch(database)
    before = schema.VERSION
    with monkeypatch.context() as patch:
        patch.setattr(schema, "MIGRATIONS", (*schema.MIGRATIONS, (*NEXT, "ALTER TABLE nowhere ADD COLUMN x TEXT")))
        patch.setattr(schema, "VERSION", before + 1)
        with pytest.raises(DatabaseError, match="nowhere"):
            touch(database)
    assert execute(database, "SELECT version FROM miskatonic") == [(before,)]
    with pytest.raises((sqlite3.Error, psycopg.Error)):
        execute(database, "SELECT * FROM notes")
    touch(database)


def test_newer_database_is_refused_untouched(database: str) -> None:
    touch(database)
    execute(database, "UPDATE miskatonic SET version = 99")
    with pytest.raises(DatabaseError, match=r"newer Miskatonic.*version 99.*install the newer version"):
        touch(database)
    assert execute(database, "SELECT version FROM miskatonic") == [(99,)]


def test_unreachable_postgresql_is_named_without_its_password() -> None:
    sentence = r"the database postgresql://127\.0\.0\.1:9/x cannot be used: .+"
    with pytest.raises(DatabaseError, match=sentence) as refused:
        touch("postgresql://ann:s3cret@127.0.0.1:9/x?sslmode=disable")
    assert "s3cret" not in str(refused.value)


def test_missing_postgresql_database_is_named(postgres_server: str) -> None:
    with pytest.raises(DatabaseError, match="nowhere"):
        touch(f"{postgres_server.rpartition('/')[0]}/nowhere")


def test_file_that_is_no_database_is_refused_untouched(tmp_path: Path) -> None:
    file = tmp_path / "notes.txt"
    file.write_text("These are my notes, not a database at all.\n" * 100, "utf-8")
    before = file.read_bytes()
    with pytest.raises(DatabaseError, match=r"notes\.txt cannot be used as a database: file is not a database"):
        touch(str(file))
    assert file.read_bytes() == before


@pytest.mark.parametrize("path", ["/proc/nowhere/t.sqlite3", "."])
def test_impossible_place_is_refused_with_its_name(path: str) -> None:
    with pytest.raises(DatabaseError, match="cannot be used as a database"):
        touch(path)


def test_folder_of_the_database_is_made(tmp_path: Path) -> None:
    touch(str(tmp_path / "a" / "b" / "t.sqlite3"))
    assert (tmp_path / "a" / "b" / "t.sqlite3").is_file()


async def write_on(store: Store, copied: asyncio.Event) -> int:
    """Write until a copy has been made."""
    seq = 1
    while not copied.is_set():
        seq += 1
        await store.append("m", [Entry(seq, 1.0, "x" * 500)])
    return seq


def test_backup_while_writing_is_whole(database: str, tmp_path: Path, postgres_server: str) -> None:
    copy = tmp_path / "copy"

    async def main() -> int:
        store = open_store(database)
        store.open()
        await store.create("m", "arkham", "{}", False, "first", "ann")
        copied = asyncio.Event()
        writing = asyncio.create_task(write_on(store, copied))
        await asyncio.sleep(0.1)
        await asyncio.to_thread(store.back_up, str(copy))
        copied.set()
        last = await writing
        store.close()
        return last

    last = asyncio.run(main())
    restored = str(copy)
    if database.startswith("postgresql"):
        restored = f"{postgres_server.rpartition('/')[0]}/restored_{tmp_path.name.replace('-', '_')}".lower()
        execute(postgres_server, f"CREATE DATABASE {restored.rpartition('/')[2]}")
        program = shutil.which("pg_restore")
        assert program is not None
        subprocess.run([program, f"--dbname={restored}", str(copy)], check=True, capture_output=True)

    async def look(database: str) -> list[Entry]:
        store = open_store(database)
        store.open()
        entries = await store.entries("m", 0)
        store.close()
        return entries

    kept, everything = asyncio.run(look(restored)), asyncio.run(look(database))
    assert len(everything) == last
    assert 1 < len(kept) <= last
    assert kept == everything[: len(kept)]
