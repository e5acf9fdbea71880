"""The greedy player: one step ahead on the worth of rows, afraid of madness (section 5 of the rules)."""

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
DREAD: Final = 12.0
"""The risk of a colour that is lost, or about to be; none when mastery exceeds madness by `SAFE`."""
SAFE: Final = 10
KEEP: Final = 4.0
"""What an unused First card is worth in the middle of the game."""
SPARED: Final = 2.0
"""What it is worth that a colour has no pair of empty neighbours left: an X costs less than a second copy."""
FADE: Final = 0.6
"""How much of that worth every further pair leaves."""


SHORT: Final = cache(VOCABULARY.short)
"""The word of a code: looked up again and again."""


@cache
def potential(total: int, left: int, target: int, faces: tuple[int, ...]) -> float:
    """What a row will be worth when it is full, if of two dice each time the better one is written."""
    if left == 0:
        return 2.0 * total if total == target else float(total)
    after = sorted(potential(total + face, left - 1, target, faces) for face in faces)
    number = len(after)
    return sum(value * ((place + 1) ** 2 - place**2) for place, value in enumerate(after)) / number**2


@cache
def risk(margin: int) -> float:
    """How bad it is that mastery exceeds madness only by so much."""
    return DREAD * min(1.0, max(0.0, (SAFE - margin) / SAFE))


@cache
def between(one: str, two: str) -> tuple[str, ...]:
    """The colours of two spaces, each once."""
    return tuple({COLOURS[COLOUR_OF[SPACE[one]]]: 0, COLOURS[COLOUR_OF[SPACE[two]]]: 0})


class Glance(NamedTuple):
    """One player's sheet as the greedy player sees it."""

    view: View
    novice: dict[str, Any]

    def worth(self, colour: str, added: tuple[int, ...] = (), row: list[int] | None = None) -> float:
        """The potential of a row after some more entries, or with other entries."""
        printed = self.view["sheet"]["rows"][colour]
        entries = [*(self.novice["rows"][colour] if row is None else row), *added]
        faces = tuple(self.view["sheet"]["dice"]["positive"])
        return potential(printed["start"] + sum(entries), printed["free"] - len(entries), printed["target"], faces)

    def gain(self, colour: str, added: int) -> float:
        """What one more entry does to a row, and to the dread of its colour."""
        margin = self.novice["values"][colour] - self.novice["sizes"][colour]
        relief = risk(margin) - risk(margin + added)
        return self.worth(colour, (added,)) - self.worth(colour) + relief

    def dread(self, sizes: dict[str, int]) -> float:
        """The risk of going insane, over all colours."""
        return sum(risk(self.novice["values"][colour] - sizes[colour]) for colour in COLOURS)

    def with_numbers(self, added: list[tuple[str, int]]) -> dict[str, int]:
        """The madness of every colour after more numbers are written."""
        sizes = dict(self.novice["sizes"])
        for space, number in added:
            sizes[COLOURS[COLOUR_OF[SPACE[space]]]] -= number
        return sizes

    def crowding(self, filled: list[str]) -> float:
        """How near every colour is to having no pair of empty neighbours left."""
        full = {*self.novice["brain"], *filled}
        pairs = dict.fromkeys(COLOURS, 0)
        for one, two in self.view["sheet"]["lines"]:
            if one not in full and two not in full:
                for colour in between(one, two):
                    pairs[colour] += 1
        return sum(SPARED * FADE**number for number in pairs.values())


def greedy(view: View, ask: Ask) -> int:
    """Answer a question as the greedy player would."""
    worth = judged(view, ask)
    return max(ask.options, key=worth.__getitem__)


def ranking(view: View, ask: Ask) -> list[int]:
    """All options, the best first."""
    worth = judged(view, ask)
    return sorted(ask.options, key=worth.__getitem__, reverse=True)


def judged(view: View, ask: Ask) -> dict[int, float]:
    """What every option is worth; a neighbour's sheet is filled as badly as it can be."""
    owner = ask.seat if ask.prompt == "place" else ask.actor
    at = Glance(view, view["novices"][owner])
    judge = JUDGES[ask.prompt]
    sign = -1.0 if ask.actor != ask.seat and ask.prompt == "place" else 1.0
    return {code: sign * judge(at, SHORT(code)) for code in ask.options}


def judge_dice(at: Glance, pair: str) -> float:
    """The expected gain of the better of two results."""
    one, two = (_gains(at, colour) for colour in pair.split("+"))
    return sum(max(a, b) for a, b in product(one, two)) / (len(one) * len(two))


def _gains(at: Glance, colour: str) -> list[float]:
    faces = at.view["sheet"]["dice"]["positive"]
    if colour not in at.novice["usable"]:
        return [-TEMPO] * len(faces)
    return [at.gain(colour, face) for face in faces]


def judge_commit(at: Glance, colour: str) -> float:
    """The expected gain of one die."""
    gains = _gains(at, colour)
    return sum(gains) / len(gains)


