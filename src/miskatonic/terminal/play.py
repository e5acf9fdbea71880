"""A match at this terminal: people and bots in turn, saved at every question."""

from __future__ import annotations

from pathlib import Path

from miskatonic.bots import Bot, Glimpse, bot_named, is_bot
from miskatonic.kernel import Ask, Match, MiskatonicError
from miskatonic.terminal import commands, saves
from miskatonic.terminal.prompt import Choices
from miskatonic.terminal.screen import ROOMY, Screen, fitted, height, table
from miskatonic.terminal.story import height as height_of_log
from miskatonic.terminal.story import last, sentences, tell

LEAST_NEWS = 3
"""So many lines of what happened are shown on any screen."""
LAST_NEWS = 6
"""So many lines tell how a match came to its end."""


class Left(Exception):  # noqa: N818 - a farewell, not an error
    """Somebody left a match that is not over; the message says where it is kept."""

    def __init__(self, message: str, status: int) -> None:
        super().__init__(message)
        self.status = status


class Sitting:
    """One match from here to its end, or until somebody leaves."""

    def __init__(self, match: Match, screen: Screen, save: Path | None = None, record: Path | None = None) -> None:
        self.match = match
        self.screen = screen
        self.record = record
        self._save = save
        self._bots = self._seat_bots()
        self._heard = {seat: max(0, len(match.story(seat)) - 8) for seat in range(len(match.players))}
        self._seen: dict[int, list[str]] = {}
        self._at_the_keyboard: int | None = None
        self.holding: set[int] = set()
        """Who is not to be asked about standing offers."""
        self._hurry = False

    @property
    def _seed(self) -> int | str:
        """What the dice follow from; empty if nothing is known about it."""
        described = self.match.fortune.header(over=False) if self.match.fortune else {}
        found: int | str = described.get("seed", "")
        return found

    def _seat_bots(self) -> dict[int, Bot]:
        """A bot for every seat named after one; their luck follows from the seed and from where play goes on."""
        match = self.match
        return {
            seat: bot_named(name, match.game, f"{self._seed}/{seat}/{len(match.log)}")
            for seat, name in enumerate(match.players)
            if is_bot(name)
        }

    # -- the course of a match ----------------------------------------------------------------------------------------

    def play(self) -> None:
        """Ask and answer until the match is over; raises `Left` if it is not finished here."""
        match, screen = self.match, self.screen
        try:
            while not match.over:
                ask = match.ask
                bot = self._bots.get(ask.actor)
                if bot is None and ask.prompt in match.game.offers and self._lets_pass(ask):
                    match.answer(ask.actor, match.game.offers[ask.prompt])
                elif bot is None:
                    self.keep()
                    self._ask_person(ask)
                else:
                    code = bot.choose(Glimpse(match, ask.actor), ask)
                    if len(self._bots) == len(match.players):
                        self._watch(ask, code)
                    match.answer(ask.actor, code)
            self._show_end()
        except KeyboardInterrupt:
            screen.say()
            raise self._left("Interrupted.", 130) from None
        except EOFError:
            screen.say()
            raise self._left("The input has ended, the match has not.", 1) from None
        self._finish()

    def _lets_pass(self, ask: Ask) -> bool:
        """Whether an offer need not be made: it is held, or empty, and no other person sees who is asked."""
        alone = len(self.match.players) - len(self._bots) == 1
        return ask.actor in self.holding or (alone and len(ask.options) == 1)

    def keep(self) -> None:
        """Save the match as it stands."""
        if self._save is None:
            self._save = saves.new_save(self.match.game.name)
        saves.write_match(self._save, self.match)

    @property
    def kept_in(self) -> Path | None:
        """Where the match is saved."""
        return self._save

    def look_again(self) -> None:
        """Forget what has been seen, so that the whole table is told again."""
        self._seen.clear()

    def leave(self) -> Left:
        """What is said to somebody who leaves on purpose."""
        return self._left("", 0)

    def _left(self, why: str, status: int) -> Left:
        self.keep()
        if self.record is not None:
            saves.write_match(self.record, self.match)
        return Left(f"{why} The match is saved; go on with: miskatonic resume {self._save}".strip(), status)

    def _finish(self) -> None:
        """Write the record; a save of ours has done its duty, a file that somebody named keeps the whole match."""
        if self.record is not None:
            saves.write_match(self.record, self.match)
        if self._save is None:
            return
        if self._save.parent == saves.saves_folder():
            self._save.unlink(missing_ok=True)
        else:
            saves.write_match(self._save, self.match)

    # -- asking people ------------------------------------------------------------------------------------------------

    def _ask_person(self, ask: Ask) -> None:
        """Put a question until there is an answer to it; an undo may put the one before in its place."""
        self._hand_over(ask.actor)
        self.show(ask)
        match = self.match
        while True:
            choices = Choices(match.ask, match.game.vocabulary)
            typed = self.screen.read("Answer")
            try:
                if choices.exactly(typed) is None and commands.obey(self, choices, typed):
                    if ask.actor in self.holding and match.ask.prompt in match.game.offers:
                        return
                    continue
                told = len(match.story(ask.actor))
                match.answer(ask.actor, choices.understand(typed))
                self._heard[ask.actor] = told
                return
            except MiskatonicError as error:
                self.screen.say(_as_sentence(error), "yellow")

    def _hand_over(self, actor: int) -> None:
        """Let the next person take the keyboard before anything of theirs is shown."""
        people = len(self.match.players) - len(self._bots)
        if people > 1 and actor != self._at_the_keyboard:
            self.screen.clear()
            self.screen.say(f"It is the turn of {self.match.name(actor)}.", "bold")
            if not self.screen.plain:
                self.screen.read("Press Enter when you are at the keyboard.")
        self._at_the_keyboard = actor

    # -- showing ------------------------------------------------------------------------------------------------------

    def show_all(self) -> None:
        """The whole table, however small the screen is."""
        self.screen.drawing("\n".join(table(self.match, self.match.view(self.match.ask.actor), self.screen)))

    def show(self, ask: Ask) -> None:
        """The table, what happened since this player last looked, and the question."""
        self._show_table(ask.actor, ask)
        self._ask_aloud(ask)

    def _show_table(self, seat: int, ask: Ask | None) -> None:
        match, screen = self.match, self.screen
        lines = table(match, match.view(seat), screen)
        story = match.story(seat)
        self._heard[seat] = min(self._heard[seat], len(story))
        heard = sentences(match, story[self._heard[seat] :], seat)
        if screen.plain:
            tell(screen, heard)
            for line in lines:
                if line not in self._seen.get(seat, ()):
                    screen.say(line)
            self._seen[seat] = lines
            self._heard[seat] = len(story)
            return
        room = screen.rows - self._title(seat) - self._lines_of(ask)
        news = height_of_log(screen, heard)
        lines = fitted(lines, room - min(news, LEAST_NEWS), screen.columns, ": more" if ask else "")
        room -= height(lines, screen.columns)
        screen.drawing("\n".join(lines))
        if room > news:
            screen.say()
            room -= 1
        tell(screen, heard, max(LEAST_NEWS, room))

    def _lines_of(self, ask: Ask | None) -> int:
        """How many lines a question takes with the line where it is answered."""
        if ask is None:
            return 4
        screen, choices = self.screen, Choices(ask, self.match.game.vocabulary)
        wording = screen.row_height([], self.match.wording(ask, self.match.view(ask.actor)))
        listed = screen.height(commands.option_rows(self, choices)) if choices.listed else 1
        return 2 + wording + listed + (ask.prompt in self.match.game.offers)

    def _title(self, seat: int) -> int:
        """The name of the game where there is room, and whose table it is where several play; the lines it takes."""
        match, screen = self.match, self.screen
        screen.clear()
        alone, roomy = len(match.players) == 1, screen.rows >= ROOMY
        if alone and not roomy:
            return 0
        screen.say(match.game.title if alone else f"{match.game.title}   {match.name(seat)}", "bold green")
        if roomy:
            screen.say()
        return 1 + roomy

    def _ask_aloud(self, ask: Ask) -> None:
        match, screen = self.match, self.screen
        choices = Choices(ask, match.game.vocabulary)
        screen.say()
        screen.say(match.wording(ask, match.view(ask.actor)), "bold")
        if choices.listed:
            commands.list_options(self, choices)
        else:
            screen.say(f"{choices.hint} ? helps.", "dim")
        if ask.prompt in match.game.offers:
            screen.say("Type hold not to be asked about this until you say hold once more.", "dim")

    def _watch(self, ask: Ask, code: int) -> None:
        """Show what a bot is asked and does; wait for a key if somebody looks on."""
        match, screen = self.match, self.screen
        if self._hurry:
            return
        self._show_table(ask.seat, None)
        if screen.plain:
            return
        view = match.view(ask.actor)
        screen.say()
        screen.say(match.named(match.game.phrases.prompt(ask, view)), "bold")
        screen.say(match.named(f"{match.name(ask.actor)}: {match.game.phrases.label(code, view)}"), "green")
        self._heard[ask.seat] = len(match.story(ask.seat))
        typed = screen.read("Enter: go on   e: to the end   q: leave").casefold()
        if typed in ("q", "quit"):
            raise self.leave()
        self._hurry = typed == "e"

    def _show_end(self) -> None:
        match, screen = self.match, self.screen
        alone = len(match.players) == 1
        view = match.view(0 if alone else None)
        ending = match.named(match.game.phrases.ending(view)).splitlines()
        if screen.plain:
            people = [seat for seat in range(len(match.players)) if seat not in self._bots]
            for seat in people or range(len(match.players)):
                tell(screen, sentences(match, match.story(seat)[self._heard[seat] :]))
        else:
            taken = self._title(0) + len(ending) + LAST_NEWS + 4
            screen.drawing("\n".join(fitted(table(match, view, screen), screen.rows - taken, screen.columns)))
            screen.say()
            tell(screen, last(screen, sentences(match, match.story(0 if alone else None)), LAST_NEWS))
            screen.say()
        for line in ending:
            screen.say(line, "bold")
        if self._seed != "":
            screen.say(f"The seed was {self._seed}.", "dim")


def _as_sentence(error: MiskatonicError) -> str:
    text = str(error)
    return text[:1].upper() + text[1:] + ("" if text.endswith((".", "?", "!")) else ".")
