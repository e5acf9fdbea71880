"""The kernel and the rules compiled by mypyc, from the same sources: `python tools/compiled.py FOLDER`.

FOLDER then holds the whole package, with compiled modules beside their sources. `PYTHONPATH=FOLDER` runs it:

    python tools/compiled.py /tmp/compiled
    PYTHONPATH=/tmp/compiled python -m miskatonic --version
    python tools/compiled.py --test         # kernel and rules compiled in little time, and all their tests

Needs mypy, setuptools and a C compiler. Only what a match spends its time in is compiled; whatever people read (views,
phrases, drawings) or content is read by stays plain Python. The build hook puts the same modules into a wheel if
MISKATONIC_COMPILE asks for it.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
GAMES = ("arkham", "insanity", "mash", "tower")
"""Games whose rules are compiled; a game that is not among them plays on the compiled kernel."""
KERNEL = ("anybody", "ask", "chance", "conversation", "fortune", "hands", "kept", "match", "sets", "state")
TOLD = {"choices", "drawing", "events_text", "labels", "phrases", "view"}
THOUGHT = {
    "appraisal",
    "features",
    "heuristic",
    "odds",
    "plans",
    "policy",
    "prospects",
    "ranking",
    "redeal",
}
READ = {"entries"}
PLAIN = TOLD | THOUGHT | READ | {"__init__"}
"""Modules of a game that are not rules."""
BASES = ("Chance", "Conversation", "Dice", "Draw", "Piece", "State")
OWN = re.compile(rf"^class \w+(?:\((?:{'|'.join(BASES)})\))?:", re.MULTILINE)
"""Classes without a base, or with one that is compiled."""
LIKE_PYTHON = '@mypyc_attr("allow_interpreted_subclasses", "serializable")\n'
"""Plain Python may derive from a class, copy and pickle it; with the second alone mypyc forgets `__init__`."""
COMPUTED = re.compile(r"^    __slots__ = \(\*.*\n", re.MULTILINE)
"""Slots that are computed, which a compiled class cannot do; its fields are known from their types."""
HIDDEN = ["-fvisibility=hidden"]
"""Functions of a library are called from nowhere else, so the C compiler may merge them."""
BUILD = """
from pathlib import Path
from setuptools import setup
from mypyc.build import mypycify
parts = mypycify({words!r}, separate={libraries!r}, opt_level={level!r}, debug_level="0", target_dir={c!r})
for part in parts:
    part.extra_compile_args += {flags!r}
