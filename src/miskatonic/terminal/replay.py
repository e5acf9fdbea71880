"""Stepping through a record, and checking one."""

from __future__ import annotations

from pathlib import Path

from miskatonic.kernel import Ask, Chance, Match, Record, RecordError
from miskatonic.terminal.saves import load, named
from miskatonic.terminal.screen import Screen, fitted, table
from miskatonic.terminal.story import height, sentences, tell

KEYS = "Enter: next   b: back   number: go there   first, last   q: leave"


class Replay:
    """A played match, one entry of its log after the other. Nothing is hidden from those who look back."""

    def __init__(self, match: Match, screen: Screen) -> None:
        self.match = match
        self.screen = screen
        self.steps = list(match.steps())

    def print_all(self) -> None:
        """Every step at once: what happened, and what changed on the table."""
        seen: list[str] = []
        for n in range(len(self.steps) + 1):
            seen = self._tell(n, seen)
        self._ending()

    def walk(self) -> None:
        """Step by step, forwards and backwards."""
        at, note = 0, ""
        while True:
            self._show(at)
            if note:
                self.screen.say(note, "yellow")
            typed = self.screen.read(KEYS).casefold()
            if typed in ("q", "quit"):
                return
            at, note = self._move(at, typed)

    def _move(self, at: int, typed: str) -> tuple[int, str]:
        """Where a typed word leads, and what is wrong with it if it leads nowhere."""
        last = len(self.steps)
        moves = {"": at + 1, "n": at + 1, "next": at + 1, "b": at - 1, "back": at - 1, "first": 0, "last": last}
        to = int(typed) if typed.isdecimal() else moves.get(typed)
        if to is None:
            return at, f"{typed!r} leads nowhere."
        note = "This is the last step." if to > last else "This is the first step." if to < 0 else ""
        return min(max(to, 0), last), note

    def _at(self, n: int) -> tuple[Match, int, list[str]]:
        """The match after so many entries, the seat that matters, and what the last entry brought."""
        now = self.match.at(n)
        before = len(self.match.at(n - 1).news or ()) if n else 0
        return now, self._seat(n), sentences(self.match, (now.news or [])[before:])

    def _seat(self, n: int) -> int:
        """Whose table is shown: that of whoever answered or rolled last."""
        for step in reversed(self.steps[:n]):
            if isinstance(step.question, Ask):
                return step.question.seat
            if step.question.audience is not None:
                return step.question.audience
        return 0

    def _tell(self, n: int, seen: list[str]) -> list[str]:
        now, seat, said = self._at(n)
        self.screen.say(f"Step {n} of {len(self.steps)}.")
        tell(self.screen, said)
        lines = table(self.match, now.view(seat), self.screen)
        for line in lines:
            if line not in seen:
                self.screen.say(line)
        return lines

    def _show(self, n: int) -> None:
        now, seat, said = self._at(n)
        self.screen.clear()
        self.screen.say(f"{self.match.game.title}   step {n} of {len(self.steps)}", "bold green")
        self.screen.say()
        room = self.screen.rows - height(self.screen, said) - 7
        self.screen.drawing(
            "\n".join(fitted(table(self.match, now.view(seat), self.screen), room, self.screen.columns))
        )
        self.screen.say()
        tell(self.screen, said)
        if n == len(self.steps):
            self._ending()
        self.screen.say()

    def _ending(self) -> None:
        match = self.match
        if match.over:
            view = match.view(0 if len(match.players) == 1 else None)
            for line in match.named(match.game.phrases.ending(view)).splitlines():
                self.screen.say(line, "bold")
        else:
            self.screen.say("The match was paused here.", "bold")


def verify(path: Path, screen: Screen) -> None:
    """Check a record completely and say what was checked; a `RecordError` names the line that is wrong."""
    record = load(path)
    try:
        match = record.match()
    except RecordError as error:
        raise named(path, error) from None
    rolls = sum(isinstance(step.question, Chance) for step in match.steps())
    answers = len(match.log) - rolls
    ended = f"finished: {match.result}" if match.over else "not finished"
    screen.say(f"{path} is a true record of {match.game.title}, {ended}.", "bold green")
    screen.say(f"Its {len(record.entries) + 2} lines are whole: every checksum fits.")
    screen.say(f"Its {answers} answers are legal by version {match.game.version} of the rules.")
    screen.say(_about_dice(record, rolls))


def _about_dice(record: Record, rolls: int) -> str:
    """What can be said for the dice."""
    fortune = record.header["fortune"]
    if not record.dice_can_be_checked:
        why = (
            "they are sealed, and the secret is not revealed"
            if fortune["kind"] == "sealed"
            else "they were entered by hand"
        )
        return f"Its {rolls} rolls are possible, but cannot be checked: {why}."
    if fortune["kind"] == "sealed":
        return f"Its {rolls} rolls follow from the revealed secret, and the secret fits its commitment."
    but = f", but for what was observed: {', '.join(record.observed)}" if record.observed else ""
    return f"Its {rolls} rolls follow from the seed {fortune['seed']}{but}."
