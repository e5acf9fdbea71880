"""Where matches are kept: one interface, two databases.

The log of a match is the truth; everything else in the database is an index over it. `PRIMARY KEY (match, seq)` makes
it impossible to append twice, so several servers may share one database.
"""

from __future__ import annotations

from miskatonic.table.store.store import Entry, Kept, Store, Summary

__all__ = ["Entry", "Kept", "Store", "Summary", "open_store"]


def open_store(address: str) -> Store:
    """The database at an address: `postgresql://...`, or the path of an SQLite file, which is made if need be."""
    if address.startswith(("postgresql://", "postgres://")):
        from miskatonic.table.store.postgres import Postgres

        return Store(Postgres(address))
    from miskatonic.table.store.sqlite import Sqlite

    return Store(Sqlite(address))
