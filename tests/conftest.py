"""Settings for all tests."""

from __future__ import annotations

import os

from hypothesis import settings

# A slow machine is no failure; in CI everybody meets the same examples.
settings.register_profile("here", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "here")
