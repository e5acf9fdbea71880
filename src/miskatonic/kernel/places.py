"""Where in a content file something is written, so that a mistake can be shown with its line.

The parsers of the standard library give values without lines; these two scanners walk a text that has already been
parsed without error and note the line of every key and list item.
"""

from __future__ import annotations

import json
import re
from typing import TypeAlias

Path: TypeAlias = tuple[str | int, ...]
Places: TypeAlias = dict[Path, int]

_HEADER = re.compile(r"^\s*(\[\[?)\s*([^\]]+?)\s*\]")
_KEY = re.compile(r"""^\s*((?:[\w-]+|"[^"]*"|'[^']*')(?:\s*\.\s*(?:[\w-]+|"[^"]*"|'[^']*'))*)\s*=\s*(.*)""")
_PART = re.compile(r"""[\w-]+|"[^"]*"|'[^']*'""")
_STRING = re.compile(r'"""[\s\S]*?"""|\'\'\'[\s\S]*?\'\'\'|"(?:\\.|[^"\\\n])*"|\'[^\'\n]*\'|#[^\n]*')
_TOKEN = re.compile(r'"(?:\\.|[^"\\])*"|[{}\[\],:]|\n|[^\s{}\[\],:"]+')


def _keys(dotted: str) -> Path:
    return tuple(part.strip("\"'") for part in _PART.findall(dotted))


def toml_places(text: str) -> Places:
    """The line of every table, array item and key of a TOML text."""
    # blank out the insides of strings and comments, so that brackets and equals signs in them do not count
    plain = _STRING.sub(lambda found: '"' + "\n" * found[0].count("\n") + '"' if found[0][0] != "#" else "", text)
    places: Places = {(): 1}
    at: Path = ()
    counts: dict[Path, int] = {}
    depth = 0
    for number, (line, original) in enumerate(zip(plain.split("\n"), text.split("\n"), strict=False), 1):
        if depth > 0:
            depth += line.count("[") + line.count("{") - line.count("]") - line.count("}")
            continue
        if header := _HEADER.match(original if line.strip().startswith("[") else ""):
            names = _keys(header[2])
            at = ()
            for name in names[:-1]:
                at = (*at, name)
                if at in counts:
                    at = (*at, counts[at] - 1)
            at = (*at, names[-1])
            if header[1] == "[[":
                counts[at] = counts.get(at, 0) + 1
                places.setdefault(at, number)
                at = (*at, counts[at] - 1)
            places[at] = number
        elif key := _KEY.match(line if '"' not in line.split("=")[0] else original):
            path = at + _keys(key[1])
            for end in range(len(at) + 1, len(path) + 1):
                places.setdefault(path[:end], number)
            depth = line.count("[") + line.count("{") - line.count("]") - line.count("}")
    return places


def json_places(text: str) -> Places:
    """The line of every key and list item of a JSON text."""
    places: Places = {(): 1}
    line = 1
    path: list[str | int] = []
    kinds: list[str] = []
    expect_key = False
    for found in _TOKEN.finditer(text):
        token = found[0]
        if token == "\n":
            line += 1
            continue
        if kinds and kinds[-1] == "{" and expect_key and token.startswith('"'):
            path.append(json.loads(token))
            places[tuple(path)] = line
            expect_key = False
        elif token in ("{", "["):
            if kinds and kinds[-1] == "[":
                places[tuple(path)] = line
            kinds.append(token)
            expect_key = token == "{"
            if token == "[":
                path.append(0)
        elif token in ("}", "]"):
            if kinds.pop() == "[" or (path and isinstance(path[-1], str) and not expect_key):
                path.pop()
            expect_key = False
        elif token == ",":
            last = path.pop()
            if isinstance(last, int):
                path.append(last + 1)
            else:
                expect_key = True
        elif token != ":" and kinds and kinds[-1] == "[":
            places[tuple(path)] = line
    return places
