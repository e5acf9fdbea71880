"""The greedy player: one step ahead on the worth of rows, afraid of madness (section 5 of the rules, notes for bots)."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import product
from typing import Any, Final, NamedTuple

from miskatonic.games.insanity.labels import copies, written
from miskatonic.games.insanity.names import COLOUR_OF, COLOURS, SEATS, SPACE
from miskatonic.games.insanity.vocabulary import VOCABULARY
from miskatonic.kernel import Ask, View

TEMPO: Final = 7.0
"""What a small number is worth beyond its points: it keeps a space from an X."""
DREAD: Final = 6.0
"""The risk of a colour that is lost, or about to be; none when mastery exceeds madness by `SAFE`."""
SAFE: Final = 10
CRAMP: Final = 12.0
"""What it costs that a colour has no pair of empty neighbours left."""
EASE: Final = 0.6
"""How much of that cost every further pair leaves."""


@cache
def potential(total: int, left: int, target: int, faces: tuple[int, ...]) -> float:
    """What a row will be worth when it is full, if of two dice each time the better one is written."""
    if left == 0:
        return 2.0 * total if total == target else float(total)
    after = sorted(potential(total + face, left - 1, target, faces) for face in faces)
    number = len(after)
    return sum(value * ((place + 1) ** 2 - place**2) for place, value in enumerate(after)) / number**2


class Sheet(NamedTuple):
    """One player's sheet as the greedy player sees it."""

    view: View
    novice: dict[str, Any]

    def worth(self, colour: str, added: tuple[int, ...] = (), row: list[int] | None = None) -> float:
        """The potential of a row after some more entries, or with other entries."""
        printed = self.view["sheet"]["rows"][colour]
        entries = [*(self.novice["rows"][colour] if row is None else row), *added]
        faces = tuple(self.view["sheet"]["dice"]["positive"])
        return potential(printed["start"] + sum(entries), printed["free"] - len(entries), printed["target"], faces)

    def gain(self, colour: str, *added: int) -> float:
        """What some more entries do to a row."""
        return self.worth(colour, added) - self.worth(colour)

    def dread(self, sizes: dict[str, int]) -> float:
        """The risk of going insane, over all colours."""
        total = 0.0
        for colour in COLOURS:
            margin = self.novice["values"][colour] - sizes[colour]
            total += DREAD * min(1.0, max(0.0, (SAFE - margin) / SAFE))
        return total

    def with_numbers(self, added: list[tuple[str, int]]) -> dict[str, int]:
        """The madness of every colour after more numbers are written."""
        sizes = dict(self.novice["sizes"])
        for space, number in added:
            sizes[COLOURS[COLOUR_OF[SPACE[space]]]] -= number
        return sizes

    def cramped(self, filled: list[str]) -> float:
        """How near every colour is to having no pair of empty neighbours left: then every copy costs an X."""
        full = {*self.novice["brain"], *filled}
        pairs = dict.fromkeys(COLOURS, 0)
        for one, two in self.view["sheet"]["lines"]:
            if one not in full and two not in full:
                for colour in {COLOURS[COLOUR_OF[SPACE[one]]], COLOURS[COLOUR_OF[SPACE[two]]]}:
                    pairs[colour] += 1
        return sum(CRAMP * EASE**number for number in pairs.values())


def greedy(view: View, ask: Ask) -> int:
    """Answer a question as the greedy player would; a neighbour's sheet is filled as badly as it can be."""
    owner = ask.seat if ask.actor != ask.seat or view["seat"] is None else view["seat"]
    sheet = Sheet(view, view["novices"][owner])
    judge = JUDGES[ask.prompt]
    values = {code: judge(sheet, VOCABULARY.short(code)) for code in ask.options}
    best = min if ask.actor != ask.seat and ask.prompt == "place" else max
    return best(ask.options, key=values.__getitem__)


def judge_dice(sheet: Sheet, pair: str) -> float:
    """The expected gain of the better of two results."""
    one, two = (_gains(sheet, colour) for colour in pair.split("+"))
    return sum(max(a, b) for a, b in product(one, two)) / (len(one) * len(two))


def _gains(sheet: Sheet, colour: str) -> list[float]:
    faces = sheet.view["sheet"]["dice"]["positive"]
    if colour not in sheet.novice["usable"]:
        return [-TEMPO] * len(faces)
    return [sheet.gain(colour, face) for face in faces]


def judge_commit(sheet: Sheet, colour: str) -> float:
    """The expected gain of one die."""
    gains = _gains(sheet, colour)
    return sum(gains) / len(gains)


def judge_write(sheet: Sheet, word: str) -> float:
    """What the row gains; a small number is better than none."""
    if word == "nothing":
        return 0.0
    colour = word.removeprefix("fallback in ")
    if colour == word:
        return sheet.gain(colour, written(sheet.view, colour))
    return TEMPO + sheet.gain(colour, sheet.view["sheet"]["fallback"])


def judge_place(sheet: Sheet, word: str) -> float:
    """Little dread, many pairs left; an X costs what its row loses."""
    numbers = copies(sheet.view | {"seat": SEATS.index(sheet.novice["name"])})
    added = [(space, number) for space, number in zip(word.split(), numbers, strict=True) if space != "-"]
    lost = 0.0
    if len(added) < min(2, sheet.novice["copies"]):
        lost = -max((sheet.gain(colour, 0) for colour in _nearest(sheet, sheet.view["die"])), default=0.0)
    return -sheet.cramped([space for space, _ in added]) - sheet.dread(sheet.with_numbers(added)) - lost


