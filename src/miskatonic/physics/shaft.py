"""The shaft with its tentacles and marbles, simulated by MuJoCo. Lengths are in millimetres outside, metres inside."""

from __future__ import annotations

from math import sqrt
from random import Random
from typing import Any, Final, NamedTuple

import mujoco
import numpy as np
from numpy.typing import NDArray

from miskatonic.games.tower.tower import MARBLE, THICK, WIDTH, Layout, Stick
from miskatonic.kernel.sets import members
from miskatonic.physics.film import FPS, PULL, Path

MM: Final = 0.001
STEPS: Final = 12
"""Steps of the simulation for a frame of film."""
STEP: Final = 1 / FPS / STEPS
REST: Final = 0.01
"""Marbles slower than this, in metres a second, lie still."""
STILL: Final = 2
"""So many frames in a row must be still."""
PATIENCE: Final = 6 * FPS
"""After so many frames the tower is taken as it is, though a marble may still roll to and fro."""
SEEN: Final = 0.3
"""A marble moves when it is so far from where it lay."""
BELOW: Final = -40.0
"""Where a film leaves a marble: below the exit."""
POURED_FROM: Final = 262.0
ACROSS: Final = 3
"""Marbles are poured in layers of three by three."""
AXES: Final = {"EW": (1.0, 0.0), "NS": (0.0, 1.0), "NE": (sqrt(0.5), sqrt(0.5)), "NW": (-sqrt(0.5), sqrt(0.5))}
FRICTION: Final = 0.35
GRAMS: Final = 3.6
"""A marble of glass."""


class Fall(NamedTuple):
    """What a draw did: how long it took, and the ways of those that fell, in the order in which they left the tower."""

    frames: int
    paths: tuple[Path, ...]


class Shaft:
    """A tower of real bodies. The same seed and the same draws give the same falls on the same machine."""

    def __init__(self, layout: Layout, sticks: int, marbles: int, seed: int) -> None:
        self._random = Random(seed)
        self._model = mujoco.MjModel.from_xml_string(_described([layout.stick(n) for n in members(sticks)], marbles))
        self._data = mujoco.MjData(self._model)
        # seven numbers for the place and turn of each marble, six for its speed
        self._places: NDArray[np.float64] = self._data.qpos.reshape(marbles, 7)
        self._speeds: NDArray[np.float64] = self._data.qvel.reshape(marbles, 6)
        self._inside = np.ones(marbles, dtype=bool)
        self.sticks = sticks
        for number in range(marbles):
            layer, cell = divmod(number, ACROSS * ACROSS)
            across, along = ((place - 1) * 26 + self._random.uniform(-4, 4) for place in divmod(cell, ACROSS))
            self._places[number, :3] = (across * MM, along * MM, (POURED_FROM + 18 * layer) * MM)
        self._pour()

    @property
    def inside(self) -> int:
        """How many marbles are inside."""
        return int(self._inside.sum())

    def pull(self, stick: int) -> Fall:
        """Draw a tentacle, and wait until everything lies still."""
        self._take_out(stick)
        film = [self._places[:, :3] / MM]
        order: list[int] = []
        still = 0
        while (still < STILL and len(film) < PATIENCE) or film[-1][order, 2].max(initial=BELOW) > BELOW:
            self._run()
            film.append(self._places[:, :3] / MM)
            order += self._let_out()
            still = still + 1 if self._lies_still() else 0
        return Fall(PULL + len(film), tuple(_path(np.array([frame[marble] for frame in film])) for marble in order))

    def hold(self, number: int) -> None:
        """Make it so many marbles inside: take out the lowest, or pour in what is missing.

        This is for towers whose past is known from a record alone, written where marbles rolled otherwise.
        """
        by_height = [int(marble) for marble in np.argsort(self._places[:, 2]) if self._inside[marble]]
        for marble in by_height[: max(0, len(by_height) - number)]:
            self._remove(marble)
        for marble in np.flatnonzero(~self._inside)[: max(0, number - len(by_height))]:
            self._inside[marble] = True
            self._collides(int(marble), True)
            self._put_on_top(int(marble))
        self._pour()

    # -- inside -------------------------------------------------------------------------------------------------------

    def _pour(self) -> None:
        """Let marbles come to rest; what drops out goes back in, as long as the tower can hold it (TM-S2)."""
        still = frames = 0
        while still < STILL and frames < PATIENCE:
            self._run()
            frames += 1
            for marble in np.flatnonzero(self._inside & (self._places[:, 2] < 0)):
                self._put_on_top(int(marble))
            still = still + 1 if self._lies_still() else 0
        self._let_out()

    def _run(self) -> None:
        mujoco.mj_step(self._model, self._data, STEPS)

    def _lies_still(self) -> bool:
        return bool(np.abs(self._speeds[self._inside, :3]).max(initial=0.0) < REST)

    def _let_out(self) -> list[int]:
        """The marbles that have just passed the exit, the lowest first; nothing touches them any more."""
        out = np.flatnonzero(self._inside & (self._places[:, 2] < 0))
        order = [int(marble) for marble in out[np.argsort(self._places[out, 2])]]
        for marble in order:
            self._remove(marble)
        return order

    def _remove(self, marble: int) -> None:
        self._inside[marble] = False
        self._collides(marble, False)

    def _collides(self, marble: int, collides: bool) -> None:
        geom = self._model.geom(f"marble {marble}").id
        self._model.geom_contype[geom] = int(collides)
        self._model.geom_conaffinity[geom] = 3 * collides

    def _put_on_top(self, marble: int) -> None:
        edge = WIDTH / 2 - MARBLE
        across, along = (self._random.uniform(-edge, edge) for _ in "xy")
        self._places[marble, :3] = (across * MM, along * MM, (POURED_FROM + 40) * MM)
        self._speeds[marble] = 0

    def _take_out(self, stick: int) -> None:
        """Far away; how quickly a tentacle is drawn matters little for what falls."""
        self.sticks &= ~(1 << stick)
        body = self._model.body(f"stick {stick}").mocapid[0]
        self._data.mocap_pos[body] = (0, 0, 9)


