"""The table as text: drawn for the eye, or told one fact per line. A drawing is at most 80 columns wide."""

from __future__ import annotations

from collections.abc import Callable
from itertools import zip_longest
from textwrap import wrap
from typing import Any, Final, TypeAlias

from miskatonic.games.tower.labels import of_player
from miskatonic.games.tower.names import KINDS, TIMINGS, TOKEN_NAMES, TOKENS, WORDING
from miskatonic.kernel import View

Paint: TypeAlias = Callable[[str, str], str]

WIDTH: Final = 80
SHAFT: Final = 30
"""The width of the tower."""
COLOURS: Final = {"discovery": "cyan", "spell": "white", "madness": "red", "doom": "green"}
SIGNS: Final = {"discovery": "◆", "spell": "+", "madness": "●", "doom": "X"}
NAMES: Final = {"discovery": "Discovery", "spell": "Spell", "madness": "Madness", "doom": "DOOM"}
WINDOWS: Final = {
    "on_reveal": "a Location is revealed",
    "on_start": "start of the Turn of",
    "on_throw": "throw of",
    "on_fail": "failing of",
    "before_draw": "before the tentacle of",
    "on_fall": "marbles released by",
    "on_spell": "Spell of",
    "on_turn_end": "end of the Turn of",
    "on_round_end": "end of the Round",
}


def draw(view: View, paint: Paint) -> str:
    """The Location, the dice and the own hand, the tower beside the players: a small screen shows the beginning."""
    lines = [*_headline(view, paint), *_dice(view, paint)]
    for line in _window(view):
        lines += wrap(line, WIDTH, subsequent_indent="    ")
    lines += [*_hand(view, paint), _marbles(view, paint), ""]
    lines += [
        f"{left}  {right}" for left, right in zip_longest(_tower(view), _players(view, paint), fillvalue=" " * SHAFT)
    ]
    return "\n".join(line.rstrip() for line in lines)


def facts(view: View) -> list[str]:
    """The same as short sentences."""
    said = [f"Round {view['round']} of {view['rounds']}."]
    if view["location"] is not None:
        card = view["cards"]["locations"][view["location"]["number"]]
        text = card["text"].rstrip(".")
        said.append(f"Location: {card['name']}, {view['location']['points']} points{': ' + text if text else ''}.")
        said += ["It is the last Location and must be solved."] if view["location"]["last"] else []
    if view["first"] is not None:
        said.append(f"First Player: {{{view['first']}}}.")
    if view["active"] is not None:
        said.append(f"Active: {{{view['active']}}}.")
    leads = "nobody" if view["leader"] is None else f"{{{view['leader']}}}"
    said.append(f"Lead Investigator: {leads}.")
    said += _tower_in_words(view)
    for seat in range(len(view["players"])):
        said += _player_in_words(view, seat)
    said += [f"{line}." for line in _window(view)]
    said += [f"In your hand: {line}." for line in _hand_in_words(view)]
    return said


# -- parts of the drawing ---------------------------------------------------------------------------------------------


def _headline(view: View, paint: Paint) -> list[str]:
    if view["location"] is None:
        return [paint(f"Round {view['round']} of {view['rounds']}", "bold")]
    card = view["cards"]["locations"][view["location"]["number"]]
    last = " This is the last Location: it must be solved." if view["location"]["last"] else ""
    title = f"Round {view['round']} of {view['rounds']}: {card['name']}, {view['location']['points']} points"
    return [paint(title, "bold"), *wrap(card["text"] + last, WIDTH)]


def _tower(view: View) -> list[str]:
    """The rows from the top, every tentacle in place by its number."""
    tower = view["tower"]
    rows: dict[tuple[int, int], list[str]] = {}
    for number, row, direction, _, storey, *_ in view["cards"]["sticks"][tower["layout"]]:
        shown = f"{number:>2}" if number in tower["sticks"] else " ·"
        rows.setdefault((storey, row), [direction]).append(shown)
    floor = "+" + "-" * (SHAFT - 2) + "+"
    lines: list[str] = []
    above = 0
    for (storey, _), (direction, *places) in sorted(rows.items(), reverse=True):
        if storey != above:
            lines.append(floor)
            above = storey
        text = f"| {direction}  {'  '.join(places)}"
        lines.append(f"{text:<{SHAFT - 1}}|")
    return [*lines, floor]


def _marbles(view: View, paint: Paint) -> str:
    """What is inside the tower, by the signs that stand on the boards, too; and the DOOM marbles that have fallen."""
    tower = view["tower"]
    inside = [paint(f"{SIGNS[kind]} {tower['inside'][kind]} {NAMES[kind]}", COLOURS[kind]) for kind in KINDS]
    tray = SIGNS["doom"] * tower["doom"] + "·" * (3 - tower["doom"])
    return f"Inside: {', '.join(inside)}.  DOOM tray [{paint(tray, 'green')}]"


