"""The package as it is handed out: metadata, wheel, pins and the files around the code."""

from __future__ import annotations

import re
import subprocess
import sys
import tarfile
import tomllib
from importlib.metadata import entry_points, version
from pathlib import Path
from zipfile import ZipFile

import pytest

import miskatonic

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]


def test_version_is_said_once() -> None:
    assert miskatonic.__version__ == version("miskatonic") == PROJECT["version"]
    assert f"## {PROJECT['version']}" in (ROOT / "CHANGELOG.md").read_text("utf-8")


def test_the_command_is_installed() -> None:
    (command,) = (point for point in entry_points(group="console_scripts") if point.name == "miskatonic")
    assert callable(command.load())


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the sdist, and the wheel that was built from it."""
    folder = tmp_path_factory.mktemp("dist")
    command = [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(folder)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return folder


def test_the_wheel_holds_the_whole_package_and_nothing_else(built: Path) -> None:
    (wheel,) = built.glob("*.whl")
    names = {name for name in ZipFile(wheel).namelist() if ".dist-info/" not in name}
    source = ROOT / "src"
    kept = {path.relative_to(source).as_posix() for path in source.rglob("*") if path.is_file()}
    assert names == {name for name in kept if "__pycache__" not in name}
    for needed in ("py.typed", "games/arkham/content/sheets.toml", "games/arkham/help.md"):
        assert f"miskatonic/{needed}" in names


def test_the_wheel_carries_its_licence_and_needs_only_rich(built: Path) -> None:
    (wheel,) = built.glob("*.whl")
    with ZipFile(wheel) as archive:
        (licence,) = (name for name in archive.namelist() if name.endswith("licenses/LICENSE"))
        assert "The Miskatonic authors" in archive.read(licence).decode()
        (metadata,) = (name for name in archive.namelist() if name.endswith("METADATA"))
        needs = re.findall(r"^Requires-Dist: (\w+)(?!.*extra ==)", archive.read(metadata).decode(), re.MULTILINE)
    assert needs == ["rich"]


def test_the_sdist_can_be_tested(built: Path) -> None:
    (sdist,) = built.glob("*.tar.gz")
    with tarfile.open(sdist) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    assert {"play", "constraints.txt", "LICENSE", "README.md", "mkdocs.yml", "tests/test_package.py"} <= names


def pins() -> dict[str, str]:
    lines = (ROOT / "constraints.txt").read_text("utf-8").splitlines()
    return dict(line.partition(" ;")[0].split("==") for line in lines)


def test_every_dependency_is_pinned() -> None:
    wanted = [
        *PROJECT["dependencies"],
        *(need for extra in PROJECT["optional-dependencies"].values() for need in extra),
    ]
    names = {re.split(r"[\[<>=~!; ]", need)[0].lower().replace("_", "-") for need in wanted}
    assert names - {"miskatonic"} <= set(pins())


@pytest.mark.parametrize("name", ["constraints.txt", "pyproject.toml", ".pre-commit-config.yaml", ".ci/run", "play"])
def test_no_file_names_a_host(name: str) -> None:
    assert "://" not in (ROOT / name).read_text("utf-8")


def test_hooks_before_a_commit_use_the_pinned_versions() -> None:
    hooks = (ROOT / ".pre-commit-config.yaml").read_text("utf-8")
    used = re.findall(r'"([\w-]+)==([\w.]+)"', hooks)
    assert {"ruff", "mypy"} <= {name for name, _ in used}
    assert [(name, number) for name, number in used if pins()[name] != number] == []
