"""Advice: what a bot says when it is asked for a hint."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple


class Advice(NamedTuple):
    """What to do, why, and how often every option wins where that is known exactly."""

    code: int
    why: str = ""
    wins: Mapping[int, float] = {}
