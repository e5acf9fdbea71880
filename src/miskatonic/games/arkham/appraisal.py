"""How likely an investigator is to seal the gate, at a glance (see `games/appraisal.py`)."""

from __future__ import annotations

from typing import Final

from miskatonic.games.appraisal import crossed, likelihood
from miskatonic.games.arkham.state import Case, Investigator, sheets_of

# fitted by tools/fit_appraisals.py
WEIGHTS: Final = (
    -0.7037, -0.4801, 0.8658, -1.821, -0.9187, 3.183, -1.746, 0.4533, 1.322, 0.3751,
    1.348, -0.3162, -1.899, 0, 2.63, -0.5132, -8.658, 0.128, 1.246, -0.2598,
    -0.8383, 1.127, 0.7517, -0.07182, -0.1446, -0.6778, 0.1949, 0, 1.315, -1.824,
    1.373, 9.134, -1.091, -1.393, 0.7158, -0.0155, 0.5285, 0.2733, -4.285, 0.3051,
    0, 27.61, 0.2797, 9.187, 0.4062, 0.1262, 0.6583, -0.498, 0.2043, 0.05706,
    0.3407, 0.5119, 0, -2.687, -12.22, -11.47, -2.516, 22.96, 0.7265, 2.018,
    -3.94, 6.806, 1.766, 0, -47.24, -0.1155, 0, -0.1947, 0.1356, 0.2234,
    0.008421, 0.8021, 1.575, 0, 0.1084, 0.3905, 0.7245, 1.872, 1.169, 0.2634,
    0.9695, 1.365, 0, -0.7304, -2.767, 0, 0.1223, -0.2042, 0.4455, 1.98,
    0, 0.5677, -2.575, 0.2749, 0.5153, 1.325, 0.1356, 0, 0.6788, -0.6976,
    -0.03572, -0.4442, -0.02677, 0, -0.009494, -0.244, 0.2086, 0.4588, 0, 0.8801,
    -0.3162, 0, 0, 0, -1.899, 0, 0, 0, 0, 2.63,
)  # fmt: skip


def signs(state: Investigator | Case, seat: int) -> list[float]:
    """What matters at the beginning of a turn, alone and in pairs: the way, the time left, body, mind and means."""
    s = sheets_of(state)[seat]
    sheet = s.sheet
    way = 3 - s.seals - s.inv / sheet.inv_end
    clock = (s.time - sheet.time_reset) / (sheet.time_end - sheet.time_reset)
    night = max(0.05, 3 - s.keys - clock)
    return crossed(
        [
            way,
            0.2 / (0.1 + way),
            night,
            0.2 / (0.1 + night),
            s.health / 10,
            1 / max(1, s.health),
            s.sanity / 10,
            1 / max(1, s.sanity),
            s.fight / sheet.fight_max,
            s.magic / sheet.magic_max,
            float(s.inv == sheet.elder),
            float(s.elder_die),
            float(s.tired),
            float(s.gift),
        ]
    )


def appraise(state: Investigator | Case) -> tuple[float, ...]:
    """The chance of everybody to win."""
    return tuple(
        float(s.result == "won") if s.result else likelihood(signs(state, seat), WEIGHTS)
        for seat, s in enumerate(sheets_of(state))
    )
