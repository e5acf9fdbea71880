"""The lock of the browser client names no host, and its native packages are there for every platform."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

LOCK = Path(__file__).parents[1] / "web" / "package-lock.json"
PLATFORMS = {("linux", "x64"), ("linux", "arm64"), ("darwin", "arm64"), ("darwin", "x64"), ("win32", "x64")}


def packages() -> dict[str, dict[str, Any]]:
    """Every package of the lock, by its place."""
    found: dict[str, dict[str, Any]] = json.loads(LOCK.read_text("utf-8"))["packages"]
    return found


def missing_platforms(locked: dict[str, dict[str, Any]]) -> dict[str, set[tuple[str, str]]]:
    """The platforms for which a package with native parts has none in the lock."""
    missing = {}
    for name, entry in locked.items():
        natives = entry.get("optionalDependencies", {})
        if not any("linux" in native for native in natives):
            continue
        there = set()
        for native in natives:
            found = locked.get(f"{name}/node_modules/{native}") or locked.get(f"node_modules/{native}") or {}
            there |= {(system, cpu) for system in found.get("os", []) for cpu in found.get("cpu", [])}
        if lacks := PLATFORMS - there:
            missing[name] = lacks
    return missing


def test_the_lock_names_no_host() -> None:
    assert [name for name, entry in packages().items() if "resolved" in entry] == []


def test_native_parts_are_there_for_every_platform() -> None:
    assert missing_platforms(packages()) == {}


def test_a_lock_made_for_one_platform_would_be_noticed() -> None:
    native = {"os": ["linux"], "cpu": ["x64"]}
    locked: dict[str, dict[str, Any]] = {
        "node_modules/a": {"optionalDependencies": {"a-linux": "1"}},
        "node_modules/a-linux": native,
    }
    assert missing_platforms(locked) == {"node_modules/a": PLATFORMS - {("linux", "x64")}}


def test_everything_is_pinned_exactly() -> None:
    wanted = json.loads((LOCK.parent / "package.json").read_text("utf-8"))
    versions = {**wanted["dependencies"], **wanted["devDependencies"]}
    assert [name for name, version in versions.items() if not version[0].isdigit()] == []
