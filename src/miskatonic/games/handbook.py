"""The rules of a game by id, read from its `help.md`."""

from __future__ import annotations

import re
from importlib.resources import files


def help_of(package: str) -> str:
    """The text of a game's `help.md`."""
    return files(package).joinpath("help.md").read_text("utf-8")


def rules_by_id(text: str) -> dict[str, str]:
    """Every rule of a help text: `### DA-C3 Fight or flee` and what stands below it, up to the next heading."""
    found: dict[str, str] = {}
    for part in re.split(r"^(?=#+ )", text, flags=re.MULTILINE):
        heading, _, body = part.partition("\n")
        if named := re.match(r"### ([A-Z]{2}-\S+) (.+)", heading):
            found[named[1]] = f"{named[2]}. {' '.join(body.split())}"
    return found
