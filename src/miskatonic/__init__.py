"""Miskatonic: four Cthulhu dice games at one table.

>>> import miskatonic as mk
>>> match = mk.Match("arkham", seed=7)
>>> while not match.over:
...     match.answer(match.ask.actor, match.ask.options[0])
>>> match.result
'lost:health'
"""

from importlib.metadata import version as _version

from miskatonic import games as games
from miskatonic.kernel import *  # noqa: F403 - the kernel's nouns are the package's surface
from miskatonic.kernel import __all__ as __all__
from miskatonic.kernel import match as _match

__version__ = _version("miskatonic")
COMPILED = not str(_match.__file__).endswith(".py")
"""Whether kernel and rules run as compiled by mypyc; plain Python does the same, more slowly."""