for path in Path({c!r}).glob("__native_*.c"):
    runtime, header, code = path.read_text("utf-8").partition("#include \\"__native_internal_")
    name, line, code = code.partition("\\n")
    path.write_text(runtime + header + name + line + {ending!r} + code, "utf-8")
setup(name="core", ext_modules=parts)
"""
ENDING = """
static CPy_NOINLINE void trace(const char *file, const char *function, int line, PyObject *globals) {
    const char *name = ((PyTypeObject *)PyErr_Occurred())->tp_name;
    if (strcmp(name, "GameOver") && strcmp(name, "StopIteration"))
        CPy_AddTraceback(file, function, line, globals);
}
#define CPy_AddTraceback trace
"""
"""The end of a game or a beat comes up as an exception; nobody reads its traceback, and making it is slow."""


def modules(package: Path, games: tuple[str, ...]) -> list[Path]:
    """The sources that are compiled."""
    found = [package / "kernel" / f"{name}.py" for name in KERNEL]
    for game in games:
        found += [path for path in sorted((package / "games" / game).glob("*.py")) if path.stem not in PLAIN]
    return found


def mark(source: str) -> str:
    """A source in which mypyc is told that its classes behave as in Python.

    The mark is never looked up when the compiled module runs, so nothing but Python is needed then.
    """
    marked = OWN.sub(lambda found: LIKE_PYTHON + found[0], COMPUTED.sub("", source))
    if marked == source:
        return source
    first = "from __future__ import annotations\n"
    seen = (
        f"{first}\nfrom typing import TYPE_CHECKING\n\nif TYPE_CHECKING:\n    from mypy_extensions import mypyc_attr\n"
    )
    return marked.replace(first, seen, 1)


def libraries(chosen: list[str]) -> list[tuple[list[str], str]]:
    """The sources by library: one for the kernel and one a game, which are compiled side by side."""
    folders = sorted({path.rpartition("/")[0] for path in chosen})
    return [
        ([path for path in chosen if path.startswith(f"{folder}/")], folder.replace("/", "_")) for folder in folders
    ]


def compile_modules(root: Path, folder: Path, games: tuple[str, ...] = GAMES, level: str = "3") -> list[Path]:
    """Compile into a folder; gives back the extension modules, laid out as they are imported."""
    with tempfile.TemporaryDirectory(prefix="miskatonic-mypyc-") as work:
        sources = Path(work, "src")
        package = sources / "miskatonic"
        shutil.copytree(root / "src" / "miskatonic", package, ignore=shutil.ignore_patterns("web_dist", "__pycache__"))
        for path in modules(package, games):
            path.write_text(mark(path.read_text("utf-8")), "utf-8")
        chosen = [path.relative_to(sources).as_posix() for path in modules(package, games)]
        words = ["--config-file=", "--python-version", f"{sys.version_info.major}.{sys.version_info.minor}", *chosen]
        flags = [] if os.name == "nt" else HIDDEN
        script = Path(work, "setup.py")
        script.write_text(
            BUILD.format(
                words=words, libraries=libraries(chosen), level=level, c=f"{work}/c", flags=flags, ending=ENDING
            ),
            "utf-8",
        )
        command = [sys.executable, str(script), "-q", "build_ext", "-b", str(folder), "-t", f"{work}/objects"]
        command += ["-j", str(os.cpu_count() or 1)]
        done = subprocess.run(command, cwd=sources, capture_output=True, text=True, check=False)
        if done.returncode:
            raise RuntimeError(f"mypyc or the C compiler failed:\n{(done.stdout + done.stderr)[-3000:]}")
    return [path for path in sorted(folder.rglob("*")) if path.suffix in (".so", ".pyd")]


def whole_package(folder: Path, games: tuple[str, ...], level: str) -> None:
    """The whole package in a folder, partly compiled."""
    plain = shutil.ignore_patterns("__pycache__")
    shutil.copytree(ROOT / "src" / "miskatonic", folder / "miskatonic", dirs_exist_ok=True, ignore=plain)
    built = compile_modules(ROOT, folder, games, level)
    print(f"{len(built) - 1} modules compiled; PYTHONPATH={folder} uses them", flush=True)


def has_compiler() -> bool:
    """Whether the C compiler that Python was made with is here."""
    compiler = sysconfig.get_config_var("CC")
    return bool(compiler) and shutil.which(str(compiler).split()[0]) is not None


def up_to_date(folder: Path) -> Path:
    """The folder with the whole package as it stands, compiled anew only if a source has changed."""
    sources = [Path(__file__), *sorted((ROOT / "src" / "miskatonic").rglob("*.py"))]
    digest = hashlib.sha256(b"\0".join(path.read_bytes() for path in sources)).hexdigest()
    stamp = folder / "compiled-from"
    if not stamp.is_file() or stamp.read_text() != digest:
        shutil.rmtree(folder, ignore_errors=True)
        whole_package(folder, GAMES, "3")
        stamp.write_text(digest)
    return folder


def test(games: tuple[str, ...]) -> int:
    """Compile as quickly as that can be done, and run all tests of the kernel and the games."""
    if not has_compiler():
        print("nothing is compiled and tested: there is no C compiler here")
        return 0
    with tempfile.TemporaryDirectory(prefix="miskatonic-compiled-") as folder:
        whole_package(Path(folder), games, "0")
        there = os.environ | {"PYTHONPATH": folder}
        said = subprocess.run(
            [sys.executable, "-m", "miskatonic", "--version"], env=there, capture_output=True, text=True
        )
        print(said.stdout.strip(), flush=True)
        if "(compiled)" not in said.stdout:
            return 1
        tests = ["tests/kernel", *(f"tests/games/{game}" for game in games)]
        return subprocess.call([sys.executable, "-m", "pytest", "-q", "-n", "2", *tests], cwd=ROOT, env=there)


def main() -> int:
    """Make a folder with the whole package, partly compiled; or test it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, metavar="FOLDER", nargs="?", help="where the package goes")
    parser.add_argument("--games", nargs="*", choices=GAMES, default=GAMES, help="whose rules are compiled")
    parser.add_argument("--level", choices="0123", default="3", help="how hard the C compiler tries (3)")
    parser.add_argument("--test", action="store_true", help="compile quickly, and test the kernel and the games")
    wanted = parser.parse_args()
    if wanted.test:
        return test(tuple(wanted.games))
    if wanted.folder is None:
        parser.error("say which FOLDER the package goes to, or --test")
    whole_package(wanted.folder.resolve(), tuple(wanted.games), wanted.level)
    return 0


if __name__ == "__main__":
    sys.exit(main())
