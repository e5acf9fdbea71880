"""Saved matches: records that are not finished, kept so that nothing is ever lost.

A save is written in full beside the old one and then put in its place, so that a crash leaves one or the other.
"""

from __future__ import annotations

import os
from pathlib import Path

from miskatonic import __version__
from miskatonic.kernel import Match, Record, RecordError, SetupError, read_record, write_record


def saves_folder() -> Path:
    """Where matches are saved: below `MISKATONIC_HOME`, or where this system keeps the data of programs."""
    if home := os.environ.get("MISKATONIC_HOME"):
        return Path(home).absolute() / "saves"
    shared = os.environ.get("XDG_DATA_HOME") or os.environ.get("LOCALAPPDATA")
    return (Path(shared).absolute() if shared else Path.home() / ".local" / "share") / "miskatonic" / "saves"


def write_whole(path: Path, text: str) -> None:
    """Put a text into a file: all of it or, if anything goes wrong, what was there before."""
    beside = path.with_name(f".{path.name}.{os.getpid()}.new")
    try:
        with beside.open("w", encoding="utf-8", newline="") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)
    finally:
        beside.unlink(missing_ok=True)


def write_match(path: Path, match: Match) -> None:
    """Write a match as it stands."""
    write_whole(path, write_record(match, __version__))


def read_file(path: Path) -> str:
    """The text of a file, byte for byte; what is not text is refused with its line."""
    data = path.read_bytes()
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        raise RecordError("this is not text", data[: error.start].count(b"\n") + 1) from None


def load(path: Path) -> Record:
    """The record in a file; whatever is wrong with it is said with the file's name."""
    try:
        return read_record(read_file(path))
    except RecordError as error:
        raise named(path, error) from None


def load_match(path: Path) -> Match:
    """The match in a file, played to its last line."""
    try:
        return load(path).match()
    except RecordError as error:
        raise named(path, error) from None


def named(path: Path, error: RecordError) -> RecordError:
    """The same error with the file in front, once."""
    text = str(error)
    return error if text.startswith(f"{path}") else RecordError(f"{path}, {text}" if error.line else f"{path}: {text}")


def new_save(game: str) -> Path:
    """A save of its own for a new match; the empty file keeps the name from being taken twice."""
    folder = saves_folder()
    folder.mkdir(parents=True, exist_ok=True)
    number = 1
    while True:
        path = folder / f"{game}-{number}.jsonl"
        try:
            path.touch(exist_ok=False)
            return path
        except FileExistsError:
            number += 1


def saved_matches(game: str = "") -> list[Path]:
    """All saves, the latest first."""
    found = [path for path in saves_folder().glob(f"{game or '*'}-*.jsonl") if path.stat().st_size]
    return sorted(found, key=lambda path: path.stat().st_mtime_ns, reverse=True)


def latest_save(game: str = "") -> Path:
    """The match that was played last."""
    found = saved_matches(game)
    if not found:
        of = f" of {game}" if game else ""
        raise SetupError(f"there is no saved match{of} in {saves_folder()}; start one with: miskatonic play")
    return found[0]
