"""Every example of the README and of the documentation is run.

A page has a folder of its own: blocks with a title are files in it, so that later blocks can import or open them.
Python blocks share one namespace; those with prompts are doctests, the others are executed. `$ miskatonic ...` lines of
console blocks are run in the folder; what the page shows below them must be what they print (`...` is anything).
"""

from __future__ import annotations

import doctest
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from miskatonic.cli import parser, rule_options
from miskatonic.kernel import game
from miskatonic.kernel.options import choose

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
FENCE = re.compile(r'^```(\w+)?(?: title="([^"]+)")?\n(.*?)^```$', re.MULTILINE | re.DOTALL)
LENIENT = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
FOREIGN = re.compile(r"""(?:<script[^>]*\ssrc=|<link[^>]*\shref=|<img[^>]*\ssrc=|@import |url\()["']?(?:https?:)?//""")
PROGRAM = Path(sys.executable).with_name("miskatonic")


class Block(NamedTuple):
    """A fenced block of a page."""

    language: str
    title: str
    text: str
    line: int


def blocks(page: Path) -> Iterator[Block]:
    text = page.read_text("utf-8")
    for found in FENCE.finditer(text):
        yield Block(found[1] or "", found[2] or "", found[3], text.count("\n", 0, found.start()) + 1)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_the_examples_of_a_page_run(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(game, "_KNOWN", game._KNOWN.copy())
    names: dict[str, Any] = {"__name__": page.stem}
    for block in blocks(page):
        if block.title:
            (tmp_path / block.title).write_text(block.text, "utf-8")
        elif block.language == "console":
            run_console(block, page, tmp_path)
        elif block.language == "python" and ">>>" in block.text:
            run_doctest(block, page, names)
        elif block.language == "python":
            # The line numbers of a traceback are those of the page.
            exec(compile("\n" * block.line + block.text, str(page), "exec"), names)


def run_doctest(block: Block, page: Path, names: dict[str, Any]) -> None:
    test = doctest.DocTestParser().get_doctest(block.text, names, page.name, str(page), block.line)
    said: list[str] = []
    doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test, out=said.append, clear_globs=False)
    names.update(test.globs)
    assert not said, "".join(said)


def run_console(block: Block, page: Path, folder: Path) -> None:
    for command, expected in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", block.text, re.MULTILINE):
        words = shlex.split(command, comments=True)
        if words[0] != "miskatonic":
            continue
        done = subprocess.run(
            [PROGRAM, *words[1:]],
            cwd=folder,
            env=os.environ | {"MISKATONIC_HOME": str(folder)},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=60,
        )
        said = done.stdout + done.stderr
        where = f"{page.name}, line {block.line}: {command}"
        assert "Traceback" not in said, f"{where}\n{said}"
        if expected.strip():
            assert doctest.OutputChecker().check_output(expected, said, LENIENT), f"{where}\n{said}"
        else:
            assert done.returncode == 0, f"{where}\n{said}"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_commands_that_take_long_are_at_least_understood(page: Path) -> None:
    """Commands in other blocks are not run; their words, and the rule options in them, must exist all the same."""
    for block in blocks(page):
        for command in re.findall(r"^miskatonic (.*)$", block.text, re.MULTILINE) if block.language != "python" else ():
            words = parser().parse_args(shlex.split(command, comments=True))
            if getattr(words, "option", []):
                choose(game.game_named(words.game).options, rule_options(words.option))


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The documentation as a site, built from a copy; a warning is an error."""
    folder = tmp_path_factory.mktemp("docs")
    for name in ("docs", "src"):
        shutil.copytree(ROOT / name, folder / name)
    for name in ("CHANGELOG.md", "CONTRIBUTING.md", "mkdocs.yml"):
        shutil.copy(ROOT / name, folder)
    command = [sys.executable, "-m", "zensical", "build", "--strict"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "Warning" not in done.stdout + done.stderr
    return folder / "site"


def test_the_site_has_every_page_and_picture(site: Path) -> None:
    for page in (ROOT / "docs").rglob("*.md"):
        address = page.relative_to(ROOT / "docs").with_suffix("")
        html = site / ("index.html" if address.name == "index" else f"{address}/index.html")
        text = html.read_text("utf-8")
        for picture in re.findall(r'<img[^>]*\ssrc="([^"]+)"', text):
            assert (html.parent / picture).is_file(), f"{page.name} shows {picture}, which is not there"


def test_the_site_loads_nothing_from_elsewhere(site: Path) -> None:
    pages = [page for ending in ("html", "svg") for page in site.rglob(f"*.{ending}")]
    assert [page.name for page in pages if FOREIGN.search(page.read_text("utf-8"))] == []
