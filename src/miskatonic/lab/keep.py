"""Results of a run in a folder: written chunk by chunk, each whole or not at all, so that a run can go on later."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import polars as pl

from miskatonic.kernel import SetupError
from miskatonic.lab.play import Rows
from miskatonic.lab.run import Run

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
        "decisions": NUMBER,
        "seconds": SHARE,
    },
    "marks": {"number": NUMBER, "seat": NUMBER, "kind": TEXT, "what": TEXT, "times": NUMBER},
}


class Results:
    """The folder of a run."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    @staticmethod
    def of(run: Run, folder: Path) -> Results:
        """The folder for a run: a new one, or one in which the same run was begun."""
        results = Results(folder)
        described = json.dumps(run.to_json(), indent=1, sort_keys=True)
        if results._run_file.is_file():
            if json.loads(results._run_file.read_text("utf-8")) != json.loads(described):
                raise SetupError(f"{folder} has the results of another run; choose another folder with --out")
        else:
            if folder.exists() and any(folder.iterdir()):
                raise SetupError(f"{folder} is not empty, and no run was kept there; choose another folder with --out")
            folder.mkdir(parents=True, exist_ok=True)
            _write(results._run_file, described.encode())
        return results

    @property
    def _run_file(self) -> Path:
        return self.folder / "run.json"

    @property
    def run(self) -> Run:
        """The run whose results these are."""
        if not self._run_file.is_file():
            raise SetupError(f"{self.folder} has no results of a run: run.json is missing")
        return Run.from_json(json.loads(self._run_file.read_text("utf-8")))

    def _part(self, table: str, first: int) -> Path:
        return self.folder / f"{table}-{first:08}.parquet"

    def has(self, chunk: range) -> bool:
        """Whether a chunk is done: its table of matches is written last."""
        return self._part("matches", chunk.start).is_file()

    def add(self, chunk: range, rows: Rows) -> None:
        """Keep a chunk; if this is interrupted, it was not done at all."""
        for table in ("marks", "seats", "matches"):
            target = self._part(table, chunk.start)
            waiting = target.with_suffix(".part")
            pl.DataFrame(getattr(rows, table), schema=SCHEMAS[table]).write_parquet(waiting)
            waiting.replace(target)

    def table(self, table: str) -> pl.DataFrame:
        """All rows of one table so far, in the order of the matches."""
        done = [chunk.start for chunk in self.run.chunks() if self.has(chunk)]
        if not done:
            raise SetupError(f"{self.folder} has no results yet")
        return pl.concat([pl.read_parquet(self._part(table, first)) for first in done])

    @property
    def played(self) -> int:
        """How many matches are done."""
        return sum(len(chunk) for chunk in self.run.chunks() if self.has(chunk))


def _write(path: Path, data: bytes) -> None:
    waiting = path.with_suffix(".part")
    waiting.write_bytes(data)
    waiting.replace(path)
