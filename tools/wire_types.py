"""Write the TypeScript types of everything that goes over the wire, from the server's own types.

    python -m tools.wire_types [--check]

With --check nothing is written: exit status 1 says that `web/src/wire.gen.ts` is not what the server speaks.
"""

from __future__ import annotations

import json
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

import miskatonic.table.app  # noqa: E402, F401 - the routes, from which the description is made
from hatch_build import node_of_wheel, node_on_path  # noqa: E402 - it stands in the project's folder
from miskatonic.table.openapi import openapi  # noqa: E402

TYPES = ROOT / "web" / "src" / "wire.gen.ts"
HOW = ("--root-types", "--root-types-no-schema-prefix", "--default-non-nullable=false", "--empty-objects-unknown")


def generated() -> str:
    """The types as they should be."""
    document = openapi() | {"paths": {}}
    with tempfile.TemporaryDirectory() as folder:
        described, types = Path(folder, "wire.json"), Path(folder, "wire.ts")
        described.write_text(json.dumps(document), "utf-8")
        node = node_on_path() or node_of_wheel()
        if not node.run(ROOT / "web", "exec", "--", "openapi-typescript", str(described), *HOW, "-o", str(types)):
            raise SystemExit("the types could not be generated; is web/node_modules complete?")
        return types.read_text("utf-8")


def check() -> int:
    """Look whether the types are true."""
    if TYPES.read_text("utf-8") == generated():
        return 0
    print("web/src/wire.gen.ts is not what the server speaks: run python -m tools.wire_types", file=sys.stderr)
    return 1


def main() -> int:
    """Write the types, or look whether they are true."""
    if "--check" in sys.argv:
        return check()
    TYPES.write_text(generated(), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
