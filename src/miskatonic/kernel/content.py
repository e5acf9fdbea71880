"""Content: sheets, cards and tiles as data, checked before anybody plays with them.

A content file is TOML (or JSON of the same shape). A game describes how it reads its own content by a `Schema`; the
`Table` passed to it knows the line of every entry, so every mistake is reported with file, line and reason, all at
once.
"""

from __future__ import annotations

import hashlib
import json
import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any, NamedTuple, Self

from miskatonic.kernel.errors import ContentError, SetupError
from miskatonic.kernel.places import Path, Places, json_places, toml_places

PROVENANCE = ("rulebook", "derived", "house")
"""Where an item comes from: stated by the rulebook, following from it, or our own design."""


@dataclass(frozen=True)
class Content:
    """One playable set of components."""

    name: str
    data: Any
    hash: str
    text: str = ""
    """The whole text of the file; empty for content that ships with the game."""
    warnings: tuple[str, ...] = ()


@dataclass
class Report:
    """The mistakes found in one file."""

    source: str
    places: Places
    errors: list[str] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)

    def at(self, path: Path) -> str:
        """`file, line n` of the nearest known place."""
        while path and path not in self.places:
            path = path[:-1]
        return f"{self.source}, line {self.places.get(path, 1)}"

    def error(self, path: Path, message: str) -> None:
        """Note a mistake."""
        self.errors.append(f"{self.at(path)}: {message}")

    def warning(self, path: Path, message: str) -> None:
        """Note something odd that may still be played."""
        self.warnings.append(f"{self.at(path)}: {message}")


class Table:
    """A table of a content file: reads typed entries and notes whatever is wrong with them.

    An entry of null is as good as none. A game that has kinds of entries of its own derives from this.
    """

    def __init__(self, data: Mapping[str, Any], report: Report, path: Path = ()) -> None:
        self.data = {key: value for key, value in data.items() if value is not None}
        self.report = report
        self.path = path
        self._read: set[str] = set()

    @classmethod
    def of(cls, table: Table) -> Self:
        """The same table, read in the words of a game."""
        return cls(table.data, table.report, table.path)

    def error(self, key: str, message: str) -> None:
        """A mistake in one entry, or in the whole table if the key is empty."""
        self.report.error((*self.path, key) if key else self.path, f"{key}: {message}" if key else message)

    def warning(self, key: str, message: str) -> None:
        """Something odd about one entry."""
        self.report.warning((*self.path, key) if key else self.path, f"{key}: {message}" if key else message)

    def has(self, key: str) -> bool:
        """Whether there is such an entry."""
        return key in self.data

    def raw(self, key: str) -> Any:
        """An entry as it stands in the file, to be looked at before it is read."""
        return self.data.get(key)

    def _get(self, key: str, kinds: type | tuple[type, ...], what: str, default: Any) -> Any:
        self._read.add(key)
        if key not in self.data:
            if default is None:
                self.error("", f"{key} is missing; it must be {what}")
            return default
        value = self.data[key]
        if not isinstance(value, kinds) or (isinstance(value, bool) and kinds is not bool):
            self.error(key, f"{value!r} is not {what}")
            return default
        return value

    def integer(self, key: str, default: int | None = None, low: int | None = None, high: int | None = None) -> int:
        """A whole number, within bounds if given."""
        value = self._get(key, int, "a whole number", default)
        if value is None:
            return low or 0
        if low is not None and value < low:
            self.error(key, f"{value} is too small; the least is {low}")
        if high is not None and value > high:
            self.error(key, f"{value} is too large; the most is {high}")
        return int(value)

    def text(self, key: str, default: str | None = None, among: tuple[str, ...] = ()) -> str:
        """A text, one of a few if given."""
        value = self._get(key, str, "a text", default)
        if value is None:
            return ""
        if among and value not in among:
            self.error(key, f"{value!r} is not one of: {', '.join(among)}")
        return str(value)

    def integers(self, key: str, default: tuple[int, ...] | None = None) -> tuple[int, ...]:
        """A list of whole numbers."""
        value = self._get(key, list, "a list of whole numbers", default)
        if value is None:
            return ()
        if not all(isinstance(item, int) and not isinstance(item, bool) for item in value):
            self.error(key, f"{value!r} is not a list of whole numbers")
            return ()
        return tuple(value)

    def names(self, key: str, among: tuple[str, ...]) -> tuple[str, ...]:
        """A list of names, each one of a few."""
        found = self._get(key, list, f"a list of some of: {', '.join(among)}", None) or []
        for name in found:
            if name not in among:
                self.error(key, f"{name!r} is not one of: {', '.join(among)}")
        return tuple(name for name in found if name in among)

    def table(self, key: str) -> Self:
        """A table inside this one."""
        return type(self)(self._get(key, dict, "a table", None) or {}, self.report, (*self.path, key))

    def tables(self, key: str) -> Iterator[Self]:
        """The tables of an array (`[[key]]`)."""
        for index, item in enumerate(self._get(key, list, f"one or more tables ([[{key}]])", None) or []):
            path = (*self.path, key, index)
            if isinstance(item, dict):
                yield type(self)(item, self.report, path)
            else:
                self.report.error(path, f"{key}: {item!r} is not a table")

    def done(self) -> None:
        """Refuse entries that nobody asked for: most are slips of the pen."""
        for key in self.data:
            if key not in self._read:
                known = ", ".join(sorted(self._read))
                self.error(key, f"there is no such entry; known here: {known}")


