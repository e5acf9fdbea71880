"""`miskatonic solve arkham`: compute the best way to play a sheet, and check it."""

from __future__ import annotations

import argparse
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from miskatonic.bots.optimal import NEEDS, refuse_unsolvable
from miskatonic.games.arkham import GAME
from miskatonic.games.arkham.heuristic import sensible
from miskatonic.games.arkham.options import rules_of
from miskatonic.games.arkham.view import rules_view
from miskatonic.kernel import Content, Match, MiskatonicError, SetupError
from miskatonic.kernel.options import choose
from miskatonic.lab.command import OPTION_HELP, content_text, processes

if TYPE_CHECKING:
    from miskatonic.bots.optimal.judge import Judge


SENSIBLE_GAMES = 20_000
"""So many games the heuristic player plays beside the policy, at most."""


class Disagreement(MiskatonicError):  # noqa: N818 - a finding, not a fault
    """The policy does not win as often as computed."""


def add_solve_options(parser: argparse.ArgumentParser) -> None:
    """The options of `solve`."""
    parser.add_argument("game", metavar="GAME", help="arkham: the only game that is solved")
    parser.add_argument("--sheet", metavar="NAME", default="", help="content by name; see: miskatonic content list")
    parser.add_argument("--content", metavar="FILE", type=Path, help="content of your own")
    parser.add_argument("--option", metavar="NAME=VALUE", action="append", default=[], help=OPTION_HELP)
    parser.add_argument("--check", metavar="N", type=int, default=0, help="play so many real games with the result")
    parser.add_argument("--out", metavar="FILE", type=Path, help="keep the policy here instead of in the cache")
    parser.add_argument(
        "--jobs", metavar="N", type=processes, default=2, help="threads, and processes of the check (2)"
    )
    parser.add_argument("--again", action="store_true", help="solve even if the policy is there already")


def do_solve(words: argparse.Namespace) -> None:
    """`miskatonic solve arkham`."""
    if words.game != GAME.name:
        raise SetupError(f"only arkham can be solved, not {words.game}")
    for needed in NEEDS:
        if find_spec(needed) is None:
            raise SetupError(f"solving needs {needed}, which is not installed: pip install 'miskatonic[lab]'")
    if words.check < 0:
        raise SetupError(f"--check {words.check}: fewer than no games cannot be played")
    options = choose(GAME.options, dict(_pair(word) for word in words.option))
    solve_sheet(_content(words), options, words.check, words.out, max(1, words.jobs), words.again)


def _pair(word: str) -> tuple[str, str]:
    name, equals, value = word.partition("=")
    if not equals:
        raise SetupError(f"--option {word}: write it as name=value")
    return name, value


def _content(words: argparse.Namespace) -> Content:
    if words.content is None:
        return GAME.schema.named(words.sheet or None)
    sheets = GAME.schema.load(content_text(GAME.name, words.content), str(words.content))
    for sheet in sheets:
        if sheet.name == words.sheet or not words.sheet:
            return sheet
    raise SetupError(
        f"there is no sheet {words.sheet!r} in {words.content}; there is: {', '.join(s.name for s in sheets)}"
    )


