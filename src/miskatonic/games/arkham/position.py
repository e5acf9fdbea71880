"""A case at rest as one line of text, and back: `turn=6 time=4 inv=10 ... gift=no`.

Side by side, what is the same on all sheets is named once; the rest by seat, as in `1.health=7`. Who has finished has a
result: `1.result=lost:keys`.
"""

from __future__ import annotations

from typing import Final

from miskatonic.games.arkham.state import FIELDS, FLAGS, Case, Investigator, post, sheets_of
from miskatonic.kernel import SetupError

RESULTS: Final = ("won", "lost:health", "lost:sanity", "lost:keys")


def position(state: Investigator | Case) -> str:
    """The sheets at rest, as one line."""
    sheets = [_words(s) for s in sheets_of(state)]
    common = [word for word in sheets[0] if all(word in words for words in sheets)]
    own = [f"{seat}.{word}" for seat, words in enumerate(sheets) for word in words if word not in common]
    return " ".join(common + own)


def _words(s: Investigator) -> list[str]:
    words = [f"{name}={getattr(s, name)}" for name in FIELDS]
    words += [f"{name}={'yes' if getattr(s, name) else 'no'}" for name in FLAGS]
    return words + [f"result={s.result}"] * bool(s.result)


def place(state: Investigator | Case, text: str) -> Investigator | Case:
    """Put the markers where a line says: of every sheet, or of one seat; fields not named stay as set up."""
    sheets = sheets_of(state)
    for word in sorted(text.split(), key=_results_first):
        seat, dot, own = word.partition(".")
        if not dot:
            for s in sheets:
                _place_word(s, word)
        elif isinstance(state, Case) and seat.isdecimal() and int(seat) < len(sheets):
            s = sheets[int(seat)]
            if own.startswith("result=") and own.removeprefix("result=") in RESULTS:
                s.result = own.removeprefix("result=")
            else:
                _place_word(s, own)
        else:
            raise SetupError(f"{word!r} is for a seat that is not at this table")
    for s in sheets:
        _check_end(s)
    if isinstance(state, Case):
        if all(s.result for s in sheets):
            raise SetupError("everybody has finished this case; somebody must still play")
        post(state)
    return state


def _results_first(word: str) -> bool:
    """Who has finished may stand where nobody plays on: so that is read first."""
    return ".result=" not in word


def _place_word(s: Investigator, word: str) -> None:
    name, _, value = word.partition("=")
    if name in FLAGS and value in ("yes", "no"):
        setattr(s, name, value == "yes")
    elif name in FIELDS and value.isdecimal():
        _place_marker(s, name, int(value))
    else:
        known = ", ".join((*FIELDS, *FLAGS))
        raise SetupError(f"{word!r} is no part of a position; write name=number or name=yes/no with: {known}")


def _place_marker(s: Investigator, name: str, value: int) -> None:
    sheet = s.sheet
    low, high = {
        "turn": (1, 10_000),
        "time": (0, sheet.time_end),
        "inv": (0, sheet.inv_end),
        "health": (int(s.result != "lost:health"), sheet.health_max),
        "sanity": (int(s.result != "lost:sanity"), sheet.sanity_max),
        "fight": (0, sheet.fight_max),
        "magic": (0, sheet.magic_max),
        "seals": (0, 3 if s.result == "won" else 2),
        "keys": (0, 3 if s.result == "lost:keys" else 2),
    }[name]
    if not low <= value <= high:
        raise SetupError(f"{name}={value} is not on this sheet; it goes from {low} to {high}")
    setattr(s, name, value)


def _check_end(s: Investigator) -> None:
    """DA-W1, DA-W2, DA-W3: a result needs its reason on the sheet."""
    reasons = {"won": s.seals == 3, "lost:keys": s.keys == 3, "lost:health": not s.health, "lost:sanity": not s.sanity}
    if not reasons.get(s.result, True):
        raise SetupError(f"result={s.result} does not fit the markers of that sheet")