def judge_write(at: Glance, word: str) -> float:
    """What the row gains; a small number is better than none."""
    if word == "nothing":
        return 0.0
    colour = word.removeprefix("fallback in ")
    if colour == word:
        return at.gain(colour, written(at.view, colour))
    return TEMPO + at.gain(colour, at.view["sheet"]["fallback"])


def judge_place(at: Glance, word: str) -> float:
    """Little dread, few pairs left; an X costs what its row loses."""
    numbers = copies(at.view | {"seat": SEATS.index(at.novice["name"])})
    added = [(space, number) for space, number in zip(word.split(), numbers, strict=True) if space != "-"]
    lost = 0.0
    if len(added) < min(2, at.novice["copies"]):
        lost = -max((at.gain(colour, 0) for colour in _nearest(at, at.view["die"])), default=0.0)
    return at.crowding([space for space, _ in added]) - at.dread(at.with_numbers(added)) - lost


def _nearest(at: Glance, start: str) -> list[str]:
    """UI-X2: the rows that an X may fall into."""
    for ring in at.view["sheet"]["rings"][start]:
        rows = [c for c in ring if len(at.novice["rows"][c]) < at.view["sheet"]["rows"][c]["free"]]
        if rows:
            return rows
    return []


def judge_extra(at: Glance, space: str) -> float:
    """Where one more copy hurts least."""
    return -at.dread(at.with_numbers([(space, copies(at.view)[1])]))


def judge_put(at: Glance, space: str) -> float:
    """Where a number that was sent hurts least: all spaces of a colour count alike, so crowd."""
    return at.crowding([space])


def judge_cross(at: Glance, colour: str) -> float:
    """Where an X hurts least."""
    return at.gain(colour, 0)


def judge_order(at: Glance, colour: str) -> float:
    """Any order will do; First cards that are still to be had come first."""
    return float(at.view["first"][colour] is None)


def judge_outburst(at: Glance, colour: str) -> float:
    """The colour in which most others come nearest to madness."""
    others = [novice for novice in at.view["novices"] if novice is not at.novice]
    return sum(_hurt(at.view, novice, colour) for novice in others)


def _hurt(view: View, novice: dict[str, Any], colour: str) -> float:
    """What a middling number of a colour would do to a player."""
    own = [space for space in view["sheet"]["spaces"] if COLOURS[COLOUR_OF[SPACE[space]]] == colour]
    if all(space in novice["brain"] for space in own):
        return 0.0
    at = Glance(view, novice)
    faces = view["sheet"]["dice"]["negative"]
    number: int = sum(faces) // len(faces)
    return at.dread(at.with_numbers([(own[0], number)])) - at.dread(novice["sizes"]) - number


def judge_bonus(at: Glance, word: str) -> float:
    """What a use is worth against keeping the card, which is worth more the longer the game will last."""
    if word == "pass":
        left: int = sum(row["free"] for row in at.view["sheet"]["rows"].values()) - max(
            sum(map(len, novice["rows"].values())) for novice in at.view["novices"]
        )
        return KEEP * min(1.0, (left - 1) / 6)
    card, *parts = word.split()
    kind = at.view["sheet"]["bonuses"][card]["kind"]
    return USES.get(kind, _plain_use)(at, parts)


def _plain_use(at: Glance, parts: list[str]) -> float:
    """A use whose worth is not worked out: better than keeping the card to the end."""
    return KEEP / 2


def _relief(at: Glance, space: str) -> float:
    """What it is worth that a number leaves the brain."""
    number: int = at.novice["brain"][space]
    return -number + at.dread(at.novice["sizes"]) - at.dread(at.with_numbers([(space, -number)]))


def _adjust(at: Glance, parts: list[str]) -> float:
    row, place, delta = parts[0], int(parts[1]) - 1, int(parts[2])
    entries = list(at.novice["rows"][row])
    entries[place] += delta
    return at.worth(row, row=entries) - at.worth(row)


def _both(at: Glance, parts: list[str]) -> float:
    gains = [at.gain(colour, written(at.view, colour)) for colour in at.view["rolled"]]
    return TEMPO + min(gains)


def _third(at: Glance, parts: list[str]) -> float:
    shown = [c for c in at.view["rolled"] if c in at.novice["usable"]]
    best = max((at.gain(colour, written(at.view, colour)) for colour in shown), default=0.0)
    gains = _gains(at, parts[0])
    return sum(max(0.0, gain - best) for gain in gains) / len(gains)


def _once(at: Glance, parts: list[str]) -> float:
    face: int = at.novice["face"] or at.view["face"]
    return float(-face)


USES: Final[dict[str, Callable[[Glance, list[str]], float]]] = {
    "adjust_positive": _adjust,
    "write_both": _both,
    "third_die": _third,
    "limit_negative": _once,
    "transfer_negative": lambda at, parts: _relief(at, parts[0]) + 4 * (parts[1] != "-"),
    "erase_negative": lambda at, parts: _relief(at, parts[0]),
    "write_extra": lambda at, parts: TEMPO + at.gain(parts[0], 4),
    "cure": lambda at, parts: DREAD,
    "score": lambda at, parts: 2 * KEEP,
}

JUDGES: Final[dict[str, Callable[[Glance, str], float]]] = {
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