def _path(places: NDArray[np.float64]) -> Path:
    """A marble's way from its first movement until it is below the exit."""
    moved = np.linalg.norm(places - places[0], axis=1) > SEEN
    first = max(0, int(moved.argmax()) - 1)
    below = places[:, 2] < BELOW
    last = int(below.argmax()) if below.any() else len(places) - 1
    return Path(PULL + first, tuple(int(x) for x in np.round(places[first : last + 1] * 10).ravel()))


def _described(sticks: list[Stick], marbles: int) -> str:
    """The model in MuJoCo's own language.

    Marbles touch each other, walls and tentacles; tentacles touch nothing else. Walls go on upwards for ever.
    """
    half = WIDTH / 2 * MM
    walls = [
        f'<geom type="plane" size="1 1 1" pos="{-x * half} {-y * half} 0" zaxis="{x} {y} 0" '
        'contype="2" conaffinity="0"/>'
        for x, y in ((1, 0), (-1, 0), (0, 1), (0, -1))
    ]
    balls = [
        f'<body pos="0 0 {5 + number}"><freejoint/><geom name="marble {number}" type="sphere" size="{MARBLE / 2 * MM}" '
        f'mass="{GRAMS * MM}" contype="1" conaffinity="3"/></body>'
        for number in range(marbles)
    ]
    return f"""<mujoco>
        <option timestep="{STEP}" integrator="implicitfast" iterations="20" tolerance="1e-6"/>
        <size memory="20M"/>
        <default><geom friction="{FRICTION} 0.001 0.0001" solref="{2 * STEP} 1" condim="3"/></default>
        <worldbody>{"".join([*walls, *map(_stick, sticks), *balls])}</worldbody>
    </mujoco>"""


def _stick(stick: Stick) -> str:
    x, y = AXES[stick.direction]
    east, north = {"EW": (0.0, stick.offset), "NS": (stick.offset, 0.0)}.get(stick.direction, (0.0, 0.0))
    half = WIDTH * MM
    return (
        f'<body name="stick {stick.number}" mocap="true" pos="{east * MM} {north * MM} {stick.height * MM}">'
        f'<geom type="capsule" size="{THICK / 2 * MM}" fromto="{-half * x} {-half * y} 0 {half * x} {half * y} 0" '
        f'contype="2" conaffinity="0"/></body>'
    )


def versions() -> dict[str, Any]:
    """What simulates: to be told beside figures."""
    return {"mujoco": mujoco.__version__, "step": STEP, "friction": FRICTION}
