"""The command `miskatonic`: play, resume, replay, verify, and look things up."""

from __future__ import annotations

import argparse
import os
import secrets
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NoReturn

from miskatonic import COMPILED, __version__
from miskatonic.bots import bot_named
from miskatonic.kernel import (
    Fortune,
    Game,
    Match,
    MiskatonicError,
    Replayed,
    Seeded,
    SetupError,
    game_named,
    game_names,
)
from miskatonic.lab import command as lab
from miskatonic.lab.solve import command as solve
from miskatonic.table import command as table
from miskatonic.terminal import library, saves
from miskatonic.terminal.analysis import show_analysis
from miskatonic.terminal.play import Left, Sitting
from miskatonic.terminal.replay import Replay, verify
from miskatonic.terminal.screen import Screen

OK, FAILURE, USAGE, INTERRUPTED = 0, 1, 2, 130


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and give back its exit status."""
    # who has closed our output, as some services do, reads nothing
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open("w"))  # noqa: SIM115 - open as long as the program runs
    try:
        return run(arguments)
    except BrokenPipeError:
        # whoever read our output has gone; nothing may be written any more, not even at exit
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FAILURE


def run(arguments: Sequence[str] | None) -> int:
    """Run one command; whatever goes wrong ends in a sentence."""
    try:
        words = parser().parse_args(arguments)
        words.do(words)
        sys.stdout.flush()
        return OK
    except Left as left:
        return complain(str(left), left.status)
    except SetupError as error:
        return complain(f"miskatonic: {error}", USAGE)
    except MiskatonicError as error:
        return complain(str(error), FAILURE)
    except BrokenPipeError:
        raise
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        return complain(f"miskatonic: {where}{(error.strerror or str(error)).lower()}", FAILURE)
    except EOFError:
        return complain("The input has ended.", FAILURE)
    except KeyboardInterrupt:
        return complain("Interrupted.", INTERRUPTED)


def complain(sentence: str, status: int) -> int:
    """Say why it ends here: on the error stream if something went wrong."""
    sys.stdout.flush()
    print(sentence, file=sys.stderr if status else sys.stdout)
    return status


# -- the words of the command line ------------------------------------------------------------------------------------


class Parser(argparse.ArgumentParser):
    """A parser that complains in one sentence."""

    def error(self, message: str) -> NoReturn:
        """Say what is wrong with the command line, and where to look."""
        self.exit(USAGE, f"miskatonic: {message}; see: {self.prog} --help\n")


def parser() -> Parser:
    """Everything that may be typed after `miskatonic`."""
    top = Parser("miskatonic", description="Cthulhu dice games at one table.", allow_abbrev=False)
    kind = "compiled" if COMPILED else "pure Python"
    top.add_argument("--version", action="version", version=f"miskatonic {__version__} ({kind})")
    plain = Parser(add_help=False)
    plain.add_argument("--plain", action="store_true", help="plain lines for screen readers and pipes")
    commands = top.add_subparsers(title="commands", metavar="COMMAND", required=True, parser_class=Parser)

    def command(name: str, do: Any, about: str, **more: Any) -> Parser:
        made = commands.add_parser(name, help=about, description=about, parents=[plain], allow_abbrev=False, **more)
        made.set_defaults(do=do)
        return made

    known = ", ".join(game_names())
    play = command("play", do_play, "Play a game, or watch bots play it.", epilog=PLAY_NOTES)
    play.add_argument("game", metavar="GAME", help=f"one of: {known}")
    _add_play_options(play)
    table.add_serve_options(command("serve", table.do_serve, "Open a table that people play at with a browser."))
    table.add_backup_options(command("backup", table.do_backup, "Copy the table's database, also while it is open."))
    lab.add_simulate_options(command("simulate", lab.do_simulate, "Let bots play many games, and keep the figures."))
    lab.add_tournament_options(command("tournament", lab.do_tournament, "Let bots meet in all seats: who is stronger?"))
    lab.add_report_options(command("report", lab.do_report, "A page with pictures about the results of a run."))
    lab.add_tune_options(command("tune", lab.do_tune, "Look for the rules or figures that bring a share of wins."))
    solve.add_solve_options(command("solve", solve.do_solve, "Compute the best way to play a game, and check it."))
    resume = command("resume", do_resume, "Go on with a saved match: the last one, or the one in FILE.")
    resume.add_argument("file", metavar="FILE", nargs="?", type=Path)
    resume.add_argument("--record", metavar="FILE", type=Path, help="write the match to this file when it ends")
    resume.add_argument("--list", action="store_true", help="list all saved matches, the last one first")
    replay = command("replay", do_replay, "Step through a recorded match.")
    replay.add_argument("file", metavar="FILE", type=Path)
    analyse = command("analyse", do_analyse, "List every mistake in a recorded match of Dice of Arkham, with its cost.")
    analyse.add_argument("file", metavar="FILE", type=Path)
    check = command("verify", do_verify, "Check a record: its checksums, every answer, every die.")
    check.add_argument("file", metavar="FILE", type=Path)
    rules = command("rules", do_rules, "The rules of a game, all of them or by id.")
    rules.add_argument("game", metavar="GAME", help=f"one of: {known}")
    rules.add_argument("id", metavar="ID", nargs="?", default="", help="a rule's id, or how it begins: DA-C3, DA-C")
    options = command("options", do_options, "The rule options of a game.")
    options.add_argument("game", metavar="GAME", help=f"one of: {known}")
    command("games", do_games, "All games.")
    _add_content(command("content", do_content_list, "Sheets, cards and tiles: list, show, check."), plain)
    return top


PLAY_NOTES = "At every question ? helps. The match is saved at every question: miskatonic resume goes on."


def _add_play_options(play: Parser) -> None:
    play.add_argument("--seed", metavar="N", help="dice that fall the same way every time")
    play.add_argument("--sheet", metavar="NAME", default="", help="content by name; see: miskatonic content list")
    play.add_argument("--content", metavar="FILE", type=Path, help="content of your own")
    play.add_argument(
        "--option",
        metavar="NAME=VALUE",
        action="append",
        default=[],
        help="a rule option; see: miskatonic options GAME",
    )
    play.add_argument("--physics", action="store_true", help="Tower of Madness: marbles fall by the laws of physics")
    play.add_argument("--position", metavar="TEXT", default="", help='start from a position: "inv=9 health=6"')
    who = play.add_mutually_exclusive_group()
    who.add_argument(
        "--players", metavar="A,B", help="names in the order of the seats; the name of a bot seats that bot"
    )
    who.add_argument("--seats", metavar="N", type=int, help="so many people at this terminal")
    play.add_argument("--bot", metavar="NAME", help="watch a bot play every seat")
    play.add_argument("--record", metavar="FILE", type=Path, help="write the match to this file when it ends")
    play.add_argument("--save", metavar="FILE", type=Path, help="save here instead of in the folder of saves")
    play.add_argument("--resume", metavar="FILE", nargs="?", const="", help="go on with a saved match instead")


def _add_content(content: Parser, plain: Parser) -> None:
    content.set_defaults(game="")
    commands = content.add_subparsers(title="commands", metavar="COMMAND", parser_class=Parser)
    listed = commands.add_parser("list", parents=[plain], help="what ships with the games")
    listed.add_argument("game", metavar="GAME", nargs="?", default="")
    listed.set_defaults(do=do_content_list)
    shown = commands.add_parser("show", parents=[plain], help="content on an empty table")
    shown.add_argument("what", metavar="NAME|FILE")
    shown.add_argument("--game", metavar="GAME", default="")
    shown.set_defaults(do=do_content_show)
    checked = commands.add_parser("check", parents=[plain], help="every mistake in a content file, with its line")
    checked.add_argument("file", metavar="FILE", type=Path)
    checked.add_argument("--game", metavar="GAME", default="")
    checked.set_defaults(do=do_content_check)


# -- the commands -----------------------------------------------------------------------------------------------------


def do_play(words: argparse.Namespace) -> None:
    """`miskatonic play GAME`."""
    game = game_named(words.game)
    if words.resume is not None:
        go_on(Path(words.resume) if words.resume else saves.latest_save(game.name), words)
        return
    if words.save is not None and words.save.exists():
        raise SetupError(f"{words.save} is there already; go on with it by: miskatonic resume {words.save}")
    dice = Seeded(seed(words.seed))
    match = Match(
        game,
        seats=players(game, words),
        fortune=with_bodies(game, dice) if words.physics else dice,
        options=rule_options(words.option),
        content=library.choose_content(game, words.content, words.sheet),
        position=words.position,
    )
    sit_down(match, words, words.save)


def with_bodies(game: Game[Any], dice: Fortune) -> Fortune:
    """Dice for a game in which bodies fall, with these bodies."""
    if game.name != "tower":
        raise SetupError(f"nothing falls in {game.title}; --physics is for Tower of Madness")
    from miskatonic.physics import Physical  # loads a whole game: only where marbles fall

    return Physical(dice)


def players(game: Game[Any], words: argparse.Namespace) -> list[str]:
    """The names of the seats; a seat with the name of a bot is played by it."""
    number = game.seats[0] if words.seats is None else words.seats
    game.check_seats(number)
    if words.bot is not None:
        if words.players:
            raise SetupError("--bot seats a bot everywhere; name people and bots together with --players")
        bot_named(words.bot, game)
        return [words.bot] * number
    if words.players:
        names = [name.strip() for name in words.players.split(",")]
        if not all(names):
            raise SetupError(f"--players {words.players}: one of the names is empty")
        return names
    return ["Investigator"] if number == 1 else [f"Player {n}" for n in range(1, number + 1)]


def seed(said: str | None) -> int | str:
    """The seed of the dice: a number where it is one, and a fresh one where nothing is said."""
    if said is None:
        return secrets.randbelow(10**9)
    try:
        return int(said)
    except ValueError:
        return said


def rule_options(said: list[str]) -> dict[str, str]:
    """`name=value` words as a table."""
    for word in said:
        if "=" not in word:
            raise SetupError(f"--option {word}: write it as name=value")
    return dict(word.split("=", 1) for word in said)


def do_resume(words: argparse.Namespace) -> None:
    """`miskatonic resume`."""
    if words.list:
        for path in saves.saved_matches():
            print(path)
        return
    go_on(words.file or saves.latest_save(), words)


def go_on(path: Path, words: argparse.Namespace) -> None:
    """Take up a saved match where it was left."""
    match = saves.load_match(path)
    if match.over:
        raise SetupError(f"the match in {path} is over; look at it with: miskatonic replay {path}")
    if isinstance(match.fortune, Replayed):
        described = match.fortune.header(over=False)
        if "observed" not in described or "seed" not in described:
            raise SetupError(f"the match in {path} cannot go on: its dice do not follow from a seed")
        match.take_up(with_bodies(match.game, Seeded(described["seed"])))
    sit_down(match, words, path.absolute())


def sit_down(match: Match, words: argparse.Namespace, save: Path | None) -> None:
    """Play a match at this terminal."""
    record: Path | None = words.record
    if record is not None and (record.is_dir() or not record.absolute().parent.is_dir()):
        raise SetupError(f"--record {record}: no file can be written there")
    Sitting(match, Screen.fitting(words.plain), save, record).play()


def do_replay(words: argparse.Namespace) -> None:
    """`miskatonic replay FILE`."""
    match = saves.load_match(words.file)
    replay = Replay(match, Screen.fitting(words.plain))
    if replay.screen.plain:
        replay.print_all()
    else:
        replay.walk()


def do_analyse(words: argparse.Namespace) -> None:
    """`miskatonic analyse FILE`."""
    show_analysis(saves.load_match(words.file), Screen.fitting(words.plain))


def do_verify(words: argparse.Namespace) -> None:
    """`miskatonic verify FILE`."""
    verify(words.file, Screen.fitting(words.plain))


def do_rules(words: argparse.Namespace) -> None:
    """`miskatonic rules GAME [ID]`."""
    library.show_rules(Screen.fitting(words.plain), game_named(words.game), words.id)


def do_options(words: argparse.Namespace) -> None:
    """`miskatonic options GAME`."""
    library.show_options(Screen.fitting(words.plain), game_named(words.game))


def do_games(words: argparse.Namespace) -> None:
    """`miskatonic games`."""
    library.show_games(Screen.fitting(words.plain))


def do_content_list(words: argparse.Namespace) -> None:
    """`miskatonic content list [GAME]`."""
    library.list_content(Screen.fitting(words.plain), words.game)


def do_content_show(words: argparse.Namespace) -> None:
    """`miskatonic content show NAME|FILE`."""
    library.show_content(Screen.fitting(words.plain), words.what, words.game)


def do_content_check(words: argparse.Namespace) -> None:
    """`miskatonic content check FILE`."""
    library.check_content(Screen.fitting(words.plain), words.file, words.game)
