"""`./play`: the bootstrap that a newcomer meets first."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from types import ModuleType
from unittest.mock import Mock

import pytest

ROOT = Path(__file__).parents[1]
SCRIPT = ROOT / "play"


@pytest.fixture
def play(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The script as a module whose root is an empty folder with a project file and pins."""
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    loader = SourceFileLoader("play", str(SCRIPT))
    spec = spec_from_loader("play", loader)
    assert spec is not None
    module = module_from_spec(spec)
    loader.exec_module(module)
    (tmp_path / "web" / "src").mkdir(parents=True)
    for name in ("pyproject.toml", "constraints.txt", "hatch_build.py", "web/package-lock.json", "web/src/main.ts"):
        (tmp_path / name).write_text(name)
    venv = tmp_path / ".venv"
    for name, place in {"ROOT": tmp_path, "VENV": venv, "PYTHON": venv / "python"}.items():
        monkeypatch.setattr(module, name, place)
    return module


@pytest.fixture
def installed(play: ModuleType) -> ModuleType:
    """The same, with an environment that was set up for play and for tests."""
    play.VENV.mkdir()
    play.PYTHON.touch()
    for extra in ("table", "test"):
        play.stamp(extra).write_text(play.digest(extra))
    return play


def test_help_needs_no_set_up(play: ModuleType, capsys: pytest.CaptureFixture[str]) -> None:
    assert play.main(["--help"]) == 0
    said = capsys.readouterr().out
    assert all(word in said for word in ("./play test", "./play setup", ".venv"))
    assert not play.VENV.exists()


def test_what_is_installed_is_not_installed_again(installed: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(subprocess, "run", lambda *_, **__: pytest.fail("nothing needs to be run"))
    installed.set_up("table")
    installed.set_up("test")


@pytest.mark.parametrize(
    "change", ["pyproject.toml", "constraints.txt", "web/src/main.ts", ".venv/python", ".venv/.installed-table"]
)
def test_a_change_sets_up_again(installed: ModuleType, change: str) -> None:
    assert installed.is_set_up("table")
    path = installed.ROOT / change
    if path.parent == installed.VENV:
        path.unlink()
    else:
        path.write_text("changed")
    assert not installed.is_set_up("table")


def test_a_moved_folder_sets_up_again(installed: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(installed, "ROOT", tmp_path.rename(tmp_path.with_name("moved")))
    monkeypatch.setattr(installed, "VENV", installed.ROOT / ".venv")
    monkeypatch.setattr(installed, "PYTHON", installed.VENV / "python")
    assert not installed.is_set_up("table")


def test_no_index_is_a_sentence_and_leaves_no_stamp(installed: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    (installed.ROOT / "constraints.txt").write_text("new pins")
    monkeypatch.setattr(installed, "works", lambda *_: True)
    monkeypatch.setattr(installed, "pip", lambda: [sys.executable, "-c", "raise SystemExit(1)"])
    with pytest.raises(SystemExit, match="Is this machine online"):
        installed.set_up("table")
    assert not installed.is_set_up("table")


def test_no_pip_is_a_sentence(installed: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(installed, "works", lambda *_: False)
    with pytest.raises(SystemExit, match="no pip"):
        installed.pip()


def test_an_environment_without_its_own_pip_uses_the_one_outside(
    installed: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(installed, "works", lambda program, *_: program == sys.executable)
    assert installed.pip() == [sys.executable, "-m", "pip", "--python", str(installed.PYTHON)]


def test_an_old_python_is_told_so(play: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "version_info", (3, 8))
    monkeypatch.setenv("PATH", "")
    with pytest.raises(SystemExit, match=r"needs Python 3\.11 or newer"):
        play.main([])


@pytest.mark.parametrize(("words", "program"), [([], ["serve"]), (["rules", "arkham"], ["rules", "arkham"])])
def test_words_go_to_the_program(
    installed: ModuleType, monkeypatch: pytest.MonkeyPatch, words: list[str], program: list[str]
) -> None:
    run = Mock(return_value=0)
    monkeypatch.setattr(installed, "run", run)
    assert installed.main(words) == 0
    run.assert_called_once_with([str(installed.PROGRAM), *program])


@pytest.mark.parametrize("failing", ["formatting", "lint", "types", "client", "speed", "tests", "browser"])
def test_one_failed_check_fails_the_test_command(
    installed: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], failing: str
) -> None:
    both = installed.CHECKS | installed.TESTS

    def code(command: list[str]) -> int:
        return int(command == [str(installed.PYTHON), "-m", *both[failing]])

    monkeypatch.setattr(subprocess, "call", lambda command, **_: code(command))
    monkeypatch.setattr(subprocess, "run", lambda command, **_: subprocess.CompletedProcess([], code(command), b""))
    assert installed.main(["test"]) == 1
    said = capsys.readouterr().out
    assert said.count("passed") == len(both) - 1
    assert [line.split()[1] for line in said.splitlines() if "failed" in line] == [failing]


def test_words_after_test_go_to_pytest(installed: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    call = Mock(return_value=5)
    monkeypatch.setattr(subprocess, "call", call)
    assert installed.main(["test", "-k", "combat"]) == 5
    call.assert_called_once_with([str(installed.PYTHON), "-m", "pytest", "-k", "combat"], cwd=installed.ROOT)


@pytest.mark.skipif(os.name == "nt", reason="Windows starts it by `py play`")
@pytest.mark.parametrize("program", ["play", ".ci/run"])
def test_commands_can_be_started(program: str) -> None:
    assert os.access(ROOT / program, os.X_OK)


def test_the_readme_begins_with_a_picture_and_the_two_commands() -> None:
    first_screen = "\n".join((ROOT / "README.md").read_text("utf-8").splitlines()[:30])
    assert first_screen.index("docs/images/") < first_screen.index("./play\n") < first_screen.index("./play test")
