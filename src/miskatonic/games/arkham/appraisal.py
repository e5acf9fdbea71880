"""How likely an investigator is to seal the gate, at a glance (see `games/appraisal.py`)."""

from __future__ import annotations

from typing import Final

from miskatonic.games.appraisal import crossed, likelihood
from miskatonic.games.arkham.state import Case, Investigator, sheets_of

# fitted by tools/fit_appraisals.py
WEIGHTS: Final = (
    -2.13, -0.1939, 1.189, -1.647, -3.157, 1.48, -2.299, 0.6909, -0.8765, 0.7846,
    1.031, 0.04985, -0.5513, 0.5214, 0.5009, -0.2217, -11.89, 0.01475, -1.117, -0.3045,
    0.09089, -0.156, 0.1824, -0.1364, -0.1986, -0.3956, -0.1152, 0.2607, 0.2504, -1.472,
    0.6191, 2.549, -0.3576, 0.7536, -1.311, -1.291, 0.08419, 1.029, -2.152, -2.404,
    5.475, 5.259, 0.3265, 31.57, 0.3551, -0.0686, 0.2403, -0.2267, 0.1301, 0.2364,
    0.1534, 0.6463, -0.6122, -0.5521, -2.17, 7.272, 0.9781, 3.834, -1.363, 2.624,
    3.24, 1.288, 0.5289, -8.502, -6.077, -0.487, 0, 1.169, -0.907, -0.06044,
    -0.001496, 0.1038, 0.2201, 0.2004, 0.2321, 0.8205, 0.3805, -0.1505, 0.8322, 0.1794,
    0.6387, 0.02593, 0.2545, 0.2239, -0.2341, 0, 0.03599, -0.08925, 0.4446, 0.2644,
    0.03971, 0.08899, 0.3019, -0.3062, -0.6756, 1.593, 0.1247, -0.2538, 0.1509, -0.251,
    -0.2482, -0.1681, 0.07741, -0.03539, -0.03809, -0.5082, -0.06757, 0.2999, 0.02321, 0.05693,
    0.04985, 0, 0, 0, -0.5513, 0, 0, 0.5214, 0, 0.5009,
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
