"""The commands of the laboratory: simulate, tournament, report and tune."""

from __future__ import annotations

import argparse
from importlib.util import find_spec
from pathlib import Path

from miskatonic.bots import LEVELS
from miskatonic.kernel import SetupError, game_named, game_names

BOT_CODES = "random, heuristic, slips:30, rollout:200, mcts:500, mcts:1s, optimal"
"""How bots are written, with parameters as examples."""
OPTION_HELP = "a rule option; see: miskatonic options GAME"
MOST_PROCESSES = 1000
NEEDS = ("joblib", "matplotlib", "numpy", "polars")


def check_installed() -> None:
    """Say how to get what the laboratory needs."""
    for needed in NEEDS:
        if find_spec(needed) is None:
            raise SetupError(f"the laboratory needs {needed}, which is not installed: pip install 'miskatonic[lab]'")


def add_run_options(parser: argparse.ArgumentParser, games: int) -> None:
    """What is played, how often, and where."""
    parser.epilog = f"Bots: {BOT_CODES}. Levels: {', '.join(LEVELS)}."
    parser.add_argument("game", metavar="GAME", help=f"one of: {', '.join(game_names())}")
    parser.add_argument("--games", type=int, default=games, metavar="N", help=f"how many games ({games})")
    parser.add_argument("--seats", type=int, metavar="N", help="how many seats (as many as bots, or as usually play)")
    parser.add_argument("--seed", default="0", help="the run's seed; the same gives the same games (0)")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help=OPTION_HELP)
    parser.add_argument("--sheet", default="", metavar="NAME", help="content by name; see: miskatonic content list")
    parser.add_argument("--content", type=Path, metavar="FILE", help="content of your own")
    parser.add_argument(
        "--jobs", type=processes, default=-1, metavar="N", help="processes (as many as there are cores)"
    )
    parser.add_argument(
        "--cluster",
        default="",
        metavar="dask|ray",
        help="play on a cluster of this machine; KIND:HOST:PORT for another",
    )
    parser.add_argument("--json", action="store_true", help="print what was found as JSON")


def add_out_option(parser: argparse.ArgumentParser) -> None:
    """Where results are kept."""
    parser.add_argument(
        "--out", type=Path, metavar="FOLDER", help="where results are kept; the same command goes on there"
    )


def processes(said: str) -> int:
    """A number of processes; less than nothing means all cores."""
    number = int(said)
    if number == 0:
        raise argparse.ArgumentTypeError("0 processes play nothing; write 1 or more")
    if number > MOST_PROCESSES:
        raise argparse.ArgumentTypeError(f"{number} processes are too many; write at most {MOST_PROCESSES}")
    return number


def content_text(game: str, file: Path) -> str:
    """The text of a content file, once all mistakes in it are told with its name."""
    try:
        text = file.read_text("utf-8")
    except UnicodeDecodeError:
        raise SetupError(f"{file} is not text; a content file is TOML or JSON") from None
    game_named(game).schema.load(text, str(file))
    return text


def add_simulate_options(parser: argparse.ArgumentParser) -> None:
    """The options of `simulate`."""
    add_run_options(parser, 1000)
    add_out_option(parser)
    parser.add_argument("--bots", default="heuristic", metavar="A,B", help="a bot for every seat, or one for all")


def add_tournament_options(parser: argparse.ArgumentParser) -> None:
    """The options of `tournament`."""
    add_run_options(parser, 400)
    add_out_option(parser)
    parser.add_argument("--bots", required=True, metavar="A,B", help="the bots that meet, in all seats in turn")
    parser.add_argument(
        "--sprt",
        metavar="LOW,HIGH",
        help="end when it is known of every pair whether the first is stronger by HIGH Elo rather than LOW, as 0,30",
    )


def add_report_options(parser: argparse.ArgumentParser) -> None:
    """The options of `report`."""
    parser.add_argument("results", type=Path, metavar="FOLDER", help="the results of a run")
    parser.add_argument("other", type=Path, nargs="?", metavar="FOLDER", help="another run to compare it with")
    parser.add_argument(
        "-o", "--out", type=Path, default=Path("report.html"), metavar="FILE", help="the page (report.html)"
    )


def add_tune_options(parser: argparse.ArgumentParser) -> None:
    """The options of `tune`."""
    add_run_options(parser, 2000)
    parser.add_argument("--bots", default="heuristic", metavar="A,B", help="a bot for every seat, or one for all")
    parser.add_argument(
        "--vary",
        action="append",
        required=True,
        metavar="NAME=4..8",
        help="an option or a figure of the content, as 4..8, 10..30:5 or yes|no; may be given several times",
    )
    parser.add_argument(
        "--target",
        type=float,
        default=0.4,
        metavar="SHARE",
        help="the share of wins to reach (0.4): of all seats or, where a bot is named for each, of the first",
    )


def bots_of(words: argparse.Namespace) -> list[str]:
    """The bots that were named."""
    bots = [bot.strip() for bot in words.bots.split(",")]
    if not all(bots):
        raise SetupError(f"--bots {words.bots}: one of the names is empty")
    return bots


def seats_of(words: argparse.Namespace, wanted: int) -> int:
    """How many seats are played: as many as are wanted or, for a single bot in all of them, as usually play."""
    game = game_named(words.game)
    if words.seats is not None:
        game.check_seats(words.seats)
        return int(words.seats)
    return wanted if wanted > 1 and wanted in game.seats else game.usual or game.seats[0]


def lineup_of(words: argparse.Namespace) -> tuple[str, ...]:
    """A bot for every seat: those that were named, or everywhere the only one."""
    bots = bots_of(words)
    seats = seats_of(words, len(bots))
    if len(bots) not in (1, seats):
        raise SetupError(f"--bots names {len(bots)} bots for {seats} seats; name one, or one for every seat")
    return tuple(bots * seats)[:seats]


def rule_options(said: list[str]) -> dict[str, str]:
    """`name=value` words as a table."""
    for word in said:
        if "=" not in word:
            raise SetupError(f"--option {word}: write it as name=value")
    return dict(word.split("=", 1) for word in said)


def do_simulate(words: argparse.Namespace) -> None:
    """`miskatonic simulate GAME`."""
    check_installed()
    from miskatonic.lab.work import run_and_tell, run_of

    run_and_tell(run_of(words, (lineup_of(words),)), words)


def do_tournament(words: argparse.Namespace) -> None:
    """`miskatonic tournament GAME --bots A,B`."""
    check_installed()
    from miskatonic.lab.run import tournament_lineups, win_together
    from miskatonic.lab.work import run_and_tell, run_of

    bots = bots_of(words)
    if len(set(bots)) < 2:
        raise SetupError("a tournament needs two different bots: --bots heuristic,random")
    together = win_together(rule_options(words.option))
    run_and_tell(run_of(words, tournament_lineups(bots, seats_of(words, len(bots)), together)), words)


def do_report(words: argparse.Namespace) -> None:
    """`miskatonic report FOLDER`."""
    check_installed()
    from miskatonic.lab.work import write_report

    write_report(words)


def do_tune(words: argparse.Namespace) -> None:
    """`miskatonic tune GAME --vary NAME=LOW..HIGH`."""
    check_installed()
    from miskatonic.lab.work import tune_and_tell

    tune_and_tell(words)
