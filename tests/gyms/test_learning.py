"""The example learns: a stock learner beats random play, where the extra `learn` is installed."""

from __future__ import annotations

import re
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

EXAMPLE = Path(__file__).parents[2] / "examples" / "learn_arkham.py"


@pytest.mark.skipif(find_spec("sb3_contrib") is None, reason="sb3-contrib is not installed (the extra `learn` has it)")
def test_a_stock_learner_beats_random_play(tmp_path: Path) -> None:
    """A quarter of a minute teaches it to seal gates; the page shows what a whole one or two bring."""
    command = [sys.executable, str(EXAMPLE), "--steps", "40000", "--matches", "100", "--picture", "curve.png"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    seals = {name: float(mean) for name, mean in re.findall(r"^(\w+) +100 +([\d.]+) \+-", done.stdout, re.MULTILINE)}
    assert seals["learner"] > seals["random"] + 0.3
    assert (tmp_path / "curve.png").stat().st_size > 1000