def _players(view: View, paint: Paint) -> list[str]:
    lines = []
    for seat, player in enumerate(view["players"]):
        marks = [
            *(["first"] if view["first"] == seat else []),
            *(["LEADS"] if view["leader"] == seat else []),
            *(["INSANE"] if player["insane"] else []),
        ]
        name = f"{{{seat}}}" + (" (you)" if seat == view["seat"] else "")
        lines.append(f"{paint(name, 'bold')} {' '.join(marks)}".rstrip())
        holes = SIGNS["madness"] * player["madness"] + "·" * max(0, player["insane_at"] - player["madness"])
        board = f"{SIGNS['discovery']}{player['discovery']} {SIGNS['spell']}{player['spells']} {paint(holes, 'red')}"
        lines.append(f"  {board}  {player['score']} points  {_spells(player)}")
        lines.append(f"  {_status(player)}")
        held = _tokens_of(view, seat)
        lines += [f"  {line}" for line in wrap(", ".join(held), WIDTH - SHAFT - 4)] if held else []
    return lines


def _spells(player: dict[str, Any]) -> str:
    return f"{player['cards']} Spell{'' if player['cards'] == 1 else 's'}"


def _status(player: dict[str, Any]) -> str:
    status: str = player["status"]
    if status == "success":
        return f"success {player['total']}" + (f" ({player['mods']:+} by effects)" if player["mods"] else "")
    return {"idle": "-", "open": "investigating", "failed": "failed"}[status]


def _tokens_of(view: View, seat: int) -> list[str]:
    held = []
    for name, label in zip(TOKENS, TOKEN_NAMES, strict=True):
        token = view["tokens"][name]
        if token["holder"] == seat:
            held.append(label + (" (used)" if token["used"] else " (second Round)" if token["carried"] else ""))
    return held


def _dice(view: View, paint: Paint) -> list[str]:
    """The dice of the active player; locked ones in brackets."""
    seat = view["active"]
    if seat is None or not view["players"][seat]["dice"]:
        return []
    player = view["players"][seat]
    faces = view["cards"]["faces"]
    shown = []
    for die, face in enumerate(player["dice"]):
        text = f"{face} {faces[face - 1]}"
        shown.append(paint(f"[{text}]", "bold") if player["locked"][die] else f" {text} ")
    total = f"   total {player['now']}" if player["stands"] else ""
    return [f"Dice of {{{seat}}}: {' '.join(shown)}{total}"]


def _window(view: View) -> list[str]:
    """The innermost open window, and the timings used in it."""
    if not view["moments"]:
        return []
    moment = view["moments"][-1]
    about = "" if moment["about"] is None else f" {{{moment['about']}}}"
    used = [WORDING[TIMINGS.index(timing)].lower() for timing in moment["used"]]
    return [f"Open: {WINDOWS[moment['window']]}{about}" + (f"; used: {', '.join(used)}" if used else "")]


def _hand_in_words(view: View) -> list[str]:
    if view["seat"] is None:
        return []
    mine = of_player(view)
    said = []
    for card in mine["hand"] or []:
        spell = view["cards"]["spells"][card]
        side = spell["insane" if mine["insane"] else "sane"]
        when = WORDING[TIMINGS.index(side["timing"])]
        said.append(f"{spell['name']} - {when}: {side['text'].rstrip('.')}")
    return said


def _hand(view: View, paint: Paint) -> list[str]:
    lines: list[str] = []
    for line in _hand_in_words(view):
        lines += wrap(f"Spell {line}", WIDTH, subsequent_indent="    ")
    return lines


def _tower_in_words(view: View) -> list[str]:
    tower = view["tower"]
    inside = ", ".join(f"{number} {kind}" for kind, number in tower["inside"].items())
    said = [
        f"Inside the tower: {inside}.",
        f"DOOM marbles fallen: {tower['doom']}.",
        f"Tentacles left: {', '.join(map(str, tower['sticks'])) or 'none'}.",
    ]
    if tower["drawn"]:
        stick, heap = tower["drawn"][-1]
        fell = ", ".join(f"{number} {kind}" for kind, number in heap.items() if number) or "nothing"
        said.append(f"Last drawn: tentacle {stick}, {fell} fell.")
    pool = [label for name, label in zip(TOKENS, TOKEN_NAMES, strict=True) if view["tokens"][name]["in_pool"]]
    said.append(f"Tokens in the pool: {', '.join(pool) or 'none'}.")
    said.append(f"Spells in the deck: {view['deck']}.")
    return said


def _player_in_words(view: View, seat: int) -> list[str]:
    player = view["players"][seat]
    name = f"{{{seat}}}"
    marbles = f"{player['discovery']} Discovery, {player['spells']} Spell, {player['madness']} Madness marbles"
    said = [f"{name}: {'insane' if player['insane'] else 'sane'}, {player['score']} points, {marbles}."]
    said.append(f"{name}: {_spells(player)} in hand, {_status(player).replace('-', 'no investigation')}.")
    if player["dice"]:
        dice = [
            f"{face}{' locked' if locked else ''}"
            for face, locked in zip(player["dice"], player["locked"], strict=True)
        ]
        said.append(f"{name} dice: {', '.join(dice)}.")
    held = _tokens_of(view, seat)
    return said + ([f"{name} holds {', '.join(held)}."] if held else [])
