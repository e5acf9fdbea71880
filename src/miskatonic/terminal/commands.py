"""What may be typed at a question besides an answer."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from miskatonic.bots import Glimpse, advised, bot_named
from miskatonic.bots.optimal import all_odds, is_solved
from miskatonic.kernel import UndoRefused
from miskatonic.terminal import saves
from miskatonic.terminal.library import find_rules, show_rule
from miskatonic.terminal.story import sentences, tell

if TYPE_CHECKING:
    from miskatonic.terminal.play import Sitting
    from miskatonic.terminal.prompt import Choices, Item
    from miskatonic.terminal.screen import Cells

HINT_BOT = "mcts:0.3s"
"""Who looks ahead for hints."""


def obey(sitting: Sitting, choices: Choices, typed: str) -> bool:
    """Do what a command says; False if it is none."""
    word, _, rest = typed.partition(" ")
    word = ALIASES.get(word.casefold(), word.casefold())
    if typed.endswith("?") and len(typed) > 1:
        weigh(sitting, choices, typed[:-1])
    elif word in COMMANDS:
        COMMANDS[word][0](sitting, choices, rest.strip())
    elif typed.upper() in sitting.match.game.rules:
        show_help(sitting, choices, typed)
    else:
        return False
    return True


def list_options(sitting: Sitting, choices: Choices, _: str = "") -> None:
    """Every option with its key and what it costs."""
    _list(sitting, choices, {item.code: _label(sitting, item) for item in choices.items})


def option_rows(sitting: Sitting, choices: Choices) -> list[tuple[Cells, str]]:
    """Every option as it is listed on a drawn screen."""
    return _rows(choices, {item.code: _label(sitting, item) for item in choices.items})


def _list(sitting: Sitting, choices: Choices, texts: dict[int, str]) -> None:
    """Those options that have a text, each with its keys."""
    if not sitting.screen.plain:
        sitting.screen.listing(_rows(choices, texts))
        return
    for item in choices.items:
        if item.code in texts:
            letter = f" or {item.letter}" if item.letter else ""
            sitting.screen.say(f"Option {item.key}{letter}: {texts[item.code]}")


def _rows(choices: Choices, texts: dict[int, str]) -> list[tuple[Cells, str]]:
    """Options with what picks them, and a text unless it only repeats that."""
    found = [(item, texts[item.code]) for item in choices.items if item.code in texts]
    return [(_keys(choices, item), "" if text == item.key else text) for item, text in found]


def _keys(choices: Choices, item: Item) -> Cells:
    """What picks an option, in columns."""
    width = max(len(other.key) for other in choices.items)
    keys = [(item.key.replace(",", " ").rjust(width), "bold cyan")]
    return keys + ([(item.letter, "cyan")] if item.letter else [])


def _label(sitting: Sitting, item: Item) -> str:
    match = sitting.match
    label = match.named(match.game.phrases.label(item.code, match.view(match.ask.actor)))
    return label.removeprefix(f"{item.word}: ")


def weigh(sitting: Sitting, choices: Choices, typed: str) -> None:
    """What one answer would cost and promise, before it is given."""
    code = choices.understand(typed.strip())
    match, view = sitting.match, sitting.match.view(sitting.match.ask.actor)
    remark = all_odds(match.game, view, match.ask).get(code, "")
    label = match.named(match.game.phrases.label(code, view))
    sitting.screen.say(f"{label[:1].upper()}{label[1:]}{': ' if remark else ''}{remark}.", "green")


def show_help(sitting: Sitting, choices: Choices, wanted: str) -> None:
    """How to answer, the rules behind the question and all commands; or one rule."""
    screen, game = sitting.screen, sitting.match.game
    ids = find_rules(game, wanted) if wanted else game.phrases.rules(sitting.match.ask)
    for rule in ids:
        show_rule(screen, game, rule)
    if wanted:
        return
    screen.say(choices.hint)
    for name, (_, about) in COMMANDS.items():
        screen.row([(name.ljust(0 if screen.plain else 8), "cyan")], about)


def show_odds(sitting: Sitting, choices: Choices, _: str) -> None:
    """What the game can say about the chances of each option."""
    match = sitting.match
    remarks = all_odds(match.game, match.view(match.ask.actor), match.ask)
    if not any(item.code in remarks for item in choices.items):
        sitting.screen.say("There are no odds to tell at this question.", "dim")
    _list(sitting, choices, remarks)


def show_hint(sitting: Sitting, choices: Choices, _: str) -> None:
    """What a sensible player would do."""
    match = sitting.match
    if match.game.heuristic is None:
        sitting.screen.say(f"{match.game.title} has no hints.", "dim")
        return
    view = match.view(match.ask.actor)
    code = match.game.heuristic(view, match.ask)
    word = next(item.word for item in choices.items if item.code == code).replace(",", " ")
    label = match.named(match.game.phrases.label(code, view))
    said = label if label.startswith(word) else f"{word}, {label}"
    sitting.screen.say(f"A sensible player would say: {said}.", "green")
    adviser = "optimal" if is_solved(match.game, view) else HINT_BOT
    advice = advised(bot_named(adviser, match.game, "hint"), Glimpse(match, match.ask.actor), match.ask)
    if advice.why:
        other = "that" if advice.code == code else match.named(match.game.phrases.label(advice.code, view))
        sitting.screen.say(f"Thinking ahead: {other} {advice.why}.", "green")


def take_back(sitting: Sitting, choices: Choices, _: str) -> None:
    """Take back the last answer, if no dice have fallen since."""
    match = sitting.match
    try:
        match.undo(match.ask.actor)
    except UndoRefused as refused:
        sitting.screen.say(f"No undo: {refused}.", "yellow")
        return
    sitting.keep()
    sitting.show(match.ask)


def hold(sitting: Sitting, choices: Choices, _: str) -> None:
    """Decline standing offers from now on, or hear of them again."""
    game, actor = sitting.match.game, sitting.match.ask.actor
    if not game.offers:
        sitting.screen.say(f"{game.title} has nothing to hold.", "dim")
    elif actor in sitting.holding:
        sitting.holding.remove(actor)
        sitting.screen.say("You will be asked again.", "green")
    else:
        sitting.holding.add(actor)
        sitting.screen.say("You hold what you have; say hold again to be asked.", "green")


def show_log(sitting: Sitting, choices: Choices, _: str) -> None:
    """Everything that happened so far."""
    match, actor = sitting.match, sitting.match.ask.actor
    tell(sitting.screen, sentences(match, match.story(actor), actor) or ["Nothing has happened yet."])


def show_table(sitting: Sitting, choices: Choices, _: str) -> None:
    """The table and the question again."""
    sitting.look_again()
    sitting.show(sitting.match.ask)


def show_more(sitting: Sitting, choices: Choices, _: str) -> None:
    """Everything on the table."""
    sitting.show_all()


def save(sitting: Sitting, choices: Choices, where: str) -> None:
    """Save now, here or in a file of your own."""
    try:
        if where:
            saves.write_match(Path(where).expanduser(), sitting.match)
        else:
            sitting.keep()
    except OSError as error:
        sitting.screen.say(f"Not saved: {where or error.filename}: {error.strerror}.", "yellow")
        return
    sitting.screen.say(f"Saved in {where or sitting.kept_in}.", "green")


def leave(sitting: Sitting, choices: Choices, _: str) -> None:
    """Save and leave."""
    raise sitting.leave()


COMMANDS: dict[str, tuple[Callable[[Sitting, Choices, str], None], str]] = {
    "help": (show_help, "the rules behind the question, and this list"),
    "rule": (show_help, "any rule, by its id"),
    "options": (list_options, "every answer with what it costs"),
    "odds": (show_odds, "the chances; an answer with a ? behind it is weighed, not given"),
    "hint": (show_hint, "what a sensible player would do"),
    "undo": (take_back, "take back your last answer, as long as no dice have fallen since"),
    "hold": (hold, "keep what you may use at any time and not be asked about it, until you say hold again"),
    "log": (show_log, "everything that happened so far"),
    "table": (show_table, "the table and the question again, or just press Enter"),
    "more": (show_more, "the whole table, where the screen is too small for it"),
    "save": (save, "save now; save FILE saves a copy"),
    "quit": (leave, "save and leave; miskatonic resume goes on"),
}
ALIASES = {"?": "help", "h": "help", "rules": "rule", "u": "undo", "q": "quit", "exit": "quit", "": "table"}
