"""The compiled build: what is compiled, how its sources are marked, and how it is asked for.

Whether the compiled package does the same is shown by `python tools/compiled.py --test`, which runs these games' tests.
"""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import miskatonic as mk

sys.path.insert(0, str(Path(__file__).parents[1]))

from hatch_build import compiling
from tools import compiled

PACKAGE = Path(__file__).parents[1] / "src" / "miskatonic"


def test_kernel_and_rules_are_compiled_and_what_people_read_is_not() -> None:
    chosen = {path.relative_to(PACKAGE).as_posix() for path in compiled.modules(PACKAGE, compiled.GAMES)}
    assert all((PACKAGE / path).is_file() for path in chosen)
    assert {"kernel/match.py", "kernel/state.py", "games/arkham/rules.py", "games/arkham/state.py"} <= chosen
    assert not {"games/arkham/phrases.py", "games/arkham/view.py", "kernel/content.py"} & chosen


def test_every_class_of_its_own_is_marked_once() -> None:
    for path in compiled.modules(PACKAGE, compiled.GAMES):
        tree = ast.parse(compiled.mark(path.read_text("utf-8")))
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef):
                marks = [d for d in node.decorator_list if "mypyc_attr" in ast.dump(d)]
                assert len(marks) == (not node.bases or ast.unparse(node.bases[0]) in compiled.BASES), node.name


def test_the_kernel_and_every_game_are_a_library_each() -> None:
    chosen = [path.relative_to(PACKAGE.parent).as_posix() for path in compiled.modules(PACKAGE, compiled.GAMES)]
    libraries = compiled.libraries(chosen)
    assert [name.rpartition("_")[2] for _, name in libraries] == [*compiled.GAMES, "kernel"]
    assert sorted(path for paths, _ in libraries for path in paths) == sorted(chosen)


def test_a_source_without_classes_stays_as_it_is() -> None:
    assert (
        compiled.mark("from __future__ import annotations\n\nX = 1\n")
        == "from __future__ import annotations\n\nX = 1\n"
    )


@pytest.mark.parametrize("wish", ["", "try", "require"])
def test_a_wheel_is_compiled_only_if_that_is_wished(wish: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MISKATONIC_COMPILE", wish)
    assert compiling() == wish
    monkeypatch.setenv("MISKATONIC_COMPILE", "maybe")
    with pytest.raises(ValueError, match="not try or require"):
        compiling()


def test_the_command_says_which_is_in_use() -> None:
    said = subprocess.run([sys.executable, "-m", "miskatonic", "--version"], capture_output=True, text=True, check=True)
    assert ("compiled" in said.stdout) == mk.COMPILED
    assert ("pure Python" in said.stdout) != mk.COMPILED