def parse(text: str, source: str) -> Table:
    """The root table of a TOML or JSON text; a syntax error is a `ContentError` with its line."""
    as_json = text.lstrip().startswith(("{", "["))
    try:
        data = json.loads(text) if as_json and not _looks_like_toml(text) else tomllib.loads(text)
    except (json.JSONDecodeError, tomllib.TOMLDecodeError) as error:
        line = f", line {error.lineno}" if isinstance(error, json.JSONDecodeError) else ""
        raise ContentError((f"{source}{line}: not readable: {error}",)) from None
    if not isinstance(data, dict):
        raise ContentError((f"{source}: the file must hold one table with named entries",))
    places = json_places(text) if as_json and not _looks_like_toml(text) else toml_places(text)
    return Table(data, Report(source, places))


def _looks_like_toml(text: str) -> bool:
    """A TOML file may begin with a `[table]` or `[[table]]` header; JSON content begins with an object."""
    return text.lstrip().startswith("[")


class Printed(NamedTuple):
    """A content file as a state names it; what is printed is read again where it is wanted."""

    name: str
    digest: str
    text: str

    @classmethod
    def of(cls, name: str, root: Table) -> Self:
        """A whole file under a name."""
        return cls(name, _hash(root.data), json.dumps(root.data, separators=(",", ":")))

    def read(self) -> Table:
        """The root table of the file."""
        return parse(self.text, self.name)


@dataclass(frozen=True, eq=False)
class Schema:
    """How a game reads its content.

    `shipped` gives the texts that come with the game by file name; `read` turns a root table into playable items:
    name, raw data (for the hash) and the game's own object.
    """

    shipped: Callable[[], Mapping[str, str]]
    read: Callable[[Table], list[tuple[str, Any, Any]]]
    default: str = "standard"

    def load(self, text: str, source: str) -> list[Content]:
        """Every item of a content file; raises one `ContentError` with all mistakes."""
        root = parse(text, source)
        items = self.read(root)
        if not items and not root.report.errors:
            root.error("", "there is nothing playable in this file")
        if root.report.errors:
            raise ContentError(tuple(root.report.errors))
        warnings = tuple(root.report.warnings)
        return [Content(name, data, _hash(raw), text, warnings) for name, raw, data in items]

    def named(self, name: str | None = None) -> Content:
        """The shipped content of that name, or the default."""
        return _shipped_as(self, self.default if name is None else name)

    def source(self, name: str) -> str:
        """The text of the shipped file that has this content."""
        for source, text in self.shipped().items():
            if any(item.name == name for item in self.load(text, source)):
                return text
        raise SetupError(f"there is no content {name!r}; there is: {', '.join(self.names())}")

    def names(self) -> list[str]:
        """The names of all shipped content."""
        return [item.name for item in _shipped(self)]


@cache
def _shipped_as(schema: Schema, name: str) -> Content:
    for item in _shipped(schema):
        if item.name == name:
            return item
    raise SetupError(f"there is no content {name!r}; there is: {', '.join(schema.names())}")


@cache
def _shipped(schema: Schema) -> tuple[Content, ...]:
    """The content that comes with a game, read once."""
    items = [item for source, text in schema.shipped().items() for item in schema.load(text, source)]
    return tuple(replace(item, text="") for item in items)


def _hash(raw: Any) -> str:
    return hashlib.sha256(json.dumps(raw, sort_keys=True).encode()).hexdigest()[:16]