def _nearest(sheet: Sheet, start: str) -> list[str]:
    """UI-X2: the rows that an X may fall into."""
    for ring in sheet.view["sheet"]["rings"][start]:
        rows = [c for c in ring if len(sheet.novice["rows"][c]) < sheet.view["sheet"]["rows"][c]["free"]]
        if rows:
            return rows
    return []


def judge_extra(sheet: Sheet, space: str) -> float:
    """Where one more copy hurts least."""
    return -sheet.dread(sheet.with_numbers([(space, copies(sheet.view)[1])]))


def judge_put(sheet: Sheet, space: str) -> float:
    """Where a number that was sent hurts least: all spaces of a colour count alike, so keep pairs open."""
    return -sheet.cramped([space])


def judge_cross(sheet: Sheet, colour: str) -> float:
    """Where an X hurts least."""
    return sheet.gain(colour, 0)


def judge_order(sheet: Sheet, colour: str) -> float:
    """Any order will do; First cards that are still to be had come first."""
    return float(sheet.view["first"][colour] is None)


def judge_outburst(sheet: Sheet, colour: str) -> float:
    """The colour in which most others come nearest to madness."""
    others = [novice for novice in sheet.view["novices"] if novice is not sheet.novice]
    return sum(_hurt(sheet.view, novice, colour) for novice in others)


def _hurt(view: View, novice: dict[str, Any], colour: str) -> float:
    """What a middling number of a colour would do to a player."""
    own = [space for space in view["sheet"]["spaces"] if COLOURS[COLOUR_OF[SPACE[space]]] == colour]
    if all(space in novice["brain"] for space in own):
        return 0.0
    sheet = Sheet(view, novice)
    faces = view["sheet"]["dice"]["negative"]
    number = sum(faces) // len(faces)
    return sheet.dread(sheet.with_numbers([(own[0], number)])) - sheet.dread(novice["sizes"]) - number


def judge_bonus(sheet: Sheet, word: str) -> float:
    """What a use is worth against keeping the card, which is worth more the longer the game will last."""
    if word == "pass":
        left = sum(row["free"] for row in sheet.view["sheet"]["rows"].values()) - max(
            sum(map(len, novice["rows"].values())) for novice in sheet.view["novices"]
        )
        return KEEP * min(1.0, (left - 1) / 6)
    card, *parts = word.split()
    kind = sheet.view["sheet"]["bonuses"][card]["kind"]
    return USES.get(kind, _plain_use)(sheet, parts)


KEEP: Final = 6.0
"""What an unused First card is worth in the middle of the game."""


def _plain_use(sheet: Sheet, parts: list[str]) -> float:
    """A use whose worth is not worked out: better than keeping the card to the end."""
    return KEEP / 2


def _relief(sheet: Sheet, space: str) -> float:
    """What it is worth that a number leaves the brain."""
    number = sheet.novice["brain"][space]
    return -number + sheet.dread(sheet.novice["sizes"]) - sheet.dread(sheet.with_numbers([(space, -number)]))


def _adjust(sheet: Sheet, parts: list[str]) -> float:
    row, place, delta = parts[0], int(parts[1]) - 1, int(parts[2])
    entries = list(sheet.novice["rows"][row])
    entries[place] += delta
    return sheet.worth(row, row=entries) - sheet.worth(row)


def _both(sheet: Sheet, parts: list[str]) -> float:
    gains = [sheet.gain(colour, written(sheet.view, colour)) for colour in sheet.view["rolled"]]
    return TEMPO + min(gains)


def _third(sheet: Sheet, parts: list[str]) -> float:
    shown = [c for c in sheet.view["rolled"] if c in sheet.novice["usable"]]
    best = max((sheet.gain(colour, written(sheet.view, colour)) for colour in shown), default=0.0)
    gains = _gains(sheet, parts[0])
    return sum(max(0.0, gain - best) for gain in gains) / len(gains)


def _once(sheet: Sheet, parts: list[str]) -> float:
    face: int = sheet.novice["face"] or sheet.view["face"]
    return float(-face)


USES: Final[dict[str, Callable[[Sheet, list[str]], float]]] = {
    "adjust_positive": _adjust,
    "write_both": _both,
    "third_die": _third,
    "limit_negative": _once,
    "transfer_negative": lambda sheet, parts: _relief(sheet, parts[0]) + 4 * (parts[1] != "-"),
    "erase_negative": lambda sheet, parts: _relief(sheet, parts[0]),
    "write_extra": lambda sheet, parts: TEMPO + sheet.gain(parts[0], 4),
    "cure": lambda sheet, parts: DREAD,
    "score": lambda sheet, parts: 2 * KEEP,
}

JUDGES: Final[dict[str, Callable[[Sheet, str], float]]] = {
    "dice": judge_dice,
    "commit": judge_commit,
    "write": judge_write,
    "place": judge_place,
    "extra": judge_extra,
    "cross": judge_cross,
    "order": judge_order,
    "outburst": judge_outburst,
    "put": judge_put,
    "bonus": judge_bonus,
}
