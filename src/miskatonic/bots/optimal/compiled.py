"""Compiling the inner loops: Numba behind one typed name, and the arrays they work on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias, TypeVar, cast

import numba
import numpy as np
from numpy.typing import NDArray

Floats: TypeAlias = NDArray[np.float64]
Whole: TypeAlias = NDArray[np.int64]
Reals: TypeAlias = NDArray[np.float32]
"""Values in the large tables: seven digits are enough there, and take half the room and time."""
SIXTH = np.float32(1 / 6)
Flags: TypeAlias = NDArray[np.bool_]

F = TypeVar("F", bound=Callable[..., Any])


def compiled(function: F) -> F:
    """A function in machine code, kept on disk; it lets other threads run."""
    fast: Any = numba.njit(cache=True, fastmath=True, nogil=True, error_model="numpy")(function)
    return cast(F, fast)
