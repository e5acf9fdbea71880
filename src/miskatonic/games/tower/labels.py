"""Options in words, each with what it leads to or costs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from miskatonic.games.tower.names import DICE, NONE, TIMINGS, TOKEN_NAMES, TOKENS, WORDING
from miskatonic.games.tower.vocabulary import LOCK, LOCKED, played
from miskatonic.kernel import View
from miskatonic.kernel.hands import faces

TOKEN_USES: Final = {
    "forbidden_knowledge": "at once: a Spell marble becomes a Discovery marble, or steal a Spell from the insane",
    "no_madman": "give one of your Madness marbles to whoever has the least",
    "imprison": "cancel a Spell or stop a tentacle of somebody else; it may wait one Round",
    "new_findings": "at the end of the Round, if you succeeded but do not lead: rethrow your Discovery dice",
    "last_chance": "when you fail: rethrow dice of your last throw",
}
DIRECTIONS: Final = {"NS": "north-south", "EW": "east-west", "NE": "diagonal /", "NW": "diagonal \\"}


def of_player(view: View, seat: int | None = None) -> dict[str, Any]:
    """One player's part of the view; without a seat, the viewer's."""
    player: dict[str, Any] = view["players"][(view["seat"] or 0) if seat is None else seat]
    return player


def side_in_force(view: View, card: int, seat: int | None = None) -> dict[str, Any]:
    """TM-C2: the side of a card that fits a player's state."""
    side: dict[str, Any] = view["cards"]["spells"][card]["insane" if of_player(view, seat)["insane"] else "sane"]
    return side


def _lock(code: int, view: View) -> str:
    mine = of_player(view)
    locked = [face for face, fixed in zip(mine["dice"], mine["locked"], strict=False) if fixed]
    picked = faces(LOCKED[code - LOCK])
    said = ", ".join(map(str, picked))
    left = DICE - len(locked) - len(picked)
    if left == 0:
        return f"{said}: all five locked, total {mine['now']}" if mine["stands"] else f"{said}: all five locked"
    wanted = [name for face, name in enumerate(view["cards"]["faces"][:3], 1) if face not in (*locked, *picked)]
    missing = f"still wanted {', '.join(wanted)}; " if wanted else ""
    return f"{said} ({missing}{left} {'die' if left == 1 else 'dice'} to throw)"


def _some_dice(code: int, view: View, text: str) -> str:
    return "none" if text == "none" else ", ".join(_die(view, int(word[1]) - 1) for word in text.split())


def _die(view: View, die: int) -> str:
    """A die with the face it shows: of whoever's dice are looked at."""
    dice = of_player(view, dice_of(view))["dice"]
    return f"d{die + 1}: {dice[die]}" if dice else f"d{die + 1}"


def dice_of(view: View) -> int | None:
    """Whose dice a question is about: an open window says it, else it is the viewer."""
    for moment in reversed(view["moments"]):
        if moment["window"] in ("on_throw", "on_fail", "on_turn_end"):
            about: int = moment["about"]
            return about
    return view["seat"] or 0


def _token(text: str) -> str:
    return "none" if text == "none" else f"{TOKEN_NAMES[TOKENS.index(text)]}: {TOKEN_USES[text]}"


def knowledge(text: str) -> str:
    """What Forbidden Knowledge does."""
    if text == "convert":
        return "turn one of your Spell marbles into a Discovery marble (3 points)"
    return f"steal a random Spell from {{{text.removeprefix('steal ')}}}"


def _madman(text: str, view: View) -> str:
    if text == "no":
        return "keep your Madness for now"
    seat = int(text.removeprefix("give "))
    player = of_player(view, seat)
    remark = ""
    if player["shield"]:
        remark = ", who turns it away"
    elif not player["insane"] and player["madness"] + 1 >= player["insane_at"]:
        remark = ", who goes insane"
    return f"give one Madness marble to {{{seat}}} (has {player['madness']}){remark}"


def _play(code: int, view: View, text: str) -> str:
    if text == "pass":
        return "pass"
    if text == "imprison":
        return "Imprison: stop it"
    card, target = played(code)
    side = side_in_force(view, card)
    upon = f" on {{{target}}}" if target != NONE else ""
    return f"{view['cards']['spells'][card]['name']}{upon}: {side['text']}"


def _card(code: int, view: View, text: str) -> str:
    card = int(text) - 1
    side = side_in_force(view, card)
    when = WORDING[TIMINGS.index(side["timing"])]
    return f"{view['cards']['spells'][card]['name']} ({when}: {side['text']})"


def _stick(text: str, view: View) -> str:
    number, row, direction, position, storey, *_ = view["cards"]["sticks"][view["tower"]["layout"]][int(text) - 1]
    return f"tentacle {number} (storey {storey}, row {row}, {DIRECTIONS[direction]}, place {position})"


def _investigator(text: str, view: View) -> str:
    card = view["cards"]["investigators"][int(text) - 1]
    role = f", {card['role']}" if card["role"] else ""
    return f"{card['name']}{role}" + (f": {card['text']}" if card["text"] else "")


LABELS: Final[dict[str, Callable[[int, str, View], str]]] = {
    "lock": lambda code, text, view: _lock(code, view),
    "dice": lambda code, text, view: _some_dice(code, view, text),
    "die": lambda code, text, view: _die(view, int(text) - 1),
    "face": lambda code, text, view: f"{text} {view['cards']['faces'][int(text) - 1]}",
    "token": lambda code, text, view: _token(text),
    "knowledge": lambda code, text, view: knowledge(text),
    "madman": lambda code, text, view: _madman(text, view),
    "findings": lambda code, text, view: {"no": "keep your total", "yes": "rethrow both Discovery dice"}[text],
    "play": lambda code, text, view: _play(code, view, text),
    "card": lambda code, text, view: _card(code, view, text),
    "stick": lambda code, text, view: _stick(text, view),
    "investigator": lambda code, text, view: _investigator(text, view),
}
"""By family of answers."""
