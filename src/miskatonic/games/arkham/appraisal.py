"""How likely an investigator is to seal the gate, at a glance (see `games/appraisal.py`)."""

from __future__ import annotations

from typing import Final

from miskatonic.games.appraisal import crossed, likelihood
from miskatonic.games.arkham.state import Case, Investigator, sheets_of

# fitted by tools/fit_appraisals.py
WEIGHTS: Final = (
    -2.754, 0.6714, 1.566, -0.1293, -0.3882, 0.8145, 0.7755, -0.13, -0.02517, -0.612,
    -0.2937, -0.2429, 1.612, -2.003, 1.877, -1.464, 1.013, 1.39, -0.1049, -0.0514,
    -0.02058, 0.6714, 0, 0.05031, 0.1935, 0.0666, 0.104, 0.05091, 0.1593, 0.1084,
    -0.04049, -0.1203, 0.4971, 0.1864, -0.07456, -0.08724, 0.05445, 0.1816, 0.02093, -0.0514,
    -0.02058, 1.566, 0.1015, 0.3028, 0.5094, 0.9363, -0.05806, -0.02232, 0.06549, 0.2948,
    -1.906, 0.4867, 0.07316, -0.1723, -1.028, 0.2442, 0.5671, -0.1195, 0, 0,
    -0.1293, 0, 0.004059, 0.05454, 0.02351, -0.009299, -0.01851, -0.04148, 0.06343, 0.2177,
    0.09883, 0.0706, 0.03796, 0.01931, 0.03703, -0.09766, -0.02643, 0.003412, -0.3882, 0.5432,
    0.09416, 0.08638, -0.02311, 0.1008, -0.3491, -0.4693, 0.6278, 0.1417, 0.001998, -0.08565,
    0.09578, 0.2107, -0.1359, 0.03386, 0.06938, 0.7755, -0.1261, 0.5113, -0.04474, 0.1267,
    -0.7852, -3.559, 0.5858, -0.2401, 0.2063, 0.9599, 0.1877, 0.2298, 0.6333, 0,
    0, -1.282, -0.5237, -0.07954, -0.6162, 2.044, 0.8102, 0.08009, 0.3166, 0.1475,
    -0.62, -0.1897, -0.049, -0.1462, 0, 0, -0.13, 0, 0.402, -0.206,
    0.2108, 0.03672, 0.2718, 0.03474, 0.3571, -0.1027, -0.06388, -0.1049, -0.0514, -0.02058,
    -0.02517, -0.0755, -0.4973, 0.7291, -0.07861, 0.6308, 0.2292, 1.448, -0.1932, -0.1285,
    0, 0, 0, -0.4023, -0.5611, 1.18, 0.314, -0.3212, 0.1466, 0.0667,
    0.1141, 0.03651, 0.05715, -0.0514, -0.02058, -0.2456, -0.1943, 0.1995, 0.4259, -0.1804,
    0.07054, 0.02293, -0.04085, -0.08563, 0, 0, 0.01679, 0.09464, -0.785, 0.5443,
    0.4646, 0.09188, 0.03489, 0.03648, -0.257, -0.1029, -0.338, 0, 0.9082, -0.8415,
    -0.152, -0.0685, -0.05001, 0.07086, 0.1846, 0.7211, 0.2022, 0.2366, 0.789, 0.2457,
    -0.05814, 0.1258, 0.2207, -0.6671, 0, 0.01789, -0.08545, -0.008835, 0.06299, 0.1273,
    0.02176, -0.3837, -0.4347, 0.09159, -0.1525, 0.2487, -0.2635, -0.1385, 0.03874, 0.01271,
    -0.01277, -0.4317, 0.05891, 0.006635, 0.01643, -0.1049, 0, 0, -0.0514, 0,
    -0.02058,
)  # fmt: skip


def signs(state: Investigator | Case, seat: int) -> list[float]:
    """What matters at the beginning of a turn, alone and in pairs: seals, keys, track, clock, body, mind and means."""
    s = sheets_of(state)[seat]
    sheet = s.sheet
    track = s.inv / sheet.inv_end
    return crossed(
        [
            float(s.seals == 1),
            float(s.seals == 2),
            float(s.keys == 1),
            float(s.keys == 2),
            track,
            track * track,
            float(s.inv < sheet.elder),
            float(s.inv == sheet.elder),
            (sheet.red_until[sheet.inv_end - 1] - sheet.red_until[s.inv]) / 3,
            (s.time - sheet.time_reset) / (sheet.time_end - sheet.time_reset),
            1 / (1 + sheet.time_end - s.time),
            s.health / 10,
            1 / max(1, s.health),
            s.sanity / 10,
            1 / max(1, s.sanity),
            s.fight / max(1, sheet.fight_max),
            s.magic / max(1, sheet.magic_max),
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
