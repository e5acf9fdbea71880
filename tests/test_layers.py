"""Dependencies point one way: kernel <- games <- {bots, physics} <- {lab, gyms, table, terminal} <- cli."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import miskatonic

ROOT = Path(miskatonic.__file__).parent
FILES = sorted(ROOT.rglob("*.py"))

MAY_USE = {
    "kernel": {"kernel"},
    "games": {"kernel", "games"},
    "bots": {"kernel", "games", "bots"},
    "physics": {"kernel", "games", "physics"},
    "lab": {"kernel", "games", "bots", "lab"},
    "gyms": {"kernel", "games", "bots", "gyms"},
    "table": {"kernel", "games", "bots", "physics", "table"},
    "terminal": {"kernel", "games", "bots", "physics", "terminal"},
    "testing": {"kernel", "bots", "testing"},
}
OUTSIDE_WORLD = {
    "asyncio", "fileinput", "ftplib", "glob", "http", "importlib", "io", "logging", "multiprocessing", "os",
    "pathlib", "select", "shelve", "shutil", "signal", "socket", "socketserver", "sqlite3", "ssl",
    "subprocess", "sys", "tempfile", "threading", "time", "urllib",
}  # fmt: skip
CALLS_OUTSIDE = {"open", "print", "input", "exec", "eval", "compile", "breakpoint"}


def imports(path: Path) -> Iterator[tuple[str, int]]:
    """Every module that a file imports, also inside functions, as an absolute name with its line."""
    package = ["miskatonic", *path.relative_to(ROOT).parent.parts]
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from ((alias.name, node.lineno) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) + 1 - node.level] if node.level else []
            module = ".".join([*base, *([node.module] if node.module else [])])
            yield module, node.lineno
            if module == "miskatonic" or module == "miskatonic.games":
                yield from ((f"{module}.{alias.name}", node.lineno) for alias in node.names)


def layer(path: Path) -> str:
    """The folder under the package, or the name of a single module: `kernel`, `cli`."""
    return path.relative_to(ROOT).with_suffix("").parts[0]


def used_layer(parts: list[str]) -> str:
    """The layer of an imported module; what the package itself offers (`miskatonic.Match`) comes from the games up."""
    return parts[1] if len(parts) > 1 and parts[1] in MAY_USE.keys() | {"cli"} else "games"


def violations(path: Path) -> Iterator[str]:
    """What a file may not import."""
    here = layer(path)
    for module, line in imports(path):
        parts = module.split(".")
        if parts[0] != "miskatonic" or here not in MAY_USE:
            continue
        if used_layer(parts) not in MAY_USE[here] or (here == "games" and len(parts) == 1):
            yield f"{path.relative_to(ROOT)}:{line} imports {module}; {here} may only use {sorted(MAY_USE[here])}"
        elif here == "games" and parts[2:3] != [path.relative_to(ROOT).parts[1]] and is_game(parts[1:3]):
            yield f"{path.relative_to(ROOT)}:{line} imports {module}; games do not know each other"


def is_game(parts: list[str]) -> bool:
    """Whether a module is the folder of a game, not something that all games share."""
    return parts[0] == "games" and len(parts) == 2 and ROOT.joinpath(*parts).is_dir()


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_dependencies_point_one_way(path: Path) -> None:
    assert list(violations(path)) == []


def test_every_folder_has_its_layer() -> None:
    folders = {layer(path) for path in FILES if path.parent != ROOT}
    assert folders <= MAY_USE.keys()
    assert {"kernel", "games"} <= folders


@pytest.mark.parametrize("path", [path for path in FILES if layer(path) == "kernel"], ids=lambda path: path.name)
def test_the_kernel_is_pure(path: Path) -> None:
    """Nothing but the standard library, no input or output; luck is a `Random` object, or drawn for a secret."""
    for module, line in imports(path):
        top = module.split(".")[0]
        assert top in {"__future__", "miskatonic"} | sys.stdlib_module_names, f"line {line}: {module}"
        assert top not in OUTSIDE_WORLD, f"line {line}: {module}"
        assert top != "secrets" or path.name == "fortune.py", f"line {line}: {module}"
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            assert node.func.id not in CALLS_OUTSIDE, f"line {node.lineno}: {node.func.id}()"
        if isinstance(node, ast.Import):
            assert all(alias.name != "random" for alias in node.names), f"line {node.lineno}: use the Random class"
        if isinstance(node, ast.ImportFrom) and node.module == "random":
            assert [alias.name for alias in node.names] == ["Random"], f"line {node.lineno}: use the Random class"


@pytest.mark.parametrize("module", ["miskatonic.kernel", "miskatonic", "miskatonic.games.arkham", "miskatonic.bots"])
def test_importing_brings_in_no_third_party_module(module: str) -> None:
    code = f"import sys; before = set(sys.modules); import {module}; print(*(set(sys.modules) - before))"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    known = sys.stdlib_module_names | {"miskatonic"}
    assert {name for name in run.stdout.split() if name.split(".")[0] not in known} == set()


def test_only_the_conformance_suite_needs_hypothesis() -> None:
    users = {layer(path) for path in FILES for module, _ in imports(path) if module.split(".")[0] == "hypothesis"}
    assert users == {"testing"}


@pytest.mark.parametrize(
    ("file", "code"),
    [
        ("kernel/x.py", "from miskatonic.games import arkham"),
        ("kernel/x.py", "def f():\n    import miskatonic.bots"),
        ("kernel/x.py", "import miskatonic"),
        ("games/arkham/x.py", "from miskatonic.games import tower"),
        ("games/arkham/x.py", "from miskatonic.games.tower.rules import turn"),
        ("games/arkham/x.py", "from ..tower import rules"),
        ("games/arkham/x.py", "from miskatonic import bots"),
        ("bots/x.py", "from ..lab import solve"),
        ("testing/x.py", "from miskatonic.games import arkham"),
        ("lab/x.py", "from miskatonic.gyms import env"),
    ],
)
def test_violations_are_found(file: str, code: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / file
    path.parent.mkdir(parents=True)
    (tmp_path / "games" / "tower").mkdir(parents=True)
    path.write_text(code, "utf-8")
    monkeypatch.setattr(sys.modules[__name__], "ROOT", tmp_path)
    assert len(list(violations(path))) >= 1
    path.write_text("from miskatonic.kernel import Match", "utf-8")
    assert list(violations(path)) == []
