"""Every rule is found by its id: in the help, in the docstring of what implements it, and on a test."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

import miskatonic as mk

ROOT = Path(__file__).parents[1]


def cited(folder: Path) -> set[str]:
    """The ids in docstrings and comments of a folder."""
    text = "\n".join(path.read_text("utf-8") for path in folder.rglob("*.py"))
    return set(re.findall(r"\b[A-Z]{2}-[A-Z0-9]+(?:\.\d+)?\b", text))


def marked(folder: Path) -> set[str]:
    """The ids in `pytest.mark.rule(...)` and in the headings of example files."""
    found: set[str] = set()
    for path in folder.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "rule":
                found |= {str(word.value) for word in node.args if isinstance(word, ast.Constant)}
    for path in folder.rglob("examples*.txt"):
        found |= set(re.findall(r"\b[A-Z]{2}-[A-Z0-9]+(?:\.\d+)?\b", path.read_text("utf-8")))
    return found


GAMES = [name for name in mk.game_names() if (ROOT / "tests" / "games" / name).is_dir()]


@pytest.mark.parametrize("name", GAMES)
def test_every_rule_is_cited_where_it_is_implemented(name: str) -> None:
    assert sorted(mk.game_named(name).rules.keys() - cited(ROOT / "src/miskatonic/games" / name)) == []


@pytest.mark.parametrize("name", GAMES)
def test_every_rule_marks_a_test(name: str) -> None:
    assert sorted(mk.game_named(name).rules.keys() - marked(ROOT / "tests/games" / name)) == []
