"""Results of a run in a folder: written chunk by chunk, each whole or not at all, so that a run can go on later."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import polars as pl

from miskatonic import __version__
from miskatonic.kernel import SetupError
from miskatonic.lab.play import Rows
from miskatonic.lab.run import CHUNK, Run

LAST_BYTES = b"PAR1"
"""A Parquet file ends with them."""
UNFINISHED = ".new"
"""How files end that were not put in their place, as when the program was killed."""
TEXT, NUMBER, SHARE = pl.String, pl.Int64, pl.Float64
SCHEMAS: dict[str, dict[str, Any]] = {
    "matches": {
        "number": NUMBER,
        "lineup": TEXT,
        "dice": TEXT,
        "result": TEXT,
        "entries": NUMBER,
        "decisions": NUMBER,
        "lead_changes": NUMBER,
        "decided_at": SHARE,
    },
    "seats": {
        "number": NUMBER,
        "seat": NUMBER,
        "bot": TEXT,
        "won": pl.Boolean,
        "returned": SHARE,
        "standing": SHARE,
        "fate": TEXT,
        "decisions": NUMBER,
        "seconds": SHARE,
    },
    "marks": {"number": NUMBER, "seat": NUMBER, "kind": TEXT, "what": TEXT, "times": NUMBER},
}


class Results:
    """The folder of a run."""

    def __init__(self, folder: Path, most: int | None = None) -> None:
        self.folder = folder
        self._most = most

    @staticmethod
    def of(run: Run, folder: Path) -> Results:
        """The folder for a run: a new one, or one in which the same matches were begun, perhaps fewer or more."""
        run.check()
        results = Results(folder)
        if results._run_file.is_file():
            results._go_on(run)
        else:
            if folder.exists() and any(path.suffix != UNFINISHED for path in folder.iterdir()):
                raise SetupError(f"{folder} is not empty, and no run was kept there; choose another folder with --out")
            folder.mkdir(parents=True, exist_ok=True)
            results._describe(run)
        return results.first(run.games)

    def _go_on(self, run: Run) -> None:
        kept = self.run
        if not run.has_matches_of(kept):
            raise SetupError(f"{self.folder} has the results of another run; choose another folder with --out")
        self._check_version()
        if run.games > kept.games and kept.games % CHUNK:
            # the last chunk becomes a longer one, which is played as a whole
            for table in SCHEMAS:
                self._file(table, kept.games - kept.games % CHUNK).unlink(missing_ok=True)
        self._describe(replace(run, games=max(run.games, kept.games)))

    def _check_version(self) -> None:
        """Refuse to mix games that may have been played by other rules, or by other bots of the same name."""
        version = self._kept.get("version")
        if version != __version__:
            begun = f"with miskatonic {version}" if version else "with an earlier miskatonic"
            raise SetupError(
                f"{self.folder} was begun {begun}, and this is {__version__}, whose games may differ; begin anew in "
                f"another folder with --out, or look at what is there: miskatonic report {self.folder}"
            )

    def _describe(self, run: Run) -> None:
        described = run.to_json() | {"version": __version__}
        with _put(self._run_file) as file:
            file.write_text(json.dumps(described, indent=1, sort_keys=True), "utf-8")

    def first(self, games: int) -> Results:
        """The same folder, as if only so many matches had been played."""
        return Results(self.folder, games)

    @property
    def _run_file(self) -> Path:
        return self.folder / "run.json"

    @property
    def _kept(self) -> Any:
        if not self._run_file.is_file():
            raise SetupError(f"{self.folder} has no results of a run: run.json is missing")
        try:
            return json.loads(self._run_file.read_text("utf-8"))
        except ValueError:
            raise self._not_ours() from None

    def _not_ours(self) -> SetupError:
        return SetupError(f"{self._run_file} does not describe a run; choose another folder")

    @property
    def run(self) -> Run:
        """The run whose results these are."""
        try:
            run = Run.from_json(self._kept)
        except (AttributeError, TypeError, KeyError):
            raise self._not_ours() from None
        return run if self._most is None else replace(run, games=min(run.games, self._most))

    def _file(self, table: str, first: int) -> Path:
        return self.folder / f"{table}-{first:08}.parquet"

    def has(self, chunk: range) -> bool:
        """Whether a chunk is done: all its tables are there, and written to their ends."""
        return all(_is_whole(self._file(table, chunk.start)) for table in SCHEMAS)

    def add(self, chunk: range, rows: Rows) -> None:
        """Keep a chunk; if this is interrupted, it was not done at all."""
        for table in ("marks", "seats", "matches"):
            with _put(self._file(table, chunk.start)) as file:
                pl.DataFrame(getattr(rows, table), schema=SCHEMAS[table]).write_parquet(file)

    def table(self, table: str) -> pl.DataFrame:
        """All rows of one table so far, in the order of the matches."""
        done = [chunk for chunk in self.run.chunks() if self.has(chunk)]
        if not done:
            raise SetupError(f"{self.folder} has no results yet")
        return pl.concat([self.part(table, chunk) for chunk in done])

    def part(self, table: str, chunk: range) -> pl.DataFrame:
        """The rows of one table for a chunk that is done."""
        return _read(self._file(table, chunk.start), SCHEMAS[table]).filter(pl.col("number") < chunk.stop)

    def left(self) -> list[range]:
        """The chunks that are still to be played; where more matches are wanted in the folder, the last is whole."""
        chunks, games = Results(self.folder).run.chunks(), self.run.games
        return [chunk for chunk in chunks if chunk.start < games and not self.has(chunk)]

    @property
    def played(self) -> int:
        """How many matches are done."""
        return sum(len(chunk) for chunk in self.run.chunks() if self.has(chunk))


def _is_whole(path: Path) -> bool:
    """Whether a table has its last bytes, which may be missing when a machine was switched off."""
    try:
        with path.open("rb") as file:
            file.seek(0, os.SEEK_END)
            file.seek(max(0, file.tell() - len(LAST_BYTES)))
            return file.read() == LAST_BYTES
    except FileNotFoundError:
        return False


def _read(path: Path, schema: dict[str, Any]) -> pl.DataFrame:
    try:
        # an earlier version may have kept fewer columns: what it did not keep is null
        found = pl.concat([pl.DataFrame(schema=schema), pl.read_parquet(path)], how="diagonal")
    except pl.exceptions.PolarsError:
        raise _damaged(path) from None
    if len(found.columns) > len(schema):
        raise _damaged(path)
    return found


def _damaged(path: Path) -> SetupError:
    return SetupError(f"{path} is damaged; delete it, and the command that made it plays its games again")


@contextmanager
def _put(path: Path) -> Iterator[Path]:
    """A file to write into, which then takes its place; two programs at the same run do not disturb each other."""
    waiting = path.with_name(f".{path.name}.{os.getpid()}{UNFINISHED}")
    try:
        yield waiting
        waiting.replace(path)
    finally:
        waiting.unlink(missing_ok=True)
