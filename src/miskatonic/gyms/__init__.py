"""Learning environments: the games for Gymnasium, PettingZoo and OpenSpiel.

    import gymnasium, miskatonic.gyms
    env = gymnasium.make("miskatonic/Arkham-v0")

Importing this registers what is installed: `miskatonic/Arkham-v0` with Gymnasium, `miskatonic_arkham` with OpenSpiel,
and likewise the other games. PettingZoo environments are made by `aec_env(game)` and `parallel_env(game)`.
"""

from __future__ import annotations

from importlib.util import find_spec
from typing import NoReturn

NEEDS = dict.fromkeys(("ManyMatches", "SoloEnv", "fields"), "gymnasium") | dict.fromkeys(
    ("aec_env", "parallel_env"), "pettingzoo"
)
"""What has to be installed for what is offered here."""
__all__: list[str] = []

if find_spec("gymnasium"):
    from miskatonic.gyms.desk import fields
    from miskatonic.gyms.solo import SoloEnv, register_solo
    from miskatonic.gyms.vector import ManyMatches

    register_solo()
    __all__ += ["ManyMatches", "SoloEnv", "fields"]

if find_spec("pettingzoo"):
    from miskatonic.gyms.multi import aec_env, parallel_env

    __all__ += ["aec_env", "parallel_env"]

if find_spec("pyspiel"):
    from miskatonic.gyms.openspiel import register_games

    register_games()


def __getattr__(name: str) -> NoReturn:
    """Say how to get what is missing."""
    if name in NEEDS:
        raise ImportError(f"{name} needs {NEEDS[name]}, which is not installed: pip install 'miskatonic[gyms]'")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
