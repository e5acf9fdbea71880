"""Choices in words, whatever the table looks like: for whoever looks at thousands of matches at once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from miskatonic.games.arkham.events_text import TOO_FEW_NIGHTS
from miskatonic.games.arkham.phrases import dice_count, dice_shown
from miskatonic.games.arkham.vocabulary import VOCABULARY
from miskatonic.kernel import View


def choice(code: int, still: View) -> str:
    """An answer in words."""
    name, value = VOCABULARY.decode(code)
    return CHOICES[name](value)


CHOICES: dict[str, Callable[[Any], str]] = {
    "gift": lambda face: f"set a die to {face}",
    "reroll": lambda hand: f"roll {dice_shown(hand)} again" if hand else "stop rolling",
    "heal": lambda pair: f"rest for {pair[0]} health and {pair[1]} sanity" if any(pair) else "walk every step",
    "double": lambda stake: "let the clock tick" if stake == "time" else f"pay {stake} to hold the clock",
    "stance": str,
    "spend": lambda pair: f"spend {pair[0]} fight and {pair[1]} magic" if any(pair) else "spend nothing",
    "fight_reroll": lambda hand: f"roll {dice_shown(hand)} again in combat" if hand else "stop rolling in combat",
    "first_key": lambda way: "bar the door with a die" if way == "die" else "hold the door",
    "pact": lambda way: "close the book" if way == "rest" else "sign the pact",
    "lore": lambda number: f"pay {number} sanity for as many clue dice" if number else "no extra clue dice",
    "pick": lambda face: f"let {face} happen: {TOO_FEW_NIGHTS[face][1]}",
    "pact_dice": lambda number: f"roll {dice_count(number)} for the pact",
    "ghost": lambda meter: f"give {meter} to the pale shapes",
}
