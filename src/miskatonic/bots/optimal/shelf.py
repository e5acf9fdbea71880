"""Where policies are kept; this much is known without NumPy."""

from __future__ import annotations

import hashlib
import json
import os
from pathlib import Path
from typing import Any


def policies_folder() -> Path:
    """Below `MISKATONIC_HOME`, or in the cache folder of this system."""
    if home := os.environ.get("MISKATONIC_HOME"):
        return Path(home).absolute() / "policies"
    shared = os.environ.get("XDG_CACHE_HOME") or os.environ.get("LOCALAPPDATA")
    return (Path(shared).absolute() if shared else Path.home() / ".cache") / "miskatonic" / "policies"


def policy_file(sheet: dict[str, Any], rules: dict[str, Any]) -> Path:
    """The file of a sheet and rules, as a view shows them; names and whose luck it is make no difference."""
    figures = {name: value for name, value in sheet.items() if name not in ("name", "title")}
    facts = {"sheet": figures, "rules": rules | {"shared_luck": False}}
    key = hashlib.sha256(json.dumps(facts, sort_keys=True).encode()).hexdigest()[:16]
    return policies_folder() / f"arkham-{key}.policy"


def anything_solved() -> bool:
    """Whether there is any policy to play from."""
    return any(policies_folder().glob("*.policy"))