def solve_sheet(
    content: Content, options: dict[str, str], games: int, out: Path | None, jobs: int, again: bool = False
) -> None:
    """Solve one sheet, keep its policy, and print what was found; a check that fails is a `Disagreement`."""
    rules = rules_of(tuple(options.values()))
    refuse_unsolvable(rules_view(rules))

    from miskatonic.bots.optimal.book import Book
    from miskatonic.bots.optimal.judge import Judge
    from miskatonic.bots.optimal.model import Model
    from miskatonic.bots.optimal.policy import load, policy_path, save
    from miskatonic.lab.figures import wilson
    from miskatonic.lab.solve.backwards import Solver
    from miskatonic.lab.solve.check import Outcome, play_games
    from miskatonic.lab.solve.workings import Workings

    began, busy = time.monotonic(), time.process_time()
    model = Model(content.data, rules)
    path = out or policy_path(model)
    # a place that cannot be written to is known before the work, not after it
    path.parent.mkdir(parents=True, exist_ok=True)
    unfinished = path.with_name(path.name + ".part")
    done = path if path.exists() and not again else unfinished if unfinished.exists() else None
    begun = load(done) if done else Book(model)
    if policy_path(begun.model) != policy_path(model):
        raise SetupError(f"{done} is the policy of another sheet or of other rules; choose another file with --out")
    with ThreadPoolExecutor(jobs) as hands:
        line = Line(f"solving {content.name}", "spots")
        solver = Solver(begun, hands, line.tell, lambda book: _keep(save, book, unfinished))
        book = solver.solve()
        line.end()
        size = save(book, path) if done != path else path.stat().st_size
        unfinished.unlink(missing_ok=True)
        value = book.start_value()
        took, used = time.monotonic() - began, time.process_time() - busy
        print(f"sheet {content.name}: the best player wins {value:.6%} of all games")
        if solver.sweeps:
            print(f"{solver.of} spots, {solver.sweeps} sweeps; last change of a value at most {solver.gap:.1e}")
            print(f"fights that had better be lost: {solver.odd}")
        print(f"policy: {path}, {size / 1e6:.1f} MB; time {took:.0f} s ({used:.0f} s of processor); memory {_memory()}")
        _warm_up(Judge(book), content, options)
        if not games:
            return
        line = Line("looking through turns", "chapters")
        solver.tell = line.tell
        ready = Workings(solver)
        line.end()
    line = Line("playing", "games")
    began = time.monotonic()
    outcome = Outcome(*play_games(ready.best, content, options, games, jobs, line.count), value)
    line.end()
    won = wilson(outcome.won, outcome.games).percent(2)
    print(f"played {outcome.games} real games: won {won}, z = {outcome.z:+.2f}")
    print(f"time of the check {time.monotonic() - began:.0f} s; memory {_memory()}")
    line = Line("playing sensibly", "games")
    other = Outcome(*play_games(sensible, content, options, min(games, SENSIBLE_GAMES), jobs, line.count), value)
    line.end()
    print(f"beside it the heuristic player won {wilson(other.won, other.games).percent(2)} of {other.games} games")
    if not outcome.agrees:
        raise Disagreement(f"the policy wins {outcome.share:.3%}, but {value:.3%} was computed: one of them is wrong")
    if other.share > value and not other.agrees:
        raise Disagreement(f"the heuristic player wins {other.share:.3%}, more than the best player could: {value:.3%}")


def _warm_up(judge: Judge, content: Content, options: dict[str, str]) -> None:
    """Judge one question, so that what hints need is compiled now and not when somebody waits for one."""
    match = Match(GAME, seed=1, content=content, options=options, quiet=True)
    judge.evaluate(match.view(0), match.ask)


def _keep(save: object, book: object, path: Path) -> None:
    """Write what is finished, so that an interrupted run goes on there."""
    assert callable(save)
    save(book, path)


def _memory() -> str:
    """The most memory that was used."""
    try:
        import resource
    except ImportError:
        return "unknown"
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return f"{most / (1e9 if sys.platform == 'darwin' else 1e6):.1f} GB"


class Line:
    """One line of progress on the error stream, if somebody watches."""

    def __init__(self, what: str, of_what: str) -> None:
        self.what = what
        self.of_what = of_what
        self.began = time.monotonic()
        self.shown = sys.stderr.isatty()

    def tell(self, progress: object) -> None:
        """How far a solver is."""
        done, of = getattr(progress, "done", 0), getattr(progress, "of", 0)
        spent = time.monotonic() - self.began
        left = f", about {spent / done * (of - done):.0f} s left" if done and done < of else ""
        self._show(f"{self.what}: {done} of {of} {self.of_what}{left}")

    def count(self, games: int, won: int) -> None:
        """How many games have been played."""
        self._show(f"{self.what}: {games} {self.of_what}, {won / games:.1%} won")

    def _show(self, text: str) -> None:
        if self.shown:
            print(f"\r{text:<78}", end="", file=sys.stderr, flush=True)

    def end(self) -> None:
        """Close the line."""
        if self.shown:
            print(file=sys.stderr)
