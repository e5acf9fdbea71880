"""A film: how the marbles of one draw came out of the tower. The format is described in `miskatonic.physics`."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

FPS: Final = 30
PULL: Final = 8
"""How many frames the tentacle takes to slide out."""


class Path(NamedTuple):
    """The way of one marble: when it begins to move, and its places from then on, in tenths of a millimetre."""

    start: int
    places: tuple[int, ...]


class Film(NamedTuple):
    """One draw, with the kinds of the marbles that fell."""

    draw: int
    stick: int
    frames: int
    kinds: tuple[str, ...]
    paths: tuple[Path, ...]

    def as_json(self) -> dict[str, Any]:
        """What a screen needs."""
        return {
            "draw": self.draw,
            "stick": self.stick,
            "fps": FPS,
            "pull": PULL,
            "frames": self.frames,
            "marbles": [
                {"kind": kind, "from": path.start, "path": list(path.places)}
                for kind, path in zip(self.kinds, self.paths, strict=True)
            ],
        }
