"""Files of worked examples: blocks with a heading `NAME | IDS | TITLE`, then one line of a script after the other."""

from __future__ import annotations

import re
from dataclasses import dataclass, field


@dataclass
class Example:
    """One block of an examples file."""

    name: str
    ids: list[str]
    title: str
    lines: list[str] = field(default_factory=list)


def read_examples(text: str) -> list[Example]:
    """All blocks of a file; what stands behind a # is a remark."""
    found: list[Example] = []
    for line in text.splitlines():
        if re.match(r"[EX](X-)?\d+\w* \|", line):
            name, ids, title = (part.strip() for part in line.split("|", 2))
            found.append(Example(name, ids.split(), title))
        elif found and (said := line.partition("#")[0].strip()):
            found[-1].lines.append(said)
    return found
