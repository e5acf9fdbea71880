"""The tables of the database, and how one version of them becomes the next."""

from __future__ import annotations

from miskatonic.table.errors import DatabaseError

MIGRATIONS = (
    (
        """CREATE TABLE sessions (
            id TEXT PRIMARY KEY,
            created DOUBLE PRECISION NOT NULL,
            seen DOUBLE PRECISION NOT NULL)""",
        """CREATE TABLE matches (
            id TEXT PRIMARY KEY,
            game TEXT NOT NULL,
            plan TEXT NOT NULL,
            status TEXT NOT NULL,
            listed INTEGER NOT NULL,
            created DOUBLE PRECISION NOT NULL,
            due DOUBLE PRECISION)""",
        """CREATE TABLE log (
            match TEXT NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
            seq INTEGER NOT NULL,
            at DOUBLE PRECISION NOT NULL,
            body TEXT NOT NULL,
            PRIMARY KEY (match, seq))""",
        """CREATE TABLE guests (
            match TEXT NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
            session TEXT NOT NULL,
            role TEXT NOT NULL,
            PRIMARY KEY (session, match))""",
        "CREATE INDEX matches_due ON matches (due) WHERE due IS NOT NULL",
        "CREATE INDEX matches_status ON matches (status, created)",
        "CREATE INDEX guests_match ON guests (match)",
    ),
)
"""The statements of every version; what was released once is never changed, only followed by a next one."""

VERSION = len(MIGRATIONS)


def steps_from(version: int, where: str) -> list[str]:
    """The statements that bring a database of some version up to date."""
    if version > VERSION:
        raise DatabaseError(
            f"{where} was made by a newer Miskatonic (its tables have version {version}, this one knows {VERSION}); "
            "install the newer version, or name another database with --database"
        )
    statements = [statement for migration in MIGRATIONS[version:] for statement in migration]
    return [*statements, f"UPDATE miskatonic SET version = {VERSION}"] if statements else []
