"""The phrase book of Unlocking Insanity: prompts, labels with what they lead to, and the log in words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from miskatonic.games.insanity.labels import LABELS
from miskatonic.games.insanity.names import COLOURS, NONE, SEATS, SPACES
from miskatonic.games.insanity.vocabulary import VOCABULARY
from miskatonic.kernel import Answered, Ask, Fell, News, View


class InsanityPhrases:
    """What Unlocking Insanity says to people."""

    def prompt(self, ask: Ask, view: View) -> str:
        """A question as a sentence."""
        return _wording(ask, view).format(**_figures(view, ask.seat))

    def label(self, code: int, view: View) -> str:
        """An option with what it leads to."""
        name, value = VOCABULARY.decode(code)
        return LABELS[name](str(value), view)

    def sentence(self, news: News) -> str:
        """One line of the log."""
        if isinstance(news, Answered):
            name, value = VOCABULARY.decode(news.code)
            by = who(news.ask.actor)
            return ANSWERED[name](by, str(value)) if name in ANSWERED else ""
        if isinstance(news, Fell):
            occasion, _, colour = news.chance.label.partition(" ")
            if occasion == "first":
                return f"{who(news.outcome)} begins."
            return FELL[occasion].format(colour=colour, outcome=news.chance.text(news.outcome))
        return TOLD[news.what](*news.figures)

    def rules(self, ask: Ask) -> tuple[str, ...]:
        """The ids of the rules behind a question."""
        return RULES[ask.prompt]

    def ending(self, view: View) -> str:
        """How it ended: why, and the score sheets with every total."""
        lines = [*map(_trigger, view["over"]), *score_sheet(view)]
        if len(view["novices"]) == 1:
            return "\n".join([*lines, f"You are {'an' if view['result'][0] in 'AEIOU' else 'a'} {view['result']}."])
        seats = [who(SEATS.index(letter)) for letter in view["result"].split("+")]
        won = f"{seats[0]} wins." if len(seats) == 1 else f"{', '.join(seats[:-1])} and {seats[-1]} win together."
        return "\n".join([*lines, won])


def who(seat: int) -> str:
    """A player, to be replaced by a name."""
    return f"{{{seat}}}"


def _wording(ask: Ask, view: View) -> str:
    """UI-V17, UI-C6: fewer copies are not asked for as two; UI-V27: who uses a bonus need not be the first to break."""
    if ask.prompt == "place" and view["novices"][ask.seat]["copies"] < 2:
        return PLACE_ONCE
    if ask.prompt == "outburst" and view["step"] != "check":
        return OUTBURST_AS_BONUS
    return PROMPTS[ask.prompt]


def _figures(view: View, seat: int) -> dict[str, Any]:
    """What prompts mention; UI-V13, UI-V24: the face of the die is that of the seat whose sheet is filled."""
    roll = " and ".join(f"{colour} {face}" for colour, face in view["roll"].items())
    face = view["novices"][seat]["face"] or view["face"]
    return {
        "roll": roll,
        "rolled": " and ".join(view["rolled"]),
        "die": view["die"] or "",
        "face": face,
        "incoming": view["incoming"],
    }


def _trigger(word: str) -> str:
    letter, _, what = word.partition(":")
    return f"{who(SEATS.index(letter))} has no empty {'mastery' if what == 'positive' else 'brain'} space left."


def score_sheet(view: View) -> list[str]:
    """The score boxes of everybody: row values, madness, points, sum, and what breaks ties."""
    lines = [_line("", [*COLOURS, "points", "total", "numbers", "mastery"])]
    for seat, novice in enumerate(view["novices"]):
        lines.append(who(seat))
        rows = [f"{novice['values'][colour]}{'*' if colour in novice['doubled'] else ' '}" for colour in COLOURS]
        lines.append(_line("+", rows))
        sums = [novice[what] for what in ("points", "score", "numbers", "positive")]
        lines.append(_line("-", [*(f"{-novice['sizes'][colour]} " for colour in COLOURS), *sums]))
    return lines


def _line(sign: str, cells: Sequence[str | int]) -> str:
    """A line of the score sheet; all of it is narrower than a small screen."""
    return " ".join([f"{sign:>3}", *(f"{cell:>7}" for cell in cells)]).rstrip()


PROMPTS = {
    "dice": "Which two dice do you roll?",
    "commit": "You must name your die before {rolled} are rolled. Which one?",
    "write": "The dice show {roll}. What do you write?",
    "place": "The {die} die shows {face}. Where do its two copies go?",
    "extra": "Your madness wants one more copy of {face}, next to what you have just written. Where?",
    "cross": "Which row loses a space?",
    "order": "You lose several colours at once. Which first?",
    "outburst": "You are the first to break: which dark die strikes the others?",
    "put": "A {incoming} for your brain. Where do you write it?",
    "bonus": "Do you use a First card now?",
}

PLACE_ONCE = "The {die} die shows {face}. Where does its only copy go?"
OUTBURST_AS_BONUS = "Which dark die strikes the others?"

RULES = {
    "dice": ("UI-T2",),
    "commit": ("UI-V2", "UI-C3"),
    "write": ("UI-P1", "UI-P2", "UI-P3"),
    "place": ("UI-N1", "UI-N2", "UI-N3", "UI-N4"),
    "extra": ("UI-V11",),
    "cross": ("UI-X1", "UI-X2", "UI-V5"),
    "order": ("UI-I6",),
    "outburst": ("UI-F2", "UI-F3"),
    "put": ("UI-F3", "UI-V20"),
    "bonus": ("UI-F5", "UI-F6", "UI-F7"),
}

FELL = {
    "dice": "Chance picks the dice {outcome}.",
    "roll": "The {colour} die shows {outcome}.",
    "draw": "The {outcome} die comes out of the bag.",
    "negative": "The dark {colour} die shows {outcome}.",
    "outburst": "The outburst shows {outcome} on the {colour} die.",
}

ANSWERED: dict[str, Callable[[str, str], str]] = {
    "dice": lambda by, pair: f"{by} picks {pair.replace('+', ' and ')}.",
    "outburst": lambda by, colour: f"{by} lets the {colour} die loose.",
}
"""Answers that are told themselves; of the others what they lead to is told."""


def _colour(colour: int) -> str:
    return COLOURS[colour]


TOLD: dict[str, Callable[..., str]] = {
    "turn": lambda turn, seat: f"Turn {turn}: {who(seat)} is active.",
    "wrote": lambda seat, colour, number: f"{who(seat)} writes {number} in {_colour(colour)}.",
    "wrote_nothing": lambda seat: f"{who(seat)} writes nothing.",
    "crossed": lambda seat, colour, number: f"{who(seat)} crosses out a space in {_colour(colour)}.",
    "put": lambda seat, space, number: f"{who(seat)} writes {number} in {SPACES[space]}.",
    "committed": lambda seat, colour: f"{who(seat)} is bound to the {_colour(colour)} die." if colour != NONE else "",
    "insane": lambda seat, colour: f"{who(seat)} goes insane in {_colour(colour)}.",
    "sane": lambda seat, colour: f"{who(seat)} is sane in {_colour(colour)} again.",
    "first": lambda seat, colour: f"{who(seat)} takes the First card of {_colour(colour)}.",
    "used": lambda seat, colour: f"{who(seat)} uses the First card of {_colour(colour)}.",
    "adjusted": lambda seat, row, number: f"{who(seat)} changes a number in {_colour(row)} to {number}.",
    "swapped": lambda seat, one, first, two, second: (
        f"{who(seat)} swaps two numbers: {first} in {_colour(one)}, {second} in {_colour(two)}."
    ),
    "cleared": lambda seat, row: f"{who(seat)} clears an X in {_colour(row)}.",
    "gave": lambda seat, space, to: (
        f"{who(seat)} passes the number of {SPACES[space]} to {who(to)}."
        if to != NONE
        else f"{who(seat)} gets rid of the number in {SPACES[space]}."
    ),
    "erased": lambda seat, space: f"{who(seat)} empties {SPACES[space]}.",
    "points": lambda seat, points: f"{who(seat)} scores {points} points.",
    "over": lambda: "A sheet is full: the game ends.",
}

PHRASES = InsanityPhrases()
