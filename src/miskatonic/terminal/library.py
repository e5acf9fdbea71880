"""Looking things up: games, rules, rule options and content."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from miskatonic.kernel import Content, ContentError, Game, Match, RecordError, SetupError, game_named, game_names
from miskatonic.terminal.saves import read_file
from miskatonic.terminal.screen import Screen

FEW = 12
"""So many values of an option are told one by one."""


def find_rules(game: Game[Any], wanted: str) -> list[str]:
    """The rule of that id, or all whose id begins so: `DA-C3`, `da-c`."""
    folded = wanted.strip().casefold()
    exact = [rule for rule in game.rules if rule.casefold() == folded]
    found = exact or [rule for rule in game.rules if rule.casefold().startswith(folded)]
    if not found:
        near = get_close_matches(wanted.upper(), list(game.rules), n=3, cutoff=0.5)
        known = f"; perhaps {', '.join(near)}" if near else f"; for all of them: miskatonic rules {game.name}"
        raise SetupError(f"{game.title} has no rule {wanted!r}{known}")
    return found


def show_rules(screen: Screen, game: Game[Any], wanted: str) -> None:
    """The whole help text of a game, or some of its rules."""
    if not wanted and game.help:
        screen.markdown(game.help)
        return
    for rule in find_rules(game, wanted):
        show_rule(screen, game, rule)


def show_rule(screen: Screen, game: Game[Any], rule: str) -> None:
    """One rule beside its id."""
    screen.row([(rule, "cyan")], game.rules.get(rule, "").replace("`", "").replace("**", ""))


def show_games(screen: Screen) -> None:
    """Every game with its players."""
    for game in map(game_named, game_names()):
        few, many = game.seats[0], game.seats[-1]
        seats = f"{few}" if few == many else f"{few} to {many}"
        screen.row([(game.name.ljust(0 if screen.plain else 10), "cyan")], f"{game.title}, {seats} players")


def _others(told: Sequence[str]) -> str:
    """Values of an option in a line: many numbers are told by the least and the greatest of them."""
    many = len(told) > FEW and all(value.isdigit() for value in told)
    return f"any from {min(told, key=int)} to {max(told, key=int)}" if many else " or ".join(told)


def show_options(screen: Screen, game: Game[Any]) -> None:
    """Every rule option with its values, the default first."""
    for option in game.options:
        usual, *others = option.told()
        values = f"By default {usual}; or {_others(others)}."
        rule = f" [{option.rule}]" if option.rule else ""
        screen.row([(option.name.ljust(0 if screen.plain else 16), "cyan")], f"{option.about} {values}{rule}")


# -- content ----------------------------------------------------------------------------------------------------------


def choose_content(game: Game[Any], file: Path | None, name: str) -> Content:
    """Content by its name, from the game or from a file that may hold several."""
    if file is None:
        return game.schema.named(name or game.schema.default)
    items = game.schema.load(text_of(file), str(file))
    if not name and len(items) == 1:
        return items[0]
    for item in items:
        if item.name == name:
            return item
    names = ", ".join(item.name for item in items)
    wrong = f"has no {name!r}" if name else "holds several"
    raise SetupError(f"{file} {wrong}; choose one with --sheet: {names}")


def text_of(file: Path) -> str:
    """The text of a content file."""
    try:
        return read_file(file)
    except RecordError as error:
        raise ContentError((f"{file}, {error}",)) from None


def read_content(file: Path, game_name: str) -> tuple[Game[Any], list[Content]]:
    """Everything in a content file, and the game it is for: the one it suits best if none is named."""
    text = text_of(file)
    closest: ContentError | None = None
    for game in [game_named(game_name)] if game_name else map(game_named, game_names()):
        try:
            return game, game.schema.load(text, str(file))
        except ContentError as error:
            if closest is None or len(error.problems) < len(closest.problems):
                closest = error
    assert closest is not None, "there is at least one game"
    raise closest


def check_content(screen: Screen, file: Path, game_name: str) -> None:
    """Say what is in a content file; mistakes are raised, oddities are told."""
    game, items = read_content(file, game_name)
    for warning in items[0].warnings:
        screen.say(f"{warning} (odd, but playable)", "yellow")
    screen.say(f"{file} is fine. For {game.title}: {', '.join(item.name for item in items)}.", "green")


def show_content(screen: Screen, wanted: str, game_name: str) -> None:
    """Content set up on an empty table, from a game or a file."""
    games = [game_named(game_name)] if game_name else [game_named(name) for name in game_names()]
    found = [(game, [game.schema.named(wanted)]) for game in games if wanted in game.schema.names()]
    if not found:
        if not Path(wanted).exists():
            known = ", ".join(f"{name} ({game.name})" for game in games for name in game.schema.names())
            raise SetupError(f"there is no content {wanted!r} and no such file; there is: {known}")
        found = [read_content(Path(wanted), game_name)]
    for game, items in found:
        for item in items:
            screen.say(f"{item.name}: for {game.title}", "bold green")
            if game.draw is not None:
                match = Match(game, content=item)
                screen.drawing(match.named(game.draw(match.view(0), screen.paint)))
            else:
                screen.say("There is no drawing of it.", "dim")
            screen.say()


def list_content(screen: Screen, game_name: str) -> None:
    """The names of everything that ships with the games."""
    for game in [game_named(game_name)] if game_name else map(game_named, game_names()):
        for name in game.schema.names():
            default = " (default)" if name == game.schema.default else ""
            screen.row([(name.ljust(0 if screen.plain else 12), "cyan")], f"{game.title}{default}")
