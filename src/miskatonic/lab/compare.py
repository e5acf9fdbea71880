"""Two bots on the same dice.

Matches that differ only in who sits where have the same dice, and are not independent: all of them are one observation.
"""

from __future__ import annotations

import numpy as np
import polars as pl

from miskatonic.lab.dice import dice_of
from miskatonic.lab.figures import Numbers
from miskatonic.lab.run import Run


def scores(run: Run, seats: pl.DataFrame, first: str, second: str) -> Numbers:
    """What the first bot has against the second on all dice in turn: more in all its seats 1, the same 0.5, less 0.

    Dice with which not all have sat everywhere yet are left out.
    """
    meetings = _meetings(run, first, second)
    number = pl.col("number")
    met = seats.with_columns(dice=dice_of(run), lineup=number % len(run.lineups))
    met = met.filter(pl.col("lineup").is_in(meetings))
    whole = met.group_by("dice").agg(number.n_unique()).filter(number == len(meetings))
    one, other = (
        met.filter(pl.col("bot") == bot).group_by("dice").agg(pl.col("returned").mean()) for bot in (first, second)
    )
    both = whole.join(one, on="dice").join(other, on="dice", suffix="_other").sort("dice")
    lead: Numbers = both["returned"].to_numpy() - both["returned_other"].to_numpy()
    return (np.sign(lead) + 1) / 2


def _meetings(run: Run, first: str, second: str) -> list[int]:
    """The line-ups in which both sit; where they never meet, those in which either does."""
    sitting = [{first, second} & set(lineup) for lineup in run.lineups]
    most = max(map(len, sitting))
    return [at for at, bots in enumerate(sitting) if len(bots) == most]
